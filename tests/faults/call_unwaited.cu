// SPDX-License-Identifier: MIT
// The program ends after its last launch.
#include "fault.h"

__global__ void hello(int *count) { atomicAdd(count, 1); }

int main(int argc, char **) {
    const bool mended = argc > 1;
    int *dev_count = zeros<int>();
    hello<<<2, 32>>>(dev_count); // fault
    HANDLE_ERROR(cudaGetLastError());
    if (mended) {
        HANDLE_ERROR(cudaDeviceSynchronize());
        HANDLE_ERROR(cudaFree(dev_count));
    }
}
