// SPDX-License-Identifier: MIT
// Floats of 4 bits: e2m1, which is 0, 0.5, 1, 1.5, 2, 3, 4, 6 and their negatives. No infinity and
// no NaN: beyond 6 is 6, and so is a NaN.
#ifndef __CUDA_FP4_H__
#define __CUDA_FP4_H__

#include "cuda_fp8.h"

#include "cuda_cpu/macros_away.h"

typedef __nv_fp8_storage_t __nv_fp4_storage_t; // in the low bits
typedef __nv_fp8_storage_t __nv_fp4x2_storage_t;
typedef __nv_fp8x2_storage_t __nv_fp4x4_storage_t;

typedef enum __nv_fp4_interpretation_t { __NV_E2M1 } __nv_fp4_interpretation_t;

// To the nearest (cudaRoundNearest) or cut (cudaRoundZero).
static inline __nv_fp4_storage_t __nv_cvt_double_to_fp4(double x, __nv_fp4_interpretation_t,
                                                        enum cudaRoundMode rounding) {
    if (x != x)
        return 7;
    const int code = cuda_cpu::tiny_code<1, 1>(x, rounding == cudaRoundZero);
    return (__nv_fp4_storage_t)((code > 7 ? 7 : code) | (signbit(x) ? 8 : 0));
}
static inline __nv_fp4_storage_t __nv_cvt_float_to_fp4(float x, __nv_fp4_interpretation_t kind,
                                                       enum cudaRoundMode rounding) {
    return __nv_cvt_double_to_fp4(x, kind, rounding);
}
static inline __nv_fp4_storage_t
__nv_cvt_halfraw_to_fp4(__half_raw x, __nv_fp4_interpretation_t kind, enum cudaRoundMode rounding) {
    return __nv_cvt_double_to_fp4((float)__half(x), kind, rounding);
}
static inline __nv_fp4_storage_t __nv_cvt_bfloat16raw_to_fp4(__nv_bfloat16_raw x,
                                                             __nv_fp4_interpretation_t kind,
                                                             enum cudaRoundMode rounding) {
    return __nv_cvt_double_to_fp4((float)__nv_bfloat16(x), kind, rounding);
}

#define CUDA_CPU_FP4_PAIR(name, from, member_type, one)                                            \
    static inline __nv_fp4x2_storage_t name(from x, __nv_fp4_interpretation_t kind,                \
                                            enum cudaRoundMode rounding) {                         \
        return (__nv_fp4x2_storage_t)(one(member_type{x.x}, kind, rounding) |                      \
                                      one(member_type{x.y}, kind, rounding) << 4);                 \
    }
CUDA_CPU_FP4_PAIR(__nv_cvt_double2_to_fp4x2, double2, double, __nv_cvt_double_to_fp4)
CUDA_CPU_FP4_PAIR(__nv_cvt_float2_to_fp4x2, float2, float, __nv_cvt_float_to_fp4)
CUDA_CPU_FP4_PAIR(__nv_cvt_halfraw2_to_fp4x2, __half2_raw, __half_raw, __nv_cvt_halfraw_to_fp4)
CUDA_CPU_FP4_PAIR(__nv_cvt_bfloat16raw2_to_fp4x2, __nv_bfloat162_raw, __nv_bfloat16_raw,
                  __nv_cvt_bfloat16raw_to_fp4)
#undef CUDA_CPU_FP4_PAIR

static inline __half_raw __nv_cvt_fp4_to_halfraw(__nv_fp4_storage_t x, __nv_fp4_interpretation_t) {
    return {
        (unsigned short)(cuda_cpu::nearest_half(cuda_cpu::tiny_size<1, 1>(x & 7)) | (x & 8) << 12)};
}
static inline __half2_raw __nv_cvt_fp4x2_to_halfraw2(__nv_fp4x2_storage_t x,
                                                     __nv_fp4_interpretation_t kind) {
    return {__nv_cvt_fp4_to_halfraw(x, kind).x,
            __nv_cvt_fp4_to_halfraw((__nv_fp4_storage_t)(x >> 4), kind).x};
}

namespace cuda_cpu {

struct e2m1 {
    typedef __nv_fp4_storage_t storage;
    typedef __nv_fp4x2_storage_t storage2;
    typedef __nv_fp4x4_storage_t storage4;
    enum { width = 4 };
    static storage nearest(double x) {
        return __nv_cvt_double_to_fp4(x, __NV_E2M1, cudaRoundNearest);
    }
    static float widen(storage x) { return __half(__nv_cvt_fp4_to_halfraw(x, __NV_E2M1)); }
};

} // namespace cuda_cpu

CUDA_CPU_TINY_TYPES(__nv_fp4_e2m1, __nv_fp4x2_e2m1, __nv_fp4x4_e2m1, cuda_cpu::e2m1)

#define __CUDA_FP4_TYPES_EXIST__

#include "cuda_cpu/macros_back.h"

#endif
