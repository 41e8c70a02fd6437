// SPDX-License-Identifier: MIT
// What sort_ladder and the library beside it work on: keys of 32 or 64 bits, known by their index,
// and room for them in order.
#ifndef SORT_WORK_H
#define SORT_WORK_H

#include "ladders/ladder.h"

enum { DIGITS = 256, SORT_SMALLEST_TILE = 1024 }; // values of a digit of 8 bits; keys of a tile
enum sort_input { SORT_RANDOM, SORT_SORTED, SORT_FEW, SORT_INPUTS };
enum { SORT_FEW_VALUES = 16 };

struct sort_work {
    size_t n;
    int bits; // of a key: 32 or 64
    enum sort_input input;
    uint64_t seed;
    int processors;                     // multiprocessors of the device
    size_t most_shared;                 // bytes that a block may have
    void *dev_in, *dev_out, *dev_aside; // keys, which stay; keys in order; and on the way there
    unsigned int *dev_of_tile;          // a counter for each tile and digit
    // For a kernel that looks back: how often each digit occurs, the next tile of each pass, and
    // then the states of all tiles and digits, pass after pass. All are zeros before a run.
    unsigned int *dev_zeros;
    size_t most_tiles;
    unsigned long long *dev_seen; // by the check: keys out of order; sums over all keys
    unsigned long long expected;
};

// 16 bits at a time, for ladder_random has 24 that are random.
__host__ __device__ static inline uint64_t sort_bits(uint64_t seed, uint64_t i) {
    uint64_t bits = 0;
    for (int part = 0; part < 4; part++)
        bits = bits << 16 | (uint64_t)(ladder_random(seed, 4 * i + (uint64_t)part) * (1 << 16));
    return bits;
}

// Key i of n, in its upper bits where a key has 32.
__host__ __device__ static inline uint64_t sort_key(const struct sort_work *w, size_t i) {
    if (w->input == SORT_FEW)
        return sort_bits(w->seed + 1, (uint64_t)(ladder_random(w->seed, i) * SORT_FEW_VALUES));
    if (w->input == SORT_RANDOM)
        return sort_bits(w->seed, i);
    const uint64_t step = UINT64_MAX / w->n;
    return i * step + (uint64_t)((float)step * 0.5f * ladder_random(w->seed, i));
}

// What a key adds to the sum of all: a wrong set of keys has the right sum once in 2^64 times.
__host__ __device__ static inline uint64_t sort_hash(uint64_t key) {
    key = (key ^ key >> 30) * 0xbf58476d1ce4e5b9u;
    key = (key ^ key >> 27) * 0x94d049bb133111ebu;
    return key ^ key >> 31;
}

template <typename Key> __global__ static void sort_fill(Key *keys, const struct sort_work w) {
    const size_t stride = (size_t)gridDim.x * blockDim.x;
    for (size_t i = threadIdx.x + (size_t)blockIdx.x * blockDim.x; i < w.n; i += stride)
        keys[i] = (Key)(sort_key(&w, i) >> (64 - w.bits));
}

// In order: no key is below the one before it. The same keys: their hashes have the same sum, with
// that of keys which are worked out anew. seen[0], [1] and [2].
template <typename Key>
__global__ static void sort_look(const Key *keys, const struct sort_work w,
                                 unsigned long long *seen) {
    unsigned long long wrong = 0, sum = 0, expected = 0;
    const size_t stride = (size_t)gridDim.x * blockDim.x;
    for (size_t i = threadIdx.x + (size_t)blockIdx.x * blockDim.x; i < w.n; i += stride) {
        wrong += i > 0 && keys[i - 1] > keys[i];
        sum += sort_hash(keys[i]);
        expected += sort_hash((Key)(sort_key(&w, i) >> (64 - w.bits)));
    }
    atomicAdd(&seen[0], wrong);
    atomicAdd(&seen[1], sum);
    atomicAdd(&seen[2], expected);
}

static inline size_t sort_zero_words(const struct sort_work *w, size_t tiles) {
    const size_t passes = (size_t)w->bits / 8;
    return passes * (DIGITS + 1 + tiles * DIGITS);
}

static inline struct sort_work sort_work_create(const struct options *options, int bits,
                                                enum sort_input input) {
    struct sort_work w = {};
    int device;
    HANDLE_ERROR(cudaGetDevice(&device));
    HANDLE_ERROR(cudaDeviceGetAttribute(&w.processors, cudaDevAttrMultiProcessorCount, device));
    int bytes;
    HANDLE_ERROR(cudaDeviceGetAttribute(&bytes, cudaDevAttrMaxSharedMemoryPerBlockOptin, device));
    w.most_shared = (size_t)bytes;
    w.n = options->size;
    w.bits = bits;
    w.input = input;
    w.seed = options->seed;
    w.most_tiles = (w.n + SORT_SMALLEST_TILE - 1) / SORT_SMALLEST_TILE;
    w.dev_in = ladder_alloc(options, w.n, (size_t)bits / 8);
    w.dev_out = ladder_alloc(options, w.n, (size_t)bits / 8);
    w.dev_aside = ladder_alloc(options, w.n, (size_t)bits / 8);
    w.dev_of_tile =
        (unsigned int *)ladder_alloc(options, w.most_tiles * DIGITS, sizeof *w.dev_of_tile);
    w.dev_zeros = (unsigned int *)ladder_alloc(options, sort_zero_words(&w, w.most_tiles),
                                               sizeof *w.dev_zeros);
    w.dev_seen = (unsigned long long *)ladder_alloc(options, 3, sizeof *w.dev_seen);
    if (bits == 32)
        sort_fill<<<1024, 256>>>((uint32_t *)w.dev_in, w);
    else
        sort_fill<<<1024, 256>>>((uint64_t *)w.dev_in, w);
    HANDLE_ERROR(cudaGetLastError());
    return w;
}

static inline void sort_work_destroy(const struct sort_work *w) {
    HANDLE_ERROR(cudaFree(w->dev_in));
    HANDLE_ERROR(cudaFree(w->dev_out));
    HANDLE_ERROR(cudaFree(w->dev_aside));
    HANDLE_ERROR(cudaFree(w->dev_of_tile));
    HANDLE_ERROR(cudaFree(w->dev_zeros));
    HANDLE_ERROR(cudaFree(w->dev_seen));
}

static inline void sort_poison(void *work) {
    const struct sort_work *w = (const struct sort_work *)work;
    poison(w->dev_out, w->n * (size_t)w->bits / 8);
}

static inline bool sort_right(void *work, const struct rung *rung, char *says, size_t size) {
    const struct sort_work *w = (const struct sort_work *)work;
    unsigned long long seen[3];
    (void)rung;
    HANDLE_ERROR(cudaMemset(w->dev_seen, 0, sizeof seen));
    if (w->bits == 32)
        sort_look<<<1024, 256>>>((const uint32_t *)w->dev_out, *w, w->dev_seen);
    else
        sort_look<<<1024, 256>>>((const uint64_t *)w->dev_out, *w, w->dev_seen);
    HANDLE_ERROR(cudaMemcpy(seen, w->dev_seen, sizeof seen, cudaMemcpyDeviceToHost));
    snprintf(says, size, "%llu of %zu keys out of order%s", seen[0], w->n,
             seen[1] == seen[2] ? "" : ", and not the same ones");
    return seen[0] == 0 && seen[1] == seen[2];
}

#endif
