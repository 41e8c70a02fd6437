// SPDX-License-Identifier: MIT
// No CUDA call goes unchecked. HANDLE_ERROR takes any call that returns a cudaError_t, HANDLE_NULL
// any pointer; on failure one line says what failed, why, where and what to do, and the program
// ends with status 1. A launch returns nothing: check it with HANDLE_ERROR(cudaGetLastError()).
#ifndef BOOK_H
#define BOOK_H

#include <stdio.h>
#include <stdlib.h>

#include <cuda_runtime.h>

#define HANDLE_ERROR(...) handle_error((__VA_ARGS__), #__VA_ARGS__, __FILE__, __LINE__)
#define HANDLE_NULL(pointer) handle_null((pointer), #pointer, __FILE__, __LINE__)

// What to do about the errors that a beginner meets first; "" for the others.
static inline const char *error_advice(cudaError_t error) {
    switch ((int)error) {
    case cudaErrorNoDevice:
    case cudaErrorInsufficientDriver:
        return "; no usable GPU or too old a driver: `make BACKEND=cpu` needs neither";
    case cudaErrorNoKernelImageForDevice:
    case 222: // cudaErrorUnsupportedPtxVersion, which CUDA 11.0 has no name for
        return "; built for another GPU or a newer driver: `make clean all` on this machine";
    case cudaErrorMemoryAllocation:
        return "; too much for this device: choose a smaller --size";
    case cudaErrorInvalidValue: // a bad launch in CUDA 13
    case cudaErrorInvalidConfiguration:
        return "; if it was a launch: grid, block or shared memory is out of range";
    case cudaErrorIllegalAddress:
        return "; an index left its array: compute-sanitizer names the line, or `make "
               "check-memory P=program`";
    default:
        return "";
    }
}

static inline void handle_error(cudaError_t error, const char *what, const char *file, int line) {
    if (error != cudaSuccess) {
        fprintf(stderr, "%s:%d: %s failed: %s: %s%s\n", file, line, what, cudaGetErrorName(error),
                cudaGetErrorString(error), error_advice(error));
        exit(EXIT_FAILURE);
    }
}

static inline void handle_null(const void *pointer, const char *what, const char *file, int line) {
    if (pointer == NULL) {
        fprintf(stderr, "%s:%d: %s is NULL\n", file, line, what);
        exit(EXIT_FAILURE);
    }
}

#ifdef CUDA_LEGACY // an old listing: common/legacy/README.md
#include "legacy/book.h"
#endif

#endif
