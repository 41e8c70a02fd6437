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
    int result[THREADS], sum = 0, *dev_bins, *dev_result;
    HANDLE_ERROR(cudaMalloc(&dev_bins, sizeof result));
    HANDLE_ERROR(cudaMalloc(&dev_result, sizeof result));
    if (mended)
        HANDLE_ERROR(cudaMemset(dev_bins, 0, sizeof result));
    place<<<1, THREADS>>>(dev_bins, dev_result);
    HANDLE_ERROR(cudaGetLastError());
    HANDLE_ERROR(cudaMemcpy(result, dev_result, sizeof result, cudaMemcpyDeviceToHost));
    for (int i = 0; i < THREADS; i++)
        sum += result[i];
    printf("sum %d\n", sum);
    RELEASE(dev_bins, dev_result);
}
