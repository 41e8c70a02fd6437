// SPDX-License-Identifier: MIT
// What every rung of matmul_split multiplies, and the vendor's library beside it: c = a b in fp32,
// of numbers easy and hard; what c has to be; and how far off it is.
#ifndef SPLIT_WORK_H
#define SPLIT_WORK_H

#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ladders/ladder.h"
#include "matmul/sizes.h"
#include "verify.h"

// All row after row: a is m x k, b is k x n, c is m x n.
struct split_work {
    size_t m, n, k;
    uint64_t seed;
    int data; // SPLIT_...
    int processors;
    float *dev_a, *dev_b, *dev_c;
    double *dev_expected; // of so many rows of c, spread from the first to the last,
    double *dev_size;     // and the sum of their terms' absolute values
    size_t rows;
    struct split_error *dev_error;
};

// ---- data --------------------------------------------------------------------------------------
// uniform   in [-1, 1): sums that stray like a random walk
// positive  in [0, 1): every rounding of a sum counts
// wide      magnitudes from 2^-20 to 2^20: the largest terms hide the others
// cancel    the second half of k takes the first away again, but for 2^-12 of it: ill-conditioned
// tiny      some 2^-100 in size, others denormal: products below what a float holds
// huge      some 2^120 in size, in every eighth row, times numbers near 2^-60
// special   a few infinities and NaNs among uniform ones
enum {
    SPLIT_UNIFORM,
    SPLIT_POSITIVE,
    SPLIT_WIDE,
    SPLIT_CANCEL,
    SPLIT_TINY,
    SPLIT_HUGE,
    SPLIT_SPECIAL,
    SPLIT_KINDS
};
static const char *const SPLIT_NAME[SPLIT_KINDS] = {"uniform", "positive", "wide",   "cancel",
                                                    "tiny",    "huge",     "special"};

// Number `column` of a row of k: of a, or with `turned`, of a column of b.
__host__ __device__ static inline float split_number(int data, uint64_t seed, size_t line, size_t p,
                                                     size_t k, bool of_b) {
    const size_t half = k / 2, twin = data == SPLIT_CANCEL && p >= half ? p - half : p;
    const uint64_t at = (uint64_t)line * k + twin;
    const float x = 2 * ladder_random(seed, at) - 1, y = ladder_random(seed + 77, at);
    switch (data) {
    case SPLIT_POSITIVE:
        return (x + 1) / 2;
    case SPLIT_WIDE:
        return ldexpf(x, (int)(y * 41) - 20);
    case SPLIT_CANCEL: // a second time in a, and in b the other way round
        if (p >= half && p < 2 * half && of_b)
            return -x * (1 + 0x1p-12f * y);
        return x;
    case SPLIT_TINY:
        return ldexpf(x, y < 0.5f ? -30 : of_b ? -60 : -130);
    case SPLIT_HUGE:
        return ldexpf(x, of_b ? -60 : line % 8 == 3 ? 120 : 0);
    case SPLIT_SPECIAL:
        return !of_b && line % 16 == 5 && p == line % k ? (line % 32 == 5 ? INFINITY : NAN) : x;
    }
    return x;
}

__global__ static void split_fill(float *to, struct sizes s, int data, uint64_t seed, bool of_b) {
    const size_t k = s.k, lines = of_b ? s.n : s.m, stride = (size_t)gridDim.x * blockDim.x;
    for (size_t i = threadIdx.x + (size_t)blockIdx.x * blockDim.x; i < lines * k; i += stride) {
        const size_t line = of_b ? i % lines : i / k, p = of_b ? i / lines : i % k;
        to[i] = split_number(data, seed, line, p, k, of_b);
    }
}

// ---- what c has to be --------------------------------------------------------------------------

const double SPLIT_WORK = 0x1p38; // multiplications of the reference
enum { SPLIT_CHECK_THREADS = 128 };

__host__ __device__ static inline size_t split_row(size_t r, size_t rows, size_t m) {
    return rows > 1 ? r * (m - 1) / (rows - 1) : 0;
}

// One thread: one element of the reference. Products of floats are exact in doubles, and their sum
// is so good that its own error is far below what is looked for.
__global__ static void split_expect(struct split_work w) {
    const size_t column = threadIdx.x + (size_t)blockIdx.x * blockDim.x;
    for (size_t r = blockIdx.y; r < w.rows && column < w.n; r += gridDim.y) {
        const float *along_a = w.dev_a + split_row(r, w.rows, w.m) * w.k;
        double sum = 0, size = 0;
        for (size_t p = 0; p < w.k; p++) {
            const double term = (double)along_a[p] * w.dev_b[p * w.n + column];
            sum += term;
            size += fabs(term);
        }
        w.dev_expected[r * w.n + column] = sum;
        w.dev_size[r * w.n + column] = size;
    }
}

// Errors in units of 2^-24: the largest, as a share of its element's sum of absolute terms; and,
// for the whole, squares of errors and of results. Results that are no numbers have to be the same.
struct split_error {
    double squares, of;
    unsigned long long largest; // the bits of a double: for numbers that are not negative, in order
    unsigned long long wrong, first;
};

__global__ static void split_compare(struct split_work w, double allowed) {
    const size_t column = threadIdx.x + (size_t)blockIdx.x * blockDim.x;
    double squares = 0, of = 0, largest = 0;
    for (size_t r = blockIdx.y; r < w.rows && column < w.n; r += gridDim.y) {
        const size_t at = split_row(r, w.rows, w.m) * w.n + column;
        const double expected = w.dev_expected[r * w.n + column];
        const double size = w.dev_size[r * w.n + column], got = w.dev_c[at];
        bool right;
        if (isfinite(expected)) {
            const double error = fabs(got - expected);
            // Below the smallest normal float there are only so many places.
            right = error <= allowed * size + w.k * (double)FLT_TRUE_MIN;
            if (right && size > FLT_MIN / 0x1p-24) {
                squares += error / size * (error / size);
                of += expected / size * (expected / size);
                largest = fmax(largest, error / size);
            }
        } else {
            right = isnan(expected) ? isnan(got) : got == expected;
        }
        if (!right) {
            atomicAdd(&w.dev_error->wrong, 1ull);
            atomicMin(&w.dev_error->first, (unsigned long long)at);
        }
    }
    atomicAdd(&w.dev_error->squares, squares);
    atomicAdd(&w.dev_error->of, of);
    atomicMax(&w.dev_error->largest, (unsigned long long)__double_as_longlong(largest));
}

static inline dim3 split_check_grid(const struct split_work *w) {
    return dim3((unsigned)((w->n + SPLIT_CHECK_THREADS - 1) / SPLIT_CHECK_THREADS),
                (unsigned)(w->rows < 256 ? w->rows : 256));
}

// The strict sum's own bound, but for a share of it: a sum of k terms in fp32 errs at worst by
// k 2^-24 of its terms' sizes, and strays like a random walk (verify_sum_tolerance).
static inline bool split_right(void *work, const struct rung *, char *says, size_t size) {
    const struct split_work *w = (const struct split_work *)work;
    struct split_error error = {0, 0, 0, 0, ~0ull};
    HANDLE_ERROR(cudaMemcpy(w->dev_error, &error, sizeof error, cudaMemcpyHostToDevice));
    split_compare<<<split_check_grid(w), SPLIT_CHECK_THREADS>>>(*w, verify_sum_tolerance(w->k));
    HANDLE_ERROR(cudaGetLastError());
    HANDLE_ERROR(cudaMemcpy(&error, w->dev_error, sizeof error, cudaMemcpyDeviceToHost));
    double largest;
    memcpy(&largest, &error.largest, sizeof largest);
    if (error.wrong)
        snprintf(says, size, "%llu wrong, the first is [%llu][%llu]", error.wrong,
                 error.first / w->n, error.first % w->n);
    else
        snprintf(says, size, "%zu of %zu rows, off by %.2f at most, %.3f on the whole", w->rows,
                 w->m, largest * 0x1p24, sqrt(error.squares / error.of) * 0x1p24);
    return error.wrong == 0;
}

// The device works the reference out from its copies of a and b before any rung has run; the host
// does some elements of it again, from what a and b have to be.
static inline void split_confirm(const struct options *options, const struct split_work *w) {
    enum { ELEMENTS = 32 };
    for (size_t e = 0; e < ELEMENTS; e++) {
        const size_t r = e * (w->rows - 1) / (ELEMENTS - 1), row = split_row(r, w->rows, w->m);
        const size_t column = e % 2 ? w->n - 1 - (e * 7919) % w->n : (e * 7919) % w->n;
        double expected = 0, sizes = 0, got;
        for (size_t p = 0; p < w->k; p++) {
            const double term = (double)split_number(w->data, w->seed, row, p, w->k, false) *
                                (double)split_number(w->data, w->seed + 1, column, p, w->k, true);
            expected += term;
            sizes += fabs(term);
        }
        HANDLE_ERROR(cudaMemcpy(&got, w->dev_expected + r * w->n + column, sizeof got,
                                cudaMemcpyDeviceToHost));
        const bool same = isnan(expected)
                              ? isnan(got)
                              : verify_close(got, expected, 1e-15 * (double)w->k * sizes, 0);
        if (!same) {
            fprintf(stderr, "%s: device and host disagree on the reference\n", options->program);
            exit(EXIT_FAILURE);
        }
    }
}

static inline struct split_work split_work_create(const struct options *options, size_t m, size_t n,
                                                  size_t k, int data) {
    struct split_work w = {};
    int device;
    const double fit = SPLIT_WORK / ((double)n * (double)k);
    HANDLE_ERROR(cudaGetDevice(&device));
    HANDLE_ERROR(cudaDeviceGetAttribute(&w.processors, cudaDevAttrMultiProcessorCount, device));
    w.m = m;
    w.n = n;
    w.k = k;
    w.seed = 2 * options->seed;
    w.data = data;
    w.rows = fit >= (double)m ? m : fit < 2 ? (m < 2 ? m : 2) : (size_t)fit;
    w.dev_a = (float *)ladder_alloc(options, m * k, sizeof(float));
    w.dev_b = (float *)ladder_alloc(options, k * n, sizeof(float));
    w.dev_c = (float *)ladder_alloc(options, m * n, sizeof(float));
    w.dev_expected = (double *)ladder_alloc(options, w.rows * n, sizeof(double));
    w.dev_size = (double *)ladder_alloc(options, w.rows * n, sizeof(double));
    w.dev_error = (struct split_error *)ladder_alloc(options, 1, sizeof *w.dev_error);
    split_fill<<<1024, 256>>>(w.dev_a, sizes_of(m, n, k), data, w.seed, false);
    split_fill<<<1024, 256>>>(w.dev_b, sizes_of(m, n, k), data, w.seed + 1, true);
    poison(w.dev_expected, w.rows * n * sizeof(double));
    split_expect<<<split_check_grid(&w), SPLIT_CHECK_THREADS>>>(w);
    HANDLE_ERROR(cudaGetLastError());
    split_confirm(options, &w);
    return w;
}

static inline void split_work_destroy(const struct split_work *w) {
    HANDLE_ERROR(cudaFree(w->dev_a));
    HANDLE_ERROR(cudaFree(w->dev_b));
    HANDLE_ERROR(cudaFree(w->dev_c));
    HANDLE_ERROR(cudaFree(w->dev_expected));
    HANDLE_ERROR(cudaFree(w->dev_size));
    HANDLE_ERROR(cudaFree(w->dev_error));
}

static inline void split_poison(void *work) {
    const struct split_work *w = (const struct split_work *)work;
    poison(w->dev_c, w->m * w->n * sizeof *w->dev_c);
}

#endif
