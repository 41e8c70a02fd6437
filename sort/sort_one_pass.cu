// SPDX-License-Identifier: MIT
// Sorts any number of keys digit by digit, by one kernel for each digit.
//
// What it teaches: decoupled look-back once more. Where a digit's keys begin does not depend on
// their order, so one kernel counts all digits of all keys before the first pass. In a pass each
// block ranks its tile and tells the others how many keys of each digit it has; one thread for each
// digit looks back over the tiles before. So a pass reads every key once and writes it once.
//
//     sort_one_pass; sort_one_pass --size 100000000        --help lists the options
//
// It prints the time of the whole job and of its parts, then of all kernels together, and whether
// the keys are right.
#include "chapter.h"
#include "sort.h"
#include "radix.h"

#define ABOUT "Sorts keys digit by digit, by one kernel for each."
const size_t DEFAULT_SIZE = 1 << 18; // keys
const int COUNTERS = PASSES * DIGITS;

// One thread: all digits of the keys i, i + stride, ... A histogram of all passes. Bound by the
// atomics in shared memory.
__global__ void count(const unsigned int *in, unsigned int *counts, size_t n) {
    __shared__ unsigned int own[COUNTERS];
    const int t = threadIdx.x;
    if (t < COUNTERS)
        own[t] = 0;
    __syncthreads();
    const size_t stride = (size_t)gridDim.x * TILE;
    for (size_t i = t + (size_t)blockIdx.x * TILE; i < n; i += stride) {
        const unsigned int key = in[i];
        for (int pass = 0; pass < PASSES; pass++)
            atomicAdd(&own[pass * DIGITS + digit_of(key, pass)], 1);
    }
    __syncthreads();
    if (t < COUNTERS)
        atomicAdd(&counts[t], own[t]);
}

// One thread: one key. The first threads have a digit each: they work out where it begins among all
// keys, and look back for how many of it the tiles before this one have (tiles.h). Bound by the
// waiting for each other, for there is a chain of tiles for every digit.
__global__ void scatter(const unsigned int *in, unsigned int *out, const unsigned int *counts,
                        tile_state *states, unsigned int *next, size_t n, int pass) {
    __shared__ unsigned int counted[DIGITS], begin[DIGITS];
    const unsigned int tile = tile_next(next);
    const int t = threadIdx.x;
    const size_t i = t + (size_t)tile * TILE;
    const unsigned int key = i < n ? in[i] : 0;
    const int digit = i < n ? digit_of(key, pass) : DIGITS;
    const unsigned int rank = digit_rank(digit, counted);
    if (t < WARP) {
        const unsigned int all = t < DIGITS ? counts[pass * DIGITS + t] : 0;
        const unsigned int sum = warp_scan(all);
        if (t < DIGITS)
            begin[t] = sum - all;
    }
    if (t < DIGITS) {
        tile_state *const of_digit = states + (size_t)t * gridDim.x;
        tile_tell(&of_digit[tile], tile == 0 ? TILE_PREFIX : TILE_SUM, counted[t]);
        const unsigned int before = tile_look_back(of_digit, tile);
        tile_tell(&of_digit[tile], TILE_PREFIX, before + counted[t]);
        begin[t] += before;
    }
    __syncthreads();
    if (i < n)
        out[begin[digit] + rank] = key;
}

// What the kernels begin with: zeros, for all passes.
struct zeros {
    unsigned int counts[COUNTERS], next[PASSES];
    tile_state states[];
};

// From dev_in to dev_aside and then back and forth, so that the last of the eight passes ends in
// dev_out.
static void sort(const unsigned int *dev_in, unsigned int *dev_out, unsigned int *dev_aside,
                 struct zeros *dev_zeros, size_t zero_bytes, size_t n) {
    const unsigned tiles = (unsigned)((n + TILE - 1) / TILE);
    HANDLE_ERROR(cudaMemsetAsync(dev_zeros, 0, zero_bytes));
    const unsigned few = tiles < 256 ? tiles : 256;
    count<<<few, TILE>>>(dev_in, dev_zeros->counts, n);
    for (int pass = 0; pass < PASSES; pass++) {
        unsigned int *const to = pass % 2 ? dev_out : dev_aside;
        scatter<<<tiles, TILE>>>(dev_in, to, dev_zeros->counts,
                                 dev_zeros->states + (size_t)pass * DIGITS * tiles,
                                 &dev_zeros->next[pass], n, pass);
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
    const size_t states = (n + TILE - 1) / TILE * COUNTERS;
    const size_t zero_bytes = sizeof(struct zeros) + states * sizeof(tile_state);
    unsigned int *dev_in, *dev_out, *dev_aside;
    struct zeros *dev_zeros;
    struct stopwatch span = stopwatch_start();
    HANDLE_ERROR(cudaMalloc(&dev_in, bytes));
    HANDLE_ERROR(cudaMalloc(&dev_out, bytes));
    HANDLE_ERROR(cudaMalloc(&dev_aside, bytes));
    HANDLE_ERROR(cudaMalloc(&dev_zeros, zero_bytes));
    stopwatch_lap(&span, "allocate");
    stopwatch_poison(&span, dev_out, bytes);
    HANDLE_ERROR(cudaMemcpy(dev_in, expected, bytes, cudaMemcpyHostToDevice));
    stopwatch_lap(&span, "copy in");
    sort(dev_in, dev_out, dev_aside, dev_zeros, zero_bytes, n);
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
        sort(dev_in, dev_out, dev_aside, dev_zeros, zero_bytes, n);
    HANDLE_ERROR(cudaMemcpy(keys, dev_out, bytes, cudaMemcpyDeviceToHost));
    wrong += sort_verify(keys, expected, n);
    report_kernel(&report, "kernels", &t, (double)n / (t.median_ms * 1e3), "Mkeys/s", wrong == 0);

    HANDLE_ERROR(cudaFree(dev_in));
    HANDLE_ERROR(cudaFree(dev_out));
    HANDLE_ERROR(cudaFree(dev_aside));
    HANDLE_ERROR(cudaFree(dev_zeros));
    free(keys);
    return report_end(&report, "%zu wrong among 2 x %zu keys", wrong, n);
}
