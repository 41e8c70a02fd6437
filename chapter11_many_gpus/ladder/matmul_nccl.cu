// SPDX-License-Identifier: MIT
// Matrix multiplication over a grid of GPUs: SUMMA. Each GPU has a block of a, of b and of c.
// Panels of a are broadcast along the rows of the grid, panels of b along its columns, while the
// previous ones are multiplied.
//
// What it teaches: why products distribute so well. A GPU's arithmetic grows with the volume of its
// share, the data it receives only with the surface; so the broadcasts hide behind the product. And
// c stays the same bit for bit, as long as each sum is added in the same order. After
// matmul_ladder.
//
//     matmul_nccl --size 32768 --grid 1x2        --panel N columns of a panel
//     matmul_nccl --size 16384 --peers bin/cuda/peers/cublas_xt.so       cuBLASXt beside it
//
// It prints the time of the whole job, then that of one GPU and of all, and the parallel
// efficiency.
#include <dlfcn.h>

#include "matmul/matmul_work.h"
#include "matmul/shape_plan.h"
#include "../gpus.h"

#define ABOUT "Multiplies two matrices of floats on a grid of GPUs."
const size_t DEFAULT_SIZE = 200, DEFAULT_PANEL = 4096;
const double MOST = 1 << 18; // rows or columns
const int TURNS = 3;

// matmul_ladder's best shape for large matrices; and for rows that begin anywhere.
typedef shape<16, 8, 2, 4, 1, 16, 4, 4, true> aligned;
typedef shape<16, 8, 2, 4, 1, 16, 2, 1, false> ragged;

// A GPU's block of each matrix, and two panels of each that are multiplied and on their way.
struct block {
    size_t row0, rows, column0, columns; // of c
    size_t a0, a_columns, b0, b_rows;    // of the other two, along k
    float *dev_a, *dev_b, *dev_c;
    float *dev_packed[2], *dev_panel_a[2], *dev_panel_b[2];
    ncclComm_t along_row, along_column;
    cudaStream_t product, comm;
    cudaEvent_t arrived[2], used[2];
};

struct summa {
    struct gpus gpus;
    int down, across;
    size_t size, panel;
    struct block blocks[GPUS_MOST];
    bool hidden; // the next panel comes while one is multiplied
};

// Rows [row0, row0 + rows) and some columns of the random matrix `seed` of width n.
__global__ void fill_block(float *to, size_t row0, size_t rows, size_t column0, size_t columns,
                           size_t n, uint64_t seed) {
    const size_t stride = (size_t)gridDim.x * blockDim.x;
    for (size_t i = threadIdx.x + (size_t)blockIdx.x * blockDim.x; i < rows * columns;
         i += stride) {
        const size_t at = (row0 + i / columns) * n + column0 + i % columns;
        to[i] = -1 + 2 * ladder_random(seed, at);
    }
}

// Elements of which a bit differs.
__global__ void differing(const float *a, const float *b, size_t n, unsigned long long *count) {
    const size_t stride = (size_t)gridDim.x * blockDim.x;
    unsigned long long mine = 0;
    for (size_t i = threadIdx.x + (size_t)blockIdx.x * blockDim.x; i < n; i += stride)
        mine += __float_as_uint(a[i]) != __float_as_uint(b[i]);
    if (mine)
        atomicAdd(count, mine);
}

static void multiply(const float *a, const float *b, float *c, size_t m, size_t k, size_t n,
                     bool more, cudaStream_t stream) {
    void (*const launch)(const float *, const float *, float *, struct sizes, cudaStream_t) =
        n % 4 == 0 ? more ? launch_shape_in<aligned, true> : launch_shape_in<aligned, false>
        : more ? launch_shape_in<ragged, true>
                   : launch_shape_in<ragged, false>;
    launch(a, b, c, sizes_of(m, n, k), stream);
}

// ---- setting up ---------------------------------------------------------------------------------

static void block_create(const struct options *options, struct summa *s, int i) {
    struct block *b = &s->blocks[i];
    const size_t n = s->size, p = (size_t)s->down, q = (size_t)s->across;
    const size_t row = (size_t)i / q, column = (size_t)i % q;
    HANDLE_ERROR(cudaSetDevice(i));
    b->row0 = gpus_share(n, p, row);
    b->rows = gpus_share(n, p, row + 1) - b->row0;
    b->column0 = gpus_share(n, q, column);
    b->columns = gpus_share(n, q, column + 1) - b->column0;
    b->a0 = gpus_share(n, q, column);
    b->a_columns = gpus_share(n, q, column + 1) - b->a0;
    b->b0 = gpus_share(n, p, row);
    b->b_rows = gpus_share(n, p, row + 1) - b->b0;
    b->dev_a = (float *)ladder_alloc(options, b->rows * b->a_columns, sizeof(float));
    b->dev_b = (float *)ladder_alloc(options, b->b_rows * b->columns, sizeof(float));
    b->dev_c = (float *)ladder_alloc(options, b->rows * b->columns, sizeof(float));
    for (int j = 0; j < 2; j++) {
        b->dev_packed[j] = (float *)ladder_alloc(options, b->rows * s->panel, sizeof(float));
        b->dev_panel_a[j] = (float *)ladder_alloc(options, b->rows * s->panel, sizeof(float));
        b->dev_panel_b[j] = (float *)ladder_alloc(options, b->columns * s->panel, sizeof(float));
        HANDLE_ERROR(cudaEventCreateWithFlags(&b->arrived[j], cudaEventDisableTiming));
        HANDLE_ERROR(cudaEventCreateWithFlags(&b->used[j], cudaEventDisableTiming));
    }
    int lowest, highest;
    HANDLE_ERROR(cudaDeviceGetStreamPriorityRange(&lowest, &highest));
    HANDLE_ERROR(cudaStreamCreateWithPriority(&b->product, cudaStreamNonBlocking, lowest));
    HANDLE_ERROR(cudaStreamCreateWithPriority(&b->comm, cudaStreamNonBlocking, highest));
    fill_block<<<4096, 256>>>(b->dev_a, b->row0, b->rows, b->a0, b->a_columns, n,
                              2 * options->seed);
    fill_block<<<4096, 256>>>(b->dev_b, b->b0, b->b_rows, b->column0, b->columns, n,
                              2 * options->seed + 1);
    HANDLE_ERROR(cudaGetLastError());
}

// A communicator for each row and each column of the grid.
static void summa_connect(struct summa *s) {
    for (int r = 0; r < s->down; r++) {
        int devices[GPUS_MOST];
        ncclComm_t comms[GPUS_MOST];
        for (int c = 0; c < s->across; c++)
            devices[c] = r * s->across + c;
        HANDLE_NCCL(ncclCommInitAll(comms, s->across, devices));
        for (int c = 0; c < s->across; c++)
            s->blocks[devices[c]].along_row = comms[c];
    }
    for (int c = 0; c < s->across; c++) {
        int devices[GPUS_MOST];
        ncclComm_t comms[GPUS_MOST];
        for (int r = 0; r < s->down; r++)
            devices[r] = r * s->across + c;
        HANDLE_NCCL(ncclCommInitAll(comms, s->down, devices));
        for (int r = 0; r < s->down; r++)
            s->blocks[devices[r]].along_column = comms[r];
    }
}

static void block_destroy(struct block *b) {
    float *const memory[] = {b->dev_a,          b->dev_b,          b->dev_c,
                             b->dev_packed[0],  b->dev_packed[1],  b->dev_panel_a[0],
                             b->dev_panel_a[1], b->dev_panel_b[0], b->dev_panel_b[1]};
    for (float *const dev_memory : memory)
        HANDLE_ERROR(cudaFree(dev_memory));
    for (int j = 0; j < 2; j++) {
        HANDLE_ERROR(cudaEventDestroy(b->arrived[j]));
        HANDLE_ERROR(cudaEventDestroy(b->used[j]));
    }
    HANDLE_ERROR(cudaStreamDestroy(b->product));
    HANDLE_ERROR(cudaStreamDestroy(b->comm));
    HANDLE_NCCL(ncclCommDestroy(b->along_row));
    HANDLE_NCCL(ncclCommDestroy(b->along_column));
}

// ---- the product --------------------------------------------------------------------------------

// In which of so many shares of the whole number i lies.
static int owner(size_t whole, int parts, size_t i) {
    int part = 0;
    while (gpus_share(whole, (size_t)parts, (size_t)part + 1) <= i)
        part++;
    return part;
}

// A panel ends where the next owner's begins.
static size_t panel_width(const struct summa *s, size_t from) {
    const size_t of_a =
        gpus_share(s->size, (size_t)s->across, (size_t)owner(s->size, s->across, from) + 1);
    const size_t of_b =
        gpus_share(s->size, (size_t)s->down, (size_t)owner(s->size, s->down, from) + 1);
    return min(min(of_a, of_b), from + s->panel) - from;
}

// Sends the panel from column `from` of a on its way along the rows, and of b along the columns.
static void panel_send(struct summa *s, size_t from, size_t width, int slot) {
    const int of_a = owner(s->size, s->across, from), of_b = owner(s->size, s->down, from);
    for (int i = 0; i < s->gpus.count; i++) {
        struct block *b = &s->blocks[i];
        HANDLE_ERROR(cudaSetDevice(i));
        HANDLE_ERROR(cudaStreamWaitEvent(b->comm, b->used[slot], 0));
        if (!s->hidden) { // only when everything is done
            HANDLE_ERROR(cudaEventRecord(b->used[slot], b->product));
            HANDLE_ERROR(cudaStreamWaitEvent(b->comm, b->used[slot], 0));
        }
        if (i % s->across == of_a)
            HANDLE_ERROR(cudaMemcpy2DAsync(b->dev_packed[slot], width * sizeof(float),
                                           b->dev_a + (from - b->a0), b->a_columns * sizeof(float),
                                           width * sizeof(float), b->rows, cudaMemcpyDeviceToDevice,
                                           b->comm));
    }
    HANDLE_NCCL(ncclGroupStart());
    for (int i = 0; i < s->gpus.count; i++) {
        struct block *b = &s->blocks[i];
        const float *rows =
            i / s->across == of_b ? b->dev_b + (from - b->b0) * b->columns : b->dev_panel_b[slot];
        HANDLE_NCCL(ncclBroadcast(b->dev_packed[slot], b->dev_panel_a[slot], b->rows * width,
                                  ncclFloat, of_a, b->along_row, b->comm));
        HANDLE_NCCL(ncclBroadcast(rows, b->dev_panel_b[slot], width * b->columns, ncclFloat, of_b,
                                  b->along_column, b->comm));
    }
    HANDLE_NCCL(ncclGroupEnd());
    for (int i = 0; i < s->gpus.count; i++) {
        HANDLE_ERROR(cudaSetDevice(i));
        HANDLE_ERROR(cudaEventRecord(s->blocks[i].arrived[slot], s->blocks[i].comm));
    }
}

// The whole product once; returns how long it took, by the host's clock.
static double summa_multiply(struct summa *s) {
    for (int i = 0; i < s->gpus.count; i++) {
        HANDLE_ERROR(cudaSetDevice(i));
        poison(s->blocks[i].dev_c, s->blocks[i].rows * s->blocks[i].columns * sizeof(float));
    }
    gpus_wait(s->gpus.count);
    const double start = gpus_clock_ms();
    size_t width = panel_width(s, 0);
    panel_send(s, 0, width, 0);
    for (size_t from = 0, turn = 0; from < s->size; turn++) {
        const int slot = (int)(turn % 2);
        const size_t next = from + width, next_width = next < s->size ? panel_width(s, next) : 0;
        if (next_width && s->hidden)
            panel_send(s, next, next_width, 1 - slot);
        for (int i = 0; i < s->gpus.count; i++) {
            struct block *b = &s->blocks[i];
            HANDLE_ERROR(cudaSetDevice(i));
            HANDLE_ERROR(cudaStreamWaitEvent(b->product, b->arrived[slot], 0));
            multiply(b->dev_panel_a[slot], b->dev_panel_b[slot], b->dev_c, b->rows, width,
                     b->columns, from > 0, b->product);
            HANDLE_ERROR(cudaEventRecord(b->used[slot], b->product));
        }
        if (next_width && !s->hidden)
            panel_send(s, next, next_width, 1 - slot);
        from = next;
        width = next_width;
    }
    gpus_wait(s->gpus.count);
    return gpus_clock_ms() - start;
}

// The blocks of c beside each other on device 0, in w->dev_c.
static void summa_gather(struct summa *s, struct matmul_work *w) {
    matmul_poison(w);
    for (int i = 0; i < s->gpus.count; i++) {
        const struct block *b = &s->blocks[i];
        HANDLE_ERROR(cudaMemcpy2D(w->dev_c + b->row0 * s->size + b->column0,
                                  s->size * sizeof(float), b->dev_c, b->columns * sizeof(float),
                                  b->columns * sizeof(float), b->rows, cudaMemcpyDefault));
    }
}

static double multiply_alone(struct matmul_work *w, float *dev_c) {
    HANDLE_ERROR(cudaSetDevice(0));
    poison(dev_c, w->m * w->n * sizeof(float));
    gpus_wait(1);
    const double start = gpus_clock_ms();
    multiply(w->dev_a, w->dev_b, dev_c, w->m, w->k, w->n, false, 0);
    gpus_wait(1);
    return gpus_clock_ms() - start;
}

// ---- main ---------------------------------------------------------------------------------------

// c = a b of n x n on several GPUs, from and to host memory: ms, or less than 0.
typedef double peer_function(const float *a, const float *b, float *c, size_t n, int gpus);

static peer_function *load_peer(const struct options *options, const char *file) {
    if (file == NULL)
        return NULL;
    void *library = dlopen(file, RTLD_NOW);
    if (library == NULL)
        options_refuse(options, "--peers: %s", dlerror());
    peer_function *peer = (peer_function *)dlsym(library, "matmul_on_gpus");
    if (peer == NULL)
        options_refuse(options, "--peers '%s': no product is in there", file);
    return peer;
}

// The library's product, checked as the others are.
static void run_peer(peer_function *peer, struct report *report, struct matmul_work *w, int gpus) {
    const size_t bytes = w->n * w->n * sizeof(float);
    float *a, *b, *c;
    float **const matrices[] = {&a, &b, &c};
    for (float **const matrix : matrices)
        HANDLE_ERROR(cudaMallocHost((void **)matrix, bytes));
    HANDLE_ERROR(cudaMemcpy(a, w->dev_a, bytes, cudaMemcpyDeviceToHost));
    HANDLE_ERROR(cudaMemcpy(b, w->dev_b, bytes, cudaMemcpyDeviceToHost));
    const double ms = peer(a, b, c, w->n, gpus);
    HANDLE_ERROR(cudaSetDevice(0));
    HANDLE_ERROR(cudaMemcpy(w->dev_c, c, bytes, cudaMemcpyHostToDevice));
    char says[160];
    const struct rung rung = {"library", "", NULL, NULL, RUNG_PEER, 0, 0};
    const bool right = ms >= 0 && matmul_right(w, &rung, says, sizeof says);
    const float row[] = {(float)ms, (float)ms, (float)ms};
    const double rate = 2e-9 * (double)w->n * (double)w->n * (double)w->n / ms;
    report_row(report, "library, from the host", row, rate, "TFLOP/s", right);
    if (right && !report->options->csv)
        printf("library, from and to the host: %s ms, %s TFLOP/s\n", digits(ms, 4).text,
               digits(rate, 4).text);
    for (float **const matrix : matrices)
        HANDLE_ERROR(cudaFreeHost(*matrix));
}

int main(int argc, char **argv) {
    struct options options = options_default(DEFAULT_SIZE);
    static struct summa summa;
    const char *grid = NULL, *peers = NULL;
    summa.panel = DEFAULT_PANEL;
    summa.hidden = true;
    const struct option_row rows[] = {
        {"size", OPTION_COUNT, &options.size, 1, MOST, "rows and columns"},
        {"grid", OPTION_WORD, &grid, 0, 0, "PxQ GPUs; default: 1 x all there are"},
        {"panel", OPTION_COUNT, &summa.panel, 1, MOST, "columns of a panel"},
        {"in-turn", OPTION_OFF, &summa.hidden, 0, 0, "broadcast, multiply, broadcast"},
        {"seed", OPTION_SEED, &options.seed, 0, 0, "another number, other matrices"},
        {"peers", OPTION_FILE, &peers, 0, 0, "a library's product, from a shared object"},
    };
    options_parse(&options, argc, argv, ABOUT, rows);
    summa.size = options.size;
    summa.down = 1;
    summa.across = min(max(gpus_there(), 1), (int)min(summa.size, (size_t)GPUS_MOST));
    if (grid)
        gpus_grid(&options, grid, &summa.down, &summa.across);
    if ((size_t)max(summa.down, summa.across) > summa.size)
        options_refuse(&options, "--grid %dx%d: more than --size %zu", summa.down, summa.across,
                       summa.size);
    summa.panel = min(summa.panel, summa.size);
    peer_function *const peer = load_peer(&options, peers);
    summa.gpus = gpus_begin(&options, (size_t)summa.down * (size_t)summa.across, false);
    struct report report = report_begin(&options);
    struct matmul_work work =
        matmul_work_create(&options, options.size, options.size, options.size);
    const size_t elements = options.size * options.size;
    float *const dev_alone = (float *)ladder_alloc(&options, elements, sizeof(float));

    struct stopwatch span = stopwatch_start();
    for (int i = 0; i < summa.gpus.count; i++)
        block_create(&options, &summa, i);
    summa_connect(&summa);
    gpus_wait(summa.gpus.count);
    stopwatch_lap(&span, "fill");
    summa_multiply(&summa);
    stopwatch_lap(&span, "multiply");
    summa_gather(&summa, &work);
    stopwatch_lap(&span, "gather");
    stopwatch_stop(&span);
    char says[160];
    const struct rung rung = {"SUMMA", "", NULL, NULL, 0, 0, 0};
    bool right = matmul_right(&work, &rung, says, sizeof says);
    report_span(&report, &span, right);

    double ms[2][OPTIONS_MOST_RUNS];
    const int turns = options.runs ? (int)options.runs : TURNS;
    for (int turn = 0; turn < turns; turn++) {
        ms[0][turn] = multiply_alone(&work, dev_alone);
        ms[1][turn] = summa_multiply(&summa);
    }
    summa_gather(&summa, &work);
    unsigned long long different = 0;
    HANDLE_ERROR(cudaMemset(work.dev_wrong, 0, sizeof different));
    differing<<<4096, 256>>>(work.dev_c, dev_alone, elements, work.dev_wrong);
    HANDLE_ERROR(cudaGetLastError());
    HANDLE_ERROR(cudaMemcpy(&different, work.dev_wrong, sizeof different, cudaMemcpyDeviceToHost));
    right = matmul_right(&work, &rung, says, sizeof says) && right && different == 0;

    const double operations = 2e-9 * (double)elements * (double)options.size; // TFLOP/s x ms
    const double one = gpus_report(&report, "one GPU", ms[0], turns, operations, "TFLOP/s", right);
    const double all = gpus_report(&report, "all GPUs", ms[1], turns, operations, "TFLOP/s", right);
    if (!options.csv && right)
        printf("efficiency of %d x %d GPUs: %s\n", summa.down, summa.across,
               digits(one / all / summa.gpus.count, 4).text);
    if (peer)
        run_peer(peer, &report, &work, summa.gpus.count);
    for (int i = 0; i < summa.gpus.count; i++)
        block_destroy(&summa.blocks[i]);
    HANDLE_ERROR(cudaFree(dev_alone));
    matmul_work_destroy(&work);
    return report_end(&report, "%s; %llu of %zu elements differ from one GPU's", says, different,
                      elements);
}
