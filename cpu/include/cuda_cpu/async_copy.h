// SPDX-License-Identifier: MIT
// Copies into shared memory that a thread starts, and waits for later. Here each is done when it is
// asked for, which a program that waits as it must can't tell; make check-race tells of others.
#ifndef CUDA_CPU_ASYNC_COPY_H
#define CUDA_CPU_ASYNC_COPY_H

#include "cuda_cpu/access.h"

namespace cuda_cpu {

// A copy has been made that is under way until its thread has waited for it.
static inline void begun_async(void *to, size_t bytes) {
    (void)to, (void)bytes;
    CUDA_CPU_TRACE(cuda_cpu_watch_async_copy(to, bytes));
}

// `size` bytes, 4, 8 or 16, both ends aligned to as many; the last `zfill` of them are not read but
// set to zero.
static inline void copy_async(void *__restrict__ to, const void *__restrict__ from, size_t size,
                              size_t zfill = 0, const char *file = __builtin_FILE(),
                              int line = __builtin_LINE()) {
    const bool known = (size == 4 || size == 8 || size == 16) && zfill <= size;
    if (!known || (((size_t)to | (size_t)from) & (size - 1))) {
        const cuda_cpu_place place = here(file, line);
        cuda_cpu_refuse(&place, known ? cudaErrorMisalignedAddress : cudaErrorLaunchFailure,
                        known ? "a misaligned __pipeline_memcpy_async()"
                              : "__pipeline_memcpy_async() of other than 4, 8 or 16 bytes");
    }
    if (zfill == 0) { // with the size known, a load and a store
        if (size == 16)
            __builtin_memcpy(to, from, 16);
        else if (size == 8)
            __builtin_memcpy(to, from, 8);
        else
            __builtin_memcpy(to, from, 4);
    } else {
        __builtin_memcpy(to, from, size - zfill);
        __builtin_memset((char *)to + (size - zfill), 0, zfill);
    }
    begun_async(to, size);
}

// What was copied since the last one becomes a batch ...
static inline void commit_async(void) {
    CUDA_CPU_TRACE(cuda_cpu_watch_async_commit());
}

// ... and all batches but the last `prior` are there.
static inline void wait_async(size_t prior) {
    (void)prior;
    CUDA_CPU_TRACE(cuda_cpu_watch_async_wait(prior));
}

// All copies are there.
static inline void wait_all_async(void) {
    commit_async();
    wait_async(0);
}

} // namespace cuda_cpu

#endif
