// SPDX-License-Identifier: MIT
// cuBLAS's first interface, which course code from before CUDA 4 calls: one handle that is not
// seen, letters for what is to be done, scalars and results by value, and an error that is asked
// for. Each is an overload of the function of the same name in cublas_v2.h, so for C++ only.
#ifndef CUDA_CPU_CUBLAS_H
#define CUDA_CPU_CUBLAS_H
#ifndef __cplusplus
#error "cublas.h, the interface without handles, is for C++ here: include cublas_v2.h"
#endif

#include "cublas_v2.h"

#include "cuda_cpu/macros_away.h"

namespace cuda_cpu {
struct first_cublas {
    cublasHandle_t handle;
    cublasStatus_t error;
    // An error is kept until it is asked for.
    void note(cublasStatus_t status) {
        if (error == CUBLAS_STATUS_SUCCESS)
            error = status;
    }
};
inline first_cublas &old_cublas() {
    static first_cublas state = {nullptr, CUBLAS_STATUS_SUCCESS};
    return state;
}
inline cublasOperation_t operation(char c) {
    return c == 'n' || c == 'N'   ? CUBLAS_OP_N
           : c == 't' || c == 'T' ? CUBLAS_OP_T
           : c == 'c' || c == 'C' ? CUBLAS_OP_C
                                  : (cublasOperation_t)c;
}
inline cublasFillMode_t fill_mode(char c) {
    return c == 'u' || c == 'U' ? CUBLAS_FILL_MODE_UPPER : CUBLAS_FILL_MODE_LOWER;
}
inline cublasSideMode_t side(char c) {
    return c == 'l' || c == 'L' ? CUBLAS_SIDE_LEFT : CUBLAS_SIDE_RIGHT;
}
inline cublasDiagType_t diagonal(char c) {
    return c == 'u' || c == 'U' ? CUBLAS_DIAG_UNIT : CUBLAS_DIAG_NON_UNIT;
}
} // namespace cuda_cpu

inline cublasStatus_t cublasInit() {
    return cuda_cpu::old_cublas().handle ? CUBLAS_STATUS_SUCCESS
                                         : cublasCreate(&cuda_cpu::old_cublas().handle);
}
inline cublasStatus_t cublasShutdown() {
    const cublasStatus_t status = cublasDestroy(cuda_cpu::old_cublas().handle);
    cuda_cpu::old_cublas().handle = nullptr;
    return status;
}
inline cublasStatus_t cublasGetError() {
    const cublasStatus_t error = cuda_cpu::old_cublas().error;
    cuda_cpu::old_cublas().error = CUBLAS_STATUS_SUCCESS;
    return error;
}
inline cublasStatus_t cublasAlloc(int n, int size, void **dev) {
    return n <= 0 || size <= 0                                ? CUBLAS_STATUS_INVALID_VALUE
           : cudaMalloc(dev, (size_t)n * size) == cudaSuccess ? CUBLAS_STATUS_SUCCESS
                                                              : CUBLAS_STATUS_ALLOC_FAILED;
}
inline cublasStatus_t cublasFree(void *dev) {
    return cudaFree(dev) == cudaSuccess ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_INTERNAL_ERROR;
}
inline cublasStatus_t cublasSetKernelStream(cudaStream_t stream) {
    return cublasSetStream(cuda_cpu::old_cublas().handle, stream);
}

#define CUDA_CPU_CALL(name, ...)                                                                   \
    cuda_cpu::old_cublas().note(name(cuda_cpu::old_cublas().handle, __VA_ARGS__))
// A result by value; 0 after an error.
#define CUDA_CPU_RESULT(type, name, ...)                                                           \
    type result = 0;                                                                               \
    CUDA_CPU_CALL(name, __VA_ARGS__, &result);                                                     \
    return result

#define CUDA_CPU_OLD(T, S, s)                                                                      \
    inline int cublasI##s##amax(int n, const T *x, int incx) {                                     \
        CUDA_CPU_RESULT(int, cublasI##s##amax, n, x, incx);                                        \
    }                                                                                              \
    inline int cublasI##s##amin(int n, const T *x, int incx) {                                     \
        CUDA_CPU_RESULT(int, cublasI##s##amin, n, x, incx);                                        \
    }                                                                                              \
    inline T cublas##S##asum(int n, const T *x, int incx) {                                        \
        CUDA_CPU_RESULT(T, cublas##S##asum, n, x, incx);                                           \
    }                                                                                              \
    inline T cublas##S##nrm2(int n, const T *x, int incx) {                                        \
        CUDA_CPU_RESULT(T, cublas##S##nrm2, n, x, incx);                                           \
    }                                                                                              \
    inline T cublas##S##dot(int n, const T *x, int incx, const T *y, int incy) {                   \
        CUDA_CPU_RESULT(T, cublas##S##dot, n, x, incx, y, incy);                                   \
    }                                                                                              \
    inline void cublas##S##axpy(int n, T alpha, const T *x, int incx, T *y, int incy) {            \
        CUDA_CPU_CALL(cublas##S##axpy, n, &alpha, x, incx, y, incy);                               \
    }                                                                                              \
    inline void cublas##S##copy(int n, const T *x, int incx, T *y, int incy) {                     \
        CUDA_CPU_CALL(cublas##S##copy, n, x, incx, y, incy);                                       \
    }                                                                                              \
    inline void cublas##S##swap(int n, T *x, int incx, T *y, int incy) {                           \
        CUDA_CPU_CALL(cublas##S##swap, n, x, incx, y, incy);                                       \
    }                                                                                              \
    inline void cublas##S##scal(int n, T alpha, T *x, int incx) {                                  \
        CUDA_CPU_CALL(cublas##S##scal, n, &alpha, x, incx);                                        \
    }                                                                                              \
    inline void cublas##S##rot(int n, T *x, int incx, T *y, int incy, T c, T s_) {                 \
        CUDA_CPU_CALL(cublas##S##rot, n, x, incx, y, incy, &c, &s_);                               \
    }                                                                                              \
    inline void cublas##S##gemv(char trans, int m, int n, T alpha, const T *a, int lda,            \
                                const T *x, int incx, T beta, T *y, int incy) {                    \
        CUDA_CPU_CALL(cublas##S##gemv, cuda_cpu::operation(trans), m, n, &alpha, a, lda, x, incx,  \
                      &beta, y, incy);                                                             \
    }                                                                                              \
    inline void cublas##S##ger(int m, int n, T alpha, const T *x, int incx, const T *y, int incy,  \
                               T *a, int lda) {                                                    \
        CUDA_CPU_CALL(cublas##S##ger, m, n, &alpha, x, incx, y, incy, a, lda);                     \
    }                                                                                              \
    inline void cublas##S##symv(char uplo, int n, T alpha, const T *a, int lda, const T *x,        \
                                int incx, T beta, T *y, int incy) {                                \
        CUDA_CPU_CALL(cublas##S##symv, cuda_cpu::fill_mode(uplo), n, &alpha, a, lda, x, incx,      \
                      &beta, y, incy);                                                             \
    }                                                                                              \
    inline void cublas##S##trmv(char uplo, char trans, char diag, int n, const T *a, int lda,      \
                                T *x, int incx) {                                                  \
        CUDA_CPU_CALL(cublas##S##trmv, cuda_cpu::fill_mode(uplo), cuda_cpu::operation(trans),      \
                      cuda_cpu::diagonal(diag), n, a, lda, x, incx);                               \
    }                                                                                              \
    inline void cublas##S##trsv(char uplo, char trans, char diag, int n, const T *a, int lda,      \
                                T *x, int incx) {                                                  \
        CUDA_CPU_CALL(cublas##S##trsv, cuda_cpu::fill_mode(uplo), cuda_cpu::operation(trans),      \
                      cuda_cpu::diagonal(diag), n, a, lda, x, incx);                               \
    }                                                                                              \
    inline void cublas##S##syrk(char uplo, char trans, int n, int k, T alpha, const T *a, int lda, \
                                T beta, T *c, int ldc) {                                           \
        CUDA_CPU_CALL(cublas##S##syrk, cuda_cpu::fill_mode(uplo), cuda_cpu::operation(trans), n,   \
                      k, &alpha, a, lda, &beta, c, ldc);                                           \
    }                                                                                              \
    inline void cublas##S##symm(char left, char uplo, int m, int n, T alpha, const T *a, int lda,  \
                                const T *b, int ldb, T beta, T *c, int ldc) {                      \
        CUDA_CPU_CALL(cublas##S##symm, cuda_cpu::side(left), cuda_cpu::fill_mode(uplo), m, n,      \
                      &alpha, a, lda, b, ldb, &beta, c, ldc);                                      \
    }                                                                                              \
    inline void cublas##S##trmm(char left, char uplo, char trans, char diag, int m, int n,         \
                                T alpha, const T *a, int lda, T *b, int ldb) {                     \
        CUDA_CPU_CALL(cublas##S##trmm, cuda_cpu::side(left), cuda_cpu::fill_mode(uplo),            \
                      cuda_cpu::operation(trans), cuda_cpu::diagonal(diag), m, n, &alpha, a, lda,  \
                      b, ldb, b, ldb);                                                             \
    }                                                                                              \
    inline void cublas##S##trsm(char left, char uplo, char trans, char diag, int m, int n,         \
                                T alpha, const T *a, int lda, T *b, int ldb) {                     \
        CUDA_CPU_CALL(cublas##S##trsm, cuda_cpu::side(left), cuda_cpu::fill_mode(uplo),            \
                      cuda_cpu::operation(trans), cuda_cpu::diagonal(diag), m, n, &alpha, a, lda,  \
                      b, ldb);                                                                     \
    }
CUDA_CPU_OLD(float, S, s)
CUDA_CPU_OLD(double, D, d)
#undef CUDA_CPU_OLD

#define CUDA_CPU_OLD(T, S)                                                                         \
    inline void cublas##S##gemm(char transa, char transb, int m, int n, int k, T alpha,            \
                                const T *a, int lda, const T *b, int ldb, T beta, T *c, int ldc) { \
        CUDA_CPU_CALL(cublas##S##gemm, cuda_cpu::operation(transa), cuda_cpu::operation(transb),   \
                      m, n, k, &alpha, a, lda, b, ldb, &beta, c, ldc);                             \
    }
CUDA_CPU_OLD(float, S)
CUDA_CPU_OLD(double, D)
CUDA_CPU_OLD(cuComplex, C)
CUDA_CPU_OLD(cuDoubleComplex, Z)
#undef CUDA_CPU_OLD
#undef CUDA_CPU_CALL
#undef CUDA_CPU_RESULT

#include "cuda_cpu/macros_back.h"

#endif
