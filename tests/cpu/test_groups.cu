// SPDX-License-Identifier: MIT
// Cooperative groups: the block, tiles, coalesced threads, reductions and scans, and a grid whose
// blocks wait for each other.
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

#include "tap.h"

namespace cg = cooperative_groups;

__global__ void of_block(int *to) {
    __shared__ int reversed[128];
    cg::thread_block block = cg::this_thread_block();
    reversed[block.size() - 1 - block.thread_rank()] = (int)block.thread_rank();
    block.sync();
    const dim3 at = block.thread_index(), size = block.dim_threads(), index = block.group_index();
    const unsigned rank = at.x + size.x * (at.y + size.y * at.z);
    to[index.x * block.num_threads() + rank] = reversed[rank];
    cg::sync(block);
}

// Sums up over any group, the way of the programming guide.
__device__ int sum_up(const cg::thread_group &group, int *scratch, int value) {
    const int lane = (int)group.thread_rank();
    for (int i = (int)group.size() / 2; i > 0; i /= 2) {
        scratch[lane] = value;
        group.sync();
        if (lane < i) value += scratch[lane + i];
        group.sync();
    }
    return value;
}

__global__ void of_any(int *to) {
    __shared__ int scratch[128];
    cg::thread_block block = cg::this_thread_block();
    const int all = sum_up(block, scratch, (int)block.thread_rank());
    cg::thread_group tile = cg::tiled_partition(block, 16);
    const int part = sum_up(tile, scratch + block.thread_rank() / 16 * 16, 1);
    if (block.thread_rank() == 0) to[0] = all;
    if (tile.thread_rank() == 0) atomicAdd(&to[1], part);
}

struct triple {
    double a, b, c;
};

template <int N> __global__ void of_tiles(int *to) {
    const cg::thread_block block = cg::this_thread_block();
    const auto tile = cg::tiled_partition<N>(block);
    const int rank = (int)tile.thread_rank(), me = (int)block.thread_rank();
    bool right = (int)tile.size() == N && (int)tile.num_threads() == N && rank == me % N &&
                 (int)tile.meta_group_rank() == me / N && (int)tile.meta_group_size() == 64 / N;
    const int first = me / N * N;
    right = right && tile.shfl(me, N - 1) == first + N - 1;
    right = right && tile.shfl_up(me, 1) == (rank > 0 ? me - 1 : me);
    right = right && tile.shfl_down(me, 1) == (rank < N - 1 ? me + 1 : me);
    right = right && tile.shfl_xor(me, N / 2) == (me ^ (N / 2));
    const triple mine = {me + 0.5, me * 2.0, -1.0 * me};
    const triple other = tile.shfl(mine, 0);
    right = right && other.a == first + 0.5 && other.b == 2.0 * first && other.c == -first;
    right =
        right && tile.any(rank == 0) && tile.all(rank < N) && (N == 1 || !tile.all(rank == 0)) && !tile.any(rank == N);
    right = right && tile.ballot(rank % 2 == 0) == (0x55555555u & (0xffffffffu >> (32 - N)));
    right = right && tile.match_any(rank / 2) == (3u & (0xffffffffu >> (32 - N))) << rank / 2 * 2;
    int agree;
    right = right && tile.match_all(7, agree) == 0xffffffffu >> (32 - N) && agree;
    right = right && cg::reduce(tile, rank, cg::plus<int>()) == N * (N - 1) / 2;
    right = right && cg::reduce(tile, rank, cg::greater<int>()) == N - 1;
    right = right && cg::reduce(tile, (float)rank + 1, cg::less<float>()) == 1;
    right = right && cg::reduce(tile, 1u << rank, cg::bit_or<unsigned>()) == 0xffffffffu >> (32 - N);
    right = right && cg::reduce(tile, (double)rank, cg::plus<double>()) == N * (N - 1) / 2;
    right = right && cg::inclusive_scan(tile, rank, cg::plus<int>()) == rank * (rank + 1) / 2;
    right = right && cg::exclusive_scan(tile, rank, cg::plus<int>()) == rank * (rank - 1) / 2;
    if constexpr (N > 1) {
        const auto half = cg::tiled_partition<N / 2>(tile);
        right = right && (int)half.thread_rank() == rank % (N / 2) && (int)half.meta_group_rank() == rank / (N / 2) &&
                (int)half.meta_group_size() == 2;
    }
    tile.sync();
    to[me] = right;
}

__global__ void of_branch(int *to, int *counter) {
    const int me = (int)threadIdx.x;
    int right = -1;
    if (me % 3 == 0) {
        const cg::coalesced_group group = cg::coalesced_threads();
        const int n = (int)group.size(), rank = (int)group.thread_rank();
        right = rank == me % 32 / 3 || me >= 32;
        right = right && group.shfl(me, 0) == (me < 32 ? 0 : 33);
        right = right && group.shfl_up(me, 1) == (rank > 0 ? me - 3 : me);
        right = right && group.shfl_down(me, 1) == (rank < n - 1 ? me + 3 : me);
        right = right && group.ballot(rank < 2) == 3 && group.any(rank == n - 1) && group.all(1);
        right = right && cg::reduce(group, 1, cg::plus<int>()) == n;
        // one atomic for all of them
        int start = 0;
        if (rank == 0) start = atomicAdd(counter, n);
        start = group.shfl(start, 0) + rank;
        right = right && start >= 0 && start < 22;
        group.sync();
    }
    to[me] = right;
}

__global__ void of_labels(int *to) {
    const auto tile = cg::tiled_partition<32>(cg::this_thread_block());
    const int rank = (int)tile.thread_rank();
    const cg::coalesced_group same = cg::labeled_partition(tile, rank % 5);
    const cg::coalesced_group side = cg::binary_partition(tile, rank < 12);
    to[threadIdx.x] = (int)same.size() == (rank % 5 < 2 ? 7 : 6) && (int)same.thread_rank() == rank / 5 &&
                      (int)side.size() == (rank < 12 ? 12 : 20) &&
                      (int)side.thread_rank() == (rank < 12 ? rank : rank - 12);
}

__global__ void of_copies(const int *from, int *to) {
    __shared__ int part[100];
    const cg::thread_block block = cg::this_thread_block();
    cg::memcpy_async(block, part, from, sizeof part);
    cg::wait(block);
    for (unsigned i = block.thread_rank(); i < 100; i += block.size()) to[i] = part[99 - i];
}

// Blocks hand values around: each step needs what another block wrote in the step before.
__global__ void of_grid(int *x, int *y, int steps) {
    const cg::grid_group grid = cg::this_grid();
    const int n = (int)grid.size(), me = (int)grid.thread_rank();
    for (int i = 0; i < steps; i++) {
        y[me] = x[(me + (int)blockDim.x) % n] + 1;
        grid.sync();
        x[me] = y[me];
        grid.sync();
    }
}

int main(void) {
    int *const out = managed(1024), *const other = managed(1024), blocks, cores;
    const auto all_right = [&](int n) {
        finish();
        return each(n, [&](int i) { return out[i] == 1; });
    };
    of_block<<<3, dim3(8, 4, 4)>>>(out);
    finish();
    ok(each(3 * 128, [&](int i) { return out[i] == 127 - i % 128; }), "the block");
    out[0] = out[1] = 0;
    of_any<<<1, 128>>>(out);
    finish();
    ok(out[0] == 127 * 64 && out[1] == 128, "any group, as a parameter");
    of_tiles<1><<<1, 64>>>(out);
    ok(all_right(64), "tiles of 1");
    of_tiles<2><<<1, 64>>>(out);
    ok(all_right(64), "tiles of 2");
    of_tiles<8><<<1, 64>>>(out);
    ok(all_right(64), "tiles of 8");
    of_tiles<32><<<1, dim3(16, 4)>>>(out);
    ok(all_right(64), "tiles of 32");
    of_branch<<<1, 64>>>(out, other);
    finish();
    ok(*other == 22 && each(64, [&](int i) { return out[i] == (i % 3 == 0 ? 1 : -1); }), "the threads of a branch");
    of_labels<<<1, 64>>>(out);
    ok(all_right(64), "partitions by label and by predicate");

    for (int i = 0; i < 100; i++) other[i] = i;
    of_copies<<<1, 64>>>(other, out);
    finish();
    ok(each(100, [&](int i) { return out[i] == 99 - i; }), "memcpy_async and wait");

    must(cudaDeviceGetAttribute(&cores, cudaDevAttrMultiProcessorCount, 0));
    must(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, of_grid, 64, 0));
    blocks *= cores;
    int at_once = blocks < 16 ? blocks : 16, steps = 50;
    int *x = out, *y = other;
    void *arguments[] = {&x, &y, &steps};
    memset(out, 0, 1024 * sizeof *out);
    answers(cudaSuccess, cudaLaunchCooperativeKernel((void *)of_grid, at_once, 64, arguments, 0, 0));
    finish();
    ok(each(64 * at_once, [&](int i) { return out[i] == steps; }), "grid.sync()");
    answers(cudaErrorCooperativeLaunchTooLarge,
            cudaLaunchCooperativeKernel((void *)of_grid, blocks + 1, 64, arguments, 0, 0));
    answers(cudaErrorCooperativeLaunchTooLarge, cudaGetLastError());
    free_all(out, other);
    return done_testing();
}
