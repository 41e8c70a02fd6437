// SPDX-License-Identifier: MIT
// Fault: a copy of as many bytes as there are elements; what lies behind is whatever was there.
// check-init names the element that is read, and the copy. --mended: all bytes.
#include "fault.h"

const int THREADS = 64;

__global__ void twice(const int *numbers, int *result) {
    const int i = threadIdx.x;
    result[i] = 2 * numbers[i]; // fault: three quarters of them never came
}

int main(int argc, char **) {
    const bool mended = argc > 1;
    int numbers[THREADS], sum = 0, *dev_numbers, *dev_result;
    for (int i = 0; i < THREADS; i++)
        numbers[i] = i;
    HANDLE_ERROR(cudaMalloc(&dev_numbers, sizeof numbers));
    HANDLE_ERROR(cudaMalloc(&dev_result, sizeof numbers));
    const size_t bytes = mended ? sizeof numbers : THREADS;
    HANDLE_ERROR(cudaMemcpy(dev_numbers, numbers, bytes, cudaMemcpyHostToDevice)); // fault
    twice<<<1, THREADS>>>(dev_numbers, dev_result);
    HANDLE_ERROR(cudaGetLastError());
    HANDLE_ERROR(cudaMemcpy(numbers, dev_result, sizeof numbers, cudaMemcpyDeviceToHost));
    for (int i = 0; i < THREADS; i++)
        sum += numbers[i];
    printf("%d\n", sum);
    RELEASE(dev_numbers, dev_result);
}
