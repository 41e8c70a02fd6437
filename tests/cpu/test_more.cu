// SPDX-License-Identifier: MIT
// Device functions beyond the common ones: three operands in a word, pairs of small floats, atomics
// of 8 and 16 bytes, and what kind of memory a pointer points to.
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include "conditions.h"

__device__ int which_s32(int a, int b) {
    bool first;
    const int most = __vibmax_s32(a, b, &first);
    return most + (first ? 100 : 0);
}
// In memory: of two constants nvcc 13.0 exchanges the operands, and tells of the other one.
__device__ volatile unsigned two_pairs[2] = {0x00020007u, 0x00030008u};
__device__ unsigned which_u16x2(unsigned a, unsigned b) {
    bool high, low;
    const unsigned least = __vibmin_u16x2(a, b, &high, &low);
    return high && low ? least : 0;
}
CONDITIONS(three, __vavgs2(v(0x00030004u), v(0x00040004u)) == 0x00040004u,
           __vavgs2(v(0xfffdfffeu), v(0xfffcfffdu)) == 0xfffcfffdu,
           __vavgs4(v(0xff7f0180u), v(0x007f0280u)) == 0xff7f0280u, __viaddmax_s32(v(5), v(-9), v(-3)) == -3,
           __viaddmax_s32(v(5), v(9), v(-3)) == 14, __viaddmin_s32(v(5), v(-9), v(-3)) == -4,
           __viaddmax_s32_relu(v(-5), v(-9), v(-3)) == 0, __viaddmin_s32_relu(v(5), v(9), v(7)) == 7,
           __viaddmax_u32(v(4000000000u), v(100u), v(7u)) == 4000000100u, __viaddmin_u32(v(5u), v(6u), v(7u)) == 7u,
           __viaddmax_s16x2(v(0x0001fffbu), v(0x0002fff7u), v(0x0000fffdu)) == 0x0003fffdu,
           __viaddmin_u16x2(v(0x00010005u), v(0x00020006u), v(0xffff0007u)) == 0x00030007u,
           __vimax3_s32(v(-7), v(3), v(2)) == 3, __vimin3_s32(v(-7), v(3), v(2)) == -7,
           __vimax3_u32(v(1u), v(0xffffffffu), v(2u)) == 0xffffffffu,
           __vimin3_u16x2(v(0xffff0005u), v(0x00070006u), v(0x00080004u)) == 0x00070004u,
           __vimax3_s16x2_relu(v(0xfff0fff1u), v(0xfff20003u), v(0xfff30001u)) == 0x00000003u,
           __vimin_s32_relu(v(-4), v(3)) == 0, __vimax_s32_relu(v(-4), v(-3)) == 0,
           __vimin_s16x2_relu(v(0xfff00005u), v(0x00010004u)) == 0x00000004u,
           __vimax_s16x2_relu(v(0xfff00005u), v(0xfff10004u)) == 0x00000005u, which_s32(v(3), v(3)) == 103,
           which_s32(v(3), v(4)) == 4, which_u16x2(two_pairs[0], two_pairs[1]) == 0x00020007u)

__device__ half2 h2(float x, float y) { return __floats2half2_rn(v(x), v(y)); }
__device__ __nv_bfloat162 b2(float x, float y) { return __floats2bfloat162_rn(v(x), v(y)); }
__device__ bool is(half2 p, float x, float y) { return __low2float(p) == x && __high2float(p) == y; }
__device__ bool is(__nv_bfloat162 p, float x, float y) { return __low2float(p) == x && __high2float(p) == y; }
__device__ unsigned bits(half x) { return __half_as_ushort(x); }
__device__ unsigned bits(__nv_bfloat16 x) { return __bfloat16_as_ushort(x); }

CONDITIONS(pairs, is(__hadd2_sat(h2(0.75f, -2), h2(0.75f, 1)), 1, 0),
           is(__hmul2_sat(h2(0.5f, 3), h2(0.5f, 3)), 0.25f, 1), is(__hsub2_sat(b2(0.5f, 3), b2(0.75f, 1)), 0, 1),
           is(__hfma2_relu(h2(2, -2), h2(3, 3), h2(1, 1)), 7, 0),
           is(__hfma2_sat(b2(2, 0.5f), b2(3, 0.5f), b2(1, 0.25f)), 1, 0.5f),
           is(__hcmadd(h2(1, 2), h2(3, 4), h2(10, 20)), 5, 30), is(__hmul2_rn(h2(3, 4), h2(5, 6)), 15, 24),
           __heq2_mask(h2(1, 2), h2(1, 3)) == 0x0000ffffu, __hlt2_mask(b2(1, 2), b2(1, 3)) == 0xffff0000u,
           __hne2_mask(h2(1, NAN), h2(2, 3)) == 0x0000ffffu, __hneu2_mask(h2(1, NAN), h2(2, 3)) == 0xffffffffu,
           is(__hgeu2(h2(1, NAN), h2(2, 3)), 0, 1), __hbltu2(h2(1, NAN), h2(2, 3)), !__hblt2(h2(1, NAN), h2(2, 3)),
           is(__hisnan2(h2(1, NAN)), 0, 1), __hisnan(__hmax_nan(__float2half(v(1.0f)), __float2half(v(NAN)))),
           __half2float(__hmax(__float2half(v(1.0f)), __float2half(v(NAN)))) == 1,
           __half2float(__hmin_nan(__float2half(v(1.0f)), __float2half(v(2.0f)))) == 1,
           is(__low2bfloat162(b2(1, 2)), 1, 1), is(__highs2bfloat162(b2(1, 2), b2(3, 4)), 2, 4),
           __half2short_rn(__float2half(v(2.5f))) == 2, __half2short_rz(__float2half(v(-2.5f))) == -2,
           __half2short_ru(__float2half(v(60000.0f))) == 32767, __half2ushort_rd(__float2half(v(60000.0f))) == 60000,
           __half2char_rz(__float2half(v(-300.0f))) == -128, __half2uchar_rz(__float2half(v(77.9f))) == 77,
           bits(__float2bfloat16_ru(v(1.0009765625f))) == 0x3f81, bits(__float2bfloat16_rd(v(1.0009765625f))) == 0x3f80,
           bits(__float2bfloat16_rd(v(-1.0009765625f))) == 0xbf81,
           bits(__float2bfloat16_ru(v(-1.0009765625f))) == 0xbf80, bits(__int2bfloat16_rz(v(1000003))) == 0x4974,
           bits(__uint2bfloat16_rn(v(257u))) == 0x4380, bits(__ll2bfloat16_ru(v(257ll))) == 0x4381,
           __bfloat162uint_rz(__float2bfloat16(v(3.9f))) == 3, __bfloat162int_rd(__float2bfloat16(v(-3.5f))) == -4,
           __bfloat162ll_ru(__float2bfloat16(v(3.25f))) == 4,
           bits(CUDART_ONE_BF16) == 0x3f80 && bits(CUDART_MAX_NORMAL_FP16) == 0x7bff)

// ---- atomics -----------------------------------------------------------------------------------

struct alignas(16) wide {
    unsigned long long low, high;
};

// Each thread adds to both halves of a number of 16 bytes, in one step.
__global__ void count_wide(wide *counter, wide *first) {
    wide seen = {0, 0}, before;
    do {
        before = seen;
        const wide next = {before.low + 1, before.high + 2 * before.low + 1}; // n and n squared
        seen = atomicCAS(counter, before, next);
    } while (seen.low != before.low || seen.high != before.high);
    if (before.low == 0) *first = atomicExch(&first[1], before);
}

__global__ void add_vectors(float2 *two, float4 *four) {
    atomicAdd(two, make_float2(1, 2));
    atomicAdd(four, make_float4(1, 2, 3, (float)threadIdx.x));
}

static void test_atomics(void) {
    wide *counter = managed<wide>(3);
    float2 *two = managed<float2>();
    float4 *four = managed<float4>();
    memset(counter, 0, 3 * sizeof *counter);
    counter[2].low = 77;
    count_wide<<<8, 128>>>(counter, counter + 1);
    must(cudaDeviceSynchronize());
    ok(counter->low == 1024 && counter->high == 1024 * 1024, "atomicCAS of 16 bytes");
    ok(counter[1].low == 77 && counter[2].low == 0, "atomicExch of 16 bytes");
    memset(two, 0, sizeof *two);
    memset(four, 0, sizeof *four);
    add_vectors<<<16, 64>>>(two, four);
    must(cudaDeviceSynchronize());
    ok(two->x == 1024 && two->y == 2048, "atomicAdd of float2");
    ok(four->x == 1024 && four->y == 2048 && four->z == 3072 && four->w == 16 * 63 * 32, "atomicAdd of float4");
    free_all(counter, two, four);
}

// ---- kinds of memory ---------------------------------------------------------------------------

__global__ void kinds(int *global, unsigned *wrong) {
    __shared__ int fixed[4];
    extern __shared__ int dynamic[];
    int local[2] = {global[0], global[1]};
    const void *const places[4] = {fixed, dynamic, local, global};
    fixed[threadIdx.x % 4] = dynamic[threadIdx.x % 4] = 0;
    for (int pass = 0; pass < 2; pass++) { // before a barrier, and after it
        for (int i = 0; i < 4; i++)
            if ((__isShared(places[i]) != 0) != (i < 2) || (__isLocal(places[i]) != 0) != (i == 2) ||
                (__isGlobal(places[i]) != 0) != (i == 3))
                atomicAdd(wrong, 1u);
        __syncthreads();
    }
    if (__cvta_shared_to_generic(__cvta_generic_to_shared(fixed)) != fixed ||
        __cvta_global_to_generic(__cvta_generic_to_global(global)) != global)
        atomicAdd(wrong, 1u);
}

static void test_kinds(void) {
    int *words;
    unsigned *wrong = managed<unsigned>();
    must(cudaMallocManaged(&words, 64));
    memset(words, 0, 64);
    *wrong = 0;
    kinds<<<2, 64, 64>>>(words, wrong);
    must(cudaDeviceSynchronize());
    ok(*wrong == 0, "shared, local and global memory told apart");
    free_all(words, wrong);
}

int main(void) {
    three();
    pairs();
    test_atomics();
    test_kinds();
    return done_testing();
}
