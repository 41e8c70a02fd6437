// SPDX-License-Identifier: MIT
// What histogram_ladder and the library beside it work on: random bytes, known by their index, and
// how often each value occurs among them.
#ifndef HISTOGRAM_WORK_H
#define HISTOGRAM_WORK_H

#include "host_memory.h"
#include "ladders/ladder.h"

enum { BINS = 256 };

struct histogram_work {
    size_t n, values; // bytes; how many different ones
    uint64_t seed;
    int processors;                     // multiprocessors of the device
    unsigned char *dev_data, *dev_copy; // the bytes, and room for half of them
    unsigned int *dev_counters;
    unsigned int expected[BINS];
};

__host__ __device__ static inline unsigned char histogram_byte(uint64_t seed, size_t i,
                                                               size_t values) {
    return (unsigned char)(ladder_random(seed, i) * (float)values);
}

__global__ static void histogram_fill(unsigned char *data, size_t n, size_t values, uint64_t seed) {
    const size_t stride = (size_t)gridDim.x * blockDim.x;
    for (size_t i = threadIdx.x + (size_t)blockIdx.x * blockDim.x; i < n; i += stride)
        data[i] = histogram_byte(seed, i, values);
}

// The host counts the bytes by their formula: so a rung that spoils the device's is found too.
static inline struct histogram_work histogram_work_create(const struct options *options,
                                                          size_t values) {
    struct histogram_work w = {};
    int device;
    HANDLE_ERROR(cudaGetDevice(&device));
    HANDLE_ERROR(cudaDeviceGetAttribute(&w.processors, cudaDevAttrMultiProcessorCount, device));
    w.n = options->size;
    w.values = values;
    w.seed = options->seed;
    w.dev_data = (unsigned char *)ladder_alloc(options, w.n, 1);
    w.dev_copy = (unsigned char *)ladder_alloc(options, (w.n + 1) / 2, 1);
    w.dev_counters = (unsigned int *)ladder_alloc(options, BINS, sizeof *w.dev_counters);
    histogram_fill<<<1024, 256>>>(w.dev_data, w.n, values, w.seed);
    HANDLE_ERROR(cudaGetLastError());
    for (size_t i = 0; i < w.n; i++)
        w.expected[histogram_byte(w.seed, i, values)]++;
    return w;
}

static inline void histogram_work_destroy(const struct histogram_work *w) {
    HANDLE_ERROR(cudaFree(w->dev_data));
    HANDLE_ERROR(cudaFree(w->dev_copy));
    HANDLE_ERROR(cudaFree(w->dev_counters));
}

static inline void histogram_poison(void *work) {
    const struct histogram_work *w = (const struct histogram_work *)work;
    poison(w->dev_counters, BINS * sizeof *w->dev_counters);
}

static inline bool histogram_right(void *work, const struct rung *rung, char *says, size_t size) {
    const struct histogram_work *w = (const struct histogram_work *)work;
    unsigned int got[BINS];
    int wrong = 0;
    (void)rung;
    HANDLE_ERROR(cudaMemcpy(got, w->dev_counters, sizeof got, cudaMemcpyDeviceToHost));
    for (int i = 0; i < BINS; i++)
        wrong += got[i] != w->expected[i];
    snprintf(says, size, "%d of %d counters wrong", wrong, BINS);
    return wrong == 0;
}

#endif
