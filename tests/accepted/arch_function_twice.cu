// SPDX-License-Identifier: MIT
#ifdef __CUDA_ARCH__
__device__ int f(int x) { return x + 1; }
#else
int f(int x) { return x + 2; }
#endif
__host__ __device__ int g(int x) { return f(x); }
__global__ void k(int *o) {
#ifdef __CUDA_ARCH__
    *o = f(1);
#endif
}
int main() {
    int *p;
    cudaMallocManaged(&p, 16);
    k<<<1, 1>>>(p);
    return cudaDeviceSynchronize() || !(*p == 2 && f(1) == 3 && g(1) == 3);
}
