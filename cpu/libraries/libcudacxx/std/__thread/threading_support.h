// SPDX-License-Identifier: MIT
// How libcu++ waits: in a kernel other threads of the block run meanwhile.
#ifndef CUDA_CPU_LIBCUDACXX_THREAD_H
#define CUDA_CPU_LIBCUDACXX_THREAD_H

#include <sched.h>

#include <cuda/std/chrono>

_LIBCUDACXX_BEGIN_NAMESPACE_STD

#define _LIBCUDACXX_POLLING_COUNT 16

__host__ __device__ inline void __cccl_thread_yield() {
    if (cuda_cpu::on_device())
        cuda_cpu::spin();
    else
        sched_yield();
}
__host__ __device__ inline void __cccl_thread_yield_processor() {
    __cccl_thread_yield();
}

// Until done(), or for that long; 0: for ever.
template <class Done>
__host__ __device__ bool
__cccl_thread_poll_with_backoff(Done &&done,
                                chrono::nanoseconds most = chrono::nanoseconds::zero()) {
    const auto start = chrono::high_resolution_clock::now();
    while (!done()) {
        if (most != chrono::nanoseconds::zero() &&
            chrono::high_resolution_clock::now() - start > most)
            return false;
        __cccl_thread_yield();
    }
    return true;
}

_LIBCUDACXX_END_NAMESPACE_STD

#endif
