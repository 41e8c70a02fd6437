// SPDX-License-Identifier: MIT
// Fault: threads beyond the edge skip a barrier and come to the end of the kernel, while the others
// of their block wait. Every build says so. --mended: all threads come to the barrier.
#include "fault.h"

const int THREADS = 64, NUMBERS = 100;

__global__ void sums(int *numbers, int n, bool mended) {
    __shared__ int part[THREADS];
    const int i = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.x;
    if (i < n || mended) {
        part[t] = i < n ? numbers[i] : 0;
        __syncthreads(); // fault
        if (i < n) numbers[i] = part[t] + (t > 0 ? part[t - 1] : 0);
    }
}

int main(int argc, char **) {
    const bool mended = argc > 1;
    int numbers[NUMBERS], *dev_numbers;
    for (int i = 0; i < NUMBERS; i++) numbers[i] = i;
    HANDLE_ERROR(cudaMalloc(&dev_numbers, sizeof numbers));
    HANDLE_ERROR(cudaMemcpy(dev_numbers, numbers, sizeof numbers, cudaMemcpyHostToDevice));
    sums<<<(NUMBERS + THREADS - 1) / THREADS, THREADS>>>(dev_numbers, NUMBERS, mended);
    HANDLE_KERNELS();
    HANDLE_ERROR(cudaFree(dev_numbers));
}
