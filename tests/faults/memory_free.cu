// SPDX-License-Identifier: MIT
// Fault: pinned memory handed to free(). Mended: cudaFreeHost.
#include <stdlib.h>

#include "fault.h"

const int N = 32; // elements

int main(int argc, char **) {
    const bool mended = argc > 1;
    int *numbers, *dev;
    HANDLE_ERROR(cudaMallocHost(&numbers, N * sizeof *numbers));
    HANDLE_ERROR(cudaMalloc(&dev, N * sizeof *dev));
    for (int i = 0; i < N; i++) numbers[i] = i;
    HANDLE_ERROR(cudaMemcpy(dev, numbers, N * sizeof *dev, cudaMemcpyHostToDevice));
    if (mended)
        HANDLE_ERROR(cudaFreeHost(numbers));
    else
        free(numbers); // fault
    HANDLE_ERROR(cudaFree(dev));
}
