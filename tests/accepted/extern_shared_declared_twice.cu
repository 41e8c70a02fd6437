// SPDX-License-Identifier: MIT
// nvcc -rdc=true
extern __shared__ int numbers[];
extern __shared__ int numbers[];
extern __device__ int sum;
__device__ int sum;
extern __device__ int sum;
__global__ void k(int *a) {
    numbers[threadIdx.x] = threadIdx.x;
    __syncthreads();
    sum = 3;
    a[threadIdx.x] = numbers[31 - threadIdx.x] + sum;
}
int main() {
    int *a;
    cudaMallocManaged(&a, 32 * sizeof *a);
    k<<<1, 32, 32 * sizeof *a>>>(a);
    return cudaDeviceSynchronize() || !(a[0] == 34 && a[31] == 3);
}
