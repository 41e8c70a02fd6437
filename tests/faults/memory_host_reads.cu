// SPDX-License-Identifier: MIT
// Fault: host code reads device memory. On most systems with a GPU that ends the program;
// on some it is merely slow.
#include "fault.h"

const int N = 32; // elements

__global__ void count(int *out) { out[threadIdx.x] = threadIdx.x; }

int main(int argc, char **) {
    const bool mended = argc > 1;
    int host[N], *dev, sum = 0;
    HANDLE_ERROR(cudaMalloc(&dev, N * sizeof *dev));
    count<<<1, N>>>(dev);
    HANDLE_ERROR(cudaGetLastError());
    HANDLE_ERROR(cudaMemcpy(host, dev, sizeof host, cudaMemcpyDeviceToHost));
    const int *from = mended ? host : dev;
    for (int i = 0; i < N; i++) sum += from[i]; // fault
    printf("%d\n", sum);
    HANDLE_ERROR(cudaFree(dev));
}
