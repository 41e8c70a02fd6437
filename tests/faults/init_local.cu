// SPDX-License-Identifier: MIT
// Fault: a thread collects numbers in a local array, and the array has one place that no number
// came to.
// check-init names the line. --mended: it begins with zeros.
#include "fault.h"

const int THREADS = 32, KINDS = 4;

__global__ void largest(const int *numbers, int *result, bool mended) {
    int found[KINDS];
    for (int k = 0; k < KINDS && mended; k++) found[k] = 0;
    for (int i = 0; i < THREADS; i++) found[numbers[i] % KINDS] = numbers[i];
    int most = 0;
    for (int k = 0; k < KINDS; k++) most = found[k] > most ? found[k] : most; // fault: there is no number of kind 3
    result[threadIdx.x] = most + threadIdx.x;
}

int main(int argc, char **) {
    const bool mended = argc > 1;
    int numbers[THREADS];
    for (int i = 0; i < THREADS; i++) numbers[i] = i / (KINDS - 1) * KINDS + i % (KINDS - 1);
    int *dev_numbers = on_device(numbers), *dev_result = room<int>(THREADS);
    largest<<<1, THREADS>>>(dev_numbers, dev_result, mended);
    printf("%d\n", sum_of(dev_result, THREADS));
    RELEASE(dev_numbers, dev_result);
}
