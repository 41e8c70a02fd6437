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
        if (threadIdx.x < half) sum[threadIdx.x] += sum[threadIdx.x + half];
        __syncthreads();
    }
    if (threadIdx.x == 0) to[blockIdx.x] = sum[0]; // fault: written here
}

int main(int argc, char **) {
    float *dev_numbers = zeros<float>(THREADS * BLOCKS), *dev_sums = room<float>(BLOCKS);
    sums<<<BLOCKS, THREADS>>>(dev_numbers, argc > 1 ? dev_sums : dev_numbers);
    FINISH(dev_numbers, dev_sums);
}
