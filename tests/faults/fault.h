// SPDX-License-Identifier: MIT
// What the planted faults share. Each is a program with a fault; with any argument it runs its
// corrected form. check-race and check-init are asked likewise:
//
//     make check-memory P=memory_freed                       finds it
//     make check-memory P=memory_freed ARGS=--mended         finds nothing
#ifndef FAULT_H
#define FAULT_H

#include <stdio.h>

#include "book.h"

// The kernels could be launched, and end.
#define HANDLE_KERNELS()                                                                           \
    do {                                                                                           \
        HANDLE_ERROR(cudaGetLastError());                                                          \
        HANDLE_ERROR(cudaDeviceSynchronize());                                                     \
    } while (0)

// Frees device memory.
#define RELEASE(...)                                                                               \
    do {                                                                                           \
        void *const released[] = {__VA_ARGS__};                                                    \
        for (void *const memory : released)                                                        \
            HANDLE_ERROR(cudaFree(memory));                                                        \
    } while (0)

#endif
