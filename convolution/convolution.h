// SPDX-License-Identifier: MIT
// The numbers and masks of this chapter, and their convolution on the host. Plain C too.
#ifndef CONVOLUTION_H
#define CONVOLUTION_H

#include <stddef.h>

#include "options.h"
#include "random.h"
#include "verify.h"

enum { MOST_RADIUS = 15, MOST_WIDTH = 2 * MOST_RADIUS + 1 }; // a mask is 2 radius + 1 wide

// --size and --radius, beside the words that every program takes. *radius is the default before and
// the number asked for after.
static inline struct options convolution_options(size_t size, double most, const char *unit,
                                                 size_t *radius, size_t most_radius, int argc,
                                                 char **argv, const char *about) {
    struct options options = options_default(size);
    const struct option_row rows[] = {
        {"size", OPTION_COUNT, &options.size, 1, most, unit},
        {"radius", OPTION_COUNT, radius, 0, (double)most_radius, "of the mask"},
        {"seed", OPTION_SEED, &options.seed, 0, 0, "another seed gives other numbers"},
    };
    options_parse(&options, argc, argv, about, rows);
    return options;
}

static inline void convolution_fill(float *numbers, size_t n, uint64_t seed) {
    for (size_t i = 0; i < n; i++)
        numbers[i] = random_number(seed, i);
}

// Weights that add up to about 1. No two are equal, so a mask that is used the wrong way round is
// found.
static inline void convolution_mask(float *mask, int count, uint64_t seed) {
    float sum = 0;
    for (int j = 0; j < count; j++)
        sum += mask[j] = 0.1f + random_number(~seed, j);
    for (int j = 0; j < count; j++)
        mask[j] /= sum;
}

// How many numbers there are along x, y and z, or how far a mask reaches: one row of numbers is a
// volume of n x 1 x 1, and its mask reaches 0 along y and z.
struct extent {
    int x, y, z;
};

// The sum at one place: what the mask covers, with zeros outside. In double precision.
static inline double convolution_at(const float *in, struct extent n, const float *mask,
                                    struct extent r, int x, int y, int z) {
    double sum = 0;
    for (int k = -r.z; k <= r.z; k++)
        for (int j = -r.y; j <= r.y; j++)
            for (int i = -r.x; i <= r.x; i++, mask++)
                if (x + i >= 0 && x + i < n.x && y + j >= 0 && y + j < n.y && z + k >= 0 &&
                    z + k < n.z)
                    sum +=
                        (double)*mask * in[x + i + (size_t)n.x * (y + j + (size_t)n.y * (z + k))];
    return sum;
}

static inline void convolution_reference(const float *in, float *out, struct extent n,
                                         const float *mask, struct extent r) {
    for (int z = 0; z < n.z; z++)
        for (int y = 0; y < n.y; y++)
            for (int x = 0; x < n.x; x++)
                *out++ = (float)convolution_at(in, n, mask, r, x, y, z);
}

// How many results are wrong. All terms are positive, so the error of a sum is bounded by how many
// it has.
static inline size_t convolution_verify(const float *got, const float *expected, size_t n,
                                        size_t terms) {
    return verify_floats(got, expected, n, 0, verify_sum_tolerance(2 * terms));
}

#endif
