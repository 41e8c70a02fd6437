// SPDX-License-Identifier: MIT
// Cooperative groups that are written as warp functions, and what keeps kernels with them whole.
// tests/fission.t compares what split kernels leave with what whole ones do.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

#include "kernels.h"

namespace cg = cooperative_groups;

__global__ void tile_sum_k(int *out, const float *in, int n) {
    cg::thread_block block = cg::this_thread_block();
    cg::thread_block_tile<32> tile = cg::tiled_partition<32>(block);
    __shared__ float of_tile[8];
    float sum = 0;
    for (int i = block.thread_rank() + block.group_index().x * block.size(); i < n; i += blockDim.x * gridDim.x)
        sum += in[i];
    for (int by = tile.size() / 2; by > 0; by /= 2) sum += tile.shfl_down(sum, by);
    if (tile.thread_rank() == 0) of_tile[tile.meta_group_rank()] = sum;
    block.sync();
    if (block.thread_rank() == 0) {
        for (unsigned k = 1; k < tile.meta_group_size(); k++) sum += of_tile[k];
        out[block.group_index().x] = __float_as_int(sum);
    }
}

// Every member, tiles of all sizes, lanes out of reach, part of a tile that is not there.
template <int SIZE> __global__ void members_k(int *out, int by) {
    auto block = cg::this_thread_block();
    const auto tile = cg::tiled_partition<SIZE>(block);
    const int t = block.thread_rank();
    int v = t * t % 101 + by;
    v += tile.shfl(v, by) * 3;
    v += tile.shfl_up(v, by) * 5;
    v += tile.shfl_down(v, by) * 7;
    tile.sync();
    v += tile.shfl_xor(v, by) * 11;
    const double d = tile.shfl_down(v / 8.0, 1);
    const long long wide = tile.shfl((long long)v << 33, 1);
    const short narrow = tile.shfl_xor((short)v, 1);
    unsigned votes = tile.ballot(v & 1);
    votes += tile.any(v % 7 == 0) * 1000 + tile.all(v % 3) * 10000;
    v += cg::reduce(tile, v, cg::plus<int>()) + cg::reduce(tile, v, cg::less<int>());
    v ^= cg::reduce(tile, v % 1000 - 500, cg::greater<int>{});
    v += cg::reduce(tile, (unsigned)v, cg::bit_xor<unsigned>());
    float f = cg::reduce(tile, 1.0f / (t + 1), cg::plus<float>());
    v += tile.thread_rank() * 3 + tile.meta_group_rank() * 5 + tile.meta_group_size() + tile.num_threads();
    out[t] += v + (int)(d * 4) + (int)(wide >> 33) + narrow + votes + __float_as_int(f);
}

// Names brought in.
__global__ void brought_in_k(int *out) {
    using namespace cooperative_groups;
    thread_block block = this_thread_block();
    thread_block_tile<4> four = tiled_partition<4>(block);
    auto grid = this_grid();
    int v = grid.thread_rank() * 3 + grid.size();
    v += four.shfl_xor(v, 3) + four.meta_group_rank() + four.meta_group_size();
    cg::sync(four);
    out[block.thread_rank()] += v;
}

// A tile of a tile; of the grid.
__global__ void nested_k(int *out) {
    using namespace cooperative_groups;
    thread_block block = this_thread_block();
    auto warp = tiled_partition<32>(block);
    auto eight = tiled_partition<8>(warp);
    thread_block_tile<4> four = tiled_partition<4>(eight);
    auto grid = this_grid();
    int v = grid.thread_rank() * 3 + grid.size();
    v += eight.shfl(v, 1) + four.shfl_xor(v, 3);
    v = v * 5 + eight.meta_group_rank() * 100 + eight.meta_group_size() * 1000;
    v += four.meta_group_rank() + four.meta_group_size();
    cg::sync(eight);
    out[block.thread_rank()] += v;
}

template <unsigned SIZE> __device__ int sum_by_shuffles(cg::thread_block_tile<SIZE> g, int value) {
    for (int by = g.size() / 2; by > 0; by /= 2) value += g.shfl_down(value, by);
    return value;
}

// Of any group.
template <typename Group> __device__ int sum_in(const Group &g, int *room, int value) {
    const int lane = g.thread_rank();
    for (int by = g.size() / 2; by > 0; by /= 2) {
        room[lane] = value;
        g.sync();
        if (lane < by) value += room[lane + by];
        g.sync();
    }
    return value;
}

__device__ float most_of(const cg::thread_block_tile<16> &tile, float v) {
    return cg::reduce(tile, v, cg::greater<float>());
}

__global__ void given_k(int *out) {
    __shared__ int room[64];
    auto block = cg::this_thread_block();
    const auto tile = cg::tiled_partition<16>(block);
    const int t = threadIdx.x;
    const cg::thread_block_tile<8> eight = cg::tiled_partition<8>(block);
    int v = sum_by_shuffles(eight, t * 3) + 1;
    v += sum_by_shuffles<4>(cg::tiled_partition<4>(block), t);
    int all = sum_in(block, room, t);
    int part = sum_in(tile, room + t / 16 * 16, t * t);
    float most = most_of(tile, t % 5);
    out[t] = v + all * 3 + part * 5 + (int)most;
}

// Tiles that stay away, and some that go another way.
__global__ void some_k(int *out, int n) {
    auto tile = cg::tiled_partition<8>(cg::this_thread_block());
    int v = threadIdx.x;
    if (tile.meta_group_rank() < n) v += tile.shfl_xor(v, 1);
    if (threadIdx.x / 8 % 2 == 0) {
        v += tile.shfl(v, 3);
        tile.sync();
    }
    for (int turn = 0; turn < tile.meta_group_rank(); turn++) v += tile.shfl_down(v, turn);
    out[threadIdx.x] = v;
}

// ---- whole --------------------------------------------------------------------------------------

// Some tiles go another way, and a condition asks them; scans.
__global__ void ways_k(int *out, int n) {
    auto tile = cg::tiled_partition<8>(cg::this_thread_block());
    const int t = threadIdx.x;
    int v = t * n;
    if (t / 8 % 2 == 0)
        v += tile.shfl(v, 3);
    else
        v += cg::reduce(tile, v, cg::plus<int>());
    if (tile.any(v > 200)) v = -v;
    const float f = cg::inclusive_scan(tile, 1.0f / (t + 3), cg::plus<float>());
    v += cg::inclusive_scan(tile, t) + cg::exclusive_scan(tile, t * 2 + 1, cg::plus<int>());
    out[t] = v + __float_as_int(f);
}

__global__ void lambda_k(int *out) {
    auto tile = cg::tiled_partition<8>(cg::this_thread_block());
    const int t = threadIdx.x;
    out[t] = cg::reduce(tile, t, [](int a, int b) { return a * 3 + b; });
}

__global__ void coalesced_k(int *out) {
    const int t = threadIdx.x;
    if (t % 3 == 0) {
        auto group = cg::coalesced_threads();
        out[t] = group.thread_rank() + group.shfl(t, 1) * 100;
    }
}

__global__ void by_size_k(int *out) {
    auto block = cg::this_thread_block();
    cg::thread_group tile = cg::tiled_partition(block, 8);
    out[threadIdx.x] = tile.thread_rank() + tile.size() * 100;
    tile.sync();
}

int main() {
    begin();
    float *in = managed<float>(1000);
    for (int i = 0; i < 1000; i++) in[i] = 1.0f / (3 + i);
    tile_sum_k<<<3, 128>>>(d, in, 1000), show("tile_sum");
    tile_sum_k<<<2, 72>>>(d, in, 999), show("tile_sum, 72");
    for (int by = 0; by < 40; by += 1 + by / 3) {
        members_k<32><<<1, 64>>>(d, by);
        members_k<16><<<1, dim3(8, 7)>>>(d, by), show("members, 32 and 16");
        members_k<8><<<1, 61>>>(d, by);
        members_k<2><<<1, 64>>>(d, by);
        members_k<1><<<1, 33>>>(d, by), show("members, 8, 2, 1");
    }
    nested_k<<<2, 64>>>(d), show("nested");
    nested_k<<<1, dim3(4, 4, 3)>>>(d), show("nested, 4 by 4 by 3");
    brought_in_k<<<2, 64>>>(d), show("brought in");
    given_k<<<1, 64>>>(d), show("given");
    for (int n : {0, 3, 64}) ways_k<<<1, 64>>>(d, n), show("ways");
    for (int n = 0; n <= 8; n += 2) some_k<<<1, 64>>>(d, n), show("some");
    lambda_k<<<1, 64>>>(d), show("lambda");
    coalesced_k<<<1, 64>>>(d), show("coalesced");
    by_size_k<<<1, 64>>>(d), show("by_size");
}
