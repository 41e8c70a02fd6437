// SPDX-License-Identifier: MIT
// Fault: a copy of as many bytes as there are elements; the rest is whatever was there.
// check-init names the element that is read, and the copy. --mended: all bytes.
#include "fault.h"

const int THREADS = 64;

__global__ void twice(const int *numbers, int *result) {
    const int i = threadIdx.x;
    result[i] = 2 * numbers[i]; // fault: three quarters of them never came
}

int main(int argc, char **) {
    const bool mended = argc > 1;
    int numbers[THREADS], *dev_numbers = room<int>(THREADS), *dev_result = room<int>(THREADS);
    for (int i = 0; i < THREADS; i++) numbers[i] = i;
    const size_t bytes = mended ? sizeof numbers : THREADS;
    HANDLE_ERROR(cudaMemcpy(dev_numbers, numbers, bytes, cudaMemcpyHostToDevice)); // fault
    twice<<<1, THREADS>>>(dev_numbers, dev_result);
    printf("%d\n", sum_of(dev_result, THREADS));
    RELEASE(dev_numbers, dev_result);
}
