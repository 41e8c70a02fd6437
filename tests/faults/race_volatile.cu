// SPDX-License-Identifier: MIT
// Fault: each block's first thread keeps the larger number through a volatile pointer. volatile
// makes no load and store one: of two blocks at the same time, one's number is lost. check-race
// names the line and both blocks. --mended: an atomic.
#include "fault.h"

const int THREADS = 32, BLOCKS = 8;

__global__ void largest(int *found) {
    volatile int *const shown = found;
    if (threadIdx.x == 0 && *shown < (int)blockIdx.x) *shown = (int)blockIdx.x; // fault
}

__global__ void largest_by_atomics(int *found) {
    if (threadIdx.x == 0) atomicMax(found, (int)blockIdx.x);
}

int main(int argc, char **) {
    int *dev_found = zeros<int>();
    if (argc > 1)
        largest_by_atomics<<<BLOCKS, THREADS>>>(dev_found);
    else
        largest<<<BLOCKS, THREADS>>>(dev_found);
    FINISH(dev_found);
}
