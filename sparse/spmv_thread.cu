// SPDX-License-Identifier: MIT
// A sparse matrix times a vector: one thread per row.
//
// What it teaches: the loop of the CPU, given to a thread, is right, but the threads of a warp are
// in 32 rows, so each load touches many sectors. And a warp takes as long as its longest row
// needs. After spmv_cpu; then spmv_warp.
//
//     spmv_thread; spmv_thread --kind long; make count P=spmv_thread; spmv_thread --help
//
// It prints the time of the whole job and of its parts, then of the kernel alone, and whether the
// result is right.
#include "device.h"

#define ABOUT "Multiplies a sparse matrix with a vector, one thread per row."
const size_t DEFAULT_SIZE = 1 << 16; // rows
const int BLOCK = 256;               // threads of a block

// One thread: one row. Bound by memory: neighbouring threads read what lies a row apart.
__global__ void multiply_rows(int rows, const int *begin, const int *column, const float *value,
                              const float *x, float *y) {
    const int row = threadIdx.x + blockIdx.x * BLOCK;
    if (row >= rows)
        return;
    float sum = 0;
    for (int k = begin[row]; k < begin[row + 1]; k++)
        sum += value[k] * x[column[k]];
    y[row] = sum;
}

static void multiply(const struct dev_sparse *d) {
    multiply_rows<<<(d->rows + BLOCK - 1) / BLOCK, BLOCK>>>(d->rows, d->begin, d->column, d->value,
                                                            d->x, d->y);
    HANDLE_ERROR(cudaGetLastError());
}

int main(int argc, char **argv) {
    struct options options = options_default(DEFAULT_SIZE);
    const int kind = sparse_options(&options, argc, argv, ABOUT);
    return spmv_run(&options, kind, multiply);
}
