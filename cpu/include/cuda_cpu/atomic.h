// SPDX-License-Identifier: MIT
// Atomics: each returns the value that was there before; relaxed order, as on a GPU. Every one has
// its _block and _system forms, which are no different here. And the fences.
#ifndef CUDA_CPU_ATOMIC_H
#define CUDA_CPU_ATOMIC_H

namespace cuda_cpu {

// Replaces *p by change(*p) in one step, for what the processor has no instruction for.
template <class T, class Change> static inline T atomic_update(T *p, Change change) {
    T old, wanted;
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
        return __VA_ARGS__;                                                                        \
    }                                                                                              \
    static inline type name##_block parameters {                                                   \
        return __VA_ARGS__;                                                                        \
    }                                                                                              \
    static inline type name##_system parameters {                                                  \
        return __VA_ARGS__;                                                                        \
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

static inline void __threadfence(void) {
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
}
static inline void __threadfence_block(void) {
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
}
static inline void __threadfence_system(void) {
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
}

#endif
