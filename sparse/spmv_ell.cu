// SPDX-License-Identifier: MIT
// A sparse matrix times a vector: one thread per row of a matrix in another form, ELL.
//
// What it teaches: change the data, and the simple kernel is good. All rows are made as long as the
// longest, and stored column by column: the first nonzeros of all rows, then the second ones. So
// neighbouring threads read neighbouring elements. But a single long row makes all rows long. After
// spmv_warp; then spmv_merge.
//
//     spmv_ell; spmv_ell --kind stencil; spmv_ell --kind power; make count P=spmv_ell
//
// It prints the time of the whole job and of its parts (the new form is made on the host, before),
// then of the kernel alone, and whether the result is right.
#include "device.h"

#define ABOUT "Multiplies a sparse matrix with a vector, in the form ELL."
const size_t DEFAULT_SIZE = 1 << 16; // rows
const int BLOCK = 256;               // threads of a block

// One thread: one row. Nonzero k of row i lies at i + k * rows; a column of -1 is none. Bound by
// memory.
__global__ void multiply_ell(int rows, int width, const int *column, const float *value,
                             const float *x, float *y) {
    const int row = threadIdx.x + blockIdx.x * BLOCK;
    if (row >= rows)
        return;
    float sum = 0;
    for (int k = 0; k < width; k++) {
        const size_t at = row + (size_t)k * rows;
        if (column[at] >= 0)
            sum += value[at] * x[column[at]];
    }
    y[row] = sum;
}

int main(int argc, char **argv) {
    struct options options = options_default(DEFAULT_SIZE);
    const int kind = sparse_options(&options, argc, argv, ABOUT);
    struct sparse m = sparse_create(&options, kind);
    const int rows = m.rows, nonzeros = m.begin[rows], width = sparse_longest(&m);
    const size_t places = (size_t)rows * width, bytes = rows * sizeof(float);
    if (places > 100 * ((size_t)nonzeros + rows))
        options_refuse(&options, "--kind %s: ELL has %zu places for %d nonzeros",
                       SPARSE_KINDS[kind], places, nonzeros);

    // The other form.
    int *column = (int *)host_alloc(&options, places, sizeof *column);
    float *value = (float *)host_alloc(&options, places, sizeof *value);
    for (int i = 0; i < rows; i++)
        for (int k = 0; k < width; k++) {
            const size_t at = i + (size_t)k * rows;
            const bool is_there = k < m.begin[i + 1] - m.begin[i];
            column[at] = is_there ? m.column[m.begin[i] + k] : -1;
            value[at] = is_there ? m.value[m.begin[i] + k] : 0;
        }
    float *x = (float *)host_alloc(&options, rows, sizeof *x);
    float *y = (float *)host_alloc(&options, rows, sizeof *y);
    float *expected = (float *)host_alloc(&options, rows, sizeof *expected);
    struct report report = report_begin(&options);
    sparse_vector(x, rows, options.seed);
    sparse_reference(&m, x, expected);

    // The whole job, once: memory on the device, matrix and vector there, the kernel, the result.
    int *dev_column;
    float *dev_value, *dev_x, *dev_y;
    struct stopwatch span = stopwatch_start();
    HANDLE_ERROR(cudaMalloc(&dev_column, (places + 1) * sizeof *column)); // width may be 0
    HANDLE_ERROR(cudaMalloc(&dev_value, (places + 1) * sizeof *value));
    HANDLE_ERROR(cudaMalloc(&dev_x, bytes));
    HANDLE_ERROR(cudaMalloc(&dev_y, bytes));
    stopwatch_lap(&span, "allocate");
    stopwatch_poison(&span, dev_y, bytes);
    HANDLE_ERROR(cudaMemcpy(dev_column, column, places * sizeof *column, cudaMemcpyHostToDevice));
    HANDLE_ERROR(cudaMemcpy(dev_value, value, places * sizeof *value, cudaMemcpyHostToDevice));
    HANDLE_ERROR(cudaMemcpy(dev_x, x, bytes, cudaMemcpyHostToDevice));
    stopwatch_lap(&span, "copy in");
    const int blocks = (rows + BLOCK - 1) / BLOCK;
    multiply_ell<<<blocks, BLOCK>>>(rows, width, dev_column, dev_value, dev_x, dev_y);
    HANDLE_ERROR(cudaGetLastError());
    stopwatch_lap(&span, "kernel");
    HANDLE_ERROR(cudaMemcpy(y, dev_y, bytes, cudaMemcpyDeviceToHost));
    stopwatch_lap(&span, "copy out");
    stopwatch_stop(&span);
    const size_t wrong = sparse_verify(&m, y, expected);
    report_span(&report, &span, wrong == 0);

    // The kernel alone, many times; the last result is checked too.
    struct timing t = timing_start(options.runs, dev_y, bytes);
    while (timing_next(&t))
        multiply_ell<<<blocks, BLOCK>>>(rows, width, dev_column, dev_value, dev_x, dev_y);
    HANDLE_ERROR(cudaMemcpy(y, dev_y, bytes, cudaMemcpyDeviceToHost));
    const size_t wrong_alone = sparse_verify(&m, y, expected);
    report_kernel(&report, "kernel", &t, sparse_bytes(&m) / (t.median_ms * 1e6), "GB/s",
                  wrong_alone == 0);

    HANDLE_ERROR(cudaFree(dev_column));
    HANDLE_ERROR(cudaFree(dev_value));
    HANDLE_ERROR(cudaFree(dev_x));
    HANDLE_ERROR(cudaFree(dev_y));
    sparse_destroy(&m);
    free(column);
    free(value);
    free(x);
    free(y);
    free(expected);
    return report_end(&report, "%zu wrong among 2 x %d rows, %d nonzeros in %zu places",
                      wrong + wrong_alone, rows, nonzeros, places);
}
