// SPDX-License-Identifier: MIT
// The device's intrinsics: integers, casts, conversions and arithmetic with the rounding in the
// name, minimum and maximum.
#include <float.h>
#include <limits.h>

#include "conditions.h"

CONDITIONS(bits, __popc(v(0xf0f0u)) == 8, __popcll(v(0xf00000000000000full)) == 8, __clz(v(0)) == 32, __clz(v(1)) == 31,
           __clz(v(-1)) == 0, __clzll(v(0ll)) == 64, __clzll(v(1ll << 40)) == 23, __ffs(v(0)) == 0,
           __ffs(v(INT_MIN)) == 32, __ffs(v(12)) == 3, __ffsll(v(1ll << 40)) == 41, __brev(v(1u)) == 0x80000000,
           __brev(v(0x12345678u)) == 0x1e6a2c48, __brevll(v(1ull)) == 1ull << 63,
           __brevll(v(0x123456789abcdef0ull)) == 0x0f7b3d591e6a2c48ull,
           __byte_perm(v(0x33221100u), 0x77665544u, 0x0123) == 0x00112233,
           __byte_perm(v(0x33221100u), 0x77665544u, 0x7410) == 0x77441100,
           __byte_perm(v(0x80u), 0x7f00u, 0xd8c0) == 0x7f800080u,
           __funnelshift_l(v(0x89abcdefu), 0x01234567u, 8) == 0x23456789,
           __funnelshift_l(v(0x89abcdefu), 0x01234567u, 40) == 0x23456789,
           __funnelshift_lc(v(0x89abcdefu), 0x01234567u, 40) == 0x89abcdef,
           __funnelshift_r(v(0x89abcdefu), 0x01234567u, 8) == 0x6789abcd,
           __funnelshift_r(v(0x89abcdefu), 0x01234567u, 32) == 0x89abcdef,
           __funnelshift_rc(v(0x89abcdefu), 0x01234567u, 32) == 0x01234567, __fns(v(0xf0u), 0, 2) == 5,
           __fns(v(0xf0u), 31, -1) == 7, __fns(v(0xf0u), 0, 5) == 0xffffffff)

CONDITIONS(integers, __mulhi(v(-3), 1 << 30) == -1, __mulhi(v(INT_MIN), INT_MIN) == 1 << 30,
           __umulhi(v(0xffffffffu), 0xffffffffu) == 0xfffffffe, __mul64hi(v(-1ll), 1ll) == -1,
           __mul64hi(v(1ll << 62), 12ll) == 3, __umul64hi(v(~0ull), ~0ull) == ~0ull - 1, __mul24(v(-3), 7) == -21,
           __mul24(v(0x01000002), 3) == 6, __mul24(v(0x00800000), 1) == -0x800000, __umul24(v(0xff000003u), 5) == 15,
           __umul24(v(0xffffffu), 0xffffff) == 0xfe000001, __sad(v(-5), 7, 100) == 112,
           __sad(v(INT_MIN), INT_MAX, 0) == UINT_MAX, __usad(v(5u), 7u, 100u) == 102,
           __hadd(v(INT_MAX), INT_MAX) == INT_MAX, __hadd(v(-3), 0) == -2, __rhadd(v(-3), 0) == -1,
           __uhadd(v(UINT_MAX), 1u) == 0x80000000, __urhadd(v(UINT_MAX), 0u) == 0x80000000,
           __dp4a(v(0x01ff7f80), 0x02020202, 10) == 8, __dp4a(v(0x01ff7f80u), 0x02020202u, 10u) == 1032,
           __dp4a(make_char4(1, -2, 3, -4), make_char4(5, 6, 7, 8), v(1)) == -17,
           __dp4a(make_uchar4(255, 0, 1, 2), make_uchar4(255, 1, 1, 1), v(0u)) == 65028,
           __dp2a_lo(v(0x0003fffe), 0x05060708, 1) == 1 - 2 * 8 + 3 * 7,
           __dp2a_hi(v(0x0003fffeu), 0x05060708u, 1u) == 1 + 65534u * 6 + 3 * 5, min(v(-1), 1) == -1,
           min(v(-1), 1u) == 1u, max(v(-1ll), 1ll) == 1, max(v(1ull), 2ull) == 2, umin(v(1u), 2u) == 1,
           llmax(v(-1ll), -2ll) == -1, abs(v(-7)) == 7, llabs(v(-7ll)) == 7)

CONDITIONS(parts, __vadd4(v(0xff017f80u), 0x01010180u) == 0x00028000,
           __vadd2(v(0xffff0001u), 0x00010002u) == 0x00000003, __vaddss4(v(0x7f80017fu), 0x01ff0101u) == 0x7f80027f,
           __vaddus2(v(0xffff8000u), 0x00018000u) == 0xffffffff, __vsub4(v(0x00010203u), 0x01010101u) == 0xff000102,
           __vsubus4(v(0x00010203u), 0x01010101u) == 0x00000102, __vsubss2(v(0x80007fffu), 0x0001ffffu) == 0x80007fff,
           __vmaxs4(v(0xff017f80u), 0) == 0x00017f00, __vmaxu4(v(0xff017f80u), 0) == 0xff017f80,
           __vminu2(v(0xffff0001u), 0x00050005u) == 0x00050001, __vabsdiffu4(v(0x05ff0100u), 0x07000102u) == 0x02ff0002,
           __vavgu4(v(0x00010203u), 0x01010101u) == 0x01010202, __vhaddu4(v(0x00010203u), 0x01010101u) == 0x00010102,
           __vneg2(v(0x00018000u)) == 0xffff8000, __vabs4(v(0xff018002u)) == 0x01018002,
           __vabsss4(v(0xff018002u)) == 0x01017f02, __vcmpeq4(v(0x01020304u), 0x01000304u) == 0xff00ffff,
           __vcmpgts2(v(0x0001ffffu), 0x00000000u) == 0xffff0000, __vcmpgtu2(v(0x0001ffffu), 0x00000000u) == 0xffffffff,
           __vsetles4(v(0x80000102u), 0x00000001u) == 0x01010000, __vsadu4(v(0x05ff0100u), 0x07000102u) == 259)

const long long LONELY = LLONG_MIN; // the top bit alone

CONDITIONS(casts, __float_as_int(v(1.0f)) == 0x3f800000, __float_as_uint(v(-0.0f)) == 0x80000000,
           __int_as_float(v(0x40490fdb)) == 3.14159274f, __uint_as_float(v(0xff800000u)) == -INFINITY,
           __double_as_longlong(v(-2.0)) == (long long)0xc000000000000000,
           __longlong_as_double(v(0x3ff8000000000000ll)) == 1.5, __double2hiint(v(-2.0)) == (int)0xc0000000,
           __double2loint(__longlong_as_double(v(0x3ff8000012345678ll))) == 0x12345678,
           __hiloint2double(v(0x3ff80000), 0) == 1.5, __double_as_longlong(__hiloint2double(v(0), -1)) == 0xffffffff)

CONDITIONS(conversions, __float2int_rn(v(2.5f)) == 2, __float2int_rn(v(3.5f)) == 4, __float2int_rn(v(-2.5f)) == -2,
           __float2int_rz(v(-2.7f)) == -2, __float2int_ru(v(-2.7f)) == -2, __float2int_ru(v(2.1f)) == 3,
           __float2int_rd(v(-2.1f)) == -3, __float2int_rz(v(1e20f)) == INT_MAX, __float2int_rz(v(-1e20f)) == INT_MIN,
           __float2int_rn(v(2147483648.0f)) == INT_MAX, __float2int_rz(v(NAN)) == 0, __float2uint_rn(v(-1.0f)) == 0,
           __float2uint_rn(v(0.5f)) == 0, __float2uint_ru(v(0.5f)) == 1, __float2uint_rz(v(4e9f)) == 4000000000u,
           __float2uint_rz(v(1e10f)) == UINT_MAX, __float2uint_rz(v(NAN)) == 0, __float2ll_rn(v(1.5f)) == 2,
           __float2ll_rd(v(-1e10f)) == -10000000000, __float2ll_rz(v(INFINITY)) == LLONG_MAX,
           __float2ull_rz(v(1e19f)) == 9999999980506447872ull, __float2ull_ru(v(-0.5f)) == 0,
           __float2ull_rz(v(INFINITY)) == ULLONG_MAX, __double2int_rn(v(-0.5)) == 0, __double2int_rn(v(1.5)) == 2,
           __double2int_rz(v(1e10)) == INT_MAX, __double2int_rd(v(-1.5)) == -2, __double2uint_ru(v(1.5)) == 2,
           __double2uint_rz(v(-1e10)) == 0, __double2ll_rn(v(4503599627370497.5)) == 4503599627370498,
           __double2ll_rz(v(-1e30)) == LLONG_MIN, __double2ull_rd(v(1.9e19)) == ULLONG_MAX,
           __double2ull_rn(v(1e19)) == 10000000000000000000ull, __float2ll_rz(v(NAN)) == LONELY,
           __double2ll_rz(v((double)NAN)) == LONELY, __int2float_rn(v(16777217)) == 16777216.0f,
           __int2float_rn(v(16777219)) == 16777220.0f, __int2float_rz(v(-16777219)) == -16777218.0f,
           __int2float_ru(v(16777217)) == 16777218.0f, __int2float_ru(v(-16777217)) == -16777216.0f,
           __int2float_rd(v(-16777217)) == -16777218.0f, __uint2float_rz(v(UINT_MAX)) == 4294967040.0f,
           __uint2float_rn(v(UINT_MAX)) == 4294967296.0f, __ll2float_rn(v(LLONG_MAX)) == 9223372036854775808.0f,
           __ll2float_rz(v(LLONG_MAX)) == 9223371487098961920.0f,
           __ll2float_rd(v(LLONG_MIN + 1)) == -9223372036854775808.0f,
           __ull2float_rd(v(ULLONG_MAX)) == 18446742974197923840.0f,
           __ll2double_rn(v(9007199254740993)) == 9007199254740992.0,
           __ll2double_ru(v(9007199254740993)) == 9007199254740994.0,
           __ll2double_rd(v(-9007199254740993)) == -9007199254740994.0,
           __ull2double_rz(v(ULLONG_MAX)) == 18446744073709549568.0, __int2double_rn(v(INT_MIN)) == -2147483648.0,
           __uint2double_rn(v(UINT_MAX)) == 4294967295.0, __double2float_rn(v(0.1)) == 0.1f,
           __double2float_rz(v(0.1)) == 0.099999994f, __double2float_ru(v(0.1)) == 0.1f,
           __double2float_rd(v(-0.1)) == -0.1f, __double2float_rz(v(1e300)) == FLT_MAX,
           __double2float_rn(v(1e300)) == INFINITY, __double2float_ru(v(-1e300)) == -FLT_MAX,
           __double2float_ru(v(1e-300)) == __int_as_float(1))

const float THIRD_UP = 0.333333343f, THIRD_DOWN = 0.333333313f, TINY = 1e-30f;
const double THIRD = 0.33333333333333331, THIRD_MORE = 0.33333333333333337;

CONDITIONS(rounding, __fadd_rn(v(1.0f), TINY) == 1.0f, __fadd_ru(v(1.0f), TINY) == 1.00000012f,
           __fadd_rd(v(1.0f), -TINY) == 0.99999994f, __fadd_rz(v(-1.0f), TINY) == -0.99999994f,
           __float_as_uint(__fadd_rd(v(1.0f), -1.0f)) == 0x80000000, __float_as_uint(__fadd_rn(v(1.0f), -1.0f)) == 0,
           __fadd_rz(v(FLT_MAX), FLT_MAX) == FLT_MAX, __fadd_ru(v(FLT_MAX), TINY) == INFINITY,
           __fsub_rd(v(1.0f), TINY) == 0.99999994f, __fsub_rn(v(1.0f), 2.0f) == -1.0f,
           __fmul_rn(v(0.1f), 0.1f) == 0.0100000007f, __fmul_rd(v(0.1f), 0.1f) == 0.00999999978f,
           __fmul_ru(v(0.1f), 0.1f) == 0.0100000007f, __fmul_rz(v(-0.1f), 0.1f) == -0.00999999978f,
           __fmul_ru(v(TINY), TINY) == __int_as_float(1), __fmul_rd(v(TINY), TINY) == 0,
           __fdiv_rn(v(1.0f), 3.0f) == THIRD_UP, __fdiv_ru(v(1.0f), 3.0f) == THIRD_UP,
           __fdiv_rd(v(1.0f), 3.0f) == THIRD_DOWN, __fdiv_rz(v(-1.0f), 3.0f) == -THIRD_DOWN,
           __frcp_rn(v(3.0f)) == THIRD_UP, __frcp_rd(v(3.0f)) == THIRD_DOWN, __frcp_rz(v(-3.0f)) == -THIRD_DOWN,
           __frcp_ru(v(-3.0f)) == -THIRD_DOWN, __fsqrt_rn(v(2.0f)) == 1.41421354f, __fsqrt_ru(v(2.0f)) == 1.41421366f,
           __fsqrt_rd(v(2.0f)) == 1.41421354f, __frsqrt_rn(v(2.0f)) == 0.707106769f,
           __frsqrt_rn(v(3.0f)) == 0.577350259f, __frsqrt_rn(v(4.0f)) == 0.5f, __frsqrt_rn(v(0.0f)) == INFINITY,
           __fmaf_rn(v(0.1f), 10.0f, -1.0f) == 1.49011612e-8f, __fmaf_ru(v(1.0f), 1.0f, TINY) == 1.00000012f,
           __fmaf_rd(v(1.0f), 1.0f, -TINY) == 0.99999994f, __fmaf_rz(v(-1.0f), 1.0f, TINY) == -0.99999994f,
           __dadd_rn(v(1.0), 1e-30) == 1.0, __dadd_ru(v(1.0), 1e-30) == 1.0 + DBL_EPSILON,
           __dadd_rd(v(1.0), -1e-30) == 1.0 - DBL_EPSILON / 2, __dadd_rz(v(-1.0), 1e-30) == -1.0 + DBL_EPSILON / 2,
           __dsub_rd(v(1.0), 1e-30) == 1.0 - DBL_EPSILON / 2, __dmul_rz(v(DBL_MAX), 2.0) == DBL_MAX,
           __dmul_ru(v(DBL_MIN), DBL_MIN) == 4.9406564584124654e-324,
           __dmul_rd(v(1.0 + DBL_EPSILON), 1.0 + DBL_EPSILON) == 1.0 + 2 * DBL_EPSILON,
           __dmul_ru(v(1.0 + DBL_EPSILON), 1.0 + DBL_EPSILON) == 1.0 + 3 * DBL_EPSILON, __ddiv_rn(v(1.0), 3.0) == THIRD,
           __ddiv_ru(v(1.0), 3.0) == THIRD_MORE, __drcp_rd(v(3.0)) == THIRD, __drcp_ru(v(3.0)) == THIRD_MORE,
           __dsqrt_rn(v(2.0)) == 1.4142135623730951, __dsqrt_rd(v(2.0)) == 1.4142135623730949,
           __fma_rn(v(0.1), 10.0, -1.0) == 5.5511151231257827e-17, __fma_ru(v(1.0), 1.0, 1e-30) == 1.0 + DBL_EPSILON,
           __saturatef(v(-1.0f)) == 0, __saturatef(v(2.0f)) == 1, __saturatef(v(NAN)) == 0,
           __saturatef(v(0.25f)) == 0.25f, min(v(NAN), 1.0f) == 1.0f, max(v(1.0), (double)NAN) == 1.0)

// Sums and products by name are not fused: the error of a rounded product stays.
__global__ void not_fused(const float *a, float *to) {
    to[0] = __fadd_rn(__fmul_rn(a[0], a[0]), -a[1]);
    to[1] = __fmaf_rn(a[0], a[0], -a[1]);
}

static void test_not_fused(void) {
    float a[2] = {0.1f, 0.1f * 0.1f}, to[2], *dev;
    must(cudaMalloc(&dev, 2 * sizeof a));
    must(cudaMemcpy(dev, a, sizeof a, cudaMemcpyHostToDevice));
    not_fused<<<1, 1>>>(dev, dev + 2);
    must(cudaMemcpy(to, dev + 2, sizeof to, cudaMemcpyDeviceToHost));
    must(cudaFree(dev));
    ok(to[0] == 0 && to[1] != 0, "__fmul_rn and __fadd_rn stay apart, __fmaf_rn is one");
}

int main(void) {
    bits();
    integers();
    parts();
    casts();
    conversions();
    rounding();
    test_not_fused();
    return done_testing();
}
