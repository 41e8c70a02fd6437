// SPDX-License-Identifier: MIT
// A step at a time: the published pair of kernels, and what a single one makes of it, faster from
// kernel to kernel. For heat_ladder.
#ifndef HEAT_STEPS_H
#define HEAT_STEPS_H

#include "dependent_launch.h"
#include "heat_work.h"

// ---- published: heaters first, in a separate kernel; then one thread per cell -------------------

__global__ static void step_heaters(float *in, const float *heaters, size_t size, size_t pitch) {
    const size_t x = threadIdx.x + (size_t)blockIdx.x * blockDim.x;
    const size_t y = threadIdx.y + (size_t)blockIdx.y * blockDim.y;
    if (x >= size || y >= size)
        return;
    const float heater = heaters[x + y * pitch];
    if (heater != 0)
        in[x + y * pitch] = heater;
}

__global__ static void step_diffuse(float *out, const float *in, size_t size, size_t pitch,
                                    float k) {
    const size_t x = threadIdx.x + (size_t)blockIdx.x * blockDim.x;
    const size_t y = threadIdx.y + (size_t)blockIdx.y * blockDim.y;
    if (x >= size || y >= size)
        return;
    const float *row = in + y * pitch;
    const float *above = y < size - 1 ? row + pitch : row;
    const float *below = y > 0 ? row - pitch : row;
    out[x + y * pitch] = room_diffuse(row[x], above[x], below[x], row[x > 0 ? x - 1 : x],
                                      row[x < size - 1 ? x + 1 : x], k);
}

// ---- what all others do with heaters ------------------------------------------------------------

// A heater has its temperature before a step. So it may as well keep it through the step: then the
// heaters need no reading, only a bit a cell that says which they are. They are switched on once,
// before the first step; and in the last step nothing is kept, because the published kernels end
// with the diffusion. One thread: the eight cells of a byte, most of which have nothing to do.
__global__ static void step_switch_on(float *room, const float *heaters, const unsigned char *mask,
                                      size_t bytes) {
    const size_t i = threadIdx.x + (size_t)blockIdx.x * blockDim.x;
    const unsigned bits = i < bytes ? mask[i] : 0;
    for (int j = 0; bits >> j; j++)
        if (bits >> j & 1)
            room[i * HEAT_BITS + j] = heaters[i * HEAT_BITS + j];
}

// The bits of the cells from x on, the first at the bottom, and none where nothing is kept.
__device__ static inline unsigned step_bits(const unsigned char *mask, size_t pitch, size_t x,
                                            size_t y, bool keep) {
    return keep ? mask[(x + y * pitch) / HEAT_BITS] >> x % HEAT_BITS : 0;
}

// ---- fused: one kernel a step, one read and one write a cell, and a bit -------------------------

__global__ static void step_fused(float *__restrict__ out, const float *__restrict__ in,
                                  const unsigned char *__restrict__ mask, size_t size, size_t pitch,
                                  float k, bool keep) {
    const size_t x = threadIdx.x + (size_t)blockIdx.x * blockDim.x;
    const size_t y = threadIdx.y + (size_t)blockIdx.y * blockDim.y;
    if (x >= size || y >= size)
        return;
    const float *row = in + y * pitch;
    const float *above = y < size - 1 ? row + pitch : row;
    const float *below = y > 0 ? row - pitch : row;
    const float next = room_diffuse(row[x], above[x], below[x], row[x > 0 ? x - 1 : x],
                                    row[x < size - 1 ? x + 1 : x], k);
    out[x + y * pitch] = step_bits(mask, pitch, x, y, keep) & 1 ? row[x] : next;
}

// ---- tiles: a block's cells and those around them in shared memory ------------------------------

const int TILE_X = 64, TILE_Y = 4; // threads, and cells without those around them

__global__ static void step_tiles(float *__restrict__ out, const float *__restrict__ in,
                                  const unsigned char *__restrict__ mask, size_t size, size_t pitch,
                                  float k, bool keep) {
    __shared__ float tile[TILE_Y + 2][TILE_X + 2];
    const size_t x0 = (size_t)blockIdx.x * TILE_X, y0 = (size_t)blockIdx.y * TILE_Y;
    const int thread = threadIdx.x + threadIdx.y * TILE_X;
    for (int i = thread; i < (TILE_X + 2) * (TILE_Y + 2); i += TILE_X * TILE_Y) {
        const size_t column = x0 + i % (TILE_X + 2), row = y0 + i / (TILE_X + 2); // one too far
        const size_t x = min(max(column, (size_t)1) - 1, size - 1);
        const size_t y = min(max(row, (size_t)1) - 1, size - 1);
        tile[i / (TILE_X + 2)][i % (TILE_X + 2)] = in[x + y * pitch];
    }
    __syncthreads();
    const size_t x = x0 + threadIdx.x, y = y0 + threadIdx.y;
    if (x >= size || y >= size)
        return;
    const float *cell = &tile[threadIdx.y + 1][threadIdx.x + 1];
    const float next =
        room_diffuse(cell[0], cell[TILE_X + 2], cell[-TILE_X - 2], cell[-1], cell[1], k);
    out[x + y * pitch] = step_bits(mask, pitch, x, y, keep) & 1 ? cell[0] : next;
}

// ---- four cells a thread, 16 bytes a load and a store -------------------------------------------

// Four cells out of the rows below, here and above, and the cells to both sides; x and the size say
// where the room ends, and four bits who is a heater.
__device__ static inline float4 step_four(float4 below, float4 here, float4 above, float left,
                                          float right, size_t x, size_t size, unsigned bits,
                                          float k) {
    const size_t last = size - 1;
    float4 next;
    next.x = room_diffuse(here.x, above.x, below.x, left, x < last ? here.y : here.x, k);
    next.y = room_diffuse(here.y, above.y, below.y, here.x, x + 1 < last ? here.z : here.y, k);
    next.z = room_diffuse(here.z, above.z, below.z, here.y, x + 2 < last ? here.w : here.z, k);
    next.w = room_diffuse(here.w, above.w, below.w, here.z, x + 3 < last ? right : here.w, k);
    next.x = bits & 1 ? here.x : next.x;
    next.y = bits & 2 ? here.y : next.y;
    next.z = bits & 4 ? here.z : next.z;
    next.w = bits & 8 ? here.w : next.w;
    return next;
}

// Nothing is written past the end of a row.
__device__ static inline void step_store(float *row, float4 cells, size_t x, size_t size) {
    if (x + 4 <= size) {
        *(float4 *)(row + x) = cells;
    } else {
        const float four[] = {cells.x, cells.y, cells.z, cells.w};
        for (int i = 0; i < 3; i++)
            if (x + i < size)
                row[x + i] = four[i];
    }
}

// ---- rows: a warp walks up through the room -----------------------------------------------------

const int ROWS_WARPS = 4; // of a block, one above the other
const int ROWS_DEEP = 8;  // that a warp walks

// Each row is read once, and stays in registers while it is the one above, here, and below. The
// cells to both sides are the neighbouring lanes'; only the warp's outermost lanes read one. All
// loads come first, so that all are under way at the same time.
__global__ static void step_rows(float *__restrict__ out, const float *__restrict__ in,
                                 const unsigned char *__restrict__ mask, size_t size, size_t pitch,
                                 float k, bool keep) {
    const int lane = threadIdx.x;
    const size_t x = 4 * (lane + (size_t)blockIdx.x * 32), column = min(x, pitch - 4);
    const size_t y0 = ((size_t)blockIdx.y * ROWS_WARPS + threadIdx.y) * ROWS_DEEP;
    if (y0 >= size)
        return; // all lanes at once
    const size_t side = lane == 0 ? max(x, (size_t)1) - 1 : min(x + 4, pitch - 1);
    float4 rows[ROWS_DEEP + 2]; // the row below the first, and so on
    float beside[ROWS_DEEP];
    unsigned bits[ROWS_DEEP];
#pragma unroll
    for (int r = 0; r < ROWS_DEEP + 2; r++) {
        const size_t y = min(max(y0 + r, (size_t)1) - 1, size - 1);
        rows[r] = *(const float4 *)(in + y * pitch + column);
    }
#pragma unroll
    for (int r = 0; r < ROWS_DEEP; r++) {
        const size_t y = min(y0 + r, size - 1);
        beside[r] = lane == 0 || lane == 31 ? in[y * pitch + side] : 0;
        bits[r] = step_bits(mask, pitch, column, y, keep);
    }
#pragma unroll
    for (int r = 0; r < ROWS_DEEP; r++) {
        const float4 here = rows[r + 1];
        const float before = __shfl_up_sync(0xffffffff, here.w, 1);
        const float after = __shfl_down_sync(0xffffffff, here.x, 1);
        const float left = x == 0 ? here.x : lane == 0 ? beside[r] : before;
        const float right = lane == 31 ? beside[r] : after;
        if (y0 + r < size)
            step_store(out + (y0 + r) * pitch,
                       step_four(rows[r], here, rows[r + 2], left, right, x, size, bits[r], k), x,
                       size);
    }
}

// ---- vector: a thread four cells, and that is all -----------------------------------------------

// The rows above and below and the cells to both sides are read again, out of the first-level
// cache: more reads than step_rows makes, but ten times as many threads to make them. The room need
// not be square: chapter 11 cuts it.
__device__ static inline void step_vector_at(float *__restrict__ out, const float *__restrict__ in,
                                             const unsigned char *__restrict__ mask, size_t width,
                                             size_t height, size_t pitch, float k, bool keep,
                                             size_t x, size_t y) {
    const float *row = in + y * pitch;
    const float4 here = *(const float4 *)(row + x);
    const float4 above = *(const float4 *)((y < height - 1 ? row + pitch : row) + x);
    const float4 below = *(const float4 *)((y > 0 ? row - pitch : row) + x);
    const float left = row[x > 0 ? x - 1 : x], right = row[x + 4 < width ? x + 4 : x];
    const unsigned bits = step_bits(mask, pitch, x, y, keep);
    step_store(out + y * pitch, step_four(below, here, above, left, right, x, width, bits, k), x,
               width);
}

__global__ static void step_vector(float *__restrict__ out, const float *__restrict__ in,
                                   const unsigned char *__restrict__ mask, size_t size,
                                   size_t pitch, float k, bool keep) {
    const size_t x = 4 * (threadIdx.x + (size_t)blockIdx.x * blockDim.x);
    const size_t y = threadIdx.y + (size_t)blockIdx.y * blockDim.y;
    let_next_begin();
    wait_for_previous();
    if (x < size && y < size)
        step_vector_at(out, in, mask, size, size, pitch, k, keep, x, y);
}

// ---- the launches -------------------------------------------------------------------------------

typedef void step_kernel(float *, const float *, const unsigned char *, size_t, size_t, float,
                         bool);

static inline void step_begin(struct heat_work *w) {
    const size_t bytes = w->size * w->pitch / HEAT_BITS;
    step_switch_on<<<(unsigned)heat_parts(bytes, 256), 256, 0, w->stream>>>(
        w->dev_first, w->dev_heaters, w->dev_mask, bytes);
    HANDLE_ERROR(cudaGetLastError());
    w->dev_result = w->dev_first;
}

// What one launch writes the next one reads.
static inline float *step_next(struct heat_work *w) {
    return w->dev_result == w->dev_a ? w->dev_b : w->dev_a;
}

// The last steps of a run.
static inline void step_single(struct heat_work *w, step_kernel *kernel, dim3 grid, dim3 block,
                               int steps) {
    for (int s = 0; s < steps; s++) {
        float *const out = step_next(w);
        kernel<<<grid, block, 0, w->stream>>>(out, w->dev_result, w->dev_mask, w->size, w->pitch,
                                              w->k, s < steps - 1);
        HANDLE_ERROR(cudaGetLastError());
        w->dev_result = out;
    }
}

// dependent: each is launched as the one before it drains.
static inline void step_vectors(struct heat_work *w, int steps, bool dependent) {
    const dim3 grid((unsigned)heat_parts(w->size, 128), (unsigned)heat_parts(w->size, 8));
    if (!dependent) {
        step_single(w, step_vector, grid, dim3(32, 8), steps);
        return;
    }
    for (int s = 0; s < steps; s++) {
        float *const out = step_next(w);
        launch_dependent_in(w->stream, step_vector, grid, dim3(32, 8), 0, 1, out, w->dev_result,
                            w->dev_mask, w->size, w->pitch, w->k, s < steps - 1);
        w->dev_result = out;
    }
}

static inline void run_published(void *work) {
    struct heat_work *w = (struct heat_work *)work;
    w->dev_result = w->dev_first;
    for (int s = 0; s < w->steps; s++) {
        float *const out = step_next(w);
        step_heaters<<<heat_grid(w), heat_block()>>>(w->dev_result, w->dev_heaters, w->size,
                                                     w->pitch);
        step_diffuse<<<heat_grid(w), heat_block()>>>(out, w->dev_result, w->size, w->pitch, w->k);
        HANDLE_ERROR(cudaGetLastError());
        w->dev_result = out;
    }
}

static inline void run_fused(void *work) {
    struct heat_work *w = (struct heat_work *)work;
    step_begin(w);
    step_single(w, step_fused, heat_grid(w), heat_block(), w->steps);
}

static inline void run_tiles(void *work) {
    struct heat_work *w = (struct heat_work *)work;
    const dim3 grid((unsigned)heat_parts(w->size, TILE_X), (unsigned)heat_parts(w->size, TILE_Y));
    step_begin(w);
    step_single(w, step_tiles, grid, dim3(TILE_X, TILE_Y), w->steps);
}

static inline void run_rows(void *work) {
    struct heat_work *w = (struct heat_work *)work;
    const dim3 grid((unsigned)heat_parts(w->size, 128),
                    (unsigned)heat_parts(w->size, ROWS_WARPS * ROWS_DEEP));
    step_begin(w);
    step_single(w, step_rows, grid, dim3(32, ROWS_WARPS), w->steps);
}

static inline void run_vector(void *work) {
    struct heat_work *w = (struct heat_work *)work;
    step_begin(w);
    step_vectors(w, w->steps, false);
}

static inline void run_dependent(void *work) {
    struct heat_work *w = (struct heat_work *)work;
    step_begin(w);
    step_vectors(w, w->steps, true);
}

// A whole run as one graph: the launches are prepared once.
static inline cudaGraphExec_t graph_of(struct heat_work *w, void (*run)(void *work)) {
    cudaGraph_t graph;
    cudaGraphExec_t kept;
    HANDLE_ERROR(cudaStreamCreate(&w->stream));
    HANDLE_ERROR(cudaStreamBeginCapture(w->stream, cudaStreamCaptureModeThreadLocal));
    run(w);
    HANDLE_ERROR(cudaStreamEndCapture(w->stream, &graph));
    HANDLE_ERROR(cudaStreamDestroy(w->stream));
    w->stream = 0;
    HANDLE_ERROR(cudaGraphInstantiate(&kept, graph, 0));
    HANDLE_ERROR(cudaGraphDestroy(graph));
    return kept;
}

#endif
