// SPDX-License-Identifier: MIT
// Running sums on the CPU, in plain C: what the GPU programs of this chapter are compared with.
//
// What it teaches: a scan is one loop with one running sum, and each result needs the one before
// it. It looks as if it could not be done in parallel. Inclusive sums contain the number at their
// own place, exclusive ones do not.
//
//     scan_cpu; scan_cpu --size 100000000        --help lists the options
//
// It prints the time of the whole job, then of both loops, and whether the sums are right.
#include <stdlib.h>

#include "event_timer.h"
#include "host_memory.h"
#include "options.h"
#include "report.h"
#include "verify.h"
#include "scan.h"

#define ABOUT "Works out running sums on the CPU."
enum { DEFAULT_SIZE = 1 << 20 }; // numbers

// Bound by latency: each addition waits for the one before it.
static void scan_inclusive(const unsigned int *numbers, unsigned int *sums, size_t n) {
    unsigned int sum = 0;
    for (size_t i = 0; i < n; i++)
        sums[i] = sum += numbers[i];
}

static void scan_exclusive(const unsigned int *numbers, unsigned int *sums, size_t n) {
    unsigned int sum = 0;
    for (size_t i = 0; i < n; i++) {
        sums[i] = sum;
        sum += numbers[i];
    }
}

// Neighbouring sums differ by one number: the left one's of exclusive sums, the right one's of
// inclusive ones. And the first is known.
static size_t verify(const unsigned int *numbers, const unsigned int *sums, size_t n,
                     bool inclusive) {
    size_t wrong = sums[0] != (inclusive ? numbers[0] : 0);
    for (size_t i = 1; i < n; i++)
        wrong += sums[i] - sums[i - 1] != numbers[inclusive ? i : i - 1];
    return wrong;
}

int main(int argc, char **argv) {
    const struct options options = scan_options(DEFAULT_SIZE, 1e15, argc, argv, ABOUT);

    const size_t n = options.size, bytes = n * sizeof(unsigned int);
    unsigned int *numbers = (unsigned int *)host_alloc(&options, n, sizeof *numbers);
    unsigned int *sums = (unsigned int *)host_alloc(&options, n, sizeof *sums);
    struct report report = report_begin(&options);
    scan_fill(numbers, n, options.seed);

    // The whole job is the loop: nothing has to be copied anywhere.
    poison(sums, bytes);
    struct stopwatch span = stopwatch_start();
    scan_inclusive(numbers, sums, n);
    stopwatch_lap(&span, "loop");
    stopwatch_stop(&span);
    const size_t wrong = verify(numbers, sums, n, true);

    // Both loops, several times; the last sums of each are checked too.
    struct timing inclusive = timing_start(options.runs, sums, bytes);
    while (timing_next(&inclusive))
        scan_inclusive(numbers, sums, n);
    const size_t wrong_inclusive = verify(numbers, sums, n, true);

    struct timing exclusive = timing_start(options.runs, sums, bytes);
    while (timing_next(&exclusive))
        scan_exclusive(numbers, sums, n);
    const size_t wrong_exclusive = verify(numbers, sums, n, false);

    // Every number read and every sum written.
    const double megabytes = 2.0 * (double)bytes / 1e6; // over ms: GB/s
    report_span(&report, &span, wrong == 0);
    report_kernel(&report, "inclusive", &inclusive, megabytes / inclusive.median_ms, "GB/s",
                  wrong_inclusive == 0);
    report_kernel(&report, "exclusive", &exclusive, megabytes / exclusive.median_ms, "GB/s",
                  wrong_exclusive == 0);

    free(numbers);
    free(sums);
    return report_end(&report, "%zu wrong among 3 x %zu sums",
                      wrong + wrong_inclusive + wrong_exclusive, n);
}
