// SPDX-License-Identifier: MIT
// Functions of the driver API by name; loads and stores of 16 bytes. Inline PTX: tests/accepted/ptx_*.cu.
#include <cuda.h>
#include <cudaTypedefs.h>
#include <cuda_bf16.h>

#include "tap.h"

// What can't be had by a name, a program can ask for and do without.
static void check_entry_points(void) {
    void *function = &function;
    cudaDriverEntryPointQueryResult status = cudaDriverEntryPointSuccess;
    answers(cudaSuccess,
            cudaGetDriverEntryPointByVersion("cuNoSuchFunction", &function, 12000, cudaEnableDefault, &status));
    ok(function == NULL && status == cudaDriverEntryPointSymbolNotFound,
       "a function that is not there: NULL, and the status says so");
    answers(cudaSuccess,
            cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &function, 12000, cudaEnableDefault, &status));
    ok((function != NULL) == (status == cudaDriverEntryPointSuccess),
       "cuTensorMapEncodeTiled is there, or is not and the status says so");
    const PFN_cuTensorMapEncodeTiled_v12000 encode = (PFN_cuTensorMapEncodeTiled_v12000)function;
    (void)encode;
    ok(sizeof(CUtensorMap) == 128 && alignof(CUtensorMap) >= 64, "a tensor map has 128 bytes");
}

// 16 bytes at a time of whatever they hold.
__global__ void in_sixteens(const float *floats, const __nv_bfloat16 *small, float *sums, __nv_bfloat16 *doubled) {
    const float4 four = __ldcs(reinterpret_cast<const float4 *>(floats) + threadIdx.x);
    const uint4 eight = __ldg(reinterpret_cast<const uint4 *>(small) + threadIdx.x);
    __shared__ alignas(16) float there[32 * 4];
    *reinterpret_cast<float4 *>(&there[threadIdx.x * 4]) = four;
    __syncthreads();
    float sum = 0;
    for (int i = 0; i < 4; i++) sum += there[(threadIdx.x * 4 + i) ^ 4]; // the neighbour's
    sums[threadIdx.x] = sum;
    __nv_bfloat16 part[8];
    *reinterpret_cast<uint4 *>(part) = eight;
    for (int i = 0; i < 8; i++) part[i] = part[i] + part[i];
    __stcs(reinterpret_cast<uint4 *>(doubled) + threadIdx.x, *reinterpret_cast<uint4 *>(part));
}

// Bits of one type through a pointer to another, as kernels do.
__global__ void through_casts(float *numbers, int *bits) {
    float x = numbers[threadIdx.x];
    int i = *(int *)&x;
    *(int *)&x = i ^ (int)0x80000000;
    bits[threadIdx.x] = i;
    numbers[threadIdx.x] = x;
}

static int bits_of(float x) {
    int bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static void check_vectors(void) {
    float *floats = managed<float>(128), *sums = managed<float>(32);
    __nv_bfloat16 *small = managed<__nv_bfloat16>(256), *doubled = managed<__nv_bfloat16>(256);
    int *bits = managed(32);
    for (int i = 0; i < 128; i++) floats[i] = (float)(i * i);
    for (int i = 0; i < 256; i++) small[i] = __float2bfloat16((float)i);
    in_sixteens<<<1, 32>>>(floats, small, sums, doubled);
    must(cudaDeviceSynchronize());
    int wrong = 0, wrong_small = 0;
    for (int t = 0; t < 32; t++) {
        float sum = 0;
        for (int i = 0; i < 4; i++) sum += floats[(t * 4 + i) ^ 4];
        wrong += !(sums[t] == sum);
    }
    for (int i = 0; i < 256; i++) wrong_small += !(__bfloat162float(doubled[i]) == 2.0f * (float)i);
    ok(wrong == 0, "float4 through __ldcs and shared memory");
    ok(wrong_small == 0, "uint4 of bfloat16 through __ldg and __stcs");
    through_casts<<<1, 32>>>(floats, bits);
    must(cudaDeviceSynchronize());
    wrong = 0;
    for (int i = 0; i < 32; i++) {
        const float x = (float)(i * i);
        wrong += bits[i] != bits_of(x) || !(floats[i] == -x);
    }
    ok(wrong == 0, "floats and their bits through a cast pointer");
    free_all(floats, sums, small, doubled, bits);
}

int main() {
    check_entry_points();
    check_vectors();
    return done_testing();
}
