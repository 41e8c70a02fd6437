// SPDX-License-Identifier: MIT
// Fault: each block leaves the sum of its elements in the element with the block's number, in the
// same array: another block may not have read that one yet. check-race names both lines and both
// blocks. --mended: the sums go to an array of their own.
#include "fault.h"

const int THREADS = 32, BLOCKS = 8;

__global__ void sums(const float *from, float *to) {
    __shared__ float sum[THREADS];
    sum[threadIdx.x] = from[threadIdx.x + blockIdx.x * blockDim.x]; // fault: read here
    __syncthreads();
    for (int half = THREADS / 2; half > 0; half /= 2) {
        if (threadIdx.x < half)
            sum[threadIdx.x] += sum[threadIdx.x + half];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        to[blockIdx.x] = sum[0]; // fault: written here
}

int main(int argc, char **) {
    const bool mended = argc > 1;
    float numbers[THREADS * BLOCKS], *dev_numbers, *dev_sums;
    for (int i = 0; i < THREADS * BLOCKS; i++)
        numbers[i] = i;
    HANDLE_ERROR(cudaMalloc(&dev_numbers, sizeof numbers));
    HANDLE_ERROR(cudaMalloc(&dev_sums, sizeof numbers));
    HANDLE_ERROR(cudaMemcpy(dev_numbers, numbers, sizeof numbers, cudaMemcpyHostToDevice));
    sums<<<BLOCKS, THREADS>>>(dev_numbers, mended ? dev_sums : dev_numbers);
    HANDLE_ERROR(cudaGetLastError());
    HANDLE_ERROR(cudaMemcpy(numbers, mended ? dev_sums : dev_numbers, BLOCKS * sizeof *numbers,
                            cudaMemcpyDeviceToHost));
    RELEASE(dev_numbers, dev_sums);
}
