// SPDX-License-Identifier: MIT
// Half precision: 1 bit of sign, 5 of exponent, 10 of fraction; conversions, and by small_float.h
// all else. Every operation rounds to the nearest, once.
#ifndef __CUDA_FP16_H__
#define __CUDA_FP16_H__

#include "cuda_cpu/macros_away.h"

#include "cuda_cpu/half_bits.h"
#include "cuda_cpu/small_type.h"

namespace cuda_cpu {

// The bits of a number that is one of a half's, or too large for it: then infinity.
static inline unsigned short exact_half(double x) {
    const unsigned short sign = signbit(x) ? 0x8000 : 0;
    const double size = fabs(x);
    if (x != x)
        return 0x7fff;
    if (size >= 65520)
        return sign | 0x7c00;
    if (size < ldexp(1, -14))
        return (unsigned short)(sign | (int)(size * (1 << 24)));
    int exponent;
    const double fraction = frexp(size, &exponent); // in [1/2, 1)
    return (unsigned short)(sign | (exponent + 14) << 10 | (int)((fraction * 2 - 1) * 1024));
}

// Rounded by `whole`: rint, trunc, ceil or floor.
template <class Whole> static inline unsigned short round_to_half(double x, Whole whole) {
    if (x != x || x == 0 || isinf(x))
        return exact_half(x);
    int exponent;
    frexp(x, &exponent);
    const int step = (exponent < -13 ? -13 : exponent) - 11; // of the last bit
    const double rounded = ldexp(whole(ldexp(x, -step)), step);
    if (fabs(rounded) > 65504) // then it ends at the largest half, or at infinity
        return exact_half(copysign(fabs(whole(copysign(0.5, x))) > 0 ? INFINITY : 65504, x));
    return exact_half(copysign(rounded, x));
}

// From a float, an int or a double.
template <class From> static inline unsigned short nearest_half(From from) {
#if defined(__FLT16_MAX__) && defined(__x86_64__) && !defined(__clang__)
    const _Float16 value = (_Float16)from;
    unsigned short bits;
    __builtin_memcpy(&bits, &value, sizeof bits);
    return value != value ? 0x7fff : bits;
#else
    const double x = (double)from;
    if (fabs(x) > 65504)
        return exact_half(fabs(x) < 65520 ? copysign(65504, x) : x);
    return round_to_half(x, [](double y) { return rint(y); });
#endif
}

} // namespace cuda_cpu

CUDA_CPU_SMALL_TYPE(__half, __half2, cuda_cpu::nearest_half, cuda_cpu::half_to_float)

typedef __half half;
typedef __half2 half2;

// ---- conversions -------------------------------------------------------------------------------

#define CUDA_CPU_TO_HALF(name, from)                                                               \
    static inline __half name##_rn(from x) {                                                       \
        return __half::of_bits(cuda_cpu::nearest_half((double)x));                                 \
    }                                                                                              \
    static inline __half name##_rz(from x) {                                                       \
        return __half::of_bits(                                                                    \
            cuda_cpu::round_to_half((double)x, [](double y) { return trunc(y); }));                \
    }                                                                                              \
    static inline __half name##_ru(from x) {                                                       \
        return __half::of_bits(                                                                    \
            cuda_cpu::round_to_half((double)x, [](double y) { return ceil(y); }));                 \
    }                                                                                              \
    static inline __half name##_rd(from x) {                                                       \
        return __half::of_bits(                                                                    \
            cuda_cpu::round_to_half((double)x, [](double y) { return floor(y); }));                \
    }
CUDA_CPU_TO_HALF(__float2half, float)
CUDA_CPU_TO_HALF(__int2half, int)
CUDA_CPU_TO_HALF(__uint2half, unsigned)
CUDA_CPU_TO_HALF(__short2half, short)
CUDA_CPU_TO_HALF(__ushort2half, unsigned short)
CUDA_CPU_TO_HALF(__ll2half, long long)
CUDA_CPU_TO_HALF(__ull2half, unsigned long long)
#undef CUDA_CPU_TO_HALF

namespace cuda_cpu {

// Cut to a whole number and held to a range; a NaN is 0.
static inline int whole_within(float x, int low, int high) {
    return x != x ? 0 : x < (float)low ? low : x > (float)high ? high : (int)x;
}

} // namespace cuda_cpu

#define CUDA_CPU_FROM_HALF(name, to, through)                                                      \
    static inline to __half2##name##_rn(__half x) {                                                \
        return (to)__float2##through##_rn(x);                                                      \
    }                                                                                              \
    static inline to __half2##name##_rz(__half x) {                                                \
        return (to)__float2##through##_rz(x);                                                      \
    }                                                                                              \
    static inline to __half2##name##_ru(__half x) {                                                \
        return (to)__float2##through##_ru(x);                                                      \
    }                                                                                              \
    static inline to __half2##name##_rd(__half x) {                                                \
        return (to)__float2##through##_rd(x);                                                      \
    }
CUDA_CPU_FROM_HALF(int, int, int)
CUDA_CPU_FROM_HALF(uint, unsigned, uint)
CUDA_CPU_FROM_HALF(ll, long long, ll)
CUDA_CPU_FROM_HALF(ull, unsigned long long, ull)
#undef CUDA_CPU_FROM_HALF

#define CUDA_CPU_TO_SHORT(way, round)                                                              \
    static inline short __half2short_##way(__half x) {                                             \
        return (short)cuda_cpu::whole_within(round((float)x), -32768, 32767);                      \
    }                                                                                              \
    static inline unsigned short __half2ushort_##way(__half x) {                                   \
        return (unsigned short)cuda_cpu::whole_within(round((float)x), 0, 65535);                  \
    }
CUDA_CPU_TO_SHORT(rn, rintf)
CUDA_CPU_TO_SHORT(rz, truncf)
CUDA_CPU_TO_SHORT(ru, ceilf)
CUDA_CPU_TO_SHORT(rd, floorf)
#undef CUDA_CPU_TO_SHORT
static inline signed char __half2char_rz(__half x) {
    return (signed char)cuda_cpu::whole_within(x, -128, 127);
}
static inline unsigned char __half2uchar_rz(__half x) {
    return (unsigned char)cuda_cpu::whole_within(x, 0, 255);
}
static inline __half __float2half(float x) {
    return __half(x);
}
static inline __half __double2half(double x) {
    return __half(x);
}
static inline float __half2float(__half x) {
    return x;
}
CUDA_CPU_SMALL_PAIRS(__half, __half2, half, half2)

static inline __half2 __lowhigh2highlow(__half2 x) {
    return {x.y, x.x};
}

#define CUDART_INF_FP16 __ushort_as_half(0x7c00)
#define CUDART_NAN_FP16 __ushort_as_half(0x7fff)
#define CUDART_MIN_DENORM_FP16 __ushort_as_half(0x0001)
#define CUDART_MAX_NORMAL_FP16 __ushort_as_half(0x7bff)
#define CUDART_NEG_ZERO_FP16 __ushort_as_half(0x8000)
#define CUDART_ZERO_FP16 __ushort_as_half(0x0000)
#define CUDART_ONE_FP16 __ushort_as_half(0x3c00)

#define CUDA_CPU_SMALL __half
#define CUDA_CPU_PAIR __half2
#define CUDA_CPU_EXACT float
#include "cuda_cpu/small_float.h"
#ifdef __CUDA_BF16_H__
#include "cuda_cpu/mixed_floats.h"
#endif

#include "cuda_cpu/macros_back.h"

#endif
