// SPDX-License-Identifier: MIT
// TAP for the tests of the runtime. They are CUDA programs as any: nvcc builds them too, and on a
// GPU they must say the same.
#ifndef TAP_H
#define TAP_H

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <type_traits>

#include <cuda_runtime.h>

static int tap_count, tap_failed;

// One check: printf-like description.
__attribute__((format(printf, 2, 3))) static inline void ok(bool passed, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    printf("%sok %d - ", passed ? "" : "not ", ++tap_count);
    vprintf(format, arguments);
    printf("\n");
    va_end(arguments);
    tap_failed += !passed;
}

// Whether it is right for each of 0 ... count - 1; the first that is not is told.
template <class Right> static inline bool each(int count, Right right) {
    for (int i = 0; i < count; i++)
        if (!right(i)) {
            printf("# number %d of %d\n", i, count);
            return false;
        }
    return true;
}

// One runtime call, or the error that a launch left, against the code that a GPU answers.
#define answers(expected, ...) answers_at(expected, (__VA_ARGS__), #__VA_ARGS__)
static inline void answers_at(cudaError_t expected, cudaError_t got, const char *what) {
    ok(got == expected, "%s: %s", what, cudaGetErrorName(expected));
    if (got != expected) printf("# got %s\n", cudaGetErrorName(got));
}

// What a test needs to go on.
#define must(...) must_at((__VA_ARGS__), #__VA_ARGS__, __LINE__)
static inline void must_at(cudaError_t got, const char *what, int line) {
    if (got != cudaSuccess) {
        printf("Bail out! line %d: %s: %s\n", line, what, cudaGetErrorName(got));
        exit(1);
    }
}

// What the device has been given to do has ended, and well.
static inline void finish(void) {
    must(cudaGetLastError());
    must(cudaDeviceSynchronize());
}

// An array of the host's from device memory, once the kernels have ended.
template <class T, size_t N> static void fetch(T (&to)[N], const void *from) {
    finish();
    must(cudaMemcpy(to, from, sizeof to, cudaMemcpyDeviceToHost));
}

// Zeros, which host and device may read and write.
template <class T = int> static T *managed(size_t count = 1) {
    T *memory;
    must(cudaMallocManaged(&memory, count * sizeof *memory));
    memset((void *)memory, 0, count * sizeof *memory);
    return memory;
}

// Memory of the device, and a copy of an array there.
template <class T = int> static T *room(size_t count = 1) {
    T *memory;
    must(cudaMalloc(&memory, count * sizeof *memory));
    return memory;
}
template <class T, size_t N> static auto on_device(const T (&from)[N]) {
    auto *const to = room<std::remove_all_extents_t<T>>(sizeof from / sizeof(std::remove_all_extents_t<T>));
    must(cudaMemcpy(to, from, sizeof from, cudaMemcpyHostToDevice));
    return to;
}

static inline cudaError_t make(cudaStream_t &stream) { return cudaStreamCreate(&stream); }
static inline cudaError_t make(cudaEvent_t &event) { return cudaEventCreate(&event); }
template <class... Handle> static void make_all(Handle &...handle) { (must(make(handle)), ...); }

static inline cudaError_t unmake(cudaStream_t stream) { return cudaStreamDestroy(stream); }
static inline cudaError_t unmake(cudaEvent_t event) { return cudaEventDestroy(event); }
static inline cudaError_t unmake(cudaGraph_t graph) { return cudaGraphDestroy(graph); }
static inline cudaError_t unmake(cudaGraphExec_t graph) { return cudaGraphExecDestroy(graph); }
static inline cudaError_t unmake(cudaArray_t array) { return cudaFreeArray(array); }
static inline cudaError_t unmake(cudaMipmappedArray_t array) { return cudaFreeMipmappedArray(array); }
template <class T> static cudaError_t unmake(T *memory) { return cudaFree(memory); }
template <class... Memory> static void free_all(Memory... memory) { (must(unmake(memory)), ...); }

static inline int done_testing(void) {
    printf("1..%d\n", tap_count);
    return tap_failed > 0;
}

#endif
