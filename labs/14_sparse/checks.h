// SPDX-License-Identifier: MIT
// The matrix of lab 14, and what its tasks have to give, worked out by plain loops on the host.
#include "lab.h"

const int WARP = 32;      // lanes
const int BLOCK = 256;    // threads in a block
const int LONGEST = 39;   // nonzeros in a row
const int BELOW = 10;     // values go from 0 to BELOW - 1
const int X_BELOW = 100;  // the vector's numbers, too
const int UNSEEN = -1;    // the level of a vertex that is not found yet
const int NO_COLUMN = -1; // where a row of the other form (ELL) has no nonzero

// begin[i] is where row i begins; begin[rows] is how many nonzeros there are. Every fifth row is
// empty; row 0 has many, so that the search of task 4 goes far from there, whatever the seed.
static int *lab_begin_of_rows(int rows) {
    int *begin = (int *)lab_allocate((size_t)rows + 1, sizeof *begin);
    for (int i = 0; i < rows; i++)
        begin[i + 1] = begin[i] + (i % 5 == 3 ? 0 : 1 + (7 * i + LONGEST / 2) % LONGEST);
    return begin;
}

// The matrix in the form ELL: LONGEST places for each row, place k of row i at i + k * rows, `none`
// where a row has no nonzero. The numbers are values or columns.
static inline int *lab_ell(const int *begin, const int *numbers, int rows, int none) {
    int *ell = (int *)lab_allocate((size_t)rows * LONGEST, sizeof *ell);
    for (int i = 0; i < rows; i++)
        for (int k = 0; k < LONGEST; k++)
            ell[i + k * rows] = begin[i] + k < begin[i + 1] ? numbers[begin[i] + k] : none;
    // The grader gets to know those that are the lab's own numbers, and no others.
    int *own_begin = lab_begin_of_rows(rows), count = own_begin[rows];
    int *columns = lab_ints_of("columns", count, rows, lab.seed);
    int *values = lab_ints_of("values", count, BELOW, lab.seed);
    if (memcmp(begin, own_begin, (rows + 1) * sizeof *begin) == 0 &&
        (memcmp(numbers, columns, count * sizeof *numbers) == 0 ||
         memcmp(numbers, values, count * sizeof *numbers) == 0))
        lab_input(ell, (size_t)rows * LONGEST * sizeof *ell);
    free(own_begin);
    free(columns);
    free(values);
    return ell;
}

static bool lab_expect(int task, size_t size, uint64_t seed, struct lab_expected *expected) {
    if (task < 1 || task > 4)
        return false;
    const int rows = (int)size;
    int *begin = lab_begin_of_rows(rows), *out = (int *)lab_allocate(size, sizeof *out);
    int *column = lab_ints_of("columns", begin[rows], rows, seed);
    int *value = lab_ints_of("values", begin[rows], BELOW, seed);
    int *x = lab_ints_of("x", size, X_BELOW, seed);
    for (int i = 0; i < rows && task <= 3; i++)
        for (int k = begin[i]; k < begin[i + 1]; k++)
            out[i] += value[k] * x[column[k]];
    if (task == 4) {
        for (int i = 1; i < rows; i++)
            out[i] = UNSEEN;
        bool found = true;
        for (int depth = 0; found; depth++) {
            found = false;
            for (int i = 0; i < rows; i++)
                for (int k = begin[i]; k < begin[i + 1] && out[i] == depth; k++)
                    if (out[column[k]] == UNSEEN) {
                        out[column[k]] = depth + 1;
                        found = true;
                    }
        }
    }
    free(begin);
    free(column);
    free(value);
    free(x);
    *expected = (struct lab_expected){LAB_INT, size, out, 0};
    return true;
}
