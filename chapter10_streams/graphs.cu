// SPDX-License-Identifier: MIT
// A CUDA graph: many short launches, recorded once and launched as one.
//
// What it teaches: a launch costs the host some microseconds, and a short kernel takes less. A
// stencil in a small rod is such a row of kernels, each waiting for the one before. Recorded into a
// graph, the whole row is a single launch, and the device goes from kernel to kernel by itself.
// After stream_overlap.
//
//     graphs; graphs --size 1000000; graphs --steps 1000; graphs --help
//
// It prints the time of the whole job and of its parts; then the time of all steps launched one by
// one, as a graph, and with the host waiting after each; and whether the temperatures are right.
#include "chapter.h"
#include "random.h"

#define ABOUT "Steps of heat in a rod: launched one by one, and recorded into a graph."
const size_t DEFAULT_SIZE = 1 << 12; // cells
const int THREADS = 256;             // in a block
const size_t MOST = (size_t)0x7fffffff * THREADS;

struct job {
    size_t n, steps;
    float *start, *rod[2]; // the device's; step s goes from rod[s % 2] to the other
    cudaStream_t stream;
    cudaGraphExec_t graph;
};

// One thread: one cell. A quarter of each neighbour, half of its own; the ends are their own
// neighbours. Bound by the launch, where the rod is short.
__host__ __device__ static inline float next(const float *rod, size_t i, size_t n) {
    return 0.25f * (rod[i > 0 ? i - 1 : 0] + rod[i + 1 < n ? i + 1 : i]) + 0.5f * rod[i];
}

__global__ void diffuse(const float *in, float *out, size_t n) {
    const size_t i = threadIdx.x + (size_t)blockIdx.x * blockDim.x;
    if (i < n)
        out[i] = next(in, i, n);
}

static void step(struct job *j, size_t s) {
    diffuse<<<(unsigned)((j->n + THREADS - 1) / THREADS), THREADS, 0, j->stream>>>(
        j->rod[s % 2], j->rod[(s + 1) % 2], j->n);
    HANDLE_ERROR(cudaGetLastError());
}

static void one_by_one(struct job *j) {
    for (size_t s = 0; s < j->steps; s++)
        step(j, s);
}

static void with_a_wait(struct job *j) {
    for (size_t s = 0; s < j->steps; s++) {
        step(j, s);
        HANDLE_ERROR(cudaStreamSynchronize(j->stream));
    }
}

// The same loop, but nothing runs: each launch becomes a node of a graph. Instantiated, it is ready
// to be launched any number of times. Its nodes keep the arguments that they were recorded with.
static void record(struct job *j) {
    cudaGraph_t recorded;
    HANDLE_ERROR(cudaStreamBeginCapture(j->stream, cudaStreamCaptureModeGlobal));
    one_by_one(j);
    HANDLE_ERROR(cudaStreamEndCapture(j->stream, &recorded));
    HANDLE_ERROR(cudaGraphInstantiateWithFlags(&j->graph, recorded, 0));
    HANDLE_ERROR(cudaGraphDestroy(recorded));
}

static void as_a_graph(struct job *j) {
    HANDLE_ERROR(cudaGraphLaunch(j->graph, j->stream));
}

// Before each run, untimed: the rod as it was, and nothing in the other one.
static void reset(void *work) {
    struct job *const j = (struct job *)work;
    const size_t bytes = j->n * sizeof(float);
    HANDLE_ERROR(cudaMemcpy(j->rod[0], j->start, bytes, cudaMemcpyDeviceToDevice));
    HANDLE_ERROR(cudaMemset(j->rod[1], 0xFF, bytes));
    HANDLE_ERROR(cudaDeviceSynchronize());
}

int main(int argc, char **argv) {
    struct options options = options_default(DEFAULT_SIZE);
    struct job j = {};
    j.steps = 100;
    const struct option_row rows[] = {
        {"size", OPTION_COUNT, &options.size, 1, (double)MOST, "cells"},
        {"steps", OPTION_COUNT, &j.steps, 1, 10000, "steps of a run"},
        {"seed", OPTION_SEED, &options.seed, 0, 0, "another seed gives other temperatures"},
    };
    options_parse(&options, argc, argv, ABOUT, rows);
    const size_t n = j.n = options.size, bytes = n * sizeof(float);
    float *const rod = (float *)host_alloc(&options, 4 * n, sizeof *rod), *const got = rod + 3 * n;
    struct report report = report_begin(&options);
    for (size_t i = 0; i < n; i++)
        rod[i] = random_number(options.seed, i);
    // In rod + n and rod + 2 n, in turns, so that the start is kept.
    const float *expected = rod;
    for (size_t s = 0; s < j.steps; s++) {
        float *const out = rod + (1 + s % 2) * n;
        for (size_t i = 0; i < n; i++)
            out[i] = next(expected, i, n);
        expected = out;
    }
    // A step errs by three roundings of numbers below 1, and passes on a mean of errors.
    const double tolerance = 3.0 * (double)j.steps / (1 << 24);

    struct stopwatch span = stopwatch_start();
    HANDLE_ERROR(cudaStreamCreate(&j.stream));
    for (float **dev : {&j.start, &j.rod[0], &j.rod[1]})
        HANDLE_ERROR(cudaMalloc(dev, bytes));
    stopwatch_lap(&span, "allocate");
    HANDLE_ERROR(cudaMemcpy(j.start, rod, bytes, cudaMemcpyHostToDevice));
    stopwatch_lap(&span, "copy in");
    record(&j);
    stopwatch_lap(&span, "record");
    reset(&j);
    stopwatch_skip(&span);
    as_a_graph(&j);
    stopwatch_lap(&span, "steps");
    HANDLE_ERROR(cudaMemcpy(got, j.rod[j.steps % 2], bytes, cudaMemcpyDeviceToHost));
    stopwatch_lap(&span, "copy out");
    stopwatch_stop(&span);
    size_t wrong = verify_floats(got, expected, n, tolerance, 0);
    report_span(&report, &span, wrong == 0);

    void (*const run[])(struct job *) = {one_by_one, as_a_graph, with_a_wait};
    const char *const name[] = {"one by one", "as a graph", "with a wait"};
    for (int way = 0; way < 3; way++) {
        struct timing t = timing_start(options.runs, NULL, 0);
        t.budget_ms = TIMING_BUDGET_MS / 3;
        t.before = reset;
        t.work = &j;
        while (timing_next(&t))
            run[way](&j);
        HANDLE_ERROR(cudaMemcpy(got, j.rod[j.steps % 2], bytes, cudaMemcpyDeviceToHost));
        wrong += verify_floats(got, expected, n, tolerance, 0);
        report_kernel(&report, name[way], &t, 1e3 * t.median_ms / (double)j.steps,
                      "microseconds a step", wrong == 0);
    }
    HANDLE_ERROR(cudaGraphExecDestroy(j.graph));
    for (float *dev : {j.start, j.rod[0], j.rod[1]})
        HANDLE_ERROR(cudaFree(dev));
    HANDLE_ERROR(cudaStreamDestroy(j.stream));
    free(rod);
    return report_end(&report, "%zu wrong among 4 x %zu cells after %zu steps", wrong, n, j.steps);
}
