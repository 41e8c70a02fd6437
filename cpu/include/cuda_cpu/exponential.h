// SPDX-License-Identifier: MIT
// e^x of floats in device code. The C library's is a call for each element, which keeps loops over
// threads from being vectorised; this one is a polynomial without a branch. Of all floats none is
// further from e^x than 0.85 of a unit in the last place, where CUDA allows 1; and the result is
// the same to the bit in a vector and alone, since products are added by explicit fma() only.
// Processors without that keep the C library's, and so does double, whose polynomial takes longer
// where it is not in a vector. cuda2cpp puts these in the place of exp() and expf()
// (cpu/compiler/arithmetic.c).
#ifndef CUDA_CPU_EXPONENTIAL_H
#define CUDA_CPU_EXPONENTIAL_H

#include <math.h>
#include <type_traits>

namespace cuda_cpu {

#if defined(__FMA__) || defined(__aarch64__)
// x = k ln 2 + r, with ln 2 in two parts, of which the first times k is exact: e^x = 2^k e^r, where
// k is a whole number, and |r| <= ln 2 / 2. A sum with ROUND has k in its lowest bits. What is
// beyond all numbers is brought to where the result is infinite, or 0; a NaN stays one.
template <class = void> // so that clang, too, lets it be called in what may be constexpr
__attribute__((always_inline)) static constexpr inline float device_expf(float x) {
    constexpr float ROUND = 0x1.8p23f;
    x = x > 89.0f ? 89.0f : x;
    x = x < -104.0f ? -104.0f : x;
    const float shifted = __builtin_fmaf(x, 0x1.715476p0f, ROUND), k = shifted - ROUND;
    const float r = __builtin_fmaf(k, 0x1.bd0106p-13f, __builtin_fmaf(k, -0x1.63p-1f, x));
    const float square = r * r;
    const float a = __builtin_fmaf(r, 1.0f / 6, 0.5f), b = __builtin_fmaf(r, 1.0f / 120, 1.0f / 24),
                c = __builtin_fmaf(r, 1.0f / 5040, 1.0f / 720);
    const float p = __builtin_fmaf(square, __builtin_fmaf(square, c, b), a);
    const float sum = 1.0f + r, lost = r - (sum - 1.0f);
    const float e_to_r = sum + __builtin_fmaf(square, p, lost);
    // 2^k in two factors, since it may be no number where the result is one
    const unsigned bits = __builtin_bit_cast(unsigned, shifted) - 0x4b400000u + 256;
    const unsigned half = bits >> 1, rest = bits - half;
    return e_to_r * __builtin_bit_cast(float, (half - 1) << 23) *
           __builtin_bit_cast(float, (rest - 1) << 23);
}
#else
template <class = void> static constexpr inline float device_expf(float x) {
    return ::expf(x);
}
#endif

template <class T>
__attribute__((always_inline)) static constexpr inline auto device_exp(const T &x) {
    if constexpr (std::is_same_v<T, float>)
        return device_expf(x);
    else
        return exp(x);
}

} // namespace cuda_cpu

#endif
