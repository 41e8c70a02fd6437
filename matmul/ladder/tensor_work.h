// SPDX-License-Identifier: MIT
// What every rung of matmul_tensor multiplies, and the vendor's library beside them: c = a b, once
// of numbers that TF32 holds, kept as floats, and once of bf16; and what c has to be.
#ifndef TENSOR_WORK_H
#define TENSOR_WORK_H

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cuda_bf16.h>

#include "ladders/ladder.h"
#include "verify.h"
#include "matmul/sizes.h"

typedef __nv_bfloat16 bf16;

// All row after row: a is m x k, b is k x n, c is m x n.
template <typename T> struct product {
    size_t m, n, k;
    uint64_t seed;
    T *dev_a, *dev_b, *dev_c;
    double *dev_expected; // of so many rows of c, spread from the first to the last,
    float *dev_size;      // and the sum of their terms' absolute values
    size_t rows;
};

template <typename T> static inline struct sizes product_sizes(const product<T> *p) {
    return sizes_of(p->m, p->n, p->k);
}

// The largest power of two, up to 16, that divides the place of each row, in bytes.
template <typename T> __host__ __device__ static inline int unit_of(const T *from, size_t columns) {
    const size_t all = (uintptr_t)from | columns * sizeof(T) | 16;
    return (int)(all & (~all + 1));
}

// The same sizes, and the same memory?
template <typename T> static inline bool product_same(const product<T> *x, const product<T> *y) {
    return x->dev_a == y->dev_a && x->dev_b == y->dev_b && x->dev_c == y->dev_c && x->m == y->m &&
           x->n == y->n && x->k == y->k;
}

struct tensor_work {
    product<float> of_tf32;
    product<bf16> of_bf16;
    unsigned long long *dev_wrong; // elements, and where the first of them is
};

static inline const product<float> *product_of(const float *, const void *work) {
    return &((const struct tensor_work *)work)->of_tf32;
}
static inline const product<bf16> *product_of(const bf16 *, const void *work) {
    return &((const struct tensor_work *)work)->of_bf16;
}

// What the tensor cores do at the device's highest clock, in 1e12 operations a second: an SM of
// capability 8.0 does 2048 operations of bf16 a cycle, one of 9.0 4096 (data sheets: 312 and 989
// TFLOP/s, at 1.41 and 1.83 GHz), and half as many of TF32. 0: not known, or no GPU.
template <typename T> static inline double tensor_peak(void) {
    int device, major, minor, sms, khz, bus;
    HANDLE_ERROR(cudaGetDevice(&device));
    HANDLE_ERROR(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device));
    HANDLE_ERROR(cudaDeviceGetAttribute(&minor, cudaDevAttrComputeCapabilityMinor, device));
    HANDLE_ERROR(cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, device));
    HANDLE_ERROR(cudaDeviceGetAttribute(&khz, cudaDevAttrClockRate, device));
    HANDLE_ERROR(cudaDeviceGetAttribute(&bus, cudaDevAttrGlobalMemoryBusWidth, device));
    const int each = bus == 0 || minor > 0 ? 0 : major == 8 ? 2048 : major == 9 ? 4096 : 0;
    return (sizeof(T) == 2 ? 1 : 0.5) * each * sms * khz * 1e-9;
}

// ---- numbers ------------------------------------------------------------------------------------
// TF32 keeps 10 bits behind the point of a float's 23, bf16 7. Tensor cores cut off what is too
// much. Here nothing is: the inputs are rounded when they are made, every product of two is exact,
// and the check sees errors of the sums alone. What an application loses on the way to these types
// is a question of its data, and the same on every rung.

__host__ __device__ static inline void hold(float *to, float x) {
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    bits = (bits + 0x1000) & ~0x1fffu;
    memcpy(to, &bits, sizeof bits);
}
__host__ __device__ static inline void hold(bf16 *to, float x) {
    *to = __float2bfloat16(x);
}
// A sum on its way to c: a float stays one.
__device__ static inline void put(float *to, float x) {
    *to = x;
}
__device__ static inline void put(bf16 *to, float x) {
    *to = __float2bfloat16(x);
}
__host__ __device__ static inline float number(float x) {
    return x;
}
__host__ __device__ static inline float number(bf16 x) {
    return __bfloat162float(x);
}

// Uniform in [-1, 1), rounded to T.
template <typename T>
__host__ __device__ static inline T tensor_random(uint64_t seed, uint64_t index) {
    T x;
    hold(&x, 2 * ladder_random(seed, index) - 1);
    return x;
}

template <typename T> __global__ void tensor_fill(T *to, size_t count, uint64_t seed) {
    const size_t stride = (size_t)gridDim.x * blockDim.x;
    for (size_t i = threadIdx.x + (size_t)blockIdx.x * blockDim.x; i < count; i += stride)
        to[i] = tensor_random<T>(seed, i);
}

// ---- what c has to be ---------------------------------------------------------------------------

const double EXPECTED_WORK = 0x1p39; // multiplications of the reference: all of 8192 x 8192 x 8192
const double TENSOR_ROUNDING = 0x1p-23; // a tensor core cuts a sum where a float would be rounded

// The matrix's row that the reference's row r is of.
__host__ __device__ static inline size_t tensor_row(size_t r, size_t rows, size_t m) {
    return rows > 1 ? r * (m - 1) / (rows - 1) : 0;
}

// One thread: one element of the reference, in doubles.
template <typename T> __global__ void tensor_expect(product<T> p) {
    const size_t column = threadIdx.x + (size_t)blockIdx.x * blockDim.x;
    for (size_t r = blockIdx.y; r < p.rows && column < p.n; r += gridDim.y) {
        const T *along_a = p.dev_a + tensor_row(r, p.rows, p.m) * p.k;
        double sum = 0;
        float size = 0;
        for (size_t i = 0; i < p.k; i++) {
            const float x = number(along_a[i]), y = number(p.dev_b[i * p.n + column]);
            sum += (double)x * y;
            size += fabsf(x * y);
        }
        p.dev_expected[r * p.n + column] = sum;
        p.dev_size[r * p.n + column] = size;
    }
}

// Counts what is further off than a share of the terms' sizes and one of the sum; a NaN is.
template <typename T>
__global__ void tensor_compare(product<T> p, double of_size, double of_sum,
                               unsigned long long *wrong) {
    const size_t column = threadIdx.x + (size_t)blockIdx.x * blockDim.x;
    for (size_t r = blockIdx.y; r < p.rows && column < p.n; r += gridDim.y) {
        const size_t at = tensor_row(r, p.rows, p.m) * p.n + column;
        const double expected = p.dev_expected[r * p.n + column];
        const double allowed = of_size * p.dev_size[r * p.n + column] + of_sum * fabs(expected);
        if (!(fabs(number(p.dev_c[at]) - expected) <= allowed)) {
            atomicAdd(&wrong[0], 1ull);
            atomicMin(&wrong[1], (unsigned long long)at);
        }
    }
}

enum { TENSOR_CHECK_THREADS = 128 };
template <typename T> static dim3 tensor_check_grid(const product<T> *p) {
    return dim3((unsigned)((p->n + TENSOR_CHECK_THREADS - 1) / TENSOR_CHECK_THREADS),
                (unsigned)(p->rows < 4096 ? p->rows : 4096));
}

// The device works the reference out from its copies of a and b before any rung has run; the host
// does some elements of it again, from what a and b have to be.
template <typename T>
static void tensor_confirm(const struct options *options, const product<T> *p) {
    enum { ELEMENTS = 32 };
    for (size_t e = 0; e < ELEMENTS; e++) {
        const size_t r = e * (p->rows - 1) / (ELEMENTS - 1), row = tensor_row(r, p->rows, p->m);
        const size_t column = e % 2 ? p->n - 1 - (e * 7919) % p->n : (e * 7919) % p->n;
        double expected = 0, got;
        for (size_t i = 0; i < p->k; i++)
            expected += (double)number(tensor_random<T>(p->seed, row * p->k + i)) *
                        number(tensor_random<T>(p->seed + 1, i * p->n + column));
        HANDLE_ERROR(cudaMemcpy(&got, p->dev_expected + r * p->n + column, sizeof got,
                                cudaMemcpyDeviceToHost));
        if (!verify_close(got, expected, 1e-14 * (double)p->k, 0)) {
            fprintf(stderr, "%s: device and host disagree on the reference\n", options->program);
            exit(EXIT_FAILURE);
        }
    }
}

template <typename T>
static product<T> product_create(const struct options *options, size_t m, size_t n, size_t k) {
    product<T> p = {};
    const double fit = EXPECTED_WORK / ((double)n * (double)k);
    p.m = m;
    p.n = n;
    p.k = k;
    p.seed = 2 * options->seed;
    p.rows = fit < 2 ? 2 : fit < (double)m ? (size_t)fit : m;
    p.dev_a = (T *)ladder_alloc(options, m * k, sizeof(T));
    p.dev_b = (T *)ladder_alloc(options, k * n, sizeof(T));
    p.dev_c = (T *)ladder_alloc(options, m * n, sizeof(T));
    p.dev_expected = (double *)ladder_alloc(options, p.rows * n, sizeof(double));
    p.dev_size = (float *)ladder_alloc(options, p.rows * n, sizeof(float));
    tensor_fill<<<1024, 256>>>(p.dev_a, m * k, p.seed);
    tensor_fill<<<1024, 256>>>(p.dev_b, k * n, p.seed + 1);
    poison(p.dev_expected, p.rows * n * sizeof(double));
    tensor_expect<<<tensor_check_grid(&p), TENSOR_CHECK_THREADS>>>(p);
    HANDLE_ERROR(cudaGetLastError());
    tensor_confirm(options, &p);
    return p;
}

template <typename T> static void product_destroy(product<T> *p) {
    HANDLE_ERROR(cudaFree(p->dev_a));
    HANDLE_ERROR(cudaFree(p->dev_b));
    HANDLE_ERROR(cudaFree(p->dev_c));
    HANDLE_ERROR(cudaFree(p->dev_expected));
    HANDLE_ERROR(cudaFree(p->dev_size));
}

// Sums of k terms stray from the exact one like random walks (verify_sum_tolerance), in steps of
// TENSOR_ROUNDING; what is then rounded to bf16 may be off by half of its last place.
template <typename T>
static bool product_right(const product<T> *p, unsigned long long *dev_wrong, char *says,
                          size_t size) {
    const double of_size = verify_sum_tolerance(p->k) * TENSOR_ROUNDING / 0x1p-24;
    const double of_sum = sizeof(T) == sizeof(float) ? 0 : 0x1p-8 / (1 + 0x1p-8);
    unsigned long long wrong[2] = {0, ~0ull};
    HANDLE_ERROR(cudaMemcpy(dev_wrong, wrong, sizeof wrong, cudaMemcpyHostToDevice));
    tensor_compare<<<tensor_check_grid(p), TENSOR_CHECK_THREADS>>>(*p, of_size, of_sum, dev_wrong);
    HANDLE_ERROR(cudaGetLastError());
    HANDLE_ERROR(cudaMemcpy(wrong, dev_wrong, sizeof wrong, cudaMemcpyDeviceToHost));
    if (wrong[0])
        snprintf(says, size, "%llu wrong, the first is [%llu][%llu]", wrong[0], wrong[1] / p->n,
                 wrong[1] % p->n);
    else
        snprintf(says, size, "%zu of %zu rows compared", p->rows, p->m);
    return wrong[0] == 0;
}

template <typename T>
static bool tensor_right(void *work, const struct rung *, char *says, size_t size) {
    const struct tensor_work *w = (const struct tensor_work *)work;
    return product_right(product_of((const T *)NULL, work), w->dev_wrong, says, size);
}

// A rung that multiplies numbers of type T: it has that type's limit and its check.
template <typename T>
static struct rung tensor_rung(const char *name, const char *idea, void (*run)(void *work),
                               const char *(*refuses)(const void *work) = NULL) {
    struct rung rung = {name, idea, run, refuses};
    rung.limit = tensor_peak<T>();
    rung.check = tensor_right<T>;
    return rung;
}

static inline void tensor_poison(void *work) {
    const struct tensor_work *w = (const struct tensor_work *)work;
    poison(w->of_tf32.dev_c, w->of_tf32.m * w->of_tf32.n * sizeof *w->of_tf32.dev_c);
    poison(w->of_bf16.dev_c, w->of_bf16.m * w->of_bf16.n * sizeof *w->of_bf16.dev_c);
}

static inline struct tensor_work tensor_work_create(const struct options *options, size_t m,
                                                    size_t n, size_t k) {
    struct tensor_work w = {};
    w.of_tf32 = product_create<float>(options, m, n, k);
    w.of_bf16 = product_create<bf16>(options, m, n, k);
    w.dev_wrong = (unsigned long long *)ladder_alloc(options, 2, sizeof *w.dev_wrong);
    return w;
}

static inline void tensor_work_destroy(struct tensor_work *w) {
    product_destroy(&w->of_tf32);
    product_destroy(&w->of_bf16);
    HANDLE_ERROR(cudaFree(w->dev_wrong));
}

#endif
