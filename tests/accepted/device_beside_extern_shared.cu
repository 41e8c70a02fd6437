// SPDX-License-Identifier: MIT
extern __shared__ __device__ int whole[];
__global__ void k(int *a) {
    extern __shared__ __device__ int c[];
    extern int __shared__ __device__ d[];
    __shared__ extern __device__ __align__(16) int e[];
    whole[threadIdx.x] = threadIdx.x;
    __syncthreads();
    a[threadIdx.x] = c[7 - threadIdx.x] + d[threadIdx.x] + e[0];
}
int main() {
    int *a;
    cudaMallocManaged(&a, 8 * sizeof *a);
    k<<<1, 8, 8 * sizeof *a>>>(a);
    cudaDeviceSynchronize();
    bool right = true;
    for (int i = 0; i < 8; i++)
        right = right && a[i] == 7;
    return !right;
}
