// SPDX-License-Identifier: MIT
// Lanes exchange by a mask that leaves out half of those who call.
#include "fault.h"

__global__ void swap(int *value, unsigned mask) {
    value[threadIdx.x] = __shfl_xor_sync(mask, (int)threadIdx.x, 1); // fault
}

int main(int argc, char **) {
    const bool mended = argc > 1;
    int *dev_value;
    HANDLE_ERROR(cudaMalloc(&dev_value, 32 * sizeof *dev_value));
    swap<<<1, 32>>>(dev_value, mended ? 0xffffffff : 0x0000ffff);
    HANDLE_KERNELS();
    HANDLE_ERROR(cudaFree(dev_value));
}
