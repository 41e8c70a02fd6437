// SPDX-License-Identifier: MIT
// The numbers of this chapter and their running sums. Plain C too.
#ifndef SCAN_H
#define SCAN_H

#include <stddef.h>
#include <stdlib.h>

#include "options.h"
#include "random.h"
#include "verify.h"

// Whole numbers without a sign, below 2^24. Their sums wrap around at 2^32, and are the same in
// every order.
static inline void scan_fill(unsigned int *numbers, size_t n, uint64_t seed) {
    for (size_t i = 0; i < n; i++)
        numbers[i] = (unsigned int)(random_number(seed, i) * (1 << 24));
}

// The sums of segments of a length, each from its own beginning: all numbers where it is n.
// Inclusive: with the number at the same place. Exclusive: without it, so that it begins with 0.
static inline void scan_reference(const unsigned int *numbers, unsigned int *sums, size_t n,
                                  size_t segment, bool inclusive) {
    unsigned int sum = 0;
    for (size_t i = 0; i < n; i++) {
        if (i % segment == 0)
            sum = 0;
        sums[i] = inclusive ? sum + numbers[i] : sum;
        sum += numbers[i];
    }
}

static inline size_t scan_verify(unsigned int *got, unsigned int *expected, size_t n) {
    return verify_ints((const int *)got, (const int *)expected, n);
}

static inline int scan_compare(const void *a, const void *b) {
    const unsigned int x = *(const unsigned int *)a, y = *(const unsigned int *)b;
    return (x > y) - (x < y);
}

// Where the numbers may come in any order: sorts both, and then compares.
static inline size_t scan_verify_sorted(unsigned int *got, unsigned int *expected, size_t n) {
    qsort(got, n, sizeof *got, scan_compare);
    qsort(expected, n, sizeof *expected, scan_compare);
    return scan_verify(got, expected, n);
}

// --size, beside the words that every program takes.
static inline struct options scan_options(size_t size, double most, int argc, char **argv,
                                          const char *about) {
    struct options options = options_default(size);
    const struct option_row rows[] = {
        {"size", OPTION_COUNT, &options.size, 1, most, "numbers"},
        {"seed", OPTION_SEED, &options.seed, 0, 0, "another seed gives other numbers"},
    };
    options_parse(&options, argc, argv, about, rows);
    return options;
}

#endif
