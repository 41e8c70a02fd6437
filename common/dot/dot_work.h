// SPDX-License-Identifier: MIT
// What dot_ladder and the libraries beside it work on: two vectors of random floats in [0, 1),
// known by their index, and the exact sum of their products.
#ifndef DOT_LADDER_WORK_H
#define DOT_LADDER_WORK_H

#include "ladders/ladder.h"
#include "verify.h"
#include "reduce.h"

struct dot_work {
    size_t n;
    uint64_t seed;
    int processors;            // multiprocessors of the device
    float *dev_a, *dev_b;      // the vectors
    float *dev_sums;           // what a rung leaves: sums, which the host adds
    int left, most;            // how many of them, and how many there is room for
    struct twofold *dev_pairs; // such sums with twice the digits
    float *dev_copy;           // of a vector
    unsigned int *dev_done;    // blocks that are done
    size_t roundings;          // that follow each other on the longest way to the result
    double expected;
};

enum { DOT_CHUNK = 4096 }; // terms that fit a whole number of 64 bits

// A number of the data is a multiple of 2^-24 and less than one, so a product is a whole number of
// 2^-48 below 2^48, and 4 096 of them fit 64 bits with room to spare: sums with no rounding at all.
// The vectors' memory is not used: so a rung that spoils them is found too.
__host__ __device__ static inline unsigned long long dot_chunk(uint64_t seed, size_t first,
                                                               size_t end) {
    unsigned long long sum = 0;
    for (size_t i = first; i < end; i++) {
        const float a = ladder_random(2 * seed, i), b = ladder_random(2 * seed + 1, i);
        sum += (unsigned long long)(a * 0x1p24f) * (unsigned long long)(b * 0x1p24f);
    }
    return sum;
}

__global__ static void dot_chunks(unsigned long long *sums, size_t n, uint64_t seed) {
    const size_t chunk = threadIdx.x + (size_t)blockIdx.x * blockDim.x;
    const size_t first = chunk * DOT_CHUNK;
    if (first < n)
        sums[chunk] = dot_chunk(seed, first, n - first < DOT_CHUNK ? n : first + DOT_CHUNK);
}

// The exact product: the device adds the chunks, the host adds them up in 128 bits. The host works
// some of the chunks out too.
static inline double dot_exact(const struct options *options, size_t n, uint64_t seed) {
    enum { HOST_CHUNKS = 64, THREADS = 128 };
    const size_t chunks = (n + DOT_CHUNK - 1) / DOT_CHUNK;
    unsigned long long *dev_sums =
        (unsigned long long *)ladder_alloc(options, chunks, sizeof *dev_sums);
    unsigned long long *sums = (unsigned long long *)malloc(chunks * sizeof *sums);
    HANDLE_NULL(sums);
    poison(dev_sums, chunks * sizeof *dev_sums);
    dot_chunks<<<(unsigned)((chunks + THREADS - 1) / THREADS), THREADS>>>(dev_sums, n, seed);
    HANDLE_ERROR(cudaGetLastError());
    HANDLE_ERROR(cudaMemcpy(sums, dev_sums, chunks * sizeof *sums, cudaMemcpyDeviceToHost));
    HANDLE_ERROR(cudaFree(dev_sums));
    unsigned __int128 sum = 0;
    for (size_t i = 0; i < chunks; i++) {
        const size_t first = i * DOT_CHUNK, end = n - first < DOT_CHUNK ? n : first + DOT_CHUNK;
        if (i % (chunks / HOST_CHUNKS + 1) == 0 && sums[i] != dot_chunk(seed, first, end)) {
            fprintf(stderr, "%s: device and host disagree on the reference\n", options->program);
            exit(EXIT_FAILURE);
        }
        sum += sums[i];
    }
    free(sums);
    return (double)sum * 0x1p-48;
}

static inline struct dot_work dot_work_create(const struct options *options, int most) {
    struct dot_work w = {};
    int device;
    HANDLE_ERROR(cudaGetDevice(&device));
    HANDLE_ERROR(cudaDeviceGetAttribute(&w.processors, cudaDevAttrMultiProcessorCount, device));
    w.n = options->size;
    w.seed = options->seed;
    w.most = most * w.processors + 1;
    w.dev_a = (float *)ladder_alloc(options, w.n, sizeof *w.dev_a);
    w.dev_b = (float *)ladder_alloc(options, w.n, sizeof *w.dev_b);
    w.dev_copy = (float *)ladder_alloc(options, w.n, sizeof *w.dev_copy);
    w.dev_sums = (float *)ladder_alloc(options, (size_t)w.most, sizeof *w.dev_sums);
    w.dev_pairs = (struct twofold *)ladder_alloc(options, (size_t)w.most, sizeof *w.dev_pairs);
    w.dev_done = (unsigned int *)ladder_alloc(options, 1, sizeof *w.dev_done);
    HANDLE_ERROR(cudaMemset(w.dev_done, 0, sizeof *w.dev_done));
    ladder_fill(w.dev_a, w.n, 2 * w.seed, 0, 1);
    ladder_fill(w.dev_b, w.n, 2 * w.seed + 1, 0, 1);
    w.expected = dot_exact(options, w.n, w.seed);
    return w;
}

static inline void dot_work_destroy(const struct dot_work *w) {
    HANDLE_ERROR(cudaFree(w->dev_a));
    HANDLE_ERROR(cudaFree(w->dev_b));
    HANDLE_ERROR(cudaFree(w->dev_copy));
    HANDLE_ERROR(cudaFree(w->dev_sums));
    HANDLE_ERROR(cudaFree(w->dev_pairs));
    HANDLE_ERROR(cudaFree(w->dev_done));
}

// What a rung says of its result: how many sums it leaves, and in how many threads it added terms.
static inline void dot_leaves(struct dot_work *w, int sums, size_t threads) {
    w->left = sums;
    w->roundings = (w->n + threads - 1) / threads + WARP;
}

// The same where the blocks' sums were added to one, by atomicAdd: at worst one after the other.
static inline void dot_leaves_one(struct dot_work *w, int blocks, size_t threads) {
    dot_leaves(w, 1, threads);
    w->roundings += (size_t)blocks;
}

static inline void dot_poison(void *work) {
    const struct dot_work *w = (const struct dot_work *)work;
    poison(w->dev_sums, (size_t)w->most * sizeof *w->dev_sums);
    poison(w->dev_pairs, (size_t)w->most * sizeof *w->dev_pairs);
}

static inline bool dot_right(void *work, const struct rung *rung, char *says, size_t size) {
    const struct dot_work *w = (const struct dot_work *)work;
    float *sums = (float *)malloc((size_t)w->left * sizeof *sums);
    (void)rung;
    HANDLE_NULL(sums);
    HANDLE_ERROR(
        cudaMemcpy(sums, w->dev_sums, (size_t)w->left * sizeof *sums, cudaMemcpyDeviceToHost));
    double got = 0;
    for (int i = 0; i < w->left; i++)
        got += sums[i];
    free(sums);
    const double allowed = verify_sum_tolerance(w->roundings);
    snprintf(says, size, "off by %.1e, %.1e allowed",
             fabs(got - w->expected) / (w->expected > 0 ? w->expected : 1), allowed);
    return verify_close(got, w->expected, 0, allowed);
}

#endif
