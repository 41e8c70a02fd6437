// SPDX-License-Identifier: MIT
// Casts of bits, and conversions with the rounding in their names. Out of range they end at the
// range's limit; a NaN becomes 0, or the lone top bit where 64 bits are involved, as PTX has it.
#ifndef CUDA_CPU_CONVERT_H
#define CUDA_CPU_CONVERT_H

#include <limits.h>
#include <math.h>
#include <limits>
#include <type_traits>

#include "cuda_cpu/integer.h"
#include "cuda_cpu/rounding.h"

// ---- the same bits as another type -------------------------------------------------------------

namespace cuda_cpu {

template <class To, class From> static inline To same_bits(From from) {
    static_assert(sizeof(To) == sizeof(From), "as many bits");
    To to;
    __builtin_memcpy(&to, &from, sizeof to);
    return to;
}

} // namespace cuda_cpu

static inline int __float_as_int(float x) {
    return cuda_cpu::same_bits<int>(x);
}
static inline unsigned __float_as_uint(float x) {
    return cuda_cpu::same_bits<unsigned>(x);
}
static inline float __int_as_float(int x) {
    return cuda_cpu::same_bits<float>(x);
}
static inline float __uint_as_float(unsigned x) {
    return cuda_cpu::same_bits<float>(x);
}
static inline long long __double_as_longlong(double x) {
    return cuda_cpu::same_bits<long long>(x);
}
static inline double __longlong_as_double(long long x) {
    return cuda_cpu::same_bits<double>(x);
}
static inline int __double2hiint(double x) {
    return (int)(__double_as_longlong(x) >> 32);
}
static inline int __double2loint(double x) {
    return (int)__double_as_longlong(x);
}
static inline double __hiloint2double(int high, int low) {
    return __longlong_as_double(
        (long long)((unsigned long long)(unsigned)high << 32 | (unsigned)low));
}

// ---- to integers -------------------------------------------------------------------------------

namespace cuda_cpu {

// `x` is whole already.
template <class To, class From> static inline To saturated(From x) {
    using limits = std::numeric_limits<To>;
    const From end = (From)(limits::max() / 2 + 1) * 2; // the first number too large
    if (x != x)
        return sizeof(To) == 4 && sizeof(From) == 4 ? 0 : (To)(1ull << (8 * sizeof(To) - 1));
    return x >= end ? limits::max() : x < (From)limits::min() ? limits::min() : (To)x;
}

} // namespace cuda_cpu

#define CUDA_CPU_TO_INTEGER(name, from, to)                                                        \
    static inline to __##name##_rn(from x) {                                                       \
        return cuda_cpu::saturated<to>((from)rint(x)); /* halves to even */                        \
    }                                                                                              \
    static inline to __##name##_rz(from x) {                                                       \
        return cuda_cpu::saturated<to>((from)trunc(x));                                            \
    }                                                                                              \
    static inline to __##name##_ru(from x) {                                                       \
        return cuda_cpu::saturated<to>((from)ceil(x));                                             \
    }                                                                                              \
    static inline to __##name##_rd(from x) {                                                       \
        return cuda_cpu::saturated<to>((from)floor(x));                                            \
    }
CUDA_CPU_TO_INTEGER(float2int, float, int)
CUDA_CPU_TO_INTEGER(float2uint, float, unsigned)
CUDA_CPU_TO_INTEGER(float2ll, float, long long)
CUDA_CPU_TO_INTEGER(float2ull, float, unsigned long long)
CUDA_CPU_TO_INTEGER(double2int, double, int)
CUDA_CPU_TO_INTEGER(double2uint, double, unsigned)
CUDA_CPU_TO_INTEGER(double2ll, double, long long)
CUDA_CPU_TO_INTEGER(double2ull, double, unsigned long long)
#undef CUDA_CPU_TO_INTEGER

// ---- to floats ---------------------------------------------------------------------------------

namespace cuda_cpu {

static inline float beside(float x, double direction) {
    return nextafterf(x, (float)direction);
}
static inline double beside(double x, double direction) {
    return nextafter(x, direction);
}

// Whether `nearest`, made of `exact`, came out larger (1) or smaller (-1) than it.
template <class To> static inline int too_large(To nearest, double exact) {
    return ((double)nearest > exact) - ((double)nearest < exact);
}
template <class To> static inline int too_large(To nearest, cuda_cpu_int128 exact) {
    const cuda_cpu_int128 got = (cuda_cpu_int128)nearest;
    return (got > exact) - (got < exact);
}

template <class To, class Exact> static inline To towards_zero(To nearest, Exact exact) {
    const int error = too_large(nearest, exact);
    return error != 0 && (error > 0) == (exact > 0) ? beside(nearest, 0) : nearest;
}
template <class To, class Exact> static inline To upwards(To nearest, Exact exact) {
    return too_large(nearest, exact) < 0 ? beside(nearest, INFINITY) : nearest;
}
template <class To, class Exact> static inline To downwards(To nearest, Exact exact) {
    return too_large(nearest, exact) > 0 ? beside(nearest, -INFINITY) : nearest;
}

} // namespace cuda_cpu

#define CUDA_CPU_TO_FLOAT(name, from, to, exact)                                                   \
    static inline to __##name##_rn(from x) {                                                       \
        return (to)x;                                                                              \
    }                                                                                              \
    static inline to __##name##_rz(from x) {                                                       \
        return cuda_cpu::towards_zero((to)x, (exact)x);                                            \
    }                                                                                              \
    static inline to __##name##_ru(from x) {                                                       \
        return cuda_cpu::upwards((to)x, (exact)x);                                                 \
    }                                                                                              \
    static inline to __##name##_rd(from x) {                                                       \
        return cuda_cpu::downwards((to)x, (exact)x);                                               \
    }
CUDA_CPU_TO_FLOAT(double2float, double, float, double)
CUDA_CPU_TO_FLOAT(int2float, int, float, double)
CUDA_CPU_TO_FLOAT(uint2float, unsigned, float, double)
CUDA_CPU_TO_FLOAT(ll2float, long long, float, cuda_cpu_int128)
CUDA_CPU_TO_FLOAT(ull2float, unsigned long long, float, cuda_cpu_int128)
CUDA_CPU_TO_FLOAT(ll2double, long long, double, cuda_cpu_int128)
CUDA_CPU_TO_FLOAT(ull2double, unsigned long long, double, cuda_cpu_int128)
#undef CUDA_CPU_TO_FLOAT

static inline double __int2double_rn(int x) {
    return x;
}
static inline double __uint2double_rn(unsigned x) {
    return x;
}

static inline float __saturatef(float x) { // a NaN becomes 0
    return fminf(fmaxf(x, 0.0f), 1.0f);
}

#endif
