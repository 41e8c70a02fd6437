// SPDX-License-Identifier: MIT
// The sparse matrices of this chapter: compressed rows (CSR), made by a generator, and their
// product with a vector on the host. Plain C too.
#ifndef SPARSE_H
#define SPARSE_H

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "host_memory.h"
#include "options.h"
#include "random.h"
#include "verify.h"

// A square matrix. The nonzeros of row i are value[k] in column[k] for k from begin[i] to begin[i +
// 1] - 1, from left to right. A random column may occur twice in a row.
struct sparse {
    int rows, *begin, *column;
    float *value;
};

static const char *const SPARSE_KINDS[] = {"uniform", "band",  "stencil", "power",
                                           "long",    "empty", "block"};
enum { UNIFORM, BAND, STENCIL, POWER, LONG, EMPTY, BLOCKS, SPARSE_KIND_COUNT };

static inline int sparse_least(int a, int b) {
    return a < b ? a : b;
}

// How many nonzeros row i has, at random or by its place; and the columns of those that have a
// place. Returns the number. columns may be NULL.
static inline int sparse_row(int kind, int i, int n, uint64_t seed, int *columns) {
    const int wide = (int)sqrt((double)n); // of the stencil's grid
    const int first = kind == BAND ? i - 8 : kind == BLOCKS ? i / 32 * 32 : 0;
    const int reach = kind == BAND ? 17 : kind == BLOCKS ? 32 : 0;
    const int neighbour[] = {i - wide, i % wide > 0 ? i - 1 : -1, i,
                             i % wide < wide - 1 ? i + 1 : n, i + wide};
    const double u = 1 - (double)random_number(seed, i); // in (0, 1]
    int count = 0;
    for (int k = 0; k < (kind == STENCIL ? 5 : reach); k++) {
        const int column = kind == STENCIL ? neighbour[k] : first + k;
        if (column < 0 || column >= n)
            continue;
        if (columns)
            columns[count] = column;
        count++;
    }
    if (kind == BAND || kind == STENCIL || kind == BLOCKS)
        return count;
    count = sparse_least(n, kind == POWER            ? (int)(3 / sqrt(u))
                            : kind == LONG           ? (i == n / 2 ? n : 4)
                            : kind == EMPTY && i % 4 ? 0
                                                     : 16);
    for (int k = 0; columns && k < count; k++) // one in each of as many pieces of the row
        columns[k] =
            sparse_least(n - 1, (int)((k + (double)random_number(seed + 1 + i, k)) * n / count));
    return count;
}

// Values are in [0.5, 1): sums have positive terms.
static inline struct sparse sparse_create(const struct options *options, int kind) {
    struct sparse m;
    double all = 0;
    m.rows = (int)options->size;
    m.begin = (int *)host_alloc(options, (size_t)m.rows + 1, sizeof *m.begin);
    for (int i = 0; i < m.rows; i++) {
        m.begin[i] = (int)all;
        all += sparse_row(kind, i, m.rows, options->seed, NULL);
        if (all > 2e9)
            options_refuse(options, "--size %zu: more than 2000000000 nonzeros", options->size);
    }
    m.begin[m.rows] = (int)all;
    m.column = (int *)host_alloc(options, (size_t)all + 1, sizeof *m.column);
    m.value = (float *)host_alloc(options, (size_t)all + 1, sizeof *m.value);
    for (int i = 0; i < m.rows; i++)
        sparse_row(kind, i, m.rows, options->seed, m.column + m.begin[i]);
    for (int k = 0; k < m.begin[m.rows]; k++)
        m.value[k] = 0.5f + random_number(~options->seed, k) / 2;
    return m;
}

static inline void sparse_destroy(struct sparse *m) {
    free(m->begin);
    free(m->column);
    free(m->value);
}

static inline int sparse_longest(const struct sparse *m) {
    int longest = 0;
    for (int i = 0; i < m->rows; i++)
        if (m->begin[i + 1] - m->begin[i] > longest)
            longest = m->begin[i + 1] - m->begin[i];
    return longest;
}

// x has numbers in [0, 1). y = m x in double precision.
static inline void sparse_vector(float *x, int n, uint64_t seed) {
    for (int i = 0; i < n; i++)
        x[i] = random_number(seed * 3 + 1, i);
}

static inline void sparse_reference(const struct sparse *m, const float *x, float *y) {
    for (int i = 0; i < m->rows; i++) {
        double sum = 0;
        for (int k = m->begin[i]; k < m->begin[i + 1]; k++)
            sum += (double)m->value[k] * x[m->column[k]];
        y[i] = (float)sum;
    }
}

static inline size_t sparse_verify(const struct sparse *m, const float *got,
                                   const float *expected) {
    return verify_floats(got, expected, m->rows, 0, verify_sum_tolerance(2 * sparse_longest(m)));
}

// The least that a product moves: each nonzero with its column, where rows begin, both vectors.
static inline double sparse_bytes(const struct sparse *m) {
    return 8.0 * m->begin[m->rows] + 12.0 * m->rows;
}

// --size and --kind, beside the words that every program takes. Returns the kind.
static inline int sparse_options(struct options *options, int argc, char **argv,
                                 const char *about) {
    const char *kind = SPARSE_KINDS[UNIFORM];
    const struct option_row rows[] = {
        {"size", OPTION_COUNT, &options->size, 1, 1e8, "rows and columns"},
        {"kind", OPTION_WORD, &kind, 0, 0, "uniform, band, stencil, power, long, empty or block"},
        {"seed", OPTION_SEED, &options->seed, 0, 0, "another seed gives other numbers"},
    };
    options_parse(options, argc, argv, about, rows);
    for (int k = 0; k < SPARSE_KIND_COUNT; k++)
        if (strcmp(kind, SPARSE_KINDS[k]) == 0)
            return k;
    options_refuse(options, "--kind '%s': no such kind", kind);
}

#endif
