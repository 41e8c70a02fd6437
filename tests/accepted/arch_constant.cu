// SPDX-License-Identifier: MIT
#ifdef __CUDA_ARCH__
constexpr int width = 32;
#else
constexpr int width = 8;
#endif
__host__ __device__ int twice() { return 2 * width; }
__global__ void k(int *o) { o[0] = width; o[1] = twice(); }
int main() {
    int *p;
    cudaMallocManaged(&p, 16);
    k<<<1, 1>>>(p);
    return cudaDeviceSynchronize() || !(p[0] == 32 && p[1] == 64 && width == 8 && twice() == 16);
}
