// SPDX-License-Identifier: MIT
__device__ int f(int x) { return x + 1; }
struct Both {
    int v;
    __host__ __device__ Both(int x) : v(x) {}
    __host__ __device__ friend Both operator+(Both a, Both b) { return Both(a.v + b.v); }
};
__device__ Both operator-(Both a, Both b) { return Both(a.v - b.v); }
__global__ void k(int *out) { *out = (Both(f(3)) - Both(1)).v; }
int main() {
    int (*const address)(int) = f, *p;
    cudaMallocManaged(&p, 4);
    k<<<1, 1>>>(p);
    return cudaDeviceSynchronize() || !(address && *p == 3);
}
