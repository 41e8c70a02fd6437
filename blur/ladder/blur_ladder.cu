// SPDX-License-Identifier: MIT
// A Gaussian blur of a large picture, in a series of kernels with one idea each.
//
// What it teaches: a filter that is a product of two rows needs 2 (2 r + 1) reads instead of (2 r +
// 1)^2; shared memory and registers relieve the caches; and two passes in one kernel come close to
// a plain copy. After blur.
//
//     blur_ladder; blur_ladder --size 4096 --radius 8; blur_ladder --only fused
//
// Pixels are grey floats: as many bytes as in blur.cu, whose pixels have four one-byte channels,
// and a third of the arithmetic. The limit is a copy of the picture, 8 bytes per pixel. Two-pass
// versions move 16 and can reach half of it. They have to be equal bit for bit; the direct sums of
// (2 r + 1)^2 terms differ by rounding, within a bound given in the row.
#include <cuda_pipeline.h>

#include "blur_work.h"
#include "blur_strips.h"
#include "blur_tiles.h"

#define ABOUT "Blurs a large picture with faster and faster kernels."
const size_t DEFAULT_SIZE = 200;

static void copy(void *work) {
    const struct blur_work *w = (const struct blur_work *)work;
    HANDLE_ERROR(cudaMemcpyAsync(w->dev_out, w->dev_in, blur_bytes(w), cudaMemcpyDeviceToDevice));
}

// ---- published: a thread a pixel, its whole neighbourhood out of the caches ---------------------

__global__ void direct_global(float *out, const float *in, int size, size_t pitch, int radius) {
    const int x = threadIdx.x + blockIdx.x * blockDim.x, y = threadIdx.y + blockIdx.y * blockDim.y;
    if (x >= size || y >= size)
        return;
    float sum = 0;
    for (int j = -radius; j <= radius; j++)
        for (int i = -radius; i <= radius; i++)
            sum = fmaf(blur_weights[i + radius] * blur_weights[j + radius],
                       in[blur_inside(x + i, size) + blur_inside(y + j, size) * pitch], sum);
    out[x + y * pitch] = sum;
}

static void run_direct(void *work) {
    const struct blur_work *w = (const struct blur_work *)work;
    const dim3 block(BLUR_BLOCK_X, BLUR_BLOCK_Y), grid = blur_grid(w->size, block.x, block.y);
    direct_global<<<grid, block>>>(w->dev_out, w->dev_in, (int)w->size, w->pitch, w->radius);
    HANDLE_ERROR(cudaGetLastError());
}

// ---- the same through a texture, which clamps ---------------------------------------------------

__global__ void direct_texture(float *out, cudaTextureObject_t in, int size, size_t pitch,
                               int radius) {
    const int x = threadIdx.x + blockIdx.x * blockDim.x, y = threadIdx.y + blockIdx.y * blockDim.y;
    if (x >= size || y >= size)
        return;
    float sum = 0;
    for (int j = -radius; j <= radius; j++)
        for (int i = -radius; i <= radius; i++)
            sum = fmaf(blur_weights[i + radius] * blur_weights[j + radius],
                       tex2D<float>(in, x + i + 0.5f, y + j + 0.5f), sum);
    out[x + y * pitch] = sum;
}

static void run_direct_texture(void *work) {
    const struct blur_work *w = (const struct blur_work *)work;
    const dim3 block(BLUR_BLOCK_X, BLUR_BLOCK_Y), grid = blur_grid(w->size, block.x, block.y);
    direct_texture<<<grid, block>>>(w->dev_out, w->tex_in, (int)w->size, w->pitch, w->radius);
    HANDLE_ERROR(cudaGetLastError());
}

// ---- separable: along the rows first, and what comes out of that along the columns --------------

__global__ void pass_global(float *out, const float *in, int size, size_t pitch, int radius,
                            bool columns) {
    const int x = threadIdx.x + blockIdx.x * blockDim.x, y = threadIdx.y + blockIdx.y * blockDim.y;
    if (x >= size || y >= size)
        return;
    float sum = 0;
    for (int i = -radius; i <= radius; i++)
        sum = fmaf(blur_weights[i + radius],
                   in[blur_inside(columns ? x : x + i, size) +
                      blur_inside(columns ? y + i : y, size) * pitch],
                   sum);
    out[x + y * pitch] = sum;
}

static void run_separable(void *work) {
    const struct blur_work *w = (const struct blur_work *)work;
    const dim3 block(BLUR_BLOCK_X, BLUR_BLOCK_Y), grid = blur_grid(w->size, block.x, block.y);
    const int size = (int)w->size;
    pass_global<<<grid, block>>>(w->dev_between, w->dev_in, size, w->pitch, w->radius, false);
    pass_global<<<grid, block>>>(w->dev_out, w->dev_between, size, w->pitch, w->radius, true);
    HANDLE_ERROR(cudaGetLastError());
}

__global__ void pass_texture(float *out, cudaTextureObject_t in, int size, size_t pitch, int radius,
                             bool columns) {
    const int x = threadIdx.x + blockIdx.x * blockDim.x, y = threadIdx.y + blockIdx.y * blockDim.y;
    if (x >= size || y >= size)
        return;
    float sum = 0;
    for (int i = -radius; i <= radius; i++)
        sum =
            fmaf(blur_weights[i + radius],
                 tex2D<float>(in, x + (columns ? 0 : i) + 0.5f, y + (columns ? i : 0) + 0.5f), sum);
    out[x + y * pitch] = sum;
}

static void run_separable_texture(void *work) {
    const struct blur_work *w = (const struct blur_work *)work;
    const dim3 block(BLUR_BLOCK_X, BLUR_BLOCK_Y), grid = blur_grid(w->size, block.x, block.y);
    const int size = (int)w->size;
    pass_texture<<<grid, block>>>(w->dev_between, w->tex_in, size, w->pitch, w->radius, false);
    pass_texture<<<grid, block>>>(w->dev_out, w->tex_between, size, w->pitch, w->radius, true);
    HANDLE_ERROR(cudaGetLastError());
}

// ---- both passes in one kernel, in registers ----------------------------------------------------

const int REACH = 8;                             // the largest radius
const int STREAM_WIDE = 4;                       // pixels of a row that a thread makes
const int STREAM_WARP = 32 * STREAM_WIDE;        // and a warp
const int STREAM_SEEN = STREAM_WIDE + 2 * REACH; // pixels of a row that a thread needs
const int STREAM_WARPS = 4;                      // in a block: they know nothing of each other
const int STREAM_RING = 8, STREAM_AHEAD = STREAM_RING - 1; // rows in shared memory, on their way

struct stream_weights {
    float of[2 * REACH + 1]; // zero beyond the radius: such a term changes no sum
};

// A warp's part of a row, and REACH pixels on either side, on its way into shared memory. Outside
// the picture is the nearest pixel inside.
__device__ static inline void stream_fetch(float *to, const float *row, int left, int size) {
    const int lane = threadIdx.x % 32, x = left + lane * STREAM_WIDE;
    float *own = to + REACH + lane * STREAM_WIDE;
    if (x + STREAM_WIDE <= size)
        __pipeline_memcpy_async(own, row + x, STREAM_WIDE * sizeof *own);
    else
        for (int k = 0; k < STREAM_WIDE; k++)
            __pipeline_memcpy_async(own + k, row + blur_inside(x + k, size), sizeof *own);
    if (lane < 2 * REACH) {
        const int at = lane < REACH ? lane : STREAM_WARP + lane;
        __pipeline_memcpy_async(to + at, row + blur_inside(left - REACH + at, size), sizeof *to);
    }
    __pipeline_commit();
}

// A warp walks down its columns, four a thread. What a row, blurred along itself, adds to each of
// the 17 rows in its reach is added at once, into as many sums; the sum of the row that is complete
// leaves, and all others move up by one. Over four rows, unrolled, the sums change their names
// instead of their registers. No barrier: a warp waits for its own lanes only.
__global__ void __launch_bounds__(32 * STREAM_WARPS, 4)
    stream_blur(float *out, const float *in, int size, size_t pitch, int rows,
                const struct stream_weights weights) {
    __shared__ float4 memory[STREAM_WARPS][STREAM_RING][(STREAM_WARP + 2 * REACH) / 4];
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const int left = (blockIdx.x * STREAM_WARPS + warp) * STREAM_WARP,
              x = left + lane * STREAM_WIDE;
    const int top = blockIdx.y * rows;
    if (left >= size)
        return;
    for (int i = 0; i < STREAM_AHEAD; i++)
        stream_fetch((float *)memory[warp][i], in + blur_inside(top - REACH + i, size) * pitch,
                     left, size);
    float sums[2 * REACH + 1][STREAM_WIDE] = {};
    for (int base = 0; base < rows + 2 * REACH; base += 4)
#pragma unroll
        for (int step = base; step < base + 4; step++) {
            __pipeline_wait_prior(STREAM_AHEAD - 1);
            __syncwarp();
            float seen[STREAM_SEEN], blurred[STREAM_WIDE];
#pragma unroll
            for (int i = 0; i < STREAM_SEEN; i += 4) {
                const float4 four = memory[warp][step % STREAM_RING][lane + i / 4];
                seen[i] = four.x;
                seen[i + 1] = four.y;
                seen[i + 2] = four.z;
                seen[i + 3] = four.w;
            }
            // Into the place of the row before, which all lanes have read.
            stream_fetch((float *)memory[warp][(step + STREAM_AHEAD) % STREAM_RING],
                         in + blur_inside(top - REACH + step + STREAM_AHEAD, size) * pitch, left,
                         size);
#pragma unroll
            for (int k = 0; k < STREAM_WIDE; k++) {
                blurred[k] = 0;
#pragma unroll
                for (int i = 0; i <= 2 * REACH; i++)
                    blurred[k] = fmaf(weights.of[i], seen[k + i], blurred[k]);
#pragma unroll
                for (int i = 0; i < 2 * REACH; i++)
                    sums[i][k] = fmaf(weights.of[2 * REACH - i], blurred[k], sums[i + 1][k]);
                sums[2 * REACH][k] = weights.of[0] * blurred[k];
            }
            const int row = top + step - 2 * REACH;
            if (row < top || row >= size)
                continue;
            float *to = out + x + row * pitch;
            if (x + STREAM_WIDE <= size)
                *(float4 *)to = make_float4(sums[0][0], sums[0][1], sums[0][2], sums[0][3]);
            else
#pragma unroll
                for (int k = 0; k < STREAM_WIDE; k++)
                    if (x + k < size)
                        to[k] = sums[0][k];
        }
    __pipeline_wait_prior(0); // nothing is on its way into the memory of another block
}

static const char *stream_refuses(const void *work) {
    return ((const struct blur_work *)work)->radius <= REACH ? NULL : "for a radius up to 8";
}

static void run_stream(void *work) {
    const struct blur_work *w = (const struct blur_work *)work;
    const int across = STREAM_WARPS * STREAM_WARP;
    struct stream_weights weights = {};
    for (int i = -w->radius; i <= w->radius; i++)
        weights.of[i + REACH] = w->weights[i + w->radius];
    stream_blur<<<blur_grid(w->size, across, w->stream_rows), 32 * STREAM_WARPS>>>(
        w->dev_out, w->dev_in, (int)w->size, w->pitch, w->stream_rows, weights);
    HANDLE_ERROR(cudaGetLastError());
}

static bool check(void *work, const struct rung *rung, char *says, size_t size) {
    const bool bound = rung->run == run_direct || rung->run == run_direct_texture ||
                       rung->role & RUNG_PEER; // a library adds in an order of its own
    return blur_differs((const struct blur_work *)work, bound, says, size);
}

int main(int argc, char **argv) {
    struct options options = options_default(DEFAULT_SIZE);
    struct ladder_words words = {};
    struct blur_work work = {};
    size_t radius = 8;
    const struct option_row rows[] = {
        {"size", OPTION_COUNT, &options.size, 1, 65000, "pixels along each edge"},
        {"radius", OPTION_COUNT, &radius, 1, BLUR_MOST, "pixels on each side of the centre"},
        {"seed", OPTION_SEED, &options.seed, 0, 0, "another picture"},
        LADDER_ROWS(words),
    };
    options_parse(&options, argc, argv, ABOUT, rows);
    work.radius = (int)radius;
    blur_create(&options, &work);
    if (!stream_refuses(&work))
        blur_tune(&work, &work.stream_rows, run_stream);
    if (!strips_refuses(&work))
        blur_tune(&work, &work.strip_rows, run_strips);

    const double pixels = (double)work.size * (double)work.size / 1e9;
    const struct rung rungs[] = {
        {"copy", "a copy of the picture", copy, NULL, RUNG_LIMIT},
        {"published", "the whole neighbourhood", run_direct, NULL, RUNG_PUBLISHED},
        {"texture", "the same through a texture", run_direct_texture},
        {"separable", "rows, then columns", run_separable},
        {"separable_texture", "the same by texture", run_separable_texture},
        {"tiled", "both passes from shared memory", run_tiled},
        {"fused", "both passes in one kernel", run_fused<false>, fused_refuses},
        {"fused_texture", "its tile by texture", run_fused<true>, fused_refuses},
        {"stream", "row by row, in registers", run_stream, stream_refuses},
        {"strips", "by groups of rows, any radius", run_strips, strips_refuses},
    };
    char what[60];
    snprintf(what, sizeof what, "radius %zu", radius);
    const struct ladder ladder = {
        .rungs = rungs,
        .count = sizeof rungs / sizeof *rungs,
        .unit = "Gpixels/s",
        .amount = pixels,
        .limit_is = "a copy of the picture, read and written",
        .bytes = 8e9 * pixels,
        .flops = 4e9 * pixels * (2 * (double)radius + 1),
        .poison = blur_poison,
        .check = check,
        .what = what,
    };
    const int status = ladder_climb(&ladder, &options, &words, &work);
    blur_destroy(&work);
    return status;
}
