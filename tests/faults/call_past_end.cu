// SPDX-License-Identifier: MIT
// Fault: a copy past the end of its allocation: memory for the elements, counted in bytes
// of another type.
#include "fault.h"

const int N = 100; // elements

int main(int argc, char **) {
    const bool mended = argc > 1;
    double host[N] = {0};
    void *dev;
    HANDLE_ERROR(cudaMalloc(&dev, N * (mended ? sizeof(double) : sizeof(float))));
    const cudaError_t error = cudaMemcpy(dev, host, sizeof host, cudaMemcpyHostToDevice); // fault
    printf("%s\n", cudaGetErrorString(error));
    HANDLE_ERROR(cudaFree(dev));
}
