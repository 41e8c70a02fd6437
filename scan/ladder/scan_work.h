// SPDX-License-Identifier: MIT
// What scan_ladder and the library beside it work on: random whole numbers, known by their index,
// and their inclusive sums, which wrap around at 2^32.
#ifndef SCAN_WORK_H
#define SCAN_WORK_H

#include "ladders/ladder.h"

struct scan_work {
    size_t n;
    uint64_t seed;
    int processors;     // multiprocessors of the device
    size_t most_shared; // bytes that a block may have
    unsigned int *dev_numbers, *dev_sums;
    unsigned int *dev_of_tile; // sums of tiles, for three kernels
    // States of tiles, for one kernel, and after them the next tile; with a second set for the rung
    // that never clears them. `round` counts its runs.
    unsigned long long *dev_states, *dev_kept_states;
    size_t most_tiles;
    unsigned int round;
    unsigned int *dev_wrong;
};

enum { SCAN_SMALLEST_TILE = 512 };

__host__ __device__ static inline unsigned int scan_number(uint64_t seed, size_t i) {
    return (unsigned int)(ladder_random(seed, i) * (1 << 24));
}

__global__ static void scan_fill(unsigned int *numbers, size_t n, uint64_t seed) {
    const size_t stride = (size_t)gridDim.x * blockDim.x;
    for (size_t i = threadIdx.x + (size_t)blockIdx.x * blockDim.x; i < n; i += stride)
        numbers[i] = scan_number(seed, i);
}

// A sum and the one before it differ by a number, and the first is one: so all are right. The
// numbers are worked out anew, so a rung that spoils those in memory is found too.
__global__ static void scan_count_wrong(const unsigned int *sums, size_t n, uint64_t seed,
                                        unsigned int *wrong) {
    const size_t stride = (size_t)gridDim.x * blockDim.x;
    for (size_t i = threadIdx.x + (size_t)blockIdx.x * blockDim.x; i < n; i += stride)
        if (sums[i] - (i > 0 ? sums[i - 1] : 0) != scan_number(seed, i))
            atomicAdd(wrong, 1);
}

static inline struct scan_work scan_work_create(const struct options *options) {
    struct scan_work w = {};
    w.n = options->size;
    w.seed = options->seed;
    int device, bytes;
    HANDLE_ERROR(cudaGetDevice(&device));
    HANDLE_ERROR(cudaDeviceGetAttribute(&w.processors, cudaDevAttrMultiProcessorCount, device));
    HANDLE_ERROR(cudaDeviceGetAttribute(&bytes, cudaDevAttrMaxSharedMemoryPerBlockOptin, device));
    w.most_shared = (size_t)bytes;
    w.most_tiles = (w.n + SCAN_SMALLEST_TILE - 1) / SCAN_SMALLEST_TILE;
    w.dev_numbers = (unsigned int *)ladder_alloc(options, w.n, sizeof *w.dev_numbers);
    w.dev_sums = (unsigned int *)ladder_alloc(options, w.n, sizeof *w.dev_sums);
    w.dev_of_tile = (unsigned int *)ladder_alloc(options, w.most_tiles, sizeof *w.dev_of_tile);
    const size_t states = w.most_tiles + 1;
    w.dev_states = (unsigned long long *)ladder_alloc(options, states, sizeof *w.dev_states);
    w.dev_kept_states = (unsigned long long *)ladder_alloc(options, states, sizeof *w.dev_states);
    HANDLE_ERROR(cudaMemset(w.dev_kept_states, 0, states * sizeof *w.dev_states));
    w.dev_wrong = (unsigned int *)ladder_alloc(options, 1, sizeof *w.dev_wrong);
    scan_fill<<<1024, 256>>>(w.dev_numbers, w.n, w.seed);
    HANDLE_ERROR(cudaGetLastError());
    return w;
}

static inline void scan_work_destroy(const struct scan_work *w) {
    HANDLE_ERROR(cudaFree(w->dev_numbers));
    HANDLE_ERROR(cudaFree(w->dev_sums));
    HANDLE_ERROR(cudaFree(w->dev_of_tile));
    HANDLE_ERROR(cudaFree(w->dev_states));
    HANDLE_ERROR(cudaFree(w->dev_kept_states));
    HANDLE_ERROR(cudaFree(w->dev_wrong));
}

static inline void scan_poison(void *work) {
    const struct scan_work *w = (const struct scan_work *)work;
    poison(w->dev_sums, w->n * sizeof *w->dev_sums);
}

static inline bool scan_right(void *work, const struct rung *rung, char *says, size_t size) {
    const struct scan_work *w = (const struct scan_work *)work;
    unsigned int wrong;
    (void)rung;
    HANDLE_ERROR(cudaMemset(w->dev_wrong, 0, sizeof wrong));
    scan_count_wrong<<<1024, 256>>>(w->dev_sums, w->n, w->seed, w->dev_wrong);
    HANDLE_ERROR(cudaMemcpy(&wrong, w->dev_wrong, sizeof wrong, cudaMemcpyDeviceToHost));
    snprintf(says, size, "%u of %zu differences wrong", wrong, w->n);
    return wrong == 0;
}

#endif
