// SPDX-License-Identifier: MIT
struct shape { __device__ virtual int area() const { return 0; } __device__ virtual ~shape() {} };
struct square : shape { int a; __device__ square(int a) : a(a) {} __device__ int area() const override { return a * a; } };
__global__ void k(int *o) { shape *s = new square(3); o[0] = s->area(); delete s; }
int main() {
    int *p;
    cudaMallocManaged(&p, 16);
    k<<<1, 1>>>(p);
    return cudaDeviceSynchronize() || p[0] != 9;
}
