// SPDX-License-Identifier: MIT
// bfloat16: the upper 16 bits of a float; conversions, and by small_float.h all else. Every
// operation rounds to the nearest, once.
#ifndef __CUDA_BF16_H__
#define __CUDA_BF16_H__

#include "cuda_cpu/macros_away.h"

#include "cuda_cpu/small_type.h"

namespace cuda_cpu {

static inline float bfloat_to_float(unsigned short bits) {
    return __uint_as_float((unsigned)bits << 16);
}

// Rounded to odd as a float first, so that the second rounding, to even, does no harm.
static inline unsigned short nearest_bfloat(double x) {
    if (x != x)
        return 0x7fff;
    const float nearest = (float)x;
    unsigned bits = __float_as_uint(nearest);
    if ((double)nearest != x && !(bits & 1) && !isinf(nearest))
        bits += (fabs(x) > fabs((double)nearest)) ? 1 : -1;
    return (unsigned short)((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}

} // namespace cuda_cpu

CUDA_CPU_SMALL_TYPE(__nv_bfloat16, __nv_bfloat162, cuda_cpu::nearest_bfloat,
                    cuda_cpu::bfloat_to_float)

typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;

static inline __nv_bfloat16 __float2bfloat16(float x) {
    return __nv_bfloat16(x);
}
static inline __nv_bfloat16 __float2bfloat16_rn(float x) {
    return __nv_bfloat16(x);
}
static inline __nv_bfloat16 __float2bfloat16_rz(float x) {
    return x != x     ? __nv_bfloat16(x)
           : isinf(x) ? __nv_bfloat16(x)
                      : __nv_bfloat16::of_bits((int)(__float_as_uint(x) >> 16));
}
static inline __nv_bfloat16 __double2bfloat16(double x) {
    return __nv_bfloat16(x);
}
static inline __nv_bfloat16 __int2bfloat16_rn(int x) {
    return __nv_bfloat16(x);
}
static inline float __bfloat162float(__nv_bfloat16 x) {
    return x;
}
static inline int __bfloat162int_rn(__nv_bfloat16 x) {
    return __float2int_rn(x);
}
static inline int __bfloat162int_rz(__nv_bfloat16 x) {
    return __float2int_rz(x);
}
// From whole numbers and to them, rounded in the four ways.
namespace cuda_cpu {

// The one of a number's two neighbours that lies further up (or down); a number that is one stays.
static inline __nv_bfloat16 bfloat_towards(double x, bool up) {
    const __nv_bfloat16 nearest(x);
    const double is = (float)nearest;
    if (is == x || x != x || (up ? is > x : is < x))
        return nearest;
    const int away = (is < 0) != up ? 1 : -1; // the bits of a larger size are a larger number
    return is == 0 ? __nv_bfloat16::of_bits(up ? 1 : 0x8001)
                   : __nv_bfloat16::of_bits(nearest.bits + away);
}

} // namespace cuda_cpu

#define CUDA_CPU_BFLOAT_DIRECTED(name, type)                                                       \
    static inline __nv_bfloat16 name##_ru(type x) {                                                \
        return cuda_cpu::bfloat_towards((double)x, true);                                          \
    }                                                                                              \
    static inline __nv_bfloat16 name##_rd(type x) {                                                \
        return cuda_cpu::bfloat_towards((double)x, false);                                         \
    }
#define CUDA_CPU_BFLOAT_WHOLE(name, through, type)                                                 \
    CUDA_CPU_BFLOAT_DIRECTED(__##name##2bfloat16, type)                                            \
    static inline __nv_bfloat16 __##name##2bfloat16_rz(type x) {                                   \
        return cuda_cpu::bfloat_towards((double)x, (double)x < 0);                                 \
    }                                                                                              \
    static inline type __bfloat162##name##_ru(__nv_bfloat16 x) {                                   \
        return (type)__float2##through##_ru(x);                                                    \
    }                                                                                              \
    static inline type __bfloat162##name##_rd(__nv_bfloat16 x) {                                   \
        return (type)__float2##through##_rd(x);                                                    \
    }
#define CUDA_CPU_BFLOAT_NEAREST(name, through, type)                                               \
    static inline __nv_bfloat16 __##name##2bfloat16_rn(type x) {                                   \
        return __nv_bfloat16((double)x);                                                           \
    }                                                                                              \
    static inline type __bfloat162##name##_rn(__nv_bfloat16 x) {                                   \
        return (type)__float2##through##_rn(x);                                                    \
    }                                                                                              \
    static inline type __bfloat162##name##_rz(__nv_bfloat16 x) {                                   \
        return (type)__float2##through##_rz(x);                                                    \
    }
CUDA_CPU_BFLOAT_DIRECTED(__float2bfloat16, float)
CUDA_CPU_BFLOAT_WHOLE(int, int, int)
CUDA_CPU_BFLOAT_WHOLE(uint, uint, unsigned)
CUDA_CPU_BFLOAT_WHOLE(ll, ll, long long)
CUDA_CPU_BFLOAT_WHOLE(ull, ull, unsigned long long)
CUDA_CPU_BFLOAT_NEAREST(uint, uint, unsigned)
CUDA_CPU_BFLOAT_NEAREST(ll, ll, long long)
CUDA_CPU_BFLOAT_NEAREST(ull, ull, unsigned long long)
#undef CUDA_CPU_BFLOAT_DIRECTED
#undef CUDA_CPU_BFLOAT_WHOLE
#undef CUDA_CPU_BFLOAT_NEAREST

CUDA_CPU_SMALL_PAIRS(__nv_bfloat16, __nv_bfloat162, bfloat16, bfloat162)

#define CUDART_INF_BF16 __ushort_as_bfloat16(0x7f80)
#define CUDART_NAN_BF16 __ushort_as_bfloat16(0x7fff)
#define CUDART_MIN_DENORM_BF16 __ushort_as_bfloat16(0x0001)
#define CUDART_MAX_NORMAL_BF16 __ushort_as_bfloat16(0x7f7f)
#define CUDART_NEG_ZERO_BF16 __ushort_as_bfloat16(0x8000)
#define CUDART_ZERO_BF16 __ushort_as_bfloat16(0x0000)
#define CUDART_ONE_BF16 __ushort_as_bfloat16(0x3f80)

#define CUDA_CPU_SMALL __nv_bfloat16
#define CUDA_CPU_PAIR __nv_bfloat162
#define CUDA_CPU_EXACT double
#include "cuda_cpu/small_float.h"
#ifdef __CUDA_FP16_H__
#include "cuda_cpu/mixed_floats.h"
#endif

#include "cuda_cpu/macros_back.h"

#endif
