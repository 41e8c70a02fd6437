// SPDX-License-Identifier: MIT
// The host reads managed memory before the kernel that fills it is done.
#include <string.h>

#include "fault.h"

const int N = 64;

__global__ void squares(int *square) {
    square[threadIdx.x] = threadIdx.x * threadIdx.x; // fault
}

int main(int argc, char **) {
    const bool mended = argc > 1;
    int *square;
    HANDLE_ERROR(cudaMallocManaged(&square, N * sizeof *square));
    memset(square, 0, N * sizeof *square);
    squares<<<1, N>>>(square);
    HANDLE_ERROR(cudaGetLastError());
    if (mended) HANDLE_ERROR(cudaDeviceSynchronize());
    const int last = square[N - 1]; // fault: the launch alone waits for nothing
    HANDLE_ERROR(cudaDeviceSynchronize());
    printf("%d\n", last);
    HANDLE_ERROR(cudaFree(square));
}
