// SPDX-License-Identifier: MIT
// One cuBLAS handle per program, and no call unchecked. Results that are single numbers stay on the
// device, so that a call waits for nothing.
#ifndef CUBLAS_HANDLE_H
#define CUBLAS_HANDLE_H

#include <stdio.h>
#include <stdlib.h>

#include <cublas_v2.h>

#define HANDLE_CUBLAS(...) handle_cublas((__VA_ARGS__), #__VA_ARGS__, __FILE__, __LINE__)

static inline void handle_cublas(cublasStatus_t status, const char *what, const char *file,
                                 int line) {
    if (status != CUBLAS_STATUS_SUCCESS) {
        fprintf(stderr, "%s:%d: %s failed: %s\n", file, line, what, cublasGetStatusString(status));
        exit(EXIT_FAILURE);
    }
}

// A handle for the stream in which a ladder's rungs run, and in which they can be captured.
static inline cublasHandle_t cublas_new(void) {
    cublasHandle_t handle;
    HANDLE_CUBLAS(cublasCreate(&handle));
    HANDLE_CUBLAS(cublasSetStream(handle, cudaStreamPerThread));
    return handle;
}

static inline cublasHandle_t cublas_handle(void) {
    static cublasHandle_t handle = NULL;
    if (handle == NULL) {
        handle = cublas_new();
        HANDLE_CUBLAS(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE));
    }
    return handle;
}

#endif
