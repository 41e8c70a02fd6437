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
    int result[THREADS], sum = 0, *dev_numbers, *dev_result;
    HANDLE_ERROR(cudaMalloc(&dev_numbers, sizeof result));
    HANDLE_ERROR(cudaMalloc(&dev_result, sizeof result));
    count<<<1, THREADS>>>(dev_numbers, mended);
    twice<<<1, THREADS>>>(dev_numbers, dev_result);
    HANDLE_ERROR(cudaGetLastError());
    HANDLE_ERROR(cudaMemcpy(result, dev_result, sizeof result, cudaMemcpyDeviceToHost));
    for (int i = 0; i < THREADS; i++)
        sum += result[i];
    printf("%d\n", sum);
    RELEASE(dev_numbers, dev_result);
}
