// SPDX-License-Identifier: MIT
#include <cstdio>
extern __shared__ int outside[], rows[][4];
__device__ alignas(64) int n = 3;
alignas(32) static __device__ const int m[2] = {4, 5};
__global__ void k(int *o) {
    extern __shared__ int a[], *b[];
    a[threadIdx.x] = threadIdx.x;
    __syncthreads();
    o[threadIdx.x] = outside[7 - threadIdx.x] * 100 + rows[1][threadIdx.x % 4] * 10 + n + m[1];
    o[8] = b[0] == (int *)(1ll << 32) && (size_t)&n % 64 == 0 && (size_t)&m % 32 == 0;
}
int main() {
    int *o;
    cudaMallocManaged(&o, 64);
    k<<<1, 8, 32>>>(o);
    return cudaDeviceSynchronize() || !(o[2] == 568 && o[8]);
}
