// SPDX-License-Identifier: MIT
// Fault: a block with more threads than a block may have. The kernel never runs; a launch
// returns nothing, so a program that does not ask goes on with whatever was in its memory.
#include "fault.h"

const int N = 41; // elements along an edge

__global__ void fill(int *out) { out[threadIdx.x + threadIdx.y * blockDim.x] = 1; }

int main(int argc, char **) {
    const bool mended = argc > 1;
    int *out;
    HANDLE_ERROR(cudaMalloc(&out, N * N * sizeof *out));
    HANDLE_ERROR(cudaMemset(out, 0, N * N * sizeof *out));
    fill<<<1, dim3(N, mended ? N / 2 : N)>>>(out); // fault
    if (cudaGetLastError() != cudaSuccess) printf("the launch failed\n");
    HANDLE_ERROR(cudaFree(out));
}
