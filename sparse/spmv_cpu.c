// SPDX-License-Identifier: MIT
// A sparse matrix times a vector on the CPU, in plain C: what the GPU programs of this chapter are
// compared with.
//
// What it teaches: compressed rows. Only what is not zero is kept: values and their columns, row
// after row, and where each row begins. Two loops, one in the other, and the inner one is as long
// as its row.
//
//     spmv_cpu; spmv_cpu --kind power; spmv_cpu --size 1000000        --help lists the options
//
// It prints the time of the whole job, then of the loop, and whether the result is right.
#include <stdlib.h>

#include "event_timer.h"
#include "options.h"
#include "report.h"
#include "sparse.h"

#define ABOUT "Multiplies a sparse matrix with a vector on the CPU."
enum { DEFAULT_SIZE = 1 << 16 }; // rows

// Bound by memory: 8 bytes for a multiplication, and x at places that the columns say.
static void multiply(const struct sparse *m, const float *x, float *y) {
    for (int i = 0; i < m->rows; i++) {
        float sum = 0;
        for (int k = m->begin[i]; k < m->begin[i + 1]; k++)
            sum += m->value[k] * x[m->column[k]];
        y[i] = sum;
    }
}

int main(int argc, char **argv) {
    struct options options = options_default(DEFAULT_SIZE);
    const int kind = sparse_options(&options, argc, argv, ABOUT);

    struct sparse m = sparse_create(&options, kind);
    const size_t bytes = (size_t)m.rows * sizeof(float);
    float *x = (float *)host_alloc(&options, (size_t)m.rows, sizeof *x);
    float *y = (float *)host_alloc(&options, (size_t)m.rows, sizeof *y);
    float *expected = (float *)host_alloc(&options, (size_t)m.rows, sizeof *expected);
    struct report report = report_begin(&options);
    sparse_vector(x, m.rows, options.seed);
    sparse_reference(&m, x, expected);

    // The whole job is the loop: nothing has to be copied anywhere.
    poison(y, bytes);
    struct stopwatch span = stopwatch_start();
    multiply(&m, x, y);
    stopwatch_lap(&span, "loop");
    stopwatch_stop(&span);
    const size_t wrong = sparse_verify(&m, y, expected);
    report_span(&report, &span, wrong == 0);

    // The loop, several times; the last result is checked too.
    struct timing t = timing_start(options.runs, y, bytes);
    while (timing_next(&t))
        multiply(&m, x, y);
    const size_t wrong_alone = sparse_verify(&m, y, expected);
    report_kernel(&report, "loop", &t, sparse_bytes(&m) / (t.median_ms * 1e6), "GB/s",
                  wrong_alone == 0);

    const int rows = m.rows, nonzeros = m.begin[m.rows];
    sparse_destroy(&m);
    free(x);
    free(y);
    free(expected);
    return report_end(&report, "%zu wrong among 2 x %d rows, %d nonzeros", wrong + wrong_alone,
                      rows, nonzeros);
}
