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
