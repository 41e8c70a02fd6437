// SPDX-License-Identifier: MIT
// Small kernels, each launched once, and the words that each leaves in d.
#ifndef KERNELS_H
#define KERNELS_H

#include <stdio.h>
#include <stdlib.h>

static int *d; // of the device

static void begin(void) {
    if (cudaMalloc(&d, 64 * sizeof *d) != cudaSuccess || cudaMemset(d, 0, 64 * sizeof *d) != cudaSuccess) exit(1);
}

// Memory of both sides.
template <class T> static T *managed(size_t count) {
    T *memory;
    if (cudaMallocManaged(&memory, count * sizeof(T)) != cudaSuccess) exit(1);
    return memory;
}

// Prints what the kernel left, and clears it.
static void show(const char *name) {
    int h[64];
    const cudaError_t error = cudaDeviceSynchronize();
    if (cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost) != cudaSuccess || cudaMemset(d, 0, sizeof h) != cudaSuccess)
        exit(1);
    printf("%s: %s:", name, cudaGetErrorName(error));
    for (int i = 0; i < 64; i++) printf(" %d", h[i]);
    printf("\n");
}

#endif
