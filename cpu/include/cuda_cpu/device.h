// SPDX-License-Identifier: MIT
// What device code may call beyond the C library: minimum and maximum for every type, atomics, and
// the device's own mathematical functions.
#ifndef CUDA_CPU_DEVICE_H
#define CUDA_CPU_DEVICE_H

#include <math.h>
#include <stdio.h>
#include <string.h>

#define __forceinline__ inline __attribute__((always_inline))
#define __align__(n) __attribute__((aligned(n)))

// ---- minimum and maximum -----------------------------------------------------------------------

#define CUDA_CPU_MINMAX(type)                                                                      \
    static inline constexpr type min(type a, type b) {                                             \
        return b < a ? b : a;                                                                      \
    }                                                                                              \
    static inline constexpr type max(type a, type b) {                                             \
        return a < b ? b : a;                                                                      \
    }
CUDA_CPU_MINMAX(int)
CUDA_CPU_MINMAX(unsigned)
CUDA_CPU_MINMAX(long)
CUDA_CPU_MINMAX(unsigned long)
CUDA_CPU_MINMAX(long long)
CUDA_CPU_MINMAX(unsigned long long)
#undef CUDA_CPU_MINMAX
static inline unsigned min(int a, unsigned b) {
    return min((unsigned)a, b);
}
static inline unsigned min(unsigned a, int b) {
    return min(a, (unsigned)b);
}
static inline unsigned max(int a, unsigned b) {
    return max((unsigned)a, b);
}
static inline unsigned max(unsigned a, int b) {
    return max(a, (unsigned)b);
}
// A NaN gives way to a number, as the programming guide has it.
static inline float min(float a, float b) {
    return fminf(a, b);
}
static inline float max(float a, float b) {
    return fmaxf(a, b);
}
static inline double min(double a, double b) {
    return fmin(a, b);
}
static inline double max(double a, double b) {
    return fmax(a, b);
}
static inline double min(float a, double b) {
    return fmin(a, b);
}
static inline double min(double a, float b) {
    return fmin(a, b);
}
static inline double max(float a, double b) {
    return fmax(a, b);
}
static inline double max(double a, float b) {
    return fmax(a, b);
}

// ---- mathematics -------------------------------------------------------------------------------

namespace cuda_cpu {
static inline float rsqrtf(float x) {
    return 1.0f / sqrtf(x);
}
static inline double rsqrt(double x) {
    return 1.0 / sqrt(x);
}
static inline double sinpi(double x) {
    return sin(3.14159265358979323846 * x);
}
static inline double cospi(double x) {
    return cos(3.14159265358979323846 * x);
}
} // namespace cuda_cpu

// C libraries declare functions of some of these names, for uses of their own or newer standards:
// so these are macros. The fast forms (__sinf ...) are here as exact as the slow ones.
#define rsqrtf(x) ::cuda_cpu::rsqrtf(x)
#define rsqrt(x) ::cuda_cpu::rsqrt(x)
#define sinpif(x) ((float)::cuda_cpu::sinpi(x))
#define cospif(x) ((float)::cuda_cpu::cospi(x))
#define sinpi(x) ::cuda_cpu::sinpi(x)
#define cospi(x) ::cuda_cpu::cospi(x)
#define __sinf(x) sinf(x)
#define __cosf(x) cosf(x)
#define __tanf(x) tanf(x)
#define __expf(x) expf(x)
#define __exp10f(x) powf(10.0f, x)
#define __logf(x) logf(x)
#define __log2f(x) log2f(x)
#define __log10f(x) log10f(x)
#define __powf(x, y) powf(x, y)
static inline float __fdividef(float x, float y) {
    return x / y;
}
static inline float __saturatef(float x) {
    return fminf(fmaxf(x, 0.0f), 1.0f);
}
static inline float __fmaf_rn(float x, float y, float z) {
    return fmaf(x, y, z);
}
static inline double __fma_rn(double x, double y, double z) {
    return fma(x, y, z);
}
static inline float __fsqrt_rn(float x) {
    return sqrtf(x);
}
static inline float __frcp_rn(float x) {
    return 1.0f / x;
}

static inline int __popc(unsigned x) {
    return __builtin_popcount(x);
}
static inline int __popcll(unsigned long long x) {
    return __builtin_popcountll(x);
}
static inline int __clz(int x) {
    return x ? __builtin_clz((unsigned)x) : 32;
}
static inline int __clzll(long long x) {
    return x ? __builtin_clzll((unsigned long long)x) : 64;
}
static inline int __ffs(int x) {
    return __builtin_ffs(x);
}
static inline int __ffsll(long long x) {
    return __builtin_ffsll(x);
}

static inline int __float_as_int(float x) {
    int bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static inline unsigned __float_as_uint(float x) {
    return (unsigned)__float_as_int(x);
}

static inline float __int_as_float(int bits) {
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

static inline float __uint_as_float(unsigned bits) {
    return __int_as_float((int)bits);
}

template <class T> static inline T __ldg(const T *address) {
    return *address;
}

static inline void __threadfence(void) {
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
}
static inline void __threadfence_block(void) {
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
}
static inline void __threadfence_system(void) {
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
}

// ---- atomics -----------------------------------------------------------------------------------
// Each returns the value that was there before; relaxed order, as on a GPU.

#define CUDA_CPU_ATOMIC_INTEGER(type)                                                              \
    static inline type atomicAdd(type *p, type v) {                                                \
        return __atomic_fetch_add(p, v, __ATOMIC_RELAXED);                                         \
    }                                                                                              \
    static inline type atomicSub(type *p, type v) {                                                \
        return __atomic_fetch_sub(p, v, __ATOMIC_RELAXED);                                         \
    }                                                                                              \
    static inline type atomicAnd(type *p, type v) {                                                \
        return __atomic_fetch_and(p, v, __ATOMIC_RELAXED);                                         \
    }                                                                                              \
    static inline type atomicOr(type *p, type v) {                                                 \
        return __atomic_fetch_or(p, v, __ATOMIC_RELAXED);                                          \
    }                                                                                              \
    static inline type atomicXor(type *p, type v) {                                                \
        return __atomic_fetch_xor(p, v, __ATOMIC_RELAXED);                                         \
    }                                                                                              \
    static inline type atomicExch(type *p, type v) {                                               \
        return __atomic_exchange_n(p, v, __ATOMIC_RELAXED);                                        \
    }                                                                                              \
    static inline type atomicCAS(type *p, type expected, type v) {                                 \
        __atomic_compare_exchange_n(p, &expected, v, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);   \
        return expected;                                                                           \
    }
CUDA_CPU_ATOMIC_INTEGER(int)
CUDA_CPU_ATOMIC_INTEGER(unsigned)
CUDA_CPU_ATOMIC_INTEGER(unsigned long long)
#undef CUDA_CPU_ATOMIC_INTEGER

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

} // namespace cuda_cpu

#define CUDA_CPU_ATOMIC_MINMAX(type)                                                               \
    static inline type atomicMin(type *p, type v) {                                                \
        return cuda_cpu::atomic_update(p, [v](type old) { return v < old ? v : old; });            \
    }                                                                                              \
    static inline type atomicMax(type *p, type v) {                                                \
        return cuda_cpu::atomic_update(p, [v](type old) { return old < v ? v : old; });            \
    }
CUDA_CPU_ATOMIC_MINMAX(int)
CUDA_CPU_ATOMIC_MINMAX(unsigned)
CUDA_CPU_ATOMIC_MINMAX(long long)
CUDA_CPU_ATOMIC_MINMAX(unsigned long long)
#undef CUDA_CPU_ATOMIC_MINMAX

static inline float atomicAdd(float *p, float v) {
    return cuda_cpu::atomic_update(p, [v](float old) { return old + v; });
}

static inline double atomicAdd(double *p, double v) {
    return cuda_cpu::atomic_update(p, [v](double old) { return old + v; });
}

static inline float atomicExch(float *p, float v) {
    return cuda_cpu::atomic_update(p, [v](float) { return v; });
}

static inline unsigned atomicInc(unsigned *p, unsigned limit) {
    return cuda_cpu::atomic_update(p, [limit](unsigned old) { return old >= limit ? 0 : old + 1; });
}

static inline unsigned atomicDec(unsigned *p, unsigned limit) {
    return cuda_cpu::atomic_update(
        p, [limit](unsigned old) { return old == 0 || old > limit ? limit : old - 1; });
}

#endif
