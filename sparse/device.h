// SPDX-License-Identifier: MIT
// A sparse matrix and both vectors on the device, and what the programs do with them around their
// lesson.
#ifndef DEVICE_H
#define DEVICE_H

#include "chapter.h"
#include "sparse.h"

struct dev_sparse {
    int rows, *begin, *column;
    float *value, *x, *y;
};

static inline void dev_sparse_allocate(struct dev_sparse *d, const struct sparse *m) {
    const size_t rows = m->rows, nonzeros = m->begin[rows];
    d->rows = m->rows;
    HANDLE_ERROR(cudaMalloc(&d->begin, (rows + 1) * sizeof *d->begin));
    HANDLE_ERROR(cudaMalloc(&d->column, (nonzeros + 1) * sizeof *d->column));
    HANDLE_ERROR(cudaMalloc(&d->value, (nonzeros + 1) * sizeof *d->value));
    HANDLE_ERROR(cudaMalloc(&d->x, rows * sizeof *d->x));
    HANDLE_ERROR(cudaMalloc(&d->y, rows * sizeof *d->y));
}

static inline void dev_sparse_copy(const struct dev_sparse *d, const struct sparse *m,
                                   const float *x) {
    const size_t rows = m->rows, nonzeros = m->begin[rows];
    const cudaMemcpyKind in = cudaMemcpyHostToDevice;
    HANDLE_ERROR(cudaMemcpy(d->begin, m->begin, (rows + 1) * sizeof *d->begin, in));
    HANDLE_ERROR(cudaMemcpy(d->column, m->column, nonzeros * sizeof *d->column, in));
    HANDLE_ERROR(cudaMemcpy(d->value, m->value, nonzeros * sizeof *d->value, in));
    HANDLE_ERROR(cudaMemcpy(d->x, x, rows * sizeof *d->x, in));
}

static inline void dev_sparse_free(const struct dev_sparse *d) {
    HANDLE_ERROR(cudaFree(d->begin));
    HANDLE_ERROR(cudaFree(d->column));
    HANDLE_ERROR(cudaFree(d->value));
    HANDLE_ERROR(cudaFree(d->x));
    HANDLE_ERROR(cudaFree(d->y));
}

// What is the same in all four programs for products: m x by `multiply`, which enqueues its kernel:
// the whole job once, then the kernel alone, many times; both results are checked. Returns the exit
// status.
static inline int spmv_run(const struct options *options, int kind,
                           void (*multiply)(const struct dev_sparse *)) {
    struct sparse m = sparse_create(options, kind);
    const size_t bytes = m.rows * sizeof(float);
    float *x = (float *)host_alloc(options, m.rows, sizeof *x);
    float *y = (float *)host_alloc(options, m.rows, sizeof *y);
    float *expected = (float *)host_alloc(options, m.rows, sizeof *expected);
    struct report report = report_begin(options);
    sparse_vector(x, m.rows, options->seed);
    sparse_reference(&m, x, expected);

    struct dev_sparse d;
    struct stopwatch span = stopwatch_start();
    dev_sparse_allocate(&d, &m);
    stopwatch_lap(&span, "allocate");
    stopwatch_poison(&span, d.y, bytes);
    dev_sparse_copy(&d, &m, x);
    stopwatch_lap(&span, "copy in");
    multiply(&d);
    stopwatch_lap(&span, "kernel");
    HANDLE_ERROR(cudaMemcpy(y, d.y, bytes, cudaMemcpyDeviceToHost));
    stopwatch_lap(&span, "copy out");
    stopwatch_stop(&span);
    size_t wrong = sparse_verify(&m, y, expected);
    report_span(&report, &span, wrong == 0);

    struct timing t = timing_start(options->runs, d.y, bytes);
    while (timing_next(&t))
        multiply(&d);
    HANDLE_ERROR(cudaMemcpy(y, d.y, bytes, cudaMemcpyDeviceToHost));
    const size_t wrong_alone = sparse_verify(&m, y, expected);
    report_kernel(&report, "kernel", &t, sparse_bytes(&m) / (t.median_ms * 1e6), "GB/s",
                  wrong_alone == 0);

    const int rows = m.rows, nonzeros = m.begin[m.rows];
    dev_sparse_free(&d);
    sparse_destroy(&m);
    free(x);
    free(y);
    free(expected);
    return report_end(&report, "%zu wrong among 2 x %d rows, %d nonzeros", wrong + wrong_alone,
                      rows, nonzeros);
}

#endif
