// SPDX-License-Identifier: MIT
// Scans of a warp and of a block, and what blocks have to tell each other: the parts that the
// programs of scan/ are made of, and the sorts by digits in sort/.
#ifndef TILES_H
#define TILES_H

#include <cuda_runtime.h>

const int WARP = 32;
const int MOST_WARPS = 32; // in a block
const unsigned int ALL = 0xffffffff;

// ---- a warp ------------------------------------------------------------------------------------

// The inclusive sum of a lane and all lanes below it, in five steps: first of 2 lanes, then of 4,
// 8, 16 and 32. Every lane of the warp has to call it.
template <typename Number> __device__ inline Number warp_scan(Number sum) {
    const int lane = threadIdx.x % WARP;
    for (int distance = 1; distance < WARP; distance *= 2) {
        const Number left = __shfl_up_sync(ALL, sum, distance);
        if (lane >= distance)
            sum += left;
    }
    return sum;
}

// ---- a block -----------------------------------------------------------------------------------

// The same over a block of whole warps: each warp scans its own numbers, the first warp scans the
// sums of all warps, and each thread adds what the warps before its own have. *total becomes the
// sum of the block. Every thread has to call it.
template <typename Number> __device__ inline Number block_scan(Number number, Number *total) {
    __shared__ Number of_warp[MOST_WARPS];
    const int lane = threadIdx.x % WARP, warp = threadIdx.x / WARP;
    const int warps = blockDim.x / WARP;
    const Number sum = warp_scan(number);
    if (lane == WARP - 1)
        of_warp[warp] = sum;
    __syncthreads();
    if (warp == 0) {
        const Number own = lane < warps ? of_warp[lane] : 0;
        const Number sums = warp_scan(own);
        if (lane < warps)
            of_warp[lane] = sums;
    }
    __syncthreads();
    *total = of_warp[warps - 1];
    return warp == 0 ? sum : of_warp[warp - 1] + sum;
}

// ---- blocks among each other: decoupled look-back ----------------------------------------------

// What a tile has told the others so far: nothing; its own sum; or its inclusive prefix, the sum of
// all tiles up to and with it. Flag and sum are 8 bytes that are written and read at once, so that
// no thread sees one without the other.
typedef unsigned long long tile_state;
const unsigned int TILE_NOTHING = 0, TILE_SUM = 1, TILE_PREFIX = 2; // the upper half; zeros first

__device__ inline void tile_tell(tile_state *state, unsigned int flag, unsigned int sum) {
    *(volatile tile_state *)state = (tile_state)flag << 32 | sum;
}

// The sum of all tiles before this one, by one thread. It goes back from tile to tile and adds
// their sums, waiting for those that have told nothing yet, up to one that knows its prefix.
__device__ inline unsigned int tile_look_back(const tile_state *states, unsigned int tile) {
    unsigned int before = 0;
    while (tile > 0) {
        const tile_state state = ((const volatile tile_state *)states)[tile - 1];
        const unsigned int flag = (unsigned int)(state >> 32);
        if (flag == TILE_NOTHING)
            continue;
        before += (unsigned int)state;
        if (flag == TILE_PREFIX)
            break;
        tile--;
    }
    return before;
}

// Where the caller's tile begins: the sum of all tiles before it. It tells the others its own sum
// before it looks back, and its prefix after that. Every thread of the block has to call it.
__device__ inline unsigned int tile_begin(tile_state *states, unsigned int tile,
                                          unsigned int total) {
    __shared__ unsigned int shared_before;
    if (threadIdx.x == 0) {
        tile_tell(&states[tile], tile == 0 ? TILE_PREFIX : TILE_SUM, total);
        const unsigned int before = tile_look_back(states, tile);
        tile_tell(&states[tile], TILE_PREFIX, before + total);
        shared_before = before;
    }
    __syncthreads();
    return shared_before;
}

// The next tile that no block has. A block that has one is running, and so are, or were, those that
// have the tiles before it: no block waits for one that has not begun. blockIdx promises nothing
// of the kind. Every thread of the block has to call it.
__device__ inline unsigned int tile_next(unsigned int *next) {
    __shared__ unsigned int shared_tile;
    if (threadIdx.x == 0)
        shared_tile = atomicAdd(next, 1);
    __syncthreads();
    return shared_tile;
}

#endif
