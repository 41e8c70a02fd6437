// SPDX-License-Identifier: MIT
// Copies into shared memory that a thread starts, and waits for later (cuda_cpu/async_copy.h).
#ifndef CUDA_CPU_PIPELINE_PRIMITIVES_H
#define CUDA_CPU_PIPELINE_PRIMITIVES_H

#include "cuda_runtime.h"

#ifdef __CUDA__ // clangd's front end (cuda_runtime.h)
#pragma clang force_cuda_host_device begin
#endif

static inline void __pipeline_memcpy_async(void *__restrict__ to, const void *__restrict__ from,
                                           size_t size, size_t zfill = 0,
                                           const char *file = __builtin_FILE(),
                                           int line = __builtin_LINE()) {
    cuda_cpu::copy_async(to, from, size, zfill, file, line);
}

static inline void __pipeline_commit(void) {
    cuda_cpu::commit_async();
}

static inline void __pipeline_wait_prior(size_t prior) {
    cuda_cpu::wait_async(prior);
}

#ifdef __CUDA__
#pragma clang force_cuda_host_device end
#endif

#endif
