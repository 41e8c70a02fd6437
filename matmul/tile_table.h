// SPDX-License-Identifier: MIT
// The table that tile_width prints: the matrices that it is made with, the check, and a line.
#ifndef TILE_TABLE_H
#define TILE_TABLE_H

#include "chapter.h"
#include "matrix.h"

// The matrices on the host and on the device, and the report.
struct job {
    int width;
    size_t bytes;
    float *a, *b, *c, *dev_a, *dev_b, *dev_c;
    const struct options *options;
    struct matrix_check check;
    struct report report;
    char fastest[32];
    double gflops; // of the fastest
    struct timing timing;
};

static inline struct job job_create(const struct options *options) {
    const size_t width = options->size, count = width * width;
    struct job job = {};
    job.options = options;
    job.width = (int)width;
    job.bytes = count * sizeof(float);
    job.a = (float *)host_alloc(options, count, sizeof(float));
    job.b = (float *)host_alloc(options, count, sizeof(float));
    job.c = (float *)host_alloc(options, count, sizeof(float));
    job.check = matrix_check_start(options, width, width, width);
    job.report = report_begin(options);
    uint64_t state = options->seed;
    matrix_fill(job.a, count, &state);
    matrix_fill(job.b, count, &state);
    return job;
}

// The product that is on the device, compared with the reference.
static inline bool verify(struct job *job) {
    const size_t width = job->width;
    HANDLE_ERROR(cudaMemcpy(job->c, job->dev_c, job->bytes, cudaMemcpyDeviceToHost));
    return matrix_verify(&job->check, job->a, job->b, job->c, width, width, width) == 0;
}

static inline void print_line(int width, const struct timing *t, double gflops, bool right) {
    printf("%10d %8d %8zu  ", width, width * width, 2 * width * width * sizeof(float));
    if (right)
        printf("%10s %10s %10s %10s\n", digits(t->median_ms, 3).text, digits(t->min_ms, 3).text,
               digits(t->max_ms, 3).text, digits(gflops, 3).text);
    else
        printf("WRONG\n");
}

#endif
