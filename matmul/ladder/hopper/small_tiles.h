// SPDX-License-Identifier: MIT
// Products so small that beginning and ending takes longer than multiplying: their kernel, a tile
// for each cluster, and what it does otherwise than the one in hopper_tiles.h.
//
// Blocks are small, with a producer of one warp, and several fit a multiprocessor: the next
// product's come while this one's are still there. What does not depend on the numbers is done
// before the product before has ended: places are worked out, barriers set up, tensor maps fetched.
// Where k is cut, a tile has a cluster, with a block for each part. Each block adds up a share of
// the tile; the others send it theirs, by stores that its barrier counts as it counts the engine's
// bytes. From the registers the sums go straight to c, 16 bytes from each lane.
#ifndef SMALL_TILES_H
#define SMALL_TILES_H

#include "hopper_tiles.h"

const int MULTIPROCESSOR_ROOM = 228 << 10, BLOCK_TAKES = 1 << 10; // bytes of shared memory

// What a consumer gets from one other block of a tile in so many parts, and its block from all.
constexpr int share_bytes(int wide, int parts) {
    return wide / 2 / parts * 128 * (int)sizeof(float);
}
constexpr int gets_bytes(int consumers, int wide, int parts) {
    return (parts - 1) * consumers * share_bytes(wide, parts);
}
// As many stages as there is room for beside that, where so many blocks share a multiprocessor.
constexpr int small_stages(int consumers, int wide, int parts, int blocks) {
    return at_most(
        8, (MULTIPROCESSOR_ROOM / blocks - BLOCK_TAKES - 256 - gets_bytes(consumers, wide, parts)) /
               ((wide + 64 * consumers) * BOX));
}

// A tile as in hopper_ring.h, with so many PARTS of k; BLOCKS of them fit a multiprocessor.
template <typename T_, int CONSUMERS_, int WIDE_, bool TURNED_, int PARTS_, int BLOCKS_,
          class BASE = tiling<T_, CONSUMERS_, WIDE_, 1, false,
                              small_stages(CONSUMERS_, WIDE_, PARTS_, BLOCKS_), TURNED_>>
struct small_tiling : BASE {
    static constexpr int PARTS = PARTS_, BLOCKS = BLOCKS_;
    static constexpr int THREADS = 128 * CONSUMERS_ + 32; // the producer's warp is the last
    static constexpr int SHARE = BASE::SUMS / PARTS, WIDE_SHARE = WIDE_ / PARTS; // a block's
    static_assert(WIDE_SHARE % (BASE::BY_REGISTERS ? 8 : TURNED_ ? 16 : 32) == 0, "no whole piece");
    static constexpr int SHARE_BYTES = share_bytes(WIDE_, PARTS);
    static constexpr int GETS = gets_bytes(CONSUMERS_, WIDE_, PARTS);
    static constexpr int SHARED = BASE::STAGES * (BASE::STAGE + 2 * BARRIER) + GETS + BARRIER;
    static_assert(SHARED <= MULTIPROCESSOR_ROOM / BLOCKS - BLOCK_TAKES, "too much");
};

// ---- parts of k --------------------------------------------------------------------------------

// Of the sums of all parts this block's share, added up. What the others send comes to `gets`; the
// barrier `there` of each block counts it.
template <class S>
__device__ static inline void add_parts(float (&share)[S::SHARE], const float (&d)[S::SUMS],
                                        unsigned char *gets, uint32_t there) {
    const int part = block_in_cluster(), next = 128 * (int)sizeof(float4);
    const int own = partner<S>() * S::SHARE_BYTES + threadIdx.x % 128 * (int)sizeof(float4);
    const int of_block = S::CONSUMERS * S::SHARE_BYTES;
#pragma unroll
    for (int p = 0; p < S::PARTS; p++) { // so that each sum's register is known
        const float *from = d + p * S::SHARE;
        // There are those of the parts before p, then those of the parts after it.
        const uint32_t to = shared_address(gets) + own + (part - (part > p)) * of_block;
#pragma unroll
        for (int i = 0; i < S::SHARE; i += 4)
            if (p != part)
                send_to_block(to + i / 4 * next, there, p,
                              make_float4(from[i], from[i + 1], from[i + 2], from[i + 3]));
            else
                for (int q = i; q < i + 4; q++)
                    share[q] = from[q];
    }
    mbarrier_wait<true>(there, 0);
#pragma unroll
    for (int p = 0; p < S::PARTS - 1; p++)
#pragma unroll
        for (int i = 0; i < S::SHARE; i += 4) {
            const float4 x = *(const float4 *)(gets + own + p * of_block + i / 4 * next);
            share[i] += x.x, share[i + 1] += x.y, share[i + 2] += x.z, share[i + 3] += x.w;
        }
}

// ---- to c --------------------------------------------------------------------------------------

// Four lanes, APART or twice as many from each other, have four words each: word i of the lane u
// becomes word u of the lane i.
template <int APART> __device__ static inline void exchange_words(uint32_t (&x)[4]) {
    const bool odd = threadIdx.x & APART, high = threadIdx.x & 2 * APART;
#pragma unroll
    for (int i = 0; i < 4; i += 2) {
        const uint32_t other = __shfl_xor_sync(~0u, odd ? x[i] : x[i + 1], APART);
        (odd ? x[i] : x[i + 1]) = other;
    }
#pragma unroll
    for (int i = 0; i < 2; i++) {
        const uint32_t other = __shfl_xor_sync(~0u, high ? x[i] : x[i + 2], 2 * APART);
        (high ? x[i] : x[i + 2]) = other;
    }
}

// 16 bytes of a row, where they are in c.
template <typename T>
__device__ static inline void put_piece(T *c, struct sizes s, int row, int column,
                                        const uint32_t (&x)[4]) {
    if (row < s.m && column < s.n)
        *(uint4 *)(c + (size_t)row * s.n + column) = make_uint4(x[0], x[1], x[2], x[3]);
}

// A share of a consumer's sums: the fragments of wgmma in hopper.h, WIDE_SHARE wide, the tile's
// from row and column `at` on. Rows of c begin at multiples of 16 bytes.
template <class S>
__device__ static inline void put_share(const float (&d)[S::SHARE], bf16 *c, struct place at,
                                        struct sizes s) {
    const int lane = threadIdx.x % 32, g = lane / 4, t = lane % 4;
    const int own = 64 * partner<S>() + threadIdx.x / 32 % 4 * 16;
    uint32_t x[4];
    if constexpr (S::TURNED) {
#pragma unroll
        for (int j = 0; j < S::WIDE_SHARE / 8; j += 2) { // rows 8 j on, 16 of them and 16 columns
#pragma unroll
            for (int i = 0; i < 4; i++)
                x[i] = turn_matrix(pack(d[4 * j + 2 * i], d[4 * j + 2 * i + 1]));
            exchange_words<1>(x);
            put_piece(c, s, at.row + 8 * (j + t / 2) + g, at.column + own + 8 * (t % 2), x);
        }
    } else {
#pragma unroll
        for (int j = 0; j < S::WIDE_SHARE / 8; j += 4) // columns 8 j on, 32 of them
#pragma unroll
            for (int h = 0; h < 2; h++) {
#pragma unroll
                for (int i = 0; i < 4; i++)
                    x[i] = pack(d[4 * (j + i) + 2 * h], d[4 * (j + i) + 2 * h + 1]);
                exchange_words<1>(x);
                put_piece(c, s, at.row + own + 8 * h + g, at.column + 8 * (j + t), x);
            }
    }
}
// TF32: where load_turned in hopper_tiles.h has taken columns from, they go.
template <class S>
__device__ static inline void put_share(const float (&d)[S::SHARE], float *c, struct place at,
                                        struct sizes s) {
    const int lane = threadIdx.x % 32, g = lane / 4, t = lane % 4, u = g % 4;
    const int warp = threadIdx.x / 32 % 4;
    const int column = 64 * partner<S>() + warp / 2 * 32 + (g / 4 * 4 + warp % 2 * 2) * 4;
#pragma unroll
    for (int j = 0; j < S::WIDE_SHARE / 8; j++) {
        uint32_t x[4];
#pragma unroll
        for (int i = 0; i < 4; i++)
            x[i] = __float_as_uint(d[4 * j + i / 2 + i % 2 * 2]);
        exchange_words<4>(x);
        put_piece(c, s, at.row + 8 * j + 2 * t + u / 2, at.column + column + u % 2 * 4, x);
    }
}

// ---- the kernel --------------------------------------------------------------------------------

template <class S>
__global__ void __launch_bounds__(S::THREADS, S::BLOCKS)
    small_kernel(const __grid_constant__ struct tensor_map map_a,
                 const __grid_constant__ struct tensor_map map_b, typename S::T *c,
                 struct sizes size, struct schedule schedule) {
    if (!HOPPER)
        return;
    typedef typename S::FACTOR F;
    extern __shared__ __align__(1024) unsigned char memory[]; // stages, what it gets, barriers
    unsigned char *gets = memory + S::STAGES * S::STAGE;
    const uint32_t full = shared_address(gets + S::GETS), empty = full + BARRIER * S::STAGES;
    const uint32_t there = empty + BARRIER * S::STAGES;
    const int part = block_in_cluster(), steps = schedule.steps;
    const int first = steps * part / S::PARTS, last = steps * (part + 1) / S::PARTS;
    const bool produces = threadIdx.x == 128 * S::CONSUMERS;
    struct place at = tile_at<S>(blockIdx.x / S::PARTS, &schedule);

    if (produces) {
        prefetch_map(&map_a);
        prefetch_map(&map_b);
        for (int i = 0; i < S::STAGES; i++) {
            mbarrier_init(full + BARRIER * i, S::ARRIVALS);
            mbarrier_init(empty + BARRIER * i, S::PARTNERS * S::READERS);
        }
        mbarrier_init(there, 1);
        mbarrier_init_fence();
        mbarrier_expect(there, S::GETS);
    }
    if (S::PARTS > 1)
        cluster_wait_for_all();
    else
        __syncthreads();

    if (produces) {
        struct turn t = {0, 0};
        wait_for_previous();
        let_next_begin();
        for (int step = first; step < last; step++, next_turn<S::STAGES>(&t)) {
            const uint32_t stage = shared_address(memory) + t.stage * S::STAGE;
            const uint32_t now = full + BARRIER * t.stage;
            mbarrier_wait(empty + BARRIER * t.stage, t.parity ^ 1);
            mbarrier_expect(now, S::STAGE);
            load_stage<S>((const F *)NULL, stage, &map_a, &map_b, at, step * S::DEEP, now);
        }
    } else if (threadIdx.x < 128 * S::CONSUMERS) {
        float d[S::HALVES][S::HALF];
        struct turn t = {0, 0};
        multiply_stages<S>((const F *)NULL, d, memory, full, empty, &t, last - first);
        wait_for_previous();
        if constexpr (S::PARTS > 1) {
            float share[S::SHARE];
            add_parts<S>(share, d[0], gets, there);
            (S::TURNED ? at.row : at.column) += part * S::WIDE_SHARE;
            put_share<S>(share, c, at, size);
        } else {
            put_share<S>(d[0], c, at, size);
        }
    }
}

#endif
