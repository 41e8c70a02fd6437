// SPDX-License-Identifier: MIT
// A sparse matrix times a vector: one warp per row.
//
// What it teaches: 32 lanes read 32 neighbouring nonzeros of a row, so loads are side by side, and
// add up their parts by shuffles. Where rows are shorter than 32 most lanes have nothing to do; and
// one long row still holds one warp up. After spmv_thread; then spmv_ell.
//
//     spmv_warp; spmv_warp --kind block; diff spmv_thread.cu spmv_warp.cu; make count P=spmv_warp
//
// It prints the time of the whole job and of its parts, then of the kernel alone, and whether the
// result is right.
#include "device.h"

#define ABOUT "Multiplies a sparse matrix with a vector, one warp per row."
const size_t DEFAULT_SIZE = 1 << 16; // rows
const int BLOCK = 256;               // threads of a block
const int WARP = 32;                 // lanes

// One warp: one row. A lane takes every 32nd nonzero. Bound by memory where rows are long.
__global__ void multiply_rows(int rows, const int *begin, const int *column, const float *value,
                              const float *x, float *y) {
    const int row = threadIdx.x / WARP + blockIdx.x * (BLOCK / WARP), lane = threadIdx.x % WARP;
    const int end = row < rows ? begin[row + 1] : 0; // nothing to do without a row
    float sum = 0;
    for (int k = row < rows ? begin[row] + lane : 0; k < end; k += WARP)
        sum += value[k] * x[column[k]];
    for (int lanes = WARP / 2; lanes > 0; lanes /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, lanes); // all lanes take part
    if (row < rows && lane == 0)
        y[row] = sum;
}

static void multiply(const struct dev_sparse *d) {
    multiply_rows<<<(d->rows + BLOCK / WARP - 1) / (BLOCK / WARP), BLOCK>>>(
        d->rows, d->begin, d->column, d->value, d->x, d->y);
    HANDLE_ERROR(cudaGetLastError());
}

int main(int argc, char **argv) {
    struct options options = options_default(DEFAULT_SIZE);
    const int kind = sparse_options(&options, argc, argv, ABOUT);
    return spmv_run(&options, kind, multiply);
}
