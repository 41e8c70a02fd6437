// SPDX-License-Identifier: MIT
// Kernels whose counts follow on paper, by the rules of docs/counters.md: by_hand.csv has them, and
// `make count` is held to it. Nsight Compute has not counted these.
//
// Unless it says otherwise, a kernel runs in 16 blocks of 256 threads: 128 warps.
#include "data.h"

#define LANE ((int)(threadIdx.x % 32))

const int MANY = 16 * 256;
struct four {
    float a, b, c, d;
}; // of 16 bytes, and aligned to 4 alone
__constant__ float table[64];

// ---- one access a thread, of every size ---------------------------------------------------------

MOVE(pixels, uchar4, uchar4, a[ME])
MOVE(pixels_of_three, uchar3, uchar3, a[ME])
MOVE(unaligned_fours, struct four, struct four, a[ME])

// ---- blocks and loops ---------------------------------------------------------------------------

__global__ void columns_of_block(const float *a, float *b) { // (8, 32) threads
    const int i = 64 * threadIdx.x + threadIdx.y + 1024 * blockIdx.x;
    b[i] = a[i];
}
__global__ void copied(const float *a, float *b, size_t bytes) {
    float v;
    memcpy(&v, &a[ME], bytes);
    b[ME] = v;
}
__global__ void turns_of_halves(const float *a, float *b) {
    float sum = 0;
    const int turns = LANE < 16 ? 2 : 5;
#pragma unroll 1
    for (int k = 0; k < turns; k++) sum += a[ME + MANY * k];
    b[ME] = sum;
}
__global__ void window(const float *a, float *b) {
    float sum = 0;
    for (int k = 0; k < 16; k++) sum += a[ME + k];
    b[ME] = sum;
}

// ---- what may be kept in a register -------------------------------------------------------------

MOVE(twice_ldg, float, float, __ldg(&a[ME]) + __ldg(&a[ME]))
__global__ void twice_aliased(const float *a, float *b) {
    b[ME] = a[ME] + 1;
    b[ME + MANY] = a[ME];
}
__global__ void twice_restrict(const float *__restrict__ a, float *__restrict__ b) {
    b[ME] = a[ME];
    b[ME + MANY] = a[ME];
}
__global__ void local_array(const int *index, const float *a, float *b) {
    float mine[16];
#pragma unroll
    for (int k = 0; k < 16; k++) mine[k] = a[ME] + k;
    b[ME] = mine[index[ME] % 16];
}

// ---- atomics ------------------------------------------------------------------------------------

__global__ void atomic_bits(unsigned *b) {
    atomicAnd(&b[ME], 0xffffu);
    atomicOr(&b[ME], 1u);
    atomicXor(&b[ME], 2u);
    atomicMin(&b[ME], 7u);
    atomicInc(&b[ME], 9u);
}
__global__ void atomic_answers(int *b, int *c) {
    c[ME] = atomicMax(&b[ME % 32], ME) + atomicExch(&b[ME + 32], 1) + atomicCAS(&b[ME + 64], 0, 1);
}
__global__ void atomic_shared(int *b) {
    __shared__ int bins[32];
    if (threadIdx.x < 32) bins[threadIdx.x] = 0;
    __syncthreads();
    atomicAdd(&bins[threadIdx.x % 4], 1);
    __syncthreads();
    if (threadIdx.x < 32) b[32 * blockIdx.x + threadIdx.x] = bins[threadIdx.x];
}

// ---- constants and textures ---------------------------------------------------------------------

__global__ void constant_pairs(float *b) { b[ME] = table[LANE % 2 + 7]; }
__global__ void constant_halves(float *b) { b[ME] = LANE < 16 ? table[LANE / 8] : 0; }
__global__ void texture_row(cudaTextureObject_t t, float *b) { b[ME] = tex1Dfetch<float>(t, ME); }
__global__ void texture_by_eight(cudaTextureObject_t t, float *b) { b[ME] = tex1Dfetch<float>(t, 8 * LANE); }
__global__ void texture_outside(cudaTextureObject_t t, float *b) { // half of the lanes
    b[ME] = tex1Dfetch<float>(t, LANE < 16 ? LANE : -LANE);
}
// Rows of 64 floats. Along one: 4 sectors a warp; down a column: 32.
__global__ void texture_along(cudaTextureObject_t t, float *b) { b[ME] = tex2D<float>(t, LANE, blockIdx.x); }
__global__ void texture_down(cudaTextureObject_t t, float *b) { b[ME] = tex2D<float>(t, ME / 32 % 64, LANE); }
// Between columns LANE and LANE + 1 of rows 0 and 1: of either row 4 sectors, and 5.
__global__ void texture_filtered(cudaTextureObject_t t, float *b) { b[ME] = tex2D<float>(t, LANE + 1, 1); }
__global__ void texture_gather(cudaTextureObject_t t, float *b) { b[ME] = tex2Dgather<float4>(t, LANE + 1, 1).x; }

// 128 requests of 32 x 16 bytes: 16 sectors each. Launched by a configuration, whose members are
// called as a kernel's built-in variables.
__global__ void constant_fours(uint4 *out) { out[threadIdx.x + blockIdx.x * blockDim.x] = make_uint4(1, 2, 3, 4); }

int main(void) {
    make_data();
    float *const in = (float *)dev_in, *const out = (float *)dev_out;
    RUN(16, B, pixels, pixels_of_three, unaligned_fours);
    RUN(16, dim3(8, 32), columns_of_block);
    copied<<<16, B>>>(in, out, sizeof(float));
    RUN(16, B, turns_of_halves, window, twice_ldg, twice_aliased, twice_restrict);
    local_array<<<16, B>>>((int *)dev_index, in, out);
    atomic_bits<<<16, B>>>((unsigned *)out);
    atomic_answers<<<16, B>>>((int *)out, (int *)in);
    atomic_shared<<<16, B>>>((int *)out);
    constant_pairs<<<16, B>>>(out);
    constant_halves<<<16, B>>>(out);

    cudaResourceDesc from = {};
    from.resType = cudaResourceTypeLinear;
    from.res.linear.devPtr = dev_in;
    from.res.linear.desc = cudaCreateChannelDesc<float>();
    from.res.linear.sizeInBytes = BYTES;
    cudaTextureDesc how = {};
    how.readMode = cudaReadModeElementType;
    cudaTextureObject_t texture, rows = texture_of_rows();
    cudaCreateTextureObject(&texture, &from, &how, NULL);
    texture_row<<<16, B>>>(texture, out);
    texture_by_eight<<<16, B>>>(texture, out);
    texture_outside<<<16, B>>>(texture, out);
    texture_along<<<16, B>>>(rows, out);
    texture_down<<<16, B>>>(rows, out);
    cudaDeviceSynchronize();
    cudaDestroyTextureObject(texture);
    cudaDestroyTextureObject(rows);

    cudaArray_t array;
    cudaMallocArray(&array, &from.res.linear.desc, 64, 2, cudaArrayTextureGather);
    from = {};
    from.resType = cudaResourceTypeArray;
    from.res.array.array = array;
    how.filterMode = cudaFilterModeLinear;
    cudaCreateTextureObject(&texture, &from, &how, NULL);
    texture_filtered<<<16, B>>>(texture, out);
    texture_gather<<<16, B>>>(texture, out);
    cudaDeviceSynchronize();
    cudaDestroyTextureObject(texture);
    cudaFreeArray(array);

    cudaLaunchConfig_t config = {};
    config.gridDim = dim3(16);
    config.blockDim = dim3(B);
    cudaLaunchKernelEx(&config, constant_fours, (uint4 *)dev_out);
    return finish();
}
