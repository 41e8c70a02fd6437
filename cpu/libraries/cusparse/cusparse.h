// SPDX-License-Identifier: MIT
// cuSPARSE on the CPU: what is declared here is there (README.md). Link with -lcusparse.
#ifndef CUSPARSE_H_
#define CUSPARSE_H_

#include "cuda_cpu/macros_away.h"

#ifdef __cplusplus
#include "cuda_runtime.h"
#else
#include "cuda_runtime_api.h"
#endif
#include "cuComplex.h"
#include "library_types.h"

#include <stddef.h>
#include <stdint.h>

#define CUSPARSE_VER_MAJOR 12
#define CUSPARSE_VER_MINOR 6
#define CUSPARSE_VER_PATCH 3
#define CUSPARSE_VERSION (CUSPARSE_VER_MAJOR * 1000 + CUSPARSE_VER_MINOR * 100 + CUSPARSE_VER_PATCH)
#define CUSPARSEAPI

typedef enum {
    CUSPARSE_STATUS_SUCCESS = 0,
    CUSPARSE_STATUS_NOT_INITIALIZED = 1,
    CUSPARSE_STATUS_ALLOC_FAILED = 2,
    CUSPARSE_STATUS_INVALID_VALUE = 3,
    CUSPARSE_STATUS_ARCH_MISMATCH = 4,
    CUSPARSE_STATUS_MAPPING_ERROR = 5,
    CUSPARSE_STATUS_EXECUTION_FAILED = 6,
    CUSPARSE_STATUS_INTERNAL_ERROR = 7,
    CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED = 8,
    CUSPARSE_STATUS_ZERO_PIVOT = 9,
    CUSPARSE_STATUS_NOT_SUPPORTED = 10,
    CUSPARSE_STATUS_INSUFFICIENT_RESOURCES = 11
} cusparseStatus_t;

typedef enum {
    CUSPARSE_POINTER_MODE_HOST = 0,
    CUSPARSE_POINTER_MODE_DEVICE = 1
} cusparsePointerMode_t;
typedef enum { CUSPARSE_ACTION_SYMBOLIC = 0, CUSPARSE_ACTION_NUMERIC = 1 } cusparseAction_t;
typedef enum {
    CUSPARSE_MATRIX_TYPE_GENERAL = 0,
    CUSPARSE_MATRIX_TYPE_SYMMETRIC = 1,
    CUSPARSE_MATRIX_TYPE_HERMITIAN = 2,
    CUSPARSE_MATRIX_TYPE_TRIANGULAR = 3
} cusparseMatrixType_t;
typedef enum { CUSPARSE_FILL_MODE_LOWER = 0, CUSPARSE_FILL_MODE_UPPER = 1 } cusparseFillMode_t;
typedef enum { CUSPARSE_DIAG_TYPE_NON_UNIT = 0, CUSPARSE_DIAG_TYPE_UNIT = 1 } cusparseDiagType_t;
typedef enum { CUSPARSE_INDEX_BASE_ZERO = 0, CUSPARSE_INDEX_BASE_ONE = 1 } cusparseIndexBase_t;
typedef enum {
    CUSPARSE_OPERATION_NON_TRANSPOSE = 0,
    CUSPARSE_OPERATION_TRANSPOSE = 1,
    CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE = 2
} cusparseOperation_t;
typedef enum { CUSPARSE_DIRECTION_ROW = 0, CUSPARSE_DIRECTION_COLUMN = 1 } cusparseDirection_t;
typedef enum {
    CUSPARSE_SOLVE_POLICY_NO_LEVEL = 0,
    CUSPARSE_SOLVE_POLICY_USE_LEVEL = 1
} cusparseSolvePolicy_t;
typedef enum {
    CUSPARSE_FORMAT_CSR = 1,
    CUSPARSE_FORMAT_CSC = 2,
    CUSPARSE_FORMAT_COO = 3,
    CUSPARSE_FORMAT_BLOCKED_ELL = 5,
    CUSPARSE_FORMAT_BSR = 6,
    CUSPARSE_FORMAT_SLICED_ELLPACK = 7
} cusparseFormat_t;
typedef enum { CUSPARSE_ORDER_COL = 1, CUSPARSE_ORDER_ROW = 2 } cusparseOrder_t;
typedef enum {
    CUSPARSE_INDEX_16U = 1,
    CUSPARSE_INDEX_32I = 2,
    CUSPARSE_INDEX_64I = 3
} cusparseIndexType_t;
typedef enum { CUSPARSE_SPMAT_FILL_MODE, CUSPARSE_SPMAT_DIAG_TYPE } cusparseSpMatAttribute_t;

// Algorithms: taken, and without effect.
typedef enum { CUSPARSE_CSR2CSC_ALG_DEFAULT = 1, CUSPARSE_CSR2CSC_ALG1 = 1 } cusparseCsr2CscAlg_t;
typedef enum { CUSPARSE_SPARSETODENSE_ALG_DEFAULT = 0 } cusparseSparseToDenseAlg_t;
typedef enum { CUSPARSE_DENSETOSPARSE_ALG_DEFAULT = 0 } cusparseDenseToSparseAlg_t;
typedef enum {
    CUSPARSE_SPMV_ALG_DEFAULT = 0,
    CUSPARSE_SPMV_COO_ALG1 = 1,
    CUSPARSE_SPMV_CSR_ALG1 = 2,
    CUSPARSE_SPMV_CSR_ALG2 = 3,
    CUSPARSE_SPMV_COO_ALG2 = 4,
    CUSPARSE_SPMV_SELL_ALG1 = 5,
    CUSPARSE_SPMV_BSR_ALG1 = 6
} cusparseSpMVAlg_t;
typedef enum { CUSPARSE_SPSV_ALG_DEFAULT = 0 } cusparseSpSVAlg_t;
typedef enum { CUSPARSE_SPSM_ALG_DEFAULT = 0 } cusparseSpSMAlg_t;
typedef enum {
    CUSPARSE_SPMM_ALG_DEFAULT = 0,
    CUSPARSE_SPMM_COO_ALG1 = 1,
    CUSPARSE_SPMM_COO_ALG2 = 2,
    CUSPARSE_SPMM_COO_ALG3 = 3,
    CUSPARSE_SPMM_CSR_ALG1 = 4,
    CUSPARSE_SPMM_COO_ALG4 = 5,
    CUSPARSE_SPMM_CSR_ALG2 = 6,
    CUSPARSE_SPMM_CSR_ALG3 = 12,
    CUSPARSE_SPMM_BLOCKED_ELL_ALG1 = 13,
    CUSPARSE_SPMM_BSR_ALG1 = 14
} cusparseSpMMAlg_t;
typedef enum {
    CUSPARSE_SPGEMM_DEFAULT = 0,
    CUSPARSE_SPGEMM_CSR_ALG_DETERMINITIC = 1,
    CUSPARSE_SPGEMM_CSR_ALG_NONDETERMINITIC = 2,
    CUSPARSE_SPGEMM_ALG1 = 3,
    CUSPARSE_SPGEMM_ALG2 = 4,
    CUSPARSE_SPGEMM_ALG3 = 5
} cusparseSpGEMMAlg_t;
typedef enum { CUSPARSE_SDDMM_ALG_DEFAULT = 0 } cusparseSDDMMAlg_t;

typedef struct cusparseContext *cusparseHandle_t;
typedef struct cusparseMatDescr *cusparseMatDescr_t;
typedef struct cusparseSpVecDescr *cusparseSpVecDescr_t;
typedef struct cusparseDnVecDescr *cusparseDnVecDescr_t;
typedef struct cusparseSpMatDescr *cusparseSpMatDescr_t;
typedef struct cusparseDnMatDescr *cusparseDnMatDescr_t;
typedef struct cusparseSpVecDescr const *cusparseConstSpVecDescr_t;
typedef struct cusparseDnVecDescr const *cusparseConstDnVecDescr_t;
typedef struct cusparseSpMatDescr const *cusparseConstSpMatDescr_t;
typedef struct cusparseDnMatDescr const *cusparseConstDnMatDescr_t;
typedef struct cusparseSpSVDescr *cusparseSpSVDescr_t;
typedef struct cusparseSpSMDescr *cusparseSpSMDescr_t;
typedef struct cusparseSpGEMMDescr *cusparseSpGEMMDescr_t;
typedef struct csrilu02Info *csrilu02Info_t;
typedef struct csric02Info *csric02Info_t;

// What the calls of an operation begin with, from its bufferSize on.
#define CUDA_CPU_SPMV                                                                              \
    cusparseHandle_t handle, cusparseOperation_t operation, const void *alpha,                     \
        cusparseConstSpMatDescr_t a, cusparseConstDnVecDescr_t x, const void *beta,                \
        cusparseDnVecDescr_t y, cudaDataType compute, cusparseSpMVAlg_t algorithm
#define CUDA_CPU_SPMM                                                                              \
    cusparseHandle_t handle, cusparseOperation_t ta, cusparseOperation_t tb, const void *alpha,    \
        cusparseConstSpMatDescr_t a, cusparseConstDnMatDescr_t b, const void *beta,                \
        cusparseDnMatDescr_t c, cudaDataType compute, cusparseSpMMAlg_t algorithm
#define CUDA_CPU_SDDMM                                                                             \
    cusparseHandle_t handle, cusparseOperation_t ta, cusparseOperation_t tb, const void *alpha,    \
        cusparseConstDnMatDescr_t a, cusparseConstDnMatDescr_t b, const void *beta,                \
        cusparseSpMatDescr_t c, cudaDataType compute, cusparseSDDMMAlg_t algorithm
#define CUDA_CPU_SPSV                                                                              \
    cusparseHandle_t handle, cusparseOperation_t operation, const void *alpha,                     \
        cusparseConstSpMatDescr_t a, cusparseConstDnVecDescr_t x, cusparseDnVecDescr_t y,          \
        cudaDataType compute, cusparseSpSVAlg_t algorithm, cusparseSpSVDescr_t descr
#define CUDA_CPU_SPSM                                                                              \
    cusparseHandle_t handle, cusparseOperation_t ta, cusparseOperation_t tb, const void *alpha,    \
        cusparseConstSpMatDescr_t a, cusparseConstDnMatDescr_t b, cusparseDnMatDescr_t c,          \
        cudaDataType compute, cusparseSpSMAlg_t algorithm, cusparseSpSMDescr_t descr
#define CUDA_CPU_SPGEMM                                                                            \
    cusparseHandle_t handle, cusparseOperation_t ta, cusparseOperation_t tb, const void *alpha,    \
        cusparseConstSpMatDescr_t a, cusparseConstSpMatDescr_t b, const void *beta,                \
        cusparseSpMatDescr_t c, cudaDataType compute, cusparseSpGEMMAlg_t algorithm,               \
        cusparseSpGEMMDescr_t descr
#define CUDA_CPU_SPGEMM_REUSE                                                                      \
    cusparseHandle_t handle, cusparseOperation_t ta, cusparseOperation_t tb,                       \
        cusparseConstSpMatDescr_t a, cusparseConstSpMatDescr_t b, cusparseSpMatDescr_t c,          \
        cusparseSpGEMMAlg_t algorithm, cusparseSpGEMMDescr_t descr
#define CUDA_CPU_CSR2CSC                                                                           \
    cusparseHandle_t handle, int m, int n, int nnz, const void *values, const int *row_offsets,    \
        const int *columns, void *to_values, int *to_offsets, int *to_rows, cudaDataType type,     \
        cusparseAction_t action, cusparseIndexBase_t base, cusparseCsr2CscAlg_t algorithm

#ifdef __cplusplus
extern "C" {
#endif

cusparseStatus_t cusparseCreate(cusparseHandle_t *handle);
cusparseStatus_t cusparseDestroy(cusparseHandle_t handle);
cusparseStatus_t cusparseGetVersion(cusparseHandle_t handle, int *version);
cusparseStatus_t cusparseGetProperty(libraryPropertyType type, int *value);
const char *cusparseGetErrorName(cusparseStatus_t status);
const char *cusparseGetErrorString(cusparseStatus_t status);
cusparseStatus_t cusparseSetStream(cusparseHandle_t handle, cudaStream_t stream);
cusparseStatus_t cusparseGetStream(cusparseHandle_t handle, cudaStream_t *stream);
cusparseStatus_t cusparseSetPointerMode(cusparseHandle_t handle, cusparsePointerMode_t mode);
cusparseStatus_t cusparseGetPointerMode(cusparseHandle_t handle, cusparsePointerMode_t *mode);

// ---- vectors and matrices -----------------------------------------------------------------------

cusparseStatus_t cusparseCreateSpVec(cusparseSpVecDescr_t *vector, int64_t size, int64_t nnz,
                                     void *indices, void *values, cusparseIndexType_t index_type,
                                     cusparseIndexBase_t base, cudaDataType type);
cusparseStatus_t cusparseCreateConstSpVec(cusparseConstSpVecDescr_t *vector, int64_t size,
                                          int64_t nnz, const void *indices, const void *values,
                                          cusparseIndexType_t index_type, cusparseIndexBase_t base,
                                          cudaDataType type);
cusparseStatus_t cusparseDestroySpVec(cusparseConstSpVecDescr_t vector);
cusparseStatus_t cusparseSpVecGetValues(cusparseSpVecDescr_t vector, void **values);
cusparseStatus_t cusparseSpVecSetValues(cusparseSpVecDescr_t vector, void *values);

cusparseStatus_t cusparseCreateDnVec(cusparseDnVecDescr_t *vector, int64_t size, void *values,
                                     cudaDataType type);
cusparseStatus_t cusparseCreateConstDnVec(cusparseConstDnVecDescr_t *vector, int64_t size,
                                          const void *values, cudaDataType type);
cusparseStatus_t cusparseDestroyDnVec(cusparseConstDnVecDescr_t vector);
cusparseStatus_t cusparseDnVecGet(cusparseDnVecDescr_t vector, int64_t *size, void **values,
                                  cudaDataType *type);
cusparseStatus_t cusparseDnVecGetValues(cusparseDnVecDescr_t vector, void **values);
cusparseStatus_t cusparseDnVecSetValues(cusparseDnVecDescr_t vector, void *values);

cusparseStatus_t cusparseCreateCsr(cusparseSpMatDescr_t *matrix, int64_t rows, int64_t columns,
                                   int64_t nnz, void *row_offsets, void *column_indices,
                                   void *values, cusparseIndexType_t offset_type,
                                   cusparseIndexType_t index_type, cusparseIndexBase_t base,
                                   cudaDataType type);
cusparseStatus_t cusparseCreateConstCsr(cusparseConstSpMatDescr_t *matrix, int64_t rows,
                                        int64_t columns, int64_t nnz, const void *row_offsets,
                                        const void *column_indices, const void *values,
                                        cusparseIndexType_t offset_type,
                                        cusparseIndexType_t index_type, cusparseIndexBase_t base,
                                        cudaDataType type);
cusparseStatus_t cusparseCreateCsc(cusparseSpMatDescr_t *matrix, int64_t rows, int64_t columns,
                                   int64_t nnz, void *column_offsets, void *row_indices,
                                   void *values, cusparseIndexType_t offset_type,
                                   cusparseIndexType_t index_type, cusparseIndexBase_t base,
                                   cudaDataType type);
cusparseStatus_t cusparseCreateConstCsc(cusparseConstSpMatDescr_t *matrix, int64_t rows,
                                        int64_t columns, int64_t nnz, const void *column_offsets,
                                        const void *row_indices, const void *values,
                                        cusparseIndexType_t offset_type,
                                        cusparseIndexType_t index_type, cusparseIndexBase_t base,
                                        cudaDataType type);
cusparseStatus_t cusparseCreateCoo(cusparseSpMatDescr_t *matrix, int64_t rows, int64_t columns,
                                   int64_t nnz, void *row_indices, void *column_indices,
                                   void *values, cusparseIndexType_t index_type,
                                   cusparseIndexBase_t base, cudaDataType type);
cusparseStatus_t cusparseCreateConstCoo(cusparseConstSpMatDescr_t *matrix, int64_t rows,
                                        int64_t columns, int64_t nnz, const void *row_indices,
                                        const void *column_indices, const void *values,
                                        cusparseIndexType_t index_type, cusparseIndexBase_t base,
                                        cudaDataType type);
cusparseStatus_t cusparseCreateBlockedEll(cusparseSpMatDescr_t *matrix, int64_t rows,
                                          int64_t columns, int64_t block_size, int64_t ell_columns,
                                          void *column_indices, void *values,
                                          cusparseIndexType_t index_type, cusparseIndexBase_t base,
                                          cudaDataType type);
cusparseStatus_t cusparseCreateSlicedEll(cusparseSpMatDescr_t *matrix, int64_t rows,
                                         int64_t columns, int64_t nnz, int64_t stored,
                                         int64_t slice_size, void *slice_offsets,
                                         void *column_indices, void *values,
                                         cusparseIndexType_t offset_type,
                                         cusparseIndexType_t index_type, cusparseIndexBase_t base,
                                         cudaDataType type);
cusparseStatus_t cusparseDestroySpMat(cusparseConstSpMatDescr_t matrix);
cusparseStatus_t cusparseCsrSetPointers(cusparseSpMatDescr_t matrix, void *row_offsets,
                                        void *column_indices, void *values);
cusparseStatus_t cusparseCscSetPointers(cusparseSpMatDescr_t matrix, void *column_offsets,
                                        void *row_indices, void *values);
cusparseStatus_t cusparseCooSetPointers(cusparseSpMatDescr_t matrix, void *row_indices,
                                        void *column_indices, void *values);
cusparseStatus_t cusparseCsrGet(cusparseSpMatDescr_t matrix, int64_t *rows, int64_t *columns,
                                int64_t *nnz, void **row_offsets, void **column_indices,
                                void **values, cusparseIndexType_t *offset_type,
                                cusparseIndexType_t *index_type, cusparseIndexBase_t *base,
                                cudaDataType *type);
cusparseStatus_t cusparseSpMatGetFormat(cusparseConstSpMatDescr_t matrix, cusparseFormat_t *format);
cusparseStatus_t cusparseSpMatGetIndexBase(cusparseConstSpMatDescr_t matrix,
                                           cusparseIndexBase_t *base);
cusparseStatus_t cusparseSpMatGetSize(cusparseConstSpMatDescr_t matrix, int64_t *rows,
                                      int64_t *columns, int64_t *nnz);
cusparseStatus_t cusparseSpMatGetValues(cusparseSpMatDescr_t matrix, void **values);
cusparseStatus_t cusparseSpMatSetValues(cusparseSpMatDescr_t matrix, void *values);
cusparseStatus_t cusparseSpMatGetAttribute(cusparseConstSpMatDescr_t matrix,
                                           cusparseSpMatAttribute_t attribute, void *data,
                                           size_t size);
cusparseStatus_t cusparseSpMatSetAttribute(cusparseSpMatDescr_t matrix,
                                           cusparseSpMatAttribute_t attribute, void *data,
                                           size_t size);
cusparseStatus_t cusparseSpMatGetStridedBatch(cusparseConstSpMatDescr_t matrix, int *count);
cusparseStatus_t cusparseCsrSetStridedBatch(cusparseSpMatDescr_t matrix, int count,
                                            int64_t offset_stride, int64_t stride);
cusparseStatus_t cusparseCooSetStridedBatch(cusparseSpMatDescr_t matrix, int count, int64_t stride);

cusparseStatus_t cusparseCreateDnMat(cusparseDnMatDescr_t *matrix, int64_t rows, int64_t columns,
                                     int64_t ld, void *values, cudaDataType type,
                                     cusparseOrder_t order);
cusparseStatus_t cusparseCreateConstDnMat(cusparseConstDnMatDescr_t *matrix, int64_t rows,
                                          int64_t columns, int64_t ld, const void *values,
                                          cudaDataType type, cusparseOrder_t order);
cusparseStatus_t cusparseDestroyDnMat(cusparseConstDnMatDescr_t matrix);
cusparseStatus_t cusparseDnMatGet(cusparseDnMatDescr_t matrix, int64_t *rows, int64_t *columns,
                                  int64_t *ld, void **values, cudaDataType *type,
                                  cusparseOrder_t *order);
cusparseStatus_t cusparseDnMatGetValues(cusparseDnMatDescr_t matrix, void **values);
cusparseStatus_t cusparseDnMatSetValues(cusparseDnMatDescr_t matrix, void *values);
cusparseStatus_t cusparseDnMatGetStridedBatch(cusparseConstDnMatDescr_t matrix, int *count,
                                              int64_t *stride);
cusparseStatus_t cusparseDnMatSetStridedBatch(cusparseDnMatDescr_t matrix, int count,
                                              int64_t stride);

// ---- products and solutions ---------------------------------------------------------------------

cusparseStatus_t cusparseRot(cusparseHandle_t handle, const void *c, const void *s,
                             cusparseSpVecDescr_t x, cusparseDnVecDescr_t y);
cusparseStatus_t cusparseAxpby(cusparseHandle_t handle, const void *alpha,
                               cusparseConstSpVecDescr_t x, const void *beta,
                               cusparseDnVecDescr_t y);
cusparseStatus_t cusparseGather(cusparseHandle_t handle, cusparseConstDnVecDescr_t y,
                                cusparseSpVecDescr_t x);
cusparseStatus_t cusparseScatter(cusparseHandle_t handle, cusparseConstSpVecDescr_t x,
                                 cusparseDnVecDescr_t y);
cusparseStatus_t cusparseSpVV_bufferSize(cusparseHandle_t handle, cusparseOperation_t operation,
                                         cusparseConstSpVecDescr_t x, cusparseConstDnVecDescr_t y,
                                         const void *result, cudaDataType compute, size_t *size);
cusparseStatus_t cusparseSpVV(cusparseHandle_t handle, cusparseOperation_t operation,
                              cusparseConstSpVecDescr_t x, cusparseConstDnVecDescr_t y,
                              void *result, cudaDataType compute, void *buffer);

cusparseStatus_t cusparseSpMV_bufferSize(CUDA_CPU_SPMV, size_t *size);
cusparseStatus_t cusparseSpMV_preprocess(CUDA_CPU_SPMV, void *buffer);
cusparseStatus_t cusparseSpMV(CUDA_CPU_SPMV, void *buffer);

cusparseStatus_t cusparseSpMM_bufferSize(CUDA_CPU_SPMM, size_t *size);
cusparseStatus_t cusparseSpMM_preprocess(CUDA_CPU_SPMM, void *buffer);
cusparseStatus_t cusparseSpMM(CUDA_CPU_SPMM, void *buffer);

cusparseStatus_t cusparseSDDMM_bufferSize(CUDA_CPU_SDDMM, size_t *size);
cusparseStatus_t cusparseSDDMM_preprocess(CUDA_CPU_SDDMM, void *buffer);
cusparseStatus_t cusparseSDDMM(CUDA_CPU_SDDMM, void *buffer);

cusparseStatus_t cusparseSpSV_createDescr(cusparseSpSVDescr_t *descr);
cusparseStatus_t cusparseSpSV_destroyDescr(cusparseSpSVDescr_t descr);
cusparseStatus_t cusparseSpSV_bufferSize(CUDA_CPU_SPSV, size_t *size);
cusparseStatus_t cusparseSpSV_analysis(CUDA_CPU_SPSV, void *buffer);
cusparseStatus_t cusparseSpSV_solve(CUDA_CPU_SPSV);

cusparseStatus_t cusparseSpSM_createDescr(cusparseSpSMDescr_t *descr);
cusparseStatus_t cusparseSpSM_destroyDescr(cusparseSpSMDescr_t descr);
cusparseStatus_t cusparseSpSM_bufferSize(CUDA_CPU_SPSM, size_t *size);
cusparseStatus_t cusparseSpSM_analysis(CUDA_CPU_SPSM, void *buffer);
cusparseStatus_t cusparseSpSM_solve(CUDA_CPU_SPSM);

cusparseStatus_t cusparseSpGEMM_createDescr(cusparseSpGEMMDescr_t *descr);
cusparseStatus_t cusparseSpGEMM_destroyDescr(cusparseSpGEMMDescr_t descr);
cusparseStatus_t cusparseSpGEMM_workEstimation(CUDA_CPU_SPGEMM, size_t *size, void *buffer);
// How many products of an entry of A with one of B there are; known after an estimation of the
// work.
cusparseStatus_t cusparseSpGEMM_getNumProducts(cusparseSpGEMMDescr_t descr, int64_t *count);
cusparseStatus_t cusparseSpGEMM_estimateMemory(CUDA_CPU_SPGEMM, float chunk_fraction, size_t *size3,
                                               void *buffer3, size_t *size2);
cusparseStatus_t cusparseSpGEMM_compute(CUDA_CPU_SPGEMM, size_t *size, void *buffer);
cusparseStatus_t cusparseSpGEMM_copy(CUDA_CPU_SPGEMM);
cusparseStatus_t cusparseSpGEMMreuse_workEstimation(CUDA_CPU_SPGEMM_REUSE, size_t *size,
                                                    void *buffer);
cusparseStatus_t cusparseSpGEMMreuse_nnz(CUDA_CPU_SPGEMM_REUSE, size_t *size2, void *buffer2,
                                         size_t *size3, void *buffer3, size_t *size4,
                                         void *buffer4);
cusparseStatus_t cusparseSpGEMMreuse_copy(CUDA_CPU_SPGEMM_REUSE, size_t *size, void *buffer);
cusparseStatus_t cusparseSpGEMMreuse_compute(CUDA_CPU_SPGEMM);

// ---- from one form to another -------------------------------------------------------------------

cusparseStatus_t cusparseSparseToDense_bufferSize(cusparseHandle_t handle,
                                                  cusparseConstSpMatDescr_t a,
                                                  cusparseDnMatDescr_t b,
                                                  cusparseSparseToDenseAlg_t algorithm,
                                                  size_t *size);
cusparseStatus_t cusparseSparseToDense(cusparseHandle_t handle, cusparseConstSpMatDescr_t a,
                                       cusparseDnMatDescr_t b, cusparseSparseToDenseAlg_t algorithm,
                                       void *buffer);
cusparseStatus_t cusparseDenseToSparse_bufferSize(cusparseHandle_t handle,
                                                  cusparseConstDnMatDescr_t a,
                                                  cusparseSpMatDescr_t b,
                                                  cusparseDenseToSparseAlg_t algorithm,
                                                  size_t *size);
cusparseStatus_t cusparseDenseToSparse_analysis(cusparseHandle_t handle,
                                                cusparseConstDnMatDescr_t a, cusparseSpMatDescr_t b,
                                                cusparseDenseToSparseAlg_t algorithm, void *buffer);
cusparseStatus_t cusparseDenseToSparse_convert(cusparseHandle_t handle, cusparseConstDnMatDescr_t a,
                                               cusparseSpMatDescr_t b,
                                               cusparseDenseToSparseAlg_t algorithm, void *buffer);
cusparseStatus_t cusparseXcoo2csr(cusparseHandle_t handle, const int *rows, int nnz, int m,
                                  int *row_offsets, cusparseIndexBase_t base);
cusparseStatus_t cusparseXcsr2coo(cusparseHandle_t handle, const int *row_offsets, int nnz, int m,
                                  int *rows, cusparseIndexBase_t base);
cusparseStatus_t cusparseCsr2cscEx2_bufferSize(CUDA_CPU_CSR2CSC, size_t *size);
cusparseStatus_t cusparseCsr2cscEx2(CUDA_CPU_CSR2CSC, void *buffer);

// ---- incomplete factors -------------------------------------------------------------------------

cusparseStatus_t cusparseCreateMatDescr(cusparseMatDescr_t *descr);
cusparseStatus_t cusparseDestroyMatDescr(cusparseMatDescr_t descr);
cusparseStatus_t cusparseSetMatType(cusparseMatDescr_t descr, cusparseMatrixType_t type);
cusparseMatrixType_t cusparseGetMatType(const cusparseMatDescr_t descr);
cusparseStatus_t cusparseSetMatFillMode(cusparseMatDescr_t descr, cusparseFillMode_t fill);
cusparseFillMode_t cusparseGetMatFillMode(const cusparseMatDescr_t descr);
cusparseStatus_t cusparseSetMatDiagType(cusparseMatDescr_t descr, cusparseDiagType_t diag);
cusparseDiagType_t cusparseGetMatDiagType(const cusparseMatDescr_t descr);
cusparseStatus_t cusparseSetMatIndexBase(cusparseMatDescr_t descr, cusparseIndexBase_t base);
cusparseIndexBase_t cusparseGetMatIndexBase(const cusparseMatDescr_t descr);
cusparseStatus_t cusparseCreateCsrilu02Info(csrilu02Info_t *info);
cusparseStatus_t cusparseDestroyCsrilu02Info(csrilu02Info_t info);
cusparseStatus_t cusparseXcsrilu02_zeroPivot(cusparseHandle_t handle, csrilu02Info_t info,
                                             int *position);
cusparseStatus_t cusparseCreateCsric02Info(csric02Info_t *info);
cusparseStatus_t cusparseDestroyCsric02Info(csric02Info_t info);
cusparseStatus_t cusparseXcsric02_zeroPivot(cusparseHandle_t handle, csric02Info_t info,
                                            int *position);
// Of LU and of Cholesky, for each type of numbers.
#define CUDA_CPU_INCOMPLETE(name, T, info_t)                                                       \
    cusparseStatus_t name##_bufferSize(                                                            \
        cusparseHandle_t handle, int m, int nnz, const cusparseMatDescr_t descr, T *values,        \
        const int *row_offsets, const int *columns, info_t info, int *size);                       \
    cusparseStatus_t name##_analysis(cusparseHandle_t handle, int m, int nnz,                      \
                                     const cusparseMatDescr_t descr, const T *values,              \
                                     const int *row_offsets, const int *columns, info_t info,      \
                                     cusparseSolvePolicy_t policy, void *buffer);                  \
    cusparseStatus_t name(cusparseHandle_t handle, int m, int nnz, const cusparseMatDescr_t descr, \
                          T *values, const int *row_offsets, const int *columns, info_t info,      \
                          cusparseSolvePolicy_t policy, void *buffer);
CUDA_CPU_INCOMPLETE(cusparseScsrilu02, float, csrilu02Info_t)
CUDA_CPU_INCOMPLETE(cusparseDcsrilu02, double, csrilu02Info_t)
CUDA_CPU_INCOMPLETE(cusparseCcsrilu02, cuComplex, csrilu02Info_t)
CUDA_CPU_INCOMPLETE(cusparseZcsrilu02, cuDoubleComplex, csrilu02Info_t)
CUDA_CPU_INCOMPLETE(cusparseScsric02, float, csric02Info_t)
CUDA_CPU_INCOMPLETE(cusparseDcsric02, double, csric02Info_t)
CUDA_CPU_INCOMPLETE(cusparseCcsric02, cuComplex, csric02Info_t)
CUDA_CPU_INCOMPLETE(cusparseZcsric02, cuDoubleComplex, csric02Info_t)

// ---- entries in order, and systems of three diagonals -------------------------------------------

cusparseStatus_t cusparseCreateIdentityPermutation(cusparseHandle_t handle, int n, int *list);
cusparseStatus_t cusparseXcoosort_bufferSizeExt(cusparseHandle_t handle, int m, int n, int nnz,
                                                const int *rows, const int *columns, size_t *size);
cusparseStatus_t cusparseXcoosortByRow(cusparseHandle_t handle, int m, int n, int nnz, int *rows,
                                       int *columns, int *list, void *buffer);
cusparseStatus_t cusparseXcoosortByColumn(cusparseHandle_t handle, int m, int n, int nnz, int *rows,
                                          int *columns, int *list, void *buffer);
cusparseStatus_t cusparseXcsrsort_bufferSizeExt(cusparseHandle_t handle, int m, int n, int nnz,
                                                const int *row_offsets, const int *columns,
                                                size_t *size);
cusparseStatus_t cusparseXcsrsort(cusparseHandle_t handle, int m, int n, int nnz,
                                  const cusparseMatDescr_t descr, const int *row_offsets,
                                  int *columns, int *list, void *buffer);

#define CUDA_CPU_TRIDIAGONAL(name, T)                                                              \
    cusparseStatus_t name##_bufferSizeExt(cusparseHandle_t handle, int m, int n, const T *below,   \
                                          const T *diagonal, const T *above, const T *b, int ldb,  \
                                          size_t *size);                                           \
    cusparseStatus_t name(cusparseHandle_t handle, int m, int n, const T *below,                   \
                          const T *diagonal, const T *above, T *b, int ldb, void *buffer);
#define CUDA_CPU_TRIDIAGONALS(S, T)                                                                \
    CUDA_CPU_TRIDIAGONAL(cusparse##S##gtsv2, T)                                                    \
    CUDA_CPU_TRIDIAGONAL(cusparse##S##gtsv2_nopivot, T)                                            \
    cusparseStatus_t cusparse##S##gtsv2StridedBatch_bufferSizeExt(                                 \
        cusparseHandle_t handle, int m, const T *below, const T *diagonal, const T *above,         \
        const T *x, int count, int stride, size_t *size);                                          \
    cusparseStatus_t cusparse##S##gtsv2StridedBatch(                                               \
        cusparseHandle_t handle, int m, const T *below, const T *diagonal, const T *above, T *x,   \
        int count, int stride, void *buffer);                                                      \
    cusparseStatus_t cusparse##S##gpsvInterleavedBatch_bufferSizeExt(                              \
        cusparseHandle_t handle, int algorithm, int m, const T *below2, const T *below,            \
        const T *diagonal, const T *above, const T *above2, const T *x, int count, size_t *size);  \
    cusparseStatus_t cusparse##S##gpsvInterleavedBatch(                                            \
        cusparseHandle_t handle, int algorithm, int m, T *below2, T *below, T *diagonal, T *above, \
        T *above2, T *x, int count, void *buffer);
CUDA_CPU_TRIDIAGONALS(S, float)
CUDA_CPU_TRIDIAGONALS(D, double)
CUDA_CPU_TRIDIAGONALS(C, cuComplex)
CUDA_CPU_TRIDIAGONALS(Z, cuDoubleComplex)

// ---- of CUDA 10 and before, which course code still calls ---------------------------------------

#define CUDA_CPU_CUSPARSE_10(S, T)                                                                 \
    cusparseStatus_t cusparse##S##nnz(cusparseHandle_t handle, cusparseDirection_t direction,      \
                                      int m, int n, const cusparseMatDescr_t descr, const T *a,    \
                                      int lda, int *counts, int *total);                           \
    cusparseStatus_t cusparse##S##dense2csr(                                                       \
        cusparseHandle_t handle, int m, int n, const cusparseMatDescr_t descr, const T *a,         \
        int lda, const int *counts, T *values, int *row_offsets, int *columns);                    \
    cusparseStatus_t cusparse##S##csr2dense(                                                       \
        cusparseHandle_t handle, int m, int n, const cusparseMatDescr_t descr, const T *values,    \
        const int *row_offsets, const int *columns, T *a, int lda);                                \
    cusparseStatus_t cusparse##S##csrmv(                                                           \
        cusparseHandle_t handle, cusparseOperation_t operation, int m, int n, int nnz,             \
        const T *alpha, const cusparseMatDescr_t descr, const T *values, const int *row_offsets,   \
        const int *columns, const T *x, const T *beta, T *y);                                      \
    cusparseStatus_t cusparse##S##csrmm(                                                           \
        cusparseHandle_t handle, cusparseOperation_t operation, int m, int n, int k, int nnz,      \
        const T *alpha, const cusparseMatDescr_t descr, const T *values, const int *row_offsets,   \
        const int *columns, const T *b, int ldb, const T *beta, T *c, int ldc);
CUDA_CPU_CUSPARSE_10(S, float)
CUDA_CPU_CUSPARSE_10(D, double)
CUDA_CPU_CUSPARSE_10(C, cuComplex)
CUDA_CPU_CUSPARSE_10(Z, cuDoubleComplex)

#ifdef __cplusplus
}
#endif

#include "cuda_cpu/macros_back.h"

#endif
