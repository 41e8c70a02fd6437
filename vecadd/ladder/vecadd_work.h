// SPDX-License-Identifier: MIT
// What vecadd_ladder and the libraries beside it work on: c = a + b in floats, numbers in [0, 1)
// that are known by their index, so that the device itself can check billions of sums.
#ifndef VECADD_LADDER_WORK_H
#define VECADD_LADDER_WORK_H

#include <stdlib.h>

#include "ladders/ladder.h"

struct add_work {
    size_t n;
    uint64_t seed;
    int processors; // multiprocessors of the device
    float *dev_a, *dev_b, *dev_c;
    unsigned long long *dev_wrong;
};

static inline struct add_work add_work_create(const struct options *options) {
    struct add_work w = {};
    int device;
    HANDLE_ERROR(cudaGetDevice(&device));
    HANDLE_ERROR(cudaDeviceGetAttribute(&w.processors, cudaDevAttrMultiProcessorCount, device));
    w.n = options->size;
    w.seed = options->seed;
    w.dev_a = (float *)ladder_alloc(options, w.n, sizeof *w.dev_a);
    w.dev_b = (float *)ladder_alloc(options, w.n, sizeof *w.dev_b);
    w.dev_c = (float *)ladder_alloc(options, w.n, sizeof *w.dev_c);
    w.dev_wrong = (unsigned long long *)ladder_alloc(options, 1, sizeof *w.dev_wrong);
    ladder_fill(w.dev_a, w.n, 2 * w.seed, 0, 1);
    ladder_fill(w.dev_b, w.n, 2 * w.seed + 1, 0, 1);
    return w;
}

static inline void add_work_destroy(const struct add_work *w) {
    HANDLE_ERROR(cudaFree(w->dev_a));
    HANDLE_ERROR(cudaFree(w->dev_b));
    HANDLE_ERROR(cudaFree(w->dev_c));
    HANDLE_ERROR(cudaFree(w->dev_wrong));
}

static inline void add_poison(void *work) {
    const struct add_work *w = (const struct add_work *)work;
    poison(w->dev_c, w->n * sizeof *w->dev_c);
}

// The expected sum, computed from the index and not from a and b: so a rung that spoils them is
// found too.
__host__ __device__ static inline float add_expected(uint64_t seed, size_t i) {
    return ladder_random(2 * seed, i) + ladder_random(2 * seed + 1, i);
}

__global__ static void add_compare(const float *c, size_t n, uint64_t seed,
                                   unsigned long long *wrong) {
    const size_t stride = (size_t)gridDim.x * blockDim.x;
    unsigned long long mine = 0;
    for (size_t i = threadIdx.x + (size_t)blockIdx.x * blockDim.x; i < n; i += stride)
        mine += !(c[i] == add_expected(seed, i)); // a NaN equals nothing
    if (mine)
        atomicAdd(wrong, mine);
}

// All sums on the device, and the first and the last million of them on the host too: so the
// comparison itself is held against one that shares nothing with it.
static inline bool add_check(void *work, const struct rung *rung, char *says, size_t size) {
    const struct add_work *w = (const struct add_work *)work;
    unsigned long long wrong = 0;
    (void)rung;
    HANDLE_ERROR(cudaMemcpy(w->dev_wrong, &wrong, sizeof wrong, cudaMemcpyHostToDevice));
    add_compare<<<4096, 256>>>(w->dev_c, w->n, w->seed, w->dev_wrong);
    HANDLE_ERROR(cudaGetLastError());
    HANDLE_ERROR(cudaMemcpy(&wrong, w->dev_wrong, sizeof wrong, cudaMemcpyDeviceToHost));

    const size_t most = 1 << 20, part = w->n < most ? w->n : most;
    const size_t start[] = {0, w->n - part};
    unsigned long long seen = 0;
    float *c = (float *)malloc(part * sizeof *c);
    HANDLE_NULL(c);
    for (int k = 0; k < (w->n > most ? 2 : 1); k++) {
        HANDLE_ERROR(cudaMemcpy(c, w->dev_c + start[k], part * sizeof *c, cudaMemcpyDeviceToHost));
        for (size_t i = 0; i < part; i++)
            seen += !(c[i] == add_expected(w->seed, start[k] + i));
    }
    free(c);
    snprintf(says, size, "%llu of %zu sums wrong", wrong > seen ? wrong : seen, w->n);
    return wrong == 0 && seen == 0;
}

#endif
