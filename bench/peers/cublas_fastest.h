// SPDX-License-Identifier: MIT
// The fastest of cublasLt's algorithms for a product: all that it would choose from are timed once.
#ifndef CUBLAS_FASTEST_H
#define CUBLAS_FASTEST_H

#include <math.h>

#include <cublasLt.h>

#include "ladders/ladder.h"
#include "cublas_handle.h"

const size_t WORKSPACE = 256 << 20; // bytes
enum { MOST_ALGORITHMS = 32, TRIALS = 5, TRIAL_BATCH = 20 };

static inline void *workspace(void) {
    static void *dev_memory = NULL;
    if (dev_memory == NULL)
        HANDLE_ERROR(cudaMalloc(&dev_memory, WORKSPACE));
    return dev_memory;
}

// c = a b as cublasLt sees it: what it counts as columns are our rows, so that it is asked for the
// transposed product, b^T a^T, of the same memory.
struct lt_product {
    cublasLtHandle_t handle;
    cublasLtMatmulDesc_t product;
    cublasLtMatrixLayout_t a, b, c;
    const void *dev_a, *dev_b;
    void *dev_c;
    cublasLtMatmulAlgo_t fastest;
    bool any; // is there one?
};

static inline cublasStatus_t lt_multiply(const struct lt_product *p,
                                         const cublasLtMatmulAlgo_t *algorithm) {
    const float one = 1, zero = 0;
    return cublasLtMatmul(p->handle, p->product, &one, p->dev_b, p->b, p->dev_a, p->a, &zero,
                          p->dev_c, p->c, p->dev_c, p->c, algorithm, workspace(), WORKSPACE,
                          cudaStreamPerThread);
}

struct lt_call {
    const struct lt_product *product;
    const cublasLtMatmulAlgo_t *algorithm;
};
static inline void lt_run(void *call) {
    const struct lt_call *c = (const struct lt_call *)call;
    HANDLE_CUBLAS(lt_multiply(c->product, c->algorithm));
}

// The least of a few times, in ms; infinite where the algorithm does not run. A short one is timed
// as the ladder times it, by a graph: one call alone takes as long as its host code.
static inline float lt_trial(const struct lt_product *p, const cublasLtMatmulAlgo_t *algorithm) {
    struct lt_call call = {p, algorithm};
    cudaGraphExec_t graph = NULL;
    float least = INFINITY;
    moment start, stop;
    moment_create(&start);
    moment_create(&stop);
    for (int i = 0; i < 2 * TRIALS; i++) {
        if (i == TRIALS && least >= LADDER_SHORT_MS)
            break;
        if (i == TRIALS) {
            graph = ladder_graph(lt_run, &call, TRIAL_BATCH);
            least = INFINITY;
        }
        moment_record(&start);
        if (graph)
            HANDLE_ERROR(cudaGraphLaunch(graph, cudaStreamPerThread));
        else if (lt_multiply(p, algorithm) != CUBLAS_STATUS_SUCCESS)
            break;
        moment_record(&stop);
        moment_wait(&stop, __FILE__, __LINE__);
        least = fminf(least, moment_ms(start, stop) / (graph ? TRIAL_BATCH : 1));
    }
    if (graph)
        HANDLE_ERROR(cudaGraphExecDestroy(graph));
    moment_destroy(start);
    moment_destroy(stop);
    return least;
}

// Fills in `fastest` and `any`. `sums`: how parts of a sum may be added up,
// CUBLASLT_REDUCTION_SCHEME_...
static inline void lt_find_fastest(struct lt_product *p, uint32_t sums) {
    cublasLtMatmulPreference_t preference;
    cublasLtMatmulHeuristicResult_t found[MOST_ALGORITHMS];
    int count = 0;
    float least = INFINITY;
    HANDLE_CUBLAS(cublasLtMatmulPreferenceCreate(&preference));
    HANDLE_CUBLAS(cublasLtMatmulPreferenceSetAttribute(
        preference, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, &WORKSPACE, sizeof WORKSPACE));
    HANDLE_CUBLAS(cublasLtMatmulPreferenceSetAttribute(
        preference, CUBLASLT_MATMUL_PREF_REDUCTION_SCHEME_MASK, &sums, sizeof sums));
    if (cublasLtMatmulAlgoGetHeuristic(p->handle, p->product, p->b, p->a, p->c, p->c, preference,
                                       MOST_ALGORITHMS, found, &count) != CUBLAS_STATUS_SUCCESS)
        count = 0;
    HANDLE_CUBLAS(cublasLtMatmulPreferenceDestroy(preference));
    for (int i = 0; i < count; i++) {
        const float ms = lt_trial(p, &found[i].algo);
        if (ms < least) {
            least = ms;
            p->fastest = found[i].algo;
        }
    }
    p->any = least < INFINITY;
}

#endif
