// SPDX-License-Identifier: MIT
// Lanes of one mask call the same warp function at different lines: since Volta they meet.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <stdio.h>

namespace cg = cooperative_groups;
#define ALL 0xffffffffu


__global__ void branches(int *o) {
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

__global__ void two_ifs(int *o) {
    int t = threadIdx.x, r = 0;
    if (t % 32 < 16)
        r = __shfl_xor_sync(ALL, t + 100, 16);
    if (t % 32 >= 16)
        r = __shfl_xor_sync(ALL, t + 200, 16);
    o[t] = r;
}

__global__ void operators(int *o) {
    int t = threadIdx.x;
    o[t] = t % 32 < 16 ? __shfl_xor_sync(ALL, t + 100, 16) : __shfl_xor_sync(ALL, t + 200, 16);
}

__global__ void switched(int *o) {
    int t = threadIdx.x, r = 0;
    switch (t % 32 / 8) {
    case 0:
    case 1:
        r = __shfl_xor_sync(ALL, t + 100, 16);
        break;
    default:
        r = __shfl_xor_sync(ALL, t + 200, 16);
    }
    o[t] = r;
}

__global__ void nested(int *o) {
    int t = threadIdx.x, r = 0;
    if (t < 48) { // of the second warp one half
        if (t % 32 < 8)
            r = __shfl_xor_sync(ALL, t + 100, 16);
        else if (t % 32 < 16)
            r = __shfl_xor_sync(ALL, t + 100, 16);
        else
            r = __shfl_xor_sync(ALL, t + 200, 16);
    } else {
        r = __shfl_xor_sync(ALL, t + 200, 16);
    }
    o[t] = r;
}

__device__ int swapped(int v) {
    return __shfl_xor_sync(ALL, v, 16);
}

__global__ void functions(int *o) {
    int t = threadIdx.x, r;
    if (t % 32 < 16)
        r = swapped(t + 100);
    else
        r = swapped(t + 200);
    o[t] = r;
}

__device__ int swapped_in_branches(int t) {
    if (t % 32 < 16)
        return __shfl_xor_sync(ALL, t + 100, 16);
    return __shfl_xor_sync(ALL, t + 200, 16);
}

__global__ void returned(int *o) {
    o[threadIdx.x] = swapped_in_branches(threadIdx.x);
}

__global__ void one_in_branch_one_after(int *o) { // the others meet it at the next one
    int t = threadIdx.x, r = 0;
    if (t % 32 < 16) {
        r = __shfl_xor_sync(ALL, t + 100, 16);
        o[t] = r;
        return;
    }
    o[t] = __shfl_xor_sync(ALL, t + 200, 16);
}

__global__ void turns(int *o) {
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

__global__ void left_early(int *o) { // those that leave the loop meet the others at the next line
    int t = threadIdx.x, r = 0, i = 0;
    while (i < (t % 32 < 16)) {
        r = __shfl_xor_sync(ALL, t + 100, 16);
        i++;
    }
    if (t % 32 >= 16)
        r = __shfl_xor_sync(ALL, t + 200, 16);
    o[t] = r;
}

__global__ void tiles(int *o) {
    int t = threadIdx.x, r;
    auto warp = cg::tiled_partition<32>(cg::this_thread_block());
    if (warp.thread_rank() < 16)
        r = warp.shfl_xor(t + 100, 16);
    else
        r = warp.shfl_xor(t + 200, 16);
    o[t] = r;
}

__global__ void rows(int *o) { // by rows of 16 threads, two of them in a warp
    int t = threadIdx.x + blockDim.x * threadIdx.y, r;
    if (threadIdx.y % 2 == 0)
        r = __shfl_xor_sync(ALL, t + 100, 16);
    else
        r = __shfl_xor_sync(ALL, t + 200, 16);
    o[t] = r;
}

__global__ void by_data(int *o, const int *in) {
    int t = threadIdx.x, r;
    if (in[t] < 16)
        r = __shfl_xor_sync(ALL, t + 100, 16);
    else
        r = __shfl_xor_sync(ALL, t + 200, 16);
    o[t] = r;
}

__global__ void votes(int *o) { // 16 + 16 of each kind
    int t = threadIdx.x;
    unsigned v, any, all;
    if (t % 2)
        v = __ballot_sync(ALL, t % 4 == 1);
    else
        v = __ballot_sync(ALL, t % 4 == 0);
    if (t % 2)
        any = __any_sync(ALL, 0);
    else
        any = __any_sync(ALL, t % 32 == 6);
    if (t % 2)
        all = __all_sync(ALL, 1);
    else
        all = __all_sync(ALL, t % 32 != 6);
    o[t] = v == 0x33333333 && any == 1 && all == 0;
}

__global__ void reductions(int *o) { // 0 + 1 + ... + 31, and 100 of each odd lane
    int t = threadIdx.x, sum, most;
    if (t % 2)
        sum = __reduce_add_sync(ALL, t % 32 + 100);
    else
        sum = __reduce_add_sync(ALL, t % 32);
    if (t % 2)
        most = __reduce_max_sync(ALL, t % 32);
    else
        most = __reduce_max_sync(ALL, t % 32 + 50);
    o[t] = sum == 496 + 1600 && most == 80;
}

__global__ void matches(int *o) {
    int t = threadIdx.x, all;
    unsigned same;
    if (t % 2)
        same = __match_any_sync(ALL, t % 32 / 16);
    else
        same = __match_any_sync(ALL, t % 32 / 16);
    if (t % 2)
        __match_all_sync(ALL, 7, &all);
    else
        __match_all_sync(ALL, t % 32 == 30 ? 8 : 7, &all);
    o[t] = same == (t % 32 < 16 ? 0xffffu : 0xffff0000u) && !all;
}

__global__ void tile_reductions(int *o) { // of 8 lanes: 4 of 1 and 4 of 10
    int t = threadIdx.x, sum;
    auto tile = cg::tiled_partition<8>(cg::this_thread_block());
    if (tile.thread_rank() < 4)
        sum = cg::reduce(tile, 1, cg::plus<int>());
    else
        sum = cg::reduce(tile, 10, cg::plus<int>());
    o[t] = sum == 44;
}

__global__ void barriers(int *o) { // each lane reads what the other half has written
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

__global__ void halves(int *o) { // masks of their own, and one of all afterwards
    int t = threadIdx.x, r;
    if (t % 32 < 16)
        r = __shfl_xor_sync(0x0000ffff, t, 1);
    else
        r = __shfl_xor_sync(0xffff0000, t, 1);
    if (t % 32 < 16)
        r = __shfl_xor_sync(ALL, r ^ 1 ? (r ^ 1) + 100 : 100, 16);
    else
        r = __shfl_xor_sync(ALL, (r ^ 1) + 200, 16);
    o[t] = r;
}

// These agree in each warp: the kernel may be split.
__global__ void by_warp(int *o) {
    int t = threadIdx.x, r, warp = t / 32;
    if (warp == 0)
        r = __shfl_xor_sync(ALL, t % 32 < 16 ? t + 100 : t + 200, 16);
    else
        r = __shfl_xor_sync(ALL, t % 32 < 16 ? t + 100 : t + 200, 16);
    o[t] = r;
}

// ... but not in blocks of 48 threads a row: row 1 begins in the middle of a warp.
__global__ void by_part_of_row(int *o) {
    int t = threadIdx.x + blockDim.x * threadIdx.y, r;
    if (threadIdx.x < 32 && threadIdx.y == 0)
        r = __shfl_xor_sync(ALL, t % 32 < 16 ? t + 100 : t + 200, 16);
    else if (threadIdx.y == 0)
        r = __shfl_xor_sync(ALL, t + 100, 16);
    else
        r = __shfl_xor_sync(ALL, t % 32 < 16 ? t + 100 : t + 200, 16);
    o[t] = r;
}

static int wrong;

static void check(const char *name, const int *o, int threads, bool swapped) {
    cudaDeviceSynchronize();
    for (int t = 0; t < threads; t++) {
        const int other = t ^ 16, brought = other % 32 < 16 ? other + 100 : other + 200;
        if (o[t] != (swapped ? brought : 1)) {
            printf("%s: thread %d has %d\n", name, t, o[t]);
            wrong = 1;
            return;
        }
    }
}

int main() {
    int *o, *in;
    cudaMallocManaged(&o, 96 * sizeof *o);
    cudaMallocManaged(&in, 64 * sizeof *in);
    for (int t = 0; t < 64; t++)
        in[t] = t % 32;
#define TRY(kernel, ...)                                                                           \
    kernel<<<1, 64>>>(__VA_ARGS__);                                                                \
    check(#kernel, o, 64, true);
#define TRY_TRUE(kernel)                                                                           \
    kernel<<<1, 64>>>(o);                                                                          \
    check(#kernel, o, 64, false);
    TRY(branches, o)
    TRY(two_ifs, o)
    TRY(operators, o)
    TRY(switched, o)
    TRY(nested, o)
    TRY(functions, o)
    TRY(returned, o)
    TRY(one_in_branch_one_after, o)
    TRY(turns, o)
    TRY(left_early, o)
    TRY(tiles, o)
    TRY(by_data, o, in)
    TRY_TRUE(votes)
    TRY_TRUE(reductions)
    TRY_TRUE(matches)
    TRY_TRUE(tile_reductions)
    TRY(barriers, o)
    TRY(halves, o)
    TRY(by_warp, o)
    rows<<<1, dim3(16, 4)>>>(o);
    check("rows", o, 64, true);
    by_part_of_row<<<1, dim3(48, 2)>>>(o);
    check("by_part_of_row", o, 96, true);
    return wrong;
}
