// SPDX-License-Identifier: MIT
// Fault: each block leaves a sum, and the last to be done adds them up; but without a fence the
// others' sums may arrive after the count that says they are there.
// check-race names both lines. --mended: with __threadfence().
#include "fault.h"

const int THREADS = 32, BLOCKS = 8;

__global__ void total(int *sums, unsigned *done, int *result, bool mended) {
    __shared__ bool last;
    if (threadIdx.x == 0) {
        sums[blockIdx.x] = blockIdx.x * 10 + 1; // fault: written here
        if (mended) __threadfence();
        last = atomicAdd(done, 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (last && threadIdx.x < BLOCKS) atomicAdd(result, sums[threadIdx.x]); // fault: read here
}

int main(int argc, char **) {
    int *dev_sums = room<int>(BLOCKS), *dev_result = zeros<int>();
    unsigned *dev_done = zeros<unsigned>();
    total<<<BLOCKS, THREADS>>>(dev_sums, dev_done, dev_result, argc > 1);
    FINISH(dev_sums, dev_done, dev_result);
}
