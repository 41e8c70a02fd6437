// SPDX-License-Identifier: MIT
// Two numbers of 16 bits or four of 8 in a word: each function does the same to all of them.
#ifndef CUDA_CPU_SIMD_H
#define CUDA_CPU_SIMD_H

namespace cuda_cpu {

// Each part of a and b, sign-extended or not, through `work`; what comes out is cut to the part.
template <int Bits, bool Signed, class Work>
static inline unsigned each_part(unsigned a, unsigned b, Work work) {
    unsigned result = 0;
    for (int at = 0; at < 32; at += Bits) {
        const unsigned up_a = a << (32 - Bits - at), up_b = b << (32 - Bits - at);
        const int x = Signed ? (int)up_a >> (32 - Bits) : (int)(up_a >> (32 - Bits));
        const int y = Signed ? (int)up_b >> (32 - Bits) : (int)(up_b >> (32 - Bits));
        result |= ((unsigned)work(x, y) & (0xffffffffu >> (32 - Bits))) << at;
    }
    return result;
}

// Held to what `bits` can tell.
static inline int held(int x, int bits, bool is_signed) {
    const int low = is_signed ? -(1 << (bits - 1)) : 0;
    const int high = is_signed ? (1 << (bits - 1)) - 1 : (1 << bits) - 1;
    return x < low ? low : x > high ? high : x;
}

} // namespace cuda_cpu

#define CUDA_CPU_PARTS_OF(name, count, bits, is_signed, parameters, a, b, expression)              \
    static inline unsigned name##count parameters {                                                \
        constexpr int width = bits;                                                                \
        (void)width;                                                                               \
        return cuda_cpu::each_part<bits, is_signed>(a, b, [](int x, int y) -> int {                \
            (void)y;                                                                               \
            return expression;                                                                     \
        });                                                                                        \
    }
#define CUDA_CPU_PARTS(name, is_signed, expression)                                                \
    CUDA_CPU_PARTS_OF(name, 2, 16, is_signed, (unsigned a, unsigned b), a, b, expression)          \
    CUDA_CPU_PARTS_OF(name, 4, 8, is_signed, (unsigned a, unsigned b), a, b, expression)
#define CUDA_CPU_PARTS_OF_ONE(name, is_signed, expression)                                         \
    CUDA_CPU_PARTS_OF(name, 2, 16, is_signed, (unsigned a), a, 0, expression)                      \
    CUDA_CPU_PARTS_OF(name, 4, 8, is_signed, (unsigned a), a, 0, expression)

CUDA_CPU_PARTS(__vadd, false, x + y)
CUDA_CPU_PARTS(__vaddss, true, cuda_cpu::held(x + y, width, true))
CUDA_CPU_PARTS(__vaddus, false, cuda_cpu::held(x + y, width, false))
CUDA_CPU_PARTS(__vsub, false, x - y)
CUDA_CPU_PARTS(__vsubss, true, cuda_cpu::held(x - y, width, true))
CUDA_CPU_PARTS(__vsubus, false, cuda_cpu::held(x - y, width, false))
CUDA_CPU_PARTS(__vmaxs, true, x < y ? y : x)
CUDA_CPU_PARTS(__vmaxu, false, x < y ? y : x)
CUDA_CPU_PARTS(__vmins, true, y < x ? y : x)
CUDA_CPU_PARTS(__vminu, false, y < x ? y : x)
CUDA_CPU_PARTS(__vabsdiffs, true, x < y ? y - x : x - y)
CUDA_CPU_PARTS(__vabsdiffu, false, x < y ? y - x : x - y)
CUDA_CPU_PARTS(__vavgu, false, (x + y + 1) >> 1)
CUDA_CPU_PARTS(__vavgs, true, (x + y + (x + y >= 0)) >> 1)
CUDA_CPU_PARTS(__vhaddu, false, (x + y) >> 1)
CUDA_CPU_PARTS_OF_ONE(__vneg, true, -x)
CUDA_CPU_PARTS_OF_ONE(__vnegss, true, cuda_cpu::held(-x, width, true))
CUDA_CPU_PARTS_OF_ONE(__vabs, true, x < 0 ? -x : x)
CUDA_CPU_PARTS_OF_ONE(__vabsss, true, cuda_cpu::held(x < 0 ? -x : x, width, true))

// Comparisons: all bits of a part for true (__vcmp), or 1 (__vset).
#define CUDA_CPU_COMPARE(name, is_signed, operation)                                               \
    CUDA_CPU_PARTS(__vcmp##name, is_signed, x operation y ? -1 : 0)                                \
    CUDA_CPU_PARTS(__vset##name, is_signed, x operation y ? 1 : 0)
CUDA_CPU_COMPARE(eq, false, ==)
CUDA_CPU_COMPARE(ne, false, !=)
CUDA_CPU_COMPARE(ges, true, >=)
CUDA_CPU_COMPARE(geu, false, >=)
CUDA_CPU_COMPARE(gts, true, >)
CUDA_CPU_COMPARE(gtu, false, >)
CUDA_CPU_COMPARE(les, true, <=)
CUDA_CPU_COMPARE(leu, false, <=)
CUDA_CPU_COMPARE(lts, true, <)
CUDA_CPU_COMPARE(ltu, false, <)
#undef CUDA_CPU_COMPARE
#undef CUDA_CPU_PARTS
#undef CUDA_CPU_PARTS_OF_ONE
#undef CUDA_CPU_PARTS_OF

// The sum of the differences' sizes.
#define CUDA_CPU_SUM(name, differences, count, bits)                                               \
    static inline unsigned name(unsigned a, unsigned b) {                                          \
        const unsigned parts = differences(a, b);                                                  \
        unsigned sum = 0;                                                                          \
        for (int at = 0; at < 32; at += bits)                                                      \
            sum += parts >> at & (0xffffffffu >> (32 - bits));                                     \
        return sum;                                                                                \
    }
CUDA_CPU_SUM(__vsads2, __vabsdiffs2, 2, 16)
CUDA_CPU_SUM(__vsadu2, __vabsdiffu2, 2, 16)
CUDA_CPU_SUM(__vsads4, __vabsdiffs4, 4, 8)
CUDA_CPU_SUM(__vsadu4, __vabsdiffu4, 4, 8)
#undef CUDA_CPU_SUM

// ---- sums and extremes of three, of a word or of its halves; _relu: no less than 0 --------------

namespace cuda_cpu {

// The halves of a, b and c, one after the other, through `work`.
template <bool Signed, class Work>
static inline unsigned halves_of_three(unsigned a, unsigned b, unsigned c, Work work) {
    unsigned result = 0;
    for (int at = 0; at < 32; at += 16) {
        const int x = Signed ? (short)(a >> at) : (int)(a >> at & 0xffff);
        const int y = Signed ? (short)(b >> at) : (int)(b >> at & 0xffff);
        const int z = Signed ? (short)(c >> at) : (int)(c >> at & 0xffff);
        result |= ((unsigned)work(x, y, z) & 0xffff) << at;
    }
    return result;
}

template <class T> static inline T greater(T x, T y) {
    return x < y ? y : x;
}
template <class T> static inline T lesser(T x, T y) {
    return y < x ? y : x;
}

} // namespace cuda_cpu

// `sum` is x + y, which wraps around at the ends of its type.
#define CUDA_CPU_THREE(name, expression, relu)                                                     \
    static inline int name##_s32##relu(int x, int y, int z) {                                      \
        using cuda_cpu::greater, cuda_cpu::lesser;                                                 \
        const int sum = (int)((unsigned)x + (unsigned)y);                                          \
        (void)sum;                                                                                 \
        return expression;                                                                         \
    }                                                                                              \
    static inline unsigned name##_s16x2##relu(unsigned a, unsigned b, unsigned c) {                \
        return cuda_cpu::halves_of_three<true>(a, b, c, [](int x, int y, int z) -> int {           \
            using cuda_cpu::greater, cuda_cpu::lesser;                                             \
            const int sum = (short)(x + y);                                                        \
            (void)sum;                                                                             \
            return expression;                                                                     \
        });                                                                                        \
    }
#define CUDA_CPU_THREE_UNSIGNED(name, expression)                                                  \
    static inline unsigned name##_u32(unsigned x, unsigned y, unsigned z) {                        \
        using cuda_cpu::greater, cuda_cpu::lesser;                                                 \
        const unsigned sum = x + y;                                                                \
        (void)sum;                                                                                 \
        return expression;                                                                         \
    }                                                                                              \
    static inline unsigned name##_u16x2(unsigned a, unsigned b, unsigned c) {                      \
        return cuda_cpu::halves_of_three<false>(a, b, c, [](int x, int y, int z) -> int {          \
            using cuda_cpu::greater, cuda_cpu::lesser;                                             \
            const int sum = (x + y) & 0xffff;                                                      \
            (void)sum;                                                                             \
            return expression;                                                                     \
        });                                                                                        \
    }
CUDA_CPU_THREE(__viaddmax, greater(sum, z), )
CUDA_CPU_THREE(__viaddmin, lesser(sum, z), )
CUDA_CPU_THREE(__vimax3, greater(greater(x, y), z), )
CUDA_CPU_THREE(__vimin3, lesser(lesser(x, y), z), )
CUDA_CPU_THREE(__viaddmax, greater(greater(sum, z), 0), _relu)
CUDA_CPU_THREE(__viaddmin, greater(lesser(sum, z), 0), _relu)
CUDA_CPU_THREE(__vimax3, greater(greater(greater(x, y), z), 0), _relu)
CUDA_CPU_THREE(__vimin3, greater(lesser(lesser(x, y), z), 0), _relu)
CUDA_CPU_THREE_UNSIGNED(__viaddmax, greater(sum, z))
CUDA_CPU_THREE_UNSIGNED(__viaddmin, lesser(sum, z))
CUDA_CPU_THREE_UNSIGNED(__vimax3, greater(greater(x, y), z))
CUDA_CPU_THREE_UNSIGNED(__vimin3, lesser(lesser(x, y), z))
#undef CUDA_CPU_THREE
#undef CUDA_CPU_THREE_UNSIGNED

static inline int __vimax_s32_relu(int a, int b) {
    return __vimax3_s32(a, b, 0);
}
static inline int __vimin_s32_relu(int a, int b) {
    return __vimin3_s32_relu(a, b, b);
}
static inline unsigned __vimax_s16x2_relu(unsigned a, unsigned b) {
    return __vimax3_s16x2(a, b, 0);
}
static inline unsigned __vimin_s16x2_relu(unsigned a, unsigned b) {
    return __vimin3_s16x2_relu(a, b, b);
}

// Two, and whether it was the first.
#define CUDA_CPU_WHICH(name, type, operation)                                                      \
    static inline type name(type a, type b, bool *first) {                                         \
        *first = a operation b;                                                                    \
        return *first ? a : b;                                                                     \
    }
CUDA_CPU_WHICH(__vibmax_s32, int, >=)
CUDA_CPU_WHICH(__vibmax_u32, unsigned, >=)
CUDA_CPU_WHICH(__vibmin_s32, int, <=)
CUDA_CPU_WHICH(__vibmin_u32, unsigned, <=)
#undef CUDA_CPU_WHICH
#define CUDA_CPU_WHICH(name, type, operation)                                                      \
    static inline unsigned name(unsigned a, unsigned b, bool *high, bool *low) {                   \
        *high = (type)(a >> 16) operation(type)(b >> 16);                                          \
        *low = (type)a operation(type) b;                                                          \
        return ((*high ? a : b) & 0xffff0000u) | ((*low ? a : b) & 0xffffu);                       \
    }
CUDA_CPU_WHICH(__vibmax_s16x2, short, >=)
CUDA_CPU_WHICH(__vibmax_u16x2, unsigned short, >=)
CUDA_CPU_WHICH(__vibmin_s16x2, short, <=)
CUDA_CPU_WHICH(__vibmin_u16x2, unsigned short, <=)
#undef CUDA_CPU_WHICH

#endif
