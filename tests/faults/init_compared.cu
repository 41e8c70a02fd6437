// SPDX-License-Identifier: MIT
// Faults: two kernels read a place of a local array that nothing wrote. One line of the host adds
// up what they computed. check-init names both, though it is the same line of the host. --mended:
// all places are written.
#include "fault.h"

const int THREADS = 32;

__global__ void first(const int *numbers, int *result, bool mended) {
    int found[THREADS];
    for (int i = 0; i < THREADS - !mended; i++) found[numbers[i]] = i;
    result[threadIdx.x] = found[threadIdx.x]; // fault: the last is missing
}

__global__ void second(const int *numbers, int *result, bool mended) {
    int found[THREADS];
    for (int i = !mended; i < THREADS; i++) found[numbers[i]] = 2 * i;
    result[threadIdx.x] = found[threadIdx.x]; // fault: the first is missing
}

int main(int argc, char **) {
    const bool mended = argc > 1;
    int numbers[THREADS];
    for (int i = 0; i < THREADS; i++) numbers[i] = i;
    int *dev_numbers = on_device(numbers), *dev_result = room<int>(THREADS);
    first<<<1, THREADS>>>(dev_numbers, dev_result, mended);
    printf("%d\n", sum_of(dev_result, THREADS));
    second<<<1, THREADS>>>(dev_numbers, dev_result, mended);
    printf("%d\n", sum_of(dev_result, THREADS));
    RELEASE(dev_numbers, dev_result);
}
