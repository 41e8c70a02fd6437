// SPDX-License-Identifier: MIT
__global__ void k(int *a) { extern __shared__ int s[]; s[threadIdx.x] = threadIdx.x; __syncthreads(); a[threadIdx.x] = s[blockDim.x - 1 - threadIdx.x]; }
int main() {
    int *p;
    cudaMallocManaged(&p, 64);
    cudaStream_t s; cudaStreamCreate(&s);
    k<<<1, 4, 4 * sizeof(int), s>>>(p); k<<<1, 4, 16>>>(p + 4);
    return cudaDeviceSynchronize() || !(p[0] == 3 && p[7] == 0);
}
