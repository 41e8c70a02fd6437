// SPDX-License-Identifier: MIT
// The product as Hopper wants it: the kernel of matmul_tensor's upper rungs, in many tile sizes.
// The ring that feeds it is in hopper_ring.h, who makes which tile in tile_schedule.h.
#ifndef HOPPER_TILES_H
#define HOPPER_TILES_H

#include "hopper_ring.h"

// ---- products ----------------------------------------------------------------------------------

// Tells all blocks of the cluster that their copies may overwrite a stage.
template <class S> __device__ static inline void release(uint32_t empty) {
    const int reader = threadIdx.x % (128 / S::READERS);
    if (reader < S::CLUSTER)
        mbarrier_arrive(empty, reader);
}

// The sums of a consumer, over a piece of k. Between one stage and the next the tensor cores have
// always something to do: a stage is released when the products of the one after it are under way.
template <class S>
__device__ static inline void multiply_stages(const bf16 *, float (&d)[S::SUMS],
                                              const unsigned char *memory, uint32_t full,
                                              uint32_t empty, struct turn *t, int steps) {
    const uint32_t first = shared_address(memory);
    const int consumer = threadIdx.x / 128 - 1;
    int before = 0;
    for (int step = 0; step < steps; step++) {
        const uint32_t stage = first + t->stage * S::STAGE;
        const uint64_t a = wgmma_matrix(stage + S::WIDE_BYTES + consumer * 64 * BOX, 0, 1024);
        const uint64_t b = wgmma_matrix(stage, 64 * BOX, 1024);
        mbarrier_wait(full + BARRIER * t->stage, t->parity);
        wgmma_fence();
#pragma unroll
        for (int i = 0; i < S::DEEP / 16; i++) // 16 of k: 32 bytes on, or 16 rows
            wgmma_bf16(d, wgmma_at(a, 32 * i), wgmma_at(b, 16 * BOX * i), step | i);
        wgmma_commit();
        wgmma_wait<1>();
        if (step > 0)
            release<S>(empty + BARRIER * before);
        before = t->stage;
        next_turn<S::STAGES>(t);
    }
    wgmma_wait<0>();
    release<S>(empty + BARRIER * before);
}

// A warp's 16 x 8 of b^T, as wgmma_tf32 wants them. Which column of b is which row is ours to
// choose: rows 0 to 3 and 4 to 7 are 16 columns apart, rows 8 on follow 4 columns behind, and so
// the 32 lanes meet 32 banks. (Swizzled: piece q of row r is at q ^ r % 8.)
__device__ static inline void load_turned(uint32_t (&f)[4], const unsigned char *own, int p) {
    const int lane = threadIdx.x % 32, g = lane / 4, t = lane % 4, warp = threadIdx.x / 32 - 4;
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
__device__ static inline void multiply_stages(const float *, float (&d)[S::SUMS],
                                              const unsigned char *memory, uint32_t full,
                                              uint32_t empty, struct turn *t, int steps) {
    const int deep = S::DEEP / 8;
    uint32_t f[deep][4];
    int before = 0;
    mbarrier_wait(full + BARRIER * t->stage, t->parity);
    load_turned(f[0], memory + t->stage * S::STAGE + S::WIDE_BYTES, 0);
    for (int step = 0; step < steps; step++) {
        const unsigned char *stage = memory + t->stage * S::STAGE;
        const uint64_t a = wgmma_matrix(shared_address(stage), 0, 1024);
        const int now = t->stage;
#pragma unroll
        for (int i = 0; i < deep; i++) {
            if (i + 1 < deep) {
                load_turned(f[i + 1], stage + S::WIDE_BYTES, 8 * (i + 1));
            } else {
                next_turn<S::STAGES>(t);
                if (step + 1 < steps) {
                    mbarrier_wait(full + BARRIER * t->stage, t->parity);
                    load_turned(f[0], memory + t->stage * S::STAGE + S::WIDE_BYTES, 0);
                }
            }
            wgmma_fence();
            wgmma_tf32(d, f[i], wgmma_at(a, 32 * i), step | i);
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

// ---- adding parts up ---------------------------------------------------------------------------
// An incomplete piece's sums are left in global memory. The consumer who comes last adds up all
// pieces of its tile, always in the same order. Of many pieces, groups are added up first, each by
// who comes last in it, and then their sums: else a hundred pieces would be read one after the
// other.

const int FEW_PARTS = 12;   // these make one group
const int MOST_GROUPS = 15; // of a tile
const int COUNTERS =
    1 + MOST_GROUPS; // of a tile and consumer: groups that are done, pieces of each

__host__ __device__ static inline int parts_together(int parts) {
    int together = 1;
    while (together * together < parts || together * MOST_GROUPS < parts)
        together++;
    return parts <= FEW_PARTS ? parts : together;
}

// Is this consumer the last of `others` + 1? What those before left in global memory is there then,
// and the counter is zero again. `flag` lies in shared memory.
__device__ static inline bool comes_last(unsigned *count, int others, unsigned *flag) {
    const int consumer = threadIdx.x / 128 - 1;
    __threadfence();
    warpgroup_barrier(1 + consumer);
    if (threadIdx.x % 128 == 0) {
        const bool is_last = atomicAdd(count, 1u) == (unsigned)others;
        if (is_last)
            *count = 0;
        __threadfence();
        flag[consumer] = is_last;
    }
    warpgroup_barrier(1 + consumer);
    return flag[consumer];
}

// A thread's sums in global memory: 16 bytes, and again 128 threads further on.
template <int SUMS> __device__ static inline void leave_sums(float *to, const float (&d)[SUMS]) {
#pragma unroll
    for (int i = 0; i < SUMS; i += 4)
        __stcg((float4 *)(to + i * 128), make_float4(d[i], d[i + 1], d[i + 2], d[i + 3]));
}
// d becomes the sum of what lies at `first`, and then at `rest`, `rest` + `apart`, ..., `count`
// times. What counts is how much is on the way at a time: 16 sums of six parts, or four.
template <int SUMS>
__device__ static inline void add_up(float (&d)[SUMS], const float *first, const float *rest,
                                     size_t apart, int count) {
    const int some = 4, ahead = SUMS > 64 ? 4 : 6; // times four sums; parts
#pragma unroll
    for (int at = 0; at < SUMS; at += 4 * some) {
#pragma unroll
        for (int i = 0; i < some; i++) {
            const float4 x = __ldcg((const float4 *)(first + (at + 4 * i) * 128));
            d[at + 4 * i] = x.x, d[at + 4 * i + 1] = x.y;
            d[at + 4 * i + 2] = x.z, d[at + 4 * i + 3] = x.w;
        }
#pragma unroll 1
        for (int part = 0; part < count; part += ahead) {
            float4 more[ahead][some];
#pragma unroll
            for (int q = 0; q < ahead; q++)
#pragma unroll
                for (int i = 0; i < some; i++)
                    more[q][i] = part + q < count
                                     ? __ldcg((const float4 *)(rest + (part + q) * apart +
                                                               (at + 4 * i) * 128))
                                     : make_float4(0, 0, 0, 0);
#pragma unroll
            for (int q = 0; q < ahead; q++)
#pragma unroll
                for (int i = 0; i < some; i++) {
                    d[at + 4 * i] += more[q][i].x, d[at + 4 * i + 1] += more[q][i].y;
                    d[at + 4 * i + 2] += more[q][i].z, d[at + 4 * i + 3] += more[q][i].w;
                }
        }
    }
}

// True: d is the whole tile's now, and only this consumer has sums to store. `partial` has
// SUMS * 128 numbers for each slot, block of a cluster and consumer; `arrived` has COUNTERS zeros
// for each tile and consumer, and has them again afterwards.
template <class S>
__device__ static inline bool add_parts(float (&d)[S::SUMS], const struct schedule *s,
                                        const struct piece *piece, float *partial,
                                        unsigned *arrived, unsigned *flag) {
    const int consumer = threadIdx.x / 128 - 1, thread = threadIdx.x % 128;
    const int who = blockIdx.x % S::CLUSTER * S::CONSUMERS + consumer;
    const size_t each = (size_t)S::CLUSTER * S::CONSUMERS * S::SUMS * 128;
    const int unit = piece->unit - s->whole;
    const int first = part_of(s, (long long)unit * s->steps);
    const int last = part_of(s, (long long)(unit + 1) * s->steps - 1);
    const int parts = last - first + 1, together = parts_together(parts);
    const int groups = (parts + together - 1) / together;
    const int mine = (piece->slot / 2 - first) / together, begin = mine * together;
    const int count = min(together, parts - begin);
    unsigned *counters = arrived + ((size_t)unit * S::CLUSTER * S::CONSUMERS + who) * COUNTERS;
    float *own = partial + (size_t)who * S::SUMS * 128 + 4 * thread;
    float *tile = own + (size_t)2 * first * each; // a tile's first piece lies one slot further on
    leave_sums(own + piece->slot * each, d);
    if (!comes_last(&counters[1 + mine], count - 1, flag))
        return false;
    float *head = tile + (begin ? (size_t)2 * begin : 1) * each;
    add_up(d, head, tile + (size_t)2 * (begin + 1) * each, 2 * each, count - 1);
    if (groups == 1)
        return true;
    leave_sums(head, d);
    if (!comes_last(&counters[0], groups - 1, flag))
        return false;
    add_up(d, tile + each, tile + (size_t)2 * together * each, (size_t)2 * together * each,
           groups - 1);
    return true;
}

// ---- to c --------------------------------------------------------------------------------------

// A part of a consumer's sums into a slot, swizzled. bf16: 64 rows and 64 columns.
__device__ static inline void write_slot(const bf16 *, const float *d, int part,
                                         unsigned char *slot) {
    const int lane = threadIdx.x % 32, row = threadIdx.x / 32 % 4 * 16 + lane % 16;
#pragma unroll
    for (int j = 0; j < 8; j += 2) {
        const float *s = d + 32 * part + 4 * j;
        const int piece = (j + lane / 16) ^ row % 8;
        store_matrices(shared_address(slot + row * BOX + piece * 16), pack(s[0], s[1]),
                       pack(s[2], s[3]), pack(s[4], s[5]), pack(s[6], s[7]));
    }
}
// TF32: 32 rows and 64 columns, in two boxes. Half of the lanes begin with the columns of
// load_turned's rows 0 to 7, half with those of the rest: again 32 lanes, 32 banks.
__device__ static inline void write_slot(const float *, const float *d, int part,
                                         unsigned char *slot) {
    const int lane = threadIdx.x % 32, g = lane / 4, t = lane % 4, warp = threadIdx.x / 32 % 4;
    unsigned char *box = slot + warp / 2 * (SLOT / 2) + g % 4 * 4;
#pragma unroll
    for (int i = 0; i < 16; i++) {
        const float *s = d + 16 * part + i / 4 * 4 + i / 2 % 2;
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
// bf16: row after row, number by number. Pairs of numbers, with as many rows on the way as above,
// were slower: 1.4 times as long where c is larger than the L2.
__device__ static inline void copy_slot(const bf16 *, const unsigned char *slot, bf16 *c, int row,
                                        int column, struct sizes s) {
    const int lane = threadIdx.x % 32, x = column + 2 * lane;
    for (int r = threadIdx.x / 32 % 4; r < 64 && row + r < s.m; r += 4) {
        const bf16 *two = (const bf16 *)(slot + r * BOX + (lane / 4 ^ r % 8) * 16 + lane % 4 * 4);
        for (int i = 0; i < 2; i++)
            if (x + i < s.n)
                c[(size_t)(row + r) * s.n + x + i] = two[i];
    }
}

// A consumer's sums to c, slot by slot. c NULL: by map_c.
template <class S>
__device__ static inline void store_sums(const float (&d)[S::SUMS], unsigned char *slots,
                                         const struct tensor_map *map_c, typename S::T *c,
                                         struct place at, struct sizes s) {
    typedef typename S::T T;
    const int consumer = threadIdx.x / 128 - 1;
    const bool first = threadIdx.x % 128 == 0;
#pragma unroll
    for (int part = 0; part < S::SLOTS_FULL; part++) {
        unsigned char *slot = slots + (consumer * SLOTS + part % SLOTS) * SLOT;
        const int row = at.row + (S::TURNED ? 32 * part : 64 * consumer);
        const int column = at.column + (S::TURNED ? 64 * consumer : 64 * part);
        if (first)
            tma_store_wait<(S::SLOTS_FULL < SLOTS ? 0 : SLOTS - 1)>(); // what was in the slot has
                                                                       // been read
        warpgroup_barrier(1 + consumer);
        write_slot((const T *)NULL, d, part, slot);
        fence_for_engines();
        warpgroup_barrier(1 + consumer);
        if (c != NULL) {
            copy_slot((const T *)NULL, slot, c, row, column, s);
        } else if (first) {
            store_slot((const T *)NULL, map_c, row, column, shared_address(slot));
            tma_store_commit();
        }
    }
}

// ---- the kernel --------------------------------------------------------------------------------

template <class S>
__global__ void __launch_bounds__(S::THREADS, 1) CLUSTER_OF(S::CLUSTER)
    hopper_kernel(const __grid_constant__ struct tensor_map map_a,
                  const __grid_constant__ struct tensor_map map_b,
                  const __grid_constant__ struct tensor_map map_c, const typename S::T *a,
                  const typename S::T *b, typename S::T *c, struct sizes size,
                  struct schedule schedule, float *partial, unsigned *arrived) {
    if (!HOPPER)
        return;
    typedef typename S::T T;
    extern __shared__ __align__(1024) unsigned char memory[]; // stages, slots, barriers, flags
    unsigned char *slots = memory + S::STAGES * S::STAGE;
    const uint32_t full = shared_address(slots + S::SLOTS_BYTES);
    const uint32_t empty = full + BARRIER * S::STAGES;
    unsigned *flag = (unsigned *)(slots + S::SLOTS_BYTES + 2 * BARRIER * S::STAGES);
    const int clusters = gridDim.x / S::CLUSTER;
    struct worker worker = worker_start(blockIdx.x / S::CLUSTER);
    struct turn t = {0, 0};
    struct piece piece = {0, 0, 0, 0};

    if (threadIdx.x == 0) {
        for (int i = 0; i < S::STAGES; i++) {
            mbarrier_init(full + BARRIER * i, S::ARRIVALS);
            mbarrier_init(empty + BARRIER * i, S::CONSUMERS * S::READERS * S::CLUSTER);
        }
        mbarrier_init_fence();
    }
    cluster_wait_for_all();
    wait_for_previous();
    let_next_begin();

    if (S::BY_HAND && threadIdx.x / 128 % (1 + S::CONSUMERS) == 0) {
        const struct by_hand<T> hand_a = by_hand_of(a, size.m, size.k);
        const struct by_hand<T> hand_b = by_hand_of(b, size.k, size.n);
        registers_give<S::PRODUCER_REGISTERS>();
        produce_by_hand<S>(&map_a, &map_b, &hand_a, &hand_b, memory, full, empty, &schedule,
                           worker);
    } else if (threadIdx.x < 128) {
        if (S::UNEQUAL)
            registers_give<S::PRODUCER_REGISTERS>();
        bool backwards = false; // every other tile: what was fetched last is still in the L2
        while (threadIdx.x == 0 && next_piece(&schedule, &worker, clusters, &piece)) {
            const struct place at = tile_at<S>(piece.unit, &schedule);
            for (int step = piece.first; step < piece.last; step++) {
                const int p = backwards ? piece.last - 1 - (step - piece.first) : step;
                mbarrier_wait(empty + BARRIER * t.stage, t.parity ^ 1);
                mbarrier_expect(full + BARRIER * t.stage, S::STAGE);
                const uint32_t stage = shared_address(memory) + t.stage * S::STAGE;
                load_a<S>(stage, &map_a, at, p * S::DEEP, full + BARRIER * t.stage);
                load_b<S>(stage, &map_b, at, p * S::DEEP, full + BARRIER * t.stage);
                next_turn<S::STAGES>(&t);
            }
            backwards = !backwards;
        }
    } else {
        if (S::UNEQUAL)
            registers_take<S::CONSUMER_REGISTERS>();
        float d[S::SUMS];
        while (next_piece(&schedule, &worker, clusters, &piece)) {
            const struct place at = tile_at<S>(piece.unit, &schedule);
            multiply_stages<S>((const T *)NULL, d, memory, full, empty, &t,
                               piece.last - piece.first);
            if (piece.last - piece.first == schedule.steps ||
                add_parts<S>(d, &schedule, &piece, partial, arrived, flag))
                store_sums<S>(d, slots, &map_c, c, at, size);
        }
        if (threadIdx.x % 128 == 0)
            tma_store_wait<0>();
    }
    cluster_wait_for_all(); // nobody leaves while the neighbour may still write here
}

#endif
