// SPDX-License-Identifier: MIT
// Faults: two kernels read a place of a local array that nothing wrote. One line of the host adds
// up what they computed. check-init names both, though it is the same line of the host. --mended:
// all places are written.
#include "fault.h"

const int THREADS = 32;

__global__ void first(const int *numbers, int *result, bool mended) {
    int found[THREADS];
    for (int i = 0; i < THREADS - !mended; i++)
        found[numbers[i]] = i;
    result[threadIdx.x] = found[threadIdx.x]; // fault: the last is missing
}

__global__ void second(const int *numbers, int *result, bool mended) {
    int found[THREADS];
    for (int i = !mended; i < THREADS; i++)
        found[numbers[i]] = 2 * i;
    result[threadIdx.x] = found[threadIdx.x]; // fault: the first is missing
}

static long sum_of(const int *dev_result) {
    int result[THREADS];
    long sum = 0;
    HANDLE_ERROR(cudaMemcpy(result, dev_result, sizeof result, cudaMemcpyDeviceToHost));
    for (int i = 0; i < THREADS; i++)
        sum += result[i];
    return sum;
}

int main(int argc, char **) {
    const bool mended = argc > 1;
    int numbers[THREADS], *dev_numbers, *dev_result;
    for (int i = 0; i < THREADS; i++)
        numbers[i] = i;
    HANDLE_ERROR(cudaMalloc(&dev_numbers, sizeof numbers));
    HANDLE_ERROR(cudaMalloc(&dev_result, sizeof numbers));
    HANDLE_ERROR(cudaMemcpy(dev_numbers, numbers, sizeof numbers, cudaMemcpyHostToDevice));
    first<<<1, THREADS>>>(dev_numbers, dev_result, mended);
    HANDLE_ERROR(cudaGetLastError());
    printf("%ld\n", sum_of(dev_result));
    second<<<1, THREADS>>>(dev_numbers, dev_result, mended);
    HANDLE_ERROR(cudaGetLastError());
    printf("%ld\n", sum_of(dev_result));
    RELEASE(dev_numbers, dev_result);
}
