// SPDX-License-Identifier: MIT
// Fault: shorts are written, and integers read: the upper half of each was never written.
// check-init names the line.
// --mended: integers.
#include "fault.h"

const int THREADS = 32;

__global__ void count(int *numbers, bool mended) {
    if (mended)
        numbers[threadIdx.x] = threadIdx.x;
    else
        *(short *)&numbers[threadIdx.x] = (short)threadIdx.x;
}

__global__ void twice(const int *numbers, int *result) {
    result[threadIdx.x] = 2 * numbers[threadIdx.x]; // fault
}

int main(int argc, char **) {
    const bool mended = argc > 1;
    int *dev_numbers = room<int>(THREADS), *dev_result = room<int>(THREADS);
    count<<<1, THREADS>>>(dev_numbers, mended);
    twice<<<1, THREADS>>>(dev_numbers, dev_result);
    printf("%d\n", sum_of(dev_result, THREADS));
    RELEASE(dev_numbers, dev_result);
}
