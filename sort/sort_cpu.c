// SPDX-License-Identifier: MIT
// Sorting on the CPU, in plain C: what the GPU programs of this chapter are compared with.
//
// What it teaches: a sort that compares needs about n log n comparisons, and each decides where the
// next one is. A radix sort compares nothing: it counts digits, works out where each digit begins,
// and moves every key to its place, digit by digit.
//
//     sort_cpu; sort_cpu --size 10000000        --help lists the options
//
// It prints the time of the whole job, by digits, then of all three sorts, and whether the keys are
// in order.
#include <stdlib.h>
#include <string.h>

#include "event_timer.h"
#include "host_memory.h"
#include "options.h"
#include "report.h"
#include "sort.h"

#define ABOUT "Sorts keys on the CPU, by comparisons and by digits."
enum { DEFAULT_SIZE = 1 << 18, DIGIT_BITS = 8, DIGITS = 1 << DIGIT_BITS };

// The smaller of two heads, over and over. Bound by branches that nothing can foretell.
static void merge(const unsigned int *in, unsigned int *out, size_t left, size_t middle,
                  size_t end) {
    size_t right = middle;
    for (size_t i = left, k = left; k < end; k++)
        out[k] = i < middle && (right == end || in[i] <= in[right]) ? in[i++] : in[right++];
}

// Runs of 1, 2, 4, ... keys, merged in pairs. The result ends in `keys`.
static void sort_by_merging(unsigned int *keys, unsigned int *aside, size_t n) {
    for (size_t run = 1; run < n; run *= 2) {
        for (size_t left = 0; left < n; left += 2 * run) {
            const size_t middle = left + run < n ? left + run : n;
            merge(keys, aside, left, middle, left + 2 * run < n ? left + 2 * run : n);
        }
        memcpy(keys, aside, n * sizeof *keys);
    }
}

// From the lowest digit to the highest. Keys with equal digits keep their order: that makes it
// right, for the digits below are in order already. Four passes, so the result ends in `keys`.
static void sort_by_digits(unsigned int *keys, unsigned int *aside, size_t n) {
    for (int shift = 0; shift < 32; shift += DIGIT_BITS) {
        size_t place[DIGITS] = {0}, sum = 0;
        for (size_t i = 0; i < n; i++)
            place[keys[i] >> shift & (DIGITS - 1)]++;
        for (int digit = 0; digit < DIGITS; digit++) { // an exclusive scan
            const size_t count = place[digit];
            place[digit] = sum;
            sum += count;
        }
        for (size_t i = 0; i < n; i++)
            aside[place[keys[i] >> shift & (DIGITS - 1)]++] = keys[i];
        unsigned int *const swap = keys;
        keys = aside;
        aside = swap;
    }
}

// No key is below the one before it. And none is lost and none is new: for each there is an odd
// number, and the product of all of these is as before, but for one case in 2^63.
static size_t verify(const unsigned int *keys, const unsigned int *sorted, size_t n) {
    size_t wrong = 0;
    uint64_t before = 1, after = 1;
    for (size_t i = 0; i < n; i++) {
        wrong += i > 0 && sorted[i - 1] > sorted[i];
        before *= 2 * (uint64_t)keys[i] + 1;
        after *= 2 * (uint64_t)sorted[i] + 1;
    }
    return wrong + (before != after);
}

int main(int argc, char **argv) {
    const struct options options = sort_options(DEFAULT_SIZE, 1e15, argc, argv, ABOUT);

    const size_t n = options.size, bytes = n * sizeof(unsigned int);
    unsigned int *const keys = (unsigned int *)host_alloc(&options, 3 * n, sizeof *keys);
    unsigned int *const sorted = keys + n, *const aside = sorted + n;
    struct report report = report_begin(&options);
    sort_fill(keys, n, 0, options.seed);

    // The whole job: the keys are copied, since a sort on the CPU works in place.
    struct stopwatch span = stopwatch_start();
    memcpy(sorted, keys, bytes);
    stopwatch_lap(&span, "copy");
    sort_by_digits(sorted, aside, n);
    stopwatch_lap(&span, "loops");
    stopwatch_stop(&span);
    size_t wrong = verify(keys, sorted, n);
    report_span(&report, &span, wrong == 0);

    // All three, several times; the last result of each is checked too.
    static const char *const WAYS[] = {"by digits", "by merging", "qsort"};
    for (int way = 0; way < 3; way++) {
        struct timing t = timing_start(options.runs, sorted, bytes);
        t.budget_ms = TIMING_BUDGET_MS / 4;
        while (timing_next(&t)) {
            memcpy(sorted, keys, bytes);
            if (way == 0)
                sort_by_digits(sorted, aside, n);
            else if (way == 1)
                sort_by_merging(sorted, aside, n);
            else
                qsort(sorted, n, sizeof *sorted, sort_compare);
        }
        const size_t wrong_here = verify(keys, sorted, n);
        report_kernel(&report, WAYS[way], &t, (double)n / (t.median_ms * 1e3), "Mkeys/s",
                      wrong_here == 0);
        wrong += wrong_here;
    }

    free(keys);
    return report_end(&report, "%zu wrong among 4 x %zu keys", wrong, n);
}
