// SPDX-License-Identifier: MIT
// Lanes of one mask call the same warp function at different lines: since Volta they meet.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include "numbers.h"

namespace cg = cooperative_groups;
#define ALL 0xffffffffu
// Each lane brings its place and 100 in the lower half of its warp, 200 in the upper one, and gets what the other half brings.
#define LOW __shfl_xor_sync(ALL, t + 100, 16)
#define HIGH __shfl_xor_sync(ALL, t + 200, 16)
#define KERNEL(name) __global__ void name(int *o, const int *in)

KERNEL(branches) {
    int t = threadIdx.x, v = t, r;
    if (t % 32 < 16) {
        v += 100;
        r = __shfl_xor_sync(ALL, v, 16);
    } else {
        v += 200;
        r = __shfl_xor_sync(ALL, v, 16);
    }
    o[t] = r;
}

KERNEL(two_ifs) {
    int t = threadIdx.x, r = 0;
    if (t % 32 < 16) r = LOW;
    if (t % 32 >= 16) r = HIGH;
    o[t] = r;
}

KERNEL(operators) {
    int t = threadIdx.x;
    o[t] = t % 32 < 16 ? LOW : HIGH;
}

KERNEL(switched) {
    int t = threadIdx.x, r = 0;
    switch (t % 32 / 8) {
    case 0:
    case 1: r = LOW; break;
    default: r = HIGH;
    }
    o[t] = r;
}

KERNEL(nested) {
    int t = threadIdx.x, r = 0;
    if (t < 48) { // of the second warp one half
        if (t % 32 < 8)
            r = LOW;
        else if (t % 32 < 16)
            r = LOW;
        else
            r = HIGH;
    } else {
        r = HIGH;
    }
    o[t] = r;
}

__device__ int swapped(int v) { return __shfl_xor_sync(ALL, v, 16); }
KERNEL(functions) {
    int t = threadIdx.x, r;
    if (t % 32 < 16) r = swapped(t + 100);
    else r = swapped(t + 200);
    o[t] = r;
}

__device__ int swapped_in_branches(int t) {
    if (t % 32 < 16) return LOW;
    return HIGH;
}
KERNEL(returned) { o[threadIdx.x] = swapped_in_branches(threadIdx.x); }

KERNEL(one_in_branch_one_after) { // the others meet it at the next one
    int t = threadIdx.x, r = 0;
    if (t % 32 < 16) {
        r = LOW;
        o[t] = r;
        return;
    }
    o[t] = HIGH;
}

KERNEL(turns) {
    int t = threadIdx.x, r = 0;
    for (int i = 0; i < (t % 32 < 16 ? 1 : 2); i++)
        r = i == 0 ? t : r; // the loop has no warp function, and none agree on it
    for (int i = 0; i < 2; i++)
        if (t % 32 < 16)
            r = __shfl_xor_sync(ALL, i ? t + 100 : t, 16);
        else
            r = __shfl_xor_sync(ALL, i ? t + 200 : t, 16);
    o[t] = r;
}

KERNEL(left_early) { // those that leave the loop meet the others at the next line
    int t = threadIdx.x, r = 0, i = 0;
    while (i < (t % 32 < 16)) {
        r = LOW;
        i++;
    }
    if (t % 32 >= 16) r = HIGH;
    o[t] = r;
}

KERNEL(tiles) {
    int t = threadIdx.x, r;
    auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    if (warp.thread_rank() < 16) r = warp.shfl_xor(t + 100, 16);
    else r = warp.shfl_xor(t + 200, 16);
    o[t] = r;
}

KERNEL(rows) { // by rows of 16 threads, two of them in a warp
    int t = threadIdx.x + blockDim.x * threadIdx.y, r;
    if (threadIdx.y % 2 == 0) r = LOW;
    else r = HIGH;
    o[t] = r;
}

KERNEL(by_data) {
    int t = threadIdx.x, r;
    if (in[t] < 16) r = LOW;
    else r = HIGH;
    o[t] = r;
}

KERNEL(barriers) { // each lane reads what the other half has written
    __shared__ int s[64];
    int t = threadIdx.x, r;
    s[t] = -1;
    __syncwarp();
    if (t % 32 < 16) {
        s[t] = t + 100;
        __syncwarp();
        r = s[t ^ 16];
    } else {
        s[t] = t + 200;
        __syncwarp();
        r = s[t ^ 16];
    }
    o[t] = r;
}

KERNEL(halves) { // masks of their own, and one of all afterwards
    int t = threadIdx.x, r;
    if (t % 32 < 16) r = __shfl_xor_sync(0x0000ffff, t, 1);
    else r = __shfl_xor_sync(0xffff0000, t, 1);
    if (t % 32 < 16) r = __shfl_xor_sync(ALL, r ^ 1 ? (r ^ 1) + 100 : 100, 16);
    else r = __shfl_xor_sync(ALL, (r ^ 1) + 200, 16);
    o[t] = r;
}

// These agree in each warp: the kernel may be split.
KERNEL(by_warp) {
    int t = threadIdx.x, r, warp = t / 32;
    if (warp == 0) r = __shfl_xor_sync(ALL, t % 32 < 16 ? t + 100 : t + 200, 16);
    else r = __shfl_xor_sync(ALL, t % 32 < 16 ? t + 100 : t + 200, 16);
    o[t] = r;
}

// ... but not in blocks of 48 threads a row: row 1 begins in the middle of a warp.
KERNEL(by_part_of_row) {
    int t = threadIdx.x + blockDim.x * threadIdx.y, r;
    if (threadIdx.x < 32 && threadIdx.y == 0)
        r = __shfl_xor_sync(ALL, t % 32 < 16 ? t + 100 : t + 200, 16);
    else if (threadIdx.y == 0)
        r = LOW;
    else
        r = __shfl_xor_sync(ALL, t % 32 < 16 ? t + 100 : t + 200, 16);
    o[t] = r;
}

// These leave whether they are right.
KERNEL(votes) { // 16 + 16 of each kind
    int t = threadIdx.x;
    unsigned v, any, all;
    if (t % 2) v = __ballot_sync(ALL, t % 4 == 1);
    else v = __ballot_sync(ALL, t % 4 == 0);
    if (t % 2) any = __any_sync(ALL, 0);
    else any = __any_sync(ALL, t % 32 == 6);
    if (t % 2) all = __all_sync(ALL, 1);
    else all = __all_sync(ALL, t % 32 != 6);
    o[t] = v == 0x33333333 && any == 1 && all == 0;
}

KERNEL(reductions) { // 0 + 1 + ... + 31, and 100 of each odd lane
    int t = threadIdx.x, sum, most;
    if (t % 2) sum = __reduce_add_sync(ALL, t % 32 + 100);
    else sum = __reduce_add_sync(ALL, t % 32);
    if (t % 2) most = __reduce_max_sync(ALL, t % 32);
    else most = __reduce_max_sync(ALL, t % 32 + 50);
    o[t] = sum == 496 + 1600 && most == 80;
}

KERNEL(matches) {
    int t = threadIdx.x, all;
    unsigned same;
    if (t % 2) same = __match_any_sync(ALL, t % 32 / 16);
    else same = __match_any_sync(ALL, t % 32 / 16);
    if (t % 2) __match_all_sync(ALL, 7, &all);
    else __match_all_sync(ALL, t % 32 == 30 ? 8 : 7, &all);
    o[t] = same == (t % 32 < 16 ? 0xffffu : 0xffff0000u) && !all;
}

KERNEL(tile_reductions) { // of 8 lanes: 4 of 1 and 4 of 10
    int t = threadIdx.x, sum;
    auto tile = cg::tiled_partition<8>(cg::this_thread_block());
    if (tile.thread_rank() < 4) sum = cg::reduce(tile, 1, cg::plus<int>());
    else sum = cg::reduce(tile, 10, cg::plus<int>());
    o[t] = sum == 44;
}

static bool brought(const int *o, int threads) {
    for (int t = 0; t < threads; t++)
        if (const int other = t ^ 16; o[t] != other + (other % 32 < 16 ? 100 : 200)) return false;
    return true;
}
static bool all_true(const int *o, int threads) {
    for (int t = 0; t < threads; t++)
        if (o[t] != 1) return false;
    return true;
}

int main() {
    int *o = numbers(96), *in = numbers();
    for (int t = 0; t < 64; t++)
        in[t] = t % 32;
#define TRY(right, kernel, block)                                                                  \
    kernel<<<1, block>>>(o, in);                                                                   \
    IS(right(o, dim3(block).x * dim3(block).y) && #kernel)
    TRY(brought, branches, 64);
    TRY(brought, two_ifs, 64);
    TRY(brought, operators, 64);
    TRY(brought, switched, 64);
    TRY(brought, nested, 64);
    TRY(brought, functions, 64);
    TRY(brought, returned, 64);
    TRY(brought, one_in_branch_one_after, 64);
    TRY(brought, turns, 64);
    TRY(brought, left_early, 64);
    TRY(brought, tiles, 64);
    TRY(brought, by_data, 64);
    TRY(brought, barriers, 64);
    TRY(brought, halves, 64);
    TRY(brought, by_warp, 64);
    TRY(brought, rows, dim3(16, 4));
    TRY(brought, by_part_of_row, dim3(48, 2));
    TRY(all_true, votes, 64);
    TRY(all_true, reductions, 64);
    TRY(all_true, matches, 64);
    TRY(all_true, tile_reductions, 64);
    return wrong;
}
