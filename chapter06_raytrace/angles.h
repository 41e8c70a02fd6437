// SPDX-License-Identifier: MIT
// The table of const_table, the sums that its kernels must find, and the lines it prints.
#ifndef ANGLES_H
#define ANGLES_H

#include <math.h>
#include <stdio.h>

#include "book.h"
#include "digits.h"
#include "host_memory.h"
#include "report.h"
#include "verify.h"

const int ANGLES = 360, WARP = 32;
const int ROWS = ANGLES / WARP; // the table there: 11 rows of 32 angles; the last 8 are left out

// The angles in radians, and what the sum of all must be: pi / 180 * 359 * 360 / 2.
static inline void angles_fill(float *angles, float *expected, size_t n) {
    for (int i = 0; i < ANGLES; i++)
        angles[i] = (float)(i * M_PI / 180);
    for (size_t i = 0; i < n; i++)
        expected[i] = (float)(M_PI / 180 * (ANGLES - 1) * ANGLES / 2);
}

// What thread i of the second half must find.
static inline double spread_sum(size_t i, int addresses, int passes) {
    double sum = 0;
    for (int pass = 0; pass < passes; pass++)
        sum += ROWS * ((double)((i + pass) % addresses) + WARP * (ROWS - 1) / 2.0);
    return sum * M_PI / 180;
}

// Are these sums, still on the device, right?
static inline bool verify(float *sums, const float *dev_sums, const float *expected, size_t count,
                          double tolerance) {
    HANDLE_ERROR(cudaMemcpy(sums, dev_sums, count * sizeof *sums, cudaMemcpyDeviceToHost));
    return verify_floats(sums, expected, count, 0, tolerance) == 0;
}

// The second half: as many threads as the device holds at a time, each with a sum of its own.
struct spread {
    int grid;
    size_t count;
    float *sums, *expected, *dev_sums;
};

static inline struct spread spread_create(const struct options *options, int block) {
    int processors, threads;
    HANDLE_ERROR(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0));
    HANDLE_ERROR(cudaDeviceGetAttribute(&threads, cudaDevAttrMaxThreadsPerMultiProcessor, 0));
    struct spread s = {};
    s.grid = processors * (threads / block);
    s.count = (size_t)s.grid * block;
    s.sums = (float *)host_alloc(options, s.count, sizeof *s.sums);
    s.expected = (float *)host_alloc(options, s.count, sizeof *s.expected);
    HANDLE_ERROR(cudaMalloc(&s.dev_sums, s.count * sizeof *s.dev_sums));
    return s;
}

static inline void spread_destroy(struct spread *s) {
    HANDLE_ERROR(cudaFree(s->dev_sums));
    free(s->sums);
    free(s->expected);
}

// What each thread must find; every warp finds the same.
static inline void spread_expect(struct spread *s, int addresses, int passes) {
    for (size_t i = 0; i < s->count; i++)
        s->expected[i] = i < WARP ? (float)spread_sum(i, addresses, passes) : s->expected[i % WARP];
}

// Checks the sums and reports them. Returns the median time, or NAN if a sum was wrong. At worst
// all roundings err the same way, since a pass adds what the one before added.
static inline float spread_row(struct report *report, struct spread *s, const struct timing *t,
                               bool global, int addresses, int passes) {
    const double tolerance = (passes + ROWS) / (double)(1 << 24);
    const bool right = verify(s->sums, s->dev_sums, s->expected, s->count, tolerance);
    const float ms[] = {t->median_ms, t->min_ms, t->max_ms};
    char what[64];
    snprintf(what, sizeof what, "%s %d", global ? "global" : "constant", addresses);
    report_row(report, what, ms, (double)s->count * passes * ROWS / (ms[0] * 1e6), "Greads/s",
               right);
    return right ? t->median_ms : NAN;
}

// One line: the medians from constant and from global memory; NAN: the sums were wrong.
static inline void print_line(int addresses, const float median[2]) {
    if (addresses == 1)
        printf("addresses a warp     constant       global   constant/global\n");
    if (isnan(median[0] + median[1]))
        printf("%16d WRONG\n", addresses);
    else
        printf("%16d %9s ms %9s ms %17s\n", addresses, digits(median[0], 3).text,
               digits(median[1], 3).text, digits(median[0] / median[1], 3).text);
}

#endif
