// SPDX-License-Identifier: MIT
#ifdef __CUDA_ARCH__
__device__ int helper(int x) { return x * 3; }
#endif
__global__ void k(int *o) {
#ifdef __CUDA_ARCH__
    *o = helper(2);
#endif
}
int main() {
    int *p;
    cudaMallocManaged(&p, 16);
    k<<<1, 1>>>(p);
    return cudaDeviceSynchronize() || *p != 6;
}
