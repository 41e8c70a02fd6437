// SPDX-License-Identifier: MIT
// Sorts floats, each with a value that goes with it.
//
// What it teaches: keys seldom come alone. Each key brings a value, here its place in the input,
// and both are moved. Keys need not be whole numbers either: the bits of a float are turned into a
// whole number that has the same order. And the sort is stable: equal keys keep their order, so
// after a sort by street and one by town the streets of each town are in order. After sort_radix.
//
//     sort_pairs; sort_pairs --values 10        --help lists the options
//
// It prints the times of the job and its parts, of all kernels together, and if pairs are right.
#include <string.h>

#include "chapter.h"
#include "sort.h"
#include "radix.h"

#define ABOUT "Sorts floats with a value each."
const size_t DEFAULT_SIZE = 1 << 18; // pairs

// A whole number without a sign that has the same order. A positive float has its sign bit set, so
// that it is above the negative ones; of a negative one all bits change, for the larger its bits,
// the smaller it is. -0 comes before 0.
__host__ __device__ static inline unsigned int ordered(unsigned int bits) {
    return bits ^ (bits >> 31 ? 0xffffffff : 0x80000000);
}

// The three kernels of sort_radix, where keys are `ordered` and each takes its value along.
__global__ void count(const unsigned int *keys, unsigned int *counts, size_t n, int pass) {
    __shared__ unsigned int own[DIGITS];
    const int t = threadIdx.x;
    if (t < DIGITS)
        own[t] = 0;
    __syncthreads();
    const size_t i = t + (size_t)blockIdx.x * TILE;
    if (i < n)
        atomicAdd(&own[digit_of(ordered(keys[i]), pass)], 1);
    __syncthreads();
    if (t < DIGITS)
        counts[(size_t)t * gridDim.x + blockIdx.x] = own[t];
}

struct pairs {
    unsigned int *keys, *values; // the bits of floats; where they were
};

__global__ void scatter(struct pairs in, struct pairs out, const unsigned int *begin, size_t n,
                        int pass) {
    __shared__ unsigned int counted[DIGITS];
    const size_t i = threadIdx.x + (size_t)blockIdx.x * TILE;
    const unsigned int key = i < n ? in.keys[i] : 0;
    const int digit = i < n ? digit_of(ordered(key), pass) : DIGITS;
    const unsigned int rank = digit_rank(digit, counted);
    if (i < n) {
        const size_t place = begin[(size_t)digit * gridDim.x + blockIdx.x] + (size_t)rank;
        out.keys[place] = key;
        out.values[place] = in.values[i];
    }
}

static void sort(struct pairs in, struct pairs out, struct pairs aside, unsigned int *dev_counts,
                 size_t n) {
    const unsigned tiles = (unsigned)((n + TILE - 1) / TILE);
    for (int pass = 0; pass < PASSES; pass++) {
        const struct pairs to = pass % 2 ? out : aside;
        count<<<tiles, TILE>>>(in.keys, dev_counts, n, pass);
        scan_counters<<<1, TILE>>>(dev_counts, (size_t)DIGITS * tiles);
        scatter<<<tiles, TILE>>>(in, to, dev_counts, n, pass);
        in = to;
    }
    HANDLE_ERROR(cudaGetLastError());
}

// Keys in order, equal ones in the order of their values, and each the one that was at the place
// that its value names: so no place is named twice, and none is left out.
static size_t verify(const unsigned int *keys, const unsigned int *got, size_t n) {
    const unsigned int *const value = got + n;
    size_t wrong = 0;
    for (size_t i = 0; i < n; i++) {
        const bool rises = i == 0 || ordered(got[i - 1]) < ordered(got[i]) ||
                           (got[i - 1] == got[i] && value[i - 1] < value[i]);
        wrong += !rises || value[i] >= n || keys[value[i]] != got[i];
    }
    return wrong;
}

int main(int argc, char **argv) {
    struct options options = options_default(DEFAULT_SIZE);
    size_t values = 0;
    const struct option_row rows[] = {
        {"size", OPTION_COUNT, &options.size, 1, 4294967295.0, "pairs"},
        {"values", OPTION_COUNT, &values, 0, 1 << 20, "different keys; 0: hardly any are equal"},
        {"seed", OPTION_SEED, &options.seed, 0, 0, "another seed gives other keys"},
    };
    options_parse(&options, argc, argv, ABOUT, rows);
    // The bits of numbers from -1 to 1, and the places 0, 1, 2, ...
    const size_t n = options.size, bytes = 2 * n * sizeof(unsigned int);
    unsigned int *const in = (unsigned int *)host_alloc(&options, 4 * n, sizeof *in),
                        *got = in + 2 * n;
    struct report report = report_begin(&options);
    for (size_t i = 0; i < n; i++) {
        const size_t which = values ? (size_t)(random_number(options.seed, i) * (float)values) : i;
        const float key = 2 * random_number(options.seed + 1, which) - 1;
        memcpy(&in[i], &key, sizeof key);
        in[n + i] = (unsigned)i;
    }

    // The whole job, once: memory on the device, the pairs there, the kernels, the pairs back.
    const size_t counters = (n + TILE - 1) / TILE * DIGITS;
    unsigned int *dev_pairs, *dev_counts;
    struct stopwatch span = stopwatch_start();
    HANDLE_ERROR(cudaMalloc(&dev_pairs, 3 * bytes));
    HANDLE_ERROR(cudaMalloc(&dev_counts, counters * sizeof *dev_counts));
    unsigned int *const dev_more = dev_pairs + 2 * n, *const dev_last = dev_more + 2 * n;
    const struct pairs dev_in = {dev_pairs, dev_pairs + n}, dev_out = {dev_more, dev_more + n};
    const struct pairs dev_aside = {dev_last, dev_last + n};
    stopwatch_lap(&span, "allocate");
    stopwatch_poison(&span, dev_out.keys, bytes);
    HANDLE_ERROR(cudaMemcpy(dev_in.keys, in, bytes, cudaMemcpyHostToDevice));
    stopwatch_lap(&span, "copy in");
    sort(dev_in, dev_out, dev_aside, dev_counts, n);
    stopwatch_lap(&span, "kernels");
    HANDLE_ERROR(cudaMemcpy(got, dev_out.keys, bytes, cudaMemcpyDeviceToHost));
    stopwatch_lap(&span, "copy out");
    stopwatch_stop(&span);
    size_t wrong = verify(in, got, n);
    report_span(&report, &span, wrong == 0);

    // The kernels alone, many times; the last pairs are checked too.
    struct timing t = timing_start(options.runs, dev_out.keys, bytes);
    while (timing_next(&t))
        sort(dev_in, dev_out, dev_aside, dev_counts, n);
    HANDLE_ERROR(cudaMemcpy(got, dev_out.keys, bytes, cudaMemcpyDeviceToHost));
    wrong += verify(in, got, n);
    report_kernel(&report, "kernels", &t, (double)n / (t.median_ms * 1e3), "Mpairs/s", wrong == 0);

    HANDLE_ERROR(cudaFree(dev_pairs));
    HANDLE_ERROR(cudaFree(dev_counts));
    free(in);
    return report_end(&report, "%zu wrong among 2 x %zu pairs", wrong, n);
}
