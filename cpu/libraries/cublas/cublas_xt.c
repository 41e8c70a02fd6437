// SPDX-License-Identifier: MIT
// cuBLASXt: the product is there when the call returns, whatever memory its matrices are in.
#include "cublasXt.h"

#include <limits.h>
#include <string.h>

#include "library.h"
#include "product.h"

struct cublasXtContext {
    struct cuda_cpu_handle base;
    int block;
    cublasXtPinnedMemMode_t pinning;
};
static const char MAKER[] = "cublasXtCreate";

static struct cublasXtContext *find(cublasXtHandle_t handle) {
    return cuda_cpu_find_handle(handle, MAKER);
}

cublasStatus_t cublasXtCreate(cublasXtHandle_t *handle) {
    struct cublasXtContext *const made = handle ? cuda_cpu_make_handle(MAKER, sizeof *made) : NULL;
    if (!made)
        return handle ? CUBLAS_STATUS_ALLOC_FAILED : CUBLAS_STATUS_INVALID_VALUE;
    made->block = 2048;
    *handle = made;
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasXtDestroy(cublasXtHandle_t handle) {
    return cuda_cpu_end_handle(handle, MAKER) ? CUBLAS_STATUS_SUCCESS
                                              : CUBLAS_STATUS_NOT_INITIALIZED;
}
cublasStatus_t cublasXtDeviceSelect(cublasXtHandle_t handle, int count, int devices[]) {
    int there = 0;
    if (!find(handle))
        return CUBLAS_STATUS_NOT_INITIALIZED;
    cudaGetDeviceCount(&there);
    if (count < 1 || !devices)
        return CUBLAS_STATUS_INVALID_VALUE;
    for (int i = 0; i < count; i++)
        if (devices[i] < 0 || devices[i] >= there)
            return CUBLAS_STATUS_INVALID_VALUE;
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasXtSetBlockDim(cublasXtHandle_t handle, int size) {
    struct cublasXtContext *const h = find(handle);
    if (!h || size < 1)
        return h ? CUBLAS_STATUS_INVALID_VALUE : CUBLAS_STATUS_NOT_INITIALIZED;
    h->block = size;
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasXtGetBlockDim(cublasXtHandle_t handle, int *size) {
    struct cublasXtContext *const h = find(handle);
    if (!h || !size)
        return h ? CUBLAS_STATUS_INVALID_VALUE : CUBLAS_STATUS_NOT_INITIALIZED;
    *size = h->block;
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasXtSetPinningMemMode(cublasXtHandle_t handle, cublasXtPinnedMemMode_t mode) {
    struct cublasXtContext *const h = find(handle);
    if (!h)
        return CUBLAS_STATUS_NOT_INITIALIZED;
    h->pinning = mode;
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasXtGetPinningMemMode(cublasXtHandle_t handle, cublasXtPinnedMemMode_t *mode) {
    struct cublasXtContext *const h = find(handle);
    if (!h || !mode)
        return h ? CUBLAS_STATUS_INVALID_VALUE : CUBLAS_STATUS_NOT_INITIALIZED;
    *mode = h->pinning;
    return CUBLAS_STATUS_SUCCESS;
}

// A matrix of so many rows before op: false, where its leading dimension is too small.
static bool has_room(const char *name, size_t rows, size_t ld) {
    if (ld >= rows && ld > 0 && ld <= INT_MAX)
        return true;
    cuda_cpu_library_say("the leading dimension of %s is %zu, and its columns have %zu elements",
                         name, ld, rows);
    return false;
}

static cublasStatus_t gemm(cublasXtHandle_t handle, cudaDataType type, cublasComputeType_t compute,
                           cublasOperation_t ta, cublasOperation_t tb, size_t m, size_t n, size_t k,
                           const void *alpha, const void *a, size_t lda, const void *b, size_t ldb,
                           const void *beta, void *c, size_t ldc) {
    if (!find(handle))
        return CUBLAS_STATUS_NOT_INITIALIZED;
    if (m > INT_MAX || n > INT_MAX || k > INT_MAX || !alpha || !beta ||
        !has_room("A", ta == CUBLAS_OP_N ? m : k, lda) ||
        !has_room("B", tb == CUBLAS_OP_N ? k : n, ldb) || !has_room("C", m, ldc))
        return CUBLAS_STATUS_INVALID_VALUE;
    if (m == 0 || n == 0)
        return CUBLAS_STATUS_SUCCESS;
    struct cuda_cpu_product p = {.ta = ta,
                                 .tb = tb,
                                 .m = (int)m,
                                 .n = (int)n,
                                 .k = (int)k,
                                 .lda = (int)lda,
                                 .ldb = (int)ldb,
                                 .ldc = (int)ldc,
                                 .a = a,
                                 .b = b,
                                 .c = c,
                                 .atype = type,
                                 .btype = type,
                                 .ctype = type,
                                 .compute = compute};
    memcpy(p.alpha, alpha, cuda_cpu_blas_size(type));
    memcpy(p.beta, beta, cuda_cpu_blas_size(type));
    if (cudaDeviceSynchronize() != cudaSuccess) // what the matrices wait for
        return CUBLAS_STATUS_EXECUTION_FAILED;
    cuda_cpu_blas_multiply(&p);
    return CUBLAS_STATUS_SUCCESS;
}

#define XT_GEMM(name, T, type, compute)                                                            \
    cublasStatus_t name(cublasXtHandle_t handle, cublasOperation_t ta, cublasOperation_t tb,       \
                        size_t m, size_t n, size_t k, const T *alpha, const T *a, size_t lda,      \
                        const T *b, size_t ldb, const T *beta, T *c, size_t ldc) {                 \
        return gemm(handle, type, compute, ta, tb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc);  \
    }
XT_GEMM(cublasXtSgemm, float, CUDA_R_32F, CUBLAS_COMPUTE_32F)
XT_GEMM(cublasXtDgemm, double, CUDA_R_64F, CUBLAS_COMPUTE_64F)
XT_GEMM(cublasXtCgemm, cuComplex, CUDA_C_32F, CUBLAS_COMPUTE_32F)
XT_GEMM(cublasXtZgemm, cuDoubleComplex, CUDA_C_64F, CUBLAS_COMPUTE_64F)
