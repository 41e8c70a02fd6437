// SPDX-License-Identifier: MIT
// One long dot product over all the GPUs of a machine: each multiplies its share of both vectors,
// and an all-reduce leaves the sum of their sums on every one of them.
//
// What it teaches: a reduction is easy to distribute. Only one number per GPU has to be sent, which
// takes one round trip: shares have to be long enough to make that negligible. After dot_ladder.
//
//     dot_nccl --size 4294967296
//
// It prints the time of the published span, then that of one GPU and of all of them, with the
// bandwidth and the parallel efficiency.
#include "dot/dot_work.h"
#include "report.h"
#include "gpus.h"

#define ABOUT "Multiplies two long vectors of floats on all GPUs."
const size_t DEFAULT_SIZE = 1 << 20; // elements
const int FULL = 2;                  // blocks a multiprocessor
const int TURNS = 11;

// A GPU's share of the vectors, and its sum.
struct share {
    size_t first, count;
    float *dev_a, *dev_b;
    struct twofold *dev_sums;
    unsigned *dev_done;
    double *dev_sum, *dev_total;
    unsigned blocks;
    cudaStream_t stream;
};

// The numbers first + i of the sequence that makes vector `seed`.
__global__ void fill(float *to, size_t first, size_t n, uint64_t seed) {
    const size_t stride = (size_t)gridDim.x * blockDim.x;
    for (size_t i = threadIdx.x + (size_t)blockIdx.x * blockDim.x; i < n; i += stride)
        to[i] = ladder_random(seed, first + i);
}

// dot_ladder's exact rung, whose last block leaves a double: so the all-reduce loses no digits.
__global__ void __launch_bounds__(MOST_THREADS, FULL)
    dot_share(const float *a, const float *b, size_t n, struct twofold *sums, unsigned *done,
              double *result) {
    const struct twofold sum = fold_by_warp(sum_by_vector<struct twofold>(a, b, n));
    if (!last_block(sum, sums, done))
        return;
    struct twofold total = {};
    for (unsigned i = threadIdx.x; i < gridDim.x; i += blockDim.x)
        total = merge(total, sums[i]);
    total = fold_by_warp(total);
    if (threadIdx.x == 0)
        *result = (double)total.sum + total.lost;
}

static void share_create(const struct options *options, struct share *s, size_t n, int parts,
                         int index) {
    int processors;
    HANDLE_ERROR(cudaSetDevice(index));
    HANDLE_ERROR(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, index));
    s->first = gpus_share(n, (size_t)parts, (size_t)index);
    s->count = gpus_share(n, (size_t)parts, (size_t)index + 1) - s->first;
    s->blocks = (unsigned)(FULL * processors);
    s->dev_a = (float *)ladder_alloc(options, s->count + 1, sizeof(float));
    s->dev_b = (float *)ladder_alloc(options, s->count + 1, sizeof(float));
    s->dev_sums = (struct twofold *)ladder_alloc(options, s->blocks, sizeof *s->dev_sums);
    s->dev_done = (unsigned *)ladder_alloc(options, 1, sizeof *s->dev_done);
    s->dev_sum = (double *)ladder_alloc(options, 2, sizeof(double));
    s->dev_total = s->dev_sum + 1;
    HANDLE_ERROR(cudaMemset(s->dev_done, 0, sizeof *s->dev_done));
    HANDLE_ERROR(cudaStreamCreateWithFlags(&s->stream, cudaStreamNonBlocking));
    fill<<<4096, 256>>>(s->dev_a, s->first, s->count, 2 * options->seed);
    fill<<<4096, 256>>>(s->dev_b, s->first, s->count, 2 * options->seed + 1);
    HANDLE_ERROR(cudaGetLastError());
    HANDLE_ERROR(cudaDeviceSynchronize());
}

static void share_destroy(const struct share *s, int device) {
    HANDLE_ERROR(cudaSetDevice(device));
    HANDLE_ERROR(cudaFree(s->dev_a));
    HANDLE_ERROR(cudaFree(s->dev_b));
    HANDLE_ERROR(cudaFree(s->dev_sums));
    HANDLE_ERROR(cudaFree(s->dev_done));
    HANDLE_ERROR(cudaFree(s->dev_sum));
    HANDLE_ERROR(cudaStreamDestroy(s->stream));
}

// The whole product once; returns how long it took, by the host's clock.
static double multiply(const struct share *shares, const struct gpus *gpus) {
    for (int i = 0; i < gpus->count; i++) {
        HANDLE_ERROR(cudaSetDevice(i));
        poison(shares[i].dev_sum, 2 * sizeof(double));
    }
    gpus_wait(gpus->count);
    const double start = gpus_clock_ms();
    for (int i = 0; i < gpus->count; i++) {
        const struct share *s = &shares[i];
        HANDLE_ERROR(cudaSetDevice(i));
        dot_share<<<s->blocks, MOST_THREADS, 0, s->stream>>>(s->dev_a, s->dev_b, s->count,
                                                             s->dev_sums, s->dev_done, s->dev_sum);
        HANDLE_ERROR(cudaGetLastError());
    }
    HANDLE_NCCL(ncclGroupStart());
    for (int i = 0; i < gpus->count; i++)
        HANDLE_NCCL(ncclAllReduce(shares[i].dev_sum, shares[i].dev_total, 1, ncclDouble, ncclSum,
                                  gpus->comms[i], shares[i].stream));
    HANDLE_NCCL(ncclGroupEnd());
    gpus_wait(gpus->count);
    return gpus_clock_ms() - start;
}

// Every GPU has the same total, and it is the exact one but for one rounding a sum.
static size_t check(const struct share *shares, int count, double expected, double *got) {
    size_t wrong = 0;
    for (int i = 0; i < count; i++) {
        double total;
        HANDLE_ERROR(cudaSetDevice(i));
        HANDLE_ERROR(cudaMemcpy(&total, shares[i].dev_total, sizeof total, cudaMemcpyDeviceToHost));
        wrong += !verify_close(total, expected, 0, 1e-10);
        *got = total;
    }
    HANDLE_ERROR(cudaSetDevice(0));
    return wrong;
}

int main(int argc, char **argv) {
    struct options options = options_default(DEFAULT_SIZE);
    size_t wanted = 0;
    const struct option_row rows[] = {
        {"size", OPTION_COUNT, &options.size, 1, 1e15, "elements in each vector"},
        {"gpus", OPTION_COUNT, &wanted, 0, GPUS_MOST, "how many; 0: all"},
        {"seed", OPTION_SEED, &options.seed, 0, 0, "other numbers"},
    };
    options_parse(&options, argc, argv, ABOUT, rows);
    struct gpus all = gpus_begin(&options, wanted, true), one = gpus_begin(&options, 1, true);
    HANDLE_ERROR(cudaSetDevice(0));
    struct report report = report_begin(&options);
    const double expected = dot_exact(&options, options.size, options.seed);

    struct share shares[GPUS_MOST] = {}, whole[1] = {};
    struct stopwatch span = stopwatch_start();
    for (int i = 0; i < all.count; i++)
        share_create(&options, &shares[i], options.size, all.count, i);
    HANDLE_ERROR(cudaSetDevice(0));
    stopwatch_lap(&span, "fill");
    multiply(shares, &all);
    stopwatch_lap(&span, "multiply");
    double got = 0;
    size_t wrong = check(shares, all.count, expected, &got);
    stopwatch_lap(&span, "copy out");
    stopwatch_stop(&span);
    report_span(&report, &span, wrong == 0);

    // One GPU has both vectors whole, where it has room for them; the two take turns.
    size_t free_bytes, total_bytes;
    HANDLE_ERROR(cudaMemGetInfo(&free_bytes, &total_bytes));
    const bool fits = 2 * sizeof(float) * (double)options.size < 0.9 * (double)free_bytes;
    if (fits)
        share_create(&options, &whole[0], options.size, 1, 0);
    double ms[2][OPTIONS_MOST_RUNS];
    const int turns = options.runs ? (int)options.runs : TURNS;
    for (int turn = -1; turn < turns; turn++) { // the first is to warm up
        const double first = fits ? multiply(whole, &one) : 0, second = multiply(shares, &all);
        if (turn >= 0)
            ms[0][turn] = first, ms[1][turn] = second;
        wrong += check(shares, all.count, expected, &got);
        wrong += fits ? check(whole, 1, expected, &got) : 0;
    }
    const double bytes = 2e-9 * sizeof(float) * (double)options.size;
    double median[2];
    for (int w = fits ? 0 : 1; w < 2; w++) {
        median[w] = gpus_median(ms[w], turns);
        const float row[] = {(float)median[w], (float)ms[w][0], (float)ms[w][turns - 1]};
        const char *const what = w ? "all GPUs" : "one GPU";
        report_row(&report, what, row, bytes / (1e-3 * median[w]), "GB/s", wrong == 0);
        if (!options.csv && wrong == 0)
            printf("%s alone: median %s ms, min %s, max %s (%d runs), %s GB/s\n", what,
                   digits(median[w], 4).text, digits(ms[w][0], 4).text,
                   digits(ms[w][turns - 1], 4).text, turns,
                   digits(bytes / (1e-3 * median[w]), 4).text);
    }
    if (fits && !options.csv && wrong == 0)
        printf("efficiency of %d GPUs: %s\n", all.count,
               digits(median[0] / median[1] / all.count, 4).text);
    for (int i = 0; i < all.count; i++)
        share_destroy(&shares[i], i);
    if (fits)
        share_destroy(&whole[0], 0);
    HANDLE_ERROR(cudaSetDevice(0));
    gpus_end(&all);
    gpus_end(&one);
    return report_end(&report, "%.17g, expected %.17g on every GPU", got, expected);
}
