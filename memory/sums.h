// SPDX-License-Identifier: MIT
// The job of this chapter: c = a + b, whole numbers from the host, whose sums the host reads.
#ifndef SUMS_H
#define SUMS_H

#include <stdio.h>

#include "options.h"
#include "random.h"

const int SUMS_THREADS = 256; // in a block
const size_t SUMS_MOST = (size_t)0x7fffffff * SUMS_THREADS;

// One thread: one sum. Bound by memory, wherever that is.
__global__ void add(const int *a, const int *b, int *c, size_t n) {
    const size_t i = threadIdx.x + (size_t)blockIdx.x * blockDim.x;
    if (i < n)
        c[i] = a[i] + b[i];
}

static inline unsigned sums_blocks(size_t n) {
    return (unsigned)((n + SUMS_THREADS - 1) / SUMS_THREADS);
}

// 24 bits each, so that no sum overflows.
static inline int sums_number(uint64_t seed, size_t i) {
    return (int)(random_number(seed, i) * (1 << 24));
}

static inline void sums_fill(int *a, int *b, size_t n, uint64_t seed) {
    for (size_t i = 0; i < n; i++) {
        a[i] = sums_number(seed, 2 * i);
        b[i] = -sums_number(seed, 2 * i + 1) / 2;
    }
}

// How many sums are wrong; the first is reported.
static inline size_t sums_wrong(const int *c, size_t n, uint64_t seed) {
    size_t wrong = 0;
    for (size_t i = 0; i < n; i++) {
        const int expected = sums_number(seed, 2 * i) - sums_number(seed, 2 * i + 1) / 2;
        if (c[i] != expected && wrong++ == 0)
            fprintf(stderr, "first mismatch: [%zu] is %d, expected %d\n", i, c[i], expected);
    }
    return wrong;
}

static inline struct options sums_options(size_t size, int argc, char **argv, const char *about) {
    struct options options = options_default(size);
    const struct option_row rows[] = {
        {"size", OPTION_COUNT, &options.size, 1, (double)SUMS_MOST, "sums"},
        {"seed", OPTION_SEED, &options.seed, 0, 0, "another seed gives other numbers"},
    };
    options_parse(&options, argc, argv, about, rows);
    return options;
}

#endif
