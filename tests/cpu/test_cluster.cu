// SPDX-License-Identifier: MIT
// Launches with attributes, and clusters: blocks that run together, wait for each other and use
// each other's shared memory.
#include <cooperative_groups.h>

#include "tap.h"

namespace cg = cooperative_groups;

__global__ void scale(const int *from, int *to, int n, float by) {
    const int i = (int)(threadIdx.x + blockIdx.x * blockDim.x);
    if (i < n) to[i] = (int)((float)from[i] * by);
}

// A histogram whose bins are spread over the blocks of a cluster.
enum { BINS = 64, BLOCK = 96 };
__global__ void histogram(const int *numbers, int n, unsigned *bins) {
    extern __shared__ unsigned mine[];
    cg::cluster_group cluster = cg::this_cluster();
    const unsigned blocks = cluster.num_blocks(), part = BINS / blocks;
    for (unsigned i = threadIdx.x; i < part; i += blockDim.x) mine[i] = 0;
    cluster.sync();
    for (int i = (int)(threadIdx.x + blockIdx.x * blockDim.x); i < n; i += blockDim.x * gridDim.x) {
        const unsigned bin = (unsigned)numbers[i] % BINS;
        unsigned *theirs = cluster.map_shared_rank(mine, (int)(bin / part));
        atomicAdd(theirs + bin % part, 1u);
    }
    cluster.sync();
    for (unsigned i = threadIdx.x; i < part; i += blockDim.x)
        atomicAdd(&bins[cluster.block_rank() * part + i], mine[i]);
}

// Each block hands a number on to the next of its cluster, twice.
__global__ void pass_on(int *out) {
    __shared__ int box[2];
    cg::cluster_group cluster = cg::this_cluster();
    const unsigned rank = cluster.block_rank(), next = (rank + 1) % cluster.num_blocks();
    cluster.sync(); // all of them have begun
    if (threadIdx.x == 0) cluster.map_shared_rank(box, (int)next)[0] = (int)(100 * (blockIdx.x + 1));
    cluster.sync();
    if (threadIdx.x == 0) *cluster.map_shared_rank(&box[1], (int)next) = box[0] + 1;
    cluster.barrier_arrive();
    cluster.barrier_wait();
    if (threadIdx.x == 0) out[blockIdx.x] = box[1];
}

struct place {
    unsigned rank, blocks, x, y, thread, threads, shape_x, shape_y;
};

__global__ void __cluster_dims__(2, 2) places(place *out) {
    cg::cluster_group cluster = cg::this_cluster();
    const place here = {cluster.block_rank(),  cluster.num_blocks(),  cluster.block_index().x, cluster.block_index().y,
                        cluster.thread_rank(), cluster.num_threads(), cluster.dim_blocks().x,  cluster.dim_blocks().y};
    if (threadIdx.x == 1) out[blockIdx.y * gridDim.x + blockIdx.x] = here;
}

__global__ void alone(unsigned *out) {
    cg::cluster_group cluster = cg::this_cluster();
    cluster.sync();
    out[0] = cluster.num_blocks();
    out[1] = cluster.block_rank();
}

// A block that ends early delays no other.
__global__ void early(int *out) {
    cg::cluster_group cluster = cg::this_cluster();
    if (cluster.block_rank() != 3) cluster.sync();
    out[blockIdx.x] = (int)cluster.block_rank();
}

static cudaLaunchAttribute attribute;
static cudaLaunchConfig_t configuration(unsigned grid, unsigned block, unsigned cluster) {
    cudaLaunchConfig_t config = {};
    config.gridDim = dim3(grid);
    config.blockDim = dim3(block);
    attribute.id = cudaLaunchAttributeClusterDimension;
    attribute.val.clusterDim.x = cluster;
    attribute.val.clusterDim.y = attribute.val.clusterDim.z = 1;
    config.attrs = &attribute;
    config.numAttrs = cluster > 0;
    return config;
}

#define RUNS(...)                                                                                                      \
    answers(cudaSuccess, cudaLaunchKernelEx(&config, __VA_ARGS__));                                                    \
    must(cudaDeviceSynchronize())

int main(void) {
    const int N = 5000;
    int *numbers = managed(N), *out = managed(N);
    unsigned *bins = managed<unsigned>(BINS);
    unsigned expected[BINS] = {}, state = 1;
    for (int i = 0; i < N; i++) {
        state = state * 1664525 + 1013904223;
        numbers[i] = (int)(state >> 20);
        expected[numbers[i] % BINS]++;
    }

    cudaLaunchConfig_t config = configuration((N + 255) / 256, 256, 0);
    RUNS(scale, (const int *)numbers, out, N, 2);
    bool right = true;
    for (int i = 0; i < N; i++) right = right && out[i] == 2 * numbers[i];
    ok(right, "cudaLaunchKernelEx without attributes; arguments become the parameters' types");

    for (unsigned size = 1; size <= 8; size *= 2) {
        memset(bins, 0, BINS * sizeof *bins);
        config = configuration(16, BLOCK, size);
        config.dynamicSmemBytes = BINS / size * sizeof(unsigned);
        RUNS(histogram, (const int *)numbers, N, bins);
        ok(each(BINS, [&](int i) { return bins[i] == expected[i]; }),
           "a histogram over the dynamic shared memory of clusters of %u", size);
    }

    config = configuration(12, 64, 4);
    RUNS(pass_on, out);
    ok(each(12, [&](int b) { return out[b] == 100 * (b / 4 * 4 + (b + 2) % 4 + 1) + 1; }),
       "numbers handed round in clusters of four, through shared variables");

    place *at = managed<place>(24);
    places<<<dim3(6, 4), 32>>>(at);
    finish();
    right = true;
    for (unsigned y = 0; y < 4; y++)
        for (unsigned x = 0; x < 6; x++) {
            const place p = at[y * 6 + x];
            const unsigned rank = x % 2 + y % 2 * 2;
            right = right && p.rank == rank && p.blocks == 4 && p.x == x % 2 && p.y == y % 2 &&
                    p.thread == rank * 32 + 1 && p.threads == 128 && p.shape_x == 2 && p.shape_y == 2;
        }
    ok(right, "__cluster_dims__(2, 2): ranks and indices");
    must(cudaFree(at));

    alone<<<3, 32>>>(bins);
    must(cudaDeviceSynchronize());
    ok(bins[0] == 1 && bins[1] == 0, "without clusters a block is one of its own");

    memset(out, 0xff, 8 * sizeof *out);
    config = configuration(8, 32, 4);
    RUNS(early, out);
    ok(each(8, [&](int b) { return out[b] == b % 4; }), "a block that ends early");

    config = configuration(16, 32, 0);
    void *arguments[] = {&bins};
    answers(cudaSuccess, cudaLaunchKernelExC(&config, (const void *)alone, arguments));
    must(cudaDeviceSynchronize());
    config = configuration(10, 32, 4);
    answers(cudaErrorInvalidClusterSize, cudaLaunchKernelEx(&config, early, out));
    config = configuration(64, 32, 32);
    answers(cudaErrorInvalidClusterSize, cudaLaunchKernelEx(&config, early, out));
    cudaGetLastError();
    int clusters = 0;
    config = configuration(16, 32, 2);
    answers(cudaSuccess, cudaOccupancyMaxActiveClusters(&clusters, early, &config));
    ok(clusters > 0, "some clusters fit");
    free_all(numbers, out, bins);
    return done_testing();
}
