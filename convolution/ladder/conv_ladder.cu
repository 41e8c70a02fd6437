// SPDX-License-Identifier: MIT
// A picture convolved with a mask of any weights, rung by rung: from the textbook's kernel to the
// bandwidth of the memory, or to as many multiplications as the GPU can make.
//
// What it teaches: a weight that the instruction holds costs nothing; a pixel that is in a register
// can serve all terms that it is part of; and what bounds a convolution depends on the radius.
// After conv_tiled.
//
//     conv_ladder --size 16384; conv_ladder --size 16384 --radius 7     --only NAME,NAME... runs
//     some
//
// It prints one row per rung: time, pixels, their share of those of a copy on the device, the
// speed-up over the published kernel, and how many pixels are wrong. The mask is not separable.
#include "conv_work.h"

#define ABOUT "Convolves a large picture with faster and faster kernels."
const size_t DEFAULT_SIZE = 200; // pixels along an edge
const int WIDE = 32, HIGH = 8;   // threads of a block
const int DOWN = 8;              // pixels of a column that a thread makes

static void copy(void *work) {
    const struct conv_work *w = (const struct conv_work *)work;
    HANDLE_ERROR(cudaMemcpyAsync(w->dev_out, w->dev_in, conv_bytes(w), cudaMemcpyDeviceToDevice));
}

// ---- a thread a pixel, everything out of the caches ---------------------------------------------

template <bool CONSTANT>
__global__ void direct(const float *in, float *out, int size, size_t pitch, const float *mask,
                       int radius) {
    const int x = threadIdx.x + blockIdx.x * blockDim.x, y = threadIdx.y + blockIdx.y * blockDim.y;
    if (x >= size || y >= size)
        return;
    float sum = 0;
    int term = 0;
    for (int j = y - radius; j <= y + radius; j++)
        for (int i = x - radius; i <= x + radius; i++, term++)
            if (i >= 0 && i < size && j >= 0 && j < size)
                sum += (CONSTANT ? conv_mask[term] : mask[term]) * in[i + j * pitch];
    out[x + y * pitch] = sum;
}

static dim3 grid_of(const struct conv_work *w, int wide, int high) {
    return dim3((w->size + wide - 1) / wide, (w->size + high - 1) / high);
}

static void published(void *work) {
    const struct conv_work *w = (const struct conv_work *)work;
    direct<false><<<grid_of(w, 16, 16), dim3(16, 16)>>>(w->dev_in, w->dev_out, w->size, w->pitch,
                                                        w->dev_mask, w->radius);
    HANDLE_ERROR(cudaGetLastError());
}

static void constant(void *work) {
    const struct conv_work *w = (const struct conv_work *)work;
    direct<true><<<grid_of(w, WIDE, HIGH), dim3(WIDE, HIGH)>>>(w->dev_in, w->dev_out, w->size,
                                                               w->pitch, NULL, w->radius);
    HANDLE_ERROR(cudaGetLastError());
}

// ---- tiles with halos ---------------------------------------------------------------------------

// All pixels that the results of a block need, zeros outside. ROWS: of the results.
template <int ROWS>
__device__ void load_tile(float *tile, int pitch_of_tile, const float *in, int size, size_t pitch,
                          int radius) {
    const int left = blockIdx.x * WIDE - radius, top = blockIdx.y * ROWS - radius;
    for (int j = threadIdx.y; j < ROWS + 2 * radius; j += HIGH)
        for (int i = threadIdx.x; i < WIDE + 2 * radius; i += WIDE) {
            const int x = left + i, y = top + j;
            tile[i + j * pitch_of_tile] =
                x >= 0 && x < size && y >= 0 && y < size ? in[x + y * pitch] : 0;
        }
}

__global__ void from_tile(const float *in, float *out, int size, size_t pitch, int radius) {
    __shared__ float tile[HIGH + 2 * CONV_MOST][WIDE + 2 * CONV_MOST];
    load_tile<HIGH>(tile[0], WIDE + 2 * CONV_MOST, in, size, pitch, radius);
    __syncthreads();
    const int x = threadIdx.x + blockIdx.x * WIDE, y = threadIdx.y + blockIdx.y * HIGH;
    if (x >= size || y >= size)
        return;
    float sum = 0;
    for (int j = 0; j <= 2 * radius; j++)
        for (int i = 0; i <= 2 * radius; i++)
            sum += conv_mask[i + j * (2 * radius + 1)] * tile[threadIdx.y + j][threadIdx.x + i];
    out[x + y * pitch] = sum;
}

static void tiled(void *work) {
    const struct conv_work *w = (const struct conv_work *)work;
    from_tile<<<grid_of(w, WIDE, HIGH), dim3(WIDE, HIGH)>>>(w->dev_in, w->dev_out, w->size,
                                                            w->pitch, w->radius);
    HANDLE_ERROR(cudaGetLastError());
}

// The radius is known when this is compiled: no loop is left, and a weight is an operand of its
// instruction.
template <int RADIUS>
__global__ void from_tile_unrolled(const float *in, float *out, int size, size_t pitch) {
    __shared__ float tile[HIGH + 2 * RADIUS][WIDE + 2 * RADIUS];
    load_tile<HIGH>(tile[0], WIDE + 2 * RADIUS, in, size, pitch, RADIUS);
    __syncthreads();
    const int x = threadIdx.x + blockIdx.x * WIDE, y = threadIdx.y + blockIdx.y * HIGH;
    if (x >= size || y >= size)
        return;
    float sum = 0;
#pragma unroll
    for (int j = 0; j <= 2 * RADIUS; j++)
#pragma unroll
        for (int i = 0; i <= 2 * RADIUS; i++)
            sum += conv_mask[i + j * (2 * RADIUS + 1)] * tile[threadIdx.y + j][threadIdx.x + i];
    out[x + y * pitch] = sum;
}

// DOWN pixels of a column for each thread: a pixel of the tile is read once for all of them.
template <int RADIUS>
__global__ void from_tile_down(const float *in, float *out, int size, size_t pitch) {
    const int rows = HIGH * DOWN;
    __shared__ float tile[rows + 2 * RADIUS][WIDE + 2 * RADIUS];
    load_tile<rows>(tile[0], WIDE + 2 * RADIUS, in, size, pitch, RADIUS);
    __syncthreads();
    const int x = threadIdx.x + blockIdx.x * WIDE, top = threadIdx.y * DOWN;
    float sums[DOWN] = {};
#pragma unroll
    for (int i = 0; i <= 2 * RADIUS; i++)
#pragma unroll
        for (int row = 0; row < DOWN + 2 * RADIUS; row++) {
            const float pixel = tile[top + row][threadIdx.x + i];
#pragma unroll
            for (int k = 0; k < DOWN; k++)
                if (row - k >= 0 && row - k <= 2 * RADIUS)
                    sums[k] += conv_mask[i + (row - k) * (2 * RADIUS + 1)] * pixel;
        }
#pragma unroll
    for (int k = 0; k < DOWN; k++) {
        const int y = blockIdx.y * rows + top + k;
        if (x < size && y < size)
            out[x + y * pitch] = sums[k];
    }
}

// ---- row by row, in registers -------------------------------------------------------------------

const int FOUR = 4;            // pixels of a row that a thread makes: 16 bytes
const int STRIP = WIDE * FOUR; // and a warp
const int STRIP_WARPS = 4;     // in a block: they know nothing of each other

const int STRIP_ROWS = 128; // of a strip: its halo of 2 radius rows is read for nothing else

// The four pixels at x, or zeros outside. Those after a row's end are zeros.
__device__ inline float4 four_pixels(const float *in, int x, int y, int size, size_t pitch) {
    if (x < 0 || x >= (int)pitch || y < 0 || y >= size)
        return make_float4(0, 0, 0, 0);
    return *(const float4 *)&in[x + y * pitch];
}

// What a thread sees of row y: its own four pixels and its neighbours', from the cache.
template <int RADIUS, int SEEN>
__device__ inline void see(float (&seen)[SEEN], const float *in, int x, int y, int size,
                           size_t pitch) {
#pragma unroll
    for (int i = 0; i < SEEN; i += FOUR) {
        const float4 p = four_pixels(in, x - (SEEN - FOUR) / 2 + i, y, size, pitch);
        seen[i] = p.x;
        seen[i + 1] = p.y;
        seen[i + 2] = p.z;
        seen[i + 3] = p.w;
    }
}

// A warp walks down a strip of 128 columns. Each row is added at once to the sums of all rows that
// it is a part of; the oldest is complete then, and leaves. The sums move up by one with their
// first term, so that moving costs nothing. No shared memory, no barrier. AHEAD rows are on their
// way while one is worked on, in PER_SM blocks at least of a multiprocessor.
template <int RADIUS, int AHEAD, int PER_SM>
__global__ void __launch_bounds__(WIDE *STRIP_WARPS, PER_SM)
    row_by_row(const float *in, float *out, int size, size_t pitch) {
    const int REACH = (RADIUS + FOUR - 1) / FOUR * FOUR, SEEN = FOUR + 2 * REACH;
    const int WIDTH = 2 * RADIUS + 1;
    const int x = blockIdx.x * STRIP + threadIdx.x * FOUR;
    const int top = (blockIdx.y * STRIP_WARPS + threadIdx.y) * STRIP_ROWS;
    if (x >= size || top >= size)
        return;
    float sums[WIDTH][FOUR] = {}, next[AHEAD][SEEN];
#pragma unroll
    for (int a = 0; a < AHEAD; a++)
        see<RADIUS>(next[a], in, x, top - RADIUS + a, size, pitch);
    const int last = min(top + STRIP_ROWS, size) + RADIUS; // row, exclusive
#pragma unroll(AHEAD == 1 ? 2 : 6)
    for (int y = top - RADIUS; y < last; y++) {
        float seen[SEEN];
#pragma unroll
        for (int i = 0; i < SEEN; i++)
            seen[i] = next[0][i];
#pragma unroll
        for (int a = 1; a < AHEAD; a++)
#pragma unroll
            for (int i = 0; i < SEEN; i++)
                next[a - 1][i] = next[a][i];
        see<RADIUS>(next[AHEAD - 1], in, x, y + AHEAD, size, pitch); // is on its way meanwhile
#pragma unroll
        for (int row = 0; row < WIDTH; row++)
#pragma unroll
            for (int k = 0; k < FOUR; k++) {
                float sum = row + 1 < WIDTH ? sums[row + 1][k] : 0;
#pragma unroll
                for (int i = 0; i < WIDTH; i++)
                    sum += conv_mask[i + (WIDTH - 1 - row) * WIDTH] * seen[REACH - RADIUS + k + i];
                sums[row][k] = sum;
            }
        if (y - RADIUS >= top)
            *(float4 *)&out[x + (y - RADIUS) * pitch] =
                make_float4(sums[0][0], sums[0][1], sums[0][2], sums[0][3]);
    }
}

// ---- the rungs for a radius that is known -------------------------------------------------------

enum known_way { UNROLLED, COLUMN, ROWS, TWO_AHEAD };

template <int RADIUS> static void launch_known(const struct conv_work *w, enum known_way way) {
    const dim3 block(WIDE, HIGH);
    if (way == UNROLLED)
        from_tile_unrolled<RADIUS>
            <<<grid_of(w, WIDE, HIGH), block>>>(w->dev_in, w->dev_out, w->size, w->pitch);
    else if (way == COLUMN)
        from_tile_down<RADIUS>
            <<<grid_of(w, WIDE, HIGH * DOWN), block>>>(w->dev_in, w->dev_out, w->size, w->pitch);
    else {
        const int AHEAD = RADIUS < 4 ? 2 : 1, PER_SM = RADIUS < 4 ? 5 : 1; // see ahead_refuses
        const auto kernel =
            way == ROWS ? row_by_row<RADIUS, 1, 1> : row_by_row<RADIUS, AHEAD, PER_SM>;
        kernel<<<grid_of(w, STRIP, STRIP_WARPS * STRIP_ROWS), dim3(WIDE, STRIP_WARPS)>>>(
            w->dev_in, w->dev_out, w->size, w->pitch);
    }
    HANDLE_ERROR(cudaGetLastError());
}

template <enum known_way WAY> static void known(void *work) {
    const struct conv_work *w = (const struct conv_work *)work;
    if (w->radius == 1)
        launch_known<1>(w, WAY);
    else if (w->radius == 2)
        launch_known<2>(w, WAY);
    else
        launch_known<7>(w, WAY);
}

static const char *known_refuses(const void *work) {
    const int radius = ((const struct conv_work *)work)->radius;
    return radius == 1 || radius == 2 || radius == 7 ? NULL : "for radius 1, 2 and 7";
}

// With radius 7 there are no registers left for another row.
static const char *ahead_refuses(const void *work) {
    const int radius = ((const struct conv_work *)work)->radius;
    return radius == 1 || radius == 2 ? NULL : "for radius 1 and 2";
}

int main(int argc, char **argv) {
    struct options options = options_default(DEFAULT_SIZE);
    struct ladder_words words = {};
    struct conv_work work = {};
    size_t radius = 2;
    const struct option_row rows[] = {
        {"size", OPTION_COUNT, &options.size, 1, 40000, "pixels along an edge"},
        {"radius", OPTION_COUNT, &radius, 0, CONV_MOST, "of the mask"},
        {"seed", OPTION_SEED, &options.seed, 0, 0, "another picture, another mask"},
        LADDER_ROWS(words),
    };
    options_parse(&options, argc, argv, ABOUT, rows);
    work.radius = (int)radius;
    conv_create(&options, &work);

    const double pixels = (double)work.size * work.size / 1e9, width = 2 * (double)radius + 1;
    static const struct rung rungs[] = {
        {"copy", "a copy of the picture", copy, NULL, RUNG_LIMIT},
        {"published", "mask in global memory", published, NULL, RUNG_PUBLISHED},
        {"constant", "mask in constant memory", constant},
        {"tiled", "tiles with halos in shared memory", tiled},
        {"unrolled", "the radius is known", known<UNROLLED>, known_refuses},
        {"column", "eight pixels of a column for a thread", known<COLUMN>, known_refuses},
        {"rows", "row by row, sums in registers", known<ROWS>, known_refuses},
        {"ahead", "two rows on their way", known<TWO_AHEAD>, ahead_refuses},
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
        .flops = 2e9 * pixels * width * width,
        .poison = conv_poison,
        .check = conv_right,
        .what = what,
    };
    const int status = ladder_climb(&ladder, &options, &words, &work);
    conv_destroy(&work);
    return status;
}
