// SPDX-License-Identifier: MIT
// What the host's code reads in place of threadIdx and its kin, and nobody defines: a program that
// has such a call does not link (cpu/compiler/lower/builtin.c). They are functions, since the
// linker knows the line of each call.
#ifndef CUDA_CPU_BUILTIN_H
#define CUDA_CPU_BUILTIN_H

#include "cuda_cpu/types.h"

extern "C" {
__attribute__((const)) const uint3 &__device_builtin_variable_threadIdx(void);
__attribute__((const)) const uint3 &__device_builtin_variable_blockIdx(void);
__attribute__((const)) const dim3 &__device_builtin_variable_blockDim(void);
__attribute__((const)) const dim3 &__device_builtin_variable_gridDim(void);
__attribute__((const)) const int &__device_builtin_variable_warpSize(void);
}

#endif
