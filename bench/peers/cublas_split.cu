// SPDX-License-Identifier: MIT
// cuBLAS beside matmul_split: strict fp32, and fp32 emulated from nine products of bf16, where the
// library has it for this GPU. What it counts as columns are our rows: so it is asked for the
// transposed product, b^T a^T, of the same memory.
#include <cublas_v2.h>

#include "ladders/ladder.h"
#include "../../matmul/ladder/split_work.h"
#include "cublas_handle.h"

static cublasHandle_t strict_handle(void) {
    static cublasHandle_t handle = NULL;
    if (handle == NULL) {
        handle = cublas_new();
        HANDLE_CUBLAS(cublasSetMathMode(handle, CUBLAS_PEDANTIC_MATH));
    }
    return handle;
}

static const float ONE = 1, ZERO = 0;

static void sgemm(void *work) {
    const struct split_work *w = (const struct split_work *)work;
    HANDLE_CUBLAS(cublasSgemm(strict_handle(), CUBLAS_OP_N, CUBLAS_OP_N, (int)w->n, (int)w->m,
                              (int)w->k, &ONE, w->dev_b, (int)w->n, w->dev_a, (int)w->k, &ZERO,
                              w->dev_c, (int)w->n));
}

#if CUBLAS_VERSION >= 120900
static cublasStatus_t try_emulated(const struct split_work *w) {
    static cublasHandle_t handle = NULL;
    if (handle == NULL) {
        handle = cublas_new();
        HANDLE_CUBLAS(cublasSetMathMode(handle, CUBLAS_FP32_EMULATED_BF16X9_MATH));
        HANDLE_CUBLAS(cublasSetEmulationStrategy(handle, CUBLAS_EMULATION_STRATEGY_EAGER));
    }
    return cublasGemmEx(handle, CUBLAS_OP_N, CUBLAS_OP_N, (int)w->n, (int)w->m, (int)w->k, &ONE,
                        w->dev_b, CUDA_R_32F, (int)w->n, w->dev_a, CUDA_R_32F, (int)w->k, &ZERO,
                        w->dev_c, CUDA_R_32F, (int)w->n, CUBLAS_COMPUTE_32F_EMULATED_16BFX9,
                        CUBLAS_GEMM_DEFAULT);
}
#else
static cublasStatus_t try_emulated(const struct split_work *) {
    return CUBLAS_STATUS_NOT_SUPPORTED;
}
#endif

static void emulated(void *work) {
    HANDLE_CUBLAS(try_emulated((const struct split_work *)work));
}

static const char *not_emulated(const void *work) {
    return try_emulated((const struct split_work *)work) == CUBLAS_STATUS_SUCCESS
               ? NULL
               : "this cuBLAS has no emulation for this GPU";
}

static const struct rung rungs[] = {
    {"cublas", "cublasSgemm, CUBLAS_PEDANTIC_MATH", sgemm},
    {"cublas_bf16x9", "cuBLAS's emulation", emulated, not_emulated},
};
LADDER_PEERS("matmul_split", rungs)
