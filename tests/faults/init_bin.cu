// SPDX-License-Identifier: MIT
// Fault: an index that nothing wrote chooses between values that differ in a few of their bits.
// check-init names the line that reads it. --mended: the indices are filled first.
#include "fault.h"

const int THREADS = 32;

__global__ void place(const int *bins, int *result) {
    const int i = threadIdx.x;
    result[i] = bins[i] == 0 ? 1 : 2; // fault
}

int main(int argc, char **) {
    const bool mended = argc > 1;
    int *dev_bins = mended ? zeros<int>(THREADS) : room<int>(THREADS);
    int *dev_result = room<int>(THREADS);
    place<<<1, THREADS>>>(dev_bins, dev_result);
    printf("sum %d\n", sum_of(dev_result, THREADS));
    RELEASE(dev_bins, dev_result);
}
