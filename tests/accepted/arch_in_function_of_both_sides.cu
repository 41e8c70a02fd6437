// SPDX-License-Identifier: MIT
__host__ __device__ int where() {
#ifdef __CUDA_ARCH__
    return 1;
#else
    return 2;
#endif
}
__global__ void k(int *o) { *o = where(); }
int main() {
    int *p;
    cudaMallocManaged(&p, 16);
    k<<<1, 1>>>(p);
    return cudaDeviceSynchronize() || !(*p == 1 && where() == 2);
}
