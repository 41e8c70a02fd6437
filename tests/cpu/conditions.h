// SPDX-License-Identifier: MIT
// Conditions that device code checks. After
//
//     CONDITIONS(bits, __popc(v(0xff)) == 8, __clz(v(1)) == 31)
//
// bits() is a host function that has one thread work them out and says ok or not ok to each.
#ifndef CONDITIONS_H
#define CONDITIONS_H

#include <string.h>

#include "tap.h"

// A value that the compiler can't see through, so that the device works the condition out.
template <class T> __device__ T v(T x) {
    volatile T hidden = x;
    return hidden;
}

template <class... Passed> __device__ void note_conditions(bool *to, Passed... passed) { ((*to++ = passed), ...); }

// Runs the kernel, and checks what it noted of each condition in the list.
static inline void check_conditions(void (*kernel)(bool *), const char *list) {
    enum { MOST = 256 };
    bool passed[MOST], *dev_passed;
    must(cudaMalloc(&dev_passed, sizeof passed));
    must(cudaMemset(dev_passed, 0, sizeof passed));
    kernel<<<1, 1>>>(dev_passed);
    must(cudaGetLastError());
    must(cudaMemcpy(passed, dev_passed, sizeof passed, cudaMemcpyDeviceToHost));
    must(cudaFree(dev_passed));
    for (int i = 0; *list; i++) {
        int length = 0; // up to a comma that is in no brackets
        for (int depth = 0; list[length] && (depth || list[length] != ','); length++)
            depth += (list[length] == '(') - (list[length] == ')');
        ok(i < MOST && passed[i], "%.*s", length, list);
        list += length;
        list += strspn(list, ", ");
    }
}

#define CONDITIONS(name, ...)                                                                                          \
    __global__ void name##_kernel(bool *passed) { note_conditions(passed, __VA_ARGS__); }                              \
    static void name(void) { check_conditions(name##_kernel, #__VA_ARGS__); }

#endif
