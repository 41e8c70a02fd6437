// SPDX-License-Identifier: MIT
// Fault: an index past the end of a thread's own array: a histogram of four bins, and the
// largest value would belong in a fifth.
#include "fault.h"

const int BINS = 4;
const int VALUES = 20;

__global__ void histogram(int *out, int range) {
    int bins[BINS] = {0};
    for (int i = 0; i < VALUES; i++) bins[i * BINS / range]++; // fault
    for (int i = 0; i < BINS; i++) out[i] = bins[i];
}

int main(int argc, char **) {
    const bool mended = argc > 1;
    int *out = room<int>(BINS);
    histogram<<<1, 1>>>(out, mended ? VALUES : VALUES - 1);
    FINISH(out);
}
