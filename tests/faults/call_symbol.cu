// SPDX-License-Identifier: MIT
// Fault: cudaMemcpy to a variable of the device by its name, which on the host is no address of the
// device's, and a launch that hands the name to a kernel. Every build says so. --mended:
// cudaMemcpyToSymbol, cudaGetSymbolAddress.
#include "fault.h"

__device__ int table[16];

__global__ void look_up(const int *where, int *result) {
    result[threadIdx.x] = where[threadIdx.x] + table[threadIdx.x % 16];
}

int main(int argc, char **) {
    const bool mended = argc > 1;
    int numbers[16] = {3, 1, 4, 1, 5}, *dev_result, *dev_table = NULL;
    HANDLE_ERROR(cudaMalloc(&dev_result, sizeof numbers));
    if (!mended && cudaMemcpy(table, numbers, sizeof numbers, cudaMemcpyHostToDevice)) // fault
        cudaGetLastError();
    HANDLE_ERROR(cudaMemcpyToSymbol(table, numbers, sizeof numbers));
    if (mended) {
        HANDLE_ERROR(cudaGetSymbolAddress((void **)&dev_table, table));
        look_up<<<1, 16>>>(dev_table, dev_result);
    } else {
        look_up<<<1, 16>>>(table, dev_result); // fault
    }
    HANDLE_KERNELS();
    HANDLE_ERROR(cudaFree(dev_result));
}
