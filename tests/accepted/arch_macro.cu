// SPDX-License-Identifier: MIT
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 600
#define SIDE 10
#else
#define SIDE 20
#endif
__host__ __device__ int side() { return SIDE; }
__global__ void k(int *o) { *o = SIDE + side(); }
int main() {
    int *p;
    cudaMallocManaged(&p, 16);
    k<<<1, 1>>>(p);
    return cudaDeviceSynchronize() || !(*p == 20 && SIDE + side() == 40);
}
