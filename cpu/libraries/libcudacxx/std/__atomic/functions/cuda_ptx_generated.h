// SPDX-License-Identifier: MIT
// cuda::atomic and cuda::atomic_ref in kernels: by the C++ compiler's atomics, as on the host, and
// not by libcu++'s PTX, whose place this file takes.
#ifndef CUDA_CPU_LIBCUDACXX_ATOMIC_H
#define CUDA_CPU_LIBCUDACXX_ATOMIC_H

#include <cuda/std/__atomic/functions/common.h>
#include <cuda/std/__atomic/order.h>
#include <cuda/std/__atomic/scopes.h>
#include <cuda/std/__atomic/types/common.h>
#include <cuda/std/__type_traits/conditional.h>
#include <cuda/std/__type_traits/enable_if.h>
#include <cuda/std/__type_traits/is_scalar.h>
#include <cuda/std/__type_traits/is_signed.h>
#include <cuda/std/cassert>
#include <cuda/std/cstdint>
#include <cuda/std/cstring>

namespace cuda_cpu {

// cuda2cpp goes by names: a call of one of these may see what other threads write, or wait for it.
// Nothing here runs.
#define CUDA_CPU_SEES(name)                                                                        \
    __device__ int name() {                                                                        \
        volatile int any = 0;                                                                      \
        return any;                                                                                \
    }
#define CUDA_CPU_WAITS(name)                                                                       \
    __device__ void name() {                                                                       \
        spin();                                                                                    \
    }
struct names_of_atomic {
    CUDA_CPU_SEES(load)
    CUDA_CPU_SEES(store)
    CUDA_CPU_SEES(exchange)
    CUDA_CPU_SEES(compare_exchange_weak)
    CUDA_CPU_SEES(compare_exchange_strong)
    CUDA_CPU_SEES(fetch_add)
    CUDA_CPU_SEES(fetch_sub)
    CUDA_CPU_SEES(fetch_and)
    CUDA_CPU_SEES(fetch_or)
    CUDA_CPU_SEES(fetch_xor)
    CUDA_CPU_SEES(fetch_min)
    CUDA_CPU_SEES(fetch_max)
    CUDA_CPU_SEES(test)
    CUDA_CPU_SEES(test_and_set)
    CUDA_CPU_SEES(clear)
    CUDA_CPU_SEES(arrive)
    CUDA_CPU_SEES(arrive_and_drop)
    CUDA_CPU_SEES(release)
    CUDA_CPU_SEES(count_down)
    CUDA_CPU_SEES(try_acquire)
    CUDA_CPU_SEES(try_wait)
    CUDA_CPU_WAITS(wait)
    CUDA_CPU_WAITS(wait_parity)
    CUDA_CPU_WAITS(arrive_and_wait)
    CUDA_CPU_WAITS(acquire)
    CUDA_CPU_WAITS(try_wait_for)
    CUDA_CPU_WAITS(try_acquire_for)
    CUDA_CPU_WAITS(producer_acquire)
    CUDA_CPU_WAITS(consumer_wait)
};
#undef CUDA_CPU_SEES
#undef CUDA_CPU_WAITS

} // namespace cuda_cpu

#if CUDA_CPU_CHECK & 3
// check-race is told the scope, which libcu++'s functions for the host do not take; those that call
// them have it as a type, _Sco.
#include <cuda/std/__atomic/functions/host.h>
namespace cuda_cpu {
template <class scope> int ends_with_block = 0;
template <> inline int ends_with_block<cuda::std::__thread_scope_block_tag> = 1;
} // namespace cuda_cpu
#define CUDA_CPU_SCOPED(call) (::cuda_cpu::of_block(::cuda_cpu::ends_with_block<_Sco>), call)
#define __atomic_load_host(...) CUDA_CPU_SCOPED(__atomic_load_host(__VA_ARGS__))
#define __atomic_store_host(...) CUDA_CPU_SCOPED(__atomic_store_host(__VA_ARGS__))
#define __atomic_exchange_host(...) CUDA_CPU_SCOPED(__atomic_exchange_host(__VA_ARGS__))
#define __atomic_compare_exchange_strong_host(...)                                                 \
    CUDA_CPU_SCOPED(__atomic_compare_exchange_strong_host(__VA_ARGS__))
#define __atomic_compare_exchange_weak_host(...)                                                   \
    CUDA_CPU_SCOPED(__atomic_compare_exchange_weak_host(__VA_ARGS__))
#define __atomic_fetch_add_host(...) CUDA_CPU_SCOPED(__atomic_fetch_add_host(__VA_ARGS__))
#define __atomic_fetch_sub_host(...) CUDA_CPU_SCOPED(__atomic_fetch_sub_host(__VA_ARGS__))
#define __atomic_fetch_and_host(...) CUDA_CPU_SCOPED(__atomic_fetch_and_host(__VA_ARGS__))
#define __atomic_fetch_or_host(...) CUDA_CPU_SCOPED(__atomic_fetch_or_host(__VA_ARGS__))
#define __atomic_fetch_xor_host(...) CUDA_CPU_SCOPED(__atomic_fetch_xor_host(__VA_ARGS__))
#define __atomic_fetch_max_host(...) CUDA_CPU_SCOPED(__atomic_fetch_max_host(__VA_ARGS__))
#define __atomic_fetch_min_host(...) CUDA_CPU_SCOPED(__atomic_fetch_min_host(__VA_ARGS__))
#endif

#endif
