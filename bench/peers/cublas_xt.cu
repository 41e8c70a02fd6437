// SPDX-License-Identifier: MIT
// cuBLASXt beside matmul_nccl: NVIDIA's product over several GPUs, for matrices in the host's
// memory, whose tiles it sends by itself. So its time has their way over the bus in it.
#include <stddef.h>
#include <stdio.h>
#include <time.h>

#include <cublasXt.h>

static bool failed(cublasStatus_t status, const char *what) {
    if (status != CUBLAS_STATUS_SUCCESS)
        fprintf(stderr, "%s failed: status %d\n", what, (int)status);
    return status != CUBLAS_STATUS_SUCCESS;
}

// c = a b, row after row, n x n: to cuBLAS, which counts by columns, c' = b' a'. The second of two
// runs counts. Returns ms, or less than 0.
extern "C" double matmul_on_gpus(const float *a, const float *b, float *c, size_t n, int gpus) {
    cublasXtHandle_t handle;
    int devices[64];
    const float one = 1, zero = 0;
    double ms = -1;
    for (int i = 0; i < gpus; i++)
        devices[i] = i;
    if (failed(cublasXtCreate(&handle), "cublasXtCreate") ||
        failed(cublasXtDeviceSelect(handle, gpus, devices), "cublasXtDeviceSelect") ||
        failed(cublasXtSetBlockDim(handle, 4096), "cublasXtSetBlockDim"))
        return -1;
    for (int run = 0; run < 2; run++) {
        struct timespec from, to;
        clock_gettime(CLOCK_MONOTONIC, &from);
        if (failed(cublasXtSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &one, b, n, a, n, &zero,
                                 c, n),
                   "cublasXtSgemm"))
            return -1;
        clock_gettime(CLOCK_MONOTONIC, &to);
        ms = 1e3 * (double)(to.tv_sec - from.tv_sec) + 1e-6 * (double)(to.tv_nsec - from.tv_nsec);
    }
    cublasXtDestroy(handle);
    return ms;
}
