// SPDX-License-Identifier: MIT
// What the ladders of products are asked for: one shape, or many at random.
#ifndef PRODUCT_OPTIONS_H
#define PRODUCT_OPTIONS_H

#include "ladders/ladder_data.h"
#include "options.h"

const double MOST_SIDE = 1 << 20; // rows or columns
const double SHAPES_LEAST = 16, SHAPES_MOST = 16384;

struct product_options {
    size_t m, n, k;      // 0: not given
    size_t size, shapes; // the default of all three; how many at random, 0: the one that is given
    size_t given_m, given_n, given_k;
};

// Put PRODUCT_ROWS(options, p) into the rows of a program.
#define PRODUCT_ROWS(options, p)                                                                   \
    {"size", OPTION_COUNT, &(options).size, 1, MOST_SIDE, "rows and columns"},                     \
        {"m", OPTION_COUNT, &(p).given_m,                                                          \
         1,   MOST_SIDE,    "rows of the first matrix, where they are others"},                    \
        {"k", OPTION_COUNT, &(p).given_k, 1, MOST_SIDE, "its columns, the rows of the second"},    \
        {"n", OPTION_COUNT, &(p).given_n, 1, MOST_SIDE, "columns of the second matrix"},           \
        {"shapes", OPTION_COUNT, &(p).shapes,                                                      \
         1,        100000,       "so many shapes at random, and only what --only names"},          \
    {                                                                                              \
        "seed", OPTION_SEED, &(options).seed, 0, 0, "another seed gives other matrices and shapes" \
    }

// The next shape: false after the last. Sides at random are between 16 and 16384, any ratio of two
// as likely as any other. options->size becomes the largest, for the report.
static inline bool product_next(struct options *options, struct product_options *p, size_t index) {
    if (index >= (p->shapes ? p->shapes : 1))
        return false;
    if (index == 0)
        p->size = options->size;
    size_t *const sides[] = {&p->m, &p->n, &p->k};
    const size_t given[] = {p->given_m, p->given_n, p->given_k};
    options->size = 0;
    for (int i = 0; i < 3; i++) {
        *sides[i] = given[i] ? given[i]
                    : p->shapes
                        ? ladder_length(options->seed, 3 * index + i, SHAPES_LEAST, SHAPES_MOST)
                        : p->size;
        options->size = *sides[i] > options->size ? *sides[i] : options->size;
    }
    return true;
}

#endif
