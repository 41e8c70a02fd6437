// SPDX-License-Identifier: MIT
// cuBLAS for matrices in the host's memory, on the CPU: products. Link with -lcublas.
#ifndef CUBLAS_XT_H_
#define CUBLAS_XT_H_

#include "cublas_v2.h"

#include "cuda_cpu/macros_away.h"

typedef struct cublasXtContext *cublasXtHandle_t;
typedef enum {
    CUBLASXT_PINNING_DISABLED = 0,
    CUBLASXT_PINNING_ENABLED = 1
} cublasXtPinnedMemMode_t;

#ifdef __cplusplus
extern "C" {
#endif

cublasStatus_t cublasXtCreate(cublasXtHandle_t *handle);
cublasStatus_t cublasXtDestroy(cublasXtHandle_t);
// Which devices take part; a call waits for all.
cublasStatus_t cublasXtDeviceSelect(cublasXtHandle_t, int count, int devices[]);
// Without effect.
cublasStatus_t cublasXtSetBlockDim(cublasXtHandle_t, int size);
cublasStatus_t cublasXtGetBlockDim(cublasXtHandle_t, int *size);
cublasStatus_t cublasXtSetPinningMemMode(cublasXtHandle_t, cublasXtPinnedMemMode_t mode);
cublasStatus_t cublasXtGetPinningMemMode(cublasXtHandle_t, cublasXtPinnedMemMode_t *mode);

#define CUDA_CPU_XT_GEMM(name, T)                                                                  \
    cublasStatus_t name(cublasXtHandle_t, cublasOperation_t transa, cublasOperation_t transb,      \
                        size_t m, size_t n, size_t k, const T *alpha, const T *a, size_t lda,      \
                        const T *b, size_t ldb, const T *beta, T *c, size_t ldc);
CUDA_CPU_XT_GEMM(cublasXtSgemm, float)
CUDA_CPU_XT_GEMM(cublasXtDgemm, double)
CUDA_CPU_XT_GEMM(cublasXtCgemm, cuComplex)
CUDA_CPU_XT_GEMM(cublasXtZgemm, cuDoubleComplex)
#undef CUDA_CPU_XT_GEMM

#ifdef __cplusplus
}
#endif

#include "cuda_cpu/macros_back.h"

#endif
