// SPDX-License-Identifier: MIT
// cuBLAS beside matmul_tensor: the same matrices, the same types, in and out, sums in fp32. What it
// counts as columns are our rows: so it is asked for the transposed product, b^T a^T, of the same
// memory. The same accuracy is asked of it as of our rungs: parts of a sum are added in fp32 too,
// never in bf16, as it does at some sizes unless told. `cublas_...` is the call that everybody
// makes; `cublaslt_...` asks for all the algorithms that the library would choose from, times them
// once, and keeps the fastest.
#include <math.h>

#include <cublasLt.h>
#include <cublas_v2.h>

#include "ladders/ladder.h"
#include "../../matmul/tensor_work.h"
#include "cublas_handle.h"

const size_t WORKSPACE = 256 << 20; // bytes
enum { MOST_ALGORITHMS = 32, TRIALS = 5 };

static void *workspace(void) {
    static void *dev_memory = NULL;
    if (dev_memory == NULL)
        HANDLE_ERROR(cudaMalloc(&dev_memory, WORKSPACE));
    return dev_memory;
}

static cudaDataType_t type_of(const float *) {
    return CUDA_R_32F;
}
static cudaDataType_t type_of(const bf16 *) {
    return CUDA_R_16BF;
}
static cublasComputeType_t compute_of(const float *) {
    return CUBLAS_COMPUTE_32F_FAST_TF32;
}
static cublasComputeType_t compute_of(const bf16 *) {
    return CUBLAS_COMPUTE_32F;
}
// How parts of a sum may be added up: in fp32, which for a bf16 c means not in c itself.
static uint32_t sums_of(const float *) {
    return CUBLASLT_REDUCTION_SCHEME_MASK;
}
static uint32_t sums_of(const bf16 *) {
    return CUBLASLT_REDUCTION_SCHEME_COMPUTE_TYPE;
}
static const float ONE = 1, ZERO = 0;

template <typename T> static void gemm(void *work) {
    const product<T> *p = product_of((const T *)NULL, work);
    static cublasHandle_t handle = NULL;
    if (handle == NULL) {
        HANDLE_CUBLAS(cublasCreate(&handle));
        HANDLE_CUBLAS(cublasSetWorkspace(handle, workspace(), WORKSPACE));
        HANDLE_CUBLAS(cublasSetMathMode(handle, CUBLAS_MATH_DISALLOW_REDUCED_PRECISION_REDUCTION));
    }
    const cudaDataType_t type = type_of(p->dev_a);
    HANDLE_CUBLAS(cublasGemmEx(handle, CUBLAS_OP_N, CUBLAS_OP_N, (int)p->n, (int)p->m, (int)p->k,
                               &ONE, p->dev_b, type, (int)p->n, p->dev_a, type, (int)p->k, &ZERO,
                               p->dev_c, type, (int)p->n, compute_of(p->dev_a),
                               CUBLAS_GEMM_DEFAULT));
}

// What cublasLt needs to know of a product, and the algorithm that was fastest.
struct plan {
    cublasLtHandle_t handle;
    cublasLtMatmulDesc_t product;
    cublasLtMatrixLayout_t a, b, c;
    cublasLtMatmulAlgo_t fastest;
};

template <typename T>
static cublasStatus_t multiply(const struct plan *plan, const product<T> *p,
                               const cublasLtMatmulAlgo_t *algorithm) {
    return cublasLtMatmul(plan->handle, plan->product, &ONE, p->dev_b, plan->b, p->dev_a, plan->a,
                          &ZERO, p->dev_c, plan->c, p->dev_c, plan->c, algorithm, workspace(),
                          WORKSPACE, 0);
}

// The least of a few times, in ms; infinite where the algorithm does not run.
template <typename T>
static float trial(const struct plan *plan, const product<T> *p,
                   const cublasLtMatmulAlgo_t *algorithm) {
    float least = INFINITY;
    moment start, stop;
    moment_create(&start);
    moment_create(&stop);
    for (int i = 0; i < TRIALS; i++) {
        moment_record(&start);
        if (multiply(plan, p, algorithm) != CUBLAS_STATUS_SUCCESS)
            break;
        moment_record(&stop);
        moment_wait(&stop, __FILE__, __LINE__);
        least = fminf(least, moment_ms(start, stop));
    }
    moment_destroy(start);
    moment_destroy(stop);
    return least;
}

template <typename T> static struct plan plan_for(const product<T> *p) {
    struct plan plan;
    cublasLtMatmulPreference_t preference;
    cublasLtMatmulHeuristicResult_t found[MOST_ALGORITHMS];
    const cudaDataType_t type = type_of(p->dev_a);
    const uint32_t in_fp32 = sums_of(p->dev_a);
    int count = 0;
    float least = INFINITY;
    HANDLE_CUBLAS(cublasLtCreate(&plan.handle));
    HANDLE_CUBLAS(cublasLtMatmulDescCreate(&plan.product, compute_of(p->dev_a), CUDA_R_32F));
    HANDLE_CUBLAS(cublasLtMatrixLayoutCreate(&plan.a, type, p->k, p->m, (int64_t)p->k));
    HANDLE_CUBLAS(cublasLtMatrixLayoutCreate(&plan.b, type, p->n, p->k, (int64_t)p->n));
    HANDLE_CUBLAS(cublasLtMatrixLayoutCreate(&plan.c, type, p->n, p->m, (int64_t)p->n));
    HANDLE_CUBLAS(cublasLtMatmulPreferenceCreate(&preference));
    HANDLE_CUBLAS(cublasLtMatmulPreferenceSetAttribute(
        preference, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, &WORKSPACE, sizeof WORKSPACE));
    HANDLE_CUBLAS(cublasLtMatmulPreferenceSetAttribute(
        preference, CUBLASLT_MATMUL_PREF_REDUCTION_SCHEME_MASK, &in_fp32, sizeof in_fp32));
    HANDLE_CUBLAS(cublasLtMatmulAlgoGetHeuristic(plan.handle, plan.product, plan.b, plan.a, plan.c,
                                                 plan.c, preference, MOST_ALGORITHMS, found,
                                                 &count));
    HANDLE_CUBLAS(cublasLtMatmulPreferenceDestroy(preference));
    for (int i = 0; i < count; i++) {
        const float ms = trial(&plan, p, &found[i].algo);
        if (ms < least) {
            least = ms;
            plan.fastest = found[i].algo;
        }
    }
    if (!(least < INFINITY))
        HANDLE_CUBLAS(CUBLAS_STATUS_NOT_SUPPORTED);
    return plan;
}

template <typename T> static void gemm_lt(void *work) {
    static struct plan plan;
    static product<T> planned;
    const product<T> *p = product_of((const T *)NULL, work);
    if (!product_same(&planned, p)) {
        plan = plan_for(p);
        planned = *p;
    }
    HANDLE_CUBLAS(multiply(&plan, p, &plan.fastest));
}

static const struct rung rungs[] = {
    tensor_rung<float>("cublas_tf32", "cublasGemmEx", gemm<float>),
    tensor_rung<float>("cublaslt_tf32", "the fastest of cublasLt's", gemm_lt<float>),
    tensor_rung<bf16>("cublas_bf16", "cublasGemmEx", gemm<bf16>),
    tensor_rung<bf16>("cublaslt_bf16", "the fastest of cublasLt's", gemm_lt<bf16>),
};

LADDER_PEERS("matmul_tensor", rungs)
