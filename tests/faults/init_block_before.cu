// SPDX-License-Identifier: MIT
// Fault: only the first block fills the table; the others find in shared memory what the block
// before them happened to leave there, or something else.
// check-init names the line. --mended: every block fills it.
#include "fault.h"

const int THREADS = 32, BLOCKS = 4;

__global__ void squares(int *result, bool mended) {
    extern __shared__ int table[];
    if (blockIdx.x == 0 || mended) table[threadIdx.x] = threadIdx.x * threadIdx.x;
    __syncthreads();
    result[threadIdx.x + blockIdx.x * blockDim.x] = table[THREADS - 1 - threadIdx.x]; // fault
}

int main(int argc, char **) {
    const bool mended = argc > 1;
    int *dev_result = room<int>(THREADS * BLOCKS);
    squares<<<BLOCKS, THREADS, THREADS * sizeof(int)>>>(dev_result, mended);
    printf("%d\n", sum_of(dev_result, THREADS * BLOCKS));
    RELEASE(dev_result);
}
