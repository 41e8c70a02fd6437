// SPDX-License-Identifier: MIT
// What the cases of one file share: numbers that their kernels leave, and whether all was right.
#ifndef NUMBERS_H
#define NUMBERS_H

#include <stdio.h>

static int wrong;

// The kernels up to here have succeeded, and this is so.
#define IS(...)                                                                                    \
    do                                                                                             \
        if (cudaDeviceSynchronize() != cudaSuccess || !(__VA_ARGS__)) {                            \
            printf("line %d: not so: %s\n", __LINE__, #__VA_ARGS__);                               \
            wrong = 1;                                                                             \
        }                                                                                          \
    while (0)

// In a kernel: the two are the same, floats with their sign. What is not is told, and counted.
static __device__ int wrong_there;
template <class T> __device__ void same(T got, T right, int line) {
    if (got != right || signbit((double)got) != signbit((double)right)) {
        printf("line %d, thread %d: %.17g, should be %.17g\n", line, threadIdx.x, (double)got, (double)right);
        atomicAdd(&wrong_there, 1);
    }
}
#define SAME(got, right) same<decltype(got + 0)>(got, right, __LINE__)

// Whether all that the kernels up to here called the same was.
static inline bool all_same() {
    int n = 1;
    return cudaMemcpyFromSymbol(&n, wrong_there, sizeof n) == cudaSuccess && n == 0;
}

// Zeros, which host and device may read and write.
template <class T = int> static T *numbers(size_t count = 64) {
    T *p;
    if (cudaMallocManaged(&p, count * sizeof *p) != cudaSuccess)
        wrong = 1;
    for (size_t i = 0; i < count; i++)
        p[i] = 0;
    return p;
}

#endif
