// SPDX-License-Identifier: MIT
// Fault: memory that is freed twice, as two owners do who do not know of each other.
#include "fault.h"

int main(int argc, char **) {
    const bool mended = argc > 1;
    void *dev;
    HANDLE_ERROR(cudaMalloc(&dev, 64));
    void *copy = dev;
    HANDLE_ERROR(cudaFree(dev));                                     // before
    const cudaError_t error = mended ? cudaSuccess : cudaFree(copy); // fault
    printf("%s\n", cudaGetErrorString(error));
}
