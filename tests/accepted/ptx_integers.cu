// SPDX-License-Identifier: MIT
// Whole numbers and their bits by inline PTX: the results are those of the PTX ISA's definitions, worked out by hand.
#include <stdio.h>
__device__ int wrong;
template <class T> __device__ void is(T got, T right, int line) {
    if (got != right) {
        printf("line %d: %llx, should be %llx\n", line, (unsigned long long)got, (unsigned long long)right);
        wrong++;
    }
}
#define IS1(op, c, T, right, a)                                                                    \
    do {                                                                                           \
        T d;                                                                                       \
        asm(op " %0, %1;" : "=" c(d) : c((T)(a)));                                                 \
        is(d, (T)(right), __LINE__);                                                               \
    } while (0)
#define IS2(op, c, T, right, a, b)                                                                 \
    do {                                                                                           \
        T d;                                                                                       \
        asm(op " %0, %1, %2;" : "=" c(d) : c((T)(a)), c((T)(b)));                                  \
        is(d, (T)(right), __LINE__);                                                               \
    } while (0)
#define IS3(op, c, T, right, x, y, z)                                                              \
    do {                                                                                           \
        T d;                                                                                       \
        asm(op " %0, %1, %2, %3;" : "=" c(d) : c((T)(x)), c((T)(y)), c((T)(z)));                   \
        is(d, (T)(right), __LINE__);                                                               \
    } while (0)
typedef unsigned u32;
typedef unsigned long long u64;

__global__ void arithmetic() {
    IS2("add.u32", "r", u32, 1, 0xffffffff, 2);
    IS2("sub.s64", "l", u64, -3ll, 2, 5);
    IS2("add.sat.s32", "r", u32, 0x7fffffff, 0x7fffffff, 1);
    IS2("sub.sat.s32", "r", u32, 0x80000000, 0x80000000, 1);
    IS2("mul.lo.s32", "r", u32, -6, -2, 3);
    IS2("mul.hi.u32", "r", u32, 2, 0x80000000, 4);
    IS2("mul.hi.s32", "r", u32, -1, -1, 1);
    IS2("mul.hi.u64", "l", u64, 1, 1ull << 63, 2);
    IS3("mad.lo.s32", "r", u32, 10, 2, 3, 4);
    IS3("mad.hi.u32", "r", u32, 9, 0x80000000, 4, 7);
    IS2("mul24.lo.u32", "r", u32, 6, 0xff000002, 3);
    IS2("mul24.hi.u32", "r", u32, 0xfffffe00, 0xffffff, 0xffffff);
    IS3("mad24.lo.s32", "r", u32, -5, -2, 3, 1);
    IS3("sad.u32", "r", u32, 12, 3, 10, 5);
    IS3("sad.s32", "r", u32, 9, -5, 3, 1);
    IS2("div.s32", "r", u32, -3, -7, 2);
    IS2("rem.s32", "r", u32, -1, -7, 2);
    IS2("div.u64", "l", u64, 1ull << 40, 1ull << 41, 2);
    IS1("abs.s32", "r", u32, 5, -5);
    IS1("neg.s32", "r", u32, -5, 5);
    IS2("min.s32", "r", u32, -5, -5, 3);
    IS2("min.u32", "r", u32, 3, -5, 3);
    IS2("max.s64", "l", u64, 3, -5ll, 3);
    u64 w;
    asm("mul.wide.u32 %0, %1, %2;" : "=l"(w) : "r"(0xffffffffu), "r"(0xffffffffu));
    is(w, 0xfffffffe00000001ull, __LINE__);
    asm("mad.wide.u32 %0, %1, %2, %3;" : "=l"(w) : "r"(0x10000), "r"(0x10000), "l"(5ll));
    is(w, 0x100000005ull, __LINE__);
    int product;
    asm("mul.wide.s16 %0, %1, %2;" : "=r"(product) : "h"((short)-2), "h"((short)3));
    is(product, -6, __LINE__);
}

// Sums of 64 and 96 bits, whose carry goes from one asm statement to the next.
__global__ void carries() {
    u32 low, high, top;
    asm volatile("add.cc.u32 %0, %1, %2;" : "=r"(low) : "r"(0xffffffffu), "r"(1));
    asm volatile("addc.cc.u32 %0, %1, %2;" : "=r"(high) : "r"(0xffffffffu), "r"(0));
    asm volatile("addc.u32 %0, 0, 0;" : "=r"(top));
    is(low, 0u, __LINE__);
    is(high, 0u, __LINE__);
    is(top, 1u, __LINE__);
    asm("sub.cc.u32 %0, %2, %3;\n\tsubc.u32 %1, %4, %5;"
        : "=r"(low), "=r"(high)
        : "r"(0), "r"(1), "r"(5), "r"(0));
    is(low, 0xffffffffu, __LINE__);
    is(high, 4u, __LINE__);
    asm("{\n\t"
        "mad.lo.cc.u32 %0, %2, %3, %4;\n\t"
        "madc.hi.u32 %1, %2, %3, 0;\n\t"
        "}"
        : "=r"(low), "=r"(high)
        : "r"(0xffffffffu), "r"(1), "r"(1));
    is(low, 0u, __LINE__);
    is(high, 1u, __LINE__);
    u64 a, b;
    asm("add.cc.u64 %0, %2, %2; addc.u64 %1, 0, 7;" : "=l"(a), "=l"(b) : "l"(1ull << 63));
    is(a, 0ull, __LINE__);
    is(b, 8ull, __LINE__);
}

__global__ void bits() {
    IS3("bfe.u32", "r", u32, 0x5a, 0x125a34, 8, 8);
    IS3("bfe.s32", "r", u32, -8, 0xf800, 8, 8);
    IS3("bfe.s32", "r", u32, -8, 0x80000000, 28, 8); // over the top: the sign
    IS3("bfe.u32", "r", u32, 8, 0x80000000, 28, 8);
    IS3("bfe.u32", "r", u32, 0, 0xffffffff, 32, 4);
    IS3("bfe.s32", "r", u32, -1, 0x80000000, 40, 4);
    IS3("bfe.u32", "r", u32, 0, 0xffffffff, 3, 0);
    IS3("bfe.u32", "r", u32, 0xdeadbeef, 0xdeadbeef, 0, 32);
    u32 d;
    asm("bfi.b32 %0, %1, %2, 8, 8;" : "=r"(d) : "r"(0xaff), "r"(0x12345678));
    is(d, 0x1234ff78u, __LINE__);
    asm("bfi.b32 %0, %1, %2, 28, 8;" : "=r"(d) : "r"(0xff), "r"(0));
    is(d, 0xf0000000u, __LINE__);
    asm("lop3.b32 %0, %1, %2, %3, 0xE8;" : "=r"(d) : "r"(0xc), "r"(0xa), "r"(6)); // the majority
    is(d, 0xeu, __LINE__);
    asm("lop3.b32 %0, %1, %2, %3, %4;" : "=r"(d) : "r"(0xf0), "r"(0xcc), "r"(0xaa), "n"(0x96)); // xor
    is(d, 0xf0u ^ 0xccu ^ 0xaau, __LINE__);
    IS3("prmt.b32", "r", u32, 0x77553311, 0x33221100, 0x77665544, 0x7531);
    IS3("prmt.b32", "r", u32, 0xffffff80, 0x80, 0, 0x8880); // with bit 3 the sign of the byte
    IS3("prmt.b32.f4e", "r", u32, 0x44332211, 0x33221100, 0x77665544, 1);
    IS3("prmt.b32.b4e", "r", u32, 0x66770011, 0x33221100, 0x77665544, 1);
    IS3("prmt.b32.rc8", "r", u32, 0x22222222, 0x33221100, 0, 2);
    IS3("prmt.b32.ecl", "r", u32, 0x33221111, 0x33221100, 0, 1);
    IS3("prmt.b32.ecr", "r", u32, 0x11111100, 0x33221100, 0, 1);
    IS3("prmt.b32.rc16", "r", u32, 0x33223322, 0x33221100, 0, 1);
    IS1("popc.b32", "r", u32, 8, 0xf0f0);
    IS1("clz.b32", "r", u32, 31, 1);
    IS1("clz.b32", "r", u32, 32, 0);
    IS1("brev.b32", "r", u32, 0x80000000, 1);
    IS1("brev.b64", "l", u64, 1, 1ull << 63);
    IS1("bfind.u32", "r", u32, 8, 0x100);
    IS1("bfind.u32", "r", u32, 0xffffffff, 0);
    IS1("bfind.s32", "r", u32, 7, -256);
    IS1("bfind.s32", "r", u32, 0xffffffff, -1);
    IS1("bfind.shiftamt.u32", "r", u32, 23, 0x100);
    asm("clz.b64 %0, %1;" : "=r"(d) : "l"(1ull));
    is(d, 63u, __LINE__);
    asm("popc.b64 %0, %1;" : "=r"(d) : "l"(~0ull));
    is(d, 64u, __LINE__);
    IS2("shl.b32", "r", u32, 0, 1, 32);
    IS2("shr.s32", "r", u32, -1, -8, 40);
    IS2("shr.u32", "r", u32, 0, -8, 40);
    IS3("shf.l.wrap.b32", "r", u32, 3, 0x80000000, 1, 33);
    IS3("shf.r.wrap.b32", "r", u32, 0x80000001, 2, 1, 1);
    IS3("shf.l.clamp.b32", "r", u32, 5, 5, 6, 40);
    IS3("shf.r.clamp.b32", "r", u32, 6, 5, 6, 40);
    IS3("fns.b32", "r", u32, 3, 10, 0, 2);
    IS3("dp4a.s32.s32", "r", u32, 12, 0x04030201, 0xff010101, 10);
    IS3("dp4a.u32.u32", "r", u32, 4 * 255 + 6 + 10, 0x04030201, 0xff010101, 10);
    IS2("and.b32", "r", u32, 8, 12, 10);
    IS2("or.b32", "r", u32, 14, 12, 10);
    IS2("xor.b64", "l", u64, 6, 12, 10);
    IS1("not.b32", "r", u32, 0xfffffff0, 15);
    IS1("cnot.b32", "r", u32, 1, 0);
}

__global__ void conversions() {
    int d;
    asm("cvt.s32.s8 %0, %1;" : "=r"(d) : "r"(0x180));
    is(d, -128, __LINE__);
    asm("cvt.u32.u8 %0, %1;" : "=r"(d) : "r"(0x1ff));
    is(d, 255, __LINE__);
    asm("cvt.sat.u8.s32 %0, %1;" : "=r"(d) : "r"(300));
    is(d, 255, __LINE__);
    asm("cvt.sat.s8.s32 %0, %1;" : "=r"(d) : "r"(-300));
    is(d, -128, __LINE__);
    asm("cvt.sat.u32.s32 %0, %1;" : "=r"(d) : "r"(-3));
    is(d, 0, __LINE__);
    long long w;
    asm("cvt.s64.s32 %0, %1;" : "=l"(w) : "r"(-3));
    is(w, -3ll, __LINE__);
    asm("cvt.u32.u64 %0, %1;" : "=r"(d) : "l"(0x100000007ull));
    is(d, 7, __LINE__);
    u32 low, high;
    asm("mov.b64 {%0, %1}, %2;" : "=r"(low), "=r"(high) : "l"(0x0000000500000004ull));
    is(low + 16 * high, 0x54u, __LINE__);
    asm("mov.b64 %0, {%1, %2};" : "=l"(w) : "r"(7), "r"(1));
    is(w, 0x100000007ll, __LINE__);
    unsigned short a, b;
    asm("mov.b32 {%0, %1}, %2;" : "=h"(a), "=h"(b) : "r"(0x00050004));
    is(a + 16 * b, 0x54, __LINE__);
    asm("mov.b32 %0, {%1, %2};" : "=r"(d) : "h"(a), "h"(b));
    is(d, 0x00050004, __LINE__);
    asm volatile("// a remark alone");
    asm("{ // one\n\t mul.lo.s32 %0, %1, 2; /* two */ add.s32 %0, %0, 1;\n } // and three" : "=r"(d) : "r"(3));
    is(d, 7, __LINE__);
}

int main() {
    int n;
    arithmetic<<<1, 1>>>();
    carries<<<1, 1>>>();
    bits<<<1, 1>>>();
    conversions<<<1, 1>>>();
    cudaMemcpyFromSymbol(&n, wrong, sizeof n);
    printf("%d wrong, %s\n", n, cudaGetErrorName(cudaDeviceSynchronize()));
    return n != 0 || cudaGetLastError() != cudaSuccess;
}
