// SPDX-License-Identifier: MIT
// cuBLAS beside matmul_ladder: strict fp32, so no TF32. What it counts as columns are our rows: so
// it is asked for the transposed product, b^T a^T, of the same memory.
#include <cublas_v2.h>

#include "ladders/ladder.h"
#include "matmul/matmul_work.h"
#include "cublas_handle.h"

static void sgemm(void *work) {
    const struct matmul_work *w = (const struct matmul_work *)work;
    static const float ONE = 1, ZERO = 0;
    static cublasHandle_t handle = NULL;
    if (handle == NULL) {
        handle = cublas_new();
        HANDLE_CUBLAS(cublasSetMathMode(handle, CUBLAS_PEDANTIC_MATH));
    }
    HANDLE_CUBLAS(cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, (int)w->n, (int)w->m, (int)w->k,
                              &ONE, w->dev_b, (int)w->n, w->dev_a, (int)w->k, &ZERO, w->dev_c,
                              (int)w->n));
}

static const struct rung rungs[] = {
    {"cublas", "cublasSgemm, CUBLAS_PEDANTIC_MATH", sgemm},
};
LADDER_PEERS("matmul_ladder", rungs)
