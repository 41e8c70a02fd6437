// SPDX-License-Identifier: MIT
// What cuda_fp8.h and cuda_fp4.h have in common: rounding to a float of few bits and back, and the
// types of one, two and four of them. Formats: OCP 8-bit floating point (2023) and OCP microscaling
// formats (2023).
#ifndef CUDA_CPU_TINY_FLOAT_H
#define CUDA_CPU_TINY_FLOAT_H

#include <math.h>

#include "cuda_bf16.h"
#include "cuda_fp16.h"
#include "device_types.h"

namespace cuda_cpu {

// The code of |x|, cut or rounded to the nearest, ties to even: exponent and fraction, in the
// lowest bits. One more is the format's next number, also where the exponent changes. It is larger
// than the format's largest if x is; x is not a NaN.
template <int Fraction, int Bias> static inline int tiny_code(double x, bool cut = false) {
    const double size = fmin(fabs(x), 131072.0); // beyond every format, and still an exponent
    const int exponent = (int)(__double_as_longlong(size) >> 52) - 1023;
    const int least = exponent < 1 - Bias ? 1 - Bias : exponent;
    const double steps = size * __longlong_as_double((1023ll + Fraction - least) << 52);
    return ((least + Bias - 1) << Fraction) + (int)(cut ? steps : rint(steps));
}

// The number that a code without its sign stands for.
template <int Fraction, int Bias> static inline float tiny_size(int code) {
    if (code >> Fraction)
        return __int_as_float((code << (23 - Fraction)) + ((127 - Bias) << 23));
    return (float)code * __int_as_float((127 + 1 - Bias - Fraction) << 23);
}

// Explicit conversions only, as the toolkit's have. Format: storage, storage2, storage4; width, the
// bits of one; nearest(x): the code for a float or a double; widen(code): the float.
template <class Format> struct alignas(typename Format::storage) tiny_float {
    typename Format::storage __x;

    tiny_float() = default;
    explicit tiny_float(__half x) : __x(Format::nearest((float)x)) {}
    explicit tiny_float(__nv_bfloat16 x) : __x(Format::nearest((float)x)) {}
    explicit tiny_float(float x) : __x(Format::nearest(x)) {}
    explicit tiny_float(double x) : __x(Format::nearest(x)) {}
    explicit tiny_float(short x) : __x(Format::nearest((double)x)) {}
    explicit tiny_float(unsigned short x) : __x(Format::nearest((double)x)) {}
    explicit tiny_float(int x) : __x(Format::nearest((double)x)) {}
    explicit tiny_float(unsigned x) : __x(Format::nearest((double)x)) {}
    explicit tiny_float(long x) : tiny_float((long long)x) {}
    explicit tiny_float(unsigned long x) : tiny_float((unsigned long long)x) {}
    // A double has no room for all: away from 0, so that e8m0, which rounds up, sees that a number
    // is larger than a power of two.
    explicit tiny_float(long long x)
        : __x(Format::nearest(x < 0 ? __ll2double_rd(x) : __ll2double_ru(x))) {}
    explicit tiny_float(unsigned long long x) : __x(Format::nearest(__ull2double_ru(x))) {}

    explicit operator float() const { return Format::widen(__x); }
    explicit operator double() const { return Format::widen(__x); }
    explicit operator __half() const { return __half(Format::widen(__x)); }
    explicit operator __nv_bfloat16() const { return __nv_bfloat16(Format::widen(__x)); }
    // Cut, and held to the range; a NaN is 0, or of 64 bits the highest alone.
    explicit operator signed char() const {
        return (signed char)whole_within(Format::widen(__x), -128, 127);
    }
    explicit operator unsigned char() const {
        return (unsigned char)whole_within(Format::widen(__x), 0, 255);
    }
    explicit operator char() const {
        return (char)whole_within(Format::widen(__x), CHAR_MIN, CHAR_MAX);
    }
    explicit operator short() const {
        return (short)whole_within(Format::widen(__x), -32768, 32767);
    }
    explicit operator unsigned short() const {
        return (unsigned short)whole_within(Format::widen(__x), 0, 65535);
    }
    explicit operator int() const { return __float2int_rz(Format::widen(__x)); }
    explicit operator unsigned() const { return __float2uint_rz(Format::widen(__x)); }
    explicit operator long() const { return (long)__float2ll_rz(Format::widen(__x)); }
    explicit operator unsigned long() const {
        return (unsigned long)__float2ull_rz(Format::widen(__x));
    }
    explicit operator long long() const { return __float2ll_rz(Format::widen(__x)); }
    explicit operator unsigned long long() const { return __float2ull_rz(Format::widen(__x)); }
    explicit operator bool() const { return Format::widen(__x) != 0; }
};

// Two or four of a format, the first in the lowest bits.
template <class Format, class Storage> struct alignas(Storage) tiny_floats {
    Storage __x;

  protected:
    float at(int i) const {
        return Format::widen(
            (typename Format::storage)(__x >> i * Format::width & ((1 << Format::width) - 1)));
    }
    template <class From> void put(int i, From x) {
        __x = (Storage)((i ? __x : 0) | (unsigned)Format::nearest(x) << i * Format::width);
    }
};

template <class Format> struct tiny_float2 : tiny_floats<Format, typename Format::storage2> {
    tiny_float2() = default;
    explicit tiny_float2(__half2 x) : tiny_float2(__half22float2(x)) {}
    explicit tiny_float2(__nv_bfloat162 x) : tiny_float2(__bfloat1622float2(x)) {}
    explicit tiny_float2(float2 x) { this->put(0, x.x), this->put(1, x.y); }
    explicit tiny_float2(double2 x) { this->put(0, x.x), this->put(1, x.y); }
    explicit operator float2() const { return {this->at(0), this->at(1)}; }
    explicit operator __half2() const { return __floats2half2_rn(this->at(0), this->at(1)); }
};

template <class Format> struct tiny_float4 : tiny_floats<Format, typename Format::storage4> {
    tiny_float4() = default;
    explicit tiny_float4(float4 x) {
        this->put(0, x.x), this->put(1, x.y), this->put(2, x.z), this->put(3, x.w);
    }
    explicit tiny_float4(double4 x) {
        this->put(0, x.x), this->put(1, x.y), this->put(2, x.z), this->put(3, x.w);
    }
    explicit tiny_float4(__half2 low, __half2 high)
        : tiny_float4(float4{low.x, low.y, high.x, high.y}) {}
    explicit tiny_float4(__nv_bfloat162 low, __nv_bfloat162 high)
        : tiny_float4(float4{low.x, low.y, high.x, high.y}) {}
    explicit operator float4() const {
        return {this->at(0), this->at(1), this->at(2), this->at(3)};
    }
};

} // namespace cuda_cpu

// The toolkit's names for a format's types.
#define CUDA_CPU_TINY_TYPES(one, two, four, format)                                                \
    struct one : cuda_cpu::tiny_float<format> {                                                    \
        using tiny_float::tiny_float;                                                              \
    };                                                                                             \
    struct two : cuda_cpu::tiny_float2<format> {                                                   \
        using tiny_float2::tiny_float2;                                                            \
    };                                                                                             \
    struct four : cuda_cpu::tiny_float4<format> {                                                  \
        using tiny_float4::tiny_float4;                                                            \
    };                                                                                             \
    CUDA_CPU_LOADED_AT_ONCE(one)                                                                   \
    CUDA_CPU_LOADED_AT_ONCE(two)                                                                   \
    CUDA_CPU_LOADED_AT_ONCE(four)

#endif
