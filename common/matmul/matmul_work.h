// SPDX-License-Identifier: MIT
// What matmul_ladder and the libraries beside it work on: c = a b, for a of m x k random floats in
// [-1, 1) and b of k x n, row after row; and what c has to be.
#ifndef MATMUL_LADDER_WORK_H
#define MATMUL_LADDER_WORK_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "ladders/ladder.h"
#include "verify.h"
#include "sizes.h"

struct matmul_work {
    size_t m, n, k;
    uint64_t seed;
    float *dev_a, *dev_b, *dev_c;
    int processors;       // multiprocessors of the device
    size_t shared;        // bytes of shared memory that a block may ask for
    double *dev_expected; // of so many rows of c, spread from the first to the last
    size_t rows;
    unsigned long long *dev_wrong; // elements, and where the first of them is
};

static inline struct sizes matmul_sizes(const struct matmul_work *w) {
    return sizes_of(w->m, w->n, w->k);
}

const float EXPECTED_MS = 500;    // the reference may take about so long
const size_t EXPECTED_FIRST = 64; // rows, to see how long they take
enum { CHECK_THREADS = 128 };

// The matrix's row that the reference's row r is of.
__host__ __device__ static inline size_t matmul_row(size_t r, size_t rows, size_t m) {
    return rows > 1 ? r * (m - 1) / (rows - 1) : 0;
}

// One thread: one element of the reference, in doubles.
__global__ static void matmul_expect(const float *a, const float *b, double *expected, size_t rows,
                                     size_t m, size_t n, size_t k) {
    const size_t column = threadIdx.x + (size_t)blockIdx.x * blockDim.x;
    for (size_t r = blockIdx.y; r < rows && column < n; r += gridDim.y) {
        const float *along_a = a + matmul_row(r, rows, m) * k;
        double sum = 0;
        for (size_t p = 0; p < k; p++)
            sum += (double)along_a[p] * b[p * n + column];
        expected[r * n + column] = sum;
    }
}

// Counts what is further off than allowed; a NaN is.
__global__ static void matmul_compare(const float *c, const double *expected, size_t rows, size_t m,
                                      size_t n, double allowed, unsigned long long *wrong) {
    const size_t column = threadIdx.x + (size_t)blockIdx.x * blockDim.x;
    for (size_t r = blockIdx.y; r < rows && column < n; r += gridDim.y) {
        const size_t at = matmul_row(r, rows, m) * n + column;
        if (!(fabs(c[at] - expected[r * n + column]) <= allowed)) {
            atomicAdd(&wrong[0], 1ull);
            atomicMin(&wrong[1], (unsigned long long)at);
        }
    }
}

static inline dim3 matmul_check_grid(size_t rows, size_t n) {
    return dim3((unsigned)((n + CHECK_THREADS - 1) / CHECK_THREADS),
                (unsigned)(rows < 4096 ? rows : 4096));
}

// The device works the reference out from its copies of a and b before any rung has run; the host
// does some elements of it again, from what a and b have to be.
static inline void matmul_confirm(const struct options *options, const struct matmul_work *w) {
    enum { ELEMENTS = 64 };
    for (size_t e = 0; e < ELEMENTS; e++) {
        const size_t r = e * (w->rows - 1) / (ELEMENTS - 1);
        const size_t row = matmul_row(r, w->rows, w->m);
        const size_t column = e % 2 ? w->n - 1 - (e * 7919) % w->n : (e * 7919) % w->n;
        double expected = 0, got;
        for (size_t p = 0; p < w->k; p++)
            expected += (double)(2 * ladder_random(2 * w->seed, row * w->k + p) - 1) *
                        (2 * ladder_random(2 * w->seed + 1, p * w->n + column) - 1);
        HANDLE_ERROR(cudaMemcpy(&got, w->dev_expected + r * w->n + column, sizeof got,
                                cudaMemcpyDeviceToHost));
        if (!verify_close(got, expected, 1e-14 * (double)w->k, 0)) {
            fprintf(stderr, "%s: device and host disagree on the reference\n", options->program);
            exit(EXIT_FAILURE);
        }
    }
}

// So many rows of the reference. Returns how long they took, in ms.
static inline float matmul_expect_rows(const struct options *options, struct matmul_work *w,
                                       size_t rows) {
    moment start, stop;
    moment_create(&start);
    moment_create(&stop);
    w->rows = rows;
    w->dev_expected = (double *)ladder_alloc(options, rows * w->n, sizeof(double));
    poison(w->dev_expected, rows * w->n * sizeof(double));
    moment_record(&start);
    matmul_expect<<<matmul_check_grid(rows, w->n), CHECK_THREADS>>>(
        w->dev_a, w->dev_b, w->dev_expected, rows, w->m, w->n, w->k);
    moment_record(&stop);
    moment_wait(&stop, __FILE__, __LINE__);
    const float ms = moment_ms(start, stop);
    moment_destroy(start);
    moment_destroy(stop);
    return ms;
}

// A few rows first; then as many as there is time and memory for.
static inline void matmul_reference(const struct options *options, struct matmul_work *w) {
    const size_t first = w->m < EXPECTED_FIRST ? w->m : EXPECTED_FIRST;
    const float ms = matmul_expect_rows(options, w, first);
    size_t free_bytes, total;
    HANDLE_ERROR(cudaMemGetInfo(&free_bytes, &total));
    const double time = (double)first * EXPECTED_MS / (ms > 0.01f ? ms : 0.01f);
    const double room = 0.5 * (double)free_bytes / ((double)w->n * sizeof(double));
    const double most = time < room ? time : room;
    const size_t rows = most < (double)w->m ? (size_t)most : w->m;
    if (rows > first) {
        HANDLE_ERROR(cudaFree(w->dev_expected));
        matmul_expect_rows(options, w, rows);
    }
    matmul_confirm(options, w);
}

static inline struct matmul_work matmul_work_create(const struct options *options, size_t m,
                                                    size_t n, size_t k) {
    struct matmul_work w = {};
    int device, shared;
    HANDLE_ERROR(cudaGetDevice(&device));
    HANDLE_ERROR(cudaDeviceGetAttribute(&w.processors, cudaDevAttrMultiProcessorCount, device));
    HANDLE_ERROR(cudaDeviceGetAttribute(&shared, cudaDevAttrMaxSharedMemoryPerBlockOptin, device));
    w.shared = (size_t)shared;
    w.m = m;
    w.n = n;
    w.k = k;
    w.seed = options->seed;
    w.dev_a = (float *)ladder_alloc(options, m * k, sizeof *w.dev_a);
    w.dev_b = (float *)ladder_alloc(options, k * n, sizeof *w.dev_b);
    w.dev_c = (float *)ladder_alloc(options, m * n, sizeof *w.dev_c);
    w.dev_wrong = (unsigned long long *)ladder_alloc(options, 2, sizeof *w.dev_wrong);
    ladder_fill(w.dev_a, m * k, 2 * w.seed, -1, 1);
    ladder_fill(w.dev_b, k * n, 2 * w.seed + 1, -1, 1);
    matmul_reference(options, &w);
    return w;
}

static inline void matmul_work_destroy(const struct matmul_work *w) {
    HANDLE_ERROR(cudaFree(w->dev_a));
    HANDLE_ERROR(cudaFree(w->dev_b));
    HANDLE_ERROR(cudaFree(w->dev_c));
    HANDLE_ERROR(cudaFree(w->dev_expected));
    HANDLE_ERROR(cudaFree(w->dev_wrong));
}

static inline void matmul_poison(void *work) {
    const struct matmul_work *w = (const struct matmul_work *)work;
    poison(w->dev_c, w->m * w->n * sizeof *w->dev_c);
}

// A sum of k terms in float. Where all k partial sums were as large as k, each of its roundings
// would err by up to k / 2^24; but terms of either sign make partial sums that stray like a random
// walk, up to about sqrt(k) / 3, and so do the errors. 4 k / 2^24 allows some forty times what is
// to be expected, and for k up to 7 it is the worst that can be. One term too few, of 1/4 or so, is
// found up to k = 10^6, inputs rounded to TF32 up to k = 10^4.
static inline bool matmul_right(void *work, const struct rung *rung, char *says, size_t size) {
    const struct matmul_work *w = (const struct matmul_work *)work;
    const double allowed = 4 * (double)w->k / (1 << 24);
    unsigned long long wrong[2] = {0, UINT64_MAX};
    HANDLE_ERROR(cudaMemcpy(w->dev_wrong, wrong, sizeof wrong, cudaMemcpyHostToDevice));
    matmul_compare<<<matmul_check_grid(w->rows, w->n), CHECK_THREADS>>>(
        w->dev_c, w->dev_expected, w->rows, w->m, w->n, allowed, w->dev_wrong);
    HANDLE_ERROR(cudaGetLastError());
    HANDLE_ERROR(cudaMemcpy(wrong, w->dev_wrong, sizeof wrong, cudaMemcpyDeviceToHost));
    if (wrong[0] > 0)
        fprintf(stderr, "%s: %llu elements wrong, the first is [%llu][%llu]\n", rung->name,
                wrong[0], wrong[1] / w->n, wrong[1] % w->n);
    snprintf(says, size, "%zu of %zu rows, within %.1e", w->rows, w->m, allowed);
    return wrong[0] == 0;
}

#endif
