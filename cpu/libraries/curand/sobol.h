// SPDX-License-Identifier: MIT
// Directions of Sobol's sequences.
#ifndef CUDA_CPU_CURAND_SOBOL_H
#define CUDA_CPU_CURAND_SOBOL_H

#ifdef __cplusplus
extern "C" {
#endif

enum { CUDA_CPU_SOBOL_DIMENSIONS = 53 };
// Of all dimensions, for numbers of 32 and of 64 bits.
unsigned (*cuda_cpu_sobol32(void))[32];
unsigned long long (*cuda_cpu_sobol64(void))[64];

#ifdef __cplusplus
}
#endif

#endif
