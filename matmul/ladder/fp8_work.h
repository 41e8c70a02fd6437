// SPDX-License-Identifier: MIT
// What every rung of matmul_fp8 multiplies, and the vendor's library beside it: c = a b of fp8
// numbers, summed in fp32 and kept as bf16; what c has to be; and how far off it is.
#ifndef FP8_WORK_H
#define FP8_WORK_H

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ladders/ladder.h"
#include "tensor_work.h"

typedef uint8_t e4m3;

// a is m x k, c is m x n, row after row. Of b, k x n, every column lies in one piece, b^T row after
// row: tensor cores take fp8 no other way, and neither does the library.
struct fp8_work {
    size_t m, n, k;
    uint64_t seed;
    e4m3 *dev_a, *dev_b;
    bf16 *dev_c;
    double *dev_expected; // of so many rows of c, spread from the first to the last,
    float *dev_size;      // and the sum of their terms' absolute values
    size_t rows;
    struct fp8_error *dev_error;
};

// ---- numbers -----------------------------------------------------------------------------------
// e4m3 (OCP 8-bit floating point, 2023): a sign, four bits of exponent with bias 7, three of
// fraction; below 2^-6 steps of 2^-9, above 448 nothing; 0x7f and 0xff are no numbers. With its
// bits where a float has them, it is that float times 2^120, denormals too.

// Rounded to the nearest, ties to even; x is a multiple of 2^-29, and at most 448 in size.
__host__ __device__ static inline e4m3 e4m3_of(float x) {
    const float small = fabsf(x) * 0x1p-120f;
    uint32_t bits;
    memcpy(&bits, &small, sizeof bits);
    bits = (bits + 0x7ffff + (bits >> 20 & 1)) >> 20;
    return (e4m3)(x < 0 ? bits | 0x80 : bits);
}
// Of a number.
__host__ __device__ static inline float e4m3_number(e4m3 x) {
    const uint32_t bits = (uint32_t)(x & 0x80) << 24 | (uint32_t)(x & 0x7f) << 20;
    float small;
    memcpy(&small, &bits, sizeof small);
    return small * 0x1p120f;
}

// Uniform in [-1, 1), then rounded. A product of two is exact in a float.
__host__ __device__ static inline e4m3 fp8_random(uint64_t seed, uint64_t index) {
    return e4m3_of(2 * ladder_random(seed, index) - 1);
}

__global__ static void fp8_fill(e4m3 *to, size_t count, uint64_t seed) {
    const size_t stride = (size_t)gridDim.x * blockDim.x;
    for (size_t i = threadIdx.x + (size_t)blockIdx.x * blockDim.x; i < count; i += stride)
        to[i] = fp8_random(seed, i);
}

// Twice what they do in bf16, on Hopper (data sheet: 1979 TFLOP/s at 1.83 GHz). 0: not known.
static inline double fp8_peak(void) {
    return 2 * tensor_peak<bf16>();
}

// ---- what c has to be --------------------------------------------------------------------------

const double FP8_WORK = 0x1p38; // multiplications of the reference
const size_t FP8_PIECE = 16; // numbers in 16 bytes: rows of so many begin where they can be fetched

// One thread: one element of the reference. Its terms are multiples of 2^-18 and at most 1: so a
// double holds every sum exactly.
__global__ static void fp8_expect(struct fp8_work w) {
    const size_t column = threadIdx.x + (size_t)blockIdx.x * blockDim.x;
    const size_t each = w.k % FP8_PIECE ? 1 : FP8_PIECE;
    for (size_t r = blockIdx.y; r < w.rows && column < w.n; r += gridDim.y) {
        const e4m3 *along_a = w.dev_a + tensor_row(r, w.rows, w.m) * w.k;
        const e4m3 *along_b = w.dev_b + column * w.k;
        double sum = 0;
        float size = 0;
        for (size_t p = 0; p < w.k; p += each) {
            __align__(16) e4m3 x[FP8_PIECE] = {along_a[p]};
            __align__(16) e4m3 y[FP8_PIECE] = {along_b[p]};
            if (each > 1) {
                *(uint4 *)x = *(const uint4 *)(along_a + p);
                *(uint4 *)y = *(const uint4 *)(along_b + p);
            }
            for (size_t i = 0; i < each; i++) {
                const float term = e4m3_number(x[i]) * e4m3_number(y[i]);
                sum += term;
                size += fabsf(term);
            }
        }
        w.dev_expected[r * w.n + column] = sum;
        w.dev_size[r * w.n + column] = size;
    }
}

// Squares of errors and of what was expected; the largest error, as the bits of a double, which for
// numbers that are not negative are in order.
struct fp8_error {
    double squares, of;
    unsigned long long largest;
    unsigned long long wrong, first;
};

// Counts what is further off than a share of the terms' sizes and one of the sum; a NaN is.
__global__ static void fp8_compare(struct fp8_work w, double of_size, double of_sum) {
    const size_t column = threadIdx.x + (size_t)blockIdx.x * blockDim.x;
    double squares = 0, of = 0, largest = 0;
    for (size_t r = blockIdx.y; r < w.rows && column < w.n; r += gridDim.y) {
        const size_t at = tensor_row(r, w.rows, w.m) * w.n + column;
        const double expected = w.dev_expected[r * w.n + column];
        const double allowed = of_size * w.dev_size[r * w.n + column] + of_sum * fabs(expected);
        const double error = fabs(number(w.dev_c[at]) - expected);
        if (error <= allowed) {
            squares += error * error;
            of += expected * expected;
            largest = fmax(largest, error);
        } else {
            atomicAdd(&w.dev_error->wrong, 1ull);
            atomicMin(&w.dev_error->first, (unsigned long long)at);
        }
    }
    atomicAdd(&w.dev_error->squares, squares);
    atomicAdd(&w.dev_error->of, of);
    atomicMax(&w.dev_error->largest, (unsigned long long)__double_as_longlong(largest));
}

static inline dim3 fp8_check_grid(const struct fp8_work *w) {
    return dim3((unsigned)((w->n + TENSOR_CHECK_THREADS - 1) / TENSOR_CHECK_THREADS),
                (unsigned)(w->rows < 256 ? w->rows : 256));
}

// Where a tensor core adds fp8 products, it lays them and the sum so far side by side, and cuts off
// what is more than 13 places behind the leading bit of the largest (DeepSeek-V3 Technical Report,
// 2024, 3.3.2: 'around 14 bits').
const double FP8_CUT = 0x1p-13;
const int FP8_GROUP = 128; // terms that a promoted sum leaves to the tensor cores at a time
const int FP8_AT_ONCE = 32;

// What a sum of k terms may be off by, where so many at a time are left to the tensor cores.
// 1. The ordinary additions: verify_sum_tolerance, of its terms' sizes.
// 2. What is cut off g = `group` terms. Each cut is less than FP8_CUT s, with s as large as the sum
//    gets. Random terms have s ~ sqrt(g) size / k, and k cuts stray by sqrt(k) of them: together
//    FP8_CUT sqrt(g / k) of the size, and eight times this is allowed.
// 3. The sum itself is cut, always towards zero, with each 32 terms: g / 32 FP8_CUT of the sum.
// 4. c is rounded to bf16: half of its last place.
// With k = 8192 the second is 2^-13 of the size for groups of 128, and 2^-10 for a whole sum.
static bool fp8_close(const struct fp8_work *w, size_t group, char *says, size_t size) {
    const double g = (double)(group < w->k ? group : w->k);
    const double of_size = verify_sum_tolerance(w->k) + 8 * FP8_CUT * sqrt(g / (double)w->k);
    const double of_sum = g / FP8_AT_ONCE * FP8_CUT + 0x1p-8 / (1 + 0x1p-8);
    struct fp8_error error = {0, 0, 0, 0, ~0ull};
    HANDLE_ERROR(cudaMemcpy(w->dev_error, &error, sizeof error, cudaMemcpyHostToDevice));
    fp8_compare<<<fp8_check_grid(w), TENSOR_CHECK_THREADS>>>(*w, of_size, of_sum);
    HANDLE_ERROR(cudaGetLastError());
    HANDLE_ERROR(cudaMemcpy(&error, w->dev_error, sizeof error, cudaMemcpyDeviceToHost));
    double largest;
    memcpy(&largest, &error.largest, sizeof largest);
    const double mean = sqrt(error.of / ((double)w->rows * (double)w->n)); // root mean square
    if (error.wrong)
        snprintf(says, size, "%llu wrong, the first is [%llu][%llu]", error.wrong,
                 error.first / w->n, error.first % w->n);
    else
        snprintf(says, size, "%zu of %zu rows, off by %.3f %% on the whole, %.2f %% at most",
                 w->rows, w->m, mean > 0 ? 100 * sqrt(error.squares / error.of) : 0,
                 mean > 0 ? 100 * largest / mean : 0);
    return error.wrong == 0;
}
// Of a rung that promotes its sums, and of one that leaves them to the tensor cores.
static inline bool fp8_right(void *work, const struct rung *, char *says, size_t size) {
    return fp8_close((const struct fp8_work *)work, FP8_GROUP, says, size);
}
static inline bool fp8_nearly_right(void *work, const struct rung *, char *says, size_t size) {
    return fp8_close((const struct fp8_work *)work, SIZE_MAX, says, size);
}

static inline struct rung fp8_rung(const char *name, const char *idea, bool promoted,
                                   void (*run)(void *work),
                                   const char *(*refuses)(const void *work) = NULL) {
    struct rung rung = {name, idea, run, refuses};
    rung.check = promoted ? fp8_right : fp8_nearly_right;
    return rung;
}

// The device works the reference out from its copies of a and b before any rung has run; the host
// does some elements of it again, from what a and b have to be.
static inline void fp8_confirm(const struct options *options, const struct fp8_work *w) {
    enum { ELEMENTS = 32 };
    for (size_t e = 0; e < ELEMENTS; e++) {
        const size_t r = e * (w->rows - 1) / (ELEMENTS - 1), row = tensor_row(r, w->rows, w->m);
        const size_t column = e % 2 ? w->n - 1 - (e * 7919) % w->n : (e * 7919) % w->n;
        double expected = 0, got;
        for (size_t p = 0; p < w->k; p++)
            expected += (double)e4m3_number(fp8_random(w->seed, row * w->k + p)) *
                        e4m3_number(fp8_random(w->seed + 1, column * w->k + p));
        HANDLE_ERROR(cudaMemcpy(&got, w->dev_expected + r * w->n + column, sizeof got,
                                cudaMemcpyDeviceToHost));
        if (!(got == expected)) {
            fprintf(stderr, "%s: device and host disagree on the reference\n", options->program);
            exit(EXIT_FAILURE);
        }
    }
}

static inline struct fp8_work fp8_work_create(const struct options *options, size_t m, size_t n,
                                              size_t k) {
    struct fp8_work w = {};
    const double fit = FP8_WORK / ((double)n * (double)k);
    w.m = m;
    w.n = n;
    w.k = k;
    w.seed = 2 * options->seed;
    w.rows = fit >= (double)m ? m : fit < 2 ? (m < 2 ? m : 2) : (size_t)fit;
    w.dev_a = (e4m3 *)ladder_alloc(options, m * k, sizeof(e4m3));
    w.dev_b = (e4m3 *)ladder_alloc(options, n * k, sizeof(e4m3));
    w.dev_c = (bf16 *)ladder_alloc(options, m * n, sizeof(bf16));
    w.dev_expected = (double *)ladder_alloc(options, w.rows * n, sizeof(double));
    w.dev_size = (float *)ladder_alloc(options, w.rows * n, sizeof(float));
    w.dev_error = (struct fp8_error *)ladder_alloc(options, 1, sizeof *w.dev_error);
    fp8_fill<<<1024, 256>>>(w.dev_a, m * k, w.seed);
    fp8_fill<<<1024, 256>>>(w.dev_b, n * k, w.seed + 1);
    poison(w.dev_expected, w.rows * n * sizeof(double));
    fp8_expect<<<fp8_check_grid(&w), TENSOR_CHECK_THREADS>>>(w);
    HANDLE_ERROR(cudaGetLastError());
    fp8_confirm(options, &w);
    return w;
}

static inline void fp8_work_destroy(const struct fp8_work *w) {
    HANDLE_ERROR(cudaFree(w->dev_a));
    HANDLE_ERROR(cudaFree(w->dev_b));
    HANDLE_ERROR(cudaFree(w->dev_c));
    HANDLE_ERROR(cudaFree(w->dev_expected));
    HANDLE_ERROR(cudaFree(w->dev_size));
    HANDLE_ERROR(cudaFree(w->dev_error));
}

static inline void fp8_poison(void *work) {
    const struct fp8_work *w = (const struct fp8_work *)work;
    poison(w->dev_c, w->m * w->n * sizeof *w->dev_c);
}

#endif
