// SPDX-License-Identifier: MIT
// cuSOLVER's dense part on the CPU: what is declared here is there (README.md). Link with
// -lcusolver.
#ifndef CUSOLVERDN_H_
#define CUSOLVERDN_H_
#define CUSOLVER_COMMON_H_ // NVIDIA's samples ask for it

#include "cublas_v2.h"

#include "cuda_cpu/macros_away.h"

#define CUSOLVER_VER_MAJOR 12
#define CUSOLVER_VER_MINOR 0
#define CUSOLVER_VER_PATCH 4
#define CUSOLVER_VERSION (CUSOLVER_VER_MAJOR * 1000 + CUSOLVER_VER_MINOR * 100 + CUSOLVER_VER_PATCH)
#define CUSOLVERAPI

typedef int cusolver_int_t;
typedef enum {
    CUSOLVER_STATUS_SUCCESS = 0,
    CUSOLVER_STATUS_NOT_INITIALIZED = 1,
    CUSOLVER_STATUS_ALLOC_FAILED = 2,
    CUSOLVER_STATUS_INVALID_VALUE = 3,
    CUSOLVER_STATUS_ARCH_MISMATCH = 4,
    CUSOLVER_STATUS_MAPPING_ERROR = 5,
    CUSOLVER_STATUS_EXECUTION_FAILED = 6,
    CUSOLVER_STATUS_INTERNAL_ERROR = 7,
    CUSOLVER_STATUS_MATRIX_TYPE_NOT_SUPPORTED = 8,
    CUSOLVER_STATUS_NOT_SUPPORTED = 9,
    CUSOLVER_STATUS_ZERO_PIVOT = 10,
    CUSOLVER_STATUS_INVALID_LICENSE = 11,
    CUSOLVER_STATUS_IRS_PARAMS_NOT_INITIALIZED = 12,
    CUSOLVER_STATUS_IRS_PARAMS_INVALID = 13,
    CUSOLVER_STATUS_IRS_PARAMS_INVALID_PREC = 14,
    CUSOLVER_STATUS_IRS_PARAMS_INVALID_REFINE = 15,
    CUSOLVER_STATUS_IRS_PARAMS_INVALID_MAXITER = 16,
    CUSOLVER_STATUS_IRS_INTERNAL_ERROR = 20,
    CUSOLVER_STATUS_IRS_NOT_SUPPORTED = 21,
    CUSOLVER_STATUS_IRS_OUT_OF_RANGE = 22,
    CUSOLVER_STATUS_IRS_NRHS_NOT_SUPPORTED_FOR_REFINE_GMRES = 23,
    CUSOLVER_STATUS_IRS_INFOS_NOT_INITIALIZED = 25,
    CUSOLVER_STATUS_IRS_INFOS_NOT_DESTROYED = 26,
    CUSOLVER_STATUS_IRS_MATRIX_SINGULAR = 30,
    CUSOLVER_STATUS_INVALID_WORKSPACE = 31
} cusolverStatus_t;

typedef enum {
    CUSOLVER_EIG_TYPE_1 = 1,
    CUSOLVER_EIG_TYPE_2 = 2,
    CUSOLVER_EIG_TYPE_3 = 3
} cusolverEigType_t;
typedef enum { CUSOLVER_EIG_MODE_NOVECTOR = 0, CUSOLVER_EIG_MODE_VECTOR = 1 } cusolverEigMode_t;
typedef enum {
    CUSOLVER_EIG_RANGE_ALL = 1001,
    CUSOLVER_EIG_RANGE_I = 1002,
    CUSOLVER_EIG_RANGE_V = 1003
} cusolverEigRange_t;
// Which algorithm: taken, and without effect.
typedef enum { CUSOLVER_ALG_0 = 0, CUSOLVER_ALG_1 = 1, CUSOLVER_ALG_2 = 2 } cusolverAlgMode_t;
typedef enum {
    CUSOLVERDN_GETRF = 0,
    CUSOLVERDN_POTRF = 1,
    CUSOLVERDN_SYEVBATCHED = 2
} cusolverDnFunction_t;
typedef enum {
    CUSOLVER_DETERMINISTIC_RESULTS = 1,
    CUSOLVER_ALLOW_NON_DETERMINISTIC_RESULTS = 2
} cusolverDeterministicMode_t;
// Of calls that are not here; NVIDIA's samples name them beside others.
typedef enum {
    CUSOLVER_IRS_REFINE_NOT_SET = 1100,
    CUSOLVER_IRS_REFINE_NONE = 1101,
    CUSOLVER_IRS_REFINE_CLASSICAL = 1102,
    CUSOLVER_IRS_REFINE_CLASSICAL_GMRES = 1103,
    CUSOLVER_IRS_REFINE_GMRES = 1104,
    CUSOLVER_IRS_REFINE_GMRES_GMRES = 1105,
    CUSOLVER_IRS_REFINE_GMRES_NOPCOND = 1106
} cusolverIRSRefinement_t;
typedef enum {
    CUSOLVER_R_8I = 1201,
    CUSOLVER_R_8U = 1202,
    CUSOLVER_R_64F = 1203,
    CUSOLVER_R_32F = 1204,
    CUSOLVER_R_16F = 1205,
    CUSOLVER_R_16BF = 1206,
    CUSOLVER_R_TF32 = 1207,
    CUSOLVER_R_AP = 1208,
    CUSOLVER_C_8I = 1211,
    CUSOLVER_C_8U = 1212,
    CUSOLVER_C_64F = 1213,
    CUSOLVER_C_32F = 1214,
    CUSOLVER_C_16F = 1215,
    CUSOLVER_C_16BF = 1216,
    CUSOLVER_C_TF32 = 1217,
    CUSOLVER_C_AP = 1218
} cusolverPrecType_t;

typedef struct cusolverDnContext *cusolverDnHandle_t;
typedef struct cusolverDnParams *cusolverDnParams_t;
typedef struct syevjInfo *syevjInfo_t;
typedef struct gesvdjInfo *gesvdjInfo_t;

#ifdef __cplusplus
extern "C" {
#endif

cusolverStatus_t cusolverGetProperty(libraryPropertyType type, int *value);
cusolverStatus_t cusolverGetVersion(int *version);
cusolverStatus_t cusolverDnCreate(cusolverDnHandle_t *handle);
cusolverStatus_t cusolverDnDestroy(cusolverDnHandle_t handle);
cusolverStatus_t cusolverDnSetStream(cusolverDnHandle_t handle, cudaStream_t stream);
cusolverStatus_t cusolverDnGetStream(cusolverDnHandle_t handle, cudaStream_t *stream);
cusolverStatus_t cusolverDnSetDeterministicMode(cusolverDnHandle_t handle,
                                                cusolverDeterministicMode_t mode);
cusolverStatus_t cusolverDnCreateParams(cusolverDnParams_t *params);
cusolverStatus_t cusolverDnDestroyParams(cusolverDnParams_t params);
cusolverStatus_t cusolverDnSetAdvOptions(cusolverDnParams_t params, cusolverDnFunction_t function,
                                         cusolverAlgMode_t algorithm);

// Of Jacobi's methods, whose work LAPACK's do: the settings have no effect, the residual is 0 and
// the number of sweeps 1.
#define CUDA_CPU_CUSOLVER(Name, name)                                                              \
    cusolverStatus_t cusolverDnCreate##Name##Info(name##Info_t *info);                             \
    cusolverStatus_t cusolverDnDestroy##Name##Info(name##Info_t info);                             \
    cusolverStatus_t cusolverDnX##name##SetTolerance(name##Info_t info, double tolerance);         \
    cusolverStatus_t cusolverDnX##name##SetMaxSweeps(name##Info_t info, int sweeps);               \
    cusolverStatus_t cusolverDnX##name##SetSortEig(name##Info_t info, int sorted);                 \
    cusolverStatus_t cusolverDnX##name##GetResidual(cusolverDnHandle_t handle, name##Info_t info,  \
                                                    double *residual);                             \
    cusolverStatus_t cusolverDnX##name##GetSweeps(cusolverDnHandle_t handle, name##Info_t info,    \
                                                  int *sweeps);
CUDA_CPU_CUSOLVER(Syevj, syevj)
CUDA_CPU_CUSOLVER(Gesvdj, gesvdj)
#undef CUDA_CPU_CUSOLVER

// What those of an interface take in the same way: eigenvalues in a range, of A x = w B x, and the
// first singular values of many matrices.
#define CUDA_CPU_GVDX(T, R, kept)                                                                  \
    cusolverDnHandle_t handle, cusolverEigType_t type, cusolverEigMode_t job,                      \
        cusolverEigRange_t range, cublasFillMode_t uplo, int n, kept T *a, int lda, kept T *b,     \
        int ldb, R above, R upto, int first, int last, int *found, kept R *w
#define CUDA_CPU_GESVDA(T, R, kept)                                                                \
    cusolverDnHandle_t handle, cusolverEigMode_t job, int rank, int m, int n, const T *a, int lda, \
        long long stridea, kept R *s, long long strides, kept T *u, int ldu, long long strideu,    \
        kept T *v, int ldv, long long stridev

// Of each type T of numbers, with R for its real part; those of symmetric and orthogonal matrices
// are called otherwise for complex numbers.
#define CUDA_CPU_CUSOLVER(S, T, R, sy, ort)                                                        \
    cusolverStatus_t cusolverDn##S##potrf_bufferSize(                                              \
        cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, T *a, int lda, int *size);        \
    cusolverStatus_t cusolverDn##S##potrf(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, \
                                          T *a, int lda, T *work, int size, int *info);            \
    cusolverStatus_t cusolverDn##S##potrs(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, \
                                          int columns, const T *a, int lda, T *b, int ldb,         \
                                          int *info);                                              \
    cusolverStatus_t cusolverDn##S##potri_bufferSize(                                              \
        cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, T *a, int lda, int *size);        \
    cusolverStatus_t cusolverDn##S##potri(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, \
                                          T *a, int lda, T *work, int size, int *info);            \
    cusolverStatus_t cusolverDn##S##potrfBatched(cusolverDnHandle_t handle, cublasFillMode_t uplo, \
                                                 int n, T *a[], int lda, int *info, int count);    \
    cusolverStatus_t cusolverDn##S##potrsBatched(cusolverDnHandle_t handle, cublasFillMode_t uplo, \
                                                 int n, int columns, T *a[], int lda, T *b[],      \
                                                 int ldb, int *info, int count);                   \
    cusolverStatus_t cusolverDn##S##getrf_bufferSize(cusolverDnHandle_t handle, int m, int n,      \
                                                     T *a, int lda, int *size);                    \
    cusolverStatus_t cusolverDn##S##getrf(cusolverDnHandle_t handle, int m, int n, T *a, int lda,  \
                                          T *work, int *pivots, int *info);                        \
    cusolverStatus_t cusolverDn##S##getrs(cusolverDnHandle_t handle, cublasOperation_t operation,  \
                                          int n, int columns, const T *a, int lda,                 \
                                          const int *pivots, T *b, int ldb, int *info);            \
    cusolverStatus_t cusolverDn##S##geqrf_bufferSize(cusolverDnHandle_t handle, int m, int n,      \
                                                     T *a, int lda, int *size);                    \
    cusolverStatus_t cusolverDn##S##geqrf(cusolverDnHandle_t handle, int m, int n, T *a, int lda,  \
                                          T *tau, T *work, int size, int *info);                   \
    cusolverStatus_t cusolverDn##S##ort##mqr_bufferSize(                                           \
        cusolverDnHandle_t handle, cublasSideMode_t side, cublasOperation_t operation, int m,      \
        int n, int k, const T *a, int lda, const T *tau, const T *c, int ldc, int *size);          \
    cusolverStatus_t cusolverDn##S##ort##mqr(cusolverDnHandle_t handle, cublasSideMode_t side,     \
                                             cublasOperation_t operation, int m, int n, int k,     \
                                             const T *a, int lda, const T *tau, T *c, int ldc,     \
                                             T *work, int size, int *info);                        \
    cusolverStatus_t cusolverDn##S##ort##gqr_bufferSize(cusolverDnHandle_t handle, int m, int n,   \
                                                        int k, const T *a, int lda, const T *tau,  \
                                                        int *size);                                \
    cusolverStatus_t cusolverDn##S##ort##gqr(cusolverDnHandle_t handle, int m, int n, int k, T *a, \
                                             int lda, const T *tau, T *work, int size, int *info); \
    cusolverStatus_t cusolverDn##S##sy##evd_bufferSize(                                            \
        cusolverDnHandle_t handle, cusolverEigMode_t job, cublasFillMode_t uplo, int n,            \
        const T *a, int lda, const R *w, int *size);                                               \
    cusolverStatus_t cusolverDn##S##sy##evd(cusolverDnHandle_t handle, cusolverEigMode_t job,      \
                                            cublasFillMode_t uplo, int n, T *a, int lda, R *w,     \
                                            T *work, int size, int *info);                         \
    cusolverStatus_t cusolverDn##S##sy##gvd_bufferSize(                                            \
        cusolverDnHandle_t handle, cusolverEigType_t type, cusolverEigMode_t job,                  \
        cublasFillMode_t uplo, int n, const T *a, int lda, const T *b, int ldb, const R *w,        \
        int *size);                                                                                \
    cusolverStatus_t cusolverDn##S##sy##gvd(cusolverDnHandle_t handle, cusolverEigType_t type,     \
                                            cusolverEigMode_t job, cublasFillMode_t uplo, int n,   \
                                            T *a, int lda, T *b, int ldb, R *w, T *work, int size, \
                                            int *info);                                            \
    cusolverStatus_t cusolverDn##S##gesvd_bufferSize(cusolverDnHandle_t handle, int m, int n,      \
                                                     int *size);                                   \
    cusolverStatus_t cusolverDn##S##gesvd(cusolverDnHandle_t handle, signed char jobu,             \
                                          signed char jobvt, int m, int n, T *a, int lda, R *s,    \
                                          T *u, int ldu, T *vt, int ldvt, T *work, int size,       \
                                          R *superdiagonal, int *info);                            \
    cusolverStatus_t cusolverDn##S##sy##evj_bufferSize(                                            \
        cusolverDnHandle_t handle, cusolverEigMode_t job, cublasFillMode_t uplo, int n,            \
        const T *a, int lda, const R *w, int *size, syevjInfo_t parameters);                       \
    cusolverStatus_t cusolverDn##S##sy##evj(cusolverDnHandle_t handle, cusolverEigMode_t job,      \
                                            cublasFillMode_t uplo, int n, T *a, int lda, R *w,     \
                                            T *work, int size, int *info, syevjInfo_t parameters); \
    cusolverStatus_t cusolverDn##S##sy##gvj_bufferSize(                                            \
        cusolverDnHandle_t handle, cusolverEigType_t type, cusolverEigMode_t job,                  \
        cublasFillMode_t uplo, int n, const T *a, int lda, const T *b, int ldb, const R *w,        \
        int *size, syevjInfo_t parameters);                                                        \
    cusolverStatus_t cusolverDn##S##sy##gvj(cusolverDnHandle_t handle, cusolverEigType_t type,     \
                                            cusolverEigMode_t job, cublasFillMode_t uplo, int n,   \
                                            T *a, int lda, T *b, int ldb, R *w, T *work, int size, \
                                            int *info, syevjInfo_t parameters);                    \
    cusolverStatus_t cusolverDn##S##sy##evjBatched_bufferSize(                                     \
        cusolverDnHandle_t handle, cusolverEigMode_t job, cublasFillMode_t uplo, int n,            \
        const T *a, int lda, const R *w, int *size, syevjInfo_t parameters, int count);            \
    cusolverStatus_t cusolverDn##S##sy##evjBatched(                                                \
        cusolverDnHandle_t handle, cusolverEigMode_t job, cublasFillMode_t uplo, int n, T *a,      \
        int lda, R *w, T *work, int size, int *info, syevjInfo_t parameters, int count);           \
    cusolverStatus_t cusolverDn##S##sy##evdx_bufferSize(                                           \
        cusolverDnHandle_t handle, cusolverEigMode_t job, cusolverEigRange_t range,                \
        cublasFillMode_t uplo, int n, const T *a, int lda, R above, R upto, int first, int last,   \
        int *found, const R *w, int *size);                                                        \
    cusolverStatus_t cusolverDn##S##sy##evdx(                                                      \
        cusolverDnHandle_t handle, cusolverEigMode_t job, cusolverEigRange_t range,                \
        cublasFillMode_t uplo, int n, T *a, int lda, R above, R upto, int first, int last,         \
        int *found, R *w, T *work, int size, int *info);                                           \
    cusolverStatus_t cusolverDn##S##sy##gvdx_bufferSize(CUDA_CPU_GVDX(T, R, const), int *size);    \
    cusolverStatus_t cusolverDn##S##sy##gvdx(CUDA_CPU_GVDX(T, R, ), T *work, int size, int *info); \
    cusolverStatus_t cusolverDn##S##gesvdaStridedBatched_bufferSize(CUDA_CPU_GESVDA(T, R, const),  \
                                                                    int *size, int count);         \
    cusolverStatus_t cusolverDn##S##gesvdaStridedBatched(                                          \
        CUDA_CPU_GESVDA(T, R, ), T *work, int size, int *info, double *residual, int count);       \
    cusolverStatus_t cusolverDn##S##gesvdj_bufferSize(                                             \
        cusolverDnHandle_t handle, cusolverEigMode_t job, int economical, int m, int n,            \
        const T *a, int lda, const R *s, const T *u, int ldu, const T *v, int ldv, int *size,      \
        gesvdjInfo_t parameters);                                                                  \
    cusolverStatus_t cusolverDn##S##gesvdj(cusolverDnHandle_t handle, cusolverEigMode_t job,       \
                                           int economical, int m, int n, T *a, int lda, R *s,      \
                                           T *u, int ldu, T *v, int ldv, T *work, int size,        \
                                           int *info, gesvdjInfo_t parameters);                    \
    cusolverStatus_t cusolverDn##S##gesvdjBatched_bufferSize(                                      \
        cusolverDnHandle_t handle, cusolverEigMode_t job, int m, int n, const T *a, int lda,       \
        const R *s, const T *u, int ldu, const T *v, int ldv, int *size, gesvdjInfo_t parameters,  \
        int count);                                                                                \
    cusolverStatus_t cusolverDn##S##gesvdjBatched(                                                 \
        cusolverDnHandle_t handle, cusolverEigMode_t job, int m, int n, T *a, int lda, R *s, T *u, \
        int ldu, T *v, int ldv, T *work, int size, int *info, gesvdjInfo_t parameters, int count);
CUDA_CPU_CUSOLVER(S, float, float, sy, or)
CUDA_CPU_CUSOLVER(D, double, double, sy, or)
CUDA_CPU_CUSOLVER(C, cuComplex, float, he, un)
CUDA_CPU_CUSOLVER(Z, cuDoubleComplex, double, he, un)

// ---- of any type, with sizes of 64 bits ---------------------------------------------------------

cusolverStatus_t cusolverDnXpotrf_bufferSize(cusolverDnHandle_t handle, cusolverDnParams_t params,
                                             cublasFillMode_t uplo, int64_t n, cudaDataType type,
                                             const void *a, int64_t lda, cudaDataType compute,
                                             size_t *device_bytes, size_t *host_bytes);
cusolverStatus_t cusolverDnXpotrf(cusolverDnHandle_t handle, cusolverDnParams_t params,
                                  cublasFillMode_t uplo, int64_t n, cudaDataType type, void *a,
                                  int64_t lda, cudaDataType compute, void *device_work,
                                  size_t device_bytes, void *host_work, size_t host_bytes,
                                  int *info);
cusolverStatus_t cusolverDnXtrtri_bufferSize(cusolverDnHandle_t handle, cublasFillMode_t uplo,
                                             cublasDiagType_t diag, int64_t n, cudaDataType type,
                                             void *a, int64_t lda, size_t *device_bytes,
                                             size_t *host_bytes);
cusolverStatus_t cusolverDnXtrtri(cusolverDnHandle_t handle, cublasFillMode_t uplo,
                                  cublasDiagType_t diag, int64_t n, cudaDataType type, void *a,
                                  int64_t lda, void *device_work, size_t device_bytes,
                                  void *host_work, size_t host_bytes, int *info);
cusolverStatus_t cusolverDnXpotrs(cusolverDnHandle_t handle, cusolverDnParams_t params,
                                  cublasFillMode_t uplo, int64_t n, int64_t columns,
                                  cudaDataType type, const void *a, int64_t lda, cudaDataType btype,
                                  void *b, int64_t ldb, int *info);
cusolverStatus_t cusolverDnXgetrf_bufferSize(cusolverDnHandle_t handle, cusolverDnParams_t params,
                                             int64_t m, int64_t n, cudaDataType type, const void *a,
                                             int64_t lda, cudaDataType compute,
                                             size_t *device_bytes, size_t *host_bytes);
cusolverStatus_t cusolverDnXgetrf(cusolverDnHandle_t handle, cusolverDnParams_t params, int64_t m,
                                  int64_t n, cudaDataType type, void *a, int64_t lda,
                                  int64_t *pivots, cudaDataType compute, void *device_work,
                                  size_t device_bytes, void *host_work, size_t host_bytes,
                                  int *info);
cusolverStatus_t cusolverDnXgetrs(cusolverDnHandle_t handle, cusolverDnParams_t params,
                                  cublasOperation_t operation, int64_t n, int64_t columns,
                                  cudaDataType type, const void *a, int64_t lda,
                                  const int64_t *pivots, cudaDataType btype, void *b, int64_t ldb,
                                  int *info);
cusolverStatus_t cusolverDnXgeqrf_bufferSize(cusolverDnHandle_t handle, cusolverDnParams_t params,
                                             int64_t m, int64_t n, cudaDataType type, const void *a,
                                             int64_t lda, cudaDataType tau_type, const void *tau,
                                             cudaDataType compute, size_t *device_bytes,
                                             size_t *host_bytes);
cusolverStatus_t cusolverDnXgeqrf(cusolverDnHandle_t handle, cusolverDnParams_t params, int64_t m,
                                  int64_t n, cudaDataType type, void *a, int64_t lda,
                                  cudaDataType tau_type, void *tau, cudaDataType compute,
                                  void *device_work, size_t device_bytes, void *host_work,
                                  size_t host_bytes, int *info);
cusolverStatus_t cusolverDnXsyevd_bufferSize(cusolverDnHandle_t handle, cusolverDnParams_t params,
                                             cusolverEigMode_t job, cublasFillMode_t uplo,
                                             int64_t n, cudaDataType type, const void *a,
                                             int64_t lda, cudaDataType wtype, const void *w,
                                             cudaDataType compute, size_t *device_bytes,
                                             size_t *host_bytes);
cusolverStatus_t cusolverDnXsyevd(cusolverDnHandle_t handle, cusolverDnParams_t params,
                                  cusolverEigMode_t job, cublasFillMode_t uplo, int64_t n,
                                  cudaDataType type, void *a, int64_t lda, cudaDataType wtype,
                                  void *w, cudaDataType compute, void *device_work,
                                  size_t device_bytes, void *host_work, size_t host_bytes,
                                  int *info);
cusolverStatus_t cusolverDnXsyevdx_bufferSize(cusolverDnHandle_t handle, cusolverDnParams_t params,
                                              cusolverEigMode_t job, cusolverEigRange_t range,
                                              cublasFillMode_t uplo, int64_t n, cudaDataType type,
                                              const void *a, int64_t lda, void *above, void *upto,
                                              int64_t first, int64_t last, int64_t *found,
                                              cudaDataType wtype, const void *w,
                                              cudaDataType compute, size_t *device_bytes,
                                              size_t *host_bytes);
cusolverStatus_t cusolverDnXsyevdx(cusolverDnHandle_t handle, cusolverDnParams_t params,
                                   cusolverEigMode_t job, cusolverEigRange_t range,
                                   cublasFillMode_t uplo, int64_t n, cudaDataType type, void *a,
                                   int64_t lda, void *above, void *upto, int64_t first,
                                   int64_t last, int64_t *found, cudaDataType wtype, void *w,
                                   cudaDataType compute, void *device_work, size_t device_bytes,
                                   void *host_work, size_t host_bytes, int *info);
// By the same method as gesvdj: nothing is perturbed.
cusolverStatus_t cusolverDnXgesvdp_bufferSize(
    cusolverDnHandle_t handle, cusolverDnParams_t params, cusolverEigMode_t job, int economical,
    int64_t m, int64_t n, cudaDataType type, const void *a, int64_t lda, cudaDataType stype,
    const void *s, cudaDataType utype, const void *u, int64_t ldu, cudaDataType vtype,
    const void *v, int64_t ldv, cudaDataType compute, size_t *device_bytes, size_t *host_bytes);
cusolverStatus_t cusolverDnXgesvdp(cusolverDnHandle_t handle, cusolverDnParams_t params,
                                   cusolverEigMode_t job, int economical, int64_t m, int64_t n,
                                   cudaDataType type, void *a, int64_t lda, cudaDataType stype,
                                   void *s, cudaDataType utype, void *u, int64_t ldu,
                                   cudaDataType vtype, void *v, int64_t ldv, cudaDataType compute,
                                   void *device_work, size_t device_bytes, void *host_work,
                                   size_t host_bytes, int *info, double *perturbed);
// The first k singular values and vectors; not by random samples, so `more` of them and iterations
// have no effect, and A stays as it is.
cusolverStatus_t
cusolverDnXgesvdr_bufferSize(cusolverDnHandle_t handle, cusolverDnParams_t params, signed char jobu,
                             signed char jobv, int64_t m, int64_t n, int64_t k, int64_t more,
                             int64_t iterations, cudaDataType type, const void *a, int64_t lda,
                             cudaDataType stype, const void *s, cudaDataType utype, const void *u,
                             int64_t ldu, cudaDataType vtype, const void *v, int64_t ldv,
                             cudaDataType compute, size_t *device_bytes, size_t *host_bytes);
cusolverStatus_t cusolverDnXgesvdr(cusolverDnHandle_t handle, cusolverDnParams_t params,
                                   signed char jobu, signed char jobv, int64_t m, int64_t n,
                                   int64_t k, int64_t more, int64_t iterations, cudaDataType type,
                                   void *a, int64_t lda, cudaDataType stype, void *s,
                                   cudaDataType utype, void *u, int64_t ldu, cudaDataType vtype,
                                   void *v, int64_t ldv, cudaDataType compute, void *device_work,
                                   size_t device_bytes, void *host_work, size_t host_bytes,
                                   int *info);
cusolverStatus_t cusolverDnXgesvd_bufferSize(
    cusolverDnHandle_t handle, cusolverDnParams_t params, signed char jobu, signed char jobvt,
    int64_t m, int64_t n, cudaDataType type, const void *a, int64_t lda, cudaDataType stype,
    const void *s, cudaDataType utype, const void *u, int64_t ldu, cudaDataType vttype,
    const void *vt, int64_t ldvt, cudaDataType compute, size_t *device_bytes, size_t *host_bytes);
cusolverStatus_t cusolverDnXgesvd(cusolverDnHandle_t handle, cusolverDnParams_t params,
                                  signed char jobu, signed char jobvt, int64_t m, int64_t n,
                                  cudaDataType type, void *a, int64_t lda, cudaDataType stype,
                                  void *s, cudaDataType utype, void *u, int64_t ldu,
                                  cudaDataType vttype, void *vt, int64_t ldvt, cudaDataType compute,
                                  void *device_work, size_t device_bytes, void *host_work,
                                  size_t host_bytes, int *info);
// Right eigenvectors, or none; of a real matrix the eigenvalues are complex numbers, or all real
// parts and then all imaginary ones, as w's type says.
cusolverStatus_t cusolverDnXgeev_bufferSize(cusolverDnHandle_t handle, cusolverDnParams_t params,
                                            cusolverEigMode_t jobvl, cusolverEigMode_t jobvr,
                                            int64_t n, cudaDataType type, const void *a,
                                            int64_t lda, cudaDataType wtype, const void *w,
                                            cudaDataType vltype, const void *vl, int64_t ldvl,
                                            cudaDataType vrtype, const void *vr, int64_t ldvr,
                                            cudaDataType compute, size_t *device_bytes,
                                            size_t *host_bytes);
cusolverStatus_t cusolverDnXgeev(cusolverDnHandle_t handle, cusolverDnParams_t params,
                                 cusolverEigMode_t jobvl, cusolverEigMode_t jobvr, int64_t n,
                                 cudaDataType type, void *a, int64_t lda, cudaDataType wtype,
                                 void *w, cudaDataType vltype, void *vl, int64_t ldvl,
                                 cudaDataType vrtype, void *vr, int64_t ldvr, cudaDataType compute,
                                 void *device_work, size_t device_bytes, void *host_work,
                                 size_t host_bytes, int *info);

#ifdef __cplusplus
}
#endif

#include "cuda_cpu/macros_back.h"

#endif
