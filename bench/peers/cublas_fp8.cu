// SPDX-License-Identifier: MIT
// cuBLAS beside matmul_fp8: the same matrices, c in bf16. It takes fp8 only where both factors lie
// with k contiguous, as ours do, and some sizes not at all. What it counts
// as columns are our rows: so it is asked for the transposed product, b^T a^T, of the same memory.
// Of all the algorithms that it would choose from, each is timed, and the fastest is kept:
// `cublaslt_fp8` promotes its sums, `cublaslt_fast` leaves them to the tensor cores (`FAST_ACCUM`).
#include <math.h>

#include <cublasLt.h>
#include <cublas_v2.h>

#include "ladders/ladder.h"
#include "../../matmul/fp8_work.h"
#include "cublas_handle.h"

const size_t WORKSPACE = 256 << 20; // bytes
enum { MOST_ALGORITHMS = 32, TRIALS = 5 };

static void *workspace(void) {
    static void *dev_memory = NULL;
    if (dev_memory == NULL)
        HANDLE_ERROR(cudaMalloc(&dev_memory, WORKSPACE));
    return dev_memory;
}

static const float ONE = 1, ZERO = 0;

// What cublasLt needs to know of a product, and the algorithm that was fastest.
struct plan {
    struct fp8_work of;
    cublasLtHandle_t handle;
    cublasLtMatmulDesc_t product;
    cublasLtMatrixLayout_t a, b, c;
    cublasLtMatmulAlgo_t fastest;
    bool any; // is there one?
};

static cublasStatus_t multiply(const struct plan *plan, const cublasLtMatmulAlgo_t *algorithm) {
    const struct fp8_work *w = &plan->of;
    return cublasLtMatmul(plan->handle, plan->product, &ONE, w->dev_b, plan->b, w->dev_a, plan->a,
                          &ZERO, w->dev_c, plan->c, w->dev_c, plan->c, algorithm, workspace(),
                          WORKSPACE, 0);
}

// The least of a few times, in ms; infinite where the algorithm does not run.
static float trial(const struct plan *plan, const cublasLtMatmulAlgo_t *algorithm) {
    float least = INFINITY;
    moment start, stop;
    moment_create(&start);
    moment_create(&stop);
    for (int i = 0; i < TRIALS; i++) {
        moment_record(&start);
        if (multiply(plan, algorithm) != CUBLAS_STATUS_SUCCESS)
            break;
        moment_record(&stop);
        moment_wait(&stop, __FILE__, __LINE__);
        least = fminf(least, moment_ms(start, stop));
    }
    moment_destroy(start);
    moment_destroy(stop);
    return least;
}

static void plan_make(struct plan *plan, const struct fp8_work *w, bool fast) {
    const cublasOperation_t transposed = CUBLAS_OP_T;
    const int8_t fast_sums = fast;
    const uint32_t in_fp32 = CUBLASLT_REDUCTION_SCHEME_COMPUTE_TYPE;
    cublasLtMatmulPreference_t preference;
    cublasLtMatmulHeuristicResult_t found[MOST_ALGORITHMS];
    int count = 0;
    float least = INFINITY;
    plan->of = *w;
    HANDLE_CUBLAS(cublasLtCreate(&plan->handle));
    HANDLE_CUBLAS(cublasLtMatmulDescCreate(&plan->product, CUBLAS_COMPUTE_32F, CUDA_R_32F));
    HANDLE_CUBLAS(cublasLtMatmulDescSetAttribute(plan->product, CUBLASLT_MATMUL_DESC_TRANSA,
                                                 &transposed, sizeof transposed));
    HANDLE_CUBLAS(cublasLtMatmulDescSetAttribute(plan->product, CUBLASLT_MATMUL_DESC_FAST_ACCUM,
                                                 &fast_sums, sizeof fast_sums));
    HANDLE_CUBLAS(cublasLtMatrixLayoutCreate(&plan->a, CUDA_R_8F_E4M3, w->k, w->m, (int64_t)w->k));
    HANDLE_CUBLAS(cublasLtMatrixLayoutCreate(&plan->b, CUDA_R_8F_E4M3, w->k, w->n, (int64_t)w->k));
    HANDLE_CUBLAS(cublasLtMatrixLayoutCreate(&plan->c, CUDA_R_16BF, w->n, w->m, (int64_t)w->n));
    HANDLE_CUBLAS(cublasLtMatmulPreferenceCreate(&preference));
    HANDLE_CUBLAS(cublasLtMatmulPreferenceSetAttribute(
        preference, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, &WORKSPACE, sizeof WORKSPACE));
    HANDLE_CUBLAS(cublasLtMatmulPreferenceSetAttribute(
        preference, CUBLASLT_MATMUL_PREF_REDUCTION_SCHEME_MASK, &in_fp32, sizeof in_fp32));
    if (cublasLtMatmulAlgoGetHeuristic(plan->handle, plan->product, plan->b, plan->a, plan->c,
                                       plan->c, preference, MOST_ALGORITHMS, found,
                                       &count) != CUBLAS_STATUS_SUCCESS)
        count = 0;
    HANDLE_CUBLAS(cublasLtMatmulPreferenceDestroy(preference));
    for (int i = 0; i < count; i++) {
        const float ms = trial(plan, &found[i].algo);
        if (ms < least) {
            least = ms;
            plan->fastest = found[i].algo;
        }
    }
    plan->any = least < INFINITY;
}

template <bool fast> static const struct plan *plan_for(const void *work) {
    static struct plan plan;
    const struct fp8_work *w = (const struct fp8_work *)work;
    if (memcmp(&plan.of, w, sizeof *w) != 0)
        plan_make(&plan, w, fast);
    return &plan;
}

template <bool fast> static void gemm_lt(void *work) {
    const struct plan *plan = plan_for<fast>(work);
    HANDLE_CUBLAS(multiply(plan, &plan->fastest));
}

template <bool fast> static const char *no_algorithm(const void *work) {
    if (((const struct fp8_work *)work)->k % FP8_PIECE)
        return "k has to be a multiple of 16";
    return plan_for<fast>(work)->any ? NULL : "cublasLt has no algorithm for this size";
}

static const struct rung rungs[] = {
    fp8_rung("cublaslt_fp8", "the fastest of cublasLt's", true, gemm_lt<false>,
             no_algorithm<false>),
    fp8_rung("cublaslt_fast", "the same, CUBLASLT_MATMUL_DESC_FAST_ACCUM", false, gemm_lt<true>,
             no_algorithm<true>),
};

LADDER_PEERS("matmul_fp8", rungs)
