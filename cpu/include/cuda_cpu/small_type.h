// SPDX-License-Identifier: MIT
// What the types of cuda_fp16.h and cuda_bf16.h have in common: 16 bits, made of any number and a
// float when asked; two of them; and what takes pairs apart and puts them together.
#ifndef CUDA_CPU_SMALL_TYPE_H
#define CUDA_CPU_SMALL_TYPE_H

#include "cuda_runtime.h"
#include "cuda_cpu/convert.h"

#ifdef CUDA_CPU_DEVICE
#define CUDA_CPU_LOADED_AT_ONCE(type)                                                              \
    template <> struct cuda_cpu::is_loaded_at_once<type> : std::true_type {};
#else // a host's own file, which loads nothing of the device
#define CUDA_CPU_LOADED_AT_ONCE(type)
#endif

// nearest(x): the bits of the number nearest to a float, a double or an int; widen(bits): the
// float.
#define CUDA_CPU_SMALL_TYPE(type, pair, nearest, widen)                                            \
    struct type##_raw {                                                                            \
        unsigned short x;                                                                          \
    };                                                                                             \
    struct alignas(4) pair##_raw {                                                                 \
        unsigned short x, y;                                                                       \
    };                                                                                             \
    struct alignas(2) type {                                                                       \
        unsigned short bits;                                                                       \
        type() = default;                                                                          \
        type(float x) : bits(nearest(x)) {}                                                        \
        type(double x) : bits(nearest(x)) {}                                                       \
        type(int x) : bits(nearest(x)) {}                                                          \
        type(unsigned x) : bits(nearest(x)) {}                                                     \
        type(short x) : bits(nearest(x)) {}                                                        \
        type(unsigned short x) : bits(nearest(x)) {}                                               \
        type(long x) : bits(nearest((double)x)) {}                                                 \
        type(unsigned long x) : bits(nearest((double)x)) {}                                        \
        type(long long x) : bits(nearest((double)x)) {}                                            \
        type(unsigned long long x) : bits(nearest((double)x)) {}                                   \
        type(type##_raw raw) : bits(raw.x) {}                                                      \
        operator float() const { return widen(bits); }                                             \
        operator type##_raw() const { return {bits}; }                                             \
        static type of_bits(int bits) { return type##_raw{(unsigned short)bits}; }                 \
    };                                                                                             \
    struct alignas(4) pair {                                                                       \
        type x, y;                                                                                 \
        pair() = default;                                                                          \
        pair(const type &x, const type &y) : x(x), y(y) {}                                         \
        pair(const pair##_raw &raw) : x(type##_raw{raw.x}), y(type##_raw{raw.y}) {}                \
        operator pair##_raw() const { return {x.bits, y.bits}; }                                   \
    };                                                                                             \
    CUDA_CPU_LOADED_AT_ONCE(type)                                                                  \
    CUDA_CPU_LOADED_AT_ONCE(pair)

// The functions whose names hold the type's: `half` or `bfloat16`, and the pair's.
#define CUDA_CPU_SMALL_PAIRS(type, pair, name, name2)                                              \
    static inline short __##name##_as_short(type x) {                                              \
        return (short)x.bits;                                                                      \
    }                                                                                              \
    static inline unsigned short __##name##_as_ushort(type x) {                                    \
        return x.bits;                                                                             \
    }                                                                                              \
    static inline type __short_as_##name(short x) {                                                \
        return type::of_bits(x);                                                                   \
    }                                                                                              \
    static inline type __ushort_as_##name(unsigned short x) {                                      \
        return type::of_bits(x);                                                                   \
    }                                                                                              \
    static inline pair make_##name2(type x, type y) {                                              \
        return {x, y};                                                                             \
    }                                                                                              \
    static inline pair __halves2##name2(type x, type y) {                                          \
        return {x, y};                                                                             \
    }                                                                                              \
    static inline pair __##name##2##name2(type x) {                                                \
        return {x, x};                                                                             \
    }                                                                                              \
    static inline pair __float2##name2##_rn(float x) {                                             \
        return {type(x), type(x)};                                                                 \
    }                                                                                              \
    static inline pair __floats2##name2##_rn(float x, float y) {                                   \
        return {type(x), type(y)};                                                                 \
    }                                                                                              \
    static inline pair __float22##name2##_rn(float2 x) {                                           \
        return {type(x.x), type(x.y)};                                                             \
    }                                                                                              \
    static inline float2 __##name2##2float2(pair x) {                                              \
        return {x.x, x.y};                                                                         \
    }                                                                                              \
    static inline type __low2##name(pair x) {                                                      \
        return x.x;                                                                                \
    }                                                                                              \
    static inline type __high2##name(pair x) {                                                     \
        return x.y;                                                                                \
    }                                                                                              \
    static inline float __low2float(pair x) {                                                      \
        return x.x;                                                                                \
    }                                                                                              \
    static inline float __high2float(pair x) {                                                     \
        return x.y;                                                                                \
    }                                                                                              \
    static inline pair __low2##name2(pair x) {                                                     \
        return {x.x, x.x};                                                                         \
    }                                                                                              \
    static inline pair __high2##name2(pair x) {                                                    \
        return {x.y, x.y};                                                                         \
    }                                                                                              \
    static inline pair __lows2##name2(pair x, pair y) {                                            \
        return {x.x, y.x};                                                                         \
    }                                                                                              \
    static inline pair __highs2##name2(pair x, pair y) {                                           \
        return {x.y, y.y};                                                                         \
    }

#endif
