// SPDX-License-Identifier: MIT
// Rungs for vecadd_ladder that are wrong in one way each, and one that is right. They add on the
// host, so that they need no kernel.
#include <string.h>

#include "ladders/ladder.h"
#include "../../vecadd/ladder/vecadd_work.h"

static void add(void *work) {
    const struct add_work *w = (const struct add_work *)work;
    const size_t bytes = w->n * sizeof(float);
    float *a = (float *)malloc(bytes), *b = (float *)malloc(bytes);
    HANDLE_NULL(a);
    HANDLE_NULL(b);
    HANDLE_ERROR(cudaMemcpy(a, w->dev_a, bytes, cudaMemcpyDeviceToHost));
    HANDLE_ERROR(cudaMemcpy(b, w->dev_b, bytes, cudaMemcpyDeviceToHost));
    for (size_t i = 0; i < w->n; i++) a[i] += b[i];
    HANDLE_ERROR(cudaMemcpy(w->dev_c, a, bytes, cudaMemcpyHostToDevice));
    free(a);
    free(b);
}

static void fill(void *work, int byte) {
    const struct add_work *w = (const struct add_work *)work;
    HANDLE_ERROR(cudaMemset(w->dev_c, byte, w->n * sizeof(float)));
}

static void zeros(void *work) { fill(work, 0); }
static void nans(void *work) { fill(work, 0x7f); }
static void nothing(void *) {}

// One bit of one element.
static void one_off(void *work) {
    const struct add_work *w = (const struct add_work *)work;
    float last;
    add(work);
    HANDLE_ERROR(cudaMemcpy(&last, w->dev_c + w->n - 1, sizeof last, cudaMemcpyDeviceToHost));
    last = nextafterf(last, 10);
    HANDLE_ERROR(cudaMemcpy(w->dev_c + w->n - 1, &last, sizeof last, cudaMemcpyHostToDevice));
}

// Right as long as it is tried out, and wrong when it counts.
static void later(void *work) {
    static int runs = 0;
    if (runs++ < 3) add(work);
}

// The inputs are changed, and the sum is that of the changed ones.
static void spoils(void *work) {
    const struct add_work *w = (const struct add_work *)work;
    HANDLE_ERROR(cudaMemset(w->dev_a, 0, w->n * sizeof(float)));
    add(work);
}

static const char *only_seven(const void *work) {
    return ((const struct add_work *)work)->n == 7 ? NULL : "takes 7 elements, no others";
}

static const struct rung rungs[] = {
    {"honest", "", add},      {"seven", "", add, only_seven}, {"zeros", "", zeros}, {"nans", "", nans},
    {"nothing", "", nothing}, {"one_off", "", one_off},       {"later", "", later}, {"spoils", "", spoils},
};
LADDER_PEERS("vecadd_ladder", rungs)
