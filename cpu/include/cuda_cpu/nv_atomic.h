// SPDX-License-Identifier: MIT
// The atomics with an order and a scope, which nvcc knows by themselves since CUDA 12.8:
// __nv_atomic_load_n(p, order, scope) and its kin. What holds for all threads of the program holds
// in every scope; make check-race tells of words that several blocks use in a block's. Types and
// sizes are those that nvcc takes.
#ifndef CUDA_CPU_NV_ATOMIC_H
#define CUDA_CPU_NV_ATOMIC_H

#include "cuda_cpu/atomic.h"

enum {
    __NV_ATOMIC_RELAXED,
    __NV_ATOMIC_CONSUME,
    __NV_ATOMIC_ACQUIRE,
    __NV_ATOMIC_RELEASE,
    __NV_ATOMIC_ACQ_REL,
    __NV_ATOMIC_SEQ_CST
};
enum {
    __NV_THREAD_SCOPE_THREAD,
    __NV_THREAD_SCOPE_BLOCK,
    __NV_THREAD_SCOPE_CLUSTER,
    __NV_THREAD_SCOPE_DEVICE,
    __NV_THREAD_SCOPE_SYSTEM
};

namespace cuda_cpu {

// Around what is relaxed by itself: as strict as can be where any other order is asked for.
struct strictly {
    int order;
    explicit strictly(int order) : order(order) {
        if (order != __NV_ATOMIC_RELAXED)
            __atomic_thread_fence(__ATOMIC_SEQ_CST);
    }
    ~strictly() {
        if (order != __NV_ATOMIC_RELAXED)
            __atomic_thread_fence(__ATOMIC_SEQ_CST);
    }
};

// What was there; it becomes v, if `expected` is NULL or what was there.
template <class T> static inline T nv_atomic_swap(T *p, const T *expected, T v, int order) {
    static_assert(std::is_trivially_copyable_v<T>, "an atomic of this type is not there");
    const strictly by(order);
#ifdef __GCC_HAVE_SYNC_COMPARE_AND_SWAP_16
    if constexpr (sizeof(T) == 16)
        return atomic_wide<T>(p, expected, v);
#endif
    T before;
    if (!expected) {
        __atomic_exchange(p, &v, &before, __ATOMIC_RELAXED);
        return before;
    }
    before = *expected;
    __atomic_compare_exchange(p, &before, &v, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
    return before;
}

template <class T, class Change> static inline T nv_atomic_update(T *p, int order, Change change) {
    const strictly by(order);
    return atomic_update(p, change);
}

template <class T> using unqualified = std::remove_cv_t<T>;
template <class T>
using if_integral = std::enable_if_t<std::is_integral_v<unqualified<T>>, unqualified<T>>;
template <class T>
constexpr bool is_nv_number = std::is_arithmetic_v<T> && (sizeof(T) == 4 || sizeof(T) == 8);

} // namespace cuda_cpu

#define CUDA_CPU_SCOPE [[maybe_unused]] int scope = __NV_THREAD_SCOPE_SYSTEM
#define CUDA_CPU_IN_SCOPE                                                                          \
    CUDA_CPU_TRACE(const cuda_cpu::of_block within(scope <= __NV_THREAD_SCOPE_BLOCK));

template <class T>
static inline void __nv_atomic_load(T *p, cuda_cpu::unqualified<T> *to, int order, CUDA_CPU_SCOPE) {
    CUDA_CPU_IN_SCOPE
    if constexpr (sizeof(T) == 16) { // it becomes 0 where it is 0
        const cuda_cpu::unqualified<T> nothing = {};
        auto *const there = const_cast<cuda_cpu::unqualified<T> *>(p);
        *to = cuda_cpu::nv_atomic_swap(there, &nothing, nothing, order);
    } else {
        __atomic_load(p, to, order);
    }
}
template <class T>
static inline cuda_cpu::if_integral<T> __nv_atomic_load_n(T *p, int order, CUDA_CPU_SCOPE) {
    CUDA_CPU_IN_SCOPE
    return __atomic_load_n(p, order);
}
template <class T> static inline void __nv_atomic_store(T *p, T *from, int order, CUDA_CPU_SCOPE) {
    CUDA_CPU_IN_SCOPE
    if constexpr (sizeof(T) == 16)
        cuda_cpu::nv_atomic_swap<T>(p, nullptr, *from, order);
    else
        __atomic_store(p, from, order);
}
template <class T>
static inline void __nv_atomic_store_n(T *p, cuda_cpu::if_integral<T> v, int order,
                                       CUDA_CPU_SCOPE) {
    CUDA_CPU_IN_SCOPE
    __atomic_store_n(p, v, order);
}
template <class T>
static inline void __nv_atomic_exchange(T *p, T *from, T *to, int order, CUDA_CPU_SCOPE) {
    CUDA_CPU_IN_SCOPE
    *to = cuda_cpu::nv_atomic_swap<T>(p, nullptr, *from, order);
}
template <class T>
static inline T __nv_atomic_exchange_n(T *p, cuda_cpu::if_integral<T> v, int order,
                                       CUDA_CPU_SCOPE) {
    CUDA_CPU_IN_SCOPE
    return cuda_cpu::used<T>(cuda_cpu::nv_atomic_swap<T>(p, nullptr, v, order));
}
template <class T>
static inline bool __nv_atomic_compare_exchange(T *p, T *expected, T *wanted, bool, int order, int,
                                                CUDA_CPU_SCOPE) {
    CUDA_CPU_IN_SCOPE
    const T before = *expected, found = cuda_cpu::nv_atomic_swap(p, &before, *wanted, order);
    *expected = found;
    return __builtin_memcmp(&before, &found, sizeof found) == 0;
}
template <class T>
static inline bool __nv_atomic_compare_exchange_n(T *p, T *expected,
                                                  cuda_cpu::if_integral<T> wanted, bool weak,
                                                  int order, int failure, CUDA_CPU_SCOPE) {
    return __nv_atomic_compare_exchange(p, expected, &wanted, weak, order, failure, scope);
}

// One with what was there before as its result, and one without a result.
#define CUDA_CPU_NV_FETCH(name, condition, ...)                                                    \
    template <class T>                                                                             \
    static inline std::enable_if_t<(condition), T> __nv_atomic_fetch_##name(                       \
        T *p, cuda_cpu::unqualified<T> v, int order, CUDA_CPU_SCOPE) {                             \
        CUDA_CPU_IN_SCOPE                                                                          \
        return cuda_cpu::used<T>(__VA_ARGS__);                                                     \
    }                                                                                              \
    template <class T>                                                                             \
    static inline std::enable_if_t<(condition), void> __nv_atomic_##name(                          \
        T *p, cuda_cpu::unqualified<T> v, int order, int scope = __NV_THREAD_SCOPE_SYSTEM) {       \
        __nv_atomic_fetch_##name(p, v, order, scope);                                              \
    }
#define CUDA_CPU_NV_INTEGER(name, ...)                                                             \
    CUDA_CPU_NV_FETCH(name, (cuda_cpu::is_nv_number<T> && std::is_integral_v<T>), __VA_ARGS__)
#define CUDA_CPU_NV_FLOATING(name, ...)                                                            \
    CUDA_CPU_NV_FETCH(name, (cuda_cpu::is_nv_number<T> && std::is_floating_point_v<T>), __VA_ARGS__)
// An address is a number of bytes, whatever it points to; so is what is added to it.
#define CUDA_CPU_NV_ADDRESS(name)                                                                  \
    template <class T, class V>                                                                    \
    static inline std::enable_if_t<std::is_pointer_v<T>, cuda_cpu::unqualified<T>>                 \
        __nv_atomic_fetch_##name(T *p, V v, int order, CUDA_CPU_SCOPE) {                           \
        return (cuda_cpu::unqualified<T>)__nv_atomic_fetch_##name(                                 \
            (unsigned long long *)p, (unsigned long long)v, order, scope);                         \
    }                                                                                              \
    template <class T, class V>                                                                    \
    static inline std::enable_if_t<std::is_pointer_v<T>, void> __nv_atomic_##name(                 \
        T *p, V v, int order, int scope = __NV_THREAD_SCOPE_SYSTEM) {                              \
        __nv_atomic_fetch_##name(p, v, order, scope);                                              \
    }
CUDA_CPU_NV_INTEGER(add, __atomic_fetch_add(p, v, order))
CUDA_CPU_NV_INTEGER(sub, __atomic_fetch_sub(p, v, order))
CUDA_CPU_NV_INTEGER(and, __atomic_fetch_and(p, v, order))
CUDA_CPU_NV_INTEGER(or, __atomic_fetch_or(p, v, order))
CUDA_CPU_NV_INTEGER(xor, __atomic_fetch_xor(p, v, order))
CUDA_CPU_NV_INTEGER(min, cuda_cpu::nv_atomic_update(p, order, [v](T a) { return v < a ? v : a; }))
CUDA_CPU_NV_INTEGER(max, cuda_cpu::nv_atomic_update(p, order, [v](T a) { return a < v ? v : a; }))
CUDA_CPU_NV_ADDRESS(add)
CUDA_CPU_NV_ADDRESS(sub)
CUDA_CPU_NV_ADDRESS(and)
CUDA_CPU_NV_ADDRESS(or)
CUDA_CPU_NV_ADDRESS(xor)
CUDA_CPU_NV_ADDRESS(min)
CUDA_CPU_NV_ADDRESS(max)
CUDA_CPU_NV_FLOATING(add, cuda_cpu::nv_atomic_update(p, order, [v](T a) { return a + v; }))
CUDA_CPU_NV_FLOATING(sub, cuda_cpu::nv_atomic_update(p, order, [v](T a) { return a - v; }))

static inline void __nv_atomic_thread_fence(int order, CUDA_CPU_SCOPE) {
    if (order != __NV_ATOMIC_RELAXED)
        __atomic_thread_fence(__ATOMIC_SEQ_CST);
}

#undef CUDA_CPU_NV_FETCH
#undef CUDA_CPU_NV_INTEGER
#undef CUDA_CPU_NV_FLOATING
#undef CUDA_CPU_NV_ADDRESS
#undef CUDA_CPU_IN_SCOPE
#undef CUDA_CPU_SCOPE

#endif
