// SPDX-License-Identifier: MIT
// Matrix multiplication on the CPU, in plain C: three loops, the definition written down.
//
// What it teaches: the definition that the GPU programs of this chapter are measured against, and
// that the order of the loops alone makes a difference.
//
//     matmul_cpu; matmul_cpu --size 1024        --help lists the options
//
// It prints the time of the whole job, then of the two orders of the loops, and whether the
// products are right.
#include <stdlib.h>

#include "event_timer.h"
#include "host_memory.h"
#include "options.h"
#include "report.h"
#include "matrix.h"

#define ABOUT "Multiplies two square matrices of floats on the CPU."
enum { DEFAULT_SIZE = 512 }; // rows and columns, as in the other programs; 1024 when published

// One element after the other: a row of a times a column of b. Bound by latency: each step down the
// column is a row further in memory, in a cache line that was not used before.
static void multiply(const float *a, const float *b, float *c, size_t width) {
    for (size_t i = 0; i < width; i++)
        for (size_t j = 0; j < width; j++) {
            float sum = 0;
            for (size_t k = 0; k < width; k++)
                sum += a[i * width + k] * b[k * width + j];
            c[i * width + j] = sum;
        }
}

// The two inner loops exchanged: now all steps go along rows, and the compiler does several of them
// with one instruction. Each element still adds the same terms in the same order.
static void multiply_by_rows(const float *a, const float *b, float *c, size_t width) {
    for (size_t i = 0; i < width; i++) {
        for (size_t j = 0; j < width; j++)
            c[i * width + j] = 0;
        for (size_t k = 0; k < width; k++)
            for (size_t j = 0; j < width; j++)
                c[i * width + j] += a[i * width + k] * b[k * width + j];
    }
}

int main(int argc, char **argv) {
    struct options options = matmul_options(DEFAULT_SIZE, MATRIX_MOST, argc, argv, ABOUT);

    const size_t width = options.size;
    const size_t count = width * width;
    float *a = (float *)host_alloc(&options, count, sizeof *a);
    float *b = (float *)host_alloc(&options, count, sizeof *b);
    float *c = (float *)host_alloc(&options, count, sizeof *c);
    struct matrix_check check = matrix_check_start(&options, width, width, width);
    struct report report = report_begin(&options);
    uint64_t state = options.seed;
    matrix_fill(a, count, &state);
    matrix_fill(b, count, &state);

    // The whole job is the three loops: nothing has to be copied anywhere.
    poison(c, count * sizeof *c);
    struct stopwatch span = stopwatch_start();
    multiply(a, b, c, width);
    stopwatch_lap(&span, "loops");
    stopwatch_stop(&span);
    const bool right = matrix_verify(&check, a, b, c, width, width, width) == 0;

    // Both orders of the loops, several times; the last product of each is checked too.
    struct timing columns = timing_start(options.runs, c, count * sizeof *c);
    while (timing_next(&columns))
        multiply(a, b, c, width);
    const bool right_columns = matrix_verify(&check, a, b, c, width, width, width) == 0;

    struct timing by_rows = timing_start(options.runs, c, count * sizeof *c);
    while (timing_next(&by_rows))
        multiply_by_rows(a, b, c, width);
    const bool right_rows = matrix_verify(&check, a, b, c, width, width, width) == 0;

    report_span(&report, &span, right);
    report_kernel(&report, "column by column", &columns,
                  matrix_gflops(width, width, width, columns.median_ms), "GFLOP/s", right_columns);
    report_kernel(&report, "row by row", &by_rows,
                  matrix_gflops(width, width, width, by_rows.median_ms), "GFLOP/s", right_rows);

    free(a);
    free(b);
    free(c);
    return report_end(&report, "%s", matrix_check_end(&check, width));
}
