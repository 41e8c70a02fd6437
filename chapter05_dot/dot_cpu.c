// SPDX-License-Identifier: MIT
// The dot product on the CPU, in plain C: what the GPU programs of this chapter are compared with.
//
// What it teaches: a reduction is one loop with one running sum, and that sum makes it hard to
// parallelise. It also shows what a running sum in a float would do to the result.
//
//     dot_cpu; dot_cpu --size 100000000        --help lists the options
//
// It prints the time of the loop, the question of the published programs, how wrong a sum in floats
// would have been, and whether the result is right.
#include <stdlib.h>

#include "event_timer.h"
#include "host_memory.h"
#include "options.h"
#include "report.h"
#include "verify.h"
#include "dot.h"

#define ABOUT "Multiplies two vectors of floats on the CPU and adds the products."
enum { DEFAULT_SIZE = 33 * 1024 }; // elements

// A double holds every product of two floats exactly, and 29 bits more than a float of their sum.
// Bound by latency: each addition waits for the one before it.
static double dot(const float *a, const float *b, size_t n) {
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += (double)a[i] * b[i];
    return sum;
}

// The same in floats. As the sum grows, the gap between one float and the next grows with it, and
// more and more of each product falls into the gap; from about 50 million elements on, all of it.
static float dot_in_floats(const float *a, const float *b, size_t n) {
    float sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += a[i] * b[i];
    return sum;
}

int main(int argc, char **argv) {
    struct options options = options_default(DEFAULT_SIZE);
    const struct option_row rows[] = {
        {"size", OPTION_COUNT, &options.size, 1, 1e15, "elements in each vector"},
    };
    options_parse(&options, argc, argv, ABOUT, rows);

    const size_t n = options.size;
    float *a = (float *)host_alloc(&options, n, sizeof *a);
    float *b = (float *)host_alloc(&options, n, sizeof *b);
    struct report report = report_begin(&options);
    dot_fill(a, b, n);

    // The whole job is the loop: nothing has to be copied anywhere.
    struct stopwatch span = stopwatch_start();
    double result = dot(a, b, n);
    stopwatch_lap(&span, "loop");
    stopwatch_stop(&span);
    // Held against the closed form: dot_reference would be the same loop once more.
    const double tolerance = verify_sum_tolerance(2), exact = dot_closed_form(n);
    bool right = verify_close(result, exact, 0, tolerance);

    // The loop alone, many times; the last sum is checked too.
    struct timing t = timing_start(options.runs, &result, sizeof result);
    while (timing_next(&t))
        result = dot(a, b, n);
    right = right && verify_close(result, exact, 0, tolerance);

    const double bandwidth = 2.0 * (double)n * sizeof *a / (t.median_ms * 1e6);
    report_span(&report, &span, right);
    report_kernel(&report, "loop", &t, bandwidth, "GB/s", right);
    dot_ask(&options, "CPU", result, n);
    const double in_floats = dot_in_floats(a, b, n);
    if (!options.csv)
        printf("a sum in floats: %.6g, off by %.1e of it\n", in_floats,
               exact > 0 ? fabs(in_floats - exact) / exact : fabs(in_floats));

    free(a);
    free(b);
    return report_end(&report, "relative error %.1e, %.1e allowed: the rounding of two factors",
                      exact > 0 ? fabs(result - exact) / exact : fabs(result), tolerance);
}
