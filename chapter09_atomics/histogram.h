// SPDX-License-Identifier: MIT
// The bytes of this chapter, and how often each value occurs among them. Plain C too.
#ifndef HISTOGRAM_H
#define HISTOGRAM_H

#include <stddef.h>
#include <stdio.h>

#include "options.h"
#include "random.h"

enum { BINS = 256 }; // one counter for each value of a byte

// --size and --values, beside the words that every program takes. *values is the default before and
// the number asked for after.
static inline struct options histogram_options(size_t *values, int argc, char **argv,
                                               const char *about) {
    struct options options = options_default((size_t)1 << 22);
    const struct option_row rows[] = {
        {"size", OPTION_COUNT, &options.size, 1, 4294967295.0, "bytes; a counter holds 32 bits"},
        {"values", OPTION_COUNT, values, 1, BINS, "different bytes; 1: they are all equal"},
        {"seed", OPTION_SEED, &options.seed, 0, 0, "another seed gives other bytes"},
    };
    options_parse(&options, argc, argv, about, rows);
    return options;
}

// Each byte is one of `values`, at random.
static inline void histogram_fill(unsigned char *data, size_t n, size_t values, uint64_t seed) {
    for (size_t i = 0; i < n; i++)
        data[i] = (unsigned char)(random_number(seed, i) * (float)values);
}

static inline void histogram_reference(const unsigned char *data, size_t n,
                                       unsigned int counters[BINS]) {
    for (int i = 0; i < BINS; i++)
        counters[i] = 0;
    for (size_t i = 0; i < n; i++)
        counters[data[i]]++;
}

// How many counters are wrong. Together they have to be as many as the bytes.
static inline int histogram_verify(const unsigned int got[BINS], const unsigned int expected[BINS],
                                   size_t n) {
    int wrong = 0;
    size_t sum = 0;
    for (int i = 0; i < BINS; i++) {
        sum += got[i];
        if (got[i] != expected[i] && wrong++ == 0)
            fprintf(stderr, "first mismatch: %u bytes are %d, expected %u\n", got[i], i,
                    expected[i]);
    }
    return wrong == 0 && sum != n ? 1 : wrong;
}

#endif
