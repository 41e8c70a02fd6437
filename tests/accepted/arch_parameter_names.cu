// SPDX-License-Identifier: MIT
#if __CUDA_ARCH__ >= 500
static __device__ unsigned f(unsigned a, unsigned b, unsigned) { return a + b; }
__device__ int g(int, int (&a)[2], int n = 3) { return a[0] + n; }
__device__ int g(float) { return 7; }
template <class T> __device__ T h(T a, T *b) { return a + *b; }
struct S {
    int x;
    __device__ int m(int a) { return x + a; }
};
#else
static __device__ unsigned f(unsigned x, unsigned y, unsigned z) { return x + y + z; }
__device__ int g(int x, int (&y)[2], int m = 3) { return x + y[0] + m; }
__device__ int g(float z) { return 8; }
template <class T> __device__ T h(T c, T *d) { return c - *d; }
struct S {
    int x;
    __device__ int m(int b) { return x - b; }
};
#endif
__global__ void k(int *o) {
    int a[2] = {1, 2};
    S s = {5};
    o[0] = g(4, a) + 10 * g(1.0f) + 100 * f(1, 2, 3) + 1000 * h(3, a) + 10000 * s.m(4);
}
int main() {
    int *o;
    cudaMallocManaged(&o, 4);
    k<<<1, 1>>>(o);
    return cudaDeviceSynchronize() || o[0] != 4 + 70 + 300 + 4000 + 90000;
}
