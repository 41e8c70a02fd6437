// SPDX-License-Identifier: MIT
// Fault: a block reads what its neighbour writes in the same launch. Barriers hold up the threads
// of one block only. check-race names both lines and both blocks. --mended: two launches.
#include "fault.h"

const int THREADS = 32, BLOCKS = 8;

__global__ void square(int *numbers) {
    const int i = threadIdx.x + blockIdx.x * blockDim.x;
    numbers[i] = i * i;
    __syncthreads();
}

__global__ void add(const int *numbers, int *sums) {
    const int i = threadIdx.x + blockIdx.x * blockDim.x;
    sums[i] = numbers[i] + numbers[(i + THREADS) % (THREADS * BLOCKS)];
}

__global__ void both(int *numbers, int *sums) {
    const int i = threadIdx.x + blockIdx.x * blockDim.x;
    numbers[i] = i * i; // fault: written here
    __syncthreads();
    sums[i] = numbers[i] + numbers[(i + THREADS) % (THREADS * BLOCKS)]; // fault: read here
}

int main(int argc, char **) {
    const bool mended = argc > 1;
    int *dev_numbers = zeros<int>(THREADS * BLOCKS), *dev_sums = room<int>(THREADS * BLOCKS);
    if (mended) {
        square<<<BLOCKS, THREADS>>>(dev_numbers);
        add<<<BLOCKS, THREADS>>>(dev_numbers, dev_sums);
    } else {
        both<<<BLOCKS, THREADS>>>(dev_numbers, dev_sums);
    }
    FINISH(dev_numbers, dev_sums);
}
