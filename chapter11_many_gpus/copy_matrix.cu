// SPDX-License-Identifier: MIT
// How fast GPUs reach each other: every pair, one way and both ways at once, and host memory to and
// from each GPU; as a table and as a picture.
//
// What it teaches: what a machine with many GPUs looks like inside. Peers with access to each
// other's memory copy without the host; a link that is as fast both ways at once is really two
// links; and a short copy never gets near a link's rate. Look at it before you place a program's
// parts on GPUs. After stream_overlap.
//
//     copy_matrix --size 67108864            floats in a copy
//
// It prints how large a copy is; a row per source and a column per destination, the host last, in
// GB/s per direction; which pairs have no peer access; and the rates of shorter copies. Every copy
// is checked.
#include "ladders/ladder_data.h"
#include "copy_table.h"

#define ABOUT "Copies between all pairs of GPUs, and between them and the host."

// An end of a copy: a GPU, or, after the last of them, the host.
struct end {
    float *out, *in; // what it sends and where it gets
    cudaStream_t stream, other;
};

struct copies {
    struct options options;
    size_t count, wrong; // floats in a copy; numbers that did not arrive
    int gpus;
    struct end of[GPUS_MOST + 1];
    struct copy_table table;
};

static void end_create(struct copies *c, int i) {
    struct end *end = &c->of[i];
    const size_t n = c->options.size;
    if (i < c->gpus) {
        HANDLE_ERROR(cudaSetDevice(i));
        end->out = (float *)ladder_alloc(&c->options, n, sizeof(float));
        end->in = (float *)ladder_alloc(&c->options, n, sizeof(float));
        HANDLE_ERROR(cudaStreamCreateWithFlags(&end->stream, cudaStreamNonBlocking));
        HANDLE_ERROR(cudaStreamCreateWithFlags(&end->other, cudaStreamNonBlocking));
        ladder_fill(end->out, n, c->options.seed + (uint64_t)i, 0, 1);
        for (int j = 0; j < c->gpus; j++) {
            if (j != i)
                HANDLE_ERROR(cudaDeviceCanAccessPeer(&c->table.direct[i][j], i, j));
            if (c->table.direct[i][j])
                HANDLE_ERROR(cudaDeviceEnablePeerAccess(j, 0));
        }
    } else {
        HANDLE_ERROR(cudaMallocHost((void **)&end->out, n * sizeof(float)));
        HANDLE_ERROR(cudaMallocHost((void **)&end->in, n * sizeof(float)));
        for (size_t k = 0; k < n; k++)
            end->out[k] = ladder_random(c->options.seed + (uint64_t)i, k);
    }
}

static void end_destroy(const struct copies *c, int i) {
    const struct end *end = &c->of[i];
    for (float *const memory : {end->out, end->in})
        HANDLE_ERROR(i < c->gpus ? cudaFree(memory) : cudaFreeHost(memory));
    for (int j = 0; j < 2 && i < c->gpus; j++)
        HANDLE_ERROR(cudaStreamDestroy(j ? end->other : end->stream));
}

// Whether the data arrived: compares the first and the last number, and some in between.
static void look(struct copies *c, int from, int to) {
    for (size_t i = 0; i <= 8; i++) {
        const size_t at = i * (c->count - 1) / 8;
        float got;
        HANDLE_ERROR(cudaMemcpy(&got, c->of[to].in + at, sizeof got, cudaMemcpyDefault));
        c->wrong += !(got == ladder_random(c->options.seed + (uint64_t)from, at));
    }
}

// GB/s from one end to the other; both: while as much comes back. A copy goes into a stream of the
// GPU that sends; what the host sends, into one of the GPU that gets it.
static double measure(struct copies *c, int one, int other, bool both) {
    const int from[] = {one, other}, to[] = {other, one}, ways = both ? 2 : 1;
    const int turns = c->options.runs ? (int)c->options.runs : 7;
    const size_t bytes = c->count * sizeof(float);
    double ms[OPTIONS_MOST_RUNS];
    for (int way = 0; way < ways; way++)
        if (to[way] == c->gpus)
            memset(c->of[to[way]].in, 0xFF, bytes);
        else
            HANDLE_ERROR(cudaMemset(c->of[to[way]].in, 0xFF, bytes));
    for (int turn = -1; turn < turns; turn++) { // the first is to warm up
        gpus_wait(c->gpus);
        const double start = gpus_clock_ms();
        for (int way = 0; way < ways; way++)
            HANDLE_ERROR(cudaMemcpyAsync(
                c->of[to[way]].in, c->of[from[way]].out, bytes, cudaMemcpyDefault,
                from[way] < c->gpus ? c->of[from[way]].stream : c->of[to[way]].other));
        gpus_wait(c->gpus);
        ms[max(turn, 0)] = gpus_clock_ms() - start;
    }
    for (int way = 0; way < ways; way++)
        look(c, from[way], to[way]);
    return 1e-6 * (double)bytes / gpus_median(ms, turns);
}

int main(int argc, char **argv) {
    static struct copies c;
    struct options *options = &c.options;
    size_t wanted = 0;
    *options = options_default(1 << 20);
    const struct option_row rows[] = {
        {"size", OPTION_COUNT, &options->size, 1, 1e12, "floats in a copy"},
        {"gpus", OPTION_COUNT, &wanted, 0, GPUS_MOST, "how many; 0: all"},
        {"seed", OPTION_SEED, &options->seed, 0, 0, "other numbers"},
        {"out", OPTION_FILE, &options->picture, 0, 0, "write the picture to FILE (.png or .ppm)"},
    };
    options_parse(options, argc, argv, ABOUT, rows);
    if (options->picture && image_check_writable(options->picture))
        return OPTIONS_BAD;
    c.gpus = gpus_begin(options, wanted, false).count;
    c.table.bytes = options->size * sizeof(float);
    const int ends = c.table.ends = c.gpus + 1;
    struct report report = report_begin(options);
    struct stopwatch span = stopwatch_start();
    for (int i = 0; i < ends; i++)
        end_create(&c, i);
    stopwatch_lap(&span, "allocate");
    c.count = options->size;
    for (int from = 0; from < ends; from++)
        for (int to = 0; to < from; to++) {
            c.table.one_way[from][to] = measure(&c, from, to, false);
            c.table.one_way[to][from] = measure(&c, to, from, false);
            c.table.both[from][to] = c.table.both[to][from] = measure(&c, from, to, true);
        }
    for (c.count = 256; c.count < options->size; c.count *= 4) {
        struct copy_size *size = &c.table.by_size[c.table.sizes++];
        size->bytes = c.count * sizeof(float);
        for (int i = 0; i < copy_pairs(&c.table); i++)
            size->rate[i] =
                measure(&c, copy_pair(&c.table, i).from, copy_pair(&c.table, i).to, false);
    }
    stopwatch_lap(&span, "copy");
    stopwatch_stop(&span);
    report_span(&report, &span, c.wrong == 0);
    copy_table_report(&c.table, &report, c.wrong == 0);
    for (int i = 0; i < ends; i++)
        end_destroy(&c, i);
    const int status = report_end(&report, "GPUs: %d; each copy arrived", c.gpus);
    return status ? status : copy_table_show(&c.table, options);
}
