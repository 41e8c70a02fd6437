// SPDX-License-Identifier: MIT
// Sorts any number of keys digit by digit, by three kernels for each digit.
//
// What it teaches: a radix sort is a histogram and a scan. Each block counts the digits of its
// tile; the scan of all these counters, digit by digit and within a digit tile by tile, says where
// each tile's keys with a digit go; and each key goes there. Keys with the same digit keep their
// order, or the digits that are done would be out of order again. Then sort_pairs and
// sort_one_pass.
//
//     sort_radix; sort_radix --size 100000000        --help lists the options
//
// It prints the time of the whole job and of its parts, then of all kernels together, and whether
// the keys are right.
#include "chapter.h"
#include "sort.h"
#include "radix.h"

#define ABOUT "Sorts keys digit by digit, by three kernels for each."
const size_t DEFAULT_SIZE = 1 << 18; // keys

// One thread: one key. counts[digit][tile] becomes how many keys of the tile have the digit. Bound
// by the atomics in shared memory.
__global__ void count(const unsigned int *in, unsigned int *counts, size_t n, int pass) {
    __shared__ unsigned int own[DIGITS];
    const int t = threadIdx.x;
    if (t < DIGITS)
        own[t] = 0;
    __syncthreads();
    const size_t i = t + (size_t)blockIdx.x * TILE;
    if (i < n)
        atomicAdd(&own[digit_of(in[i], pass)], 1);
    __syncthreads();
    if (t < DIGITS)
        counts[(size_t)t * gridDim.x + blockIdx.x] = own[t];
}

// One thread: one key. It goes to where its tile's keys with this digit begin, after those that
// come before it in the tile (radix.h). Bound by its writes: a warp's are in up to 16 places.
__global__ void scatter(const unsigned int *in, unsigned int *out, const unsigned int *begin,
                        size_t n, int pass) {
    __shared__ unsigned int counted[DIGITS];
    const size_t i = threadIdx.x + (size_t)blockIdx.x * TILE;
    const unsigned int key = i < n ? in[i] : 0;
    const int digit = i < n ? digit_of(key, pass) : DIGITS;
    const unsigned int rank = digit_rank(digit, counted);
    if (i < n)
        out[begin[(size_t)digit * gridDim.x + blockIdx.x] + rank] = key;
}

// From dev_in to dev_aside and then back and forth, so that the last of the eight passes ends in
// dev_out.
static void sort(const unsigned int *dev_in, unsigned int *dev_out, unsigned int *dev_aside,
                 unsigned int *dev_counts, size_t n) {
    const unsigned tiles = (unsigned)((n + TILE - 1) / TILE);
    for (int pass = 0; pass < PASSES; pass++) {
        unsigned int *const to = pass % 2 ? dev_out : dev_aside;
        count<<<tiles, TILE>>>(dev_in, dev_counts, n, pass);
        scan_counters<<<1, TILE>>>(dev_counts, (size_t)DIGITS * tiles);
        scatter<<<tiles, TILE>>>(dev_in, to, dev_counts, n, pass);
        dev_in = to;
    }
    HANDLE_ERROR(cudaGetLastError());
}

int main(int argc, char **argv) {
    const struct options options = sort_options(DEFAULT_SIZE, 4294967295.0, argc, argv, ABOUT);

    const size_t n = options.size, bytes = n * sizeof(unsigned int);
    unsigned int *const keys = (unsigned int *)host_alloc(&options, 2 * n, sizeof *keys);
    unsigned int *const expected = keys + n;
    struct report report = report_begin(&options);
    sort_fill(expected, n, 0, options.seed);

    // The whole job, once: memory on the device, the keys there, the kernels, the keys back.
    const size_t counters = (n + TILE - 1) / TILE * DIGITS;
    unsigned int *dev_in, *dev_out, *dev_aside, *dev_counts;
    struct stopwatch span = stopwatch_start();
    HANDLE_ERROR(cudaMalloc(&dev_in, bytes));
    HANDLE_ERROR(cudaMalloc(&dev_out, bytes));
    HANDLE_ERROR(cudaMalloc(&dev_aside, bytes));
    HANDLE_ERROR(cudaMalloc(&dev_counts, counters * sizeof *dev_counts));
    stopwatch_lap(&span, "allocate");
    stopwatch_poison(&span, dev_out, bytes);
    HANDLE_ERROR(cudaMemcpy(dev_in, expected, bytes, cudaMemcpyHostToDevice));
    stopwatch_lap(&span, "copy in");
    sort(dev_in, dev_out, dev_aside, dev_counts, n);
    stopwatch_lap(&span, "kernels");
    HANDLE_ERROR(cudaMemcpy(keys, dev_out, bytes, cudaMemcpyDeviceToHost));
    stopwatch_lap(&span, "copy out");
    stopwatch_stop(&span);
    sort_reference(expected, n, n);
    size_t wrong = sort_verify(keys, expected, n);
    report_span(&report, &span, wrong == 0);

    // The kernels alone, many times; the last keys are checked too.
    struct timing t = timing_start(options.runs, dev_out, bytes);
    while (timing_next(&t))
        sort(dev_in, dev_out, dev_aside, dev_counts, n);
    HANDLE_ERROR(cudaMemcpy(keys, dev_out, bytes, cudaMemcpyDeviceToHost));
    wrong += sort_verify(keys, expected, n);
    report_kernel(&report, "kernels", &t, (double)n / (t.median_ms * 1e3), "Mkeys/s", wrong == 0);

    HANDLE_ERROR(cudaFree(dev_in));
    HANDLE_ERROR(cudaFree(dev_out));
    HANDLE_ERROR(cudaFree(dev_aside));
    HANDLE_ERROR(cudaFree(dev_counts));
    free(keys);
    return report_end(&report, "%zu wrong among 2 x %zu keys", wrong, n);
}
