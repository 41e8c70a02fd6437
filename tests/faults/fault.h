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
#define HANDLE_KERNELS()                                                                                               \
    do {                                                                                                               \
        HANDLE_ERROR(cudaGetLastError());                                                                              \
        HANDLE_ERROR(cudaDeviceSynchronize());                                                                         \
    } while (0)

// Device memory for `count` elements: as it comes, zeros, or a copy of an array.
template <class T> static T *room(size_t count = 1) {
    T *memory;
    HANDLE_ERROR(cudaMalloc(&memory, count * sizeof *memory));
    return memory;
}
template <class T> static T *zeros(size_t count = 1) {
    T *const memory = room<T>(count);
    HANDLE_ERROR(cudaMemset(memory, 0, count * sizeof *memory));
    return memory;
}
template <class T, size_t N> static T *on_device(const T (&from)[N]) {
    T *const memory = room<T>(N);
    HANDLE_ERROR(cudaMemcpy(memory, from, sizeof from, cudaMemcpyHostToDevice));
    return memory;
}

// Of what kernels left in device memory.
template <class T> static T sum_of(const T *dev, size_t count) {
    T *const host = new T[count], sum = 0;
    HANDLE_ERROR(cudaGetLastError());
    HANDLE_ERROR(cudaMemcpy(host, dev, count * sizeof *host, cudaMemcpyDeviceToHost));
    for (size_t i = 0; i < count; i++) sum += host[i];
    delete[] host;
    return sum;
}

// Frees device memory.
#define RELEASE(...)                                                                                                   \
    do {                                                                                                               \
        void *const released[] = {__VA_ARGS__};                                                                        \
        for (void *const memory : released) HANDLE_ERROR(cudaFree(memory));                                            \
    } while (0)

// Both: what a program ends with.
#define FINISH(...)                                                                                                    \
    do {                                                                                                               \
        HANDLE_KERNELS();                                                                                              \
        RELEASE(__VA_ARGS__);                                                                                          \
    } while (0)

#endif
