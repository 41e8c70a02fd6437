// SPDX-License-Identifier: MIT
// Fault: cudaMemcpy to a variable of the device by its name, which on the host is no address of the
// device's. Every build says so. --mended: cudaMemcpyToSymbol.
#include <string.h>

#include "book.h"

__device__ int table[16];

__global__ void look_up(int *result) {
    result[threadIdx.x] = table[threadIdx.x % 16];
}

int main(int argc, char **argv) {
    const bool mended = argc > 1 && strcmp(argv[1], "--mended") == 0;
    int numbers[16] = {3, 1, 4, 1, 5}, *dev_result;
    HANDLE_ERROR(cudaMalloc(&dev_result, sizeof numbers));
    if (mended)
        HANDLE_ERROR(cudaMemcpyToSymbol(table, numbers, sizeof numbers));
    else if (cudaMemcpy(table, numbers, sizeof numbers, cudaMemcpyHostToDevice)) // fault
        cudaGetLastError();
    look_up<<<1, 16>>>(dev_result);
    HANDLE_ERROR(cudaGetLastError());
    HANDLE_ERROR(cudaDeviceSynchronize());
    HANDLE_ERROR(cudaFree(dev_result));
    return 0;
}
