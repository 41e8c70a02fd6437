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

#endif
