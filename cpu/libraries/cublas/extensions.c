// SPDX-License-Identifier: MIT
// Calls of cuBLAS that are others under another name: level 1 with types as arguments, rank-k
// updates and complex products by other methods, groups of products.
#include "cublas_v2.h"

// The call of one type, where all types of an Ex are that one: float, double or complex.
#define BY_TYPE(type, S, D, C, Z)                                                                  \
    ((type) == CUDA_R_32F   ? (S)                                                                  \
     : (type) == CUDA_R_64F ? (D)                                                                  \
     : (type) == CUDA_C_32F ? (C)                                                                  \
     : (type) == CUDA_C_64F ? (Z)                                                                  \
                            : CUBLAS_STATUS_NOT_SUPPORTED)

static cudaDataType real_of(cudaDataType type) {
    return type == CUDA_C_32F ? CUDA_R_32F : type == CUDA_C_64F ? CUDA_R_64F : type;
}

// ---- level 1 ------------------------------------------------------------------------------------

cublasStatus_t cublasNrm2Ex(cublasHandle_t h, int n, const void *x, cudaDataType xtype, int incx,
                            void *result, cudaDataType result_type, cudaDataType execution) {
    if (result_type != real_of(xtype) || execution != real_of(xtype))
        return CUBLAS_STATUS_NOT_SUPPORTED;
    return BY_TYPE(xtype, cublasSnrm2(h, n, x, incx, result), cublasDnrm2(h, n, x, incx, result),
                   cublasScnrm2(h, n, x, incx, result), cublasDznrm2(h, n, x, incx, result));
}

cublasStatus_t cublasAxpyEx(cublasHandle_t h, int n, const void *alpha, cudaDataType alpha_type,
                            const void *x, cudaDataType xtype, int incx, void *y,
                            cudaDataType ytype, int incy, cudaDataType execution) {
    if (alpha_type != xtype || ytype != xtype || execution != xtype)
        return CUBLAS_STATUS_NOT_SUPPORTED;
    return BY_TYPE(xtype, cublasSaxpy(h, n, alpha, x, incx, y, incy),
                   cublasDaxpy(h, n, alpha, x, incx, y, incy),
                   cublasCaxpy(h, n, alpha, x, incx, y, incy),
                   cublasZaxpy(h, n, alpha, x, incx, y, incy));
}

cublasStatus_t cublasScalEx(cublasHandle_t h, int n, const void *alpha, cudaDataType alpha_type,
                            void *x, cudaDataType xtype, int incx, cudaDataType execution) {
    if (alpha_type != xtype || execution != xtype)
        return CUBLAS_STATUS_NOT_SUPPORTED;
    return BY_TYPE(xtype, cublasSscal(h, n, alpha, x, incx), cublasDscal(h, n, alpha, x, incx),
                   cublasCscal(h, n, alpha, x, incx), cublasZscal(h, n, alpha, x, incx));
}

static bool is_one(cudaDataType a, cudaDataType b, cudaDataType c, cudaDataType d) {
    return a == b && b == c && c == d;
}

#define DOT_EX(name, C, Z)                                                                         \
    cublasStatus_t name(cublasHandle_t h, int n, const void *x, cudaDataType xtype, int incx,      \
                        const void *y, cudaDataType ytype, int incy, void *result,                 \
                        cudaDataType result_type, cudaDataType execution) {                        \
        if (!is_one(xtype, ytype, result_type, execution))                                         \
            return CUBLAS_STATUS_NOT_SUPPORTED;                                                    \
        return BY_TYPE(xtype, cublasSdot(h, n, x, incx, y, incy, result),                          \
                       cublasDdot(h, n, x, incx, y, incy, result),                                 \
                       C(h, n, x, incx, y, incy, result), Z(h, n, x, incx, y, incy, result));      \
    }
DOT_EX(cublasDotEx, cublasCdotu, cublasZdotu)
DOT_EX(cublasDotcEx, cublasCdotc, cublasZdotc)

cublasStatus_t cublasRotEx(cublasHandle_t h, int n, void *x, cudaDataType xtype, int incx, void *y,
                           cudaDataType ytype, int incy, const void *c, const void *s,
                           cudaDataType cstype, cudaDataType execution) {
    if (!is_one(xtype, ytype, cstype, execution))
        return CUBLAS_STATUS_NOT_SUPPORTED;
    return BY_TYPE(
        xtype, cublasSrot(h, n, x, incx, y, incy, c, s), cublasDrot(h, n, x, incx, y, incy, c, s),
        cublasCrot(h, n, x, incx, y, incy, c, s), cublasZrot(h, n, x, incx, y, incy, c, s));
}

// ---- level 3 ------------------------------------------------------------------------------------

// By three real products in the place of four: only the last digits differ.
cublasStatus_t cublasCgemm3m(cublasHandle_t h, cublasOperation_t transa, cublasOperation_t transb,
                             int m, int n, int k, const cuComplex *alpha, const cuComplex *a,
                             int lda, const cuComplex *b, int ldb, const cuComplex *beta,
                             cuComplex *c, int ldc) {
    return cublasCgemm(h, transa, transb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
}
cublasStatus_t cublasZgemm3m(cublasHandle_t h, cublasOperation_t transa, cublasOperation_t transb,
                             int m, int n, int k, const cuDoubleComplex *alpha,
                             const cuDoubleComplex *a, int lda, const cuDoubleComplex *b, int ldb,
                             const cuDoubleComplex *beta, cuDoubleComplex *c, int ldc) {
    return cublasZgemm(h, transa, transb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
}

#define RANK_K_EX(name, type, call)                                                                \
    cublasStatus_t name(cublasHandle_t h, cublasFillMode_t uplo, cublasOperation_t trans, int n,   \
                        int k, const type *alpha, const void *a, cudaDataType atype, int lda,      \
                        const type *beta, void *c, cudaDataType ctype, int ldc) {                  \
        return atype != CUDA_C_32F || ctype != CUDA_C_32F                                          \
                   ? CUBLAS_STATUS_NOT_SUPPORTED                                                   \
                   : call(h, uplo, trans, n, k, alpha, a, lda, beta, c, ldc);                      \
    }
RANK_K_EX(cublasCsyrkEx, cuComplex, cublasCsyrk)
RANK_K_EX(cublasCsyrk3mEx, cuComplex, cublasCsyrk)
RANK_K_EX(cublasCherkEx, float, cublasCherk)
RANK_K_EX(cublasCherk3mEx, float, cublasCherk)

// ---- groups of products -------------------------------------------------------------------------

// What describes the groups is on the host, the scalars too, whatever the handle's pointer mode;
// the arrays of matrices are on the device, one group after the other.
#define GROUPS(call)                                                                               \
    cublasPointerMode_t mode;                                                                      \
    cublasStatus_t status = cublasGetPointerMode(h, &mode);                                        \
    if (status != CUBLAS_STATUS_SUCCESS)                                                           \
        return status;                                                                             \
    cublasSetPointerMode(h, CUBLAS_POINTER_MODE_HOST);                                             \
    for (int g = 0, i = 0; g < groups && status == CUBLAS_STATUS_SUCCESS; i += sizes[g++])         \
        status = call;                                                                             \
    cublasSetPointerMode(h, mode);                                                                 \
    return status

#define GROUPED(T, S)                                                                              \
    cublasStatus_t cublas##S##gemmGroupedBatched(                                                  \
        cublasHandle_t h, const cublasOperation_t transa[], const cublasOperation_t transb[],      \
        const int m[], const int n[], const int k[], const T alpha[], const T *const a[],          \
        const int lda[], const T *const b[], const int ldb[], const T beta[], T *const c[],        \
        const int ldc[], int groups, const int sizes[]) {                                          \
        GROUPS(cublas##S##gemmBatched(h, transa[g], transb[g], m[g], n[g], k[g], &alpha[g], a + i, \
                                      lda[g], b + i, ldb[g], &beta[g], c + i, ldc[g], sizes[g]));  \
    }
GROUPED(float, S)
GROUPED(double, D)

// Of real numbers; 0: groups are not computed in this way.
static size_t bytes_of_scalar(cublasComputeType_t compute) {
    switch (compute) {
    case CUBLAS_COMPUTE_32F:
    case CUBLAS_COMPUTE_32F_PEDANTIC:
    case CUBLAS_COMPUTE_32F_FAST_16F:
    case CUBLAS_COMPUTE_32F_FAST_16BF:
    case CUBLAS_COMPUTE_32F_FAST_TF32:
    case CUBLAS_COMPUTE_32F_EMULATED_16BFX9:
        return sizeof(float);
    case CUBLAS_COMPUTE_64F:
    case CUBLAS_COMPUTE_64F_PEDANTIC:
    case CUBLAS_COMPUTE_64F_EMULATED_FIXEDPOINT:
        return sizeof(double);
    default:
        return 0;
    }
}

cublasStatus_t cublasGemmGroupedBatchedEx(
    cublasHandle_t h, const cublasOperation_t transa[], const cublasOperation_t transb[],
    const int m[], const int n[], const int k[], const void *alpha, const void *const a[],
    cudaDataType atype, const int lda[], const void *const b[], cudaDataType btype, const int ldb[],
    const void *beta, void *const c[], cudaDataType ctype, const int ldc[], int groups,
    const int sizes[], cublasComputeType_t compute) {
    const size_t scalar = bytes_of_scalar(compute);
    if (scalar == 0 || real_of(ctype) != ctype)
        return CUBLAS_STATUS_NOT_SUPPORTED;
    GROUPS(cublasGemmBatchedEx(h, transa[g], transb[g], m[g], n[g], k[g],
                               (const char *)alpha + (size_t)g * scalar, a + i, atype, lda[g],
                               b + i, btype, ldb[g], (const char *)beta + (size_t)g * scalar, c + i,
                               ctype, ldc[g], sizes[g], compute, CUBLAS_GEMM_DEFAULT));
}
