// SPDX-License-Identifier: MIT
// Kernels of many kinds: members of structures, structures copied whole, misaligned rows, tiles of
// bytes, shared memory by 2 and 8 bytes, odd blocks, branches, loops, atomics, constants, a
// texture. What `make count` counts of them is held to what Nsight Compute counted
// (docs/counters/).
//
// Unless it says otherwise, a kernel runs in 16 blocks of 256 threads.
#include "data.h"

#define LANE ((int)(threadIdx.x % 32))

const int MANY = 16 * 256;
struct mixed {
    double d;
    float f;
    int i;
};
struct __align__(16) thirty_two {
    float4 a, b;
};
struct twenty {
    float v[5];
};
struct sphere {
    float x, y, z, r;
};
__constant__ float table[1024];
__constant__ sphere spheres[16];

MOVE(mixed_members, mixed, float, (float)a[ME].d + a[ME].f)
MOVE(float3_copy, float3, float3, a[ME])
MOVE(shorts_odd, short, short, a[ME + 1])
MOVE(double2_by_two, double2, double2, a[2 * ME])
MOVE(fours_by_bytes, char, float4, *(const float4 *)(a + 16 + 48 * ME))
MOVE(reversed_by_two, float, float, a[2 * MANY - 1 - 2 * ME])
MOVE(uniform_row, float, float, a[blockIdx.x * 32])
MOVE(struct_32_copied, thirty_two, thirty_two, a[ME])
MOVE(struct_20_copied, twenty, twenty, a[ME])
MOVE(char_members, uchar4, unsigned char, a[ME].x + a[ME].z)

template <int ROW> __global__ void tile_16(const float *a, float *b) { // 4 x 4 blocks of 16 x 16
    __shared__ float tile[16][ROW];
    int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    tile[threadIdx.y][threadIdx.x] = a[y * 64 + x];
    __syncthreads();
    x = blockIdx.y * 16 + threadIdx.x, y = blockIdx.x * 16 + threadIdx.y;
    b[y * 64 + x] = tile[threadIdx.x][threadIdx.y];
}
template <int ROW> __global__ void tile_of_bytes(const unsigned char *a, unsigned char *b) { // 4 x 4 blocks of 32 x 8
    __shared__ unsigned char tile[32][ROW];
    const int x = threadIdx.x, y = threadIdx.y;
    for (int k = 0; k < 32; k += 8) tile[y + k][x] = a[128 * (32 * blockIdx.y + y + k) + 32 * blockIdx.x + x];
    __syncthreads();
    for (int k = 0; k < 32; k += 8) b[128 * (32 * blockIdx.x + y + k) + 32 * blockIdx.y + x] = tile[x][y + k];
}
THROUGH(shared_shorts_by_three, short, 768, 3 * threadIdx.x, 3 * (255 - threadIdx.x))
THROUGH(shared_float2_by_fours, float2, 256, threadIdx.x, threadIdx.x - threadIdx.x % 4)
__global__ void broadcast_mix(const float *a, float *b) {
    __shared__ volatile float s[256];
    const int t = threadIdx.x;
    s[t] = a[ME];
    __syncthreads();
    b[ME] = s[t % 3] + s[t % 2 * 32] + s[t / 16 * 64 % 256];
}
__global__ void shared_members(const float4 *a, float *b) {
    __shared__ float4 s[256];
    s[threadIdx.x] = a[ME];
    __syncthreads();
    b[ME] = s[threadIdx.x].x + s[255 - threadIdx.x].w;
}
__global__ void dynamic_pairs(const int2 *a, int2 *b) {
    extern __shared__ int2 pairs[];
    pairs[threadIdx.x] = a[ME];
    __syncthreads();
    b[ME] = pairs[(threadIdx.x + 1) % 256];
}

THROUGH(block_of_48, double, 48, threadIdx.x, 47 - threadIdx.x)
__global__ void block_of_7_by_5(const float *a, float *b) {
    const int i = blockIdx.x * 64 + threadIdx.y * 8 + threadIdx.x;
    b[i] = a[i];
}
__global__ void halves(const float *a, float *b) {
    if (LANE < 16)
        b[ME] = a[ME] * 2;
    else
        b[ME + MANY] = a[ME + 2 * MANY];
}
__global__ void switch_of_four(const float *a, float *b) {
    switch (threadIdx.x % 4) {
    case 0: b[ME] = a[ME] * 2; break;
    case 1: b[ME + MANY] = a[ME + MANY] + 1; break;
    case 2: b[ME + 2 * MANY] = sqrtf(a[ME + 3 * MANY]); break;
    }
}
__global__ void return_then_loop(const float *a, float *b) {
    if (LANE % 8 >= 3) return;
    float sum = 0;
#pragma unroll 1
    for (int k = 0; k < 4; k++) sum += a[ME + MANY * k];
    b[ME] = sum;
}
__global__ void loop_by_lanes(const float *a, float *b) { // 128 blocks of 32
    float sum = 0;
#pragma unroll 1
    for (int k = threadIdx.x; k < 100; k += 32) sum += a[blockIdx.x * 128 + k];
    b[ME] = sum;
}
__global__ void grid_stride_fours(const int4 *a, int4 *b, int n) { // 4 blocks of 256
#pragma unroll 1
    for (int i = ME; i < n; i += gridDim.x * blockDim.x) b[i] = a[i];
}
__global__ void warp_a_row(const float *a, float *b) {
    float sum = 0;
    for (int k = 0; k < 256; k += 32) sum += a[ME / 32 * 256 + k + LANE];
    for (int far = 16; far > 0; far /= 2) sum += __shfl_down_sync(0xffffffff, sum, far);
    if (LANE == 0) b[ME / 32] = sum;
}
__global__ void local_by_index(const float *a, const int *index, float *b) {
    float mine[8];
    for (int k = 0; k < 8; k++) mine[k] = a[ME + k * MANY];
    b[ME] = mine[index[ME] & 7];
}

__global__ void atomic_shared_five(int *b) {
    __shared__ int s[8];
    if (threadIdx.x < 8) s[threadIdx.x] = 0;
    __syncthreads();
    atomicAdd(&s[LANE % 5], (int)threadIdx.x);
    __syncthreads();
    if (threadIdx.x < 8) b[blockIdx.x * 8 + threadIdx.x] = s[threadIdx.x];
}
__global__ void atomic_of_eights(int *b, int *c) { c[ME] = atomicAdd(&b[LANE / 8 * 16], 2); }
__global__ void max_of_eight(int *b) { atomicMax(&b[ME % 8], ME); }

template <int D> __global__ void constants_of(float *b) { b[ME] = table[LANE % D * 3]; }
__global__ void constant_structs(float *b) {
    const sphere s = spheres[LANE / 8];
    b[ME] = s.x * s.y + s.z * s.r;
}
__global__ void constant_loop(float *b) {
    float sum = 0;
#pragma unroll 1
    for (int k = 0; k < 10; k++) sum += table[k * 16 + LANE / 16];
    b[ME] = sum;
}
__global__ void texture_16(cudaTextureObject_t t, float *b) { // 4 x 4 blocks of 16 x 16
    const int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    b[y * 64 + x] = tex2D<float>(t, x, y);
}

int main(void) {
    make_data();
    const dim3 four(4, 4), square(16, 16);
    const float *a = (const float *)dev_in;
    float *b = (float *)dev_out;

    RUN(16, 256, mixed_members, float3_copy, shorts_odd, double2_by_two, fours_by_bytes, reversed_by_two, uniform_row,
        struct_32_copied, struct_20_copied, char_members);
    RUN(four, square, tile_16<17>, tile_16<16>);
    RUN(four, dim3(32, 8), tile_of_bytes<36>, tile_of_bytes<32>);
    RUN(16, 256, shared_shorts_by_three, shared_float2_by_fours, broadcast_mix, shared_members);
    dynamic_pairs<<<16, 256, 256 * sizeof(int2)>>>((const int2 *)dev_in, (int2 *)dev_out);
    RUN(16, 48, block_of_48);
    RUN(16, dim3(7, 5), block_of_7_by_5);
    RUN(16, 256, halves, switch_of_four, return_then_loop);
    RUN(128, 32, loop_by_lanes);
    grid_stride_fours<<<4, 256>>>((const int4 *)dev_in, (int4 *)dev_out, 4196);
    RUN(16, 256, warp_a_row);
    local_by_index<<<16, 256>>>(a, (const int *)dev_index, b);
    atomic_shared_five<<<16, 256>>>((int *)b);
    atomic_of_eights<<<16, 256>>>((int *)b, (int *)b + MANY);
    max_of_eight<<<16, 256>>>((int *)b);
    constants_of<2><<<16, 256>>>(b);
    constants_of<5><<<16, 256>>>(b);
    constants_of<16><<<16, 256>>>(b);
    constants_of<32><<<16, 256>>>(b);
    constant_structs<<<16, 256>>>(b);
    constant_loop<<<16, 256>>>(b);
    cudaTextureObject_t texture = texture_of_rows();
    texture_16<<<four, square>>>(texture, b);
    cudaDeviceSynchronize();
    cudaDestroyTextureObject(texture);
    return finish();
}
