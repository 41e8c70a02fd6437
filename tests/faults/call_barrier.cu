// SPDX-License-Identifier: MIT
// Fault: a barrier inside a condition that not all threads of the block meet, with a second
// one after it: some wait here, some there.
#include "fault.h"

const int THREADS = 64; // a block

__global__ void sums(int *out, int first) {
    __shared__ int kept[THREADS];
    const int i = threadIdx.x;
    kept[i] = i;
    if (i >= first) __syncthreads(); // fault
    out[i] = kept[i];
    __syncthreads();
}

int main(int argc, char **) {
    int *out = room<int>(THREADS);
    sums<<<1, THREADS>>>(out, argc > 1 ? 0 : 48);
    FINISH(out);
}
