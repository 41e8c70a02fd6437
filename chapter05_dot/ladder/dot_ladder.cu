// SPDX-License-Identifier: MIT
// The dot product, rung by rung: from the published launch to the bandwidth of the memory, and then
// exact at no extra cost.
//
// What it teaches: a reduction has two parts. Reading takes nearly all of the time, and needs many
// wide loads in flight; folding takes hardly any, and can be done by warps without shared memory,
// by the last block instead of the host, and with twice the digits. After dot_shared.
//
//     dot_ladder --size 536870912        --only NAME,NAME... runs some; --help lists the options
//
// It prints one row per rung: time, bandwidth, its share of the bandwidth of a copy on the device,
// its speed-up over the published launch, and its distance from the exact result.
#include "ladders/ladder.h"
#include "options.h"
#include "dot/dot_work.h"
#include "dot/reduce.h"

#define ABOUT "Multiplies two vectors of floats with faster and faster kernels."
const size_t DEFAULT_SIZE = 1 << 22; // elements
const int THREADS = 256;             // in a block, until vectors are read
const int PUBLISHED_BLOCKS = 32;
const int MANY = 32; // blocks a multiprocessor: four times what it holds at once

// ---- the kernels: each has the one before it beside it ------------------------------------------

// Each block leaves a number, and the host adds them up.
__global__ void dot_published(const float *a, const float *b, size_t n, float *sums) {
    const float sum = fold_in_memory(sum_by_element(a, b, n));
    if (threadIdx.x == 0)
        sums[blockIdx.x] = sum;
}

// Each block adds its number to one and the same: nothing is left for the host, but the number has
// to be zero before, and its last bits depend on who comes first.
__global__ void dot_atomic(const float *a, const float *b, size_t n, float *result) {
    const float sum = fold_in_memory(sum_by_element(a, b, n));
    if (threadIdx.x == 0)
        atomicAdd(result, sum);
}

__global__ void dot_shuffle(const float *a, const float *b, size_t n, float *result) {
    const float sum = fold_by_warp(sum_by_element(a, b, n));
    if (threadIdx.x == 0)
        atomicAdd(result, sum);
}

__global__ void __launch_bounds__(MOST_THREADS, FULL)
    dot_vector(const float *a, const float *b, size_t n, float *result) {
    const float sum = fold_by_warp(sum_by_vector<float>(a, b, n));
    if (threadIdx.x == 0)
        atomicAdd(result, sum);
}

// ---- the rungs ----------------------------------------------------------------------------------

// As many bytes as the work itself reads, half of them read and half written.
static void copy(void *work) {
    const struct dot_work *w = (const struct dot_work *)work;
    HANDLE_ERROR(cudaMemcpyAsync(w->dev_copy, w->dev_a, w->n * sizeof *w->dev_copy,
                                 cudaMemcpyDeviceToDevice));
}

static void published(void *work) {
    struct dot_work *w = (struct dot_work *)work;
    dot_published<<<PUBLISHED_BLOCKS, THREADS>>>(w->dev_a, w->dev_b, w->n, w->dev_sums);
    HANDLE_ERROR(cudaGetLastError());
    dot_leaves(w, PUBLISHED_BLOCKS, (size_t)PUBLISHED_BLOCKS * THREADS);
}

static void many_blocks(void *work) {
    struct dot_work *w = (struct dot_work *)work;
    const int blocks = MANY * w->processors;
    dot_published<<<blocks, THREADS>>>(w->dev_a, w->dev_b, w->n, w->dev_sums);
    HANDLE_ERROR(cudaGetLastError());
    dot_leaves(w, blocks, (size_t)blocks * THREADS);
}

static void atomic(void *work) {
    struct dot_work *w = (struct dot_work *)work;
    const int blocks = MANY * w->processors;
    HANDLE_ERROR(cudaMemsetAsync(w->dev_sums, 0, sizeof *w->dev_sums));
    dot_atomic<<<blocks, THREADS>>>(w->dev_a, w->dev_b, w->n, w->dev_sums);
    HANDLE_ERROR(cudaGetLastError());
    dot_leaves_one(w, blocks, (size_t)blocks * THREADS);
}

static void shuffle(void *work) {
    struct dot_work *w = (struct dot_work *)work;
    const int blocks = MANY * w->processors;
    HANDLE_ERROR(cudaMemsetAsync(w->dev_sums, 0, sizeof *w->dev_sums));
    dot_shuffle<<<blocks, THREADS>>>(w->dev_a, w->dev_b, w->n, w->dev_sums);
    HANDLE_ERROR(cudaGetLastError());
    dot_leaves_one(w, blocks, (size_t)blocks * THREADS);
}

static void vector(void *work) {
    struct dot_work *w = (struct dot_work *)work;
    const int blocks = FULL * w->processors;
    HANDLE_ERROR(cudaMemsetAsync(w->dev_sums, 0, sizeof *w->dev_sums));
    dot_vector<<<blocks, MOST_THREADS>>>(w->dev_a, w->dev_b, w->n, w->dev_sums);
    HANDLE_ERROR(cudaGetLastError());
    dot_leaves_one(w, blocks, (size_t)blocks * MOST_THREADS);
}

static void one_pass(void *work) {
    struct dot_work *w = (struct dot_work *)work;
    const int blocks = FULL * w->processors;
    dot_one_pass<<<blocks, MOST_THREADS>>>(w->dev_a, w->dev_b, w->n, w->dev_sums + 1, w->dev_done,
                                           w->dev_sums);
    HANDLE_ERROR(cudaGetLastError());
    dot_leaves(w, 1, (size_t)blocks * MOST_THREADS);
    w->roundings += (size_t)blocks / MOST_THREADS + 1 + WARP; // the last block's
}

// Twice the digits: the reading hides the arithmetic.
static void exact(void *work) {
    struct dot_work *w = (struct dot_work *)work;
    const int blocks = FULL * w->processors;
    dot_one_pass<<<blocks, MOST_THREADS>>>(w->dev_a, w->dev_b, w->n, w->dev_pairs, w->dev_done,
                                           w->dev_sums);
    HANDLE_ERROR(cudaGetLastError());
    dot_leaves(w, 1, (size_t)blocks * MOST_THREADS);
    w->roundings = 2; // to float at the end, and one to spare
}

int main(int argc, char **argv) {
    struct options options = options_default(DEFAULT_SIZE);
    struct ladder_words words = {};
    const struct option_row rows[] = {
        {"size", OPTION_COUNT, &options.size, 1, 1e15, "elements in each vector"},
        {"seed", OPTION_SEED, &options.seed, 0, 0, "other numbers"},
        LADDER_ROWS(words),
    };
    options_parse(&options, argc, argv, ABOUT, rows);

    struct dot_work work = dot_work_create(&options, MANY);
    const double bytes = 2.0 * sizeof(float) * (double)work.n;
    static const struct rung rungs[] = {
        {"copy", "a copy on the device", copy, NULL, RUNG_LIMIT},
        {"published", "32 blocks", published, NULL, RUNG_PUBLISHED},
        {"blocks", "32 blocks per multiprocessor", many_blocks},
        {"atomic", "one result, by atomics", atomic},
        {"shuffle", "warps fold without memory", shuffle},
        {"vector", "16 bytes per load, 8 loads in flight", vector},
        {"one_pass", "the last block adds up", one_pass},
        {"exact", "each sum in two floats", exact},
    };
    const struct ladder ladder = {
        .rungs = rungs,
        .count = sizeof rungs / sizeof *rungs,
        .unit = "GB/s",
        .amount = bytes / 1e9,
        .limit_is = "a copy on the device, read and written",
        .bytes = bytes,
        .flops = 2.0 * (double)work.n,
        .poison = dot_poison,
        .check = dot_right,
    };
    const int status = ladder_climb(&ladder, &options, &words, &work);
    dot_work_destroy(&work);
    return status;
}
