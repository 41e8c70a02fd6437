// SPDX-License-Identifier: MIT
// A table in constant memory, read at one address by all threads, and then at different ones.
//
// What it teaches: constant memory serves one address at a time. As long as all threads of a warp
// want the same one, a read serves all 32; as soon as they differ, the warp waits for one address
// after the other. Global memory serves neighbouring addresses at once. Before ray_const.
//
//     const_table; const_table --size 50000000; const_table --csv > const_table.csv
//
// First each thread adds 360 angles, kept in constant or in global memory; then the threads of a
// warp read 1, 2, 4 ... 32 different addresses. It prints times, and with --csv rows for a plot.
#include <math.h>

#include "chapter.h"
#include "angles.h"

#define ABOUT "Adds up a table of 360 angles, kept in constant memory or in global memory."
const size_t DEFAULT_SIZE = 3200; // sums
const int THREADS = 64;           // in a block of the first half
const int SPREAD_THREADS = 256;   // in a block of the second half

__constant__ float angle[ANGLES]; // radians

// One thread: the sum of all angles. The loop is unrolled, so every index is a constant, and one
// read of two angles serves a warp. Bound by 360 additions, each of which waits for the last.
__global__ void sum_constant(float *result, size_t n) {
    const size_t i = threadIdx.x + (size_t)blockIdx.x * blockDim.x;
    float sum = 0;
#pragma unroll
    for (int k = 0; k < ANGLES; k++)
        sum += angle[k];
    if (i < n)
        result[i] = sum;
}

// The same from global memory: every thread of a warp reads for each addition.
__global__ void sum_global(const float *table, float *result, size_t n) {
    const size_t i = threadIdx.x + (size_t)blockIdx.x * blockDim.x;
    float sum = 0;
#pragma unroll
    for (int k = 0; k < ANGLES; k++)
        sum += table[k];
    if (i < n)
        result[i] = sum;
}

// One thread: goes down a column of the table, then down the next, and so on. A warp's threads
// stand in as many columns as `addresses`, a power of two, says. Bound by the reads, one a column.
__global__ void spread_constant(float *result, int addresses, int passes) {
    float sum = 0;
    for (int pass = 0; pass < passes; pass++) {
        const int column = (threadIdx.x + pass) & (addresses - 1);
        float down = 0;
        for (int row = 0; row < ROWS; row++)
            down += angle[row * WARP + column];
        sum += down;
    }
    result[threadIdx.x + blockIdx.x * blockDim.x] = sum;
}

// The same from global memory: a row of 32 floats is a line of the cache, and one read serves all.
__global__ void spread_global(const float *table, float *result, int addresses, int passes) {
    float sum = 0;
    for (int pass = 0; pass < passes; pass++) {
        const int column = (threadIdx.x + pass) & (addresses - 1);
        float down = 0;
        for (int row = 0; row < ROWS; row++)
            down += table[row * WARP + column];
        sum += down;
    }
    result[threadIdx.x + blockIdx.x * blockDim.x] = sum;
}

int main(int argc, char **argv) {
    struct options options = options_default(DEFAULT_SIZE);
    size_t passes = 97; // were it even, 1, 2, 4 ... columns could have the same sums
    const struct option_row rows[] = {
        {"size", OPTION_COUNT, &options.size, 1, 0x7fffffff * 64.0, "sums in the first half"},
        {"passes", OPTION_COUNT, &passes, 1, 1000, "reads per thread in the second half, x 11"},
    };
    options_parse(&options, argc, argv, ABOUT, rows);

    // The angles, and their sum.
    const size_t n = options.size;
    float degrees[ANGLES];
    float *result = (float *)host_alloc(&options, n, sizeof(float));
    float *expected = (float *)host_alloc(&options, n, sizeof(float));
    angles_fill(degrees, expected, n);
    struct report report = report_begin(&options);

    // The whole job, once: memory on the device, the table there, the kernel, the sums back.
    const unsigned blocks = (unsigned)((n + THREADS - 1) / THREADS);
    float *dev_result;
    struct stopwatch span = stopwatch_start();
    HANDLE_ERROR(cudaMalloc(&dev_result, n * sizeof *dev_result));
    stopwatch_lap(&span, "allocate");
    stopwatch_poison(&span, dev_result, n * sizeof *dev_result);
    HANDLE_ERROR(cudaMemcpyToSymbol(angle, degrees, sizeof degrees));
    stopwatch_lap(&span, "copy in");
    sum_constant<<<blocks, THREADS>>>(dev_result, n);
    HANDLE_ERROR(cudaGetLastError());
    stopwatch_lap(&span, "kernel");
    HANDLE_ERROR(cudaMemcpy(result, dev_result, n * sizeof *result, cudaMemcpyDeviceToHost));
    stopwatch_lap(&span, "copy out");
    stopwatch_stop(&span);
    const double tolerance = verify_sum_tolerance(ANGLES);
    report_span(&report, &span, verify_floats(result, expected, n, 0, tolerance) == 0);

    // The first half: both kernels alone, many times.
    float *dev_table;
    HANDLE_ERROR(cudaMalloc(&dev_table, sizeof degrees));
    HANDLE_ERROR(cudaMemcpy(dev_table, degrees, sizeof degrees, cudaMemcpyHostToDevice));
    for (int global = 0; global < 2; global++) {
        struct timing t = timing_start(options.runs, dev_result, n * sizeof *dev_result);
        while (timing_next(&t))
            if (global)
                sum_global<<<blocks, THREADS>>>(dev_table, dev_result, n);
            else
                sum_constant<<<blocks, THREADS>>>(dev_result, n);
        const double gadds = (double)n * ANGLES / (t.median_ms * 1e6);
        report_kernel(&report, global ? "global sum" : "constant sum", &t, gadds, "Gadds/s",
                      verify(result, dev_result, expected, n, tolerance));
    }

    // The second half: as many threads as the device holds at a time, each with its own sum.
    struct spread s = spread_create(&options, SPREAD_THREADS);
    const int each = (int)passes, grid = s.grid;
    for (int addresses = 1; addresses <= WARP; addresses *= 2) {
        spread_expect(&s, addresses, each);
        float median[2];
        for (int global = 0; global < 2; global++) {
            struct timing t = timing_start(options.runs, s.dev_sums, s.count * sizeof(float));
            t.budget_ms = TIMING_BUDGET_MS / 12; // there are 12 of them
            while (timing_next(&t))
                if (global)
                    spread_global<<<grid, SPREAD_THREADS>>>(dev_table, s.dev_sums, addresses, each);
                else
                    spread_constant<<<grid, SPREAD_THREADS>>>(s.dev_sums, addresses, each);
            median[global] = spread_row(&report, &s, &t, global, addresses, each);
        }
        if (!options.csv)
            print_line(addresses, median);
    }
    spread_destroy(&s);
    HANDLE_ERROR(cudaFree(dev_result));
    HANDLE_ERROR(cudaFree(dev_table));
    free(result);
    free(expected);
    return report_end(&report, "%d tables of sums wrong", report.wrong);
}
