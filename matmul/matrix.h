// SPDX-License-Identifier: MIT
// The matrices of this chapter, row after row, and whether a product of two of them is right. Plain
// C too.
#ifndef MATRIX_H
#define MATRIX_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "host_memory.h"
#include "options.h"
#include "random.h"
#include "verify.h"

static const double MATRIX_MOST = 1 << 20; // rows or columns

// The options of the programs for two square matrices: --size, which is `size` by default and
// `most` at the most, and --seed.
static inline struct options matmul_options(size_t size, double most, int argc, char **argv,
                                            const char *about) {
    struct options options = options_default(size);
    const struct option_row rows[] = {
        {"size", OPTION_COUNT, &options.size, 1, most, "rows and columns of each matrix"},
        {"seed", OPTION_SEED, &options.seed, 0, 0, "another seed gives other matrices"},
    };
    options_parse(&options, argc, argv, about, rows);
    return options;
}

// Random numbers in [0, 1). None is negative, so that no two terms of a sum cancel each other and
// its rounding error is a share of it.
// Where one seed fills two matrices, the numbers of the second follow those of the first.
static inline void matrix_fill(float *matrix, size_t count, uint64_t *state) {
    for (size_t i = 0; i < count; i++)
        matrix[i] = random_next(state);
}

// The check of c = a b, for a of m x k elements and b of k x n. The reference is kept in doubles.
// Of a large product it would take longer than the lesson: there only as many rows are compared
// element by element as fit the work below, spread evenly from the first to the last. Every row
// counts all the same: with random weights w, the row's sum of c w has to be its sum of a (b w),
// for which three times a matrix and a vector are multiplied, and no matrices.
static const double MATRIX_WORK = 1 << 27; // multiplications: a whole product of width 512

struct matrix_check {
    double *weight, *bw, *row;
    size_t rows;      // compared element by element
    double tolerance; // relative
    size_t wrong;     // elements, and rows whose weighted sum is wrong
    char text[160];   // the verdict
};

static inline struct matrix_check matrix_check_start(const struct options *options, size_t m,
                                                     size_t n, size_t k) {
    struct matrix_check check;
    const double fit = MATRIX_WORK / ((double)k * (double)n);
    check.rows = fit >= (double)m ? m : fit < 2 ? 2 : (size_t)fit;
    check.rows = check.rows > m ? m : check.rows;
    check.tolerance = verify_sum_tolerance(k + 1); // the product, then an addition for each term
    check.wrong = 0;
    check.weight = (double *)host_alloc(options, n, sizeof(double));
    check.row = (double *)host_alloc(options, n, sizeof(double));
    check.bw = (double *)host_alloc(options, k, sizeof(double));
    return check;
}

static inline void matrix_mismatch(struct matrix_check *check, const char *what, size_t i, size_t j,
                                   double got, double expected) {
    if (check->wrong++ == 0)
        fprintf(stderr, "first mismatch: %s [%zu][%zu] is %.9g, expected %.9g\n", what, i, j, got,
                expected);
}

// Adds what is wrong with c to check->wrong, and returns how much it was.
static inline size_t matrix_verify(struct matrix_check *check, const float *a, const float *b,
                                   const float *c, size_t m, size_t n, size_t k) {
    const size_t before = check->wrong;
    uint64_t state = 1;
    for (size_t j = 0; j < n; j++)
        check->weight[j] = 0.5 + random_next(&state);
    for (size_t p = 0; p < k; p++) {
        check->bw[p] = 0;
        for (size_t j = 0; j < n; j++)
            check->bw[p] += b[p * n + j] * check->weight[j];
    }
    for (size_t i = 0; i < m; i++) {
        double got = 0, expected = 0;
        for (size_t j = 0; j < n; j++)
            got += c[i * n + j] * check->weight[j];
        for (size_t p = 0; p < k; p++)
            expected += a[i * k + p] * check->bw[p];
        if (!verify_close(got, expected, 0, check->tolerance))
            matrix_mismatch(check, "weighted sum of row", i, 0, got, expected);
    }
    for (size_t r = 0; r < check->rows; r++) {
        const size_t i = check->rows > 1 ? r * (m - 1) / (check->rows - 1) : 0;
        for (size_t j = 0; j < n; j++)
            check->row[j] = 0;
        for (size_t p = 0; p < k; p++)
            for (size_t j = 0; j < n; j++)
                check->row[j] += (double)a[i * k + p] * b[p * n + j];
        for (size_t j = 0; j < n; j++)
            if (!verify_close(c[i * n + j], check->row[j], 0, check->tolerance))
                matrix_mismatch(check, "element", i, j, c[i * n + j], check->row[j]);
    }
    return check->wrong - before;
}

// What was compared, and what was wrong, in words; the end of the check.
static inline const char *matrix_check_end(struct matrix_check *check, size_t m) {
    free(check->weight);
    free(check->row);
    free(check->bw);
    snprintf(check->text, sizeof check->text,
             "%zu wrong; %zu of %zu rows compared by element, all by weighted sum; relative "
             "tolerance %.1e",
             check->wrong, check->rows, m, check->tolerance);
    return check->text;
}

// Multiplications and additions, in billions a second.
static inline double matrix_gflops(size_t m, size_t n, size_t k, double ms) {
    return 2.0 * (double)m * (double)k * (double)n / (ms * 1e6);
}

#endif
