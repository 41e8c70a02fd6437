// SPDX-License-Identifier: MIT
// The integer intrinsics: bits counted, found and moved, high halves of products, sums of
// differences, dot products of packed numbers.
#ifndef CUDA_CPU_INTEGER_H
#define CUDA_CPU_INTEGER_H

#include "cuda_cpu/types.h"

// ---- bits --------------------------------------------------------------------------------------

static inline int __popc(unsigned x) {
    return __builtin_popcount(x);
}
static inline int __popcll(unsigned long long x) {
    return __builtin_popcountll(x);
}
static inline int __clz(int x) {
    return x ? __builtin_clz((unsigned)x) : 32;
}
static inline int __clzll(long long x) {
    return x ? __builtin_clzll((unsigned long long)x) : 64;
}
static inline int __ffs(int x) { // counted from 1; 0: no bit is set
    return __builtin_ffs(x);
}
static inline int __ffsll(long long x) {
    return __builtin_ffsll(x);
}

// Swaps neighbours of 1, 2, 4 bits, then the bytes.
static inline unsigned long long __brevll(unsigned long long x) {
    x = (x >> 1 & 0x5555555555555555) | (x & 0x5555555555555555) << 1;
    x = (x >> 2 & 0x3333333333333333) | (x & 0x3333333333333333) << 2;
    x = (x >> 4 & 0x0f0f0f0f0f0f0f0f) | (x & 0x0f0f0f0f0f0f0f0f) << 4;
    return __builtin_bswap64(x);
}
static inline unsigned __brev(unsigned x) {
    return (unsigned)(__brevll(x) >> 32);
}

// The position of the n-th set bit (n > 0: upwards from `base`, n < 0: downwards); ~0: there is
// none. n = 0 asks for the bit at `base` itself.
static inline unsigned __fns(unsigned mask, unsigned base, int n) {
    const int step = n < 0 ? -1 : 1;
    int left = n < 0 ? -n : n;
    if (n == 0)
        return base < 32 && (mask >> base & 1) ? base : 0xffffffff;
    for (int i = (int)base; i >= 0 && i < 32; i += step)
        if ((mask >> i & 1) && --left == 0)
            return (unsigned)i;
    return 0xffffffff;
}

// Four bytes picked out of the eight of y:x, one by the low three of each 4 bits of `selector`.
static inline unsigned __byte_perm(unsigned x, unsigned y, unsigned selector) {
    const unsigned long long bytes = (unsigned long long)y << 32 | x;
    unsigned result = 0;
    for (int i = 0; i < 4; i++) {
        const unsigned pick = selector >> 4 * i & 7;
        result |= ((unsigned)(bytes >> 8 * pick) & 0xff) << 8 * i;
    }
    return result;
}

// The 64 bits high:low shifted; the shift wraps at 32, or (lc, rc) is clamped to it.
static inline unsigned __funnelshift_l(unsigned low, unsigned high, unsigned shift) {
    return (unsigned)(((unsigned long long)high << 32 | low) << (shift & 31) >> 32);
}
static inline unsigned __funnelshift_r(unsigned low, unsigned high, unsigned shift) {
    return (unsigned)(((unsigned long long)high << 32 | low) >> (shift & 31));
}
static inline unsigned __funnelshift_lc(unsigned low, unsigned high, unsigned shift) {
    return shift >= 32 ? low : __funnelshift_l(low, high, shift);
}
static inline unsigned __funnelshift_rc(unsigned low, unsigned high, unsigned shift) {
    return shift >= 32 ? high : __funnelshift_r(low, high, shift);
}

// ---- products ----------------------------------------------------------------------------------

__extension__ typedef __int128 cuda_cpu_int128;
__extension__ typedef unsigned __int128 cuda_cpu_uint128;

static inline int __mulhi(int x, int y) {
    return (int)((long long)x * y >> 32);
}
static inline unsigned __umulhi(unsigned x, unsigned y) {
    return (unsigned)((unsigned long long)x * y >> 32);
}
static inline long long __mul64hi(long long x, long long y) {
    return (long long)((cuda_cpu_int128)x * y >> 64);
}
static inline unsigned long long __umul64hi(unsigned long long x, unsigned long long y) {
    return (unsigned long long)((cuda_cpu_uint128)x * y >> 64);
}
// The low 32 bits of the product of the low 24.
static inline int __mul24(int x, int y) {
    const long long a = (int)((unsigned)x << 8) >> 8, b = (int)((unsigned)y << 8) >> 8;
    return (int)(unsigned)(a * b);
}
static inline unsigned __umul24(unsigned x, unsigned y) {
    return (x & 0xffffff) * (y & 0xffffff);
}

// ---- sums, differences, averages ---------------------------------------------------------------

static inline unsigned __sad(int x, int y, unsigned z) { // |x - y| + z
    return (x < y ? (unsigned)y - (unsigned)x : (unsigned)x - (unsigned)y) + z;
}
static inline unsigned __usad(unsigned x, unsigned y, unsigned z) {
    return (x < y ? y - x : x - y) + z;
}
static inline int __hadd(int x, int y) { // averages, rounded down
    return (int)(((long long)x + y) >> 1);
}
static inline int __rhadd(int x, int y) { // and up
    return (int)(((long long)x + y + 1) >> 1);
}
static inline unsigned __uhadd(unsigned x, unsigned y) {
    return (unsigned)(((unsigned long long)x + y) >> 1);
}
static inline unsigned __urhadd(unsigned x, unsigned y) {
    return (unsigned)(((unsigned long long)x + y + 1) >> 1);
}

// ---- dot products of packed numbers, added to c ------------------------------------------------

namespace cuda_cpu {

// Number i of the packed ones, `bits` wide.
template <class T> static inline int packed(T x, int i, int bits) {
    const unsigned up = (unsigned)x << (32 - bits - bits * i);
    return (T)-1 < 0 ? (int)up >> (32 - bits) : (int)(up >> (32 - bits));
}

template <class T> static inline T dot4(T a, T b, T c) {
    unsigned sum = (unsigned)c;
    for (int i = 0; i < 4; i++)
        sum += (unsigned)(packed(a, i, 8) * packed(b, i, 8));
    return (T)sum;
}

// Two 16-bit numbers of a by the low or the high two bytes of b.
template <class T> static inline T dot2(T a, T b, T c, int first) {
    unsigned sum = (unsigned)c;
    for (int i = 0; i < 2; i++)
        sum += (unsigned)packed(a, i, 16) * (unsigned)packed(b, first + i, 8);
    return (T)sum;
}

} // namespace cuda_cpu

static inline int __dp4a(int a, int b, int c) {
    return cuda_cpu::dot4(a, b, c);
}
static inline unsigned __dp4a(unsigned a, unsigned b, unsigned c) {
    return cuda_cpu::dot4(a, b, c);
}
static inline int __dp4a(char4 a, char4 b, int c) {
    return c + a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
}
static inline unsigned __dp4a(uchar4 a, uchar4 b, unsigned c) {
    return c + (unsigned)(a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w);
}
static inline int __dp2a_lo(int a, int b, int c) {
    return cuda_cpu::dot2(a, b, c, 0);
}
static inline unsigned __dp2a_lo(unsigned a, unsigned b, unsigned c) {
    return cuda_cpu::dot2(a, b, c, 0);
}
static inline int __dp2a_hi(int a, int b, int c) {
    return cuda_cpu::dot2(a, b, c, 2);
}
static inline unsigned __dp2a_hi(unsigned a, unsigned b, unsigned c) {
    return cuda_cpu::dot2(a, b, c, 2);
}

#endif
