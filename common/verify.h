// SPDX-License-Identifier: MIT
// Is the result right? Each function compares an array with its reference, prints the first element
// that differs on stderr, and returns how many do: 0 is right. Plain C too.
#ifndef VERIFY_H
#define VERIFY_H

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

// Asked the other way round, `if (difference > tolerance) fail`, a NaN would pass.
static inline bool verify_close(double got, double expected, double absolute, double relative) {
    if (!isfinite(expected)) // or every number would be near infinity
        return got == expected;
    return fabs(got - expected) <= absolute + relative * fabs(expected);
}

// The relative error allowed for a float sum of positive terms after a number of roundings in a
// row. Each errs by at most 2^-24 of the sum so far, which is never more than the whole: at worst
// roundings * 2^-24. But they err upwards as often as downwards, and so stray like a random walk:
// of long sums eight times its square root is asked.
static inline double verify_sum_tolerance(size_t roundings) {
    const double n = (double)roundings + 1; // one to spare for the way to float at the end
    return (n < 64 ? n : 8 * sqrt(n)) / (1 << 24);
}

static inline size_t verify_ints(const int *got, const int *expected, size_t count) {
    size_t wrong = 0;
    for (size_t i = 0; i < count; i++)
        if (got[i] != expected[i] && wrong++ == 0)
            fprintf(stderr, "first mismatch: [%zu] is %d, expected %d\n", i, got[i], expected[i]);
    return wrong;
}

// For pictures: each byte may be off by a number of levels.
static inline size_t verify_bytes(const unsigned char *got, const unsigned char *expected,
                                  size_t count, int levels) {
    size_t wrong = 0;
    for (size_t i = 0; i < count; i++)
        if (abs(got[i] - expected[i]) > levels && wrong++ == 0)
            fprintf(stderr, "first mismatch: byte [%zu] is %d, expected %d\n", i, got[i],
                    expected[i]);
    return wrong;
}

static inline size_t verify_floats(const float *got, const float *expected, size_t count,
                                   double absolute, double relative) {
    size_t wrong = 0;
    for (size_t i = 0; i < count; i++)
        if (!verify_close(got[i], expected[i], absolute, relative) && wrong++ == 0)
            fprintf(stderr, "first mismatch: [%zu] is %.9g, expected %.9g\n", i, got[i],
                    expected[i]);
    return wrong;
}

#endif
