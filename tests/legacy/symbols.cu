// SPDX-License-Identifier: MIT
// Constants that the host knows by their names, as strings, until CUDA 5; and functions of the
// system's without <unistd.h>.
#include <stdio.h>

#include "../common/book.h"

#ifdef CUDA_CPU_BACKEND
#define BY_NAME(variable) #variable
#else // with nvcc they are gone
#define BY_NAME(variable) variable
#endif

__constant__ float table[4];
__device__ char letters[8];
__constant__ int offset;

__global__ void look_up(float *out) {
    const int i = threadIdx.x;
    out[i] = table[i] + offset + letters[i];
}

int main(void) {
    const float numbers[4] = {0.5f, 1.5f, 2.5f, 3.5f};
    const int twenty = 20;
    float *dev, out[4], back = 0;
    int bad = getpid() <= 0;
    HANDLE_ERROR(cudaMalloc((void **)&dev, sizeof out));
#ifdef CUDA_CPU_BACKEND
    size_t size = 0;
    HANDLE_ERROR(cudaGetSymbolSize(&size, "table"));
    bad += size != sizeof numbers;
    bad += cudaMemcpyToSymbol("no such", &twenty, sizeof twenty) != cudaErrorInvalidSymbol;
    HANDLE_ERROR(cudaMemcpyToSymbol("table", numbers, sizeof numbers));
    HANDLE_ERROR(cudaMemcpyToSymbol("offset", &twenty, sizeof twenty));
#else
    HANDLE_ERROR(cudaMemcpyToSymbol(table, numbers, sizeof numbers));
    HANDLE_ERROR(cudaMemcpyToSymbol(offset, &twenty, sizeof twenty));
#endif
    HANDLE_ERROR(cudaMemcpyToSymbol(letters, "\1\2\3", 4)); // an array of chars is no name
    HANDLE_ERROR(cudaMemcpyFromSymbol(&back, BY_NAME(table), sizeof back, sizeof back));
    bad += back != numbers[1];
    look_up<<<1, 4>>>(dev);
    HANDLE_ERROR(cudaMemcpy(out, dev, sizeof out, cudaMemcpyDeviceToHost));
    for (int i = 0; i < 4; i++) bad += out[i] != numbers[i] + twenty + (i + 1) % 4;
    printf("%d wrong\n", bad);
    HANDLE_ERROR(cudaFree(dev));
    return bad != 0;
}
