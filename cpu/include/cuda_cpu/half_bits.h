// SPDX-License-Identifier: MIT
// What a half's 16 bits stand for.
#ifndef CUDA_CPU_HALF_BITS_H
#define CUDA_CPU_HALF_BITS_H

#include <math.h>

namespace cuda_cpu {

// A half's bits as a float, exactly.
static inline float half_to_float(unsigned short bits) {
#if defined(__FLT16_MAX__) && defined(__x86_64__) && !defined(__clang__)
    _Float16 value;
    __builtin_memcpy(&value, &bits, sizeof value);
    return (float)value;
#else
    const int exponent = bits >> 10 & 31, fraction = bits & 1023;
    const float size = exponent == 31  ? fraction ? NAN : INFINITY
                       : exponent == 0 ? ldexpf((float)fraction, -24)
                                       : ldexpf((float)(1024 + fraction), exponent - 25);
    return bits & 0x8000 ? -size : size;
#endif
}

} // namespace cuda_cpu

#endif
