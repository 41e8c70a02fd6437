// SPDX-License-Identifier: MIT
// The vector types: sizes, alignments and make_ functions, the same to the host and to a kernel;
// and the headers that student code includes by name.
#include <channel_descriptor.h>
#include <cuda_runtime_api.h>
#include <device_launch_parameters.h>
#include <driver_types.h>
#include <math_constants.h>
#include <vector_functions.h>
#include <vector_types.h>

#include "tap.h"

#define LAID_OUT(type, size, alignment) static_assert(sizeof(type) == (size) && alignof(type) == (alignment), #type);
#define FAMILY(name, bytes, align2, align4)                                                                            \
    LAID_OUT(name##1, bytes, bytes)                                                                                    \
    LAID_OUT(name##2, 2 * bytes, align2)                                                                               \
    LAID_OUT(name##3, 3 * bytes, bytes)                                                                                \
    LAID_OUT(name##4, 4 * bytes, align4)
FAMILY(char, 1, 2, 4)
FAMILY(uchar, 1, 2, 4)
FAMILY(short, 2, 4, 8)
FAMILY(ushort, 2, 4, 8)
FAMILY(int, 4, 8, 16)
FAMILY(uint, 4, 8, 16)
FAMILY(float, 4, 8, 16)
LAID_OUT(long2, 2 * sizeof(long), 2 * sizeof(long))
LAID_OUT(ulong3, 3 * sizeof(long), sizeof(long))
LAID_OUT(longlong2, 16, 16)
LAID_OUT(ulonglong3, 24, 8)
LAID_OUT(double1, 8, 8)
LAID_OUT(double2, 16, 16)
LAID_OUT(double3, 24, 8)
#if CUDART_VERSION >= 13000
LAID_OUT(double4_16a, 32, 16)
LAID_OUT(double4_32a, 32, 32)
LAID_OUT(longlong4_16a, 32, 16)
LAID_OUT(ulong4_32a, 32, 32)
#else
LAID_OUT(double4, 32, 16)
#endif
LAID_OUT(dim3, 12, 4)

struct mixed {
    char a;
    float3 b;
    char c;
    float4 d;
    double2 e;
};

__global__ void lay_out(size_t *to, float *sums, float4 by_value, mixed all) {
    to[0] = sizeof(mixed);
    to[1] = alignof(mixed);
    to[2] = (size_t)((char *)&all.b - (char *)&all);
    to[3] = (size_t)((char *)&all.d - (char *)&all);
    to[4] = (size_t)((char *)&all.e - (char *)&all);
    const float4 f = make_float4(1, 2, 3, 4);
    const int3 i = make_int3(5, 6, 7);
    const uchar4 u = make_uchar4(255, 1, 0, 3);
    const double2 d = make_double2(0.5, 0.25);
    const longlong2 l = make_longlong2(1ll << 40, -1);
    sums[0] = f.x + f.y + f.z + f.w + by_value.w;
    sums[1] = (float)(i.x * i.y * i.z);
    sums[2] = (float)(u.x + u.y + u.z + u.w);
    sums[3] = (float)(d.x + d.y + all.e.y);
    sums[4] = (float)(l.x >> 40) + (float)l.y + all.b.z + (float)all.c;
    sums[5] = CUDART_PI_F;
}

int main(void) {
    size_t *dev, sizes[5];
    float *dev_sums, sums[6];
    must(cudaMalloc(&dev, sizeof sizes));
    must(cudaMalloc(&dev_sums, sizeof sums));
    mixed all = {};
    all.b = make_float3(1, 2, 30);
    all.c = 4;
    all.e = make_double2(1, 7);
    lay_out<<<1, 1>>>(dev, dev_sums, make_float4(0, 0, 0, 100), all);
    fetch(sizes, dev);
    must(cudaMemcpy(sums, dev_sums, sizeof sums, cudaMemcpyDeviceToHost));
    ok(sizes[0] == sizeof(mixed) && sizes[1] == alignof(mixed) && sizes[2] == offsetof(mixed, b) &&
           sizes[3] == offsetof(mixed, d) && sizes[4] == offsetof(mixed, e),
       "a struct of vectors lies the same on both sides");
    ok(sums[0] == 110 && sums[1] == 210 && sums[2] == 259 && sums[3] == 7.75f && sums[4] == 34,
       "make_ functions, and vectors as arguments");
    ok(sums[5] > 3.14159f && sums[5] < 3.1416f, "CUDART_PI_F");
    const dim3 shape(2, 3);
    const uint3 same = shape;
    ok(shape.z == 1 && same.y == 3, "dim3");
    free_all(dev, dev_sums);
    return done_testing();
}
