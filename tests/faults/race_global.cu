// SPDX-License-Identifier: MIT
// Fault: the threads of a block hand numbers to each other through global memory, with no barrier:
// each adds its neighbour's to its own in place.
// check-race names both lines. --mended: reads, waits, then writes.
#include "fault.h"

const int THREADS = 64;

__global__ void smooth(float *numbers, bool mended) {
    const int i = threadIdx.x;
    const float right = i + 1 < THREADS ? numbers[i + 1] : 0; // fault: read here
    if (mended) __syncthreads();
    numbers[i] += right; // fault: and written by the neighbour here
}

int main(int argc, char **) {
    float *dev_numbers = zeros<float>(THREADS);
    smooth<<<1, THREADS>>>(dev_numbers, argc > 1);
    FINISH(dev_numbers);
}
