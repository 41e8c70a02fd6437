// SPDX-License-Identifier: MIT
// The vectors of this chapter: a[i] = -i, b[i] = i^2, and what their sum has to be; and the options
// that the programs take.
//
// After VECTORS_PERIOD elements i starts again at 0, so that every square fits into an int. A seed
// s stands for the vectors that begin at i = s.
#ifndef VECTORS_H
#define VECTORS_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "options.h"

enum { VECTORS_PERIOD = 46341 }; // 46340 squared is the largest square that an int holds

static inline int vectors_index(size_t k, uint64_t seed) {
    return (int)((k + seed) % VECTORS_PERIOD);
}

static inline void vectors_fill(int *a, int *b, size_t n, uint64_t seed) {
    for (size_t k = 0; k < n; k++) {
        const int i = vectors_index(k, seed);
        a[k] = -i;
        b[k] = i * i;
    }
}

// How many sums are wrong; the first is reported. The reference is not a[k] + b[k] once more, but
// is computed differently: -i + i^2 = i (i - 1).
static inline size_t vectors_wrong(const int *sum, size_t n, uint64_t seed) {
    size_t wrong = 0;
    for (size_t k = 0; k < n; k++) {
        const int i = vectors_index(k, seed);
        const int expected = i * (i - 1);
        if (sum[k] != expected && wrong++ == 0)
            fprintf(stderr, "first mismatch: [%zu] is %d, expected %d\n", k, sum[k], expected);
    }
    return wrong;
}

// --size and --seed, beside the words that every program takes.
static inline struct options vectors_options(size_t size, int argc, char **argv,
                                             const char *about) {
    struct options options = options_default(size);
    const struct option_row rows[] = {
        {"size", OPTION_COUNT, &options.size, 1, 1e15, "elements in each vector"},
        {"seed", OPTION_SEED, &options.seed, 0, 0, "start the vectors at i = N"},
    };
    options_parse(&options, argc, argv, about, rows);
    return options;
}

#endif
