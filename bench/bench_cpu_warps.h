// SPDX-License-Identifier: MIT
// Rows of bench_cpu.cu in which a warp works together: by shuffles in functions, in a loop of its
// own, and by votes. Beside each stands one loop. The result is left in c.
#ifndef BENCH_CPU_WARPS_H
#define BENCH_CPU_WARPS_H

const int SOFT_ROWS = 512, SOFT_COLUMNS = 1024;

// ---- softmax: a warp a row ----------------------------------------------------------------------

__device__ float warp_most(float value) {
    for (int lanes = warpSize / 2; lanes > 0; lanes /= 2)
        value = fmaxf(value, __shfl_xor_sync(0xffffffff, value, lanes));
    return value;
}

template <typename T> __device__ T warp_total(T value) {
    for (int lanes = warpSize / 2; lanes > 0; lanes /= 2)
        value += __shfl_xor_sync(0xffffffff, value, lanes);
    return value;
}

__global__ void softmax(const float *in, float *out, int rows, int columns) {
    const int lane = threadIdx.x % warpSize;
    const int warp = (threadIdx.x + blockIdx.x * blockDim.x) / warpSize;
    for (int row = warp; row < rows; row += gridDim.x * blockDim.x / warpSize) {
        float most = -INFINITY, sum = 0;
        for (int k = lane; k < columns; k += warpSize)
            most = fmaxf(most, in[row * columns + k]);
        most = warp_most(most);
        for (int k = lane; k < columns; k += warpSize)
            sum += expf(in[row * columns + k] - most);
        sum = warp_total(sum);
        for (int k = lane; k < columns; k += warpSize)
            out[row * columns + k] = expf(in[row * columns + k] - most) / sum;
    }
}

static void softmax_cuda(struct bench *d) {
    softmax<<<DOT_BLOCKS, DOT_THREADS>>>(d->a, d->c, SOFT_ROWS, SOFT_COLUMNS);
}

static void softmax_openmp(struct bench *d) {
#pragma omp parallel for
    for (int row = 0; row < SOFT_ROWS; row++) {
        const float *in = d->a + row * SOFT_COLUMNS;
        float *out = d->c + row * SOFT_COLUMNS;
        float most = -INFINITY, sum = 0;
        for (int k = 0; k < SOFT_COLUMNS; k++)
            most = fmaxf(most, in[k]);
        for (int k = 0; k < SOFT_COLUMNS; k++)
            sum += expf(in[k] - most);
        for (int k = 0; k < SOFT_COLUMNS; k++)
            out[k] = expf(in[k] - most) / sum;
    }
}

// ---- a sum by tiles of cooperative groups -------------------------------------------------------

namespace cg = cooperative_groups;

__global__ void sum_tiles(const float *a, float *partial, int n) {
    __shared__ float of_warp[DOT_THREADS / 32];
    cg::thread_block block = cg::this_thread_block();
    cg::thread_block_tile<32> tile = cg::tiled_partition<32>(block);
    float sum = 0;
    for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += blockDim.x * gridDim.x)
        sum += a[i];
    for (int offset = tile.size() / 2; offset > 0; offset /= 2)
        sum += tile.shfl_down(sum, offset);
    if (tile.thread_rank() == 0)
        of_warp[tile.meta_group_rank()] = sum;
    block.sync();
    if (block.thread_rank() == 0) {
        for (unsigned warp = 1; warp < tile.meta_group_size(); warp++)
            sum += of_warp[warp];
        partial[blockIdx.x] = sum;
    }
}

static void tiles_cuda(struct bench *d) {
    sum_tiles<<<DOT_BLOCKS, DOT_THREADS>>>(d->a, d->c, SUM);
}

__global__ void reduce_tiles(const float *a, float *partial, int n) {
    auto tile = cg::tiled_partition<16>(cg::this_thread_block());
    float sum = 0;
    for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += blockDim.x * gridDim.x)
        sum += a[i];
    sum = cg::reduce(tile, sum, cg::plus<float>());
    if (tile.thread_rank() == 0)
        atomicAdd(&partial[blockIdx.x], sum);
}

static void reduce_cuda(struct bench *d) {
    HANDLE_ERROR(cudaMemsetAsync(d->c, 0, DOT_BLOCKS * sizeof *d->c));
    reduce_tiles<<<DOT_BLOCKS, DOT_THREADS>>>(d->a, d->c, SUM);
}

// ---- compaction by votes: of each block's part, what is above a half comes first ---------------

__global__ void compact(const float *in, float *out) {
    __shared__ int of_warp[DOT_THREADS / 32];
    const int i = threadIdx.x + blockIdx.x * blockDim.x;
    const int lane = threadIdx.x % warpSize, warp = threadIdx.x / warpSize;
    const float value = in[i];
    const unsigned kept = __ballot_sync(0xffffffff, value > 0.5f);
    if (lane == 0)
        of_warp[warp] = __popc(kept);
    out[i] = 0;
    __syncthreads();
    int at = blockIdx.x * blockDim.x + __popc(kept & ((1u << lane) - 1));
    for (int w = 0; w < warp; w++)
        at += of_warp[w];
    if (value > 0.5f)
        out[at] = value;
}

static void compact_cuda(struct bench *d) {
    compact<<<CELLS / DOT_THREADS, DOT_THREADS>>>(d->a, d->c);
}

static void compact_openmp(struct bench *d) {
#pragma omp parallel for
    for (int first = 0; first < CELLS; first += DOT_THREADS) {
        int at = first;
        for (int i = first; i < first + DOT_THREADS; i++)
            if (d->a[i] > 0.5f)
                d->c[at++] = d->a[i];
        while (at < first + DOT_THREADS)
            d->c[at++] = 0;
    }
}

#endif
