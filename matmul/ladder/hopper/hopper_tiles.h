// SPDX-License-Identifier: MIT
// The product as Hopper wants it: the kernel of matmul_tensor's upper rungs, in many tile sizes.
// The ring that feeds it is in hopper_ring.h, who makes which tile in tile_schedule.h, and how a
// tile's parts come together in tile_sums.h.
#ifndef HOPPER_TILES_H
#define HOPPER_TILES_H

#include "hopper_ring.h"
#include "tile_sums.h"

// ---- products ----------------------------------------------------------------------------------

// Tells all blocks that share what they fetch that their copies may overwrite a stage.
template <class S> __device__ static inline void release(uint32_t empty) {
    const int reader = threadIdx.x % (128 / S::READERS);
    if (S::CLUSTER == 1 && reader == 0)
        mbarrier_arrive_here(empty);
    else if (S::CLUSTER > 1 && reader < S::CLUSTER)
        mbarrier_arrive(empty, group_begin<S>() + reader);
}

// Until a stage is there for the tensor cores, also what others wrote by hand.
template <class S>
__device__ static inline void wait_for_stage(uint32_t full, const struct turn *t) {
    mbarrier_wait(full + BARRIER * t->stage, t->parity);
    if (S::BY_HAND)
        fence_for_engines();
}

// PINGPONG: a consumer begins when the other one's last products are under way. Earlier it could
// not tell by a barrier's parity which of its phases is over.
const int TURN_BARRIER = 4; // and 5, 6
__device__ static inline void take_turn(void) {
    warpgroup_barrier(TURN_BARRIER + threadIdx.x / 128, 2);
}
__device__ static inline void give_turn(void) {
    warpgroup_barrier_arrive(TURN_BARRIER + next_consumer(threadIdx.x / 128), 2);
}

// The sums of a consumer, over a piece of k. Between one stage and the next the tensor cores have
// always something to do: a stage is released when the products of the one after it are under way.
template <class S>
__device__ static inline void multiply_stages(const bf16 *, float (&d)[S::HALVES][S::HALF],
                                              const unsigned char *memory, uint32_t full,
                                              uint32_t empty, struct turn *t, int steps) {
    const uint32_t first = shared_address(memory);
    int before = 0;
    for (int step = 0; step < steps; step++) {
        const uint32_t stage = first + t->stage * S::STAGE;
        const uint64_t own =
            wgmma_matrix(stage + S::WIDE_BYTES + partner<S>() * 64 * BOX, 64 * BOX, 1024);
        const int next_half = S::PARTNERS * 64 * BOX;
        const uint64_t wide = wgmma_matrix(stage, 64 * BOX, 1024);
        const int a = S::TURNED ? 16 * BOX : 32, b = S::TURNED ? 32 : 16 * BOX;
        wait_for_stage<S>(full, t);
        wgmma_fence();
#pragma unroll
        for (int half = 0; half < S::HALVES; half++)
#pragma unroll
            for (int i = 0; i < S::DEEP / 16; i++) // 16 of k: 32 bytes on, or 16 rows
                wgmma_bf16<S::TURNED>(d[half], wgmma_at(own, a * i + next_half * half),
                                      wgmma_at(wide, b * i), step | i);
        wgmma_commit();
        wgmma_wait<1>();
        if (step > 0)
            release<S>(empty + BARRIER * before);
        before = t->stage;
        next_turn<S::STAGES>(t);
    }
    if (S::PINGPONG)
        give_turn();
    wgmma_wait<0>();
    release<S>(empty + BARRIER * before);
}

// A warp's 16 x 8 of b^T, as wgmma_tf32 wants them. Which column of b is which row is ours to
// choose: rows 0 to 3 and 4 to 7 are 16 columns apart, rows 8 on follow 4 columns behind, and so
// the 32 lanes meet 32 banks. (Swizzled: piece q of row r is at q ^ r % 8.)
template <class S>
__device__ static inline void load_turned(uint32_t (&f)[4], const unsigned char *own, int p) {
    const int lane = threadIdx.x % 32, g = lane / 4, t = lane % 4;
    const int warp = threadIdx.x / 32 % 4 + 4 * partner<S>();
    const unsigned char *box = own + warp / 2 * 32 * BOX + g % 4 * 4;
#pragma unroll
    for (int i = 0; i < 4; i++) {
        const int row = p + i / 2 * 4 + t, piece = g / 4 * 4 + warp % 2 * 2 + i % 2;
        f[i] = *(const uint32_t *)(box + row * BOX + (piece ^ row % 8) * 16);
    }
}

// Four products a stage, each with registers of its own, because a product that is under way still
// reads them: those of the next one are loaded while up to three are.
template <class S>
__device__ static inline void multiply_stages(const float *, float (&d)[S::HALVES][S::HALF],
                                              const unsigned char *memory, uint32_t full,
                                              uint32_t empty, struct turn *t, int steps) {
    const int deep = S::DEEP / 8;
    uint32_t f[deep][4];
    int before = 0;
    wait_for_stage<S>(full, t);
    load_turned<S>(f[0], memory + t->stage * S::STAGE + S::WIDE_BYTES, 0);
    for (int step = 0; step < steps; step++) {
        const unsigned char *stage = memory + t->stage * S::STAGE;
        const uint64_t a = wgmma_matrix(shared_address(stage), 0, 1024);
        const int now = t->stage;
#pragma unroll
        for (int i = 0; i < deep; i++) {
            if (i + 1 < deep) {
                load_turned<S>(f[i + 1], stage + S::WIDE_BYTES, 8 * (i + 1));
            } else {
                next_turn<S::STAGES>(t);
                if (step + 1 < steps) {
                    wait_for_stage<S>(full, t);
                    load_turned<S>(f[0], memory + t->stage * S::STAGE + S::WIDE_BYTES, 0);
                }
            }
            wgmma_fence();
            wgmma_tf32(d[0], f[i], wgmma_at(a, 32 * i), step | i);
            wgmma_commit();
            wgmma_wait<deep - 2>();
            if (i == 1 && step > 0)
                release<S>(empty + BARRIER * before);
        }
        before = now;
    }
    wgmma_wait<0>();
    release<S>(empty + BARRIER * before);
}

// ---- to c --------------------------------------------------------------------------------------

// A part of a consumer's sums, from d on, into a slot, swizzled. bf16: 64 rows and 64 columns.
template <bool TURNED>
__device__ static inline void write_slot(const bf16 *, const float *d, unsigned char *slot) {
    const int lane = threadIdx.x % 32, own = threadIdx.x / 32 % 4 * 2;
#pragma unroll
    for (int j = 0; j < 8; j += 2) {
        const float *s = d + 4 * j;
        // Which eight of its 64 rows or columns this lane's matrix is of: own ones, and wide ones.
        const int x = own + lane / 8 % 2, y = j + lane / 16;
        const int row = (TURNED ? y : x) * 8 + lane % 8, piece = (TURNED ? x : y) ^ row % 8;
        store_matrices<TURNED>(shared_address(slot + row * BOX + piece * 16), pack(s[0], s[1]),
                               pack(s[2], s[3]), pack(s[4], s[5]), pack(s[6], s[7]));
    }
}
// TF32: 32 rows and 64 columns, in two boxes. Half of the lanes begin with the columns of
// load_turned's rows 0 to 7, half with those of the rest: again 32 lanes, 32 banks.
template <bool TURNED>
__device__ static inline void write_slot(const float *, const float *d, unsigned char *slot) {
    const int lane = threadIdx.x % 32, g = lane / 4, t = lane % 4, warp = threadIdx.x / 32 % 4;
    unsigned char *box = slot + warp / 2 * (SLOT / 2) + g % 4 * 4;
#pragma unroll
    for (int i = 0; i < 16; i++) {
        const float *s = d + i / 4 * 4 + i / 2 % 2;
        const int row = i / 4 * 8 + 2 * t + i / 2 % 2, half = (i + g / 4) % 2;
        const int piece = g / 4 * 4 + warp % 2 * 2 + half;
        *(float *)(box + row * BOX + (piece ^ row % 8) * 16) = half ? s[2] : s[0];
    }
}

// From there to c by the copy engine.
__device__ static inline void store_slot(const bf16 *, const struct tensor_map *c, int row,
                                         int column, uint32_t slot) {
    tma_store(c, slot, column, row);
}
__device__ static inline void store_slot(const float *, const struct tensor_map *c, int row,
                                         int column, uint32_t slot) {
    for (int i = 0; i < 2; i++)
        tma_store(c, slot + i * (SLOT / 2), column + 32 * i, row);
}
// Or, where rows of c don't begin at multiples of 16 bytes, by all threads: a warp every fourth
// row, a lane two numbers of it. First all are read, then all are written: so nobody waits for
// each.
__device__ static inline void copy_slot(const float *, const unsigned char *slot, float *c, int row,
                                        int column, struct sizes s) {
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32 % 4;
    float x[8][2];
#pragma unroll
    for (int i = 0; i < 8; i++)
        for (int h = 0; h < 2; h++) {
            const int r = warp + 4 * i;
            x[i][h] = *(const float *)(slot + h * (SLOT / 2) + r * BOX + (lane / 4 ^ r % 8) * 16 +
                                       lane % 4 * 4);
        }
    float *to = c + (size_t)(row + warp) * s.n + column + lane;
#pragma unroll
    for (int i = 0; i < 8; i++)
        for (int h = 0; h < 2; h++)
            if (row + warp + 4 * i < s.m && column + lane + 32 * h < s.n)
                to[(size_t)(4 * i) * s.n + 32 * h] = x[i][h];
}
// bf16: row after row, a lane two numbers side by side. Aligned pieces of 16 bytes, or several rows
// read before the first is written, were slower: up to 1.5 times as long.
__device__ static inline void copy_slot(const bf16 *, const unsigned char *slot, bf16 *c, int row,
                                        int column, struct sizes s) {
    const int lane = threadIdx.x % 32, x = column + 2 * lane, unit = unit_of(c, s.n);
    const int warp = threadIdx.x / 32 % 4;
    bf16 *to = c + (size_t)(row + warp) * s.n + x;
#pragma unroll 1
    for (int r = warp; r < 64 && row + r < s.m; r += 4) {
        const uint32_t two =
            *(const uint32_t *)(slot + r * BOX + (lane / 4 ^ r % 8) * 16 + lane % 4 * 4);
        if (unit >= 4) {
            if (x < s.n)
                *(uint32_t *)to = two;
        } else {
            if (x < s.n)
                *(uint16_t *)to = (uint16_t)two;
            if (x + 1 < s.n)
                *(uint16_t *)(to + 1) = (uint16_t)(two >> 16);
        }
        to += (size_t)4 * s.n;
    }
}

// A consumer's sums, or half of them, to c, slot by slot; by map_c where there is one.
template <class S>
__device__ static inline void store_sums(const float (&d)[S::HALF], unsigned char *slots,
                                         const struct tensor_map *map_c, typename S::T *c,
                                         struct place at, struct sizes s) {
    typedef typename S::T T;
    const int consumer = threadIdx.x / 128 - 1;
    const bool first = threadIdx.x % 128 == 0, by_engine = unit_of(c, s.n) == 16;
#pragma unroll
    for (int part = 0; part < S::SLOTS_FULL; part++) {
        unsigned char *slot = slots + (consumer * S::SLOTS + part % S::SLOTS) * SLOT;
        // Where a whole slot is more than what is left, it begins before the last one's end.
        const int even = part * S::SLOT_ROWS, last = 2 * S::HALF - S::SLOT_ROWS;
        const int from = even < last ? even : last;
        const int row = at.row + (S::TURNED ? from : 64 * partner<S>());
        const int column = at.column + (S::TURNED ? 64 * partner<S>() : from);
        if (first && part == 0) // what was in the slot has been read
            tma_store_wait<0>();
        else if (first)
            tma_store_wait<S::SLOTS - 1>();
        warpgroup_barrier(1 + consumer);
        write_slot<S::TURNED>((const T *)NULL, d + from / 2, slot);
        if (by_engine)
            fence_for_engines();
        warpgroup_barrier(1 + consumer);
        if (!by_engine) {
            copy_slot((const T *)NULL, slot, c, row, column, s);
        } else if (first) {
            store_slot((const T *)NULL, map_c, row, column, shared_address(slot));
            tma_store_commit();
        }
    }
}

// All of them.
template <class S>
__device__ static inline void store_halves(const float (&d)[S::HALVES][S::HALF],
                                           unsigned char *slots, const struct tensor_map *map_c,
                                           typename S::T *c, struct place at, struct sizes s) {
#pragma unroll
    for (int half = 0; half < S::HALVES; half++) {
        store_sums<S>(d[half], slots, map_c, c, at, s);
        (S::TURNED ? at.column : at.row) += 64 * S::PARTNERS;
    }
}

// ---- the kernel --------------------------------------------------------------------------------

template <class S>
__global__ void __launch_bounds__(S::THREADS, 1)
    hopper_kernel(const __grid_constant__ struct tensor_map map_a,
                  const __grid_constant__ struct tensor_map map_b,
                  const __grid_constant__ struct tensor_map map_c, const typename S::T *a,
                  const typename S::T *b, typename S::T *c, struct sizes size,
                  struct schedule schedule, float *partial, unsigned *arrived) {
    if (!HOPPER)
        return;
    typedef typename S::T T;
    extern __shared__ __align__(1024) unsigned char memory[]; // stages, slots, barriers
    unsigned char *slots = memory + S::STAGES * S::STAGE;
    const uint32_t full = shared_address(slots + S::SLOTS_BYTES);
    const uint32_t empty = full + BARRIER * S::STAGES;
    const int clusters = gridDim.x / S::CLUSTER;
    struct worker worker = worker_start(blockIdx.x / S::CLUSTER);
    struct turn t = {0, 0};
    struct piece piece = {0, 0, 0, 0};

    if (threadIdx.x == 0) {
        if (!S::BY_HAND) {
            prefetch_map(&map_a);
            prefetch_map(&map_b);
        }
        for (int i = 0; i < S::STAGES; i++) {
            mbarrier_init(full + BARRIER * i, S::ARRIVALS);
            mbarrier_init(empty + BARRIER * i, S::PARTNERS * S::READERS * S::CLUSTER);
        }
        mbarrier_init_fence();
    }
    if (S::CLUSTER > 1 || schedule.split > 1)
        cluster_wait_for_all();
    else
        __syncthreads();

    if (S::BY_HAND && threadIdx.x / 128 % (1 + S::CONSUMERS) == 0) {
        const struct by_hand<T> hand_a = by_hand_of(a, size.m, size.k);
        const struct by_hand<T> hand_b = by_hand_of(b, size.k, size.n);
        registers_give<S::PRODUCER_REGISTERS>();
        produce_by_hand<S>(&map_a, &map_b, &hand_a, &hand_b, memory, full, empty, &schedule,
                           worker);
        copies_wait(); // nothing of this thread is under way when it meets the others
        if (S::SPLITS && schedule.split > 1)
            meet_consumers();
    } else if (threadIdx.x < 128) {
        if (S::UNEQUAL)
            registers_give<S::PRODUCER_REGISTERS>();
        const auto load = [&](uint32_t stage, struct place at, int p, uint32_t now) {
            load_stage<S>((const T *)NULL, stage, &map_a, &map_b, at, p, now);
        };
        if (threadIdx.x == 0)
            produce<S>(load, shared_address(memory), full, empty, &schedule, worker);
        if (S::SPLITS && schedule.split > 1)
            meet_consumers();
    } else {
        if (S::UNEQUAL)
            registers_take<S::CONSUMER_REGISTERS>();
        float d[S::HALVES][S::HALF];
        float(&all)[S::SUMS] = (float(&)[S::SUMS])d;
        wait_for_previous();
        int turn = FIRST_CONSUMER;
        if (S::PINGPONG && !is_mine<S>(turn))
            give_turn(); // the first one's first
        for (; next_piece(&schedule, &worker, clusters, &piece); turn = next_consumer(turn)) {
            const struct place at = tile_at<S>(piece.unit, &schedule);
            const int steps = piece.last - piece.first;
            if (!is_mine<S>(turn)) {
                skip_turns<S::STAGES>(&t, steps);
                continue;
            }
            if (S::PINGPONG)
                take_turn();
            multiply_stages<S>((const T *)NULL, d, memory, full, empty, &t, steps);
            if (steps == schedule.steps)
                store_halves<S>(d, slots, &map_c, c, at, size);
            else if (!S::SPLITS || schedule.split == 1)
                leave_piece<S>(all, &schedule, &piece, partial, arrived);
            else if constexpr (S::SPLITS)
                add_in_cluster<S>(all, &schedule, at, memory, c, &size);
        }
        if (threadIdx.x % 128 == 0)
            tma_store_wait<0>();
        add_shares<S>(&schedule, clusters, partial, arrived,
                      slots + (threadIdx.x / 128 - 1) * S::SLOTS * SLOT, c, &size);
    }
}

#endif
