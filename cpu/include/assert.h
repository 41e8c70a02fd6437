// SPDX-License-Identifier: MIT
// assert, in kernels too: there it names the block and the thread, and makes the failure the
// device's (cudaErrorAssert); in host code it aborts. May be included again, as C's may.
#pragma GCC system_header // #include_next is no ISO C
#include_next <assert.h>

#if (defined(__CUDACC__) || defined(__CUDA__)) && !defined(NDEBUG)
#include "cuda_runtime.h"
#undef assert
#define assert(condition)                                                                          \
    ((condition)                                                                                   \
         ? (void)0                                                                                 \
         : ::cuda_cpu::assertion_failed(#condition, __FILE__, __LINE__, __PRETTY_FUNCTION__))
#endif
