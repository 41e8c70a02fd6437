// SPDX-License-Identifier: MIT
// The vectors of this chapter, a[i] = i and b[i] = 2 i, and what their dot product has to be. Plain
// C too.
#ifndef DOT_H
#define DOT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "options.h"
#include "verify.h"

// A float holds every whole number up to 2^24; a greater i becomes the nearest one that it holds.
static inline void dot_fill(float *a, float *b, size_t n) {
    for (size_t i = 0; i < n; i++) {
        a[i] = (float)i;
        b[i] = 2 * (float)i;
    }
}

// The product of the numbers as the arrays hold them.
static inline double dot_reference(const float *a, const float *b, size_t n) {
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += (double)a[i] * b[i];
    return sum;
}

// The product as mathematics has it: twice the sum of the squares 0, 1, 4 ... (n - 1)^2.
static inline double dot_closed_form(size_t n) {
    const double m = (double)n;
    return 2 * ((m - 1) * m * (2 * m - 1) / 6);
}

// A verdict on one result: how far it is off, and how far it may be.
struct dot_check {
    bool right;
    double error, tolerance; // relative to the expected product
};

// roundings: how many float operations follow each other on the way to a result. The reference has
// to agree with the closed form too, up to the rounding of a[i] and b[i] to floats.
static inline struct dot_check dot_verify(const float *a, const float *b, size_t n, double got,
                                          size_t roundings) {
    const double expected = dot_reference(a, b, n), exact = dot_closed_form(n);
    struct dot_check check;
    check.tolerance = verify_sum_tolerance(roundings);
    check.error = expected > 0 ? fabs(got - expected) / expected : fabs(got);
    check.right = verify_close(got, expected, 0, check.tolerance) &&
                  verify_close(expected, exact, 0, verify_sum_tolerance(2));
    if (!check.right)
        fprintf(stderr, "first mismatch: the product is %.9g, expected %.9g\n", got, expected);
    return check;
}

// The longest way of a product where so many threads share n: its own rounding, its thread's
// running sum, at most ten folds of a block.
static inline size_t dot_roundings(size_t n, size_t threads) {
    return 1 + (n + threads - 1) / threads + 10;
}

// --size, from 1 to most elements, beside the words that every program takes.
static inline struct options dot_options(size_t size, double most, int argc, char **argv,
                                         const char *about) {
    struct options options = options_default(size);
    const struct option_row rows[] = {
        {"size", OPTION_COUNT, &options.size, 1, most, "elements in each vector"},
    };
    options_parse(&options, argc, argv, about, rows);
    return options;
}

// The line of the published programs, which leaves the answer to the reader.
static inline void dot_ask(const struct options *options, const char *processor, double got,
                           size_t n) {
    if (!options->csv)
        printf("Does %s value %.6g = %.6g?\n", processor, got, dot_closed_form(n));
}

#endif
