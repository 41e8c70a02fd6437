// SPDX-License-Identifier: MIT
// Lab 14, a sparse matrix: README.md beside this file tells what to do; the lines to
// write are marked TODO. It compiles and runs as it is, and says what is missing.
//
//     make rows && bin/rows
#include "checks.h"

// Task 1. y = matrix times x, one thread for each row: its nonzeros are value[k] in column[k], for
// k from begin[row] up to, and without, begin[row + 1].
__global__ void multiply_rows(int rows, const int *begin, const int *column, const int *value,
                              const int *x, int *y) {
    const int row = threadIdx.x + blockIdx.x * BLOCK;
    // TODO 1
}

// Task 2. One warp for each row: each lane takes every 32nd nonzero, and the lanes add up their
// sums by shuffles.
__global__ void multiply_warps(int rows, const int *begin, const int *column, const int *value,
                               const int *x, int *y) {
    const int row = threadIdx.x / WARP + blockIdx.x * (BLOCK / WARP), lane = threadIdx.x % WARP;
    // TODO 2
}

// Task 3. One thread for each row, of the matrix in the form ELL: all rows have LONGEST places, and
// place k of row i is number i + k * rows. Where a row has no nonzero its column is NO_COLUMN.
__global__ void multiply_ell(int rows, const int *ell_column, const int *ell_value, const int *x,
                             int *y) {
    const int row = threadIdx.x + blockIdx.x * BLOCK;
    // TODO 3
}

// Task 4. The matrix is a graph: row i lists the neighbours of vertex i. One thread for each
// vertex; one whose level is `depth` gives depth + 1 to those of its neighbours that are UNSEEN,
// and counts in *found how many it was the first to see. Other threads may see the same ones at the
// same time.
__global__ void next_level(int rows, const int *begin, const int *column, int *level, int depth,
                           int *found) {
    const int vertex = threadIdx.x + blockIdx.x * BLOCK;
    // TODO 4
}

template <typename Number> static Number *to_device(const Number *host, int n) {
    Number *dev;
    CHECK(cudaMalloc(&dev, n * sizeof *dev));
    CHECK(cudaMemcpy(dev, host, n * sizeof *dev, cudaMemcpyHostToDevice));
    return dev;
}

// The result comes back and is handed in.
static void hand_in(int *dev, int n) {
    int *host = lab_blank_ints(n);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(host, dev, n * sizeof *dev, cudaMemcpyDeviceToHost));
    lab_result(host, n);
    free(host);
    CHECK(cudaFree(dev));
}

int main(int argc, char **argv) {
    lab_begin(argc, argv, 5000);
    const int rows = (int)lab_size(), blocks = (rows + BLOCK - 1) / BLOCK;
    int *begin = lab_begin_of_rows(rows), nonzeros = begin[rows];
    int *column = lab_ints("columns", nonzeros, rows), *value = lab_ints("values", nonzeros, BELOW);
    int *x = lab_ints("x", rows, X_BELOW), *blank = lab_blank_ints(rows);
    int *dev_begin = to_device(begin, rows + 1), *dev_column = to_device(column, nonzeros);
    int *dev_value = to_device(value, nonzeros), *dev_x = to_device(x, rows);

    if (lab_task(1, "a thread for each row")) {
        int *dev_y = to_device(blank, rows);
        multiply_rows<<<blocks, BLOCK>>>(rows, dev_begin, dev_column, dev_value, dev_x, dev_y);
        hand_in(dev_y, rows);
    }
    if (lab_task(2, "a warp for each row")) {
        int *dev_y = to_device(blank, rows);
        multiply_warps<<<(rows + BLOCK / WARP - 1) / (BLOCK / WARP), BLOCK>>>(
            rows, dev_begin, dev_column, dev_value, dev_x, dev_y);
        hand_in(dev_y, rows);
    }
    if (lab_task(3, "ELL")) {
        int *ell_column = lab_ell(begin, column, rows, NO_COLUMN);
        int *ell_value = lab_ell(begin, value, rows, 0);
        int *dev_ell_column = to_device(ell_column, rows * LONGEST);
        int *dev_ell_value = to_device(ell_value, rows * LONGEST), *dev_y = to_device(blank, rows);
        multiply_ell<<<blocks, BLOCK>>>(rows, dev_ell_column, dev_ell_value, dev_x, dev_y);
        hand_in(dev_y, rows);
        CHECK(cudaFree(dev_ell_column));
        CHECK(cudaFree(dev_ell_value));
        free(ell_column);
        free(ell_value);
    }
    if (lab_task(4, "levels of a graph")) {
        int found = 1, *level = lab_blank_ints(rows);
        for (int i = 0; i < rows; i++)
            level[i] = i == 0 ? 0 : UNSEEN;
        int *dev_level = to_device(level, rows), *dev_found = to_device(&found, 1);
        for (int depth = 0; found > 0; depth++) {
            CHECK(cudaMemset(dev_found, 0, sizeof *dev_found));
            next_level<<<blocks, BLOCK>>>(rows, dev_begin, dev_column, dev_level, depth, dev_found);
            CHECK(cudaMemcpy(&found, dev_found, sizeof found, cudaMemcpyDeviceToHost));
        }
        hand_in(dev_level, rows);
        CHECK(cudaFree(dev_found));
        free(level);
    }
    CHECK(cudaFree(dev_begin));
    CHECK(cudaFree(dev_column));
    CHECK(cudaFree(dev_value));
    CHECK(cudaFree(dev_x));
    free(begin);
    free(column);
    free(value);
    free(x);
    free(blank);
    return lab_end();
}
