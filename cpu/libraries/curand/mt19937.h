// SPDX-License-Identifier: MIT
// MT19937 in the order in which cuRAND fills memory.
#ifndef CUDA_CPU_CURAND_MT19937_H
#define CUDA_CPU_CURAND_MT19937_H

#ifdef __cplusplus
extern "C" {
#endif

// NULL: out of memory.
struct cuda_cpu_mt19937 *cuda_cpu_mt19937_make(unsigned seed);
void cuda_cpu_mt19937_free(struct cuda_cpu_mt19937 *m);
// The next 32 bits.
unsigned cuda_cpu_mt19937_next(struct cuda_cpu_mt19937 *m);

#ifdef __cplusplus
}
#endif

#endif
