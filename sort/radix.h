// SPDX-License-Identifier: MIT
// The digits of keys, a key's rank among those of its tile that have the same digit, and a scan of
// counters: the parts that the radix sorts of this chapter share.
#ifndef RADIX_H
#define RADIX_H

#include "tiles.h"

const int DIGIT_BITS = 4;
const int DIGITS = 1 << DIGIT_BITS;
const int PASSES = 32 / DIGIT_BITS;
const int TILE = 1024;         // keys and threads of a block: one each
const int WARPS = TILE / WARP; // no more than a warp has lanes, and no fewer than there are digits
const int ROW = WARPS + 1;     // of a table in shared memory: rows begin in different banks

__device__ inline int digit_of(unsigned int key, int pass) {
    return (int)(key >> pass * DIGIT_BITS) & (DIGITS - 1);
}

// How many keys of the tile that come before the caller's have the same digit; counted[d] becomes
// how many have digit d. A thread without a key has digit DIGITS. Within a warp, bit by bit, each
// lane drops the lanes that differ from it, until those with its digit are left, and it counts the
// ones below itself. Then a warp for each digit scans what the 32 warps have. Every thread of the
// block has to call it.
__device__ inline unsigned int digit_rank(int digit, unsigned int *counted) {
    __shared__ unsigned int of_warp[(DIGITS + 1) * ROW];
    const int lane = threadIdx.x % WARP, warp = threadIdx.x / WARP;
    if (lane <= DIGITS)
        of_warp[lane * ROW + warp] = 0;
    __syncwarp();
    unsigned int same = ALL;
    for (int bit = 0; bit <= DIGIT_BITS; bit++) {
        const bool set = digit >> bit & 1;
        const unsigned int those = __ballot_sync(ALL, set);
        same &= set ? those : ~those;
    }
    const unsigned int below = __popc(same & ((1u << lane) - 1));
    if (below == 0)
        of_warp[digit * ROW + warp] = __popc(same);
    __syncthreads();
    if (warp < DIGITS) {
        const unsigned int own = of_warp[warp * ROW + lane];
        const unsigned int sum = warp_scan(own);
        of_warp[warp * ROW + lane] = sum - own;
        if (lane == WARP - 1)
            counted[warp] = sum;
    }
    __syncthreads();
    return of_warp[digit * ROW + warp] + below;
}

// One block, for all counters: 1024 of them at a time, and what came before is carried on.
// Exclusive sums. Bound by latency.
__global__ void scan_counters(unsigned int *counts, size_t n) {
    unsigned int before = 0;
    for (size_t first = 0; first < n; first += TILE) {
        const size_t i = first + threadIdx.x;
        const unsigned int number = i < n ? counts[i] : 0;
        unsigned int total;
        const unsigned int sum = block_scan(number, &total);
        if (i < n)
            counts[i] = before + sum - number;
        before += total;
        __syncthreads(); // all have read the total before the next turn changes it
    }
}

#endif
