// SPDX-License-Identifier: MIT
// Numbers and their bits by inline PTX: integers as the PTX ISA defines them, floats with rounding, saturation, conversions.
// Exact results only, worked out by hand.
#include "numbers.h"

// An instruction, which puts a number of type T with the constraint c into %0, leaves `right` there.
#define GIVES(c, T, right, text, ...)                                                              \
    do {                                                                                           \
        T d;                                                                                       \
        asm(text : "=" c(d) : __VA_ARGS__);                                                        \
        SAME(d, (T)(right));                                                                       \
    } while (0)
#define IS1(op, c, T, right, a) GIVES(c, T, right, op " %0, %1;", c((T)(a)))
#define IS2(op, c, T, right, a, b) GIVES(c, T, right, op " %0, %1, %2;", c((T)(a)), c((T)(b)))
#define IS3(op, c, T, right, x, y, z) GIVES(c, T, right, op " %0, %1, %2, %3;", c((T)(x)), c((T)(y)), c((T)(z)))
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
    GIVES("l", u64, 0xfffffffe00000001ull, "mul.wide.u32 %0, %1, %2;", "r"(0xffffffffu), "r"(0xffffffffu));
    GIVES("l", u64, 0x100000005ull, "mad.wide.u32 %0, %1, %2, %3;", "r"(0x10000), "r"(0x10000), "l"(5ll));
    GIVES("r", int, -6, "mul.wide.s16 %0, %1, %2;", "h"((short)-2), "h"((short)3));
}

// Sums of 64 and 96 bits, whose carry goes from one asm statement to the next.
__global__ void carries() {
    u32 low, high, top;
    asm volatile("add.cc.u32 %0, %1, %2;" : "=r"(low) : "r"(0xffffffffu), "r"(1));
    asm volatile("addc.cc.u32 %0, %1, %2;" : "=r"(high) : "r"(0xffffffffu), "r"(0));
    asm volatile("addc.u32 %0, 0, 0;" : "=r"(top));
    SAME(low, 0u);
    SAME(high, 0u);
    SAME(top, 1u);
    asm("sub.cc.u32 %0, %2, %3;\n\tsubc.u32 %1, %4, %5;"
        : "=r"(low), "=r"(high)
        : "r"(0), "r"(1), "r"(5), "r"(0));
    SAME(low, 0xffffffffu);
    SAME(high, 4u);
    asm("{\n\t"
        "mad.lo.cc.u32 %0, %2, %3, %4;\n\t"
        "madc.hi.u32 %1, %2, %3, 0;\n\t"
        "}"
        : "=r"(low), "=r"(high)
        : "r"(0xffffffffu), "r"(1), "r"(1));
    SAME(low, 0u);
    SAME(high, 1u);
    u64 a, b;
    asm("add.cc.u64 %0, %2, %2; addc.u64 %1, 0, 7;" : "=l"(a), "=l"(b) : "l"(1ull << 63));
    SAME(a, 0ull);
    SAME(b, 8ull);
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
    IS3("bfe.s32", "r", u32, 0x80000000, 0x80000000, 0, 32);
    GIVES("r", u32, 0x1234ff78u, "bfi.b32 %0, %1, %2, 8, 8;", "r"(0xaff), "r"(0x12345678));
    GIVES("r", u32, 0xf0000000u, "bfi.b32 %0, %1, %2, 28, 8;", "r"(0xff), "r"(0));
    GIVES("r", u32, 0xeu, "lop3.b32 %0, %1, %2, %3, 0xE8;", "r"(0xc), "r"(0xa), "r"(6)); // the majority
    GIVES("r", u32, 0xf0u ^ 0xccu ^ 0xaau, "lop3.b32 %0, %1, %2, %3, %4;", "r"(0xf0), "r"(0xcc), "r"(0xaa), "n"(0x96)); // xor
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
    GIVES("r", u32, 63u, "clz.b64 %0, %1;", "l"(1ull));
    GIVES("r", u32, 64u, "popc.b64 %0, %1;", "l"(~0ull));
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
    IS3("vabsdiff4.u32.u32.u32.add", "r", u32, 3 + 1 + 1 + 3 + 10, 0x01020304, 0x04030201, 10);
    IS2("and.b32", "r", u32, 8, 12, 10);
    IS2("or.b32", "r", u32, 14, 12, 10);
    IS2("xor.b64", "l", u64, 6, 12, 10);
    IS1("not.b32", "r", u32, 0xfffffff0, 15);
    IS1("cnot.b32", "r", u32, 1, 0);
}

__global__ void conversions() {
    int d;
    GIVES("r", int, -128, "cvt.s32.s8 %0, %1;", "r"(0x180));
    GIVES("r", int, 255, "cvt.u32.u8 %0, %1;", "r"(0x1ff));
    GIVES("r", int, 255, "cvt.sat.u8.s32 %0, %1;", "r"(300));
    GIVES("r", int, -128, "cvt.sat.s8.s32 %0, %1;", "r"(-300));
    GIVES("r", int, 0, "cvt.sat.u32.s32 %0, %1;", "r"(-3));
    long long w;
    GIVES("l", long long, -3ll, "cvt.s64.s32 %0, %1;", "r"(-3));
    GIVES("r", int, 7, "cvt.u32.u64 %0, %1;", "l"(0x100000007ull));
    u32 low, high;
    asm("mov.b64 {%0, %1}, %2;" : "=r"(low), "=r"(high) : "l"(0x0000000500000004ull));
    SAME(low + 16 * high, 0x54u);
    GIVES("l", long long, 0x100000007ll, "mov.b64 %0, {%1, %2};", "r"(7), "r"(1));
    unsigned short a, b;
    asm("mov.b32 {%0, %1}, %2;" : "=h"(a), "=h"(b) : "r"(0x00050004));
    SAME(a + 16 * b, 0x54);
    GIVES("r", int, 0x00050004, "mov.b32 %0, {%1, %2};", "h"(a), "h"(b));
    asm volatile("// a remark alone");
    GIVES("r", int, 7, "{ // one\n\t mul.lo.s32 %0, %1, 2; /* two */ add.s32 %0, %0, 1;\n } // and three", "r"(3));
}

#define FLOAT(op, right, ...) GIVES("f", float, right, op, __VA_ARGS__)
#define INT(op, right, ...) GIVES("r", int, right, op, __VA_ARGS__)

__global__ void of_floats(float none, float tiny) {
    const float half_ulp = ldexpf(1, -24);
    FLOAT("add.f32 %0, %1, %2;", 3, "f"(1.0f), "f"(2.0f));
    FLOAT("add.rn.f32 %0, %1, %2;", 1, "f"(1.0f), "f"(half_ulp));
    FLOAT("add.rz.f32 %0, %1, %2;", 1, "f"(1.0f), "f"(half_ulp));
    FLOAT("add.rp.f32 %0, %1, %2;", 1 + 2 * half_ulp, "f"(1.0f), "f"(half_ulp));
    FLOAT("add.rm.f32 %0, %1, %2;", -1 - 2 * half_ulp, "f"(-1.0f), "f"(-half_ulp));
    FLOAT("add.sat.f32 %0, %1, %2;", 1, "f"(0.75f), "f"(0.75f));
    FLOAT("mul.sat.f32 %0, %1, %2;", 0, "f"(none), "f"(0.75f));
    FLOAT("add.ftz.f32 %0, %1, %2;", 0, "f"(tiny), "f"(tiny));
    FLOAT("add.f32 %0, %1, %2;", 2 * tiny, "f"(tiny), "f"(tiny));
    FLOAT("sub.f32 %0, %1, %2;", -1, "f"(1.0f), "f"(2.0f));
    FLOAT("mul.f32 %0, %1, %2;", 6, "f"(3.0f), "f"(2.0f));
    FLOAT("fma.rn.f32 %0, %1, %2, %3;", 7, "f"(3.0f), "f"(2.0f), "f"(1.0f));
    FLOAT("mad.rn.f32 %0, %1, %2, %3;", 7, "f"(3.0f), "f"(2.0f), "f"(1.0f));
    FLOAT("div.rn.f32 %0, %1, %2;", 0.25f, "f"(1.0f), "f"(4.0f));
    FLOAT("div.full.f32 %0, %1, %2;", 0.25f, "f"(1.0f), "f"(4.0f));
    FLOAT("rcp.approx.f32 %0, %1;", 0.25f, "f"(4.0f));
    FLOAT("rcp.approx.ftz.f32 %0, %1;", 0.25f, "f"(4.0f));
    FLOAT("sqrt.approx.f32 %0, %1;", 4, "f"(16.0f));
    FLOAT("sqrt.rn.f32 %0, %1;", 4, "f"(16.0f));
    FLOAT("rsqrt.approx.f32 %0, %1;", 2, "f"(0.25f));
    FLOAT("ex2.approx.f32 %0, %1;", 8, "f"(3.0f));
    FLOAT("ex2.approx.ftz.f32 %0, %1;", 0.125f, "f"(-3.0f));
    FLOAT("lg2.approx.f32 %0, %1;", 3, "f"(8.0f));
    FLOAT("sin.approx.f32 %0, %1;", 0, "f"(0.0f));
    FLOAT("cos.approx.f32 %0, %1;", 1, "f"(0.0f));
    FLOAT("tanh.approx.f32 %0, %1;", 0, "f"(0.0f));
    FLOAT("abs.f32 %0, %1;", 2, "f"(-2.0f));
    FLOAT("neg.f32 %0, %1;", -2, "f"(2.0f));
    FLOAT("min.f32 %0, %1, %2;", 1, "f"(none), "f"(1.0f));
    FLOAT("max.f32 %0, %1, %2;", 1, "f"(1.0f), "f"(none));
    FLOAT("min.f32 %0, %1, %2;", -0.0f, "f"(0.0f), "f"(-0.0f));
    FLOAT("max.f32 %0, %1, %2;", 0.0f, "f"(-0.0f), "f"(0.0f));
    FLOAT("copysign.f32 %0, %1, %2;", -3, "f"(-1.0f), "f"(3.0f)); // the sign of the first
    FLOAT("mov.f32 %0, 0f3F800000;", 1, "f"(0.0f));
    FLOAT("add.f32 %0, %1, 0f40000000;", 3, "f"(1.0f));
    GIVES("d", double, 7.0, "fma.rn.f64 %0, %1, %2, %3;", "d"(3.0), "d"(2.0), "d"(1.0));
    GIVES("d", double, 1.0, "add.rz.f64 %0, %1, 0d3CA0000000000000;", "d"(1.0)); // 2^-53
}

__global__ void to_and_from_floats(float none) {
    INT("cvt.rni.s32.f32 %0, %1;", 2, "f"(2.5f));
    INT("cvt.rni.s32.f32 %0, %1;", 4, "f"(3.5f));
    INT("cvt.rzi.s32.f32 %0, %1;", -2, "f"(-2.7f));
    INT("cvt.rmi.s32.f32 %0, %1;", -3, "f"(-2.1f));
    INT("cvt.rpi.s32.f32 %0, %1;", 3, "f"(2.1f));
    INT("cvt.rzi.u32.f32 %0, %1;", 0, "f"(-5.0f));
    INT("cvt.rzi.u32.f32 %0, %1;", -1, "f"(1e20f));
    INT("cvt.rzi.s32.f32 %0, %1;", 0, "f"(none));
    INT("cvt.rni.sat.u8.f32 %0, %1;", 255, "f"(300.0f));
    INT("cvt.rzi.s32.f64 %0, %1;", -2, "d"(-2.7));
    FLOAT("cvt.rn.f32.s32 %0, %1;", 16777216, "r"(16777217));
    FLOAT("cvt.rp.f32.s32 %0, %1;", 16777218, "r"(16777217));
    FLOAT("cvt.rz.f32.u32 %0, %1;", 4294967040.0f, "r"(0xffffffffu));
    FLOAT("cvt.rn.f32.f64 %0, %1;", 0.5f, "d"(0.5));
    FLOAT("cvt.rni.f32.f32 %0, %1;", 2, "f"(2.5f));
    FLOAT("cvt.rmi.f32.f32 %0, %1;", -3, "f"(-2.5f));
    FLOAT("cvt.sat.f32.f32 %0, %1;", 1, "f"(2.5f));
    GIVES("d", double, (double)0.1f, "cvt.f64.f32 %0, %1;", "f"(0.1f));
    GIVES("d", double, -5.0, "cvt.rn.f64.s64 %0, %1;", "l"(-5ll));
    GIVES("h", unsigned short, 0x3c00, "cvt.rn.f16.f32 %0, %1;", "f"(1.0f));
    FLOAT("cvt.f32.f16 %0, %1;", -2, "h"((unsigned short)0xc000));
    INT("mov.b32 %0, %1;", 0x3f800000, "f"(1.0f));
    FLOAT("mov.b32 %0, %1;", 1, "r"(0x3f800000));
}

#define COMPARES(how) "{ .reg .pred p; setp." how ".f32 p, %1, %2; selp.u32 %0, 1, 0, p; }"
__global__ void choices(float none) {
    INT(COMPARES("lt"), 1, "f"(1.0f), "f"(2.0f));
    INT(COMPARES("lt"), 0, "f"(none), "f"(2.0f));
    INT(COMPARES("ltu"), 1, "f"(none), "f"(2.0f));
    INT(COMPARES("nan"), 1, "f"(none), "f"(2.0f));
    INT(COMPARES("ne"), 0, "f"(none), "f"(2.0f));
}

int main() {
    arithmetic<<<1, 1>>>();
    carries<<<1, 1>>>();
    bits<<<1, 1>>>();
    conversions<<<1, 1>>>();
    of_floats<<<1, 1>>>(NAN, 1e-40f);
    to_and_from_floats<<<1, 1>>>(NAN);
    choices<<<1, 1>>>(NAN);
    IS(all_same());
    return wrong;
}
