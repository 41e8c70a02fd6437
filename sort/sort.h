// SPDX-License-Identifier: MIT
// The keys of this chapter, and whether they are in order. Plain C too.
#ifndef SORT_H
#define SORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

#include "options.h"
#include "random.h"
#include "verify.h"

// 32 bits at random, 16 at a time; or one of few values where `values` is not 0.
static inline void sort_fill(unsigned int *keys, size_t n, size_t values, uint64_t seed) {
    for (size_t i = 0; i < n; i++) {
        const uint64_t which = values ? (uint64_t)(random_number(seed, i) * (float)values) : i;
        keys[i] = (unsigned int)(random_number(seed + 1, 2 * which) * (1 << 16)) << 16 |
                  (unsigned int)(random_number(seed + 1, 2 * which + 1) * (1 << 16));
    }
}

static inline int sort_compare(const void *a, const void *b) {
    const unsigned int x = *(const unsigned int *)a, y = *(const unsigned int *)b;
    return (x > y) - (x < y);
}

// Each segment of a length by itself: all keys where it is n.
static inline void sort_reference(unsigned int *keys, size_t n, size_t segment) {
    for (size_t first = 0; first < n; first += segment)
        qsort(keys + first, n - first < segment ? n - first : segment, sizeof *keys, sort_compare);
}

static inline size_t sort_verify(const unsigned int *got, const unsigned int *expected, size_t n) {
    return verify_ints((const int *)got, (const int *)expected, n);
}

// --size, beside the words that every program takes.
static inline struct options sort_options(size_t size, double most, int argc, char **argv,
                                          const char *about) {
    struct options options = options_default(size);
    const struct option_row rows[] = {
        {"size", OPTION_COUNT, &options.size, 1, most, "keys"},
        {"seed", OPTION_SEED, &options.seed, 0, 0, "another seed gives other keys"},
    };
    options_parse(&options, argc, argv, about, rows);
    return options;
}

#endif
