// SPDX-License-Identifier: MIT
// Fault: memory from cudaMallocAsync is used after its cudaFreeAsync in the same stream.
// check-memory names the line, and who freed it. --mended: freed after its last use.
#include "fault.h"

const int N = 100;

__global__ void fill(int *numbers, int value) {
    numbers[threadIdx.x] = value; // fault
}

int main(int argc, char **) {
    const bool mended = argc > 1;
    int *dev_numbers;
    cudaStream_t stream;
    HANDLE_ERROR(cudaStreamCreate(&stream));
    HANDLE_ERROR(cudaMallocAsync(&dev_numbers, N * sizeof(int), stream));
    if (!mended) HANDLE_ERROR(cudaFreeAsync(dev_numbers, stream));
    fill<<<1, N, 0, stream>>>(dev_numbers, 1);
    HANDLE_ERROR(cudaGetLastError());
    if (mended) HANDLE_ERROR(cudaFreeAsync(dev_numbers, stream));
    HANDLE_ERROR(cudaStreamSynchronize(stream));
    HANDLE_ERROR(cudaStreamDestroy(stream));
}
