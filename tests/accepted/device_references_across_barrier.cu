// SPDX-License-Identifier: MIT
__device__ int sum[2], n = 64;
__device__ int &total = sum[1];
__device__ const int &count = n;
__global__ void k(int *o) {
    __shared__ int s[64];
    s[threadIdx.x] = threadIdx.x;
    if (threadIdx.x == 0) total = count;
    __syncthreads();
    const int before = total;
    __syncthreads();
    if (threadIdx.x == 1) sum[1] = 5;
    __syncthreads();
    o[threadIdx.x] = s[63 - threadIdx.x] + before + total;
}
int main() {
    int *o;
    cudaMallocManaged(&o, 64 * sizeof *o);
    k<<<1, 64>>>(o);
    cudaDeviceSynchronize();
    bool right = true;
    for (int i = 0; i < 64; i++)
        right = right && o[i] == 63 - i + 64 + 5;
    return !right;
}
