// SPDX-License-Identifier: MIT
// Floats of 8 bits: e4m3 (bias 7, up to 448, no infinity), e5m2 (bias 15, up to 57344) and e8m0,
// the powers of two from 2^-127 to 2^127 that scale blocks of the others.
#ifndef __CUDA_FP8_H__
#define __CUDA_FP8_H__

#include <assert.h> // the toolkit's header has it, and programs rely on that

#include "cuda_cpu/macros_away.h"

#include "cuda_cpu/tiny_float.h"

typedef unsigned char __nv_fp8_storage_t;
typedef unsigned short __nv_fp8x2_storage_t;
typedef unsigned __nv_fp8x4_storage_t;

// What becomes of a number beyond the largest: an infinity (e5m2) or a NaN (e4m3), or the largest.
typedef enum __nv_saturation_t { __NV_NOSAT, __NV_SATFINITE } __nv_saturation_t;
typedef enum __nv_fp8_interpretation_t { __NV_E4M3, __NV_E5M2 } __nv_fp8_interpretation_t;

// ---- to e4m3 and e5m2, to the nearest ----------------------------------------------------------

static inline __nv_fp8_storage_t __nv_cvt_double_to_fp8(double x, __nv_saturation_t saturate,
                                                        __nv_fp8_interpretation_t kind) {
    const int sign = signbit(x) ? 0x80 : 0, largest = kind == __NV_E5M2 ? 0x7b : 0x7e;
    if (x != x) // e5m2 keeps what it can of a double's NaN
        return (__nv_fp8_storage_t)(sign |
                                    (kind == __NV_E5M2 ? 0x7e | (__double_as_longlong(x) >> 50 & 3)
                                                       : 0x7f));
    const int code =
        kind == __NV_E5M2 ? cuda_cpu::tiny_code<2, 15>(x) : cuda_cpu::tiny_code<3, 7>(x);
    return (__nv_fp8_storage_t)(sign | (code <= largest              ? code
                                        : saturate == __NV_SATFINITE ? largest
                                        : kind == __NV_E5M2          ? 0x7c
                                                                     : 0x7f));
}
static inline __nv_fp8_storage_t __nv_cvt_float_to_fp8(float x, __nv_saturation_t saturate,
                                                       __nv_fp8_interpretation_t kind) {
    return x != x ? 0x7f : __nv_cvt_double_to_fp8(x, saturate, kind);
}
static inline __nv_fp8_storage_t __nv_cvt_halfraw_to_fp8(__half_raw x, __nv_saturation_t saturate,
                                                         __nv_fp8_interpretation_t kind) {
    return __nv_cvt_float_to_fp8(__half(x), saturate, kind);
}
static inline __nv_fp8_storage_t __nv_cvt_bfloat16raw_to_fp8(__nv_bfloat16_raw x,
                                                             __nv_saturation_t saturate,
                                                             __nv_fp8_interpretation_t kind) {
    return __nv_cvt_float_to_fp8(__nv_bfloat16(x), saturate, kind);
}

// Two at once, x in the low byte: `one` converts a member, and kind_type is its last argument's.
#define CUDA_CPU_FP8_PAIR(name, from, member_type, one, kind_type)                                 \
    static inline __nv_fp8x2_storage_t name(from x, __nv_saturation_t saturate, kind_type kind) {  \
        return (__nv_fp8x2_storage_t)(one(member_type{x.x}, saturate, kind) |                      \
                                      one(member_type{x.y}, saturate, kind) << 8);                 \
    }
CUDA_CPU_FP8_PAIR(__nv_cvt_double2_to_fp8x2, double2, double, __nv_cvt_double_to_fp8,
                  __nv_fp8_interpretation_t)
CUDA_CPU_FP8_PAIR(__nv_cvt_float2_to_fp8x2, float2, float, __nv_cvt_float_to_fp8,
                  __nv_fp8_interpretation_t)
CUDA_CPU_FP8_PAIR(__nv_cvt_halfraw2_to_fp8x2, __half2_raw, __half_raw, __nv_cvt_halfraw_to_fp8,
                  __nv_fp8_interpretation_t)
CUDA_CPU_FP8_PAIR(__nv_cvt_bfloat16raw2_to_fp8x2, __nv_bfloat162_raw, __nv_bfloat16_raw,
                  __nv_cvt_bfloat16raw_to_fp8, __nv_fp8_interpretation_t)

// ---- from e4m3 and e5m2: a half has all their numbers ------------------------------------------

static inline __half_raw __nv_cvt_fp8_to_halfraw(__nv_fp8_storage_t x,
                                                 __nv_fp8_interpretation_t kind) {
    const int code = x & 0x7f;
    if (code > (kind == __NV_E5M2 ? 0x7c : 0x7e))
        return {0x7fff};
    if (kind == __NV_E5M2) // a half cut short
        return {(unsigned short)(x << 8)};
    return {(unsigned short)(cuda_cpu::nearest_half(cuda_cpu::tiny_size<3, 7>(code)) | (x & 0x80)
                                                                                           << 8)};
}
static inline __half2_raw __nv_cvt_fp8x2_to_halfraw2(__nv_fp8x2_storage_t x,
                                                     __nv_fp8_interpretation_t kind) {
    return {__nv_cvt_fp8_to_halfraw((__nv_fp8_storage_t)x, kind).x,
            __nv_cvt_fp8_to_halfraw((__nv_fp8_storage_t)(x >> 8), kind).x};
}

// ---- e8m0: a size alone, cut (cudaRoundZero) or rounded up (cudaRoundPosInf) -------------------

static inline __nv_fp8_storage_t __nv_cvt_double_to_e8m0(double x, __nv_saturation_t saturate,
                                                         enum cudaRoundMode rounding) {
    if (x != x)
        return 0xff;
    int exponent;
    const double fraction = frexp(fmin(fabs(x), ldexp(1, 129)), &exponent); // in [1/2, 1), or 0
    const int code = exponent + 126 + (rounding == cudaRoundPosInf && fraction > 0.5);
    const bool cut_short = rounding == cudaRoundZero && !isinf(x);
    const int largest = saturate == __NV_SATFINITE || cut_short ? 0xfe : 0xff;
    return (__nv_fp8_storage_t)(fraction == 0 || code < 0 ? 0 : code > largest ? largest : code);
}
static inline __nv_fp8_storage_t __nv_cvt_float_to_e8m0(float x, __nv_saturation_t saturate,
                                                        enum cudaRoundMode rounding) {
    return __nv_cvt_double_to_e8m0(x, saturate, rounding);
}
static inline __nv_fp8_storage_t __nv_cvt_bfloat16raw_to_e8m0(__nv_bfloat16_raw x,
                                                              __nv_saturation_t saturate,
                                                              enum cudaRoundMode rounding) {
    return __nv_cvt_float_to_e8m0(__nv_bfloat16(x), saturate, rounding);
}
CUDA_CPU_FP8_PAIR(__nv_cvt_double2_to_e8m0x2, double2, double, __nv_cvt_double_to_e8m0,
                  enum cudaRoundMode)
CUDA_CPU_FP8_PAIR(__nv_cvt_float2_to_e8m0x2, float2, float, __nv_cvt_float_to_e8m0,
                  enum cudaRoundMode)
CUDA_CPU_FP8_PAIR(__nv_cvt_bfloat162raw_to_e8m0x2, __nv_bfloat162_raw, __nv_bfloat16_raw,
                  __nv_cvt_bfloat16raw_to_e8m0, enum cudaRoundMode)
#undef CUDA_CPU_FP8_PAIR

static inline __nv_bfloat16_raw __nv_cvt_e8m0_to_bf16raw(__nv_fp8_storage_t x) {
    return {(unsigned short)(x == 0xff ? 0x7fff : x == 0 ? 0x0040 : x << 7)};
}
static inline __nv_bfloat162_raw __nv_cvt_e8m0x2_to_bf162raw(__nv_fp8x2_storage_t x) {
    return {__nv_cvt_e8m0_to_bf16raw((__nv_fp8_storage_t)x).x,
            __nv_cvt_e8m0_to_bf16raw((__nv_fp8_storage_t)(x >> 8)).x};
}

// ---- the types: beyond the largest they are the largest ----------------------------------------

namespace cuda_cpu {

struct fp8_storage {
    typedef __nv_fp8_storage_t storage;
    typedef __nv_fp8x2_storage_t storage2;
    typedef __nv_fp8x4_storage_t storage4;
    enum { width = 8 };
};

template <__nv_fp8_interpretation_t Kind> struct fp8 : fp8_storage {
    static storage nearest(float x) { return __nv_cvt_float_to_fp8(x, __NV_SATFINITE, Kind); }
    static storage nearest(double x) { return __nv_cvt_double_to_fp8(x, __NV_SATFINITE, Kind); }
    static float widen(storage x) { return __half(__nv_cvt_fp8_to_halfraw(x, Kind)); }
};

struct e8m0 : fp8_storage {
    static storage nearest(double x) {
        return __nv_cvt_double_to_e8m0(x, __NV_SATFINITE, cudaRoundPosInf);
    }
    static float widen(storage x) { return __nv_bfloat16(__nv_cvt_e8m0_to_bf16raw(x)); }
};

} // namespace cuda_cpu

CUDA_CPU_TINY_TYPES(__nv_fp8_e4m3, __nv_fp8x2_e4m3, __nv_fp8x4_e4m3, cuda_cpu::fp8<__NV_E4M3>)
CUDA_CPU_TINY_TYPES(__nv_fp8_e5m2, __nv_fp8x2_e5m2, __nv_fp8x4_e5m2, cuda_cpu::fp8<__NV_E5M2>)
CUDA_CPU_TINY_TYPES(__nv_fp8_e8m0, __nv_fp8x2_e8m0, __nv_fp8x4_e8m0, cuda_cpu::e8m0)

#define __CUDA_FP8_TYPES_EXIST__

#include "cuda_cpu/macros_back.h"

#endif
