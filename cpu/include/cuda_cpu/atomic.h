// SPDX-License-Identifier: MIT
// Atomics: each returns the value that was there before; relaxed order, as on a GPU. Every one has
// its _block and _system forms, which are no different here; make check-race tells of words that
// blocks change by the first. And the fences.
#ifndef CUDA_CPU_ATOMIC_H
#define CUDA_CPU_ATOMIC_H

#include <type_traits>

#include "cuda_cpu/count.h"

namespace cuda_cpu {

// Replaces *p by change(*p) in one step, for what the processor has no instruction for.
template <class T, class Change> static inline T atomic_update(T *p, Change change) {
    T old, wanted;
    CUDA_CPU_COUNTED(const updating all_this(p, sizeof *p));
    __atomic_load(p, &old, __ATOMIC_RELAXED);
    do
        wanted = change(old);
    while (!__atomic_compare_exchange(p, &old, &wanted, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED));
    return old;
}

template <class T> static inline T atomic_swap_if(T *p, T expected, T v) {
    __atomic_compare_exchange_n(p, &expected, v, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
    return expected;
}

} // namespace cuda_cpu

// One function in its three scopes, for one type.
#define CUDA_CPU_ATOMIC(name, type, parameters, ...)                                               \
    static inline type name parameters {                                                           \
        return ::cuda_cpu::used<type>(__VA_ARGS__);                                                \
    }                                                                                              \
    static inline type name##_block parameters {                                                   \
        CUDA_CPU_TRACE(const cuda_cpu::of_block scope(1));                                         \
        return ::cuda_cpu::used<type>(__VA_ARGS__);                                                \
    }                                                                                              \
    static inline type name##_system parameters {                                                  \
        return ::cuda_cpu::used<type>(__VA_ARGS__);                                                \
    }
#define CUDA_CPU_ATOMIC_FETCH(name, type, builtin)                                                 \
    CUDA_CPU_ATOMIC(name, type, (type * p, type v), builtin(p, v, __ATOMIC_RELAXED))
#define CUDA_CPU_ATOMIC_UPDATE(name, type, ...)                                                    \
    CUDA_CPU_ATOMIC(name, type, (type * p, type v),                                                \
                    cuda_cpu::atomic_update(p, [v](type old) -> type { return __VA_ARGS__; }))

#define CUDA_CPU_ATOMIC_INTEGER(type)                                                              \
    CUDA_CPU_ATOMIC_FETCH(atomicAdd, type, __atomic_fetch_add)                                     \
    CUDA_CPU_ATOMIC_FETCH(atomicAnd, type, __atomic_fetch_and)                                     \
    CUDA_CPU_ATOMIC_FETCH(atomicOr, type, __atomic_fetch_or)                                       \
    CUDA_CPU_ATOMIC_FETCH(atomicXor, type, __atomic_fetch_xor)                                     \
    CUDA_CPU_ATOMIC_FETCH(atomicExch, type, __atomic_exchange_n)                                   \
    CUDA_CPU_ATOMIC(atomicCAS, type, (type * p, type expected, type v),                            \
                    cuda_cpu::atomic_swap_if(p, expected, v))
CUDA_CPU_ATOMIC_INTEGER(int)
CUDA_CPU_ATOMIC_INTEGER(unsigned)
CUDA_CPU_ATOMIC_INTEGER(unsigned long long)

#define CUDA_CPU_ATOMIC_MINMAX(type)                                                               \
    CUDA_CPU_ATOMIC_UPDATE(atomicMin, type, v < old ? v : old)                                     \
    CUDA_CPU_ATOMIC_UPDATE(atomicMax, type, old < v ? v : old)
CUDA_CPU_ATOMIC_MINMAX(int)
CUDA_CPU_ATOMIC_MINMAX(unsigned)
CUDA_CPU_ATOMIC_MINMAX(long long)
CUDA_CPU_ATOMIC_MINMAX(unsigned long long)

CUDA_CPU_ATOMIC_FETCH(atomicAnd, long long, __atomic_fetch_and)
CUDA_CPU_ATOMIC_FETCH(atomicOr, long long, __atomic_fetch_or)
CUDA_CPU_ATOMIC_FETCH(atomicXor, long long, __atomic_fetch_xor)
CUDA_CPU_ATOMIC_FETCH(atomicSub, int, __atomic_fetch_sub)
CUDA_CPU_ATOMIC_FETCH(atomicSub, unsigned, __atomic_fetch_sub)
CUDA_CPU_ATOMIC_UPDATE(atomicInc, unsigned, old >= v ? 0 : old + 1)
CUDA_CPU_ATOMIC_UPDATE(atomicDec, unsigned, old == 0 || old > v ? v : old - 1)
CUDA_CPU_ATOMIC_UPDATE(atomicAdd, float, old + v)
CUDA_CPU_ATOMIC_UPDATE(atomicAdd, double, old + v)
CUDA_CPU_ATOMIC_UPDATE(atomicExch, float, ((void)old, v))
CUDA_CPU_ATOMIC(atomicCAS, unsigned short,
                (unsigned short *p, unsigned short expected, unsigned short v),
                cuda_cpu::atomic_swap_if(p, expected, v))

#undef CUDA_CPU_ATOMIC_INTEGER
#undef CUDA_CPU_ATOMIC_MINMAX
#undef CUDA_CPU_ATOMIC_FETCH

// Of each number by itself.
#define CUDA_CPU_ATOMIC_VECTOR(scope)                                                              \
    static inline float2 atomicAdd##scope(float2 *p, float2 v) {                                   \
        return {atomicAdd##scope(&p->x, v.x), atomicAdd##scope(&p->y, v.y)};                       \
    }                                                                                              \
    static inline float4 atomicAdd##scope(float4 *p, float4 v) {                                   \
        return {atomicAdd##scope(&p->x, v.x), atomicAdd##scope(&p->y, v.y),                        \
                atomicAdd##scope(&p->z, v.z), atomicAdd##scope(&p->w, v.w)};                       \
    }
CUDA_CPU_ATOMIC_VECTOR()
CUDA_CPU_ATOMIC_VECTOR(_block)
CUDA_CPU_ATOMIC_VECTOR(_system)
#undef CUDA_CPU_ATOMIC_VECTOR

// Whatever has 16 bytes, aligned to as many, where the processor can.
#ifdef __GCC_HAVE_SYNC_COMPARE_AND_SWAP_16
namespace cuda_cpu {

template <class T> static inline T atomic_wide(T *p, const T *expected, T v) {
    static_assert(sizeof(T) == 16 && alignof(T) >= 16, "an atomic of this type is not there");
    unsigned __int128 *const word = reinterpret_cast<unsigned __int128 *>(p), wanted, before, seen;
    __builtin_memcpy(&wanted, &v, sizeof wanted);
    if (expected)
        __builtin_memcpy(&before, expected, sizeof before);
    else
        before = *word;
    while ((seen = __sync_val_compare_and_swap(word, before, wanted)) != before && !expected)
        before = seen;
    __builtin_memcpy(&v, &seen, sizeof v);
    return v;
}

template <class T>
using if_wide = std::enable_if_t<sizeof(T) == 16 && std::is_trivially_copyable_v<T>, T>;

} // namespace cuda_cpu

#define CUDA_CPU_ATOMIC_WIDE(scope)                                                                \
    template <class T> static inline cuda_cpu::if_wide<T> atomicExch##scope(T *p, T v) {           \
        return cuda_cpu::atomic_wide<T>(p, nullptr, v);                                            \
    }                                                                                              \
    template <class T>                                                                             \
    static inline cuda_cpu::if_wide<T> atomicCAS##scope(T *p, T expected, T v) {                   \
        return cuda_cpu::atomic_wide<T>(p, &expected, v);                                          \
    }
CUDA_CPU_ATOMIC_WIDE()
CUDA_CPU_ATOMIC_WIDE(_block)
CUDA_CPU_ATOMIC_WIDE(_system)
#undef CUDA_CPU_ATOMIC_WIDE
#endif

static inline void __threadfence(void) {
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
}
static inline void __threadfence_block(void) { // a block runs on one OS thread
    __atomic_thread_fence(__ATOMIC_ACQ_REL);
}
static inline void __threadfence_system(void) {
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
}

// Of shared memory, in the loops of a split kernel (cpu/compiler/split/atomic.c): one OS thread
// runs the block, and nobody else knows its memory. So nothing is to be locked.
namespace cuda_cpu {
namespace in_block {

template <class T>
constexpr bool is_plain =
    std::is_same_v<T, int> || std::is_same_v<T, unsigned> || std::is_same_v<T, unsigned long long>;

// What is added is a number of its own: a product must not become one with the sum, unrounded.
template <class T> static inline void round_off(T &v) {
    if constexpr (std::is_floating_point_v<T>)
        __asm__("" : "+m"(v));
}

template <class T, class Change> static inline T change(T *p, Change change) {
    const T old = *p;
    *p = change(old);
    return old;
}

#define CUDA_CPU_IN_BLOCK(name, also, ...)                                                         \
    template <class T, class V> static inline auto name(T *p, V given) {                           \
        if constexpr (is_plain<T> || (also && std::is_same_v<T, float>)) {                         \
            T v = (T)given;                                                                        \
            round_off(v);                                                                          \
            return change(p, [v](const T old) -> T { return __VA_ARGS__; });                       \
        } else {                                                                                   \
            return ::name(p, given);                                                               \
        }                                                                                          \
    }

template <class T> static inline T sum(T a, T b) {
    if constexpr (std::is_integral_v<T>)
        return (T)((std::make_unsigned_t<T>)a + (std::make_unsigned_t<T>)b);
    else
        return a + b;
}

CUDA_CPU_IN_BLOCK(atomicAdd, true, sum(old, v))
CUDA_CPU_IN_BLOCK(atomicMin, false, v < old ? v : old)
CUDA_CPU_IN_BLOCK(atomicMax, false, old < v ? v : old)
CUDA_CPU_IN_BLOCK(atomicAnd, false, (old & v))
CUDA_CPU_IN_BLOCK(atomicOr, false, old | v)
CUDA_CPU_IN_BLOCK(atomicXor, false, old ^ v)
CUDA_CPU_IN_BLOCK(atomicExch, true, ((void)old, v))
#undef CUDA_CPU_IN_BLOCK

} // namespace in_block
} // namespace cuda_cpu

#endif
