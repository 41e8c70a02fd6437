// SPDX-License-Identifier: MIT
// What a program built for `make count` tells the counters (cpu/counts) from thread.h, blocks.h,
// warp.h, atomic.h and texture.h. In every other build a CUDA_CPU_COUNTED(...) is nothing.
#ifndef CUDA_CPU_COUNT_H
#define CUDA_CPU_COUNT_H

#include <stddef.h>

#ifdef CUDA_CPU_COUNT
#define CUDA_CPU_COUNTED(call) call
#define CUDA_CPU_ONLY_COPY __attribute__((flatten, noinline))
// What the compiler puts no calls into.
#if __has_attribute(no_sanitize_coverage)
#define CUDA_CPU_UNSEEN __attribute__((unused, noinline, no_sanitize_thread, no_sanitize_coverage))
#else
#define CUDA_CPU_UNSEEN __attribute__((unused, noinline, no_sanitize_thread))
#endif
// What count_index.h has a const name for.
#define CUDA_CPU_SEEN __attribute__((used))

#ifdef __cplusplus
extern "C" {
#endif

// Block `number` of its grid begins on this OS thread; a thread of it begins; has returned; is
// about to wait for others; goes on after that; it comes to the block's barrier.
void cuda_cpu_count_block(size_t number);
void cuda_cpu_count_thread(unsigned rank);
void cuda_cpu_count_wait(void) __attribute__((nothrow));
void cuda_cpu_count_leave(void);
void cuda_cpu_count_resume(unsigned rank);
void cuda_cpu_count_barrier(void);
// A shared array that the block meets for the first time.
void cuda_cpu_count_shared(const void *start, size_t bytes);
// A __constant__ variable.
void cuda_cpu_count_constant(const void *start, size_t bytes);
// The answer of the thread's last atomic is used. Const: where nobody asks for what it gives
// back, the compiler drops the call.
unsigned long long cuda_cpu_count_used(unsigned long long answer) __attribute__((const, nothrow));
double cuda_cpu_count_used_number(double answer) __attribute__((const, nothrow));
// An atomic that is done in steps begins: up to cuda_cpu_count_own() they are not the program's
// own.
void cuda_cpu_count_update(const volatile void *address, size_t bytes);
void cuda_cpu_count_mute(void) __attribute__((nothrow));
void cuda_cpu_count_own(void) __attribute__((nothrow));
// A texture is read, here or by what was called at that pc: up to cuda_cpu_count_own() accesses are
// not the program's own; and a texel of it. The last is all three, where one texel is what is read.
void cuda_cpu_count_fetch(void) __attribute__((nothrow));
void cuda_cpu_count_fetch_at(const void *pc) __attribute__((nothrow));
void cuda_cpu_count_texel(const void *address, size_t bytes) __attribute__((nothrow));
void cuda_cpu_count_fetch_one(const void *address, size_t bytes, const void *pc)
    __attribute__((nothrow));
void *cuda_cpu_count_memcpy(void *to, const void *from, size_t bytes) __attribute__((nothrow));
void *cuda_cpu_count_memset(void *to, int value, size_t bytes) __attribute__((nothrow));

#if defined(__cplusplus) && !defined(_FORTIFY_SOURCE)
// A copy that is no single load and store: the compiler would make it without calls for either.
#define CUDA_CPU_ONE_ACCESS(bytes)                                                                 \
    (__builtin_constant_p(bytes) && (bytes) <= 16 && ((bytes) & ((bytes)-1)) == 0)
extern inline __attribute__((gnu_inline, always_inline)) void *
memcpy(void *__restrict__ to, const void *__restrict__ from, size_t bytes) noexcept {
    return CUDA_CPU_ONE_ACCESS(bytes) ? __builtin_memcpy(to, from, bytes)
                                      : cuda_cpu_count_memcpy(to, from, bytes);
}
extern inline __attribute__((gnu_inline, always_inline)) void *memset(void *to, int value,
                                                                      size_t bytes) noexcept {
    return CUDA_CPU_ONE_ACCESS(bytes) ? __builtin_memset(to, value, bytes)
                                      : cuda_cpu_count_memset(to, value, bytes);
}
#endif
#ifdef __cplusplus
}

#include <type_traits>

namespace cuda_cpu {

template <class T> static inline T used(T answer) {
    if constexpr (std::is_floating_point_v<T>)
        return (T)cuda_cpu_count_used_number((double)answer);
    else
        return (T)cuda_cpu_count_used((unsigned long long)answer);
}

// For the time of what the runtime does in a kernel.
struct not_the_programs_own {
    not_the_programs_own() { cuda_cpu_count_mute(); }
    not_the_programs_own(const not_the_programs_own &) = delete;
    ~not_the_programs_own() { cuda_cpu_count_own(); }
};

// For the time of an atomic that is done in steps.
struct updating {
    updating(const volatile void *address, size_t bytes) { cuda_cpu_count_update(address, bytes); }
    updating(const updating &) = delete;
    ~updating() { cuda_cpu_count_own(); }
};

// For the time of a fetch.
struct fetching {
    fetching() { cuda_cpu_count_fetch(); }
    fetching(const fetching &) = delete;
    ~fetching() { cuda_cpu_count_own(); }
};

} // namespace cuda_cpu
#endif
#else
#define CUDA_CPU_COUNTED(call)
#define CUDA_CPU_ONLY_COPY
#define CUDA_CPU_UNSEEN inline
#define CUDA_CPU_SEEN
#define CUDA_CPU_AS_COUNTED(kernel) (kernel)
#ifdef __cplusplus
namespace cuda_cpu {
template <class T> static inline T used(T answer) {
    return answer;
}
} // namespace cuda_cpu
#endif
#endif

#endif
