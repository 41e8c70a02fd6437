// SPDX-License-Identifier: MIT
// cuBLAS beside matmul_fp8: the same matrices, c in bf16. It takes fp8 only where both factors lie
// with k contiguous, as ours do, and some sizes not at all.
// `cublaslt_fp8` promotes its sums, `cublaslt_fast` leaves them to the tensor cores (`FAST_ACCUM`).
#include "../../matmul/ladder/fp8_work.h"
#include "cublas_fastest.h"

struct plan {
    struct fp8_work of; // what it is for
    struct lt_product lt;
};

static void plan_make(struct plan *plan, const struct fp8_work *w, bool fast) {
    const cublasOperation_t transposed = CUBLAS_OP_T;
    const int8_t fast_sums = fast;
    struct lt_product *p = &plan->lt;
    plan->of = *w;
    p->dev_a = w->dev_a;
    p->dev_b = w->dev_b;
    p->dev_c = w->dev_c;
    HANDLE_CUBLAS(cublasLtCreate(&p->handle));
    HANDLE_CUBLAS(cublasLtMatmulDescCreate(&p->product, CUBLAS_COMPUTE_32F, CUDA_R_32F));
    HANDLE_CUBLAS(cublasLtMatmulDescSetAttribute(p->product, CUBLASLT_MATMUL_DESC_TRANSA,
                                                 &transposed, sizeof transposed));
    HANDLE_CUBLAS(cublasLtMatmulDescSetAttribute(p->product, CUBLASLT_MATMUL_DESC_FAST_ACCUM,
                                                 &fast_sums, sizeof fast_sums));
    HANDLE_CUBLAS(cublasLtMatrixLayoutCreate(&p->a, CUDA_R_8F_E4M3, w->k, w->m, (int64_t)w->k));
    HANDLE_CUBLAS(cublasLtMatrixLayoutCreate(&p->b, CUDA_R_8F_E4M3, w->k, w->n, (int64_t)w->k));
    HANDLE_CUBLAS(cublasLtMatrixLayoutCreate(&p->c, CUDA_R_16BF, w->n, w->m, (int64_t)w->n));
    lt_find_fastest(p, CUBLASLT_REDUCTION_SCHEME_COMPUTE_TYPE);
}

template <bool fast> static const struct plan *plan_for(const void *work) {
    static struct plan plan;
    const struct fp8_work *w = (const struct fp8_work *)work;
    if (memcmp(&plan.of, w, sizeof *w) != 0)
        plan_make(&plan, w, fast);
    return &plan;
}

template <bool fast> static void gemm_lt(void *work) {
    const struct lt_product *p = &plan_for<fast>(work)->lt;
    HANDLE_CUBLAS(lt_multiply(p, &p->fastest));
}

template <bool fast> static const char *no_algorithm(const void *work) {
    if (((const struct fp8_work *)work)->k % FP8_PIECE)
        return "k has to be a multiple of 16";
    return plan_for<fast>(work)->lt.any ? NULL : "cublasLt has no algorithm for this size";
}

static const struct rung rungs[] = {
    fp8_rung("cublaslt_fp8", "the fastest of cublasLt's", true, gemm_lt<false>,
             no_algorithm<false>),
    fp8_rung("cublaslt_fast", "the same, CUBLASLT_MATMUL_DESC_FAST_ACCUM", false, gemm_lt<true>,
             no_algorithm<true>),
};

LADDER_PEERS("matmul_fp8", rungs)
