// SPDX-License-Identifier: MIT
// Matrix multiplication in fp32 on tensor cores, which have no fp32: each number is split into
// three bf16 parts, and six products of such parts make one.
//
// What it teaches: what a number's bits are worth, where a sum loses them, and how to show that
// nothing is lost: errors against doubles, on easy data and on hard. After matmul_tensor.
//
//     matmul_split --size 4096                     the rungs on random numbers
//     matmul_split --size 1000 --data cancel       ill-conditioned; --help lists the kinds
//     matmul_split --size 8192 --peers bin/cuda/peers/cublas_split.so
//
// It prints one row per rung: its time, TFLOP/s of the fp32 product, its speed-up over the
// published kernel, and its errors in units of 2^-24: the largest error of an element, relative to
// the sum of its terms' magnitudes, and that of the whole product, relative to the whole. Compare
// both with those of a strict fp32 product.
#include <stdlib.h>

#include "book.h"
#include "ladders/ladder.h"
#include "options.h"
#include "product_options.h"
#include "split_tiles.h"
#include "split_work.h"

#define ABOUT "Multiplies an m x k matrix of floats by a k x n matrix, from parts of bf16."
const size_t DEFAULT_SIZE = 200; // rows and columns

// ---- published: tiles in shared memory ---------------------------------------------------------

const int TILE = 32; // elements along each edge, and threads along one of a block

// One thread: one element of c, strictly in fp32, one term after the other.
__global__ void published_kernel(const float *a, const float *b, float *c, struct sizes s) {
    __shared__ float tile_a[TILE][TILE], tile_b[TILE][TILE];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int column = tx + blockIdx.x * TILE, row = ty + blockIdx.y * TILE;
    float sum = 0;
    for (int p = 0; p < s.k; p += TILE) {
        tile_a[ty][tx] = row < s.m && p + tx < s.k ? a[(size_t)row * s.k + p + tx] : 0;
        tile_b[ty][tx] = p + ty < s.k && column < s.n ? b[(size_t)(p + ty) * s.n + column] : 0;
        __syncthreads();
        for (int i = 0; i < TILE && p + i < s.k; i++)
            sum += tile_a[ty][i] * tile_b[i][tx];
        __syncthreads();
    }
    if (row < s.m && column < s.n)
        c[(size_t)row * s.n + column] = sum;
}

static void published(void *work) {
    const struct split_work *w = (const struct split_work *)work;
    const dim3 grid(rounded_up(w->n, TILE), rounded_up(w->m, TILE));
    published_kernel<<<grid, dim3(TILE, TILE)>>>(w->dev_a, w->dev_b, w->dev_c,
                                                 sizes_of(w->m, w->n, w->k));
    HANDLE_ERROR(cudaGetLastError());
}

// ---- strict, as fast as it goes: the last rung of matmul_ladder --------------------------------

static void strict(void *work) {
    const struct split_work *w = (const struct split_work *)work;
    multiply_best(w->dev_a, w->dev_b, w->dev_c, sizes_of(w->m, w->n, w->k), w->processors, NULL);
}

static const char *no_room(const void *) {
    int device, shared;
    HANDLE_ERROR(cudaGetDevice(&device));
    HANDLE_ERROR(cudaDeviceGetAttribute(&shared, cudaDevAttrMaxSharedMemoryPerBlockOptin, device));
    return (size_t)shared >= deep<4>::SHARED ? NULL : "a block has too little shared memory here";
}

// ---- six products of parts ---------------------------------------------------------------------

static void split_six(void *work) {
    static struct split_plan plan;
    const struct split_work *w = (const struct split_work *)work;
    if (memcmp(&plan.of, w, sizeof *w) != 0)
        split_plan_make(&plan, w);
    split_plan_run(&plan);
    HANDLE_ERROR(cudaGetLastError());
}

// ---- the faster of the two ---------------------------------------------------------------------

static struct split_choice fitted_choice;

static void split_fitted(void *work) {
    const struct split_work *w = (const struct split_work *)work;
    if (memcmp(&fitted_choice.parts.of, w, sizeof *w) != 0)
        split_choose(&fitted_choice, w);
    plan_run(&fitted_choice);
    HANDLE_ERROR(cudaGetLastError());
}

// As split_right; says which it is.
static bool fitted_right(void *work, const struct rung *rung, char *says, size_t size) {
    const int own = snprintf(says, size, "%s: ", fitted_choice.strict ? "strict" : "six products");
    return split_right(work, rung, says + own, size - own);
}

static const char *no_hopper(const void *) {
    static const bool here = hopper_here();
    return here ? NULL : "needs capability 9.0, and a build for sm_90a";
}

static const struct rung rungs[] = {
    {"published", "tiles in shared memory, fp32", published, NULL, RUNG_PUBLISHED},
    {"strict", "fp32 as fast as it goes", strict, no_room},
    {"split_six", "six bf16 products of parts", split_six, no_hopper},
    {"split_fitted", "the faster of the two", split_fitted, no_hopper, 0, NULL, 0, 0, fitted_right},
};

int main(int argc, char **argv) {
    struct options options = options_default(DEFAULT_SIZE);
    struct ladder_words words = {};
    struct product_options p = {};
    const char *data = SPLIT_NAME[SPLIT_UNIFORM];
    const struct option_row rows[] = {
        PRODUCT_ROWS(options, p),
        {"data", OPTION_WORD, &data, 0, 0,
         "uniform, positive, wide, cancel, tiny, huge, special numbers"},
        LADDER_ROWS(words),
    };
    options_parse(&options, argc, argv, ABOUT, rows);
    int kind = 0;
    while (kind < SPLIT_KINDS && strcmp(data, SPLIT_NAME[kind]) != 0)
        kind++;
    if (kind == SPLIT_KINDS)
        options_refuse(&options, "--data '%s': no such data", data);

    int status = 0;
    for (size_t i = 0; product_next(&options, &p, i); i++) {
        struct split_work work = split_work_create(&options, p.m, p.n, p.k, kind);
        char what[100];
        snprintf(what, sizeof what, "%zu x %zu x %zu, %s", p.m, p.k, p.n, data);
        const double amount = 2e-12 * (double)p.m * (double)p.k * (double)p.n;
        const struct ladder ladder = {
            .rungs = rungs,
            .count = sizeof rungs / sizeof *rungs,
            .unit = "TFLOP/s",
            .amount = amount,
            .bytes = 4 * ((double)p.m * (double)p.k + (double)p.k * (double)p.n +
                          (double)p.m * (double)p.n),
            .flops = 1e12 * amount,
            .poison = split_poison,
            .check = split_right,
            .alone = p.shapes > 0,
            .what = p.m == p.k && p.k == p.n && kind == SPLIT_UNIFORM && !p.shapes ? NULL : what,
        };
        status |= ladder_climb(&ladder, &options, &words, &work);
        split_work_destroy(&work);
    }
    return status;
}
