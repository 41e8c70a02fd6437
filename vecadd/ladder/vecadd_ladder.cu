// SPDX-License-Identifier: MIT
// Vector addition, rung by rung: from the published launch to the bandwidth of the memory.
//
// What it teaches: there is hardly any computation. All that counts is how many bytes are in flight
// at a time: enough threads, and 16 bytes for each. After vecadd_blocks_threads.
//
//     vecadd_ladder --size 536870912        --only NAME,NAME... runs some; --help lists the options
//
// It prints one row per rung: time, bandwidth (two vectors read, one written), its share of the
// bandwidth of a copy on the device, its speed-up over the published launch, and whether all sums
// are right. A vector should be many times larger than the cache (50 MB on an H200), or you measure
// the cache.
#include "copy_engine.h"
#include "dependent_launch.h"
#include "ladders/ladder.h"
#include "options.h"
#include "vecadd_work.h"

#define ABOUT "Adds two vectors of floats with faster and faster kernels."
const size_t DEFAULT_SIZE = 1 << 22; // elements
const int PUBLISHED_BLOCKS = 128, PUBLISHED_THREADS = 128;
const int THREADS = 256; // in a block, of all other rungs
const int MANY = 32;     // blocks a multiprocessor: four times what it holds at once

static unsigned blocks_for(size_t threads) {
    return (unsigned)((threads + THREADS - 1) / THREADS);
}

// ---- the limit: as many bytes read as written, by the driver's own means ------------------------

static void copy(void *work) {
    const struct add_work *w = (const struct add_work *)work;
    HANDLE_ERROR(
        cudaMemcpyAsync(w->dev_c, w->dev_a, w->n * sizeof *w->dev_c, cudaMemcpyDeviceToDevice));
}

// ---- the published kernel: 16 384 threads, each with a stride as wide as the grid ---------------

__global__ void add_stride(const float *a, const float *b, float *c, size_t n) {
    const size_t stride = (size_t)gridDim.x * blockDim.x;
    for (size_t i = threadIdx.x + (size_t)blockIdx.x * blockDim.x; i < n; i += stride)
        c[i] = a[i] + b[i];
}

static void published(void *work) {
    const struct add_work *w = (const struct add_work *)work;
    add_stride<<<PUBLISHED_BLOCKS, PUBLISHED_THREADS>>>(w->dev_a, w->dev_b, w->dev_c, w->n);
    HANDLE_ERROR(cudaGetLastError());
}

// ---- a thread an element: more threads than fit, and the blocks go through memory in order ------

__global__ void add_element(const float *a, const float *b, float *c, size_t n) {
    const size_t i = threadIdx.x + (size_t)blockIdx.x * blockDim.x;
    if (i < n)
        c[i] = a[i] + b[i];
}

static void element(void *work) {
    const struct add_work *w = (const struct add_work *)work;
    add_element<<<blocks_for(w->n), THREADS>>>(w->dev_a, w->dev_b, w->dev_c, w->n);
    HANDLE_ERROR(cudaGetLastError());
}

// ---- the published kernel with enough blocks: fewer threads begin, and each does more -----------

static void many_blocks(void *work) {
    const struct add_work *w = (const struct add_work *)work;
    add_stride<<<MANY * w->processors, THREADS>>>(w->dev_a, w->dev_b, w->dev_c, w->n);
    HANDLE_ERROR(cudaGetLastError());
}

// ---- 16 bytes at once: a quarter of the instructions, and more under way ------------------------

__device__ static inline float4 sum(float4 a, float4 b) {
    return make_float4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w);
}

// What is left after the last whole vector, three elements at most, is for the first threads.
__device__ static inline void add_rest(const float *a, const float *b, float *c, size_t n,
                                       size_t thread) {
    const size_t i = n / 4 * 4 + thread;
    if (i < n)
        c[i] = a[i] + b[i];
}

__global__ void add_vector(const float *a, const float *b, float *c, size_t n) {
    const size_t i = threadIdx.x + (size_t)blockIdx.x * blockDim.x;
    if (i < n / 4)
        ((float4 *)c)[i] = sum(((const float4 *)a)[i], ((const float4 *)b)[i]);
    add_rest(a, b, c, n, i);
}

static void vector(void *work) {
    const struct add_work *w = (const struct add_work *)work;
    add_vector<<<blocks_for(w->n / 4 + 1), THREADS>>>(w->dev_a, w->dev_b, w->dev_c, w->n);
    HANDLE_ERROR(cudaGetLastError());
}

// ---- the same, its blocks on the spot before the launch in front of it has ended ----------------

__global__ void add_dependent(const float *a, const float *b, float *c, size_t n) {
    wait_for_previous();
    let_next_begin();
    const size_t i = threadIdx.x + (size_t)blockIdx.x * blockDim.x;
    if (i < n / 4)
        ((float4 *)c)[i] = sum(((const float4 *)a)[i], ((const float4 *)b)[i]);
    add_rest(a, b, c, n, i);
}

static void dependent(void *work) {
    const struct add_work *w = (const struct add_work *)work;
    launch_dependent(add_dependent, blocks_for(w->n / 4 + 1), THREADS, 0, 1, w->dev_a, w->dev_b,
                     w->dev_c, w->n);
}

// ---- the copy engine fetches a tile of each vector: as many bytes under way as serve best -------

const int TILE = 3 * THREADS; // elements: the eight blocks of a multiprocessor have 48 KB under way

__global__ void add_tiles(const float *a, const float *b, float *c, size_t n) {
    __shared__ __align__(128) float tile_a[TILE], tile_b[TILE];
    __shared__ uint64_t arrived;
    const size_t first = (size_t)blockIdx.x * TILE;
    wait_for_previous();
    let_next_begin();
    if (n - first < TILE) { // the last tile, cut off
        for (size_t i = first + threadIdx.x; i < n; i += THREADS)
            c[i] = a[i] + b[i];
        return;
    }
    if (threadIdx.x == 0) {
        copies_begin(&arrived);
        copy_in(tile_a, a + first, sizeof tile_a, &arrived);
        copy_in(tile_b, b + first, sizeof tile_b, &arrived);
        copies_end(&arrived, sizeof tile_a + sizeof tile_b);
    }
    __syncthreads(); // they have begun
    copies_wait(&arrived);
    for (int i = threadIdx.x; i < TILE / 4; i += THREADS)
        ((float4 *)(c + first))[i] = sum(((float4 *)tile_a)[i], ((float4 *)tile_b)[i]);
}

static void tiles(void *work) {
    const struct add_work *w = (const struct add_work *)work;
    launch_dependent(add_tiles, (unsigned)((w->n + TILE - 1) / TILE), THREADS, 0, 1, w->dev_a,
                     w->dev_b, w->dev_c, w->n);
}

static const char *no_copy_engine(const void *) {
    return why_no_copy_engine((const void *)add_tiles);
}

int main(int argc, char **argv) {
    struct options options = options_default(DEFAULT_SIZE);
    struct ladder_words words = {};
    const struct option_row rows[] = {
        {"size", OPTION_COUNT, &options.size, 1, 1e15, "elements in each vector"},
        {"seed", OPTION_SEED, &options.seed, 0, 0, "other numbers"},
        LADDER_ROWS(words),
    };
    options_parse(&options, argc, argv, ABOUT, rows);

    struct add_work work = add_work_create(&options);
    const double element_bytes = sizeof(float) * (double)work.n;
    const struct rung rungs[] = {
        {"copy", "a copy on the device", copy, NULL, RUNG_LIMIT, NULL, 0, 2 * element_bytes / 1e9},
        {"published", "128 x 128 threads, grid stride", published, NULL, RUNG_PUBLISHED},
        {"element", "a thread an element", element},
        {"blocks", "32 blocks per multiprocessor", many_blocks},
        {"vector", "16 bytes a load", vector},
        {"dependent", "begins as the launch before it ends", dependent},
        {"tiles", "tiles that the copy engine fetches", tiles, no_copy_engine},
    };
    const struct ladder ladder = {
        .rungs = rungs,
        .count = sizeof rungs / sizeof *rungs,
        .unit = "GB/s",
        .amount = 3 * element_bytes / 1e9,
        .limit_is = "a copy on the device, read and written",
        .bytes = 3 * element_bytes,
        .flops = (double)work.n,
        .poison = add_poison,
        .check = add_check,
    };
    const int status = ladder_climb(&ladder, &options, &words, &work);
    add_work_destroy(&work);
    return status;
}
