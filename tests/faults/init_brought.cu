// SPDX-License-Identifier: MIT
// A copy to the host counts in elements: the rest of what malloc gave is read as it was.
#include <stdlib.h>

#include "fault.h"

const int N = 64;

__global__ void number(int *value) { value[threadIdx.x] = threadIdx.x; }

int main(int argc, char **) {
    const bool mended = argc > 1;
    int *value = (int *)malloc(N * sizeof *value), *dev_value, sum = 0;
    HANDLE_ERROR(cudaMalloc(&dev_value, N * sizeof *dev_value));
    number<<<1, N>>>(dev_value);
    HANDLE_ERROR(cudaGetLastError());
    const size_t bytes = mended ? N * sizeof *value : N;
    HANDLE_ERROR(cudaMemcpy(value, dev_value, bytes, cudaMemcpyDeviceToHost)); // fault
    for (int i = 0; i < N; i++) sum += value[i];                               // fault: shows here
    printf("%s\n", sum == N * (N - 1) / 2 ? "right" : "WRONG");
    HANDLE_ERROR(cudaFree(dev_value));
    free(value);
}
