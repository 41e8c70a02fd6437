// SPDX-License-Identifier: MIT
// Loads and stores that tell a GPU's caches what to do, and so nothing here; clocks; and the ways
// for a kernel to give up: __trap and assert.
#ifndef CUDA_CPU_ACCESS_H
#define CUDA_CPU_ACCESS_H

#include <time.h>

#include "cuda_cpu/fault.h"
#include "cuda_cpu/launch.h"

// ---- loads and stores --------------------------------------------------------------------------

namespace cuda_cpu {

// What a GPU loads at once, as CUDA has overloads for it: numbers and short vectors of such, no
// other classes, pointers or volatile ones. Small types add themselves.
template <class T, class... Others>
constexpr bool is_one_of_types = (std::is_same_v<T, Others> || ...);
template <class T>
struct is_loaded_at_once
    : std::bool_constant<
          is_one_of_types<T, char, signed char, unsigned char, short, unsigned short, int, unsigned,
                          long, unsigned long, long long, unsigned long long, float, double, char2,
                          char4, uchar2, uchar4, short2, short4, ushort2, ushort4, int2, int4,
                          uint2, uint4, longlong2, ulonglong2, float2, float4, double2>> {};

template <bool>
struct overload_if {}; // std::enable_if, of which the compiler would say where the library has it
template <> struct overload_if<true> { using type = void; };

} // namespace cuda_cpu

#define CUDA_CPU_LOAD(name)                                                                        \
    template <class T,                                                                             \
              class = typename cuda_cpu::overload_if<cuda_cpu::is_loaded_at_once<T>::value>::type> \
    static inline T name(const T *address) {                                                       \
        return *address;                                                                           \
    }
CUDA_CPU_LOAD(__ldg)
CUDA_CPU_LOAD(__ldca)
CUDA_CPU_LOAD(__ldcg)
CUDA_CPU_LOAD(__ldcs)
CUDA_CPU_LOAD(__ldlu)
CUDA_CPU_LOAD(__ldcv)
#undef CUDA_CPU_LOAD

namespace cuda_cpu {

template <class T> struct exactly { // a parameter that a template's type is not deduced from
    using type = T;
};

} // namespace cuda_cpu

#define CUDA_CPU_STORE(name)                                                                       \
    template <class T,                                                                             \
              class = typename cuda_cpu::overload_if<cuda_cpu::is_loaded_at_once<T>::value>::type> \
    static inline void name(T *address, typename cuda_cpu::exactly<T>::type value) {               \
        *address = value;                                                                          \
    }
CUDA_CPU_STORE(__stwb)
CUDA_CPU_STORE(__stcg)
CUDA_CPU_STORE(__stcs)
CUDA_CPU_STORE(__stwt)
#undef CUDA_CPU_STORE

// ---- address spaces: there is one; what lies where, the runtime knows --------------------------

// True of whatever the runtime knows as device memory, __device__ variables that were copied to or
// asked for included.
static inline unsigned __isGlobal(const void *pointer) {
    return cuda_cpu_is_global(pointer) != 0;
}

// Of the block that the thread is in, and of the thread itself.
static inline unsigned __isShared(const void *pointer) {
    return cuda_cpu_is_shared(pointer) != 0;
}
static inline unsigned __isLocal(const void *pointer) {
    return cuda_cpu_is_local(pointer) != 0;
}

#define CUDA_CPU_SPACE(name)                                                                       \
    static inline size_t __cvta_generic_to_##name(const void *pointer) {                           \
        return (size_t)pointer;                                                                    \
    }                                                                                              \
    static inline void *__cvta_##name##_to_generic(size_t address) {                               \
        return (void *)address;                                                                    \
    }
CUDA_CPU_SPACE(global)
CUDA_CPU_SPACE(constant)
CUDA_CPU_SPACE(local)
CUDA_CPU_SPACE(grid_constant)
#undef CUDA_CPU_SPACE

namespace cuda_cpu {
// The address of shared memory that this OS thread asked for last: PTX takes the lower half alone.
CUDA_CPU_THREAD_LOCAL size_t shared_seen;
} // namespace cuda_cpu

static inline size_t __cvta_generic_to_shared(const void *pointer) {
    cuda_cpu::shared_seen = (size_t)pointer;
    return (size_t)pointer;
}
static inline void *__cvta_shared_to_generic(size_t address) {
    return (void *)(address >> 32
                        ? address
                        : cuda_cpu_whole_shared_address((unsigned)address, cuda_cpu::shared_seen));
}

// ---- time --------------------------------------------------------------------------------------

// Counts at a steady rate, which cudaDevAttrClockRate tells.
static inline long long clock64(void) {
#if defined(__x86_64__)
    return (long long)__builtin_ia32_rdtsc();
#elif defined(__aarch64__)
    long long ticks;
    __asm__ volatile("mrs %0, cntvct_el0" : "=r"(ticks));
    return ticks;
#else
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (long long)t.tv_sec * 1000000000 + t.tv_nsec;
#endif
}

namespace cuda_cpu {

// clock() in a function that a kernel may call (cpu/compiler/lower/arithmetic.c): there it is the
// counter, in host code the C library's.
static inline clock_t clock_here(void) {
    return cuda_cpu_is_in_kernel() ? (clock_t)clock64() : ::clock();
}

static inline unsigned long long nanoseconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    return (unsigned long long)t.tv_sec * 1000000000 + (unsigned long long)t.tv_nsec;
}

} // namespace cuda_cpu

namespace cuda_cpu {

static inline void step_back(unsigned ns) {
    const uint3 me = threadIdx;
    about_to_wait();
    cuda_cpu_sleep(ns);
    threadIdx = me; // others ran on this OS thread meanwhile
    CUDA_CPU_WATCH(cuda_cpu_watch_resume(thread_rank()));
    CUDA_CPU_COUNTED(cuda_cpu_count_resume(thread_rank()));
}

// What cuda2cpp puts into loops that wait for what another thread writes (lower/spinning.c).
static inline void spin(void) {
    if (cuda_cpu_is_in_kernel())
        step_back(0);
}

} // namespace cuda_cpu

static inline void __nanosleep(unsigned ns) {
    cuda_cpu::step_back(ns);
}

// ---- giving up ---------------------------------------------------------------------------------

namespace cuda_cpu {

static inline cuda_cpu_place here(const char *file, int line) {
    return {
        file, line, {blockIdx.x, blockIdx.y, blockIdx.z}, {threadIdx.x, threadIdx.y, threadIdx.z}};
}

// assert, as include/assert.h has it
[[noreturn]] __attribute__((cold)) static inline void
assertion_failed(const char *condition, const char *file, int line, const char *function) {
    const cuda_cpu_place place = here(file, line);
    cuda_cpu_assertion(&place, function, condition);
}

} // namespace cuda_cpu

namespace cuda_cpu {

// Asked at the end of a function that should have returned something (lower/missing_return.c):
// true, which the compiler does not know when it warns of such functions.
static inline bool ends_without_return(void) {
    int yes;
    __asm__("" : "=r"(yes) : "0"(1));
    return yes;
}

// What it returns if that may be any type, also one that cannot be made of nothing: then an object
// of zeros.
template <class T> static inline T unspecified(void) {
    if constexpr (std::is_default_constructible_v<T>) {
        return T();
    } else if constexpr (!std::is_void_v<T>) {
        using object = std::remove_cv_t<std::remove_reference_t<T>>;
        alignas(object) static unsigned char zeros[sizeof(object)];
        if constexpr (std::is_reference_v<T> || std::is_move_constructible_v<T>)
            return static_cast<std::add_rvalue_reference_t<T>>(*(object *)zeros);
        else
            abort();
    }
}

} // namespace cuda_cpu

[[noreturn]] static inline void __trap(const char *file = __builtin_FILE(),
                                       int line = __builtin_LINE()) {
    const cuda_cpu_place place = cuda_cpu::here(file, line);
    cuda_cpu_trap(&place);
}

static inline void __brkpt(void) {
    cuda_cpu_breakpoint();
}

// ---- what the compiler may take for granted ----------------------------------------------------

#if !defined(__clang__)
#define __builtin_assume(condition)                                                                \
    do {                                                                                           \
        if (!(condition))                                                                          \
            __builtin_unreachable();                                                               \
    } while (0)
#endif
#define __assume(condition) __builtin_assume(condition)

#endif
