// SPDX-License-Identifier: MIT
// Matrix multiplication, rung by rung: from a thread that reads everything from global memory to
// the limit of the arithmetic units, in plain fp32 and for matrices of any shape.
//
// What it teaches: what each kernel waits for, and the one idea that removes it: first the reads of
// global memory, then those of shared memory, then the latency between fetching and using, and
// finally the instructions that are not multiplications. After matmul_tiled and tile_width.
//
//     matmul_ladder --size 4096                   all rungs; --only warps,shapes some of them
//     matmul_ladder --m 4095 --k 4097 --n 4099    any shape
//     matmul_ladder --size 4096 --peers bin/cuda/peers/cublas_matmul.so
//
// It prints one row per rung: its time, TFLOP/s, the share of the limit, its speed-up over the
// published kernel, and how much of its product was compared. The limit is the rate of multiplying
// and adding in registers without reading anything.
#include <stdlib.h>

#include "book.h"
#include "ladders/ladder.h"
#include "options.h"
#include "matmul/matmul_work.h"
#include "matmul/shape_plan.h"
#include "product_options.h"

#define ABOUT "Multiplies an m x k matrix of floats by a k x n matrix, ever faster."
const size_t DEFAULT_SIZE = 200; // rows and columns

// ---- the limit: multiplications and nothing else -----------------------------------------------

const int CHAINS = 16; // sums in a thread: each waits for its own last addition only
const int LIMIT_BLOCKS = 4, LIMIT_THREADS = 256; // blocks on a multiprocessor, threads in a block

__global__ void limit_kernel(float *c, int rounds, float factor, float term) {
    float sum[CHAINS];
    for (int i = 0; i < CHAINS; i++)
        sum[i] = (float)(threadIdx.x + i);
#pragma unroll 8
    for (int r = 0; r < rounds; r++)
#pragma unroll
        for (int i = 0; i < CHAINS; i++)
            sum[i] = sum[i] * factor + term;
    float total = 0;
    for (int i = 0; i < CHAINS; i++)
        total += sum[i];
    if (total == -1) // never; but the compiler does not know
        c[0] = total;
}

static int limit_rounds(const struct matmul_work *w) {
    const double each = (double)CHAINS * LIMIT_BLOCKS * LIMIT_THREADS * w->processors;
    const double rounds = (double)w->m * (double)w->k * (double)w->n / each;
    return rounds < MOST_SIDE ? (int)rounds + 1 : (int)MOST_SIDE;
}

static void limit(void *work) {
    const struct matmul_work *w = (const struct matmul_work *)work;
    limit_kernel<<<LIMIT_BLOCKS * w->processors, LIMIT_THREADS>>>(w->dev_c, limit_rounds(w), 0.5f,
                                                                  1.0f);
    HANDLE_ERROR(cudaGetLastError());
}

static double limit_amount(const struct matmul_work *w) {
    return 2e-12 * limit_rounds(w) * CHAINS * LIMIT_BLOCKS * LIMIT_THREADS * w->processors;
}

// ---- global memory, a thread an element --------------------------------------------------------

const int BLOCK = 32; // threads along each edge of a block

__device__ inline float row_times_column(const float *a, const float *b, int row, int column,
                                         struct sizes s) {
    const float *along_a = a + (size_t)row * s.k;
    const float *down_b = b + column;
    float sum = 0;
#pragma unroll 64 // 64 reads can be in flight at a time
    for (int p = 0; p < s.k; p++)
        sum += along_a[p] * down_b[(size_t)p * s.n];
    return sum;
}

// Neighbours in a warp are neighbours in a column of c. Each reads a row of a of its own: 32 reads
// far apart, of which the caches keep what they can.
__global__ void strided_kernel(const float *a, const float *b, float *c, struct sizes s) {
    const int row = threadIdx.x + blockIdx.y * BLOCK, column = threadIdx.y + blockIdx.x * BLOCK;
    if (row < s.m && column < s.n)
        c[(size_t)row * s.n + column] = row_times_column(a, b, row, column, s);
}

// The published kernel, as in matmul_global: neighbours in a warp are neighbours in a row of c.
// They read the same number of a and 32 of b that lie side by side: one transaction each.
__global__ void global_kernel(const float *a, const float *b, float *c, struct sizes s) {
    const int row = threadIdx.y + blockIdx.y * BLOCK, column = threadIdx.x + blockIdx.x * BLOCK;
    if (row < s.m && column < s.n)
        c[(size_t)row * s.n + column] = row_times_column(a, b, row, column, s);
}

// ---- shared memory -----------------------------------------------------------------------------

// What lies beyond the edges is zero, and adds nothing to a sum.
__device__ inline float element(const float *matrix, int row, int column, int rows, int columns) {
    return row < rows && column < columns ? matrix[(size_t)row * columns + column] : 0;
}

// The kernel of matmul_tiled. A tile of both in shared memory: each number that was fetched is used
// 32 times. The block fetches and uses in turn. Now each multiplication waits for two reads of
// shared memory.
__global__ void serial_kernel(const float *a, const float *b, float *c, struct sizes s) {
    __shared__ float tile_a[BLOCK][BLOCK], tile_b[BLOCK][BLOCK];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row = ty + blockIdx.y * BLOCK, column = tx + blockIdx.x * BLOCK;
    float sum = 0;
    for (int p = 0; p < s.k; p += BLOCK) {
        tile_a[ty][tx] = element(a, row, p + tx, s.m, s.k);
        tile_b[ty][tx] = element(b, p + ty, column, s.k, s.n);
        __syncthreads();
        for (int i = 0; i < BLOCK; i++)
            sum += tile_a[ty][i] * tile_b[i][tx];
        __syncthreads();
    }
    if (row < s.m && column < s.n)
        c[(size_t)row * s.n + column] = sum;
}

// The same, but the numbers of the next tiles are fetched into registers while these are used.
__global__ void prefetch_kernel(const float *a, const float *b, float *c, struct sizes s) {
    __shared__ float tile_a[BLOCK][BLOCK], tile_b[BLOCK][BLOCK];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int row = ty + blockIdx.y * BLOCK, column = tx + blockIdx.x * BLOCK;
    float next_a = element(a, row, tx, s.m, s.k);
    float next_b = element(b, ty, column, s.k, s.n);
    float sum = 0;
    for (int p = BLOCK; p < s.k + BLOCK; p += BLOCK) {
        tile_a[ty][tx] = next_a;
        tile_b[ty][tx] = next_b;
        __syncthreads();
        next_a = element(a, row, p + tx, s.m, s.k);
        next_b = element(b, p + ty, column, s.k, s.n);
        for (int i = 0; i < BLOCK; i++)
            sum += tile_a[ty][i] * tile_b[i][tx];
        __syncthreads();
    }
    if (row < s.m && column < s.n)
        c[(size_t)row * s.n + column] = sum;
}

const int TILE = 128; // rows and columns of a block's tile of c, from here on
const int DEPTH = 8;  // columns of a and rows of b that are in shared memory at a time
const int SIDE = 16;  // threads along each edge of a block
const int EACH = 8;   // rows and columns of sums that a thread keeps: TILE / SIDE

// A thread computes 8 x 8 elements, 16 apart: 16 reads of shared memory for 64 multiplications.
__global__ void registers_kernel(const float *a, const float *b, float *c, struct sizes s) {
    __shared__ float tile_a[TILE][DEPTH], tile_b[DEPTH][TILE];
    const int tx = threadIdx.x, ty = threadIdx.y, thread = tx + ty * SIDE;
    const int row0 = blockIdx.y * TILE, column0 = blockIdx.x * TILE;
    float sum[EACH][EACH] = {};
    for (int p = 0; p < s.k; p += DEPTH) {
        for (int i = thread; i < TILE * DEPTH; i += SIDE * SIDE) {
            tile_a[i / DEPTH][i % DEPTH] = element(a, row0 + i / DEPTH, p + i % DEPTH, s.m, s.k);
            tile_b[i / TILE][i % TILE] = element(b, p + i / TILE, column0 + i % TILE, s.k, s.n);
        }
        __syncthreads();
        for (int q = 0; q < DEPTH; q++) {
            float of_a[EACH], of_b[EACH];
            for (int i = 0; i < EACH; i++) {
                of_a[i] = tile_a[ty + i * SIDE][q];
                of_b[i] = tile_b[q][tx + i * SIDE];
            }
            for (int i = 0; i < EACH; i++)
                for (int j = 0; j < EACH; j++)
                    sum[i][j] += of_a[i] * of_b[j];
        }
        __syncthreads();
    }
    for (int i = 0; i < EACH; i++)
        for (int j = 0; j < EACH; j++) {
            const int row = row0 + ty + i * SIDE, column = column0 + tx + j * SIDE;
            if (row < s.m && column < s.n)
                c[(size_t)row * s.n + column] = sum[i][j];
        }
}

// ---- four numbers at a time --------------------------------------------------------------------

// In one read, where the rows of the matrix begin at multiples of 16 bytes.
__device__ inline float4 four(const float *matrix, int row, int column, int rows, int columns) {
    if (columns % 4 == 0 && row < rows && column < columns)
        return *(const float4 *)(matrix + (size_t)row * columns + column);
    return make_float4(element(matrix, row, column, rows, columns),
                       element(matrix, row, column + 1, rows, columns),
                       element(matrix, row, column + 2, rows, columns),
                       element(matrix, row, column + 3, rows, columns));
}

__device__ inline void put_four(float *matrix, int row, int column, int rows, int columns,
                                const float *from) {
    if (row >= rows)
        return;
    float *to = matrix + (size_t)row * columns + column;
    if (columns % 4 == 0 && column < columns)
        *(float4 *)to = make_float4(from[0], from[1], from[2], from[3]);
    else
        for (int v = 0; v < 4; v++)
            if (column + v < columns)
                to[v] = from[v];
}

// A slab of both matrices, the one of a transposed: its rows are four longer than they need be, so
// that a warp that writes down two of its columns does not meet the same banks.
struct slab {
    __align__(16) float a[DEPTH][TILE + 4], b[DEPTH][TILE];
};

template <int THREADS>
__device__ inline void fetch(struct slab *to, const float *a, const float *b, int row0, int column0,
                             int p, struct sizes s) {
    const int COUNT = TILE * DEPTH / 4 / THREADS; // fours of each that a thread fetches
    const int thread = threadIdx.x;
    float4 of_a[COUNT], of_b[COUNT];
    for (int i = 0; i < COUNT; i++) {
        const int four_at = thread + i * THREADS;
        of_a[i] = four(a, row0 + four_at / 2, p + four_at % 2 * 4, s.m, s.k);
        of_b[i] = four(b, p + four_at / 32, column0 + four_at % 32 * 4, s.k, s.n);
    }
    for (int i = 0; i < COUNT; i++) {
        const int four_at = thread + i * THREADS, row = four_at / 2, step = four_at % 2 * 4;
        to->a[step][row] = of_a[i].x;
        to->a[step + 1][row] = of_a[i].y;
        to->a[step + 2][row] = of_a[i].z;
        to->a[step + 3][row] = of_a[i].w;
        *(float4 *)&to->b[four_at / 32][four_at % 32 * 4] = of_b[i];
    }
}

// As above, but what a thread needs in a step lies side by side: four reads of 16 bytes for 64
// multiplications. Half of its rows and columns are 64 further on, so that reads of neighbours do
// not meet in the same banks.
__global__ void vectors_kernel(const float *a, const float *b, float *c, struct sizes s) {
    __shared__ struct slab slab;
    const int tx = threadIdx.x % SIDE, ty = threadIdx.x / SIDE;
    const int row0 = blockIdx.y * TILE, column0 = blockIdx.x * TILE;
    float sum[EACH][EACH] = {};
    for (int p = 0; p < s.k; p += DEPTH) {
        fetch<SIDE * SIDE>(&slab, a, b, row0, column0, p, s);
        __syncthreads();
        for (int q = 0; q < DEPTH; q++) {
            __align__(16) float of_a[EACH], of_b[EACH];
            for (int i = 0; i < EACH; i += 4) {
                *(float4 *)&of_a[i] = *(const float4 *)&slab.a[q][ty * 4 + i * SIDE];
                *(float4 *)&of_b[i] = *(const float4 *)&slab.b[q][tx * 4 + i * SIDE];
            }
            for (int i = 0; i < EACH; i++)
                for (int j = 0; j < EACH; j++)
                    sum[i][j] += of_a[i] * of_b[j];
        }
        __syncthreads();
    }
    for (int i = 0; i < EACH; i++)
        for (int j = 0; j < EACH; j += 4)
            put_four(c, row0 + ty * 4 + i / 4 * 4 * SIDE + i % 4, column0 + tx * 4 + j * SIDE, s.m,
                     s.n, &sum[i][j]);
}

// ---- warp tiles --------------------------------------------------------------------------------

typedef struct shape<16, 8, 2, 2, 1, DEPTH, 2, 4, false> plain; // the sizes of the next kernel

// 16 x 8 elements a thread, in a tile of 64 x 64 for its warp: six reads of 16 bytes for 128
// multiplications, and the threads stand so that the hardware serves each in half the time
// (warp_tiles.h). Still a block fetches, waits, multiplies, waits; a second one on the same
// multiprocessor fills some of the gaps.
__global__ void __launch_bounds__(plain::THREADS, 2)
    warps_kernel(const float *a, const float *b, float *c, struct sizes s) {
    __shared__ struct slab slab;
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const int row0 = blockIdx.y * TILE, column0 = blockIdx.x * TILE;
    const int down = warp / plain::WARPS_N * plain::WARP_M + 4 * lane_down(lane);
    const int across = warp % plain::WARPS_N * plain::WARP_N + 4 * lane_across(lane);
    float sum[plain::ROWS][plain::COLUMNS] = {};
    for (int p = 0; p < s.k; p += DEPTH) {
        fetch<plain::THREADS>(&slab, a, b, row0, column0, p, s);
        __syncthreads();
#pragma unroll
        for (int q = 0; q < DEPTH; q++) {
            struct step_numbers<plain> numbers;
            step_read<plain>(&numbers, &slab.a[q][down], &slab.b[q][across]);
            step_multiply<plain>(sum, &numbers);
        }
        __syncthreads();
    }
#pragma unroll
    for (int i = 0; i < plain::ROWS; i++)
#pragma unroll
        for (int j = 0; j < plain::COLUMNS; j += 4)
            put_four(c, row0 + down + i / 4 * 16 + i % 4, column0 + across + j * 8, s.m, s.n,
                     &sum[i][j]);
}

// ---- the rungs ---------------------------------------------------------------------------------

typedef void kernel(const float *a, const float *b, float *c, struct sizes s);

// A block for each tile of c.
template <kernel *multiply>
static void launch(const void *work, dim3 block, int tile_m, int tile_n) {
    const struct matmul_work *w = (const struct matmul_work *)work;
    const dim3 grid((unsigned)((w->n + tile_n - 1) / tile_n),
                    (unsigned)((w->m + tile_m - 1) / tile_m));
    multiply<<<grid, block>>>(w->dev_a, w->dev_b, w->dev_c, matmul_sizes(w));
    HANDLE_ERROR(cudaGetLastError());
}

static void strided(void *work) {
    launch<strided_kernel>(work, dim3(BLOCK, BLOCK), BLOCK, BLOCK);
}
static void global(void *work) {
    launch<global_kernel>(work, dim3(BLOCK, BLOCK), BLOCK, BLOCK);
}
static void tiled_serial(void *work) {
    launch<serial_kernel>(work, dim3(BLOCK, BLOCK), BLOCK, BLOCK);
}

static void tiled_prefetch(void *work) {
    launch<prefetch_kernel>(work, dim3(BLOCK, BLOCK), BLOCK, BLOCK);
}
static void registers(void *work) {
    launch<registers_kernel>(work, dim3(SIDE, SIDE), TILE, TILE);
}
static void vectors(void *work) {
    launch<vectors_kernel>(work, dim3(SIDE * SIDE), TILE, TILE);
}
static void warps(void *work) {
    launch<warps_kernel>(work, dim3(plain::THREADS), TILE, TILE);
}

// From here on multiply_shape in warp_tiles.h does the work, in the shapes of shape_plan.h.
template <template <int> class S> static void run_shape(void *work) {
    const struct matmul_work *w = (const struct matmul_work *)work;
    (w->n % 4 == 0 ? launch_shape<S<4>> : launch_shape<S<1>>)(w->dev_a, w->dev_b, w->dev_c,
                                                              (int)w->n, matmul_sizes(w), 1, NULL,
                                                              false);
}

static void shapes(void *work) {
    const struct matmul_work *w = (const struct matmul_work *)work;
    multiply_best(w->dev_a, w->dev_b, w->dev_c, matmul_sizes(w), w->processors, NULL);
}

static const char *too_slow(const void *work) {
    const struct matmul_work *w = (const struct matmul_work *)work;
    return (double)w->m * (double)w->k * (double)w->n <= 0x1p37 ? NULL
                                                                : "more than 2^37 multiplications";
}

static const char *too_large(const void *work) {
    const struct matmul_work *w = (const struct matmul_work *)work;
    return w->shared >= deep<4>::SHARED ? NULL : "a block has too little shared memory here";
}

int main(int argc, char **argv) {
    struct options options = options_default(DEFAULT_SIZE);
    struct ladder_words words = {};
    struct product_options p = {};
    const struct option_row rows[] = {
        PRODUCT_ROWS(options, p),
        LADDER_ROWS(words),
    };
    options_parse(&options, argc, argv, ABOUT, rows);

    int status = 0;
    for (size_t i = 0; product_next(&options, &p, i); i++) {
        struct matmul_work work = matmul_work_create(&options, p.m, p.n, p.k);
        const struct rung rungs[] = {
            {"limit", "multiplications only", limit, NULL, RUNG_LIMIT, NULL, 0,
             limit_amount(&work)},
            {"strided", "a warp down a column", strided, too_slow},
            {"global", "a warp along a row", global, NULL, RUNG_PUBLISHED},
            {"tiled_serial", "tiles in shared memory: fetch, then use", tiled_serial},
            {"tiled_prefetch", "the next tile on its way while this one is used", tiled_prefetch},
            {"registers", "8 x 8 sums a thread", registers},
            {"vectors", "16 bytes a read", vectors},
            {"warps", "16 x 8 sums, warp tiles", warps},
            {"double", "two buffers, and the next step's numbers", run_shape<held>},
            {"async", "copies past the registers", run_shape<ahead>},
            {"shapes", "larger slabs, and tiles that fill the GPU", shapes, too_large},
        };
        char what[100];
        snprintf(what, sizeof what, "%zu x %zu x %zu", p.m, p.k, p.n);
        const double amount = 2e-12 * (double)p.m * (double)p.k * (double)p.n;
        const struct ladder ladder = {
            .rungs = rungs,
            .count = sizeof rungs / sizeof *rungs,
            .unit = "TFLOP/s",
            .amount = amount,
            .limit_is = "multiplications and additions in registers",
            .bytes = 4 * ((double)p.m * (double)p.k + (double)p.k * (double)p.n +
                          (double)p.m * (double)p.n),
            .flops = 1e12 * amount,
            .poison = matmul_poison,
            .check = matmul_right,
            .alone = p.shapes > 0,
            .what = p.m == p.k && p.k == p.n && !p.shapes ? NULL : what,
        };
        status |= ladder_climb(&ladder, &options, &words, &work);
        matmul_work_destroy(&work);
    }
    return status;
}
