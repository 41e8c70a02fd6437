// SPDX-License-Identifier: MIT
// Floats by inline PTX: rounding, saturation, numbers that are none, conversions. Exact results only, worked out by hand.
#include <stdio.h>
__device__ int wrong;
template <class T> __device__ void is(T got, T right, int line) {
    if (!(got == right) || signbit((double)got) != signbit((double)right)) {
        printf("line %d: %g, should be %g\n", line, (double)got, (double)right);
        wrong++;
    }
}
#define IS(op, right, ...)                                                                         \
    do {                                                                                           \
        float d;                                                                                   \
        asm(op : "=f"(d) : __VA_ARGS__);                                                           \
        is(d, (float)(right), __LINE__);                                                           \
    } while (0)
#define IS_INT(op, right, ...)                                                                     \
    do {                                                                                           \
        int d;                                                                                     \
        asm(op : "=r"(d) : __VA_ARGS__);                                                           \
        is(d, (int)(right), __LINE__);                                                             \
    } while (0)

__global__ void arithmetic(float none, float tiny) {
    const float half_ulp = ldexpf(1, -24);
    IS("add.f32 %0, %1, %2;", 3, "f"(1.0f), "f"(2.0f));
    IS("add.rn.f32 %0, %1, %2;", 1, "f"(1.0f), "f"(half_ulp));
    IS("add.rz.f32 %0, %1, %2;", 1, "f"(1.0f), "f"(half_ulp));
    IS("add.rp.f32 %0, %1, %2;", 1 + 2 * half_ulp, "f"(1.0f), "f"(half_ulp));
    IS("add.rm.f32 %0, %1, %2;", -1 - 2 * half_ulp, "f"(-1.0f), "f"(-half_ulp));
    IS("add.sat.f32 %0, %1, %2;", 1, "f"(0.75f), "f"(0.75f));
    IS("mul.sat.f32 %0, %1, %2;", 0, "f"(none), "f"(0.75f));
    IS("add.ftz.f32 %0, %1, %2;", 0, "f"(tiny), "f"(tiny));
    IS("add.f32 %0, %1, %2;", 2 * tiny, "f"(tiny), "f"(tiny));
    IS("sub.f32 %0, %1, %2;", -1, "f"(1.0f), "f"(2.0f));
    IS("mul.f32 %0, %1, %2;", 6, "f"(3.0f), "f"(2.0f));
    IS("fma.rn.f32 %0, %1, %2, %3;", 7, "f"(3.0f), "f"(2.0f), "f"(1.0f));
    IS("mad.rn.f32 %0, %1, %2, %3;", 7, "f"(3.0f), "f"(2.0f), "f"(1.0f));
    IS("div.rn.f32 %0, %1, %2;", 0.25f, "f"(1.0f), "f"(4.0f));
    IS("div.full.f32 %0, %1, %2;", 0.25f, "f"(1.0f), "f"(4.0f));
    IS("rcp.approx.f32 %0, %1;", 0.25f, "f"(4.0f));
    IS("rcp.approx.ftz.f32 %0, %1;", 0.25f, "f"(4.0f));
    IS("sqrt.approx.f32 %0, %1;", 4, "f"(16.0f));
    IS("sqrt.rn.f32 %0, %1;", 4, "f"(16.0f));
    IS("rsqrt.approx.f32 %0, %1;", 2, "f"(0.25f));
    IS("ex2.approx.f32 %0, %1;", 8, "f"(3.0f));
    IS("ex2.approx.ftz.f32 %0, %1;", 0.125f, "f"(-3.0f));
    IS("lg2.approx.f32 %0, %1;", 3, "f"(8.0f));
    IS("sin.approx.f32 %0, %1;", 0, "f"(0.0f));
    IS("cos.approx.f32 %0, %1;", 1, "f"(0.0f));
    IS("tanh.approx.f32 %0, %1;", 0, "f"(0.0f));
    IS("abs.f32 %0, %1;", 2, "f"(-2.0f));
    IS("neg.f32 %0, %1;", -2, "f"(2.0f));
    IS("min.f32 %0, %1, %2;", 1, "f"(none), "f"(1.0f));
    IS("max.f32 %0, %1, %2;", 1, "f"(1.0f), "f"(none));
    IS("min.f32 %0, %1, %2;", -0.0f, "f"(0.0f), "f"(-0.0f));
    IS("max.f32 %0, %1, %2;", 0.0f, "f"(-0.0f), "f"(0.0f));
    IS("copysign.f32 %0, %1, %2;", -3, "f"(-1.0f), "f"(3.0f)); // the sign of the first
    IS("mov.f32 %0, 0f3F800000;", 1, "f"(0.0f));
    IS("add.f32 %0, %1, 0f40000000;", 3, "f"(1.0f));
    double d;
    asm("fma.rn.f64 %0, %1, %2, %3;" : "=d"(d) : "d"(3.0), "d"(2.0), "d"(1.0));
    is(d, 7.0, __LINE__);
    asm("add.rz.f64 %0, %1, 0d3CA0000000000000;" : "=d"(d) : "d"(1.0)); // 2^-53
    is(d, 1.0, __LINE__);
}

__global__ void conversions(float none) {
    IS_INT("cvt.rni.s32.f32 %0, %1;", 2, "f"(2.5f));
    IS_INT("cvt.rni.s32.f32 %0, %1;", 4, "f"(3.5f));
    IS_INT("cvt.rzi.s32.f32 %0, %1;", -2, "f"(-2.7f));
    IS_INT("cvt.rmi.s32.f32 %0, %1;", -3, "f"(-2.1f));
    IS_INT("cvt.rpi.s32.f32 %0, %1;", 3, "f"(2.1f));
    IS_INT("cvt.rzi.u32.f32 %0, %1;", 0, "f"(-5.0f));
    IS_INT("cvt.rzi.u32.f32 %0, %1;", -1, "f"(1e20f));
    IS_INT("cvt.rzi.s32.f32 %0, %1;", 0, "f"(none));
    IS_INT("cvt.rni.sat.u8.f32 %0, %1;", 255, "f"(300.0f));
    IS_INT("cvt.rzi.s32.f64 %0, %1;", -2, "d"(-2.7));
    IS("cvt.rn.f32.s32 %0, %1;", 16777216, "r"(16777217));
    IS("cvt.rp.f32.s32 %0, %1;", 16777218, "r"(16777217));
    IS("cvt.rz.f32.u32 %0, %1;", 4294967040.0f, "r"(0xffffffffu));
    IS("cvt.rn.f32.f64 %0, %1;", 0.5f, "d"(0.5));
    IS("cvt.rni.f32.f32 %0, %1;", 2, "f"(2.5f));
    IS("cvt.rmi.f32.f32 %0, %1;", -3, "f"(-2.5f));
    IS("cvt.sat.f32.f32 %0, %1;", 1, "f"(2.5f));
    double d;
    asm("cvt.f64.f32 %0, %1;" : "=d"(d) : "f"(0.1f));
    is(d, (double)0.1f, __LINE__);
    asm("cvt.rn.f64.s64 %0, %1;" : "=d"(d) : "l"(-5ll));
    is(d, -5.0, __LINE__);
    unsigned short h;
    asm("cvt.rn.f16.f32 %0, %1;" : "=h"(h) : "f"(1.0f));
    is((int)h, 0x3c00, __LINE__);
    IS("cvt.f32.f16 %0, %1;", -2, "h"((unsigned short)0xc000));
    IS_INT("mov.b32 %0, %1;", 0x3f800000, "f"(1.0f));
    IS("mov.b32 %0, %1;", 1, "r"(0x3f800000));
}

__global__ void choices(float none) {
    IS_INT("{ .reg .pred p; setp.lt.f32 p, %1, %2; selp.u32 %0, 1, 0, p; }", 1, "f"(1.0f), "f"(2.0f));
    IS_INT("{ .reg .pred p; setp.lt.f32 p, %1, %2; selp.u32 %0, 1, 0, p; }", 0, "f"(none), "f"(2.0f));
    IS_INT("{ .reg .pred p; setp.ltu.f32 p, %1, %2; selp.u32 %0, 1, 0, p; }", 1, "f"(none), "f"(2.0f));
    IS_INT("{ .reg .pred p; setp.nan.f32 p, %1, %2; selp.u32 %0, 1, 0, p; }", 1, "f"(none), "f"(2.0f));
    IS_INT("{ .reg .pred p; setp.ne.f32 p, %1, %2; selp.u32 %0, 1, 0, p; }", 0, "f"(none), "f"(2.0f));
}

int main() {
    int n;
    arithmetic<<<1, 1>>>(NAN, 1e-40f);
    conversions<<<1, 1>>>(NAN);
    choices<<<1, 1>>>(NAN);
    cudaMemcpyFromSymbol(&n, wrong, sizeof n);
    printf("%d wrong, %s\n", n, cudaGetErrorName(cudaDeviceSynchronize()));
    return n != 0 || cudaGetLastError() != cudaSuccess;
}
