// SPDX-License-Identifier: MIT
// Floats of 8 and 4 bits: every code by its format's definition, and roundings by hand, on the host and on the device.
#include <cuda_fp4.h>
#include <cuda_fp8.h>

#include "tap.h"

#define BOTH __host__ __device__ static

template <class T> BOTH bool stands_for(int code, int sign, double size) {
    T one;
    one.__x = (unsigned char)code;
    const float f = (float)one;
    return size == size ? f == sign * size && signbit(f) == (sign < 0) && (double)one == f : f != f;
}
BOTH double size_of(int code, int fraction, int bias) {
    const int exponent = code >> fraction, rest = code & ((1 << fraction) - 1);
    return ldexp(1.0 * (rest + (exponent ? 1 << fraction : 0)), (exponent ? exponent : 1) - bias - fraction);
}
BOTH bool decodes(int code) {
    const int sign = code & 0x80 ? -1 : 1, size = code & 0x7f;
    const double e5m2 = size > 0x7c ? NAN : size == 0x7c ? INFINITY : size_of(size, 2, 15);
    return stands_for<__nv_fp8_e4m3>(code, sign, size == 0x7f ? NAN : size_of(size, 3, 7)) &&
           stands_for<__nv_fp8_e5m2>(code, sign, e5m2) &&
           stands_for<__nv_fp8_e8m0>(code, 1, code == 255 ? NAN : ldexp(1.0, code - 127)) &&
           (code > 15 || stands_for<__nv_fp4_e2m1>(code, code & 8 ? -1 : 1, size_of(code & 7, 1, 1)));
}

// A number and its codes, two digits each: e4m3, the same without saturation; e5m2, the same; e8m0 (up); e2m1.
const struct rounding {
    double x;
    long long codes;
} roundings[] = {{-1.0625, 0xb8b8bcbc800a},    {1.1875, 0x3a3a3d3d8002},     {0x1.1000000001p0, 0x39393c3c8002},
                 {2.5, 0x424241418104},        {0x1p-10, 0x000014147500},    {0x3p-10, 0x02021a1a7700},
                 {-0x1.8p-16, 0x808082827008}, {0x1.01p-17, 0x000001016f00}, {464, 0x7e7e5f5f8807},
                 {465, 0x7e7f5f5f8807},        {61439, 0x7e7f7b7b8f07},      {61440, 0x7e7f7b7c8f07},
                 {0x1.8p127, 0x7e7f7b7cfe07},  {-INFINITY, 0xfefffbfcfe0f},  {NAN, 0x7f7f7e7eff07}};

BOTH bool rounds(struct rounding r) {
    const double x = r.x;
    const float2 pair = {(float)x, (float)x};
    const long long e5m2 = __nv_cvt_double_to_fp8(x, __NV_NOSAT, __NV_E5M2),
                    e4m3 = __nv_cvt_double_to_fp8(x, __NV_NOSAT, __NV_E4M3);
    return (__nv_fp8_e4m3(x).__x * 1ll << 40 | e4m3 << 32 | __nv_fp8_e5m2(x).__x * 1ll << 24 | e5m2 << 16 |
            __nv_fp8_e8m0(x).__x << 8 | __nv_fp4_e2m1(x).__x) == r.codes &&
           (pair.x != x || __nv_cvt_float2_to_fp8x2(pair, __NV_NOSAT, __NV_E5M2) == e5m2 * 0x101);
}

const int COUNT = sizeof roundings / sizeof *roundings;
BOTH bool right(int i, const struct rounding *r) { return decodes(i) && (i >= COUNT || rounds(r[i])); }
__global__ void check(const struct rounding *r, bool *to) { to[threadIdx.x] = right(threadIdx.x, r); }

int main(void) {
    ok(each(256, [](int i) { return right(i, roundings); }), "the host reads every code, and rounds");
    bool passed[256], *const dev_passed = room<bool>(256);
    check<<<1, 256>>>(on_device(roundings), dev_passed);
    fetch(passed, dev_passed);
    ok(each(256, [&](int i) { return passed[i]; }), "so does the device");
    return done_testing();
}
