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
    float numbers[THREADS], *dev_numbers, *dev_sums;
    for (int i = 0; i < THREADS; i++)
        numbers[i] = i * 1.5f;
    HANDLE_ERROR(cudaMalloc(&dev_numbers, sizeof numbers));
    HANDLE_ERROR(cudaMalloc(&dev_sums, sizeof numbers));
    if (mended)
        HANDLE_ERROR(cudaMemset(dev_sums, 0, sizeof numbers));
    HANDLE_ERROR(cudaMemcpy(dev_numbers, numbers, sizeof numbers, cudaMemcpyHostToDevice));
    add<<<1, THREADS>>>(dev_numbers, dev_sums);
    HANDLE_ERROR(cudaGetLastError());
    HANDLE_ERROR(cudaMemcpy(numbers, dev_sums, sizeof numbers, cudaMemcpyDeviceToHost));
    float sum = 0;
    for (int i = 0; i < THREADS; i++)
        sum += numbers[i];
    printf("%g\n", sum);
    RELEASE(dev_numbers, dev_sums);
}
