// SPDX-License-Identifier: MIT
// Copies into shared memory that threads ask for, and the copy engine makes: on Hopper and later,
// with CUDA 12.4 or later (PTX ISA, 'cp.async.bulk' and 'mbarrier'). Who waits holds nothing
// meanwhile, no register and no place in a queue. Elsewhere no function here does anything, and the
// host asks, before it launches a kernel with them, why_no_copy_engine.
#ifndef COPY_ENGINE_H
#define COPY_ENGINE_H

#include <stdint.h>

#include "dependent_launch.h"

#if CUDART_VERSION >= 12040 && !defined CUDA_CPU_BACKEND && __has_include(<cuda/ptx>)
#include <cuda/ptx>
#define COPY_ENGINE_BUILT 1
#else
#define COPY_ENGINE_BUILT 0
#endif

#if COPY_ENGINE_BUILT && __CUDA_ARCH__ >= 900
#define COPY_ENGINE(...) __VA_ARGS__
#else
#define COPY_ENGINE(...)
#pragma GCC diagnostic ignored "-Wunused-parameter"
#endif

// By one thread, in front of its first copy: `arrived`, in shared memory, is to count them.
__device__ static inline void copies_begin(uint64_t *arrived) {
    COPY_ENGINE(cuda::ptx::mbarrier_init(arrived, 1);
                cuda::ptx::fence_proxy_async(cuda::ptx::space_shared);) // the engine sees it
}
// So many bytes to shared memory: a multiple of 16, as both places are.
__device__ static inline void copy_in(void *to, const void *from, uint32_t bytes,
                                      uint64_t *arrived) {
    COPY_ENGINE(cuda::ptx::cp_async_bulk(cuda::ptx::space_cluster, cuda::ptx::space_global, to,
                                         from, bytes, arrived);)
}
// By the same thread, after its last copy: how many bytes all of them have.
__device__ static inline void copies_end(uint64_t *arrived, uint32_t bytes) {
    COPY_ENGINE(cuda::ptx::mbarrier_arrive_expect_tx(cuda::ptx::sem_release, cuda::ptx::scope_cta,
                                                     cuda::ptx::space_shared, arrived, bytes);)
}
// By any thread that knows that they have begun: until all bytes are there.
__device__ static inline void copies_wait(uint64_t *arrived) {
    COPY_ENGINE(while (!cuda::ptx::mbarrier_try_wait_parity(arrived, 0)){})
}

// Why this program has no copy engine to ask on this GPU, for a kernel that would; or NULL.
static inline const char *why_no_copy_engine(const void *kernel) {
    return !COPY_ENGINE_BUILT            ? "needs capability 9.0 or later, and CUDA 12.4"
           : !waits_for_previous(kernel) ? "needs capability 9.0 or later"
                                         : NULL;
}

#endif
