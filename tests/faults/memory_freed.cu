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
    if (i < v.n) atomicAdd(sum, v.data[i]); // fault
}

int main(int argc, char **) {
    const bool mended = argc > 1;
    int *data = zeros<int>(N), *sum = zeros<int>();
    const view v = {data, N};
    if (!mended) HANDLE_ERROR(cudaFree(data));
    add<<<1, N>>>(v, sum);
    HANDLE_KERNELS();
    if (mended) HANDLE_ERROR(cudaFree(data));
    RELEASE(sum);
}
