// SPDX-License-Identifier: MIT
// Arithmetic with the rounding in the name: _rn to the nearest, _rz towards zero, _ru up, _rd down.
// The nearest is what the processor does anyway, kept from being fused with its neighbours; for the
// others its rounding mode is changed for the one operation.
#ifndef CUDA_CPU_ROUNDING_H
#define CUDA_CPU_ROUNDING_H

#include <fenv.h>
#include <math.h>

// A product that becomes no part of a fused multiply-add.
#if defined(__GNUC__) && __GNUC__ >= 12 && !defined(__clang__)
#define CUDA_CPU_APART(value) __builtin_assoc_barrier(value)
#else
#define CUDA_CPU_APART(value) ::cuda_cpu::unfused(value)
#endif

namespace cuda_cpu {

// Older compilers, and others, take the way through memory.
template <class T> static inline T unfused(T value) {
    asm("" : "+m"(value));
    return value;
}

// compute() under another rounding mode. Its operands and result must be volatile: that is what
// keeps the compiler from working it out elsewhere, or beforehand.
template <class Compute>
static inline auto rounded(int mode, Compute compute) -> decltype(compute()) {
    const int before = fegetround();
    fesetround(mode);
    const auto result = compute();
    fesetround(before);
    return result;
}

} // namespace cuda_cpu

#define CUDA_CPU_ROUNDED(suffix, mode, name, type, expression, parameters, copies)                 \
    static inline type name##suffix parameters {                                                   \
        return cuda_cpu::rounded(mode, [&]() -> type {                                             \
            copies;                                                                                \
            volatile type result = (type)(expression);                                             \
            return result;                                                                         \
        });                                                                                        \
    }
#define CUDA_CPU_DIRECTED(name, type, expression, parameters, copies)                              \
    CUDA_CPU_ROUNDED(rz, FE_TOWARDZERO, name, type, expression, parameters, copies)                \
    CUDA_CPU_ROUNDED(ru, FE_UPWARD, name, type, expression, parameters, copies)                    \
    CUDA_CPU_ROUNDED(rd, FE_DOWNWARD, name, type, expression, parameters, copies)
#define CUDA_CPU_ONE(name, type, expression)                                                       \
    static inline type name##rn(type a) {                                                          \
        return CUDA_CPU_APART(expression);                                                         \
    }                                                                                              \
    CUDA_CPU_DIRECTED(name, type, expression, (type given), volatile type a = given)
#define CUDA_CPU_TWO(name, type, expression)                                                       \
    static inline type name##rn(type given, type other) {                                          \
        const type a = CUDA_CPU_APART(given), b = CUDA_CPU_APART(other);                           \
        return CUDA_CPU_APART(expression);                                                         \
    }                                                                                              \
    CUDA_CPU_DIRECTED(name, type, expression, (type given, type other), volatile type a = given;   \
                      volatile type b = other)
#define CUDA_CPU_THREE(name, type, expression)                                                     \
    static inline type name##rn(type a, type b, type c) {                                          \
        return expression;                                                                         \
    }                                                                                              \
    CUDA_CPU_DIRECTED(name, type, expression, (type given, type other, type third),                \
                      volatile type a = given;                                                     \
                      volatile type b = other; volatile type c = third)

CUDA_CPU_TWO(__fadd_, float, a + b)
CUDA_CPU_TWO(__fsub_, float, a - b)
CUDA_CPU_TWO(__fmul_, float, a *b)
CUDA_CPU_TWO(__fdiv_, float, a / b)
CUDA_CPU_ONE(__frcp_, float, 1.0f / a)
CUDA_CPU_ONE(__fsqrt_, float, sqrtf(a))
CUDA_CPU_THREE(__fmaf_, float, fmaf(a, b, c))
CUDA_CPU_THREE(__fmaf_ieee_, float, fmaf(a, b, c))
CUDA_CPU_TWO(__dadd_, double, a + b)
CUDA_CPU_TWO(__dsub_, double, a - b)
CUDA_CPU_TWO(__dmul_, double, a *b)
CUDA_CPU_TWO(__ddiv_, double, a / b)
CUDA_CPU_ONE(__drcp_, double, 1.0 / a)
CUDA_CPU_ONE(__dsqrt_, double, sqrt(a))
CUDA_CPU_THREE(__fma_, double, fma(a, b, c))

namespace cuda_cpu {

// A sum in double that rounds to odd: `rest` is what the sum left out. Rounded once more, to a
// format of at most 51 bits, it gives what the exact sum would have given.
static inline double to_odd(double sum, double rest) {
    long long bits;
    __builtin_memcpy(&bits, &sum, sizeof bits);
    if (rest != 0 && rest == rest && fabs(sum) < INFINITY && !(bits & 1))
        bits += (rest > 0) == (sum > 0) ? 1 : -1;
    __builtin_memcpy(&sum, &bits, sizeof sum);
    return sum;
}

// a + b, to odd.
static inline double add_to_odd(double a, double b) {
    const double sum = CUDA_CPU_APART(a + b);
    const double part = CUDA_CPU_APART(sum - a);
    return to_odd(sum, CUDA_CPU_APART(a - CUDA_CPU_APART(sum - part)) + CUDA_CPU_APART(b - part));
}

} // namespace cuda_cpu

// 1 / sqrt(x), correctly rounded: in double, with the sign of the remainder 1 - y y x.
static inline float __frsqrt_rn(float x) {
    const double y = 1.0 / sqrt((double)x), square = CUDA_CPU_APART(y * y);
    return (float)cuda_cpu::to_odd(y,
                                   fma(-square, (double)x, 1.0) - fma(y, y, -square) * (double)x);
}

#undef CUDA_CPU_ONE
#undef CUDA_CPU_TWO
#undef CUDA_CPU_THREE
#undef CUDA_CPU_DIRECTED
#undef CUDA_CPU_ROUNDED

#endif
