// SPDX-License-Identifier: MIT
// Blurs with tiles in shared memory: one pass after the other, and both in one kernel. For
// blur_ladder.
#ifndef BLUR_TILES_H
#define BLUR_TILES_H

#include "blur_work.h"

// ---- a tile for one pass ------------------------------------------------------------------------

const int TILE = 32; // pixels of a block along each edge, and threads

// A block's pixels, and as many as the radius before and after them along the way of the pass,
// come into shared memory; then each thread finds its 2 r + 1 there.
__global__ static void tiled_pass(float *out, const float *in, int size, size_t pitch, int radius,
                                  bool columns) {
    extern __shared__ float4 tile_memory[];
    float *const tile = (float *)tile_memory;
    const int wide = TILE + (columns ? 0 : 2 * radius), high = TILE + (columns ? 2 * radius : 0);
    const int x0 = blockIdx.x * TILE - (columns ? 0 : radius);
    const int y0 = blockIdx.y * TILE - (columns ? radius : 0);
    for (int row = threadIdx.y; row < high; row += TILE)
        for (int column = threadIdx.x; column < wide; column += TILE)
            tile[column + row * wide] =
                in[blur_inside(x0 + column, size) + blur_inside(y0 + row, size) * pitch];
    __syncthreads();
    const int x = threadIdx.x + blockIdx.x * TILE, y = threadIdx.y + blockIdx.y * TILE;
    if (x >= size || y >= size)
        return;
    const int step = columns ? wide : 1;
    const float *first = tile + threadIdx.x + threadIdx.y * wide;
    float sum = 0;
    for (int i = 0; i <= 2 * radius; i++)
        sum = fmaf(blur_weights[i], first[i * step], sum);
    out[x + y * pitch] = sum;
}

static inline void run_tiled(void *work) {
    const struct blur_work *w = (const struct blur_work *)work;
    const dim3 block(TILE, TILE), grid = blur_grid(w->size, TILE, TILE);
    const size_t bytes = TILE * (TILE + 2 * w->radius) * sizeof(float);
    const int size = (int)w->size;
    tiled_pass<<<grid, block, bytes>>>(w->dev_between, w->dev_in, size, w->pitch, w->radius, false);
    tiled_pass<<<grid, block, bytes>>>(w->dev_out, w->dev_between, size, w->pitch, w->radius, true);
    HANDLE_ERROR(cudaGetLastError());
}

// ---- both passes in one kernel ------------------------------------------------------------------

const int FUSED_WIDE = 64; // pixels of a block along a row
const int FUSED_HIGH = 96; // rows that it reads: with those below and above its own
const int FUSED_THREADS = 384;
const int ALONG = 8, DOWN = 16; // pixels that a thread makes of one row, of one column

// A thread's part of a pass: OUT neighbouring pixels out of OUT + 2 RADIUS, each of which is read
// once and used for all pixels in its reach.
template <int RADIUS, int OUT>
__device__ static inline void fused_sums(float (&sums)[OUT], const float *first, int step) {
    float window[OUT];
#pragma unroll
    for (int i = 0; i < OUT; i++) {
        window[i] = first[i * step];
        sums[i] = 0;
    }
#pragma unroll
    for (int tap = 0; tap <= 2 * RADIUS; tap++) {
#pragma unroll
        for (int i = 0; i < OUT; i++)
            sums[i] = fmaf(blur_weights[tap], window[(i + tap) % OUT], sums[i]);
        if (tap < 2 * RADIUS)
            window[tap % OUT] = first[(tap + OUT) * step];
    }
}

// The tile comes in, blurred along its rows it goes to a second one, and blurred along its columns
// out: a pixel is read and written once. Rows begin an odd number of floats after one another, so
// that lanes with a row each meet in no bank; along columns they lie side by side. Outside the
// picture is the nearest pixel inside: found here, or by the texture.
template <int RADIUS, bool TEXTURE>
__global__ static void __launch_bounds__(FUSED_THREADS)
    fused_blur(float *out, const float *in, cudaTextureObject_t texture, int size, size_t pitch) {
    const int wide = FUSED_WIDE + 2 * RADIUS, own = FUSED_HIGH - 2 * RADIUS;
    extern __shared__ float4 fused_memory[];
    float *const tile = (float *)fused_memory, *const blurred = tile + FUSED_HIGH * (wide + 1);
    const int x0 = blockIdx.x * FUSED_WIDE, y0 = blockIdx.y * own;
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    for (int row = warp; row < FUSED_HIGH; row += FUSED_THREADS / 32) { // a warp a row
        const int y = y0 + row - RADIUS;
        const float *from = in + blur_inside(y, size) * pitch;
        float *to = tile + row * (wide + 1);
#pragma unroll
        for (int i = 0; i < wide; i += 32) {
            const int x = x0 + lane + i - RADIUS;
            if (i + 32 <= wide || lane < wide - i)
                to[lane + i] = TEXTURE ? tex2D<float>(texture, x + 0.5f, y + 0.5f)
                                       : from[blur_inside(x, size)];
        }
    }
    __syncthreads();
    for (int i = threadIdx.x; i < FUSED_HIGH * FUSED_WIDE / ALONG; i += FUSED_THREADS) {
        const int row = i % FUSED_HIGH, column = i / FUSED_HIGH * ALONG;
        float sums[ALONG];
        fused_sums<RADIUS>(sums, tile + column + row * (wide + 1), 1);
#pragma unroll
        for (int k = 0; k < ALONG; k++)
            blurred[column + k + row * (FUSED_WIDE + 1)] = sums[k];
    }
    __syncthreads();
    for (int i = threadIdx.x; i < own / DOWN * FUSED_WIDE; i += FUSED_THREADS) {
        const int row = i / FUSED_WIDE * DOWN, column = i % FUSED_WIDE;
        const int left = x0 + column < size ? size - y0 - row : 0; // rows in the picture
        float *to = out + x0 + column + (y0 + row) * pitch;
        float sums[DOWN];
        fused_sums<RADIUS>(sums, blurred + column + row * (FUSED_WIDE + 1), FUSED_WIDE + 1);
#pragma unroll
        for (int k = 0; k < DOWN; k++, to += pitch)
            if (k < left)
                *to = sums[k];
    }
}

template <int RADIUS, bool TEXTURE> static void fused_launch(const struct blur_work *w) {
    const size_t bytes =
        FUSED_HIGH * (FUSED_WIDE + 2 * RADIUS + 1 + FUSED_WIDE + 1) * sizeof(float);
    const dim3 grid = blur_grid(w->size, FUSED_WIDE, FUSED_HIGH - 2 * RADIUS);
    HANDLE_ERROR(cudaFuncSetAttribute(fused_blur<RADIUS, TEXTURE>,
                                      cudaFuncAttributeMaxDynamicSharedMemorySize, (int)bytes));
    fused_blur<RADIUS, TEXTURE>
        <<<grid, FUSED_THREADS, bytes>>>(w->dev_out, w->dev_in, w->tex_in, (int)w->size, w->pitch);
    HANDLE_ERROR(cudaGetLastError());
}

// The radius is known when this is compiled: the weights are constants of the instructions then,
// and windows stay in registers.
template <bool TEXTURE> static void run_fused(void *work) {
    const struct blur_work *w = (const struct blur_work *)work;
    if (w->radius == 8)
        fused_launch<8, TEXTURE>(w);
    else
        fused_launch<16, TEXTURE>(w);
}

static const char *fused_refuses(const void *work) {
    const int radius = ((const struct blur_work *)work)->radius;
    return radius == 8 || radius == 16 ? NULL : "for radius 8 and 16";
}

#endif
