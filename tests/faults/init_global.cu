// SPDX-License-Identifier: MIT
// Fault: a running sum in memory from cudaMalloc that nothing has set to zero.
// check-init names the line. --mended: cudaMemset.
#include "fault.h"

const int THREADS = 64;

__global__ void add(const float *numbers, float *sums) {
    const int i = threadIdx.x;
    sums[i] += numbers[i]; // fault: sums[i] is whatever was there
}

int main(int argc, char **) {
    const bool mended = argc > 1;
    float *dev_numbers = zeros<float>(THREADS);
    float *dev_sums = mended ? zeros<float>(THREADS) : room<float>(THREADS);
    add<<<1, THREADS>>>(dev_numbers, dev_sums);
    printf("%g\n", sum_of(dev_sums, THREADS));
    RELEASE(dev_numbers, dev_sums);
}
