// SPDX-License-Identifier: MIT
// Memory that a step of work needs for itself: allocated once, in each step, or in the stream.
//
// What it teaches: cudaMalloc and cudaFree wait for the device and ask the driver, so a loop should
// not call them. cudaMallocAsync and cudaFreeAsync take their place in the stream, and a pool keeps
// what was freed for the next one; its threshold says how much it keeps where the host waits. After
// managed.
//
//     memory_pool; memory_pool --size 16777216 --steps 100; memory_pool --help
//
// It prints the time of the whole job and of its parts, then of the steps with memory from four
// places, and whether the result is right.
#include "chapter.h"
#include "random.h"

#define ABOUT "Runs steps that need memory of their own, and takes it from four places."
const size_t DEFAULT_SIZE = 1 << 18; // numbers
const int THREADS = 256;             // in a block
const size_t MOST = (size_t)0x7fffffff * THREADS;

struct job {
    size_t n, steps;
    unsigned int *numbers, *scratch, *sums; // the device's
};

// One thread: one number. A step is two kernels, with what is between them in scratch.
__global__ void square(const unsigned int *numbers, unsigned int *scratch, size_t n) {
    const size_t i = threadIdx.x + (size_t)blockIdx.x * blockDim.x;
    if (i < n)
        scratch[i] = numbers[i] * numbers[i];
}

// The neighbour's square, so that one kernel would not do.
__global__ void add_neighbour(const unsigned int *scratch, unsigned int *sums, size_t n) {
    const size_t i = threadIdx.x + (size_t)blockIdx.x * blockDim.x;
    if (i < n)
        sums[i] = scratch[i] + scratch[i + 1 < n ? i + 1 : 0];
}

static void step(struct job *j, unsigned int *scratch) {
    const unsigned blocks = (unsigned)((j->n + THREADS - 1) / THREADS);
    square<<<blocks, THREADS>>>(j->numbers, scratch, j->n);
    add_neighbour<<<blocks, THREADS>>>(scratch, j->sums, j->n);
    HANDLE_ERROR(cudaGetLastError());
}

static void allocated_once(struct job *j) {
    for (size_t s = 0; s < j->steps; s++) {
        step(j, j->scratch);
        HANDLE_ERROR(cudaStreamSynchronize(0));
    }
}

static void malloc_in_each(struct job *j) {
    for (size_t s = 0; s < j->steps; s++) {
        unsigned int *scratch;
        HANDLE_ERROR(cudaMalloc(&scratch, j->n * sizeof *scratch));
        step(j, scratch);
        HANDLE_ERROR(cudaFree(scratch)); // waits for both kernels
    }
}

// The host waits after each step, as a program does that looks at its results.
static void from_the_pool(struct job *j) {
    for (size_t s = 0; s < j->steps; s++) {
        unsigned int *scratch;
        HANDLE_ERROR(cudaMallocAsync(&scratch, j->n * sizeof *scratch, 0));
        step(j, scratch);
        HANDLE_ERROR(cudaFreeAsync(scratch, 0)); // when both kernels are done
        HANDLE_ERROR(cudaStreamSynchronize(0));
    }
}

// How many bytes the pool keeps when a stream is waited for: 0 unless it is set.
static void keep(uint64_t bytes) {
    int device;
    cudaMemPool_t pool;
    HANDLE_ERROR(cudaGetDevice(&device));
    HANDLE_ERROR(cudaDeviceGetDefaultMemPool(&pool, device));
    HANDLE_ERROR(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &bytes));
}

static const struct way {
    const char *name;
    void (*run)(struct job *);
    uint64_t kept;
} WAYS[] = {{"allocated once", allocated_once, 0},
            {"cudaMalloc", malloc_in_each, 0},
            {"cudaMallocAsync", from_the_pool, 0},
            {"cudaMallocAsync kept", from_the_pool, UINT64_MAX}};
enum { WAY_COUNT = sizeof WAYS / sizeof *WAYS };

int main(int argc, char **argv) {
    struct options options = options_default(DEFAULT_SIZE);
    struct job j = {};
    j.steps = 20;
    const struct option_row rows[] = {
        {"size", OPTION_COUNT, &options.size, 1, (double)MOST, "numbers"},
        {"steps", OPTION_COUNT, &j.steps, 1, 100000, "steps of a run"},
        {"seed", OPTION_SEED, &options.seed, 0, 0, "another seed gives other numbers"},
    };
    options_parse(&options, argc, argv, ABOUT, rows);
    const size_t n = j.n = options.size, bytes = n * sizeof(unsigned int);
    unsigned int *const numbers = (unsigned int *)host_alloc(&options, 3 * n, sizeof *numbers);
    unsigned int *const sums = numbers + n, *const expected = sums + n;
    struct report report = report_begin(&options);
    for (size_t i = 0; i < n; i++)
        numbers[i] = (unsigned int)(random_number(options.seed, i) * (1 << 24));
    for (size_t i = 0; i < n; i++) {
        const unsigned int next = numbers[i + 1 < n ? i + 1 : 0];
        expected[i] = numbers[i] * numbers[i] + next * next;
    }

    struct stopwatch span = stopwatch_start();
    HANDLE_ERROR(cudaMalloc(&j.numbers, bytes));
    HANDLE_ERROR(cudaMalloc(&j.sums, bytes));
    HANDLE_ERROR(cudaMalloc(&j.scratch, bytes));
    stopwatch_lap(&span, "allocate");
    stopwatch_poison(&span, j.sums, bytes);
    HANDLE_ERROR(cudaMemcpy(j.numbers, numbers, bytes, cudaMemcpyHostToDevice));
    stopwatch_lap(&span, "copy in");
    allocated_once(&j);
    stopwatch_lap(&span, "steps");
    HANDLE_ERROR(cudaMemcpy(sums, j.sums, bytes, cudaMemcpyDeviceToHost));
    stopwatch_lap(&span, "copy out");
    stopwatch_stop(&span);
    size_t wrong = verify_ints((const int *)sums, (const int *)expected, n);
    report_span(&report, &span, wrong == 0);

    for (int w = 0; w < WAY_COUNT; w++) {
        keep(WAYS[w].kept);
        struct timing t = timing_start(options.runs, j.sums, bytes);
        t.budget_ms = TIMING_BUDGET_MS / WAY_COUNT;
        while (timing_next(&t))
            WAYS[w].run(&j);
        HANDLE_ERROR(cudaMemcpy(sums, j.sums, bytes, cudaMemcpyDeviceToHost));
        const size_t wrong_here = verify_ints((const int *)sums, (const int *)expected, n);
        report_kernel(&report, WAYS[w].name, &t, 1e3 * t.median_ms / (double)j.steps,
                      "microseconds a step", wrong_here == 0);
        wrong += wrong_here;
    }
    HANDLE_ERROR(cudaFree(j.numbers));
    HANDLE_ERROR(cudaFree(j.sums));
    HANDLE_ERROR(cudaFree(j.scratch));
    free(numbers);
    return report_end(&report, "%zu wrong among %d x %zu sums", wrong, 1 + WAY_COUNT, n);
}
