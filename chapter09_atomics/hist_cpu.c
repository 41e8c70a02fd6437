// SPDX-License-Identifier: MIT
// A histogram on the CPU, in plain C: how often does each byte occur?
//
// What it teaches: one loop and 256 counters. The next byte decides which counter is read,
// increased and written back, and if it is the same one again, the loop waits for its own write.
// Four arrays of counters, used in turns, wait less.
//
//     hist_cpu; hist_cpu --values 1        --help lists the options
//
// It prints the time of the whole job, then of both loops, and whether the counters are right.
#include <stdlib.h>

#include "event_timer.h"
#include "host_memory.h"
#include "options.h"
#include "report.h"
#include "histogram.h"

#define ABOUT "Counts bytes on the CPU."
enum { ARRAYS = 4 };

// Bound by latency where neighbours are equal: each turn needs the counter of the one before it.
static void count(const unsigned char *data, size_t n, unsigned int *counters) {
    for (int i = 0; i < BINS; i++)
        counters[i] = 0;
    for (size_t i = 0; i < n; i++)
        counters[data[i]]++;
}

// Neighbours never meet in a counter.
static void count_in_turns(const unsigned char *data, size_t n, unsigned int *counters) {
    unsigned int own[ARRAYS][BINS] = {{0}};
    for (size_t i = 0; i < n; i++)
        own[i % ARRAYS][data[i]]++;
    for (int i = 0; i < BINS; i++)
        counters[i] = own[0][i] + own[1][i] + own[2][i] + own[3][i];
}

// The reference sorts, so to say: it looks for one value after the other.
static void expect(const unsigned char *data, size_t n, unsigned int *counters) {
    for (int value = 0; value < BINS; value++) {
        counters[value] = 0;
        for (size_t i = 0; i < n; i++)
            counters[value] += data[i] == value;
    }
}

int main(int argc, char **argv) {
    size_t values = BINS;
    const struct options options = histogram_options(&values, argc, argv, ABOUT);

    const size_t n = options.size;
    unsigned int counters[BINS], expected[BINS];
    unsigned char *data = (unsigned char *)host_alloc(&options, n, 1);
    struct report report = report_begin(&options);
    histogram_fill(data, n, values, options.seed);
    expect(data, n, expected);

    // The whole job is the loop: nothing has to be copied anywhere.
    poison(counters, sizeof counters);
    struct stopwatch span = stopwatch_start();
    count(data, n, counters);
    stopwatch_lap(&span, "loop");
    stopwatch_stop(&span);
    const int wrong = histogram_verify(counters, expected, n);

    // Both loops, several times; the last counters of each are checked too.
    struct timing one = timing_start(options.runs, counters, sizeof counters);
    while (timing_next(&one))
        count(data, n, counters);
    const int wrong_one = histogram_verify(counters, expected, n);

    struct timing four = timing_start(options.runs, counters, sizeof counters);
    while (timing_next(&four))
        count_in_turns(data, n, counters);
    const int wrong_four = histogram_verify(counters, expected, n);

    const double megabytes = (double)n / 1e6; // over ms: GB/s
    report_span(&report, &span, wrong == 0);
    report_kernel(&report, "one array", &one, megabytes / one.median_ms, "GB/s", wrong_one == 0);
    report_kernel(&report, "four arrays", &four, megabytes / four.median_ms, "GB/s",
                  wrong_four == 0);

    free(data);
    return report_end(&report, "%d wrong among 3 x %d counters", wrong + wrong_one + wrong_four,
                      BINS);
}
