// SPDX-License-Identifier: MIT
// Matrix multiplication on tensor cores, rung by rung, in TF32 and in bf16: from a warp that asks
// for one small product at a time to kernels made of what only a Hopper GPU has.
//
// What it teaches: a tensor core is so fast that everything else is about feeding it. The lower
// rungs use what CUDA C has for every GPU since capability 8.0, <mma.h>; the upper ones Hopper's
// own instructions (hopper.h): copies by the copy engine, products by four warps together, barriers
// that count bytes, blocks that share what they fetch. After matmul_ladder.
//
//     matmul_tensor --size 4096                  all rungs; --only bf16_tile,bf16_ring: some
//     matmul_tensor --m 4095 --k 4096 --n 4104   the row of a rung says which shapes it takes
//     matmul_tensor --size 8192 --peers bin/cuda/peers/cublas_tensor.so
//
// It prints a row a rung: its time, TFLOP/s, the share of what the tensor cores can do at the
// highest clock, how many times faster than the published kernel it is, and what was compared. All
// matrices are row-major. Inputs are random numbers that the type holds exactly; sums are kept in
// fp32, and c has the type of a and b. Without tensor cores of capability 8.0 it is skipped.
#include <stdlib.h>

#include <cuda_bf16.h>
#include <cuda_pipeline.h>
#include <mma.h>

#include "book.h"
#include "ladder.h"
#include "options.h"
#include "hopper.h"
#include "tensor_work.h"

using namespace nvcuda;

#define ABOUT "Multiplies an m x k matrix by a k x n matrix on tensor cores, in TF32 and bf16."
const size_t DEFAULT_SIZE = 256; // rows and columns
const double MOST = 1 << 20;     // rows or columns
const int SKIPPED = 77;          // exit status
const int PIECE = 16;            // bytes that a thread moves at once

static unsigned rounded_up(size_t number, size_t step) {
    return (unsigned)((number + step - 1) / step);
}

// ---- published: tiles in shared memory, in fp32 ------------------------------------------------

const int PUBLISHED_TILE = 32; // elements along each edge, and threads along one of a block

// One thread: one element of c, as in matmul_tiled. Bound by two reads of shared memory for each
// multiplication.
__global__ void published_kernel(const float *a, const float *b, float *c, int m, int n, int k) {
    __shared__ float tile_a[PUBLISHED_TILE][PUBLISHED_TILE];
    __shared__ float tile_b[PUBLISHED_TILE][PUBLISHED_TILE];
    const int tx = threadIdx.x, ty = threadIdx.y;
    const int column = tx + blockIdx.x * PUBLISHED_TILE, row = ty + blockIdx.y * PUBLISHED_TILE;
    float sum = 0;
    for (int p = 0; p < k; p += PUBLISHED_TILE) {
        tile_a[ty][tx] = row < m && p + tx < k ? a[(size_t)row * k + p + tx] : 0;
        tile_b[ty][tx] = p + ty < k && column < n ? b[(size_t)(p + ty) * n + column] : 0;
        __syncthreads();
        for (int i = 0; i < PUBLISHED_TILE; i++)
            sum += tile_a[ty][i] * tile_b[i][tx];
        __syncthreads();
    }
    if (row < m && column < n)
        c[(size_t)row * n + column] = sum;
}

static void published(const product<float> *p) {
    const dim3 block(PUBLISHED_TILE, PUBLISHED_TILE);
    const dim3 grid(rounded_up(p->n, PUBLISHED_TILE), rounded_up(p->m, PUBLISHED_TILE));
    published_kernel<<<grid, block>>>(p->dev_a, p->dev_b, p->dev_c, (int)p->m, (int)p->n,
                                      (int)p->k);
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
template <typename T>
__global__ void warp_kernel(const T *a, const T *b, T *c, int m, int n, int k) {
    __shared__ __align__(128) float patch[WARPS][EDGE * EDGE];
    const int warp = threadIdx.x / 32, place = blockIdx.x * WARPS + warp;
    const int row = place / (n / EDGE) * EDGE, column = place % (n / EDGE) * EDGE;
    if (row >= m)
        return;
    sums<T> sum;
    wmma::fill_fragment(sum, 0.0f);
    for (int p = 0; p < k; p += factor<T>::DEEP) {
        factor_a<T> x;
        factor_b<T> y;
        wmma::load_matrix_sync(x, a + (size_t)row * k + p, k);
        wmma::load_matrix_sync(y, b + (size_t)p * n + column, n);
        wmma::mma_sync(sum, x, y, sum);
    }
    put_sums<T>(&sum, patch[warp], c, row, column, m, n);
}

template <typename T> static void warps(const product<T> *p) {
    warp_kernel<<<rounded_up(p->m / EDGE * (p->n / EDGE), WARPS), WARPS * 32>>>(
        p->dev_a, p->dev_b, p->dev_c, (int)p->m, (int)p->n, (int)p->k);
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
    tile_kernel(const T *a, const T *b, T *c, int m, int n, int k) {
    extern __shared__ __align__(1024) unsigned char memory[];
    tile_pair<T> *pair = (tile_pair<T> *)memory;
    const int columns = (n + TILE - 1) / TILE, warp = threadIdx.x / 32;
    const int row = blockIdx.x / columns * TILE, column = blockIdx.x % columns * TILE;
    const int warp_row = warp / ACROSS * WARP_TILE, warp_column = warp % ACROSS * WARP_TILE;
    sums<T> sum[SUMS][SUMS];
    for (int i = 0; i < SUMS * SUMS; i++)
        wmma::fill_fragment(sum[i / SUMS][i % SUMS], 0.0f);
    for (int p = 0; p < k; p += TILE_DEEP) {
        fetch<TILE_DEEP>(pair->a, a, row, p, m, k);
        fetch<TILE>(pair->b, b, p, column, k, n);
        __syncthreads();
        multiply_tiles<T>(sum, pair, warp_row, warp_column);
        __syncthreads();
    }
    float *patch = (float *)memory + warp * EDGE * EDGE;
    for (int i = 0; i < SUMS * SUMS; i++)
        put_sums<T>(&sum[i / SUMS][i % SUMS], patch, c, row + warp_row + i / SUMS * EDGE,
                    column + warp_column + i % SUMS * EDGE, m, n);
}

template <typename T> static void tile(const product<T> *p) {
    tile_kernel<<<rounded_up(p->m, TILE) * rounded_up(p->n, TILE), TILE_THREADS,
                  sizeof(tile_pair<T>)>>>(p->dev_a, p->dev_b, p->dev_c, (int)p->m, (int)p->n,
                                          (int)p->k);
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
    async_kernel(const T *a, const T *b, T *c, int m, int n, int k) {
    extern __shared__ __align__(1024) unsigned char memory[];
    tile_pair<T> *ring = (tile_pair<T> *)memory;
    const int columns = (n + TILE - 1) / TILE, warp = threadIdx.x / 32;
    const int row = blockIdx.x / columns * TILE, column = blockIdx.x % columns * TILE;
    const int warp_row = warp / ACROSS * WARP_TILE, warp_column = warp % ACROSS * WARP_TILE;
    const int steps = (k + TILE_DEEP - 1) / TILE_DEEP;
    sums<T> sum[SUMS][SUMS];
    for (int i = 0; i < SUMS * SUMS; i++)
        wmma::fill_fragment(sum[i / SUMS][i % SUMS], 0.0f);
    for (int step = 1 - RING; step < steps; step++) {
        __pipeline_wait_prior(RING - 2); // this step's copies are there, mine
        __syncthreads();                 // and everybody's; and the step before is over
        const int next = step + RING - 1;
        if (next < steps) {
            fetch_later<TILE_DEEP>(ring[next % RING].a, a, row, next * TILE_DEEP, m, k);
            fetch_later<TILE>(ring[next % RING].b, b, next * TILE_DEEP, column, k, n);
        }
        __pipeline_commit(); // even an empty one: they are counted
        if (step >= 0)
            multiply_tiles<T>(sum, &ring[step % RING], warp_row, warp_column);
    }
    __syncthreads();
    float *patch = (float *)memory + warp * EDGE * EDGE;
    for (int i = 0; i < SUMS * SUMS; i++)
        put_sums<T>(&sum[i / SUMS][i % SUMS], patch, c, row + warp_row + i / SUMS * EDGE,
                    column + warp_column + i % SUMS * EDGE, m, n);
}

template <typename T> static void async(const product<T> *p) {
    const int shared = RING * sizeof(tile_pair<T>);
    HANDLE_ERROR(
        cudaFuncSetAttribute(async_kernel<T>, cudaFuncAttributeMaxDynamicSharedMemorySize, shared));
    async_kernel<<<rounded_up(p->m, TILE) * rounded_up(p->n, TILE), TILE_THREADS, shared>>>(
        p->dev_a, p->dev_b, p->dev_c, (int)p->m, (int)p->n, (int)p->k);
}

template <typename T> static const char *no_whole_pieces(const void *work) {
    const product<T> *p = product_of((const T *)NULL, work);
    if (p->k * sizeof(T) % PIECE || p->n * sizeof(T) % PIECE)
        return sizeof(T) == 4 ? "k and n have to be multiples of 4"
                              : "k and n have to be multiples of 8";
    return NULL;
}

// ---- Hopper ------------------------------------------------------------------------------------
// One block: a tile of c of 128 x 256 sums, kept by two warpgroups, the consumers. The third, the
// producer, is one thread that asks the copy engine for stages of a ring: 48 KB of a and b each,
// enough for 2 M multiplications of bf16 or 1 M of TF32. A stage has two mbarriers: `full` ends a
// phase when the copies are complete, `empty` when nobody reads the stage any more.
//
// A stage is `wide` and `own`: where blocks form a cluster of two, the wide part is the same for
// both. Each fetches half of it, for both of them.
//
//   bf16: a tile of 128 rows and 256 columns. Own are its 128 rows of a, wide the 256 columns of b.
//         Each consumer takes 64 rows: wgmma's own shape, both factors read from shared memory.
//   TF32: wgmma wants both factors with k contiguous, and b is not: here it is turned on its way
//         through the registers, where wgmma takes its first factor from. So the product is turned
//         too, c^T = b^T a^T: a tile of 256 rows, wide, and 128 columns, own, 64 for each consumer.

template <typename T> struct hopper;
template <> struct hopper<bf16> {
    enum { M = 128, N = 256, DEEP = 64 };    // the tile, and a stage's part of k
    enum { SHARED_M = 2, SHARED_N = 1 };     // blocks of a cluster: one above the other
    enum { SLOT_ROWS = 64, SLOTS_FULL = 4 }; // of c in a slot; slots of a consumer's part of c
    enum { READERS = 1 }; // who says that a consumer is done with a stage: its first thread
};
template <> struct hopper<float> {
    enum { M = 256, N = 128, DEEP = 32 };
    enum { SHARED_M = 1, SHARED_N = 2 }; // side by side
    enum { SLOT_ROWS = 32, SLOTS_FULL = 8 };
    enum { READERS = 4 }; // a thread of each warp, since each reads for itself
};

const int WIDE = 32 << 10, OWN = 16 << 10, STAGE = WIDE + OWN; // bytes
const int CONSUMERS = 2, HOPPER_THREADS = 128 * (1 + CONSUMERS);
const int SLOT = 8 << 10, SLOTS = 2; // bytes on their way to c; two for each consumer
const int BARRIER = 8;
const int PRODUCER_REGISTERS = 40, CONSUMER_REGISTERS = 232; // of 168 that each begins with

constexpr int hopper_shared(int stages) {
    return stages * (STAGE + 2 * BARRIER) + CONSUMERS * SLOTS * SLOT;
}

// The stage that comes next, and the parity of the phase that its barriers are in.
struct turn {
    int stage;
    uint32_t parity;
};
template <int stages> __device__ static inline void next_turn(struct turn *t) {
    t->stage = (t->stage + 1) % stages;
    t->parity ^= t->stage == 0;
}

// The tile, or pair of tiles, that comes at `index`: in groups of so many rows, column by column,
// every other group backwards. So what is in use at a time is nearly square, and fits the L2.
struct place {
    int row, column;
};
__device__ static inline struct place place_at(int index, int rows, int columns, int group) {
    const int above = index / (group * columns) * group;
    const int high = rows - above < group ? rows - above : group;
    const int inside = index - above * columns;
    struct place place;
    place.row = above + inside % high;
    place.column = above / group % 2 ? columns - 1 - inside / high : inside / high;
    return place;
}

template <int cluster>
__device__ static inline void load_wide(uint32_t to, const struct tensor_map *map, int x, int y,
                                        uint32_t full) {
    if (cluster == 1)
        tma_load(to, map, x, y, full);
    else
        tma_load_multicast(to, map, x, y, full, (1 << cluster) - 1);
}

// A stage of bf16: 128 x 64 of a in one box; 64 x 256 of b in four boxes, side by side in the
// matrix, one below the other in shared memory.
template <int cluster>
__device__ static inline void load_stage(const bf16 *, uint32_t stage, const struct tensor_map *a,
                                         const struct tensor_map *b, int row, int column, int p,
                                         int rank, uint32_t full) {
    tma_load(stage + WIDE, a, p, row, full);
    for (int i = rank * 4 / cluster; i < (rank + 1) * 4 / cluster; i++)
        load_wide<cluster>(stage + i * (WIDE / 4), b, column + 64 * i, p, full);
}
// Of TF32: 32 x 128 of b in four boxes, 256 x 32 of a in one, or two of half its rows.
template <int cluster>
__device__ static inline void load_stage(const float *, uint32_t stage, const struct tensor_map *a,
                                         const struct tensor_map *b, int row, int column, int p,
                                         int rank, uint32_t full) {
    for (int i = 0; i < 4; i++)
        tma_load(stage + WIDE + i * (OWN / 4), b, column + 32 * i, p, full);
    load_wide<cluster>(stage + rank * (WIDE / cluster), a, p, row + rank * (256 / cluster), full);
}

// Tells all blocks of the cluster that their copies may overwrite a stage.
template <int cluster, int readers> __device__ static inline void release(uint32_t empty) {
    const int reader = threadIdx.x % (128 / readers);
    if (reader < cluster)
        mbarrier_arrive(empty, reader);
}

// The sums of a consumer, over all of k. Between one stage and the next the tensor cores have
// always something to do: a stage is released when the products of the one after it are under way.
template <int cluster, int stages>
__device__ static inline void multiply_stages(const bf16 *, float (&d)[128],
                                              const unsigned char *memory, uint32_t full,
                                              uint32_t empty, struct turn *t, int steps) {
    const uint32_t first = shared_address(memory);
    const int consumer = threadIdx.x / 128 - 1;
    int before = 0;
    for (int step = 0; step < steps; step++) {
        const uint32_t stage = first + t->stage * STAGE;
        const uint64_t a = wgmma_matrix(stage + WIDE + consumer * (OWN / CONSUMERS), 0, 1024);
        const uint64_t b = wgmma_matrix(stage, WIDE / 4, 1024);
        mbarrier_wait(full + BARRIER * t->stage, t->parity);
        wgmma_fence();
#pragma unroll
        for (int i = 0; i < hopper<bf16>::DEEP / 16; i++) // 16 of k: 32 bytes on, or 16 rows
            wgmma_bf16(d, wgmma_at(a, 32 * i), wgmma_at(b, 16 * 128 * i), step | i);
        wgmma_commit();
        wgmma_wait<1>();
        if (step > 0)
            release<cluster, hopper<bf16>::READERS>(empty + BARRIER * before);
        before = t->stage;
        next_turn<stages>(t);
    }
    wgmma_wait<0>();
    release<cluster, hopper<bf16>::READERS>(empty + BARRIER * before);
}

// A warp's 16 x 8 of b^T, as wgmma_tf32 wants them. Which column of b is which row is ours to
// choose: rows 0 to 3 and 4 to 7 are 16 columns apart, rows 8 on follow 4 columns behind, and so
// the 32 lanes meet 32 banks. (Swizzled: piece q of row r is at q ^ r % 8.)
__device__ static inline void load_turned(uint32_t (&f)[4], const unsigned char *own, int p) {
    const int lane = threadIdx.x % 32, g = lane / 4, t = lane % 4, warp = threadIdx.x / 32 - 4;
    const unsigned char *box = own + warp / 2 * (OWN / 4) + g % 4 * 4;
#pragma unroll
    for (int i = 0; i < 4; i++) {
        const int row = p + i / 2 * 4 + t, piece = g / 4 * 4 + warp % 2 * 2 + i % 2;
        f[i] = *(const uint32_t *)(box + row * 128 + (piece ^ row % 8) * 16);
    }
}

// Four products a stage, each with registers of its own, because a product that is under way still
// reads them: those of the next one are loaded while up to three are.
template <int cluster, int stages>
__device__ static inline void multiply_stages(const float *, float (&d)[128],
                                              const unsigned char *memory, uint32_t full,
                                              uint32_t empty, struct turn *t, int steps) {
    const int deep = hopper<float>::DEEP / 8;
    uint32_t f[deep][4];
    int before = 0;
    mbarrier_wait(full + BARRIER * t->stage, t->parity);
    load_turned(f[0], memory + t->stage * STAGE + WIDE, 0);
    for (int step = 0; step < steps; step++) {
        const unsigned char *stage = memory + t->stage * STAGE;
        const uint64_t a = wgmma_matrix(shared_address(stage), 0, 1024);
        const int now = t->stage;
#pragma unroll
        for (int i = 0; i < deep; i++) {
            if (i + 1 < deep) {
                load_turned(f[i + 1], stage + WIDE, 8 * (i + 1));
            } else {
                next_turn<stages>(t);
                if (step + 1 < steps) {
                    mbarrier_wait(full + BARRIER * t->stage, t->parity);
                    load_turned(f[0], memory + t->stage * STAGE + WIDE, 0);
                }
            }
            wgmma_fence();
            wgmma_tf32(d, f[i], wgmma_at(a, 32 * i), step | i);
            wgmma_commit();
            wgmma_wait<deep - 2>();
            if (i == 1 && step > 0)
                release<cluster, hopper<float>::READERS>(empty + BARRIER * before);
        }
        before = now;
    }
    wgmma_wait<0>();
    release<cluster, hopper<float>::READERS>(empty + BARRIER * before);
}

// A part of a consumer's sums into a slot, swizzled; then a thread hands it to the copy engine.
// bf16: 64 rows and 64 columns.
__device__ static inline void write_slot(const bf16 *, const float (&d)[128], int part,
                                         unsigned char *slot) {
    const int lane = threadIdx.x % 32, row = threadIdx.x / 32 % 4 * 16 + lane % 16;
#pragma unroll
    for (int j = 0; j < 8; j += 2) {
        const float *s = d + 32 * part + 4 * j;
        const int piece = (j + lane / 16) ^ row % 8;
        store_matrices(shared_address(slot + row * 128 + piece * 16), pack(s[0], s[1]),
                       pack(s[2], s[3]), pack(s[4], s[5]), pack(s[6], s[7]));
    }
}
__device__ static inline void store_slot(const bf16 *, const struct tensor_map *c, int row,
                                         int column, int part, uint32_t slot) {
    const int consumer = threadIdx.x / 128 - 1;
    tma_store(c, slot, column + 64 * part, row + 64 * consumer);
}
// TF32: 32 rows and 64 columns, in two boxes. Half of the lanes begin with the columns of
// load_turned's rows 0 to 7, half with those of the rest: again 32 lanes, 32 banks.
__device__ static inline void write_slot(const float *, const float (&d)[128], int part,
                                         unsigned char *slot) {
    const int lane = threadIdx.x % 32, g = lane / 4, t = lane % 4, warp = threadIdx.x / 32 % 4;
    unsigned char *box = slot + warp / 2 * (SLOT / 2) + g % 4 * 4;
#pragma unroll
    for (int i = 0; i < 16; i++) {
        const float *s = d + 16 * part + i / 4 * 4 + i / 2 % 2;
        const int row = i / 4 * 8 + 2 * t + i / 2 % 2, half = (i + g / 4) % 2;
        const int piece = g / 4 * 4 + warp % 2 * 2 + half;
        *(float *)(box + row * 128 + (piece ^ row % 8) * 16) = half ? s[2] : s[0];
    }
}
__device__ static inline void store_slot(const float *, const struct tensor_map *c, int row,
                                         int column, int part, uint32_t slot) {
    const int consumer = threadIdx.x / 128 - 1;
    for (int i = 0; i < 2; i++)
        tma_store(c, slot + i * (SLOT / 2), column + 64 * consumer + 32 * i, row + 32 * part);
}

template <typename T, int cluster, int stages>
__global__ void __launch_bounds__(HOPPER_THREADS, 1) CLUSTER_OF(cluster)
    hopper_kernel(const __grid_constant__ struct tensor_map map_a,
                  const __grid_constant__ struct tensor_map map_b,
                  const __grid_constant__ struct tensor_map map_c, int m, int n, int k, int group) {
    if (!HOPPER)
        return;
    typedef hopper<T> is;
    extern __shared__ __align__(1024) unsigned char memory[]; // stages, slots, barriers
    unsigned char *slots = memory + stages * STAGE;
    const uint32_t full = shared_address(slots + CONSUMERS * SLOTS * SLOT);
    const uint32_t empty = full + BARRIER * stages;
    const int rank = blockIdx.x % cluster, clusters = gridDim.x / cluster;
    const int below = cluster == 1 ? 1 : is::SHARED_M, beside = cluster == 1 ? 1 : is::SHARED_N;
    const int rows = (m + is::M * below - 1) / (is::M * below);
    const int columns = (n + is::N * beside - 1) / (is::N * beside);
    const int steps = (k + is::DEEP - 1) / is::DEEP;
    struct turn t = {0, 0};

    if (threadIdx.x == 0) {
        for (int i = 0; i < stages; i++) {
            mbarrier_init(full + BARRIER * i, 1);
            mbarrier_init(empty + BARRIER * i, CONSUMERS * is::READERS * cluster);
        }
        mbarrier_init_fence();
    }
    cluster_wait_for_all();

    if (threadIdx.x < 128) {
        registers_give<PRODUCER_REGISTERS>();
        bool backwards = false; // every other tile: what was fetched last is still in the L2
        for (int i = blockIdx.x / cluster; threadIdx.x == 0 && i < rows * columns; i += clusters) {
            const struct place at = place_at(i, rows, columns, group);
            const int row = (at.row * below + rank % below) * is::M;
            const int column = (at.column * beside + rank % beside) * is::N;
            for (int step = 0; step < steps; step++) {
                const int p = (backwards ? steps - 1 - step : step) * is::DEEP;
                mbarrier_wait(empty + BARRIER * t.stage, t.parity ^ 1);
                mbarrier_expect(full + BARRIER * t.stage, STAGE);
                load_stage<cluster>((const T *)NULL, shared_address(memory) + t.stage * STAGE,
                                    &map_a, &map_b, row, column, p, rank, full + BARRIER * t.stage);
                next_turn<stages>(&t);
            }
            backwards = !backwards;
        }
    } else {
        registers_take<CONSUMER_REGISTERS>();
        const int consumer = threadIdx.x / 128 - 1;
        const bool first = threadIdx.x % 128 == 0;
        float d[128];
        for (int i = blockIdx.x / cluster; i < rows * columns; i += clusters) {
            const struct place at = place_at(i, rows, columns, group);
            const int row = (at.row * below + rank % below) * is::M;
            const int column = (at.column * beside + rank % beside) * is::N;
            multiply_stages<cluster, stages>((const T *)NULL, d, memory, full, empty, &t, steps);
#pragma unroll
            for (int part = 0; part < is::SLOTS_FULL; part++) {
                unsigned char *slot = slots + (consumer * SLOTS + part % SLOTS) * SLOT;
                if (first)
                    tma_store_wait<SLOTS - 1>(); // what was in the slot has been read
                warpgroup_barrier(1 + consumer);
                write_slot((const T *)NULL, d, part, slot);
                fence_for_engines();
                warpgroup_barrier(1 + consumer);
                if (first) {
                    store_slot((const T *)NULL, &map_c, row, column, part, shared_address(slot));
                    tma_store_commit();
                }
            }
        }
        if (first)
            tma_store_wait<0>();
    }
    cluster_wait_for_all(); // nobody leaves while the neighbour may still write here
}

const int FEW_STAGES = 2, STAGES = 4; // one would never end: a stage is released during the next
const int GROUP = 8;                  // rows of tiles, or pairs, that are gone through together

// A block a tile, column by column of c; or, `persistent`, as few blocks as need no more turns than
// all that the GPU holds, each going from tile to tile: the next one's stages are fetched while the
// last one's sums are stored.
template <typename T, int cluster, int stages, bool persistent>
static void hopper_tiles(const product<T> *p) {
    typedef hopper<T> is;
    const int below = cluster == 1 ? 1 : is::SHARED_M, beside = cluster == 1 ? 1 : is::SHARED_N;
    static const struct tensor_map a =
        tensor_map_of(p->dev_a, p->m, p->k, sizeof(T), is::M / beside);
    static const struct tensor_map b = tensor_map_of(p->dev_b, p->k, p->n, sizeof(T), is::DEEP);
    static const struct tensor_map c =
        tensor_map_of(p->dev_c, p->m, p->n, sizeof(T), is::SLOT_ROWS);
    const unsigned rows = rounded_up(p->m, is::M * below);
    const unsigned tiles = rows * rounded_up(p->n, is::N * beside);
    int device, sms;
    HANDLE_ERROR(cudaGetDevice(&device));
    HANDLE_ERROR(cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, device));
    const unsigned turns = rounded_up(tiles, sms / cluster);
    const unsigned clusters = persistent ? rounded_up(tiles, turns) : tiles;
    HANDLE_ERROR(cudaFuncSetAttribute(hopper_kernel<T, cluster, stages>,
                                      cudaFuncAttributeMaxDynamicSharedMemorySize,
                                      hopper_shared(stages)));
    hopper_kernel<T, cluster, stages>
        <<<clusters * cluster, HOPPER_THREADS, hopper_shared(stages)>>>(
            a, b, c, (int)p->m, (int)p->n, (int)p->k, persistent ? GROUP : (int)rows);
}

template <typename T> static const char *no_hopper(const void *work) {
    static const bool here = hopper_here();
    return here ? no_whole_pieces<T>(work) : "needs capability 9.0, and a build for sm_90a";
}

// ---- the ladder --------------------------------------------------------------------------------

template <typename T, void (*launch)(const product<T> *)> static void run(void *work) {
    launch(product_of((const T *)NULL, work));
    HANDLE_ERROR(cudaGetLastError());
}

// The rungs of one type, for ladder_climb.
template <typename T> static int add_rungs(struct rung *rungs, const char *const *names) {
    const struct rung these[] = {
        {names[0], "small products straight from global memory", run<T, warps<T>>, no_whole_tiles,
         0, 0, 0},
        {names[1], "tiles in shared memory", run<T, tile<T>>, NULL, 0, 0, 0},
        {names[2], "a ring of tiles, asynchronous copies", run<T, async<T>>, no_whole_pieces<T>, 0,
         0, 0},
        {names[3], "four warps a product, the copy engine, two stages",
         run<T, hopper_tiles<T, 1, FEW_STAGES, false>>, no_hopper<T>, 0, 0, 0},
        {names[4], "a ring of four stages", run<T, hopper_tiles<T, 1, STAGES, false>>, no_hopper<T>,
         0, 0, 0},
        {names[5], "blocks go from tile to tile", run<T, hopper_tiles<T, 1, STAGES, true>>,
         no_hopper<T>, 0, 0, 0},
        {names[6], "two blocks share what they fetch", run<T, hopper_tiles<T, 2, STAGES, true>>,
         no_hopper<T>, 0, 0, 0},
    };
    memcpy(rungs, these, sizeof these);
    return sizeof these / sizeof *these;
}

int main(int argc, char **argv) {
    struct options options = options_default(0);
    struct ladder_words words = {};
    size_t m = 0, k = 0, n = 0; // 0: not given
    const struct option_row rows[] = {
        {"size", OPTION_COUNT, &options.size, 1, MOST, "rows and columns; 256 without"},
        {"m", OPTION_COUNT, &m, 1, MOST, "rows of the first matrix, where they are others"},
        {"k", OPTION_COUNT, &k, 1, MOST, "its columns, the rows of the second"},
        {"n", OPTION_COUNT, &n, 1, MOST, "columns of the second matrix"},
        {"seed", OPTION_SEED, &options.seed, 0, 0, "another number, other matrices"},
        LADDER_ROWS(words),
    };
    options_parse(&options, argc, argv, ABOUT, rows);
    const size_t size = options.size ? options.size : DEFAULT_SIZE;
    m = m ? m : size;
    k = k ? k : size;
    n = n ? n : size;
    options.size = m > k ? m : k;
    options.size = n > options.size ? n : options.size; // the largest, for the report
    int device, major;
    HANDLE_ERROR(cudaGetDevice(&device));
    HANDLE_ERROR(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device));
    if (major < 8) {
        printf("%s: skipped: no tensor cores for TF32 and bf16, capability 8.0\n", options.program);
        return SKIPPED;
    }

    struct tensor_work work = tensor_work_create(&options, m, n, k);
    static const char *const names_tf32[] = {"tf32_warp",   "tf32_tile", "tf32_async",
                                             "tf32_wgmma",  "tf32_ring", "tf32_persistent",
                                             "tf32_cluster"};
    static const char *const names_bf16[] = {"bf16_warp",   "bf16_tile", "bf16_async",
                                             "bf16_wgmma",  "bf16_ring", "bf16_persistent",
                                             "bf16_cluster"};
    struct rung rungs[LADDER_MOST] = {{"published", "tiles in shared memory, fp32",
                                       run<float, published>, NULL, RUNG_PUBLISHED, 0, 0}};
    int count = 1;
    count += add_rungs<float>(rungs + count, names_tf32);
    count += add_rungs<bf16>(rungs + count, names_bf16);
    for (int i = 0; i < count; i++)
        rungs[i].limit = tensor_peak(is_bf16(&rungs[i]));
    char what[100];
    snprintf(what, sizeof what, "%zu x %zu x %zu", m, k, n);
    struct ladder ladder = {};
    ladder.rungs = rungs;
    ladder.count = count;
    ladder.unit = "TFLOP/s";
    ladder.amount = 2e-12 * (double)m * (double)k * (double)n;
    ladder.limit = tensor_peak(true);
    ladder.limit_is = "bf16 on all tensor cores at the highest clock; TF32 half of it";
    ladder.bytes = 2 * ((double)m * (double)k + (double)k * (double)n + (double)m * (double)n);
    ladder.flops = 1e12 * ladder.amount;
    ladder.poison = tensor_poison;
    ladder.check = tensor_right;
    ladder.what = m == k && k == n ? NULL : what;
    const int status = ladder_climb(&ladder, &options, &words, &work);
    tensor_work_destroy(&work);
    return status;
}
