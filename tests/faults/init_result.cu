// SPDX-License-Identifier: MIT
// Fault: the grid is rounded down, so the last results are never written; the host takes what it
// finds for results.
// check-init names the host's line, and the copy. --mended: rounded up.
#include "fault.h"

const int THREADS = 32, NUMBERS = 100;

__global__ void squares(int *result) {
    const int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < NUMBERS) result[i] = i * i;
}

int main(int argc, char **) {
    const bool mended = argc > 1;
    int result[NUMBERS], *dev_result;
    HANDLE_ERROR(cudaMalloc(&dev_result, sizeof result));
    squares<<<(NUMBERS + (mended ? THREADS - 1 : 0)) / THREADS, THREADS>>>(dev_result);
    HANDLE_ERROR(cudaGetLastError());
    HANDLE_ERROR(cudaMemcpy(result, dev_result, sizeof result, cudaMemcpyDeviceToHost));
    long sum = 0;
    for (int i = 0; i < NUMBERS; i++) sum += result[i]; // fault: the last four were never written
    printf("%ld\n", sum);
    HANDLE_ERROR(cudaFree(dev_result));
}
