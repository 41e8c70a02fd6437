// SPDX-License-Identifier: MIT
// The job that this chapter's program does in several orders: three steps that can be put into any
// stream for any part of the elements; the result as it has to come out; and the reset and the
// check that belong to every measurement.
#ifndef JOB_H
#define JOB_H

#include <math.h>
#include <stdint.h>
#include <string.h>
#include <time.h>

#include "book.h"
#include "event_timer.h"
#include "host_memory.h"
#include "options.h"
#include "random.h"
#include "report.h"
#include "verify.h"

enum { MOST_STREAMS = 64, MOST_WORK = 4096 };
const int THREADS = 256;                                                  // in a block
const double MOST_ELEMENTS = 0x7fffffff * (double)THREADS / MOST_STREAMS; // of a piece

struct job {
    size_t n, piece;            // elements: of the whole, of one piece
    int streams, work;          // pieces, each with its stream; angles an element
    float *in, *out, *expected; // on the host, in and out pinned
    float *dev_in, *dev_out;    // one allocation, dev_out after dev_in
    cudaStream_t stream[MOST_STREAMS], other;
    cudaEvent_t event;
    int engines;      // for copies, that the device has
    double max_error; // of the latest check
    const struct options *options;
};

// One thread: one element, to which it adds sin^2 + cos^2 = 1 as often as `work` says. Bound by
// memory where that is once, by arithmetic where it is often: so it can be made as long as a copy.
__global__ void add_ones(const float *in, float *out, size_t n, int work) {
    const size_t i = threadIdx.x + (size_t)blockIdx.x * blockDim.x;
    if (i >= n)
        return;
    float sum = in[i];
    for (int k = 0; k < work; k++) {
        const float s = sinf(in[i] + k), c = cosf(in[i] + k);
        sum += sqrtf(s * s + c * c);
    }
    out[i] = sum;
}

// The three steps, each for the elements from `at` on. None of them waits for what it asks for.
static inline void copy_in(struct job *j, size_t at, size_t count, cudaStream_t s) {
    HANDLE_ERROR(cudaMemcpyAsync(j->dev_in + at, j->in + at, count * sizeof *j->in,
                                 cudaMemcpyHostToDevice, s));
}
static inline void compute(struct job *j, size_t at, size_t count, cudaStream_t s) {
    const unsigned blocks = (unsigned)((count + THREADS - 1) / THREADS);
    add_ones<<<blocks, THREADS, 0, s>>>(j->dev_in + at, j->dev_out + at, count, j->work);
    HANDLE_ERROR(cudaGetLastError());
}
static inline void copy_out(struct job *j, size_t at, size_t count, cudaStream_t s) {
    HANDLE_ERROR(cudaMemcpyAsync(j->out + at, j->dev_out + at, count * sizeof *j->out,
                                 cudaMemcpyDeviceToHost, s));
}

// Each step alone, for the whole; the two copies side by side; and the job in the default stream.
static inline void all_in(struct job *j) {
    copy_in(j, 0, j->n, 0);
}
static inline void all_compute(struct job *j) {
    compute(j, 0, j->n, 0);
}
static inline void all_out(struct job *j) {
    copy_out(j, 0, j->n, 0);
}
static inline void both_copies(struct job *j) {
    copy_in(j, 0, j->n, j->stream[0]);
    copy_out(j, 0, j->n, j->other);
}
static inline void sequential(struct job *j) {
    all_in(j);
    all_compute(j);
    all_out(j);
}

// Pinned memory stays where it is, so that a copy engine can read and write it by itself. Of other
// memory the driver copies each part to a pinned buffer first, and an asynchronous copy waits.
static inline float *job_pinned(const struct options *options, size_t n) {
    float *memory;
    if (cudaMallocHost(&memory, n * sizeof *memory) != cudaSuccess)
        host_memory_refuse(options, n, sizeof *memory);
    return memory;
}

static inline struct job job_create(const struct options *options, size_t streams) {
    struct job j = {};
    j.options = options;
    j.streams = (int)streams;
    j.piece = options->size;
    j.n = j.piece * streams;
    j.expected = (float *)host_alloc(options, j.n, sizeof(float));
    free(host_alloc(options, j.n, 2 * sizeof(float))); // refused, where pinned memory can't be had
    j.in = job_pinned(options, j.n);
    j.out = job_pinned(options, j.n);
    for (int s = 0; s < j.streams; s++)
        HANDLE_ERROR(cudaStreamCreate(&j.stream[s]));
    HANDLE_ERROR(cudaStreamCreate(&j.other));
    HANDLE_ERROR(cudaEventCreate(&j.event));
    HANDLE_ERROR(cudaDeviceGetAttribute(&j.engines, cudaDevAttrAsyncEngineCount, 0));
    return j;
}

static inline void job_destroy(struct job *j) {
    for (int s = 0; s < j->streams; s++)
        HANDLE_ERROR(cudaStreamDestroy(j->stream[s]));
    HANDLE_ERROR(cudaStreamDestroy(j->other));
    HANDLE_ERROR(cudaEventDestroy(j->event));
    HANDLE_ERROR(cudaFree(j->dev_in));
    HANDLE_ERROR(cudaFreeHost(j->in));
    HANDLE_ERROR(cudaFreeHost(j->out));
    free(j->expected);
}

// Random numbers in [0, 1).
static inline void job_fill(struct job *j, uint64_t seed) {
    for (size_t i = 0; i < j->n; i++)
        j->in[i] = random_next(&seed);
}

static inline void job_expect(struct job *j, int work) {
    j->work = work;
    for (size_t i = 0; i < j->n; i++)
        j->expected[i] = (float)((double)j->in[i] + work);
}

// Leaves nothing right from before: all bits set are a NaN.
static inline void job_reset(struct job *j) {
    HANDLE_ERROR(cudaDeviceSynchronize());
    memset(j->out, 0xFF, j->n * sizeof(float));
    poison(j->dev_in, 2 * j->n * sizeof(float));
    HANDLE_ERROR(cudaDeviceSynchronize()); // a stream need not wait for what cudaMemset began
}

// Compares the first `count` elements with the reference. It waits for nothing: whoever calls it
// has to have waited. A term of the sum has four roundings.
static inline bool job_right(struct job *j, size_t count) {
    float most = 0;
    for (size_t i = 0; i < count; i++) {
        const float error = fabsf(j->out[i] - j->expected[i]);
        most = isnan(error) || error > most ? error : most; // a NaN stays: nothing is larger
    }
    j->max_error = most;
    const double tolerance = verify_sum_tolerance(4 * (size_t)j->work);
    return verify_floats(j->out, j->expected, count, 0, tolerance) == 0;
}

// The shortest time that p pieces can take. With an engine for each step, the one that has most to
// do never pauses; before it begins, and after it ends, one piece goes through the other two steps:
//     max(in, kernel, out) + (sum of the other two) / p
// With one engine for both copies: max(in + out, kernel + (in + out) / p). With none: the sum.
static inline double perfect_ms(double in, double kernel, double out, int p, int engines) {
    const double most = fmax(in, fmax(kernel, out)), sum = in + kernel + out;
    if (engines >= 2)
        return most + (sum - most) / p;
    return engines == 1 ? fmax(in + out, kernel + (in + out) / p) : sum;
}

// The same where two copies, one in each direction, share a link: all of them together take `both`.
// A copy out cannot begin before a piece has been through the first two steps, nor one in go on
// while the last is in the other two; what is left of both then is slower:
//     first + what both have left at their common speed + what one has left alone + last
static inline double perfect_on_link_ms(double in, double kernel, double out, double both, int p) {
    const double first = fmin(in, (in + kernel) / p), last = fmin(out, (kernel + out) / p);
    const double left_in = 1 - first / in, left_out = 1 - last / out;
    const double together = fmin(left_in, left_out);
    return first + together * both + (left_in - together) * in + (left_out - together) * out + last;
}

// Times the job or a part of it; dev_output is what that writes, poisoned before each run.
static inline struct timing job_measure(struct job *j, void (*run)(struct job *), float *dev_output,
                                        size_t elements) {
    struct timing t = timing_start(j->options->runs, dev_output, elements * sizeof(float));
    t.budget_ms = TIMING_BUDGET_MS / 10; // there are about ten
    while (timing_next(&t))
        run(j);
    return t;
}

static inline void job_first_in(struct job *j) {
    copy_in(j, 0, j->piece, 0);
}
static inline void job_first_compute(struct job *j) {
    compute(j, 0, j->piece, 0);
}

// How much work makes the kernel last as long as a copy: 1 where even that takes longer.
static inline int job_balance(struct job *j) {
    const double copy_ms = job_measure(j, job_first_in, j->dev_in, j->piece).median_ms;
    for (j->work = 1;; j->work *= 2) {
        const double kernel_ms = job_measure(j, job_first_compute, j->dev_out, j->piece).median_ms;
        if (kernel_ms >= copy_ms && j->work > 1)
            return (int)(j->work * copy_ms / kernel_ms);
        if (kernel_ms >= copy_ms || 2 * j->work > MOST_WORK)
            return j->work;
    }
}

// A row of the report, and its line, for a time that is one number.
static inline void job_row(struct report *report, struct job *j, const char *what, double time,
                           double value, const char *unit, bool right) {
    const float ms[] = {(float)time, (float)time, (float)time};
    report_row(report, what, ms, value, unit, right);
    if (j->options->csv || !right)
        return;
    printf("%-21s %9s ms", what, digits(time, 3).text);
    if (*unit)
        printf("   %s %s", report_value(value, 3).text, unit);
    printf("\n");
}

// The host's own work: pi = 4 - 4/3 + 4/5 - 4/7 + ..., as far as it gets. What an addition rounds
// off goes into the next one (Kahan's sum): so pi is right to its last places however long it runs,
// and what it is off by is the first term left out at most, 4 / (2 terms + 1).
struct host_pi {
    double pi, lost, terms;
};

// A thousand more terms.
static inline void host_work(struct host_pi *sum) {
    for (int i = 0; i < 500; i++, sum->terms += 2) {
        const double two = 4 / (2 * sum->terms + 1) - 4 / (2 * sum->terms + 3) - sum->lost;
        const double pi = sum->pi + two;
        sum->lost = pi - sum->pi - two;
        sum->pi = pi;
    }
}
static inline bool host_right(const struct host_pi *sum) {
    return fabs(sum->pi - M_PI) < 4 / sum->terms;
}

// The host's own clock: what events can't see is when the host got to know.
static inline double host_ms(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

#endif
