// SPDX-License-Identifier: MIT
// Fault: a counter in shared memory is set to zero by one thread and counted up by all, with
// atomics, but with no barrier between: who comes first counts in vain. check-race names both
// lines. --mended: with the barrier.
#include "fault.h"

const int THREADS = 64;

__global__ void count(const int *numbers, int *result, bool mended) {
    __shared__ int found;
    if (threadIdx.x == 0) found = 0; // fault: written here
    if (mended) __syncthreads();
    if (numbers[threadIdx.x] % 2 == 0) atomicAdd(&found, 1); // fault: changed here, perhaps before
    __syncthreads();
    if (threadIdx.x == 0) *result = found;
}

int main(int argc, char **) {
    int *dev_numbers = zeros<int>(THREADS), *dev_result = room<int>();
    count<<<1, THREADS>>>(dev_numbers, dev_result, argc > 1);
    FINISH(dev_numbers, dev_result);
}
