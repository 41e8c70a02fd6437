// SPDX-License-Identifier: MIT
// Cooperative groups: threads that belong together, as values with a size and a barrier.
//
// What it teaches: a function that takes a group works for a piece of a warp, a warp or a block,
// and the barrier is the group's own. The whole grid is a group, too: with a barrier of the grid
// one launch adds up everything, where dot_shared leaves the last sums to the host. Such a launch
// is allowed only as many blocks as fit on the device at once. After dot_shared.
//
//     groups; groups --size 100000000; groups --help
//
// It prints the time of the whole job and of its parts, then of one launch and of two.
#include <cooperative_groups.h>

#include "chapter.h"
#include "dot.h"

#define ABOUT "Multiplies two vectors of floats; groups of threads add up the products."
const size_t DEFAULT_SIZE = 33 * 1024; // elements
const int THREADS = 256;               // in a block: eight warps
const int WARP = 32;
namespace cg = cooperative_groups;

// The sum of a tile's numbers, for its thread 0: by halves, with shuffles among its own threads.
template <class Tile> __device__ static inline float sum_of(const Tile &tile, float mine) {
    for (int half = tile.size() / 2; half > 0; half /= 2)
        mine += tile.shfl_down(mine, half);
    return mine;
}

// The same for a block: a sum for each warp, and then a tile of as many threads as there are warps.
__device__ static float sum_of(const cg::thread_block &block, float mine) {
    __shared__ float sums[THREADS / WARP];
    const auto warp = cg::tiled_partition<WARP>(block);
    const float sum = sum_of(warp, mine);
    if (warp.thread_rank() == 0)
        sums[warp.meta_group_rank()] = sum;
    block.sync();
    const auto few = cg::tiled_partition<THREADS / WARP>(block);
    return few.meta_group_rank() == 0 ? sum_of(few, sums[few.thread_rank()]) : 0;
}

// One thread: the elements i, i + stride, ...; one block: one sum of them.
__device__ static void sum_of_block(const float *a, const float *b, float *partial, size_t n) {
    const cg::thread_block block = cg::this_thread_block();
    const size_t stride = (size_t)gridDim.x * THREADS;
    float sum = 0;
    for (size_t i = block.thread_rank() + (size_t)blockIdx.x * THREADS; i < n; i += stride)
        sum += a[i] * b[i];
    sum = sum_of(block, sum);
    if (block.thread_rank() == 0)
        partial[blockIdx.x] = sum;
}

__device__ static void sum_of_sums(const float *partial, size_t blocks, float *result) {
    const cg::thread_block block = cg::this_thread_block();
    float sum = 0;
    for (size_t i = block.thread_rank(); i < blocks; i += THREADS)
        sum += partial[i];
    block.sync(); // sum_of has used its shared memory before
    sum = sum_of(block, sum);
    if (block.thread_rank() == 0)
        *result = sum;
}

// One launch: after the barrier of the grid all blocks see what each wrote before it.
__global__ void dot(const float *a, const float *b, float *partial, float *result, size_t n) {
    sum_of_block(a, b, partial, n);
    cg::this_grid().sync();
    if (blockIdx.x == 0)
        sum_of_sums(partial, gridDim.x, result);
}

// Two launches: the end of the first is the barrier.
__global__ void first(const float *a, const float *b, float *partial, size_t n) {
    sum_of_block(a, b, partial, n);
}
__global__ void second(const float *partial, size_t blocks, float *result) {
    sum_of_sums(partial, blocks, result);
}

struct job {
    float *a, *b, *partial, *result; // the device's
    size_t n, blocks, partial_bytes;
};

static void launch(struct job *j, bool one) {
    void *arguments[] = {&j->a, &j->b, &j->partial, &j->result, &j->n};
    if (one) {
        HANDLE_ERROR(cudaLaunchCooperativeKernel(dot, (unsigned)j->blocks, THREADS, arguments));
    } else {
        first<<<(unsigned)j->blocks, THREADS>>>(j->a, j->b, j->partial, j->n);
        second<<<1, THREADS>>>(j->partial, j->blocks, j->result);
        HANDLE_ERROR(cudaGetLastError());
    }
}

int main(int argc, char **argv) {
    struct options options = options_default(DEFAULT_SIZE);
    const struct option_row rows[] = {
        {"size", OPTION_COUNT, &options.size, 1, 1e15, "elements in each vector"},
    };
    options_parse(&options, argc, argv, ABOUT, rows);
    struct job j = {};
    j.n = options.size;
    const size_t bytes = j.n * sizeof(float), needed = (j.n + THREADS - 1) / THREADS;
    float *const a = (float *)host_alloc(&options, 2 * j.n, sizeof *a), *const b = a + j.n;
    struct report report = report_begin(&options);
    dot_fill(a, b, j.n);

    // As many blocks as fit at once, if there is work for them.
    int multiprocessors, fit;
    HANDLE_ERROR(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0));
    HANDLE_ERROR(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&fit, dot, THREADS, 0));
    j.blocks = needed < (size_t)(fit * multiprocessors) ? needed : (size_t)(fit * multiprocessors);
    j.partial_bytes = (j.blocks + 1) * sizeof *j.partial; // and the result
    struct stopwatch span = stopwatch_start();
    HANDLE_ERROR(cudaMalloc(&j.a, bytes));
    HANDLE_ERROR(cudaMalloc(&j.b, bytes));
    HANDLE_ERROR(cudaMalloc(&j.partial, j.partial_bytes));
    stopwatch_lap(&span, "allocate");
    j.result = j.partial + j.blocks;
    stopwatch_poison(&span, j.partial, j.partial_bytes);
    HANDLE_ERROR(cudaMemcpy(j.a, a, bytes, cudaMemcpyHostToDevice));
    HANDLE_ERROR(cudaMemcpy(j.b, b, bytes, cudaMemcpyHostToDevice));
    stopwatch_lap(&span, "copy in");
    launch(&j, true);
    stopwatch_lap(&span, "kernel");
    float result;
    HANDLE_ERROR(cudaMemcpy(&result, j.result, sizeof result, cudaMemcpyDeviceToHost));
    stopwatch_lap(&span, "copy out");
    stopwatch_stop(&span);
    const size_t roundings = dot_roundings(j.n, j.blocks * THREADS) + j.blocks / THREADS + 1;
    struct dot_check check = dot_verify(a, b, j.n, result, roundings);
    report_span(&report, &span, check.right);
    for (int one = 1; one >= 0; one--) {
        struct timing t = timing_start(options.runs, j.partial, (j.blocks + 1) * sizeof *j.partial);
        while (timing_next(&t))
            launch(&j, one);
        HANDLE_ERROR(cudaMemcpy(&result, j.result, sizeof result, cudaMemcpyDeviceToHost));
        check = dot_verify(a, b, j.n, result, roundings);
        report_kernel(&report, one ? "one launch" : "two launches", &t,
                      2.0 * (double)bytes / (t.median_ms * 1e6), "GB/s", check.right);
    }
    dot_ask(&options, "GPU", result, j.n);
    HANDLE_ERROR(cudaFree(j.a));
    HANDLE_ERROR(cudaFree(j.b));
    HANDLE_ERROR(cudaFree(j.partial));
    free(a);
    return report_end(&report, "relative error %.1e, %.1e allowed", check.error, check.tolerance);
}
