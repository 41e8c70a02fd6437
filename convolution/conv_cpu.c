// SPDX-License-Identifier: MIT
// A convolution of a row of numbers on the CPU, in plain C: what the GPU programs are compared
// with.
//
// What it teaches: each result is a weighted sum of its neighbourhood, and needs no other result.
// At both ends the mask reaches beyond the numbers, where there are zeros. A question for each term
// costs more than the term; so ask it where it may be true, at the ends.
//
//     conv_cpu; conv_cpu --size 100000000 --radius 15        --help lists the options
//
// It prints the time of the whole job, then of both loops, and whether the results are right.
#include <stdlib.h>

#include "event_timer.h"
#include "host_memory.h"
#include "options.h"
#include "report.h"
#include "convolution.h"

#define ABOUT "Convolves a row of numbers on the CPU."
enum { DEFAULT_SIZE = 1 << 20 }; // numbers

// Asks for each term whether its number exists.
static float with_question(const float *in, size_t n, const float *mask, int radius, size_t i) {
    float sum = 0;
    for (int j = 0; j <= 2 * radius; j++) {
        const size_t at = i + (size_t)j - (size_t)radius; // left of the first: beyond any n
        if (at < n)
            sum += mask[j] * in[at];
    }
    return sum;
}

static void convolve(const float *in, float *out, size_t n, const float *mask, int radius) {
    for (size_t i = 0; i < n; i++)
        out[i] = with_question(in, n, mask, radius, i);
}

// Term by term over all numbers in the middle, where nothing has to be asked: the compiler makes
// vector instructions of it.
static void convolve_apart(const float *in, float *out, size_t n, const float *mask, int radius) {
    const size_t end = (size_t)radius < n ? (size_t)radius : n, last = n - end;
    for (size_t i = 0; i < end; i++)
        out[i] = with_question(in, n, mask, radius, i);
    for (size_t i = last > end ? last : end; i < n; i++)
        out[i] = with_question(in, n, mask, radius, i);
    for (size_t from = end; from < last; from += 1024) { // stays in the cache
        const size_t to = from + 1024 < last ? from + 1024 : last;
        for (size_t i = from; i < to; i++)
            out[i] = 0;
        for (int j = 0; j <= 2 * radius; j++)
            for (size_t i = from; i < to; i++)
                out[i] += mask[j] * in[i + (size_t)j - (size_t)radius];
    }
}

int main(int argc, char **argv) {
    size_t radius = 3;
    const struct options options =
        convolution_options(DEFAULT_SIZE, 2e9, "numbers", &radius, MOST_RADIUS, argc, argv, ABOUT);

    const size_t n = options.size, bytes = n * sizeof(float), width = 2 * radius + 1;
    float mask[MOST_WIDTH];
    float *in = (float *)host_alloc(&options, n, sizeof *in);
    float *out = (float *)host_alloc(&options, n, sizeof *out);
    float *expected = (float *)host_alloc(&options, n, sizeof *expected);
    struct report report = report_begin(&options);
    convolution_fill(in, n, options.seed);
    convolution_mask(mask, (int)width, options.seed);
    const struct extent all = {(int)n, 1, 1}, reach = {(int)radius, 0, 0};
    convolution_reference(in, expected, all, mask, reach);

    // The whole job is the loop: nothing has to be copied anywhere.
    poison(out, bytes);
    struct stopwatch span = stopwatch_start();
    convolve(in, out, n, mask, (int)radius);
    stopwatch_lap(&span, "loop");
    stopwatch_stop(&span);
    size_t wrong = convolution_verify(out, expected, n, width);
    report_span(&report, &span, wrong == 0);

    // Both loops, several times; the last results of each are checked too.
    for (int way = 0; way < 2; way++) {
        struct timing t = timing_start(options.runs, out, bytes);
        while (timing_next(&t))
            (way == 0 ? convolve : convolve_apart)(in, out, n, mask, (int)radius);
        const size_t wrong_here = convolution_verify(out, expected, n, width);
        report_kernel(&report, way == 0 ? "a question for each term" : "the ends apart", &t,
                      (double)n / (t.median_ms * 1e3), "Mnumbers/s", wrong_here == 0);
        wrong += wrong_here;
    }
    free(in);
    free(out);
    free(expected);
    return report_end(&report, "%zu wrong among 3 x %zu results", wrong, n);
}
