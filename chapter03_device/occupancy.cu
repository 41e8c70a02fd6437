// SPDX-License-Identifier: MIT
// Occupancy: how many blocks fit on a multiprocessor at once, by arithmetic and by asking.
//
// What it teaches: a block needs threads, registers and shared memory of its multiprocessor, and
// the scarcest of them decides how many blocks are there together. Two kernels get more and more
// shared memory, so that fewer blocks fit. One gets slower, since only many warps hide the time of
// its reads; the other does not, since its threads always have arithmetic to do. After enum_gpu.
//
//     occupancy; occupancy --size 67108864; occupancy --help
//
// It prints for several launches how many blocks fit, by arithmetic and as the runtime says, and
// what limits them; then the rates of both kernels with more and more shared memory.
#include "chapter.h"
#include "random.h"
#include "occupancy.h"

#define ABOUT                                                                                      \
    "Works out how many blocks fit on a multiprocessor, and what that does to two kernels."
const size_t DEFAULT_SIZE = 1 << 15; // numbers
const int THREADS = 256;             // in a block
const size_t MOST = (size_t)0x7fffffff * THREADS;
const int STEPS = 512;

// One thread: one number, from anywhere in the array. Bound by how many such reads are under way.
__global__ void gather(const float *in, float *out, size_t n) {
    const size_t i = threadIdx.x + (size_t)blockIdx.x * blockDim.x;
    if (i < n)
        out[i] = in[i * 7919 % n] + 1;
}

// One thread: one number, through chains of steps that do not wait for each other; a chain, a
// register. Bound by arithmetic, which eight chains keep busy even where warps are few.
template <int CHAINS> __host__ __device__ static inline float chains(float in) {
    float x[CHAINS], sum = 0;
    for (int c = 0; c < CHAINS; c++)
        x[c] = in + (float)c;
    for (int s = 0; s < STEPS; s++)
        for (int c = 0; c < CHAINS; c++)
            x[c] = x[c] * 0.5f + 1; // exact but for one rounding, fused or not
    for (int c = 0; c < CHAINS; c++)
        sum += x[c];
    return sum;
}

template <int CHAINS> __global__ void compute(const float *in, float *out, size_t n) {
    const size_t i = threadIdx.x + (size_t)blockIdx.x * blockDim.x;
    if (i < n)
        out[i] = chains<CHAINS>(in[i]);
}

typedef void kernel(const float *, float *, size_t);

// Launches of blocks of so many threads, with so much dynamic shared memory, for the table.
static const struct launch {
    const char *name;
    kernel *run;
    int threads, kilobytes;
} LAUNCHES[] = {{"gather", gather, 32, 0},           {"gather", gather, 256, 0},
                {"gather", gather, 1024, 0},         {"gather", gather, 256, 48},
                {"gather", gather, 256, 96},         {"8 chains", compute<8>, 256, 0},
                {"128 chains", compute<128>, 256, 0}};

// A row of the table. Returns whether arithmetic and runtime agree.
static bool show(struct report *report, const struct launch *l, const struct cudaDeviceProp *d) {
    struct cudaFuncAttributes f;
    int asked;
    const size_t shared = (size_t)l->kilobytes << 10;
    HANDLE_ERROR(cudaFuncSetAttribute(l->run, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                      (int)shared)); // more than 48 KB must be asked for
    HANDLE_ERROR(cudaFuncGetAttributes(&f, l->run));
    HANDLE_ERROR(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&asked, l->run, l->threads, shared));
    const struct occupancy predicted = occupancy_predict(d, &f, l->threads, shared);
    const bool agree = asked == predicted.blocks;
    char what[64], unit[64];
    snprintf(what, sizeof what, "%s %d threads %d KB", l->name, l->threads, l->kilobytes);
    snprintf(unit, sizeof unit, "blocks limited by %s", predicted.limit);
    report_row(report, what, NULL, asked, unit, agree);
    snprintf(what, sizeof what, "%s %d threads %d KB each", l->name, l->threads, l->kilobytes);
    report_row(report, what, NULL, f.numRegs, "registers", agree);
    if (!report->options->csv)
        printf("%-18s %4d threads, %3d registers, %2d KB: %2d blocks, predicted %2d (%s)\n",
               l->name, l->threads, f.numRegs, l->kilobytes, asked, predicted.blocks,
               predicted.limit);
    return agree;
}

int main(int argc, char **argv) {
    struct options options = options_default(DEFAULT_SIZE);
    const struct option_row rows[] = {
        {"size", OPTION_COUNT, &options.size, 1, (double)MOST, "numbers"},
        {"seed", OPTION_SEED, &options.seed, 0, 0, "another seed gives other numbers"},
    };
    options_parse(&options, argc, argv, ABOUT, rows);
    const size_t n = options.size, bytes = n * sizeof(float);
    float *const in = (float *)host_alloc(&options, 4 * n, sizeof *in), *const out = in + n;
    float *const expected[] = {out + n, out + 2 * n};
    const unsigned blocks = (unsigned)((n + THREADS - 1) / THREADS);
    struct report report = report_begin(&options);
    for (size_t i = 0; i < n; i++)
        in[i] = random_number(options.seed, i);
    for (size_t i = 0; i < n; i++) {
        expected[0][i] = in[i * 7919 % n] + 1;
        expected[1][i] = chains<8>(in[i]);
    }
    struct cudaDeviceProp device;
    HANDLE_ERROR(cudaGetDeviceProperties(&device, 0));

    float *dev_in, *dev_out;
    struct stopwatch span = stopwatch_start();
    HANDLE_ERROR(cudaMalloc(&dev_in, bytes));
    HANDLE_ERROR(cudaMalloc(&dev_out, bytes));
    stopwatch_lap(&span, "allocate");
    stopwatch_poison(&span, dev_out, bytes);
    HANDLE_ERROR(cudaMemcpy(dev_in, in, bytes, cudaMemcpyHostToDevice));
    stopwatch_lap(&span, "copy in");
    gather<<<blocks, THREADS>>>(dev_in, dev_out, n);
    HANDLE_ERROR(cudaGetLastError());
    stopwatch_lap(&span, "kernel");
    HANDLE_ERROR(cudaMemcpy(out, dev_out, bytes, cudaMemcpyDeviceToHost));
    stopwatch_lap(&span, "copy out");
    stopwatch_stop(&span);
    size_t wrong = verify_floats(out, expected[0], n, 0, 0);
    report_span(&report, &span, wrong == 0);

    for (int l = 0; l < (int)(sizeof LAUNCHES / sizeof *LAUNCHES); l++)
        wrong += !show(&report, &LAUNCHES[l], &device);

    // Both kernels, with more and more shared memory, which they do not use.
    kernel *const both[] = {gather, compute<8>};
    for (int k = 0; k < 2; k++)
        for (int kilobytes = 0; kilobytes <= 192; kilobytes = kilobytes ? 2 * kilobytes : 48) {
            char name[32];
            const size_t shared = (size_t)kilobytes << 10;
            snprintf(name, sizeof name, "%s %d KB", k ? "compute" : "gather", kilobytes);
            HANDLE_ERROR(cudaFuncSetAttribute(both[k], cudaFuncAttributeMaxDynamicSharedMemorySize,
                                              (int)shared));
            struct timing t = timing_start(options.runs, dev_out, bytes);
            t.budget_ms = TIMING_BUDGET_MS / 8;
            while (timing_next(&t))
                both[k]<<<blocks, THREADS, shared>>>(dev_in, dev_out, n);
            HANDLE_ERROR(cudaMemcpy(out, dev_out, bytes, cudaMemcpyDeviceToHost));
            wrong += verify_floats(out, expected[k], n, 0, 0);
            report_kernel(&report, name, &t, (double)n / (t.median_ms * 1e6), "numbers a ns",
                          wrong == 0);
        }
    HANDLE_ERROR(cudaFree(dev_in));
    HANDLE_ERROR(cudaFree(dev_out));
    free(in);
    return report_end(&report, "predictions, and 9 x %zu numbers: %zu wrong", n, wrong);
}
