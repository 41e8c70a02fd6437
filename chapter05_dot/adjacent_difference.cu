// SPDX-License-Identifier: MIT
// The difference of each element and the one before it, with and without shared memory.
//
// What it teaches: threads of a block that need the same numbers read them once and share them.
// Naively each element is read twice, by its own thread and by the next one.
//
//     adjacent_difference; adjacent_difference --size 100000000        --help lists the options
//
// It prints the time of the whole job (the shared kernel) and of its parts, then of both kernels
// alone, side by side, with their bandwidth, and whether the differences are right.
#include "chapter.h"

#define ABOUT "Subtracts from each element the one before it, naively and through shared memory."
const size_t DEFAULT_SIZE = 1 << 20; // elements
const int THREADS = 256;             // in a block
const size_t MOST_BLOCKS = 0x7fffffff;

// Differences that outgrow an int wrap around, as C defines it for unsigned numbers only.
__host__ __device__ inline int minus(int a, int b) {
    return (int)((unsigned)a - (unsigned)b);
}

// One thread: one difference, for two reads. Bound by memory, but not twice as much as it looks:
// the second read of a number mostly finds it in the cache, where early GPUs had none.
__global__ void difference_naive(const int *input, int *result, size_t n) {
    const size_t i = threadIdx.x + (size_t)blockIdx.x * blockDim.x;
    if (i < n)
        result[i] = i == 0 ? input[0] : minus(input[i], input[i - 1]);
}

// One thread: one difference, for one read; its left neighbour has read the other number. Only the
// first thread of a block has no neighbour, and reads twice. Bound by memory: 8 bytes a difference.
__global__ void difference_shared(const int *input, int *result, size_t n) {
    __shared__ int shared[THREADS];
    const size_t i = threadIdx.x + (size_t)blockIdx.x * blockDim.x;
    if (i < n)
        shared[threadIdx.x] = input[i];
    __syncthreads(); // outside the if: the threads beyond the end have to come here too
    if (i == 0)
        result[0] = shared[0];
    else if (i < n)
        result[i] =
            minus(shared[threadIdx.x], threadIdx.x == 0 ? input[i - 1] : shared[threadIdx.x - 1]);
}

// The reference starts from the differences: random ones, and the input is their running sum.
static void make(int *input, int *difference, size_t n, uint64_t state) {
    unsigned sum = 0;
    for (size_t i = 0; i < n; i++) {
        state = state * 6364136223846793005 + 1442695040888963407; // Knuth's MMIX
        difference[i] = (int)(unsigned)(state >> 32);
        sum += (unsigned)difference[i];
        input[i] = (int)sum;
    }
}

int main(int argc, char **argv) {
    struct options options = options_default(DEFAULT_SIZE);
    const struct option_row rows[] = {
        {"size", OPTION_COUNT, &options.size, 1, MOST_BLOCKS * (double)THREADS, "elements"},
        {"seed", OPTION_SEED, &options.seed, 0, 0, "another seed gives another input"},
    };
    options_parse(&options, argc, argv, ABOUT, rows);

    const size_t n = options.size;
    const size_t bytes = n * sizeof(int);
    int *input = (int *)host_alloc(&options, n, sizeof *input);
    int *result = (int *)host_alloc(&options, n, sizeof *result);
    int *expected = (int *)host_alloc(&options, n, sizeof *expected);
    struct report report = report_begin(&options);
    make(input, expected, n, options.seed);

    // The whole job, once: memory on the device, the input there, the kernel, the result back.
    const unsigned blocks = (unsigned)((n + THREADS - 1) / THREADS);
    int *dev_input, *dev_result;
    struct stopwatch span = stopwatch_start();
    HANDLE_ERROR(cudaMalloc(&dev_input, bytes));
    HANDLE_ERROR(cudaMalloc(&dev_result, bytes));
    stopwatch_lap(&span, "allocate");
    stopwatch_poison(&span, dev_result, bytes);
    HANDLE_ERROR(cudaMemcpy(dev_input, input, bytes, cudaMemcpyHostToDevice));
    stopwatch_lap(&span, "copy in");
    difference_shared<<<blocks, THREADS>>>(dev_input, dev_result, n);
    HANDLE_ERROR(cudaGetLastError());
    stopwatch_lap(&span, "kernel");
    HANDLE_ERROR(cudaMemcpy(result, dev_result, bytes, cudaMemcpyDeviceToHost));
    stopwatch_lap(&span, "copy out");
    stopwatch_stop(&span);
    const size_t wrong_span = verify_ints(result, expected, n);

    // Both kernels alone, many times; the last result of each is checked too.
    struct timing naive = timing_start(options.runs, dev_result, bytes);
    while (timing_next(&naive))
        difference_naive<<<blocks, THREADS>>>(dev_input, dev_result, n);
    HANDLE_ERROR(cudaMemcpy(result, dev_result, bytes, cudaMemcpyDeviceToHost));
    const size_t wrong_naive = verify_ints(result, expected, n);

    struct timing shared = timing_start(options.runs, dev_result, bytes);
    while (timing_next(&shared))
        difference_shared<<<blocks, THREADS>>>(dev_input, dev_result, n);
    HANDLE_ERROR(cudaMemcpy(result, dev_result, bytes, cudaMemcpyDeviceToHost));
    const size_t wrong_shared = verify_ints(result, expected, n);

    // Every number read once and every difference written, in bytes a nanosecond: what has to be
    // moved, not what a kernel asks for.
    const double megabytes = 2.0 * (double)bytes / 1e6;
    report_span(&report, &span, wrong_span == 0);
    report_kernel(&report, "naive", &naive, megabytes / naive.median_ms, "GB/s", wrong_naive == 0);
    report_kernel(&report, "shared", &shared, megabytes / shared.median_ms, "GB/s",
                  wrong_shared == 0);

    HANDLE_ERROR(cudaFree(dev_input));
    HANDLE_ERROR(cudaFree(dev_result));
    free(input);
    free(result);
    free(expected);
    return report_end(&report, "%zu wrong among 3 x %zu differences",
                      wrong_span + wrong_naive + wrong_shared, n);
}
