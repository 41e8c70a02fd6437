// SPDX-License-Identifier: MIT
// Fault: an index past the end of an array in global memory. The blocks are rounded up, and
// the threads beyond the last element are not kept back.
#include "fault.h"

const int N = 100;      // elements
const int THREADS = 64; // a block

__global__ void twice(float *data, int limit) {
    const int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < limit) data[i] *= 2; // fault
}

int main(int argc, char **) {
    const bool mended = argc > 1;
    const int blocks = (N + THREADS - 1) / THREADS;
    float *data;
    HANDLE_ERROR(cudaMalloc(&data, N * sizeof *data));
    HANDLE_ERROR(cudaMemset(data, 0, N * sizeof *data));
    twice<<<blocks, THREADS>>>(data, mended ? N : blocks * THREADS);
    HANDLE_KERNELS();
    HANDLE_ERROR(cudaFree(data));
}
