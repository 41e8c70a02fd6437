// SPDX-License-Identifier: MIT
// Conditions that device code checks. A test lists them once,
//
//     #define BITS(X) X(__popc(v(0xff)) == 8) X(__clz(v(1)) == 31)
//     CONDITIONS(bits, BITS)
//
// and bits() is a host function that has one thread work them out and says ok or not ok to each.
#ifndef CONDITIONS_H
#define CONDITIONS_H

#include "tap.h"

// A value that the compiler can't see through, so that the device works the condition out.
template <class T> __device__ T v(T x) {
    volatile T hidden = x;
    return hidden;
}

#define CONDITION_RESULT(...) *passed++ = (__VA_ARGS__);
#define CONDITION_TEXT(...) #__VA_ARGS__,

#define CONDITIONS(name, list)                                                                     \
    __global__ void name##_kernel(bool *passed) {                                                  \
        list(CONDITION_RESULT)                                                                     \
    }                                                                                              \
    static void name(void) {                                                                       \
        static const char *const texts[] = {list(CONDITION_TEXT)};                                 \
        enum { COUNT = sizeof texts / sizeof *texts };                                             \
        bool passed[COUNT], *dev_passed;                                                           \
        must(cudaMalloc(&dev_passed, sizeof passed));                                              \
        must(cudaMemset(dev_passed, 0, sizeof passed));                                            \
        name##_kernel<<<1, 1>>>(dev_passed);                                                       \
        must(cudaGetLastError());                                                                  \
        must(cudaMemcpy(passed, dev_passed, sizeof passed, cudaMemcpyDeviceToHost));               \
        must(cudaFree(dev_passed));                                                                \
        for (int i = 0; i < COUNT; i++)                                                            \
            ok(passed[i], "%s", texts[i]);                                                         \
    }

#endif
