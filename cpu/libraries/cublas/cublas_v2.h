// SPDX-License-Identifier: MIT
// cuBLAS on the CPU: what is declared here is there (README.md). Link with -lcublas.
#ifndef CUBLAS_V2_H_
#define CUBLAS_V2_H_
#define CUBLAS_API_H_ // NVIDIA's samples ask for it
#define CUBLAS_H_

#include "cuda_cpu/macros_away.h"

#ifdef __cplusplus
#include "cuda_runtime.h"
#else
#include "cuda_runtime_api.h"
#endif
#ifdef CUDA_CPU_DEVICE
#include "cuda_bf16.h"
#include "cuda_fp16.h"
#else // of the host's compiler, which has no such type
typedef struct __half __half;
#endif
#include "cuComplex.h"
#include "library_types.h"

#include <stddef.h>
#include <stdint.h>

#define CUBLAS_VER_MAJOR 13
#define CUBLAS_VER_MINOR 0
#define CUBLAS_VER_PATCH 2
#define CUBLAS_VERSION (CUBLAS_VER_MAJOR * 10000 + CUBLAS_VER_MINOR * 100 + CUBLAS_VER_PATCH)
#define CUBLASAPI
#define CUBLASWINAPI

typedef enum {
    CUBLAS_STATUS_SUCCESS = 0,
    CUBLAS_STATUS_NOT_INITIALIZED = 1,
    CUBLAS_STATUS_ALLOC_FAILED = 3,
    CUBLAS_STATUS_INVALID_VALUE = 7,
    CUBLAS_STATUS_ARCH_MISMATCH = 8,
    CUBLAS_STATUS_MAPPING_ERROR = 11,
    CUBLAS_STATUS_EXECUTION_FAILED = 13,
    CUBLAS_STATUS_INTERNAL_ERROR = 14,
    CUBLAS_STATUS_NOT_SUPPORTED = 15,
    CUBLAS_STATUS_LICENSE_ERROR = 16
} cublasStatus_t;
typedef cublasStatus_t cublasStatus;

typedef enum {
    CUBLAS_FILL_MODE_LOWER = 0,
    CUBLAS_FILL_MODE_UPPER = 1,
    CUBLAS_FILL_MODE_FULL = 2
} cublasFillMode_t;
typedef enum { CUBLAS_DIAG_NON_UNIT = 0, CUBLAS_DIAG_UNIT = 1 } cublasDiagType_t;
typedef enum { CUBLAS_SIDE_LEFT = 0, CUBLAS_SIDE_RIGHT = 1 } cublasSideMode_t;
typedef enum {
    CUBLAS_OP_N = 0,
    CUBLAS_OP_T = 1,
    CUBLAS_OP_C = 2,
    CUBLAS_OP_HERMITAN = 2,
    CUBLAS_OP_CONJG = 3
} cublasOperation_t;
typedef enum { CUBLAS_POINTER_MODE_HOST = 0, CUBLAS_POINTER_MODE_DEVICE = 1 } cublasPointerMode_t;
typedef enum { CUBLAS_ATOMICS_NOT_ALLOWED = 0, CUBLAS_ATOMICS_ALLOWED = 1 } cublasAtomicsMode_t;

// Which algorithm and which units compute: taken, and without effect.
typedef enum {
    CUBLAS_GEMM_DFALT = -1,
    CUBLAS_GEMM_DEFAULT = -1,
    CUBLAS_GEMM_ALGO0 = 0,
    CUBLAS_GEMM_ALGO23 = 23,
    CUBLAS_GEMM_DEFAULT_TENSOR_OP = 99,
    CUBLAS_GEMM_DFALT_TENSOR_OP = 99,
    CUBLAS_GEMM_ALGO0_TENSOR_OP = 100,
    CUBLAS_GEMM_ALGO15_TENSOR_OP = 115,
    CUBLAS_GEMM_AUTOTUNE = 999
} cublasGemmAlgo_t;
typedef enum {
    CUBLAS_DEFAULT_MATH = 0,
    CUBLAS_TENSOR_OP_MATH = 1,
    CUBLAS_PEDANTIC_MATH = 2,
    CUBLAS_TF32_TENSOR_OP_MATH = 3,
    CUBLAS_FP32_EMULATED_BF16X9_MATH = 4,
    CUBLAS_FP64_EMULATED_FIXEDPOINT_MATH = 8,
    CUBLAS_MATH_DISALLOW_REDUCED_PRECISION_REDUCTION = 16
} cublasMath_t;
typedef enum {
    CUBLAS_COMPUTE_16F = 64,
    CUBLAS_COMPUTE_16F_PEDANTIC = 65,
    CUBLAS_COMPUTE_32F = 68,
    CUBLAS_COMPUTE_32F_PEDANTIC = 69,
    CUBLAS_COMPUTE_64F = 70,
    CUBLAS_COMPUTE_64F_PEDANTIC = 71,
    CUBLAS_COMPUTE_32I = 72,
    CUBLAS_COMPUTE_32I_PEDANTIC = 73,
    CUBLAS_COMPUTE_32F_FAST_16F = 74,
    CUBLAS_COMPUTE_32F_FAST_16BF = 75,
    CUBLAS_COMPUTE_32F_FAST_TF32 = 77,
    CUBLAS_COMPUTE_32F_EMULATED_16BFX9 = 78,
    CUBLAS_COMPUTE_64F_EMULATED_FIXEDPOINT = 79
} cublasComputeType_t;
typedef enum {
    CUBLAS_EMULATION_STRATEGY_DEFAULT = 0,
    CUBLAS_EMULATION_STRATEGY_PERFORMANT = 1,
    CUBLAS_EMULATION_STRATEGY_EAGER = 2
} cublasEmulationStrategy_t;
typedef cudaDataType cublasDataType_t;

typedef struct cublasContext *cublasHandle_t;

// As NVIDIA's header calls them; programs use either name.
#define cublasCreate_v2 cublasCreate
#define cublasDestroy_v2 cublasDestroy
#define cublasGetVersion_v2 cublasGetVersion
#define cublasSetWorkspace_v2 cublasSetWorkspace
#define cublasSetStream_v2 cublasSetStream
#define cublasGetStream_v2 cublasGetStream
#define cublasGetPointerMode_v2 cublasGetPointerMode
#define cublasSetPointerMode_v2 cublasSetPointerMode
#define cublasSgemm_v2 cublasSgemm
#define cublasDgemm_v2 cublasDgemm
#define cublasCgemm_v2 cublasCgemm
#define cublasZgemm_v2 cublasZgemm
#define cublasSgemv_v2 cublasSgemv
#define cublasDgemv_v2 cublasDgemv
#define cublasSger_v2 cublasSger
#define cublasDger_v2 cublasDger
#define cublasSaxpy_v2 cublasSaxpy
#define cublasDaxpy_v2 cublasDaxpy
#define cublasSdot_v2 cublasSdot
#define cublasDdot_v2 cublasDdot
#define cublasSscal_v2 cublasSscal
#define cublasDscal_v2 cublasDscal
#define cublasSnrm2_v2 cublasSnrm2
#define cublasDnrm2_v2 cublasDnrm2
#define cublasScnrm2_v2 cublasScnrm2
#define cublasDznrm2_v2 cublasDznrm2
#define cublasSasum_v2 cublasSasum
#define cublasDasum_v2 cublasDasum
#define cublasScopy_v2 cublasScopy
#define cublasDcopy_v2 cublasDcopy
#define cublasIsamax_v2 cublasIsamax
#define cublasIdamax_v2 cublasIdamax
#define cublasStrsm_v2 cublasStrsm
#define cublasDtrsm_v2 cublasDtrsm
#define cublasStrmm_v2 cublasStrmm
#define cublasDtrmm_v2 cublasDtrmm
#define cublasSsyrk_v2 cublasSsyrk
#define cublasDsyrk_v2 cublasDsyrk

#ifdef __cplusplus
extern "C" {
#endif

// ---- handles ------------------------------------------------------------------------------------

cublasStatus_t cublasCreate(cublasHandle_t *handle);
cublasStatus_t cublasDestroy(cublasHandle_t handle);
cublasStatus_t cublasGetVersion(cublasHandle_t handle, int *version);
cublasStatus_t cublasGetProperty(libraryPropertyType type, int *value);
size_t cublasGetCudartVersion(void);
const char *cublasGetStatusName(cublasStatus_t status);
const char *cublasGetStatusString(cublasStatus_t status);
cublasStatus_t cublasSetStream(cublasHandle_t handle, cudaStream_t stream);
cublasStatus_t cublasGetStream(cublasHandle_t handle, cudaStream_t *stream);
cublasStatus_t cublasSetPointerMode(cublasHandle_t handle, cublasPointerMode_t mode);
cublasStatus_t cublasGetPointerMode(cublasHandle_t handle, cublasPointerMode_t *mode);
// Kept and given back, without effect.
cublasStatus_t cublasSetWorkspace(cublasHandle_t handle, void *workspace, size_t bytes);
cublasStatus_t cublasSetMathMode(cublasHandle_t handle, cublasMath_t mode);
cublasStatus_t cublasGetMathMode(cublasHandle_t handle, cublasMath_t *mode);
cublasStatus_t cublasSetAtomicsMode(cublasHandle_t handle, cublasAtomicsMode_t mode);
cublasStatus_t cublasGetAtomicsMode(cublasHandle_t handle, cublasAtomicsMode_t *mode);
// Nothing is emulated: floats and doubles are multiplied as such.
cublasStatus_t cublasSetEmulationStrategy(cublasHandle_t, cublasEmulationStrategy_t strategy);
cublasStatus_t cublasGetEmulationStrategy(cublasHandle_t, cublasEmulationStrategy_t *strategy);
cublasStatus_t cublasSetEmulationSpecialValuesSupport(cublasHandle_t,
                                                      cudaEmulationSpecialValuesSupport mask);
cublasStatus_t cublasGetEmulationSpecialValuesSupport(cublasHandle_t,
                                                      cudaEmulationSpecialValuesSupport *mask);
cublasStatus_t cublasSetFixedPointEmulationMantissaControl(cublasHandle_t,
                                                           cudaEmulationMantissaControl control);
cublasStatus_t cublasGetFixedPointEmulationMantissaControl(cublasHandle_t,
                                                           cudaEmulationMantissaControl *control);
cublasStatus_t cublasSetFixedPointEmulationMaxMantissaBitCount(cublasHandle_t, int bits);
cublasStatus_t cublasGetFixedPointEmulationMaxMantissaBitCount(cublasHandle_t, int *bits);
cublasStatus_t cublasSetFixedPointEmulationMantissaBitOffset(cublasHandle_t, int offset);
cublasStatus_t cublasGetFixedPointEmulationMantissaBitOffset(cublasHandle_t, int *offset);

// ---- vectors and matrices between host and device -----------------------------------------------

cublasStatus_t cublasSetVector(int n, int size, const void *x, int incx, void *dev_y, int incy);
cublasStatus_t cublasGetVector(int n, int size, const void *dev_x, int incx, void *y, int incy);
cublasStatus_t cublasSetMatrix(int rows, int columns, int size, const void *a, int lda, void *dev_b,
                               int ldb);
cublasStatus_t cublasGetMatrix(int rows, int columns, int size, const void *dev_a, int lda, void *b,
                               int ldb);
cublasStatus_t cublasSetVectorAsync(int n, int size, const void *x, int incx, void *dev_y, int incy,
                                    cudaStream_t stream);
cublasStatus_t cublasGetVectorAsync(int n, int size, const void *dev_x, int incx, void *y, int incy,
                                    cudaStream_t stream);
cublasStatus_t cublasSetMatrixAsync(int rows, int columns, int size, const void *a, int lda,
                                    void *dev_b, int ldb, cudaStream_t stream);
cublasStatus_t cublasGetMatrixAsync(int rows, int columns, int size, const void *dev_a, int lda,
                                    void *b, int ldb, cudaStream_t stream);

// ---- what there is for each type: T its name, R its real part's, S and s its letters, A those of
// sums of absolute values. README.md has the list.

#define CUBLAS_EACH_TYPE(T, R, S, s, A)                                                            \
    cublasStatus_t cublasI##s##amax(cublasHandle_t, int n, const T *x, int incx, int *result);     \
    cublasStatus_t cublasI##s##amin(cublasHandle_t, int n, const T *x, int incx, int *result);     \
    cublasStatus_t cublas##A##asum(cublasHandle_t, int n, const T *x, int incx, R *result);        \
    cublasStatus_t cublas##A##nrm2(cublasHandle_t, int n, const T *x, int incx, R *result);        \
    cublasStatus_t cublas##S##axpy(cublasHandle_t, int n, const T *alpha, const T *x, int incx,    \
                                   T *y, int incy);                                                \
    cublasStatus_t cublas##S##copy(cublasHandle_t, int n, const T *x, int incx, T *y, int incy);   \
    cublasStatus_t cublas##S##swap(cublasHandle_t, int n, T *x, int incx, T *y, int incy);         \
    cublasStatus_t cublas##S##scal(cublasHandle_t, int n, const T *alpha, T *x, int incx);         \
    cublasStatus_t cublas##S##rot(cublasHandle_t, int n, T *x, int incx, T *y, int incy,           \
                                  const R *c, const T *s_);                                        \
    cublasStatus_t cublas##S##rotg(cublasHandle_t, T *a, T *b, R *c, T *s_);                       \
    cublasStatus_t cublas##S##gemv(cublasHandle_t, cublasOperation_t trans, int m, int n,          \
                                   const T *alpha, const T *a, int lda, const T *x, int incx,      \
                                   const T *beta, T *y, int incy);                                 \
    cublasStatus_t cublas##S##gemvBatched(                                                         \
        cublasHandle_t, cublasOperation_t trans, int m, int n, const T *alpha, const T *const a[], \
        int lda, const T *const x[], int incx, const T *beta, T *const y[], int incy, int count);  \
    cublasStatus_t cublas##S##gemvStridedBatched(                                                  \
        cublasHandle_t, cublasOperation_t trans, int m, int n, const T *alpha, const T *a,         \
        int lda, long long stridea, const T *x, int incx, long long stridex, const T *beta, T *y,  \
        int incy, long long stridey, int count);                                                   \
    cublasStatus_t cublas##S##tbmv(cublasHandle_t, cublasFillMode_t uplo, cublasOperation_t trans, \
                                   cublasDiagType_t diag, int n, int k, const T *a, int lda, T *x, \
                                   int incx);                                                      \
    cublasStatus_t cublas##S##tbsv(cublasHandle_t, cublasFillMode_t uplo, cublasOperation_t trans, \
                                   cublasDiagType_t diag, int n, int k, const T *a, int lda, T *x, \
                                   int incx);                                                      \
    cublasStatus_t cublas##S##tpmv(cublasHandle_t, cublasFillMode_t uplo, cublasOperation_t trans, \
                                   cublasDiagType_t diag, int n, const T *ap, T *x, int incx);     \
    cublasStatus_t cublas##S##tpsv(cublasHandle_t, cublasFillMode_t uplo, cublasOperation_t trans, \
                                   cublasDiagType_t diag, int n, const T *ap, T *x, int incx);     \
    cublasStatus_t cublas##S##matinvBatched(cublasHandle_t, int n, const T *const a[], int lda,    \
                                            T *const inverse[], int ldi, int *info, int count);    \
    cublasStatus_t cublas##S##gbmv(cublasHandle_t, cublasOperation_t trans, int m, int n, int kl,  \
                                   int ku, const T *alpha, const T *a, int lda, const T *x,        \
                                   int incx, const T *beta, T *y, int incy);                       \
    cublasStatus_t cublas##S##trmv(cublasHandle_t, cublasFillMode_t uplo, cublasOperation_t trans, \
                                   cublasDiagType_t diag, int n, const T *a, int lda, T *x,        \
                                   int incx);                                                      \
    cublasStatus_t cublas##S##trsv(cublasHandle_t, cublasFillMode_t uplo, cublasOperation_t trans, \
                                   cublasDiagType_t diag, int n, const T *a, int lda, T *x,        \
                                   int incx);                                                      \
    cublasStatus_t cublas##S##gemm(                                                                \
        cublasHandle_t, cublasOperation_t transa, cublasOperation_t transb, int m, int n, int k,   \
        const T *alpha, const T *a, int lda, const T *b, int ldb, const T *beta, T *c, int ldc);   \
    cublasStatus_t cublas##S##gemmBatched(                                                         \
        cublasHandle_t, cublasOperation_t transa, cublasOperation_t transb, int m, int n, int k,   \
        const T *alpha, const T *const a[], int lda, const T *const b[], int ldb, const T *beta,   \
        T *const c[], int ldc, int count);                                                         \
    cublasStatus_t cublas##S##gemmStridedBatched(                                                  \
        cublasHandle_t, cublasOperation_t transa, cublasOperation_t transb, int m, int n, int k,   \
        const T *alpha, const T *a, int lda, long long stridea, const T *b, int ldb,               \
        long long strideb, const T *beta, T *c, int ldc, long long stridec, int count);            \
    cublasStatus_t cublas##S##symm(cublasHandle_t, cublasSideMode_t side, cublasFillMode_t uplo,   \
                                   int m, int n, const T *alpha, const T *a, int lda, const T *b,  \
                                   int ldb, const T *beta, T *c, int ldc);                         \
    cublasStatus_t cublas##S##syrk(cublasHandle_t, cublasFillMode_t uplo, cublasOperation_t trans, \
                                   int n, int k, const T *alpha, const T *a, int lda,              \
                                   const T *beta, T *c, int ldc);                                  \
    cublasStatus_t cublas##S##syr2k(                                                               \
        cublasHandle_t, cublasFillMode_t uplo, cublasOperation_t trans, int n, int k,              \
        const T *alpha, const T *a, int lda, const T *b, int ldb, const T *beta, T *c, int ldc);   \
    cublasStatus_t cublas##S##syrkx(                                                               \
        cublasHandle_t, cublasFillMode_t uplo, cublasOperation_t trans, int n, int k,              \
        const T *alpha, const T *a, int lda, const T *b, int ldb, const T *beta, T *c, int ldc);   \
    cublasStatus_t cublas##S##trttp(cublasHandle_t, cublasFillMode_t uplo, int n, const T *a,      \
                                    int lda, T *ap);                                               \
    cublasStatus_t cublas##S##tpttr(cublasHandle_t, cublasFillMode_t uplo, int n, const T *ap,     \
                                    T *a, int lda);                                                \
    cublasStatus_t cublas##S##trmm(cublasHandle_t, cublasSideMode_t side, cublasFillMode_t uplo,   \
                                   cublasOperation_t trans, cublasDiagType_t diag, int m, int n,   \
                                   const T *alpha, const T *a, int lda, const T *b, int ldb, T *c, \
                                   int ldc);                                                       \
    cublasStatus_t cublas##S##trsm(cublasHandle_t, cublasSideMode_t side, cublasFillMode_t uplo,   \
                                   cublasOperation_t trans, cublasDiagType_t diag, int m, int n,   \
                                   const T *alpha, const T *a, int lda, T *b, int ldb);            \
    cublasStatus_t cublas##S##trsmBatched(                                                         \
        cublasHandle_t, cublasSideMode_t side, cublasFillMode_t uplo, cublasOperation_t trans,     \
        cublasDiagType_t diag, int m, int n, const T *alpha, const T *const a[], int lda,          \
        T *const b[], int ldb, int count);                                                         \
    cublasStatus_t cublas##S##geam(                                                                \
        cublasHandle_t, cublasOperation_t transa, cublasOperation_t transb, int m, int n,          \
        const T *alpha, const T *a, int lda, const T *beta, const T *b, int ldb, T *c, int ldc);   \
    cublasStatus_t cublas##S##dgmm(cublasHandle_t, cublasSideMode_t side, int m, int n,            \
                                   const T *a, int lda, const T *x, int incx, T *c, int ldc);      \
    cublasStatus_t cublas##S##getrfBatched(cublasHandle_t, int n, T *const a[], int lda,           \
                                           int *pivots, int *info, int count);                     \
    cublasStatus_t cublas##S##getriBatched(cublasHandle_t, int n, const T *const a[], int lda,     \
                                           const int *pivots, T *const c[], int ldc, int *info,    \
                                           int count);                                             \
    cublasStatus_t cublas##S##getrsBatched(                                                        \
        cublasHandle_t, cublasOperation_t trans, int n, int columns, const T *const a[], int lda,  \
        const int *pivots, T *const b[], int ldb, int *info, int count);
CUBLAS_EACH_TYPE(float, float, S, s, S)
CUBLAS_EACH_TYPE(double, double, D, d, D)
CUBLAS_EACH_TYPE(cuComplex, float, C, c, Sc)
CUBLAS_EACH_TYPE(cuDoubleComplex, double, Z, z, Dz)
#undef CUBLAS_EACH_TYPE

// What real numbers have, and what complex ones have under other names.
#define CUBLAS_EACH_REAL(T, S)                                                                     \
    cublasStatus_t cublas##S##dot(cublasHandle_t, int n, const T *x, int incx, const T *y,         \
                                  int incy, T *result);                                            \
    cublasStatus_t cublas##S##ger(cublasHandle_t, int m, int n, const T *alpha, const T *x,        \
                                  int incx, const T *y, int incy, T *a, int lda);                  \
    cublasStatus_t cublas##S##symv(cublasHandle_t, cublasFillMode_t uplo, int n, const T *alpha,   \
                                   const T *a, int lda, const T *x, int incx, const T *beta, T *y, \
                                   int incy);                                                      \
    cublasStatus_t cublas##S##syr(cublasHandle_t, cublasFillMode_t uplo, int n, const T *alpha,    \
                                  const T *x, int incx, T *a, int lda);                            \
    cublasStatus_t cublas##S##syr2(cublasHandle_t, cublasFillMode_t uplo, int n, const T *alpha,   \
                                   const T *x, int incx, const T *y, int incy, T *a, int lda);     \
    cublasStatus_t cublas##S##sbmv(cublasHandle_t, cublasFillMode_t uplo, int n, int k,            \
                                   const T *alpha, const T *a, int lda, const T *x, int incx,      \
                                   const T *beta, T *y, int incy);                                 \
    cublasStatus_t cublas##S##spmv(cublasHandle_t, cublasFillMode_t uplo, int n, const T *alpha,   \
                                   const T *ap, const T *x, int incx, const T *beta, T *y,         \
                                   int incy);                                                      \
    cublasStatus_t cublas##S##spr(cublasHandle_t, cublasFillMode_t uplo, int n, const T *alpha,    \
                                  const T *x, int incx, T *ap);                                    \
    cublasStatus_t cublas##S##spr2(cublasHandle_t, cublasFillMode_t uplo, int n, const T *alpha,   \
                                   const T *x, int incx, const T *y, int incy, T *ap);             \
    cublasStatus_t cublas##S##rotm(cublasHandle_t, int n, T *x, int incx, T *y, int incy,          \
                                   const T *param);                                                \
    cublasStatus_t cublas##S##rotmg(cublasHandle_t, T *d1, T *d2, T *x1, const T *y1, T *param);
CUBLAS_EACH_REAL(float, S)
CUBLAS_EACH_REAL(double, D)
#undef CUBLAS_EACH_REAL

#define CUBLAS_EACH_COMPLEX(T, R, S)                                                               \
    cublasStatus_t cublas##S##dotu(cublasHandle_t, int n, const T *x, int incx, const T *y,        \
                                   int incy, T *result);                                           \
    cublasStatus_t cublas##S##dotc(cublasHandle_t, int n, const T *x, int incx, const T *y,        \
                                   int incy, T *result);                                           \
    cublasStatus_t cublas##S##geru(cublasHandle_t, int m, int n, const T *alpha, const T *x,       \
                                   int incx, const T *y, int incy, T *a, int lda);                 \
    cublasStatus_t cublas##S##gerc(cublasHandle_t, int m, int n, const T *alpha, const T *x,       \
                                   int incx, const T *y, int incy, T *a, int lda);                 \
    cublasStatus_t cublas##S##hemv(cublasHandle_t, cublasFillMode_t uplo, int n, const T *alpha,   \
                                   const T *a, int lda, const T *x, int incx, const T *beta, T *y, \
                                   int incy);                                                      \
    cublasStatus_t cublas##S##her(cublasHandle_t, cublasFillMode_t uplo, int n, const R *alpha,    \
                                  const T *x, int incx, T *a, int lda);                            \
    cublasStatus_t cublas##S##her2(cublasHandle_t, cublasFillMode_t uplo, int n, const T *alpha,   \
                                   const T *x, int incx, const T *y, int incy, T *a, int lda);     \
    cublasStatus_t cublas##S##hbmv(cublasHandle_t, cublasFillMode_t uplo, int n, int k,            \
                                   const T *alpha, const T *a, int lda, const T *x, int incx,      \
                                   const T *beta, T *y, int incy);                                 \
    cublasStatus_t cublas##S##hpmv(cublasHandle_t, cublasFillMode_t uplo, int n, const T *alpha,   \
                                   const T *ap, const T *x, int incx, const T *beta, T *y,         \
                                   int incy);                                                      \
    cublasStatus_t cublas##S##hpr(cublasHandle_t, cublasFillMode_t uplo, int n, const R *alpha,    \
                                  const T *x, int incx, T *ap);                                    \
    cublasStatus_t cublas##S##hpr2(cublasHandle_t, cublasFillMode_t uplo, int n, const T *alpha,   \
                                   const T *x, int incx, const T *y, int incy, T *ap);             \
    cublasStatus_t cublas##S##her2k(                                                               \
        cublasHandle_t, cublasFillMode_t uplo, cublasOperation_t trans, int n, int k,              \
        const T *alpha, const T *a, int lda, const T *b, int ldb, const R *beta, T *c, int ldc);   \
    cublasStatus_t cublas##S##herkx(                                                               \
        cublasHandle_t, cublasFillMode_t uplo, cublasOperation_t trans, int n, int k,              \
        const T *alpha, const T *a, int lda, const T *b, int ldb, const R *beta, T *c, int ldc);   \
    cublasStatus_t cublas##S##gemm3m(                                                              \
        cublasHandle_t, cublasOperation_t transa, cublasOperation_t transb, int m, int n, int k,   \
        const T *alpha, const T *a, int lda, const T *b, int ldb, const T *beta, T *c, int ldc);   \
    cublasStatus_t cublas##S##hemm(cublasHandle_t, cublasSideMode_t side, cublasFillMode_t uplo,   \
                                   int m, int n, const T *alpha, const T *a, int lda, const T *b,  \
                                   int ldb, const T *beta, T *c, int ldc);                         \
    cublasStatus_t cublas##S##herk(cublasHandle_t, cublasFillMode_t uplo, cublasOperation_t trans, \
                                   int n, int k, const R *alpha, const T *a, int lda,              \
                                   const R *beta, T *c, int ldc);
CUBLAS_EACH_COMPLEX(cuComplex, float, C)
CUBLAS_EACH_COMPLEX(cuDoubleComplex, double, Z)
#undef CUBLAS_EACH_COMPLEX
cublasStatus_t cublasCsscal(cublasHandle_t, int n, const float *alpha, cuComplex *x, int incx);
cublasStatus_t cublasZdscal(cublasHandle_t, int n, const double *alpha, cuDoubleComplex *x,
                            int incx);

// ---- mixed types: half, bfloat16, bytes; sums in float, double or int ---------------------------

cublasStatus_t cublasHgemm(cublasHandle_t, cublasOperation_t transa, cublasOperation_t transb,
                           int m, int n, int k, const __half *alpha, const __half *a, int lda,
                           const __half *b, int ldb, const __half *beta, __half *c, int ldc);
cublasStatus_t cublasHgemmBatched(cublasHandle_t, cublasOperation_t transa,
                                  cublasOperation_t transb, int m, int n, int k,
                                  const __half *alpha, const __half *const a[], int lda,
                                  const __half *const b[], int ldb, const __half *beta,
                                  __half *const c[], int ldc, int count);
cublasStatus_t cublasHgemmStridedBatched(cublasHandle_t, cublasOperation_t transa,
                                         cublasOperation_t transb, int m, int n, int k,
                                         const __half *alpha, const __half *a, int lda,
                                         long long stridea, const __half *b, int ldb,
                                         long long strideb, const __half *beta, __half *c, int ldc,
                                         long long stridec, int count);
cublasStatus_t cublasSgemmEx(cublasHandle_t, cublasOperation_t transa, cublasOperation_t transb,
                             int m, int n, int k, const float *alpha, const void *a,
                             cudaDataType atype, int lda, const void *b, cudaDataType btype,
                             int ldb, const float *beta, void *c, cudaDataType ctype, int ldc);
cublasStatus_t cublasGemmEx(cublasHandle_t, cublasOperation_t transa, cublasOperation_t transb,
                            int m, int n, int k, const void *alpha, const void *a,
                            cudaDataType atype, int lda, const void *b, cudaDataType btype, int ldb,
                            const void *beta, void *c, cudaDataType ctype, int ldc,
                            cublasComputeType_t compute, cublasGemmAlgo_t algorithm);
cublasStatus_t cublasGemmBatchedEx(cublasHandle_t, cublasOperation_t transa,
                                   cublasOperation_t transb, int m, int n, int k, const void *alpha,
                                   const void *const a[], cudaDataType atype, int lda,
                                   const void *const b[], cudaDataType btype, int ldb,
                                   const void *beta, void *const c[], cudaDataType ctype, int ldc,
                                   int count, cublasComputeType_t compute,
                                   cublasGemmAlgo_t algorithm);
cublasStatus_t cublasGemmStridedBatchedEx(
    cublasHandle_t, cublasOperation_t transa, cublasOperation_t transb, int m, int n, int k,
    const void *alpha, const void *a, cudaDataType atype, int lda, long long stridea, const void *b,
    cudaDataType btype, int ldb, long long strideb, const void *beta, void *c, cudaDataType ctype,
    int ldc, long long stridec, int count, cublasComputeType_t compute, cublasGemmAlgo_t algorithm);

// ---- types as arguments: one for all of a call, float, double or complex; Csyrk's are complex ---

cublasStatus_t cublasNrm2Ex(cublasHandle_t, int n, const void *x, cudaDataType xtype, int incx,
                            void *result, cudaDataType result_type, cudaDataType execution);
cublasStatus_t cublasAxpyEx(cublasHandle_t, int n, const void *alpha, cudaDataType alpha_type,
                            const void *x, cudaDataType xtype, int incx, void *y,
                            cudaDataType ytype, int incy, cudaDataType execution);
cublasStatus_t cublasScalEx(cublasHandle_t, int n, const void *alpha, cudaDataType alpha_type,
                            void *x, cudaDataType xtype, int incx, cudaDataType execution);
cublasStatus_t cublasDotEx(cublasHandle_t, int n, const void *x, cudaDataType xtype, int incx,
                           const void *y, cudaDataType ytype, int incy, void *result,
                           cudaDataType result_type, cudaDataType execution);
cublasStatus_t cublasDotcEx(cublasHandle_t, int n, const void *x, cudaDataType xtype, int incx,
                            const void *y, cudaDataType ytype, int incy, void *result,
                            cudaDataType result_type, cudaDataType execution);
cublasStatus_t cublasRotEx(cublasHandle_t, int n, void *x, cudaDataType xtype, int incx, void *y,
                           cudaDataType ytype, int incy, const void *c, const void *s,
                           cudaDataType cstype, cudaDataType execution);
cublasStatus_t cublasCsyrkEx(cublasHandle_t, cublasFillMode_t uplo, cublasOperation_t trans, int n,
                             int k, const cuComplex *alpha, const void *a, cudaDataType atype,
                             int lda, const cuComplex *beta, void *c, cudaDataType ctype, int ldc);
cublasStatus_t cublasCsyrk3mEx(cublasHandle_t, cublasFillMode_t uplo, cublasOperation_t trans,
                               int n, int k, const cuComplex *alpha, const void *a,
                               cudaDataType atype, int lda, const cuComplex *beta, void *c,
                               cudaDataType ctype, int ldc);
cublasStatus_t cublasCherkEx(cublasHandle_t, cublasFillMode_t uplo, cublasOperation_t trans, int n,
                             int k, const float *alpha, const void *a, cudaDataType atype, int lda,
                             const float *beta, void *c, cudaDataType ctype, int ldc);
cublasStatus_t cublasCherk3mEx(cublasHandle_t, cublasFillMode_t uplo, cublasOperation_t trans,
                               int n, int k, const float *alpha, const void *a, cudaDataType atype,
                               int lda, const float *beta, void *c, cudaDataType ctype, int ldc);

// ---- groups of products -------------------------------------------------------------------------

cublasStatus_t cublasSgemmGroupedBatched(cublasHandle_t, const cublasOperation_t transa[],
                                         const cublasOperation_t transb[], const int m[],
                                         const int n[], const int k[], const float alpha[],
                                         const float *const a[], const int lda[],
                                         const float *const b[], const int ldb[],
                                         const float beta[], float *const c[], const int ldc[],
                                         int groups, const int sizes[]);
cublasStatus_t cublasDgemmGroupedBatched(cublasHandle_t, const cublasOperation_t transa[],
                                         const cublasOperation_t transb[], const int m[],
                                         const int n[], const int k[], const double alpha[],
                                         const double *const a[], const int lda[],
                                         const double *const b[], const int ldb[],
                                         const double beta[], double *const c[], const int ldc[],
                                         int groups, const int sizes[]);
cublasStatus_t cublasGemmGroupedBatchedEx(
    cublasHandle_t, const cublasOperation_t transa[], const cublasOperation_t transb[],
    const int m[], const int n[], const int k[], const void *alpha, const void *const a[],
    cudaDataType atype, const int lda[], const void *const b[], cudaDataType btype, const int ldb[],
    const void *beta, void *const c[], cudaDataType ctype, const int ldc[], int groups,
    const int sizes[], cublasComputeType_t compute);

#ifdef __cplusplus
}

// Code from before CUDA 11 names the type of the sums.
static inline bool cuda_cpu_compute_type(cudaDataType sums, cublasComputeType_t *compute) {
    *compute = sums == CUDA_R_16F                         ? CUBLAS_COMPUTE_16F
               : sums == CUDA_R_32I                       ? CUBLAS_COMPUTE_32I
               : sums == CUDA_R_64F || sums == CUDA_C_64F ? CUBLAS_COMPUTE_64F
                                                          : CUBLAS_COMPUTE_32F;
    return *compute != CUBLAS_COMPUTE_32F || sums == CUDA_R_32F || sums == CUDA_C_32F;
}
static inline cublasStatus_t cublasGemmEx(cublasHandle_t handle, cublasOperation_t transa,
                                          cublasOperation_t transb, int m, int n, int k,
                                          const void *alpha, const void *a, cudaDataType atype,
                                          int lda, const void *b, cudaDataType btype, int ldb,
                                          const void *beta, void *c, cudaDataType ctype, int ldc,
                                          cudaDataType sums, cublasGemmAlgo_t algorithm) {
    cublasComputeType_t compute;
    return !cuda_cpu_compute_type(sums, &compute)
               ? CUBLAS_STATUS_NOT_SUPPORTED
               : cublasGemmEx(handle, transa, transb, m, n, k, alpha, a, atype, lda, b, btype, ldb,
                              beta, c, ctype, ldc, compute, algorithm);
}
static inline cublasStatus_t cublasSetEmulationStrategy(cublasHandle_t handle,
                                                        cudaEmulationStrategy strategy) {
    return cublasSetEmulationStrategy(handle, (cublasEmulationStrategy_t)strategy);
}
static inline cublasStatus_t
cublasGemmBatchedEx(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb,
                    int m, int n, int k, const void *alpha, const void *const a[],
                    cudaDataType atype, int lda, const void *const b[], cudaDataType btype, int ldb,
                    const void *beta, void *const c[], cudaDataType ctype, int ldc, int count,
                    cudaDataType sums, cublasGemmAlgo_t algorithm) {
    cublasComputeType_t compute;
    return !cuda_cpu_compute_type(sums, &compute)
               ? CUBLAS_STATUS_NOT_SUPPORTED
               : cublasGemmBatchedEx(handle, transa, transb, m, n, k, alpha, a, atype, lda, b,
                                     btype, ldb, beta, c, ctype, ldc, count, compute, algorithm);
}
static inline cublasStatus_t cublasGemmStridedBatchedEx(
    cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m, int n, int k,
    const void *alpha, const void *a, cudaDataType atype, int lda, long long stridea, const void *b,
    cudaDataType btype, int ldb, long long strideb, const void *beta, void *c, cudaDataType ctype,
    int ldc, long long stridec, int count, cudaDataType sums, cublasGemmAlgo_t algorithm) {
    cublasComputeType_t compute;
    return !cuda_cpu_compute_type(sums, &compute)
               ? CUBLAS_STATUS_NOT_SUPPORTED
               : cublasGemmStridedBatchedEx(handle, transa, transb, m, n, k, alpha, a, atype, lda,
                                            stridea, b, btype, ldb, strideb, beta, c, ctype, ldc,
                                            stridec, count, compute, algorithm);
}
#endif

#include "cuda_cpu/macros_back.h"

#endif
