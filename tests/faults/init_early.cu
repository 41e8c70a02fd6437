// SPDX-License-Identifier: MIT
// The host looks at a result that has not been copied yet.
#include "fault.h"

const int N = 64;

__global__ void number(int *value) { value[threadIdx.x] = threadIdx.x; }

int main(int argc, char **) {
    const bool mended = argc > 1;
    int *value = new int[N], *dev_value, largest = 0;
    HANDLE_ERROR(cudaMalloc(&dev_value, N * sizeof *dev_value));
    number<<<1, N>>>(dev_value);
    HANDLE_ERROR(cudaGetLastError());
    if (mended) HANDLE_ERROR(cudaMemcpy(value, dev_value, N * sizeof *value, cudaMemcpyDeviceToHost));
    for (int i = 0; i < N; i++)
        if (value[i] > largest) // fault
            largest = value[i];
    HANDLE_ERROR(cudaMemcpy(value, dev_value, N * sizeof *value, cudaMemcpyDeviceToHost));
    printf("%d\n", largest);
    HANDLE_ERROR(cudaFree(dev_value));
    delete[] value;
}
