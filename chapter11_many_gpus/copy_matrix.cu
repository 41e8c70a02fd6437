// SPDX-License-Identifier: MIT
// How fast GPUs reach each other: every pair, one way and both ways at once, and host memory to and
// from each GPU; as a table and as a picture.
//
// What it teaches: what a machine with many GPUs looks like inside. Peers with access to each
// other's memory copy without the host; a link that is as fast both ways at once is really two
// links. Look at it before you place a program's parts on GPUs. After stream_overlap.
//
//     copy_matrix --size 67108864            floats in a copy
//
// It prints one row per source and one column per destination, the host last, in GB/s (per
// direction, if there are two), and says which pairs have no peer access. Every copy is checked.
#include <math.h>

#include "book.h"
#include "ladders/ladder_data.h"
#include "report.h"
#include "pictures/show.h"
#include "heat/colours.h"
#include "gpus.h"

#define ABOUT "Copies between all pairs of GPUs, and between them and the host."
const size_t DEFAULT_SIZE = 1 << 20; // floats in a copy
const int TURNS = 7, TILE = 64;      // turns; pixels along a square of the picture

// An end of a copy: a GPU, or, after the last of them, the host.
struct end {
    float *out, *in; // what it sends and where it gets
    cudaStream_t stream, other;
};

struct copies {
    struct options options;
    int gpus, ends;
    struct end of[GPUS_MOST + 1];
    double one_way[GPUS_MOST + 1][GPUS_MOST + 1], both[GPUS_MOST + 1][GPUS_MOST + 1];
    bool direct[GPUS_MOST + 1][GPUS_MOST + 1];
    size_t wrong;
};

static void end_create(struct copies *c, int i) {
    struct end *end = &c->of[i];
    const size_t n = c->options.size, bytes = n * sizeof(float);
    if (i < c->gpus) {
        HANDLE_ERROR(cudaSetDevice(i));
        end->out = (float *)ladder_alloc(&c->options, n, sizeof(float));
        end->in = (float *)ladder_alloc(&c->options, n, sizeof(float));
        HANDLE_ERROR(cudaStreamCreateWithFlags(&end->stream, cudaStreamNonBlocking));
        HANDLE_ERROR(cudaStreamCreateWithFlags(&end->other, cudaStreamNonBlocking));
        ladder_fill(end->out, n, c->options.seed + (uint64_t)i, 0, 1);
        HANDLE_ERROR(cudaDeviceSynchronize());
        for (int j = 0; j < c->gpus; j++) {
            int can = 0;
            if (j != i)
                HANDLE_ERROR(cudaDeviceCanAccessPeer(&can, i, j));
            if (can)
                HANDLE_ERROR(cudaDeviceEnablePeerAccess(j, 0));
            c->direct[i][j] = can;
        }
    } else {
        HANDLE_ERROR(cudaMallocHost((void **)&end->out, bytes));
        HANDLE_ERROR(cudaMallocHost((void **)&end->in, bytes));
        for (size_t k = 0; k < n; k++)
            end->out[k] = ladder_random(c->options.seed + (uint64_t)i, k);
    }
}

static void end_destroy(const struct copies *c, int i) {
    const struct end *end = &c->of[i];
    if (i == c->gpus) {
        HANDLE_ERROR(cudaFreeHost(end->out));
        HANDLE_ERROR(cudaFreeHost(end->in));
        return;
    }
    HANDLE_ERROR(cudaSetDevice(i));
    HANDLE_ERROR(cudaFree(end->out));
    HANDLE_ERROR(cudaFree(end->in));
    HANDLE_ERROR(cudaStreamDestroy(end->stream));
    HANDLE_ERROR(cudaStreamDestroy(end->other));
}

// One copy, in the stream of the GPU that sends; the host sends in one of the GPU that gets.
static void start_copy(const struct copies *c, int from, int to) {
    const size_t bytes = c->options.size * sizeof(float);
    const int device = from < c->gpus ? from : to;
    HANDLE_ERROR(cudaSetDevice(device));
    cudaStream_t const stream = from < c->gpus ? c->of[from].stream : c->of[to].other;
    if (from < c->gpus && to < c->gpus)
        HANDLE_ERROR(cudaMemcpyPeerAsync(c->of[to].in, to, c->of[from].out, from, bytes, stream));
    else
        HANDLE_ERROR(
            cudaMemcpyAsync(c->of[to].in, c->of[from].out, bytes, cudaMemcpyDefault, stream));
}

// Whether the data arrived: compares the first and the last number, and some in between.
static void look(struct copies *c, int from, int to) {
    enum { LOOKS = 9 };
    const size_t n = c->options.size;
    for (size_t i = 0; i < LOOKS; i++) {
        const size_t at = i * (n - 1) / (LOOKS - 1);
        float got;
        HANDLE_ERROR(cudaMemcpy(&got, c->of[to].in + at, sizeof got, cudaMemcpyDefault));
        c->wrong += !(got == ladder_random(c->options.seed + (uint64_t)from, at));
    }
}

static void spoil(const struct copies *c, int to) {
    const size_t bytes = c->options.size * sizeof(float);
    if (to < c->gpus) {
        HANDLE_ERROR(cudaSetDevice(to));
        HANDLE_ERROR(cudaMemset(c->of[to].in, 0xFF, bytes));
    } else {
        memset(c->of[to].in, 0xFF, bytes);
    }
}

// GB/s one way, or with both of each of them.
static double measure(struct copies *c, int from, int to, bool both) {
    const int turns = c->options.runs ? (int)c->options.runs : TURNS;
    double ms[OPTIONS_MOST_RUNS];
    spoil(c, to);
    if (both)
        spoil(c, from);
    for (int turn = -1; turn < turns; turn++) { // the first is to warm up
        gpus_wait(c->gpus);
        const double start = gpus_clock_ms();
        start_copy(c, from, to);
        if (both)
            start_copy(c, to, from);
        gpus_wait(c->gpus);
        if (turn >= 0)
            ms[turn] = gpus_clock_ms() - start;
    }
    look(c, from, to);
    if (both)
        look(c, to, from);
    return 1e-6 * (double)c->options.size * sizeof(float) / gpus_median(ms, turns);
}

// ---- the table and the picture ------------------------------------------------------------------

static void end_name(const struct copies *c, int i, char name[20]) {
    if (i < c->gpus)
        snprintf(name, 20, "GPU %d", i);
    else
        snprintf(name, 20, "host");
}

static void print(const struct copies *c, const char *title,
                  const double rates[GPUS_MOST + 1][GPUS_MOST + 1]) {
    char name[20];
    printf("%-12s", title);
    for (int to = 0; to < c->ends; to++) {
        end_name(c, to, name);
        printf(" %8s", name);
    }
    printf("   GB/s, to\n");
    for (int from = 0; from < c->ends; from++) {
        end_name(c, from, name);
        printf("%-12s", name);
        for (int to = 0; to < c->ends; to++)
            printf(" %8s", from == to ? "-" : digits(rates[from][to], 3).text);
        printf("\n");
    }
}

// A square a pair: one way to the left, both ways to the right; the fastest is the lightest.
static void draw(const struct copies *c, unsigned char *pixels) {
    const int side = c->ends * TILE;
    double most = 0;
    for (int i = 0; i < c->ends; i++)
        for (int j = 0; j < c->ends; j++)
            most = fmax(most, fmax(c->one_way[i][j], c->both[i][j]));
    for (int y = 0; y < side; y++)
        for (int x = 0; x < 2 * side; x++) {
            const int from = (side - 1 - y) / TILE, to = x % side / TILE;
            const double rate = x < side ? c->one_way[from][to] : c->both[from][to];
            const bool seam = x % TILE == 0 || y % TILE == 0 || from == to;
            const uchar4 colour =
                seam ? make_uchar4(40, 40, 40, 255) : room_perceptual(most > 0 ? rate / most : 0);
            memcpy(pixels + 4 * ((size_t)y * 2 * side + x), &colour, sizeof colour);
        }
}

int main(int argc, char **argv) {
    static struct copies c;
    struct options *options = &c.options;
    size_t wanted = 0;
    *options = options_default(DEFAULT_SIZE);
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
    c.ends = c.gpus + 1;
    HANDLE_ERROR(cudaSetDevice(0));
    struct report report = report_begin(options);
    struct stopwatch span = stopwatch_start();
    for (int i = 0; i < c.ends; i++)
        end_create(&c, i);
    HANDLE_ERROR(cudaSetDevice(0));
    stopwatch_lap(&span, "allocate");
    for (int from = 0; from < c.ends; from++)
        for (int to = 0; to < c.ends; to++)
            if (from != to)
                c.one_way[from][to] = measure(&c, from, to, false);
    for (int from = 0; from < c.ends; from++)
        for (int to = 0; to < from; to++)
            c.both[from][to] = c.both[to][from] = measure(&c, from, to, true);
    HANDLE_ERROR(cudaSetDevice(0));
    stopwatch_lap(&span, "copy");
    stopwatch_stop(&span);
    report_span(&report, &span, c.wrong == 0);

    const double bytes = (double)options->size * sizeof(float);
    for (int from = 0; from < c.ends; from++)
        for (int to = 0; to < c.ends; to++)
            for (int ways = 1; ways <= 2 && from != to; ways++) {
                char one[20], other[20], what[80];
                end_name(&c, from, one);
                end_name(&c, to, other);
                const double rate = ways == 1 ? c.one_way[from][to] : c.both[from][to];
                snprintf(what, sizeof what, "%s to %s %s", one, other,
                         ways == 1 ? "one way" : "both ways");
                const float ms = (float)(1e-6 * bytes / rate), row[] = {ms, ms, ms};
                report_row(&report, what, row, rate, "GB/s", c.wrong == 0);
            }
    if (!options->csv && c.wrong == 0) {
        print(&c, "one way", c.one_way);
        print(&c, "both ways", c.both);
        for (int i = 0; i < c.gpus; i++)
            for (int j = 0; j < c.gpus; j++)
                if (i != j && !c.direct[i][j])
                    printf("GPU %d does not reach GPU %d's memory: by way of the host\n", i, j);
    }
    CPUBitmap bitmap(2 * c.ends * TILE, c.ends * TILE);
    if (bitmap.get_ptr() == NULL)
        return EXIT_FAILURE;
    draw(&c, bitmap.get_ptr());
    for (int i = 0; i < c.ends; i++)
        end_destroy(&c, i);
    HANDLE_ERROR(cudaSetDevice(0));
    const int status =
        report_end(&report, "%d GPU%s, each copy was there", c.gpus, c.gpus == 1 ? "" : "s");
    return status ? status : show_picture(&bitmap, options, "copy_matrix.png");
}
