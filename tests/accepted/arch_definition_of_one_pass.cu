// SPDX-License-Identifier: MIT
__device__ int f(int);
__global__ void k(int *o) { *o = f(2); }
#ifdef __CUDA_ARCH__
__device__ int f(int x) { return x + 5; }
#endif
int main() {
    int *p;
    cudaMallocManaged(&p, 16);
    k<<<1, 1>>>(p);
    return cudaDeviceSynchronize() || *p != 7;
}
