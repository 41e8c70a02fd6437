// SPDX-License-Identifier: MIT
// What the programs for many GPUs share: how many there are, their communicators, a clock that
// waits for all of them, how its times are reported, and NCCL's calls, none of which goes
// unchecked.
#ifndef GPUS_H
#define GPUS_H

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include <nccl.h>

#include "book.h"
#include "options.h"
#include "report.h"

enum { GPUS_MOST = 64, GPUS_SKIP = 77 };

#define HANDLE_NCCL(...) handle_nccl((__VA_ARGS__), #__VA_ARGS__, __FILE__, __LINE__)

static inline void handle_nccl(ncclResult_t result, const char *what, const char *file, int line) {
    if (result != ncclSuccess) {
        fprintf(stderr, "%s:%d: %s failed: %s: %s\n", file, line, what, ncclGetErrorString(result),
                ncclGetLastError(NULL));
        exit(EXIT_FAILURE);
    }
}

// The devices of one process, one communicator over all of them: device i is rank i.
struct gpus {
    int count;
    ncclComm_t comms[GPUS_MOST];
};

// Ends the program with status 77 and one line: it needs something that is missing here.
static inline void gpus_skip(const struct options *options, const char *needs, int wanted,
                             int there) {
    fprintf(stderr, "%s: %s %d: there %s %d here; skipped\n", options->program, needs, wanted,
            there == 1 ? "is" : "are", there);
    exit(GPUS_SKIP);
}

// The number of devices; 0 if there are none.
static inline int gpus_there(void) {
    int there = 0;
    const cudaError_t error = cudaGetDeviceCount(&there);
    if (error == cudaErrorNoDevice || error == cudaErrorInsufficientDriver) {
        (void)cudaGetLastError();
        return 0;
    }
    HANDLE_ERROR(error);
    return there < GPUS_MOST ? there : GPUS_MOST;
}

// The first `wanted` devices (0: all), or status 77; device 0 is the current one then. comms: with
// their communicators.
static inline struct gpus gpus_begin(const struct options *options, size_t wanted, bool comms) {
    struct gpus gpus = {};
    const int there = gpus_there();
    gpus.count = wanted ? (int)wanted : there;
    if (gpus.count == 0 || gpus.count > there)
        gpus_skip(options, "needs GPUs:", gpus.count ? gpus.count : 1, there);
    if (comms)
        HANDLE_NCCL(ncclCommInitAll(gpus.comms, gpus.count, NULL));
    HANDLE_ERROR(cudaSetDevice(0));
    return gpus;
}

static inline void gpus_end(const struct gpus *gpus) {
    for (int i = 0; i < gpus->count; i++)
        if (gpus->comms[i])
            HANDLE_NCCL(ncclCommDestroy(gpus->comms[i]));
}

// Waits until all devices have finished all their work.
static inline void gpus_wait(int count) {
    for (int i = count - 1; i >= 0; i--) { // device 0 is the current one in the end
        HANDLE_ERROR(cudaSetDevice(i));
        HANDLE_ERROR(cudaDeviceSynchronize());
    }
}

// Milliseconds of the host's clock: no event is seen by two devices.
static inline double gpus_clock_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return 1e3 * (double)now.tv_sec + 1e-6 * (double)now.tv_nsec;
}

static inline int gpus_compare(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

// Sorts the times, and returns their median.
static inline double gpus_median(double *ms, int count) {
    qsort(ms, (size_t)count, sizeof *ms, gpus_compare);
    return (ms[(count - 1) / 2] + ms[count / 2]) / 2;
}

// Sorts the times of so many runs, adds them to the report, with work / ms as the rate in that
// unit, and prints them, unless a result was wrong or the rows go to a file. Returns the median.
static inline double gpus_report(struct report *report, const char *what, double *ms, int runs,
                                 double work, const char *unit, bool right) {
    const double median = gpus_median(ms, runs);
    const float row[] = {(float)median, (float)ms[0], (float)ms[runs - 1]};
    report_row(report, what, row, work / median, unit, right);
    if (right && !report->options->csv)
        printf("%s alone: median %s ms, min %s, max %s (%d runs), %s %s\n", what,
               digits(median, 4).text, digits(ms[0], 4).text, digits(ms[runs - 1], 4).text, runs,
               digits(work / median, 4).text, unit);
    return median;
}

// --grid PxQ: P parts one above the other, Q side by side. Or one line and status 2.
static inline void gpus_grid(const struct options *options, const char *text, int *down,
                             int *across) {
    char *end;
    const long p = strtol(text, &end, 10);
    const long q = *end == 'x' ? strtol(end + 1, &end, 10) : 0;
    if (*end || p < 1 || q < 1 || p > 100000 || q > 100000)
        options_refuse(options, "--grid '%s': not PxQ, such as 2x3", text);
    *down = (int)p;
    *across = (int)q;
}

// Where part i begins if a whole is cut into `parts` as evenly as possible. Part `parts` begins at
// the end.
static inline size_t gpus_share(size_t whole, size_t parts, size_t i) {
    return whole / parts * i + (i < whole % parts ? i : whole % parts);
}

#endif
