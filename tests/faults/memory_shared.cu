// SPDX-License-Identifier: MIT
// Fault: an index past the end of a shared array. The last thread takes its right neighbour
// from whatever comes after it: here, as a rule, the other array.
#include "fault.h"

const int THREADS = 64; // a block

__global__ void differences(int *out, int last) {
    __shared__ int value[THREADS], square[THREADS];
    const int i = threadIdx.x;
    value[i] = 3 * i;
    square[i] = i * i;
    __syncthreads();
    if (i < last)
        out[i] = value[i + 1] - value[i]; // fault
    else
        out[i] = square[i];
}

int main(int argc, char **) {
    const bool mended = argc > 1;
    int *out = room<int>(THREADS);
    differences<<<1, THREADS>>>(out, mended ? THREADS - 1 : THREADS);
    FINISH(out);
}
