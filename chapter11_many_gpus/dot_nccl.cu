// SPDX-License-Identifier: MIT
// One long dot product over all the GPUs of a machine: each multiplies its share of both vectors,
// and an all-reduce leaves the sum of their sums on every one of them.
//
// What it teaches: a reduction is easy to distribute. Only one number per GPU has to be sent, which
// takes one round trip: shares have to be long enough to make that negligible. After dot_ladder.
//
//     dot_nccl --size 4294967296
//
// It prints the time of the whole job, then one GPU's and all GPUs' alone, and their efficiency.
#include "dot/dot_work.h"
#include "gpus.h"

#define ABOUT "Multiplies two long vectors of floats on all GPUs."
const size_t DEFAULT_SIZE = 1 << 20; // elements

// A GPU's share of the vectors.
struct share {
    size_t count;
    float *dev_a, *dev_b;
    struct twofold *dev_sums; // of its blocks
    unsigned *dev_done, blocks;
    double *dev_sum; // of the share; and after it the total
    cudaStream_t stream;
};

// GPUs that multiply two vectors together.
struct team {
    struct gpus gpus;
    struct share shares[GPUS_MOST];
};

static void team_create(const struct options *options, struct team *team) {
    for (int i = 0; i < team->gpus.count; i++) {
        struct share *s = &team->shares[i];
        const size_t first = gpus_share(options->size, team->gpus.count, i);
        int processors;
        HANDLE_ERROR(cudaSetDevice(i));
        HANDLE_ERROR(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, i));
        s->count = gpus_share(options->size, team->gpus.count, i + 1) - first;
        s->blocks = (unsigned)(FULL * processors);
        s->dev_a = (float *)ladder_alloc(options, s->count + 1, sizeof(float));
        s->dev_b = (float *)ladder_alloc(options, s->count + 1, sizeof(float));
        s->dev_sums = (struct twofold *)ladder_alloc(options, s->blocks, sizeof *s->dev_sums);
        s->dev_done = (unsigned *)ladder_alloc(options, 1, sizeof *s->dev_done);
        s->dev_sum = (double *)ladder_alloc(options, 2, sizeof(double));
        HANDLE_ERROR(cudaMemset(s->dev_done, 0, sizeof *s->dev_done));
        HANDLE_ERROR(cudaStreamCreateWithFlags(&s->stream, cudaStreamNonBlocking));
        ladder_fill_part(s->dev_a, first, s->count, 2 * options->seed, 0, 1);
        ladder_fill_part(s->dev_b, first, s->count, 2 * options->seed + 1, 0, 1);
    }
    gpus_wait(team->gpus.count);
}

static void team_destroy(const struct team *team) {
    for (const struct share *s = team->shares; s < team->shares + team->gpus.count && s->dev_a;
         s++) {
        void *const memory[] = {s->dev_a, s->dev_b, s->dev_sums, s->dev_done, s->dev_sum};
        for (void *const dev_memory : memory)
            HANDLE_ERROR(cudaFree(dev_memory));
        HANDLE_ERROR(cudaStreamDestroy(s->stream));
    }
    gpus_end(&team->gpus);
}

// The whole product once. Each share's sum is a double, so the all-reduce loses no digits. Returns
// how long it took, by the host's clock.
static double multiply(const struct team *team) {
    for (int i = 0; i < team->gpus.count; i++) {
        HANDLE_ERROR(cudaSetDevice(i));
        poison(team->shares[i].dev_sum, 2 * sizeof(double));
    }
    gpus_wait(team->gpus.count);
    const double start = gpus_clock_ms();
    for (int i = 0; i < team->gpus.count; i++) {
        const struct share *s = &team->shares[i];
        HANDLE_ERROR(cudaSetDevice(i));
        dot_one_pass<<<s->blocks, MOST_THREADS, 0, s->stream>>>(
            s->dev_a, s->dev_b, s->count, s->dev_sums, s->dev_done, s->dev_sum);
        HANDLE_ERROR(cudaGetLastError());
    }
    HANDLE_NCCL(ncclGroupStart());
    for (int i = 0; i < team->gpus.count; i++)
        HANDLE_NCCL(ncclAllReduce(team->shares[i].dev_sum, team->shares[i].dev_sum + 1, 1,
                                  ncclDouble, ncclSum, team->gpus.comms[i],
                                  team->shares[i].stream));
    HANDLE_NCCL(ncclGroupEnd());
    gpus_wait(team->gpus.count);
    return gpus_clock_ms() - start;
}

// On how many GPUs the total is not the exact one, but for one rounding a sum.
static int check(const struct team *team, double expected, double *got) {
    int wrong = 0;
    for (int i = 0; i < team->gpus.count; i++) {
        HANDLE_ERROR(cudaMemcpy(got, team->shares[i].dev_sum + 1, sizeof *got, cudaMemcpyDefault));
        wrong += !verify_close(*got, expected, 0, 1e-10);
    }
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
    static struct team one, all, *const teams[] = {&one, &all};
    all.gpus = gpus_begin(&options, wanted, true), one.gpus = gpus_begin(&options, 1, true);
    struct report report = report_begin(&options);
    const double expected = dot_exact(&options, options.size, options.seed);

    struct stopwatch span = stopwatch_start();
    team_create(&options, &all);
    stopwatch_lap(&span, "fill");
    multiply(&all);
    stopwatch_lap(&span, "multiply");
    double got;
    int wrong = check(&all, expected, &got);
    stopwatch_lap(&span, "copy out");
    stopwatch_stop(&span);
    report_span(&report, &span, wrong == 0);

    // One GPU has both vectors whole, where it has room for them; the two take turns.
    size_t free_bytes, total_bytes;
    HANDLE_ERROR(cudaMemGetInfo(&free_bytes, &total_bytes));
    const double bytes = 2 * sizeof(float) * (double)options.size;
    const int first = bytes < 0.9 * (double)free_bytes ? 0 : 1;
    if (first == 0)
        team_create(&options, &one);
    double ms[2][OPTIONS_MOST_RUNS], median[2];
    const int turns = options.runs ? (int)options.runs : 11;
    for (int turn = -1; turn < turns; turn++) // the first is to warm up
        for (int t = first; t < 2; t++) {
            ms[t][max(turn, 0)] = multiply(teams[t]);
            wrong += check(teams[t], expected, &got);
        }
    for (int t = first; t < 2; t++)
        median[t] = gpus_report(&report, t ? "all GPUs" : "one GPU", ms[t], turns, 1e-6 * bytes,
                                "GB/s", wrong == 0);
    if (first == 0 && wrong == 0 && !options.csv)
        printf("efficiency of %d GPUs: %s\n", all.gpus.count,
               digits(median[0] / median[1] / all.gpus.count, 4).text);
    for (const struct team *team : teams)
        team_destroy(team);
    return report_end(&report, "%.17g, expected %.17g on every GPU", got, expected);
}
