// SPDX-License-Identifier: MIT
// Half precision and bfloat16: conversions and arithmetic, rounded to the nearest once.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include "conditions.h"

__device__ half h(float x) { return __float2half(v(x)); }
__device__ __nv_bfloat16 b(float x) { return __float2bfloat16(v(x)); }
__device__ unsigned bits(half x) { return __half_as_ushort(x); }
__device__ unsigned bits(__nv_bfloat16 x) { return __bfloat16_as_ushort(x); }
__device__ float f(half x) { return __half2float(x); }
__device__ float f(__nv_bfloat16 x) { return __bfloat162float(x); }

// ++ and --, of T, before and after; comparisons of pairs, true where both halves' are.
template <class T> __device__ bool steps(T x, T next) {
    T y = x, z = x;
    return y++ == x && y == next && ++z == next && z-- == next && z == x && --y == x;
}
template <class P> __device__ bool compares(P low, P high, P mixed) {
    return low < high && low <= high && low <= low && !(low < mixed) && high > low && high >= high && !(mixed > low) &&
           low != high && !(low != mixed) && !(low == mixed) && low == low;
}

const float E = 0.0009765625f; // a half's distance from 1 to the next

CONDITIONS(halves, sizeof(half) == 2 && sizeof(half2) == 4 && alignof(half2) == 4, bits(h(1.0f)) == 0x3c00,
           steps(h(1.5f), h(2.5f)) && steps(h(2046.0f), h(2047.0f)), steps(half2{h(1), h(-1)}, half2{h(2), h(0)}),
           compares(half2{h(1), h(2)}, half2{h(3), h(4)}, half2{h(1), h(5)}), bits(h(-2.0f)) == 0xc000,
           bits(h(0.1f)) == 0x2e66, bits(h(65504.0f)) == 0x7bff, bits(h(65519.0f)) == 0x7bff,
           bits(h(65520.0f)) == 0x7c00, bits(h(-INFINITY)) == 0xfc00, bits(h(5.9604645e-8f)) == 1,
           bits(h(2.9802322e-8f)) == 0, bits(h(2.98024e-8f)) == 1, bits(h(-0.0f)) == 0x8000, __hisnan(h(NAN)),
           f(__ushort_as_half(0x3555)) == 0.333251953125f, f(__ushort_as_half(0x0001)) == 5.9604644775390625e-8f,
           f(__ushort_as_half(0x03ff)) == 6.09755516e-5f, bits(h(1 + E / 2)) == 0x3c00,
           bits(h(1 + 3 * E / 2)) == 0x3c02, bits(__float2half_rz(v(1 + 0.9f * E))) == 0x3c00,
           bits(__float2half_ru(v(1 + 0.1f * E))) == 0x3c01, bits(__float2half_rd(v(-1 - 0.1f * E))) == 0xbc01,
           bits(__float2half_rz(v(1e6f))) == 0x7bff, bits(__float2half_ru(v(-1e6f))) == 0xfbff,
           bits(__float2half_rd(v(1e6f))) == 0x7bff, bits(__double2half(v(1.0 + 0.00048828125 + 1e-12))) == 0x3c01,
           bits(__int2half_rn(v(2049))) == 0x6800, bits(__int2half_ru(v(2049))) == 0x6801, __half2int_rn(h(2.5f)) == 2,
           __half2int_rz(h(-2.5f)) == -2, __half2int_ru(h(2.25f)) == 3, __half2uint_rz(h(-3.0f)) == 0,
           f(__hadd(h(2048.0f), h(1.0f))) == 2048, f(__hadd(h(2048.0f), h(3.0f))) == 2052,
           f(__hmul(h(0.1f), h(0.1f))) == 0.00999450684f, f(__hsub(h(1.0f), h(0.0001f))) == 1,
           f(__hdiv(h(1.0f), h(3.0f))) == 0.333251953125f, bits(__hfma(h(1 + 2 * E), h(1 + 2 * E), h(-1.0f))) == 0x1c01,
           f(__hfma(h(2048.0f), h(1.0f), h(5.9604645e-8f))) == 2048,
           bits(__hfma(h(1 + E), h(1 + 2 * E), h(5.9604645e-8f))) == 0x3c03, f(__hadd_sat(h(0.75f), h(0.75f))) == 1,
           f(__hneg(h(3.0f))) == -3, f(__habs(h(-3.0f))) == 3, f(__hmax(h(NAN), h(3.0f))) == 3, __hlt(h(1.0f), h(2.0f)),
           !__heq(h(NAN), h(NAN)), __hequ(h(NAN), h(1.0f)), __hisinf(h(-INFINITY)) == -1,
           f(hsqrt(h(2.0f))) == 1.4140625f, f(hrcp(h(4.0f))) == 0.25f, f(hexp2(h(3.0f))) == 8, f(hlog2(h(8.0f))) == 3,
           f(hfloor(h(-1.5f))) == -2, f(hrint(h(2.5f))) == 2, f(h(1.5f) + h(2.0f) * h(3.0f)) == 7.5f,
           h(1.0f) < h(2.0f) && h(2.0f) >= h(2.0f) && h(1.0f) != h(3.0f), f(-h(2.0f)) == -2)

__device__ bool pairs(void) {
    const half2 a = __floats2half2_rn(v(1.0f), v(2.0f)), c = __float2half2_rn(v(3.0f));
    const half2 sum = __hadd2(a, c), product = __hmul2(a, c), fused = __hfma2(a, c, a);
    const float2 both = __half22float2(sum + product);
    half2 more = a;
    more += c;
    return f(__low2half(sum)) == 4 && f(__high2half(sum)) == 5 && both.x == 7 && both.y == 11 &&
           __low2float(fused) == 4 && __high2float(fused) == 8 && __hbeq2(more, sum) && __hblt2(a, c) &&
           __low2float(__hlt2(a, __lowhigh2highlow(a))) == 1 &&
           __high2float(h2sqrt(__halves2half2(h(1.0f), h(4.0f)))) == 2 && f(__lows2half2(a, c).y) == 3;
}

CONDITIONS(bfloats, steps(b(1.5f), b(2.5f)) && steps(b(254.0f), b(255.0f)),
           steps(__nv_bfloat162{b(1), b(-1)}, __nv_bfloat162{b(2), b(0)}),
           compares(__nv_bfloat162{b(1), b(2)}, __nv_bfloat162{b(3), b(4)}, __nv_bfloat162{b(1), b(5)}), pairs(),
           sizeof(__nv_bfloat16) == 2 && sizeof(__nv_bfloat162) == 4, bits(b(1.0f)) == 0x3f80, bits(b(0.1f)) == 0x3dcd,
           bits(b(1.00390625f)) == 0x3f80, bits(b(1.01171875f)) == 0x3f82, bits(b(3.4e38f)) == 0x7f80,
           bits(b(-INFINITY)) == 0xff80, __hisnan(b(NAN)), bits(__float2bfloat16_rz(v(1.999f))) == 0x3fff,
           f(__ushort_as_bfloat16(0x4049)) == 3.140625f, f(__hadd(b(256.0f), b(1.0f))) == 256,
           f(__hmul(b(0.1f), b(10.0f))) == 1, bits(__hfma(b(1.015625f), b(1.015625f), b(-1.0f))) == 0x3d01,
           f(b(1.5f) * b(2.0f) - b(1.0f)) == 2, b(1.0f) < b(2.0f),
           __high2float(__hadd2(__floats2bfloat162_rn(1.0f, 2.0f), __float2bfloat162_rn(v(1.0f)))) == 3)

__global__ void add_up(half *sum, half2 *pair) {
    atomicAdd(sum, __float2half(0.5f));
    atomicAdd(pair, __floats2half2_rn(1.0f, 0.25f));
}

int main(void) {
    halves();
    bfloats();

    half x[4], *const dev_x = room<half>(4); // conversions are the host's too
    must(cudaMemset(dev_x, 0, 8));
    add_up<<<4, 64>>>(dev_x, (half2 *)(dev_x + 2));
    must(cudaMemcpy(x, dev_x, 8, cudaMemcpyDeviceToHost));
    ok(__half2float(x[0]) == 128 && __half2float(x[2]) == 256 && __half2float(x[3]) == 64,
       "atomicAdd on half and half2");
    free_all(dev_x);
    return done_testing();
}
