// SPDX-License-Identifier: MIT
__shared__ int numbers[7];
extern __shared__ int numbers[];
__global__ void k(int *o) {
    numbers[threadIdx.x] = threadIdx.x + 1;
    __syncthreads();
    int sum = 0;
    for (int n : numbers)
        sum += n;
    *o = sum;
}
int main() {
    int *o;
    cudaMallocManaged(&o, sizeof *o);
    k<<<1, 7>>>(o);
    return cudaDeviceSynchronize() || *o != 28;
}
