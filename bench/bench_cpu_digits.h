// SPDX-License-Identifier: MIT
// Rows of bench_cpu.cu with the parts of scan/ and sort/: a scan whose warps shuffle, and a sort
// digit by digit. The loops beside them make the same passes over the same tiles. The result is
// left in c.
#ifndef BENCH_CPU_DIGITS_H
#define BENCH_CPU_DIGITS_H

#include "../sort/radix.h"

// ---- prefix sum: in tiles by shuffles, over the tiles' sums, and these added --------------------

__global__ void scan_tiles(const float *in, float *out, float *sums) {
    const int i = threadIdx.x + blockIdx.x * SCAN;
    const float number = in[i];
    float total;
    const float sum = block_scan(number, &total);
    out[i] = sum;
    if (threadIdx.x == 0 && sums)
        sums[blockIdx.x] = total;
}

static void scan_tiles_cuda(struct bench *d) {
    scan_tiles<<<CELLS / SCAN, SCAN>>>(d->a, d->c, d->sums);
    scan_tiles<<<1, CELLS / SCAN>>>(d->sums, d->sums, NULL);
    add_sums<<<CELLS / SCAN, SCAN>>>(d->c, d->sums);
}

// ---- radix sort: count the digits of each tile, scan the counters, move the keys ----------------

// The bits of positive floats are in their order. c has room for the keys, twice, and the counters.
const int KEY_TILES = KEYS / TILE;

struct keys {
    const unsigned *in;
    unsigned *out, *aside, *counts; // counts[digit][tile]
};

static struct keys keys_of(struct bench *d) {
    unsigned *const c = (unsigned *)d->c;
    return {(const unsigned *)d->a, c, c + KEYS, c + 2 * KEYS};
}

__global__ void count_digits(const unsigned *in, unsigned *counts, int pass) {
    __shared__ unsigned own[DIGITS];
    const int t = threadIdx.x;
    if (t < DIGITS)
        own[t] = 0;
    __syncthreads();
    atomicAdd(&own[digit_of(in[t + blockIdx.x * TILE], pass)], 1);
    __syncthreads();
    if (t < DIGITS)
        counts[t * gridDim.x + blockIdx.x] = own[t];
}

__global__ void move_keys(const unsigned *in, unsigned *out, const unsigned *begin, int pass) {
    __shared__ unsigned counted[DIGITS];
    const unsigned key = in[threadIdx.x + blockIdx.x * TILE];
    const int digit = digit_of(key, pass);
    const unsigned rank = digit_rank(digit, counted);
    out[begin[digit * gridDim.x + blockIdx.x] + rank] = key;
}

static void digits_cuda(struct bench *d) {
    struct keys k = keys_of(d);
    for (int pass = 0; pass < PASSES; pass++) {
        unsigned *const to = pass % 2 ? k.out : k.aside;
        count_digits<<<KEY_TILES, TILE>>>(k.in, k.counts, pass);
        scan_counters<<<1, TILE>>>(k.counts, DIGITS * KEY_TILES);
        move_keys<<<KEY_TILES, TILE>>>(k.in, to, k.counts, pass);
        k.in = to;
    }
}

static void digits_openmp(struct bench *d) {
    struct keys k = keys_of(d);
    for (int pass = 0; pass < PASSES; pass++) {
        unsigned *const to = pass % 2 ? k.out : k.aside;
#pragma omp parallel for
        for (int tile = 0; tile < KEY_TILES; tile++) {
            unsigned own[DIGITS] = {};
            for (int i = tile * TILE; i < (tile + 1) * TILE; i++)
                own[k.in[i] >> pass * DIGIT_BITS & (DIGITS - 1)]++;
            for (int digit = 0; digit < DIGITS; digit++)
                k.counts[digit * KEY_TILES + tile] = own[digit];
        }
        for (unsigned i = 0, before = 0; i < (unsigned)(DIGITS * KEY_TILES); i++) {
            const unsigned number = k.counts[i];
            k.counts[i] = before;
            before += number;
        }
#pragma omp parallel for
        for (int tile = 0; tile < KEY_TILES; tile++) {
            unsigned next[DIGITS];
            for (int digit = 0; digit < DIGITS; digit++)
                next[digit] = k.counts[digit * KEY_TILES + tile];
            for (int i = tile * TILE; i < (tile + 1) * TILE; i++)
                to[next[k.in[i] >> pass * DIGIT_BITS & (DIGITS - 1)]++] = k.in[i];
        }
        k.in = to;
    }
}

#endif
