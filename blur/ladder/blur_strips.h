// SPDX-License-Identifier: MIT
// A blur in both directions at once, strip by strip. For blur_ladder.
#ifndef BLUR_STRIPS_H
#define BLUR_STRIPS_H

#include <string.h>

#include <cuda_pipeline.h>

#include "blur_work.h"

const int STRIP_MOST = 16;            // the largest radius
const int STRIP_WIDE = 128;           // pixels of a block along a row
const int STRIP_THREADS = STRIP_WIDE; // each has a quarter of a row, then a quarter of four columns
const int STRIP_GROUP = 32;           // rows that arrive together
const int STRIP_EACH = 8;             // pixels in a line that a thread makes at a time
const int STRIP_KEPT = 2 * STRIP_GROUP; // rows that are blurred along themselves
const int STRIP_PITCH = STRIP_WIDE + 4; // of these, see below

template <int RADIUS> struct strip {
    // Pixels beside a block's own that are fetched, up to what a read of four begins with.
    static constexpr int REACH = (RADIUS + 3) / 4 * 4;
    static constexpr int FETCHED = STRIP_WIDE + 2 * REACH;
    // By how many rows the output lags the input.
    static constexpr int BEHIND = (2 * RADIUS + STRIP_EACH - 1) / STRIP_EACH * STRIP_EACH;
    // Rows begin an odd number of float4 after one another, so lanes that read one from a row each
    // meet in no bank.
    float arriving[2][STRIP_GROUP][FETCHED + 4];
    float blurred[STRIP_KEPT][STRIP_PITCH];
};

// By the distance from the middle.
template <int RADIUS> struct strip_weights { float at[RADIUS + 1]; };
template <int RADIUS>
__device__ static inline float strip_weight(const struct strip_weights<RADIUS> &weights, int tap) {
    return weights.at[tap < RADIUS ? RADIUS - tap : tap - RADIUS];
}

// A group of rows from row y on sets out for shared memory, with the reach on either side.
template <int RADIUS>
__device__ static inline void strip_fetch(float (*to)[strip<RADIUS>::FETCHED + 4], const float *in,
                                          int left, int y, int size, size_t pitch) {
    typedef struct strip<RADIUS> S;
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32, first = left - S::REACH;
    if (first >= 0 && first + S::FETCHED <= size && y >= 0 && y + STRIP_GROUP <= size) {
        const float *from = in + (size_t)(y + warp) * pitch + first;
#pragma unroll
        for (int row = 0; row < STRIP_GROUP; row += STRIP_THREADS / 32)
            __pipeline_memcpy_async(to[row + warp] + 4 * lane, from + row * pitch + 4 * lane,
                                    sizeof(float4));
        if (lane < S::REACH / 2) {
            const int beside = STRIP_WIDE + 4 * lane;
#pragma unroll
            for (int row = 0; row < STRIP_GROUP; row += STRIP_THREADS / 32)
                __pipeline_memcpy_async(to[row + warp] + beside, from + row * pitch + beside,
                                        sizeof(float4));
        }
    } else { // outside the picture is the nearest pixel inside
        for (int i = threadIdx.x; i < STRIP_GROUP * S::FETCHED / 4; i += STRIP_THREADS) {
            const int row = i / (S::FETCHED / 4), column = i % (S::FETCHED / 4) * 4;
            const float *from = in + blur_inside(y + row, size) * pitch;
            const int x = first + column;
            if (x >= 0 && x + 4 <= size)
                __pipeline_memcpy_async(&to[row][column], from + x, sizeof(float4));
            else
                for (int k = 0; k < 4; k++)
                    __pipeline_memcpy_async(&to[row][column + k], from + blur_inside(x + k, size),
                                            sizeof *from);
        }
    }
    __pipeline_commit();
}

__device__ static inline void strip_read(float *four, const float *from) {
    const float4 f = *(const float4 *)from;
    four[0] = f.x;
    four[1] = f.y;
    four[2] = f.z;
    four[3] = f.w;
}

// Along the rows: a lane has one, a warp a quarter of their length. The window that a thread looks
// through moves on by as many pixels as it makes: it reads each once.
template <int RADIUS>
__device__ static inline void strip_along(float (*to)[STRIP_PITCH],
                                          const float (*from)[strip<RADIUS>::FETCHED + 4],
                                          const struct strip_weights<RADIUS> &weights) {
    typedef struct strip<RADIUS> S;
    const int row = threadIdx.x % 32, left = threadIdx.x / 32 * 32;
    float window[STRIP_EACH + 2 * S::REACH];
#pragma unroll
    for (int i = 0; i < 2 * S::REACH; i += 4)
        strip_read(window + STRIP_EACH + i, from[row] + left + i);
#pragma unroll
    for (int x = left; x < left + 32; x += STRIP_EACH) {
#pragma unroll
        for (int i = 0; i < 2 * S::REACH; i++)
            window[i] = window[i + STRIP_EACH];
#pragma unroll
        for (int i = 0; i < STRIP_EACH; i += 4)
            strip_read(window + 2 * S::REACH + i, from[row] + x + 2 * S::REACH + i);
        float sums[STRIP_EACH] = {};
#pragma unroll
        for (int tap = 0; tap <= 2 * RADIUS; tap++)
#pragma unroll
            for (int k = 0; k < STRIP_EACH; k++)
                sums[k] = fmaf(strip_weight<RADIUS>(weights, tap),
                               window[S::REACH - RADIUS + tap + k], sums[k]);
#pragma unroll
        for (int k = 0; k < STRIP_EACH; k += 4)
            *(float4 *)&to[row][x + k] =
                make_float4(sums[k], sums[k + 1], sums[k + 2], sums[k + 3]);
    }
}

// Down the columns, of which a lane has four: the output's rows from `row` on. A row's numbers are
// read once, for all that they are added to.
template <int RADIUS>
__device__ static inline void strip_down(float *out, const float (*from)[STRIP_PITCH], int row,
                                         int rows, size_t pitch,
                                         const struct strip_weights<RADIUS> &weights) {
    float sums[STRIP_EACH][4] = {};
#pragma unroll
    for (int i = 0; i < STRIP_EACH + 2 * RADIUS; i++) {
        float four[4];
        const int begin = (row + i / STRIP_EACH * STRIP_EACH) % STRIP_KEPT;
        strip_read(four, from[begin + i % STRIP_EACH] + 4 * (threadIdx.x % 32));
#pragma unroll
        for (int m = 0; m < STRIP_EACH; m++)
#pragma unroll
            for (int k = 0; k < 4; k++)
                if (i - m >= 0 && i - m <= 2 * RADIUS)
                    sums[m][k] = fmaf(strip_weight<RADIUS>(weights, i - m), four[k], sums[m][k]);
    }
    const bool all = row + STRIP_EACH <= rows;
    out += row * pitch;
#pragma unroll
    for (int m = 0; m < STRIP_EACH; m++) {
        if (all || row + m < rows) // beyond a row's end is room
            *(float4 *)out = make_float4(sums[m][0], sums[m][1], sums[m][2], sums[m][3]);
        out += pitch;
    }
}

// A block goes down a strip of `rows` rows. While a group of rows is on its way, the one before it
// is blurred along the rows, and what is complete with it down the columns.
template <int RADIUS>
__global__ static void __launch_bounds__(STRIP_THREADS, 3)
    strip_blur(float *out, const float *in, int size, size_t pitch, int rows,
               const struct strip_weights<RADIUS> weights) {
    typedef struct strip<RADIUS> S;
    extern __shared__ float4 strip_memory[];
    S *const s = (S *)strip_memory;
    const int left = blockIdx.x * STRIP_WIDE, top = blockIdx.y * rows, above = top - RADIUS;
    const int own = min(rows, size - top);
    const int groups = (own + S::BEHIND + STRIP_GROUP - 1) / STRIP_GROUP;
    const int x = left + 4 * (threadIdx.x % 32), warp = threadIdx.x / 32;
    for (int g = 0; g < 2; g++)
        strip_fetch<RADIUS>(s->arriving[g], in, left, above + g * STRIP_GROUP, size, pitch);
    for (int g = 0; g < groups; g++) {
        __pipeline_wait_prior(1);
        __syncthreads(); // the group is there; the rows that it overwrites are needed no more
        strip_along<RADIUS>(s->blurred + g % 2 * STRIP_GROUP, s->arriving[g % 2], weights);
        __syncthreads();
        if (g + 2 < groups)
            strip_fetch<RADIUS>(s->arriving[g % 2], in, left, above + (g + 2) * STRIP_GROUP, size,
                                pitch);
        else
            __pipeline_commit();
        const int row = g * STRIP_GROUP - S::BEHIND + warp * STRIP_EACH;
        if (row >= 0 && row < own && x < size)
            strip_down<RADIUS>(out + x + top * pitch, s->blurred, row, own, pitch, weights);
    }
    __pipeline_wait_prior(0); // nothing is on its way into the memory of another block
}

// The radius is known when this is compiled, so windows and sums stay in registers.
template <int RADIUS> static void strip_launch(struct blur_work *w) {
    if (w->radius != RADIUS) {
        strip_launch<RADIUS - 1>(w);
        return;
    }
    struct strip_weights<RADIUS> weights;
    memcpy(weights.at, w->weights + RADIUS, sizeof weights.at);
    const int size = (int)w->size, bytes = (int)sizeof(struct strip<RADIUS>);
    HANDLE_ERROR(cudaFuncSetAttribute(strip_blur<RADIUS>,
                                      cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
    strip_blur<RADIUS><<<blur_grid(w->size, STRIP_WIDE, w->strip_rows), STRIP_THREADS, bytes>>>(
        w->dev_out, w->dev_in, size, w->pitch, w->strip_rows, weights);
    HANDLE_ERROR(cudaGetLastError());
}
template <> void strip_launch<0>(struct blur_work *) {}

static inline void run_strips(void *work) {
    strip_launch<STRIP_MOST>((struct blur_work *)work);
}

static const char *strips_refuses(const void *work) {
    int device, most;
    HANDLE_ERROR(cudaGetDevice(&device));
    HANDLE_ERROR(cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin, device));
    if ((size_t)most < sizeof(struct strip<STRIP_MOST>))
        return "for GPUs with more shared memory";
    return ((const struct blur_work *)work)->radius <= STRIP_MOST ? NULL : "for a radius up to 16";
}

#endif
