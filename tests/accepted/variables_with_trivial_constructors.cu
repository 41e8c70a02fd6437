// SPDX-License-Identifier: MIT
struct none { virtual __device__ int f() { return 1; } };
struct valued { int x = 2; virtual __device__ int f() { return x; } };
struct below : valued { int y = 3; __device__ int f() override { return x + y; } };
struct known { int x; __host__ __device__ constexpr known() : x(4) {} virtual __device__ int f() { return x; } };
struct empty { int x; __host__ __device__ empty() {} };
struct around { empty e[2]; __device__ around() {} };
__device__ none a;
__device__ valued b, c{};
__device__ below d[2];
__device__ known e;
__device__ empty f, g{};
__constant__ empty h;
__shared__ empty i;
__device__ around j;
__global__ void k(int *o) {
    i.x = 5;
    f.x = 6;
    valued *const p = &d[1];
    *o = a.f() + b.f() + c.f() + p->f() + e.f() + f.x + g.x + h.x + i.x + j.e[1].x;
}
int main() {
    int *o;
    cudaMallocManaged(&o, sizeof *o);
    k<<<1, 1>>>(o);
    return cudaDeviceSynchronize() || *o != 1 + 2 + 2 + 5 + 4 + 6 + 5;
}
