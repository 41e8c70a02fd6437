// SPDX-License-Identifier: MIT
// cuBLAS beside matmul_tensor: the same matrices, the same types, in and out, sums in fp32. The
// same accuracy is asked of it as of our rungs: parts of a sum are added in fp32 too, never in
// bf16, as it does at some sizes unless told. `cublas_...` is the call that everybody makes;
// `cublaslt_...` the fastest of the library's algorithms.
#include "../../matmul/ladder/tensor_work.h"
#include "cublas_fastest.h"

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
        handle = cublas_new();
        HANDLE_CUBLAS(cublasSetWorkspace(handle, workspace(), WORKSPACE));
        HANDLE_CUBLAS(cublasSetMathMode(handle, CUBLAS_MATH_DISALLOW_REDUCED_PRECISION_REDUCTION));
    }
    const cudaDataType_t type = type_of(p->dev_a);
    HANDLE_CUBLAS(cublasGemmEx(handle, CUBLAS_OP_N, CUBLAS_OP_N, (int)p->n, (int)p->m, (int)p->k,
                               &ONE, p->dev_b, type, (int)p->n, p->dev_a, type, (int)p->k, &ZERO,
                               p->dev_c, type, (int)p->n, compute_of(p->dev_a),
                               CUBLAS_GEMM_DEFAULT));
}

template <typename T> static struct lt_product lt_product_of(const product<T> *p) {
    struct lt_product lt;
    const cudaDataType_t type = type_of(p->dev_a);
    lt.dev_a = p->dev_a;
    lt.dev_b = p->dev_b;
    lt.dev_c = p->dev_c;
    HANDLE_CUBLAS(cublasLtCreate(&lt.handle));
    HANDLE_CUBLAS(cublasLtMatmulDescCreate(&lt.product, compute_of(p->dev_a), CUDA_R_32F));
    HANDLE_CUBLAS(cublasLtMatrixLayoutCreate(&lt.a, type, p->k, p->m, (int64_t)p->k));
    HANDLE_CUBLAS(cublasLtMatrixLayoutCreate(&lt.b, type, p->n, p->k, (int64_t)p->n));
    HANDLE_CUBLAS(cublasLtMatrixLayoutCreate(&lt.c, type, p->n, p->m, (int64_t)p->n));
    lt_find_fastest(&lt, sums_of(p->dev_a));
    if (!lt.any)
        HANDLE_CUBLAS(CUBLAS_STATUS_NOT_SUPPORTED);
    return lt;
}

template <typename T> static void gemm_lt(void *work) {
    static struct lt_product lt;
    static product<T> planned;
    const product<T> *p = product_of((const T *)NULL, work);
    if (!product_same(&planned, p)) {
        lt = lt_product_of(p);
        planned = *p;
    }
    HANDLE_CUBLAS(lt_multiply(&lt, &lt.fastest));
}

static const struct rung rungs[] = {
    tensor_rung<float>("cublas_tf32", "cublasGemmEx", gemm<float>),
    tensor_rung<float>("cublaslt_tf32", "the fastest of cublasLt's", gemm_lt<float>),
    tensor_rung<bf16>("cublas_bf16", "cublasGemmEx", gemm<bf16>),
    tensor_rung<bf16>("cublaslt_bf16", "the fastest of cublasLt's", gemm_lt<bf16>),
};

LADDER_PEERS("matmul_tensor", rungs)
