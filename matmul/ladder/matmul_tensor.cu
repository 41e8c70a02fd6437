// SPDX-License-Identifier: MIT
// Matrix multiplication on tensor cores, rung by rung, in TF32 and in bf16: from a warp that asks
// for one small product at a time to kernels built on features that only a Hopper GPU has.
//
// What it teaches: a tensor core is so fast that everything else is about feeding it. The lower
// rungs use what CUDA C has for every GPU since capability 8.0, <mma.h>; the upper ones Hopper's
// own instructions (hopper.h): copies by the copy engine, products by four warps together, barriers
// that count bytes, blocks that share what they fetch. After matmul_ladder.
//
//     matmul_tensor --size 4096                  all rungs; --only bf16_tile,bf16_ring: some
//     matmul_tensor --m 4095 --k 4096 --n 4104   the row of a rung says which shapes it takes
//     matmul_tensor --size 8192 --peers bin/cuda/peers/cublas_tensor.so
//     matmul_tensor --tiles bf16                 measures hopper/tiles_bf16.h again, or --tiles
//     tf32
//
// It prints one row per rung: its time, TFLOP/s, the share of the tensor cores' rate at the highest
// clock, its speed-up over the published kernel, and what was compared. All matrices are row-major.
// Inputs are random numbers that the type holds exactly; sums are kept in fp32, and c has the type
// of a and b. Without tensor cores of capability 8.0 it is skipped.
#include <stdlib.h>

#include <cuda_bf16.h>
#include <cuda_pipeline.h>
#include <mma.h>

#include "book.h"
#include "ladders/ladder.h"
#include "options.h"
#include "hopper/small_plan.h"
#include "hopper/tile_costs.h"
#include "product_options.h"
#include "tensor_work.h"

using namespace nvcuda;

#define ABOUT "Multiplies an m x k matrix by a k x n matrix on tensor cores, in TF32 and bf16."
const size_t DEFAULT_SIZE = 256; // rows and columns
const int SKIPPED = 77;          // exit status
const int PIECE = 16;            // bytes that a thread moves at once

// ---- published: tiles in shared memory, in fp32 ------------------------------------------------

const int PUBLISHED_TILE = 32; // elements along each edge, and threads along one of a block

// One thread: one element of c, as matmul_ladder's tiled_serial. Bound by two reads of shared
// memory for each multiplication.
__global__ void published_kernel(const float *a, const float *b, float *c, struct sizes s) {
    __shared__ float tile_a[PUBLISHED_TILE][PUBLISHED_TILE];
    __shared__ float tile_b[PUBLISHED_TILE][PUBLISHED_TILE];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int column = tx + blockIdx.x * PUBLISHED_TILE, row = ty + blockIdx.y * PUBLISHED_TILE;
    float sum = 0;
    for (int p = 0; p < s.k; p += PUBLISHED_TILE) {
        tile_a[ty][tx] = row < s.m && p + tx < s.k ? a[(size_t)row * s.k + p + tx] : 0;
        tile_b[ty][tx] = p + ty < s.k && column < s.n ? b[(size_t)(p + ty) * s.n + column] : 0;
        __syncthreads();
        for (int i = 0; i < PUBLISHED_TILE; i++)
            sum += tile_a[ty][i] * tile_b[i][tx];
        __syncthreads();
    }
    if (row < s.m && column < s.n)
        c[(size_t)row * s.n + column] = sum;
}

static void published(const product<float> *p) {
    const dim3 block(PUBLISHED_TILE, PUBLISHED_TILE);
    const dim3 grid(rounded_up(p->n, PUBLISHED_TILE), rounded_up(p->m, PUBLISHED_TILE));
    published_kernel<<<grid, block>>>(p->dev_a, p->dev_b, p->dev_c, product_sizes(p));
}

// ---- warp matrices: <mma.h> --------------------------------------------------------------------
// A warp holds small matrices in its registers, each spread over its lanes in a way that only the
// hardware knows: it can load them, multiply them, add them up and store them.

const int EDGE = 16; // rows and columns of a small product

// How deep one is, and what its factors are called.
template <typename T> struct factor;
template <> struct factor<float> {
    typedef wmma::precision::tf32 type;
    enum { DEEP = 8 };
};
template <> struct factor<bf16> {
    typedef bf16 type;
    enum { DEEP = 16 };
};
template <typename T>
using factor_a = wmma::fragment<wmma::matrix_a, EDGE, EDGE, factor<T>::DEEP,
                                typename factor<T>::type, wmma::row_major>;
template <typename T>
using factor_b = wmma::fragment<wmma::matrix_b, EDGE, EDGE, factor<T>::DEEP,
                                typename factor<T>::type, wmma::row_major>;
template <typename T>
using sums = wmma::fragment<wmma::accumulator, EDGE, EDGE, factor<T>::DEEP, float>;

// Sums to their place in c, as far as it has one; through `patch`, 256 floats of this warp's own in
// shared memory, because nobody knows which lane holds which sum.
template <typename T>
__device__ static inline void put_sums(const sums<T> *from, float *patch, T *c, int row, int column,
                                       int m, int n) {
    wmma::store_matrix_sync(patch, *from, EDGE, wmma::mem_row_major);
    __syncwarp();
    for (int i = threadIdx.x % 32; i < EDGE * EDGE; i += 32) {
        const int y = row + i / EDGE, x = column + i % EDGE;
        if (y < m && x < n)
            put(&c[(size_t)y * n + x], patch[i]);
    }
    __syncwarp();
}

const int WARPS = 4; // of a block, each on its own

// One warp: 16 x 16 elements of c, with all that they need straight from global memory. Bound by
// the way there: every number is fetched for 16 multiplications and forgotten.
template <typename T> __global__ void warp_kernel(const T *a, const T *b, T *c, struct sizes s) {
    __shared__ __align__(128) float patch[WARPS][EDGE * EDGE];
    const int warp = threadIdx.x / 32, place = blockIdx.x * WARPS + warp;
    const int row = place / (s.n / EDGE) * EDGE, column = place % (s.n / EDGE) * EDGE;
    if (row >= s.m)
        return;
    sums<T> sum;
    wmma::fill_fragment(sum, 0.0f);
    for (int p = 0; p < s.k; p += factor<T>::DEEP) {
        factor_a<T> x;
        factor_b<T> y;
        wmma::load_matrix_sync(x, a + (size_t)row * s.k + p, s.k);
        wmma::load_matrix_sync(y, b + (size_t)p * s.n + column, s.n);
        wmma::mma_sync(sum, x, y, sum);
    }
    put_sums<T>(&sum, patch[warp], c, row, column, s.m, s.n);
}

template <typename T> static void warps(const product<T> *p) {
    warp_kernel<<<rounded_up(p->m / EDGE * (p->n / EDGE), WARPS), WARPS * 32>>>(
        p->dev_a, p->dev_b, p->dev_c, product_sizes(p));
}

static const char *no_whole_tiles(const void *work) {
    const product<float> *p = &((const struct tensor_work *)work)->of_tf32;
    return p->m % EDGE || p->n % EDGE || p->k % EDGE ? "m, n, k have to be multiples of 16" : NULL;
}

// ---- tiles in shared memory --------------------------------------------------------------------

const int TILE = 128, TILE_DEEP = 32; // rows and columns of c; columns of a, rows of b
const int WARP_TILE = 64;             // a warp's rows and columns of these
const int ACROSS = TILE / WARP_TILE;  // warps beside each other
const int TILE_THREADS = 32 * ACROSS * ACROSS;
const int SUMS = WARP_TILE / EDGE; // small products along an edge of a warp's

// Rows are longer than they need be: so those that are read together lie in different banks.
template <typename T> struct tile_pair {
    T a[TILE][TILE_DEEP + PIECE / sizeof(T)];
    T b[TILE_DEEP][TILE + 8];
};

// A tile of a matrix, piece by piece; zeros where it reaches over the edge. Pieces that don't begin
// at a multiple of their size in memory, as in rows of 4099, go number by number.
template <int columns, typename T, int rows, int pitch>
__device__ static inline void fetch(T (&tile)[rows][pitch], const T *from, int row, int column,
                                    int height, int width) {
    const int each = PIECE / sizeof(T), across = columns / each;
    for (int i = threadIdx.x; i < rows * across; i += TILE_THREADS) {
        const int y = i / across, x = i % across * each;
        const T *source = from + (size_t)(row + y) * width + column + x;
        if (width % each)
            for (int j = 0; j < each; j++)
                hold(&tile[y][x + j],
                     row + y < height && column + x + j < width ? number(source[j]) : 0);
        else
            *(uint4 *)&tile[y][x] = row + y < height && column + x < width ? *(const uint4 *)source
                                                                           : make_uint4(0, 0, 0, 0);
    }
}

// A warp's 64 x 64 sums: 4 x 4 small ones. Each number read from shared memory is used for four.
template <typename T>
__device__ static inline void multiply_tiles(sums<T> (&sum)[SUMS][SUMS], const tile_pair<T> *pair,
                                             int warp_row, int warp_column) {
#pragma unroll
    for (int p = 0; p < TILE_DEEP; p += factor<T>::DEEP) {
        factor_a<T> x[SUMS];
        factor_b<T> y[SUMS];
        for (int i = 0; i < SUMS; i++)
            wmma::load_matrix_sync(x[i], &pair->a[warp_row + EDGE * i][p],
                                   sizeof pair->a[0] / sizeof(T));
        for (int j = 0; j < SUMS; j++)
            wmma::load_matrix_sync(y[j], &pair->b[p][warp_column + EDGE * j],
                                   sizeof pair->b[0] / sizeof(T));
        for (int i = 0; i < SUMS; i++)
            for (int j = 0; j < SUMS; j++)
                wmma::mma_sync(sum[i][j], x[i], y[j], sum[i][j]);
    }
}

// One block: 128 x 128 elements of c, from tiles of a and b that all of its warps read. Bound by
// waiting: for memory while nothing is multiplied, for products while nothing is fetched.
template <typename T>
__global__ void __launch_bounds__(TILE_THREADS, 2)
    tile_kernel(const T *a, const T *b, T *c, struct sizes s) {
    extern __shared__ __align__(1024) unsigned char memory[];
    tile_pair<T> *pair = (tile_pair<T> *)memory;
    const int columns = (s.n + TILE - 1) / TILE, warp = threadIdx.x / 32;
    const int row = blockIdx.x / columns * TILE, column = blockIdx.x % columns * TILE;
    const int warp_row = warp / ACROSS * WARP_TILE, warp_column = warp % ACROSS * WARP_TILE;
    sums<T> sum[SUMS][SUMS];
    for (int i = 0; i < SUMS * SUMS; i++)
        wmma::fill_fragment(sum[i / SUMS][i % SUMS], 0.0f);
    for (int p = 0; p < s.k; p += TILE_DEEP) {
        fetch<TILE_DEEP>(pair->a, a, row, p, s.m, s.k);
        fetch<TILE>(pair->b, b, p, column, s.k, s.n);
        __syncthreads();
        multiply_tiles<T>(sum, pair, warp_row, warp_column);
        __syncthreads();
    }
    float *patch = (float *)memory + warp * EDGE * EDGE;
    for (int i = 0; i < SUMS * SUMS; i++)
        put_sums<T>(&sum[i / SUMS][i % SUMS], patch, c, row + warp_row + i / SUMS * EDGE,
                    column + warp_column + i % SUMS * EDGE, s.m, s.n);
}

template <typename T> static void tile(const product<T> *p) {
    tile_kernel<<<rounded_up(p->m, TILE) * rounded_up(p->n, TILE), TILE_THREADS,
                  sizeof(tile_pair<T>)>>>(p->dev_a, p->dev_b, p->dev_c, product_sizes(p));
}

// ---- a ring of tiles, filled by asynchronous copies --------------------------------------------

const int RING = 3; // tiles in flight or in use

// As fetch, but nobody waits: the pieces go past the registers, and what has no piece gets zeros.
template <int columns, typename T, int rows, int pitch>
__device__ static inline void fetch_later(T (&tile)[rows][pitch], const T *from, int row,
                                          int column, int height, int width) {
    const int each = PIECE / sizeof(T), across = columns / each;
    for (int i = threadIdx.x; i < rows * across; i += TILE_THREADS) {
        const int y = i / across, x = i % across * each;
        const bool inside = row + y < height && column + x < width;
        const T *source = inside ? from + (size_t)(row + y) * width + column + x : from;
        __pipeline_memcpy_async(&tile[y][x], source, PIECE, inside ? 0 : PIECE);
    }
}

// The same block, always two tiles ahead with its copies. Bound by the way from shared memory to
// the registers, and by the instructions that it takes.
template <typename T>
__global__ void __launch_bounds__(TILE_THREADS, 2)
    async_kernel(const T *a, const T *b, T *c, struct sizes s) {
    extern __shared__ __align__(1024) unsigned char memory[];
    tile_pair<T> *ring = (tile_pair<T> *)memory;
    const int columns = (s.n + TILE - 1) / TILE, warp = threadIdx.x / 32;
    const int row = blockIdx.x / columns * TILE, column = blockIdx.x % columns * TILE;
    const int warp_row = warp / ACROSS * WARP_TILE, warp_column = warp % ACROSS * WARP_TILE;
    const int steps = (s.k + TILE_DEEP - 1) / TILE_DEEP;
    sums<T> sum[SUMS][SUMS];
    for (int i = 0; i < SUMS * SUMS; i++)
        wmma::fill_fragment(sum[i / SUMS][i % SUMS], 0.0f);
    for (int step = 1 - RING; step < steps; step++) {
        __pipeline_wait_prior(RING - 2); // this step's copies are there, mine
        __syncthreads();                 // and everybody's; and the step before is over
        const int next = step + RING - 1;
        if (next < steps) {
            fetch_later<TILE_DEEP>(ring[next % RING].a, a, row, next * TILE_DEEP, s.m, s.k);
            fetch_later<TILE>(ring[next % RING].b, b, next * TILE_DEEP, column, s.k, s.n);
        }
        __pipeline_commit(); // even an empty one: they are counted
        if (step >= 0)
            multiply_tiles<T>(sum, &ring[step % RING], warp_row, warp_column);
    }
    __syncthreads();
    float *patch = (float *)memory + warp * EDGE * EDGE;
    for (int i = 0; i < SUMS * SUMS; i++)
        put_sums<T>(&sum[i / SUMS][i % SUMS], patch, c, row + warp_row + i / SUMS * EDGE,
                    column + warp_column + i % SUMS * EDGE, s.m, s.n);
}

template <typename T> static void async(const product<T> *p) {
    const int shared = RING * sizeof(tile_pair<T>);
    HANDLE_ERROR(
        cudaFuncSetAttribute(async_kernel<T>, cudaFuncAttributeMaxDynamicSharedMemorySize, shared));
    async_kernel<<<rounded_up(p->m, TILE) * rounded_up(p->n, TILE), TILE_THREADS, shared>>>(
        p->dev_a, p->dev_b, p->dev_c, product_sizes(p));
}

template <typename T> static const char *no_whole_pieces(const void *work) {
    const product<T> *p = product_of((const T *)NULL, work);
    if (p->k * sizeof(T) % PIECE || p->n * sizeof(T) % PIECE)
        return sizeof(T) == 4 ? "k and n have to be multiples of 4"
                              : "k and n have to be multiples of 8";
    return NULL;
}

// ---- Hopper ------------------------------------------------------------------------------------
// The kernel and its tiles are in hopper_tiles.h; tensor_plan.h knows what they are started with.

const int FEW_STAGES = 2, STAGES = 4; // one would never end: a stage is released during the next

// A block a tile, column by column of c; or, `persistent`, as few blocks as need no more turns than
// all that the GPU holds, each going from tile to tile: the next one's stages are fetched while the
// last one's sums are stored.
template <typename T, int cluster, int stages, bool persistent>
static void hopper_tiles(const product<T> *p) {
    static const tile_choice<T> tile =
        tile_choice_of<tiling<T, 2, 256, cluster, false, stages>>({});
    static tensor_plan<T> plan;
    if (!product_same(&plan.of, p)) {
        plan.of = *p;
        plan.tile = &tile;
        plan.schedule = schedule_of(&tile, p);
        plan.clusters = plan.schedule.whole;
        if (persistent)
            plan.clusters =
                rounded_up(plan.clusters, rounded_up(plan.clusters, multiprocessors() / cluster));
        else
            plan.schedule.group = plan.schedule.rows;
        plan_complete(&plan);
    }
    plan_run(&plan);
}

// Any size: the tile, and how the work is cut into pieces, by the time that they should take.
template <typename T> static void fitted(const product<T> *p) {
    static tensor_plan<T> plan;
    if (!product_same(&plan.of, p))
        plan_choose(&plan, p);
    plan_run(&plan);
}

static const char *no_hopper(const void *) {
    static const bool here = hopper_here();
    return here ? NULL : "needs capability 9.0, and a build for sm_90a";
}

template <typename T> static const char *no_hopper_or_pieces(const void *work) {
    const char *why = no_hopper(work);
    return why ? why : no_whole_pieces<T>(work);
}

// ---- the ladder --------------------------------------------------------------------------------

template <typename T, void (*launch)(const product<T> *)> static void run(void *work) {
    launch(product_of((const T *)NULL, work));
    HANDLE_ERROR(cudaGetLastError());
}

// The rungs of one type, for ladder_climb.
template <typename T> static int add_rungs(struct rung *rungs, const char *const *names) {
    const struct rung these[] = {
        tensor_rung<T>(names[0], "small products straight from global memory", run<T, warps<T>>,
                       no_whole_tiles),
        tensor_rung<T>(names[1], "tiles in shared memory", run<T, tile<T>>),
        tensor_rung<T>(names[2], "a ring of tiles, asynchronous copies", run<T, async<T>>,
                       no_whole_pieces<T>),
        tensor_rung<T>(names[3], "four warps a product, the copy engine, two stages",
                       run<T, hopper_tiles<T, 1, FEW_STAGES, false>>, no_hopper_or_pieces<T>),
        tensor_rung<T>(names[4], "a ring of four stages", run<T, hopper_tiles<T, 1, STAGES, false>>,
                       no_hopper_or_pieces<T>),
        tensor_rung<T>(names[5], "blocks go from tile to tile",
                       run<T, hopper_tiles<T, 1, STAGES, true>>, no_hopper_or_pieces<T>),
        tensor_rung<T>(names[6], "two blocks share what they fetch",
                       run<T, hopper_tiles<T, 2, STAGES, true>>, no_hopper_or_pieces<T>),
        tensor_rung<T>(names[7], "tiles and parts of k that fit the size", run<T, fitted<T>>,
                       no_hopper),
    };
    for (size_t i = 0; i < sizeof these / sizeof *these; i++)
        rungs[i] = these[i];
    return sizeof these / sizeof *these;
}

int main(int argc, char **argv) {
    struct options options = options_default(DEFAULT_SIZE);
    struct ladder_words words = {};
    struct product_options p = {};
    const char *tiles = NULL;
    const struct option_row rows[] = {
        PRODUCT_ROWS(options, p),
        {"tiles", OPTION_WORD, &tiles, 0, 0, "only what each tile takes: of bf16, or tf32"},
        LADDER_ROWS(words),
    };
    options_parse(&options, argc, argv, ABOUT, rows);
    int device, major;
    HANDLE_ERROR(cudaGetDevice(&device));
    HANDLE_ERROR(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device));
    if (major < 8) {
        printf("%s: skipped: no tensor cores for TF32 and bf16, capability 8.0\n", options.program);
        return SKIPPED;
    }
    if (tiles) {
        const bool of_bf16 = strcmp(tiles, "bf16") == 0;
        if (!of_bf16 && strcmp(tiles, "tf32") != 0)
            options_refuse(&options, "--tiles '%s': bf16 or tf32", tiles);
        if (!hopper_here())
            options_refuse(&options, "--tiles: needs capability 9.0, and a build for sm_90a");
        if (of_bf16)
            tile_costs_print<bf16>(tiles);
        else
            tile_costs_print<float>(tiles);
        return 0;
    }

    int status = 0;
    for (size_t i = 0; product_next(&options, &p, i); i++) {
        struct tensor_work work = tensor_work_create(&options, p.m, p.n, p.k);
        static const char *const names_tf32[] = {"tf32_warp",    "tf32_tile",  "tf32_async",
                                                 "tf32_wgmma",   "tf32_ring",  "tf32_persistent",
                                                 "tf32_cluster", "tf32_fitted"};
        static const char *const names_bf16[] = {"bf16_warp",    "bf16_tile",  "bf16_async",
                                                 "bf16_wgmma",   "bf16_ring",  "bf16_persistent",
                                                 "bf16_cluster", "bf16_fitted"};
        struct rung rungs[LADDER_MOST] = {
            tensor_rung<float>("published", "tiles in shared memory, fp32", run<float, published>)};
        rungs[0].role = RUNG_PUBLISHED;
        int count = 1;
        count += add_rungs<float>(rungs + count, names_tf32);
        count += add_rungs<bf16>(rungs + count, names_bf16);
        char what[100];
        snprintf(what, sizeof what, "%zu x %zu x %zu", p.m, p.k, p.n);
        const double amount = 2e-12 * (double)p.m * (double)p.k * (double)p.n;
        const struct ladder ladder = {
            .rungs = rungs,
            .count = count,
            .unit = "TFLOP/s",
            .amount = amount,
            .limit = tensor_peak<bf16>(),
            .limit_is = "bf16 on all tensor cores at the highest clock, TF32 half of it",
            .bytes = 2 * ((double)p.m * (double)p.k + (double)p.k * (double)p.n +
                          (double)p.m * (double)p.n),
            .flops = 1e12 * amount,
            .poison = tensor_poison,
            .check = tensor_right<bf16>, // each rung has its own type's
            .alone = p.shapes > 0,
            .what = p.m == p.k && p.k == p.n && !p.shapes ? NULL : what,
        };
        status |= ladder_climb(&ladder, &options, &words, &work);
        tensor_work_destroy(&work);
    }
    return status;
}
