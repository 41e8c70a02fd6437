// SPDX-License-Identifier: MIT
// Fault: a kernel reads memory after cudaFree. On a GPU the old numbers are often still
// there, and the result is right for years.
#include "fault.h"

const int N = 32; // elements

struct view { // the pointer travels in a struct: nothing at the launch shows it
    const int *data;
    int n;
};

__global__ void add(view v, int *sum) {
    const int i = threadIdx.x;
    if (i < v.n)
        atomicAdd(sum, v.data[i]); // fault
}

int main(int argc, char **) {
    const bool mended = argc > 1;
    int *data, *sum;
    HANDLE_ERROR(cudaMalloc(&data, N * sizeof *data));
    HANDLE_ERROR(cudaMalloc(&sum, sizeof *sum));
    HANDLE_ERROR(cudaMemset(data, 0, N * sizeof *data));
    HANDLE_ERROR(cudaMemset(sum, 0, sizeof *sum));
    const view v = {data, N};
    if (!mended)
        HANDLE_ERROR(cudaFree(data));
    add<<<1, N>>>(v, sum);
    HANDLE_KERNELS();
    if (mended)
        HANDLE_ERROR(cudaFree(data));
    HANDLE_ERROR(cudaFree(sum));
}
