// SPDX-License-Identifier: MIT
// Streams: copies in, kernels and copies out, at the same time for different pieces.
//
// What it teaches: a GPU copies in, computes and copies out with engines that work side by side, if
// the work is cut into pieces that do not wait for each other. A launch does not wait for its
// kernel, so the host can work meanwhile; and there are many ways to wait for the results.
//
//     stream_overlap; stream_overlap --size 8388608 --streams 8; stream_overlap --help
//
// It prints the time of the whole job and of its parts; each part alone; the job done in three
// ways, each with its largest error and its share of a perfect overlap's speed; then what the host
// did while a kernel ran, and every way to wait. No time is printed beside a wrong result.
#include <math.h>

#include "chapter.h"
#include "job.h"
#include "waits.h"

#define ABOUT "Copies in, computes and copies out: in one go, and in pieces with a stream for each."
const size_t DEFAULT_SIZE = 4 * 1024 * 256; // elements of a piece

// The job with a stream for each piece, piece by piece.
static void version_1(struct job *j) {
    for (int p = 0; p < j->streams; p++) {
        copy_in(j, p * j->piece, j->piece, j->stream[p]);
        compute(j, p * j->piece, j->piece, j->stream[p]);
        copy_out(j, p * j->piece, j->piece, j->stream[p]);
    }
}

// The same, step by step.
static void version_2(struct job *j) {
    for (int p = 0; p < j->streams; p++)
        copy_in(j, p * j->piece, j->piece, j->stream[p]);
    for (int p = 0; p < j->streams; p++)
        compute(j, p * j->piece, j->piece, j->stream[p]);
    for (int p = 0; p < j->streams; p++)
        copy_out(j, p * j->piece, j->piece, j->stream[p]);
}

int main(int argc, char **argv) {
    struct options options = options_default(DEFAULT_SIZE);
    size_t streams = 4, work = 0;
    const struct option_row rows[] = {
        {"size", OPTION_COUNT, &options.size, 1, MOST_ELEMENTS, "elements in each piece"},
        {"streams", OPTION_COUNT, &streams, 1, MOST_STREAMS, "pieces, each with its stream"},
        {"work", OPTION_COUNT, &work, 1, MOST_WORK,
         "angles per element; default: as long as a copy takes"},
        {"seed", OPTION_SEED, &options.seed, 0, 0, "another seed gives other elements"},
    };
    options_parse(&options, argc, argv, ABOUT, rows);
    struct job j = job_create(&options, streams);
    struct report report = report_begin(&options);
    job_fill(&j, options.seed);

    // The whole job, once: memory on the device, the elements there, the kernel, the result back.
    struct stopwatch span = stopwatch_start();
    HANDLE_ERROR(cudaMalloc(&j.dev_in, 2 * j.n * sizeof *j.dev_in));
    stopwatch_lap(&span, "allocate");
    j.dev_out = j.dev_in + j.n;
    job_expect(&j, work ? (int)work : job_balance(&j));
    job_reset(&j);
    stopwatch_skip(&span);
    all_in(&j);
    stopwatch_lap(&span, "copy in");
    all_compute(&j);
    stopwatch_lap(&span, "kernel");
    all_out(&j);
    stopwatch_lap(&span, "copy out");
    stopwatch_stop(&span);
    report_span(&report, &span, job_right(&j, j.n));

    // Each step alone; it works on what the one before has left.
    job_reset(&j);
    const struct timing in = job_measure(&j, all_in, j.dev_in, j.n);
    const struct timing kernel = job_measure(&j, all_compute, j.dev_out, j.n);
    const struct timing out = job_measure(&j, all_out, NULL, 0);
    const bool right = job_right(&j, j.n);
    const double megabytes = (double)j.n * sizeof *j.in / 1e6;
    report_kernel(&report, "copy in", &in, megabytes / in.median_ms, "GB/s", right);
    report_kernel(&report, "kernel", &kernel, j.work, "angles an element", right);
    report_kernel(&report, "copy out", &out, megabytes / out.median_ms, "GB/s", right);
    job_reset(&j);
    sequential(&j);
    const struct timing both = job_measure(&j, both_copies, NULL, 0);
    report_kernel(&report, "both copies", &both, 2 * megabytes / both.median_ms, "GB/s",
                  job_right(&j, j.n));

    // The job in three ways, and how close each gets to the optimum.
    const double perfect =
        perfect_ms(in.median_ms, kernel.median_ms, out.median_ms, j.streams, j.engines);
    job_row(&report, &j, "perfect overlap", perfect, j.engines, "copy engines", right);
    const char *const name[] = {"sequential", "version 1", "version 2"};
    void (*const run[])(struct job *) = {sequential, version_1, version_2};
    double best = INFINITY;
    for (int way = 0; way < 3; way++) {
        job_reset(&j);
        const struct timing t = job_measure(&j, run[way], j.dev_in, 2 * j.n);
        const bool same = job_right(&j, j.n);
        best = fmin(best, t.median_ms);
        const float ms[] = {t.median_ms, t.min_ms, t.max_ms};
        report_row(&report, name[way], ms, perfect / t.median_ms, "of perfect overlap", same);
        if (same && !options.csv)
            printf("%-21s %9s ms   max error %.3g, %s of perfect overlap\n", name[way],
                   digits(ms[0], 3).text, j.max_error, digits(perfect / ms[0], 3).text);
    }

    if (j.engines >= 2) {
        const double on_link =
            fmax(perfect, perfect_on_link_ms(in.median_ms, kernel.median_ms, out.median_ms,
                                             both.median_ms, j.streams));
        job_row(&report, &j, "perfect on this link", on_link, on_link / best, "of it reached",
                right);
    }

    // The host works while a kernel runs, since a launch returns before.
    job_reset(&j);
    all_in(&j);
    HANDLE_ERROR(cudaDeviceSynchronize());
    const double start = host_ms();
    all_compute(&j);
    const double launched = host_ms();
    HANDLE_ERROR(cudaEventRecord(j.event, 0));
    struct host_pi sum = {};
    do
        host_work(&sum);
    while (!done(cudaEventQuery(j.event)));
    const double ended = host_ms();
    all_out(&j);
    HANDLE_ERROR(cudaDeviceSynchronize());
    const bool worked = job_right(&j, j.n) && host_right(&sum);
    job_row(&report, &j, "launch", launched - start, NAN, "", worked);
    job_row(&report, &j, "kernel and host", ended - start, sum.terms, "terms of pi", worked);

    for (int way = 0; way < WAITS; way++) {
        job_reset(&j);
        const double begun = host_ms();
        const size_t asked = do_and_wait(&j, way);
        const double waited = host_ms();
        job_row(&report, &j, WAIT[way], waited - begun, (double)asked, "times not ready",
                job_right(&j, j.piece));
    }
    job_destroy(&j);
    return report_end(&report, "%zu elements in %zu pieces", j.n, streams);
}
