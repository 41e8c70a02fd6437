// SPDX-License-Identifier: MIT
// Fault: an array of pointers in device memory, whose elements the host's cudaMalloc is to set.
// Every build says so. --mended: an array of the host's, copied there.
#include "fault.h"

const int ROWS = 4, COLUMNS = 32;

__global__ void fill(int **rows) { rows[blockIdx.x][threadIdx.x] = threadIdx.x; }

int main(int argc, char **) {
    const bool mended = argc > 1;
    int **dev_rows, *rows[ROWS];
    HANDLE_ERROR(cudaMalloc(&dev_rows, sizeof rows));
    for (int i = 0; i < ROWS; i++)
        if (mended)
            HANDLE_ERROR(cudaMalloc(&rows[i], COLUMNS * sizeof(int)));
        else
            HANDLE_ERROR(cudaMalloc(&dev_rows[i], COLUMNS * sizeof(int))); // fault
    if (mended)
        HANDLE_ERROR(cudaMemcpy(dev_rows, rows, sizeof rows, cudaMemcpyHostToDevice));
    else
        HANDLE_ERROR(cudaMemcpy(rows, dev_rows, sizeof rows, cudaMemcpyDeviceToHost));
    fill<<<ROWS, COLUMNS>>>(dev_rows);
    HANDLE_KERNELS();
    for (int i = 0; i < ROWS; i++) HANDLE_ERROR(cudaFree(rows[i]));
    HANDLE_ERROR(cudaFree(dev_rows));
}
