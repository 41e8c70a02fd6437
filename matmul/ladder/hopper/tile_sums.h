// SPDX-License-Identifier: MIT
// Tiles of c whose k is cut into parts (tile_schedule.h): how the parts' sums come together.
//
// A consumer leaves the sums of an incomplete piece in global memory. When it has done all of its
// work, it comes back to the tiles that it has a piece of: as soon as all pieces of one are there,
// each consumer adds up a share of the tile, the same place of every piece, and stores it. So a
// tile in many parts is added up by as many blocks, always in the same order. Who waits here has
// nothing else to do, and all whom it waits for are running: a grid has no more blocks than the GPU
// holds at a time.
#ifndef TILE_SUMS_H
#define TILE_SUMS_H

#include "hopper.h"
#include "matmul/sizes.h"
#include "../tensor_work.h"
#include "tile_schedule.h"

// What these need of a tile size S: CONSUMERS, PARTNERS, PINGPONG, CLUSTER, the SUMS of a thread in
// HALVES, and whether the product is TURNED, as in hopper_ring.h. The sums of a warp and quad, four
// sums of each lane, are a chunk: 512 bytes. A consumer has SUMS of them.

const int CHUNK = 128, TOGETHER = 4; // floats; chunks that a warp adds up at a time
const int SCRATCH = 3 * TOGETHER * CHUNK * (int)sizeof(float); // bytes of shared memory, a consumer

// Where a consumer's sums of a piece lie.
template <class S> __device__ static inline float *piece_at(float *partial, int slot) {
    const int who = rank_in_group<S>() * S::PARTNERS + partner<S>();
    return partial + ((size_t)slot * S::CLUSTER * S::PARTNERS + who) * S::SUMS * 128;
}
// The counter of a tile and consumer: first of pieces that are there, then also of those who know.
template <class S>
__device__ static inline unsigned *counter_of(unsigned *arrived, const struct schedule *s,
                                              int unit) {
    const int who = rank_in_group<S>() * S::PARTNERS + partner<S>();
    return arrived + (unit - s->whole) * S::CLUSTER * S::PARTNERS + who;
}

template <class S>
__device__ static inline void leave_piece(const float (&d)[S::SUMS], const struct schedule *s,
                                          const struct piece *piece, float *partial,
                                          unsigned *arrived) {
    const int consumer = threadIdx.x / 128 - 1, thread = threadIdx.x % 128;
    float *to = piece_at<S>(partial, piece->slot) + 4 * thread;
#pragma unroll
    for (int i = 0; i < S::SUMS; i += 4)
        __stcg((float4 *)(to + i * 128), make_float4(d[i], d[i + 1], d[i + 2], d[i + 3]));
    __threadfence();
    warpgroup_barrier(1 + consumer);
    if (thread == 0)
        atomicAdd(counter_of<S>(arrived, s, piece->unit), 1u);
}

// Until all parts of a tile are there. Who comes last makes the counter zero again.
__device__ static inline void wait_for_pieces(unsigned *counter, unsigned parts) {
    if (threadIdx.x % 128 == 0) {
        while (*(volatile unsigned *)counter < parts)
            ;
        __threadfence();
        if (atomicAdd(counter, 1u) == 2 * parts - 1)
            *counter = 0;
    }
    warpgroup_barrier(threadIdx.x / 128);
}

// The sums of `count` chunks from `chunk` on, over parts `part`, `part` + `apart`, ... of `parts`.
// load(p, chunk) is this lane's four sums of part p. What counts is how much is on its way at a
// time.
template <class S, int AHEAD, class L>
__device__ static inline void add_chunks(float4 (&x)[TOGETHER], const L &load, int chunk, int count,
                                         int part, int apart, int parts) {
#pragma unroll
    for (int i = 0; i < TOGETHER; i++)
        x[i] = make_float4(0, 0, 0, 0);
#pragma unroll 1
    for (; part < parts; part += AHEAD * apart) {
        float4 more[AHEAD][TOGETHER];
#pragma unroll
        for (int q = 0; q < AHEAD; q++)
#pragma unroll
            for (int i = 0; i < TOGETHER; i++) {
                const int p = part + q * apart;
                more[q][i] = p < parts && i < count ? load(p, chunk + i) : make_float4(0, 0, 0, 0);
            }
#pragma unroll
        for (int q = 0; q < AHEAD; q++)
#pragma unroll
            for (int i = 0; i < TOGETHER; i++) {
                x[i].x += more[q][i].x, x[i].y += more[q][i].y;
                x[i].z += more[q][i].z, x[i].w += more[q][i].w;
            }
    }
}

// Two sums side by side to c, where they have a place in it.
__device__ static inline void put_two(float *c, size_t at, float x, float y, int left, int unit) {
    if (left > 1 && unit >= 8) {
        *(float2 *)(c + at) = make_float2(x, y);
    } else {
        if (left > 0)
            c[at] = x;
        if (left > 1)
            c[at + 1] = y;
    }
}
__device__ static inline void put_two(bf16 *c, size_t at, float x, float y, int left, int unit) {
    if (left > 1 && unit >= 4) {
        *(uint32_t *)(c + at) = pack(x, y);
    } else {
        if (left > 0)
            put(c + at, x);
        if (left > 1)
            put(c + at + 1, y);
    }
}

// A chunk to its place in c: the fragments of wgmma in hopper.h; in TF32 those of load_turned in
// hopper_tiles.h.
template <class S, typename T>
__device__ static inline void store_chunk(T *c, int unit, const struct sizes *s, struct place at,
                                          int chunk, float4 x) {
    const int quads = S::SUMS / 4, of_half = quads / S::HALVES;
    const int lane = threadIdx.x % 32, g = lane / 4, t = lane % 4;
    const int warp = chunk / quads, quad = chunk % quads;
    if (S::TURNED && sizeof(T) == sizeof(float)) {
        const int row = at.row + 8 * quad + 2 * t;
        const int column =
            at.column + 64 * partner<S>() + warp / 2 * 32 + (g / 4 * 4 + warp % 2 * 2) * 4 + g % 4;
        const float number[2][2] = {{x.x, x.z}, {x.y, x.w}};
#pragma unroll
        for (int i = 0; i < 4; i++)
            if (row + i / 2 < s->m && column + i % 2 * 4 < s->n)
                put(c + (size_t)(row + i / 2) * s->n + column + i % 2 * 4, number[i / 2][i % 2]);
    } else if (S::TURNED) {
        // A lane has two rows of a column; it changes with the next column's lane, and both have
        // two columns of a row.
        const int odd = g % 2, row = at.row + 8 * (quad % of_half) + 2 * t + odd;
        const int column =
            at.column + (quad / of_half * S::PARTNERS + partner<S>()) * 64 + 16 * warp + g - odd;
        const size_t first = (size_t)row * s->n + column;
        const float near = __shfl_xor_sync(~0u, odd ? x.x : x.y, 4);
        const float far = __shfl_xor_sync(~0u, odd ? x.z : x.w, 4);
        if (row < s->m) {
            put_two(c, first, odd ? near : x.x, odd ? x.y : near, s->n - column, unit);
            put_two(c, first + 8, odd ? far : x.z, odd ? x.w : far, s->n - column - 8, unit);
        }
    } else {
        const int row = at.row + (quad / of_half * S::PARTNERS + partner<S>()) * 64 + 16 * warp + g;
        const int column = at.column + quad % of_half * 8 + 2 * t;
        const size_t first = (size_t)row * s->n + column;
        if (row < s->m)
            put_two(c, first, x.x, x.y, s->n - column, unit);
        if (row + 8 < s->m)
            put_two(c, first + (size_t)8 * s->n, x.z, x.w, s->n - column, unit);
    }
}

// This consumer's share of the tile that `piece` is of. Chunks are shared out evenly; where there
// are many, each warp has its own, else all four take a part of the pieces each. `scratch` is
// SCRATCH bytes of the consumer's own.
template <class S, typename T>
__device__ static inline void add_share(const struct schedule *s, const struct piece *piece,
                                        struct place at, float *partial, unsigned *arrived,
                                        unsigned char *scratch, T *c, const struct sizes *size) {
    const int consumer = threadIdx.x / 128 - 1, warp = threadIdx.x / 32 % 4,
              lane = threadIdx.x % 32;
    const long long unit_begin = (long long)(piece->unit - s->whole) * s->steps;
    const int first = part_of(s, unit_begin), last = part_of(s, unit_begin + s->steps - 1);
    const int parts = last - first + 1, mine = piece->slot / 2 - first;
    const int begin = mine * S::SUMS / parts, end = (mine + 1) * S::SUMS / parts;
    const float *from = piece_at<S>(partial, 2 * first);
    const size_t slot = (size_t)S::CLUSTER * S::PARTNERS * S::SUMS * 128;
    const auto load = [=](int p, int chunk) { // slots as next_piece has them
        const int quads = S::SUMS / 4, at = (chunk % quads * 4 + chunk / quads) * CHUNK + 4 * lane;
        return __ldcg((const float4 *)(from + (2 * p + (p == 0)) * slot + at));
    };
    const int unit = unit_of(c, size->n);
    wait_for_pieces(counter_of<S>(arrived, s, piece->unit), parts);
    float4 x[TOGETHER];
    if (end - begin >= TOGETHER) {
#pragma unroll 1
        for (int chunk = begin + warp * TOGETHER; chunk < end; chunk += 4 * TOGETHER) {
            add_chunks<S, 6>(x, load, chunk, end - chunk, 0, 1, parts);
#pragma unroll
            for (int i = 0; i < TOGETHER; i++)
                if (chunk + i < end)
                    store_chunk<S>(c, unit, size, at, chunk + i, x[i]);
        }
    } else if (end > begin) {
        float4 *others = (float4 *)scratch;
        add_chunks<S, 6>(x, load, begin, end - begin, warp, 4, parts);
        if (warp > 0)
#pragma unroll
            for (int i = 0; i < TOGETHER; i++)
                others[((warp - 1) * TOGETHER + i) * 32 + lane] = x[i];
        warpgroup_barrier(1 + consumer);
        if (warp == 0)
#pragma unroll
            for (int i = 0; i < TOGETHER; i++) {
#pragma unroll
                for (int w = 0; w < 3; w++) {
                    const float4 y = others[(w * TOGETHER + i) * 32 + lane];
                    x[i].x += y.x, x[i].y += y.y, x[i].z += y.z, x[i].w += y.w;
                }
                if (begin + i < end)
                    store_chunk<S>(c, unit, size, at, begin + i, x[i]);
            }
        warpgroup_barrier(1 + consumer); // the next share writes there
    }
}

// All of a consumer's shares. `scratch` is SCRATCH bytes of its own.
template <class S, typename T>
__device__ static inline void add_shares(const struct schedule *s, int clusters, float *partial,
                                         unsigned *arrived, unsigned char *scratch, T *c,
                                         const struct sizes *size) {
    struct worker worker = worker_start(blockIdx.x / S::CLUSTER);
    struct piece piece = {0, 0, 0, 0};
    if (s->parts == 0)
        return;
    warpgroup_barrier(threadIdx.x / 128); // whoever reads the scratch has done so
    int turn = FIRST_CONSUMER;
    for (; next_piece(s, &worker, clusters, &piece) && piece.unit >= s->whole;
         turn = next_consumer(turn))
        if (piece.last - piece.first < s->steps && is_mine<S>(turn))
            add_share<S>(s, &piece, tile_at<S>(piece.unit, s), partial, arrived, scratch, c, size);
}

// For those who add nothing, add_in_cluster is two meetings.
__device__ static inline void meet_consumers(void) {
    for (int i = 0; i < 2; i++)
        cluster_wait_for_all();
}

// The unit of a cluster whose groups of blocks have a part of k each: of a tile, each block adds up
// a share of all parts, and stores it. The sums are sent to whose share they are, to where its
// stages were: registers to the other's shared memory, which is quicker than to read them there.
// All threads of the cluster meet twice: when nobody reads or writes stages any more, and when all
// sums are there.
template <class S, typename T>
__device__ static inline void add_in_cluster(const float (&d)[S::SUMS], const struct schedule *s,
                                             struct place at, unsigned char *memory, T *c,
                                             const struct sizes *size) {
    const int warp = threadIdx.x / 32 % 4, lane = threadIdx.x % 32;
    const int mine = blockIdx.x / S::CLUSTER % s->split, unit = unit_of(c, size->n);
    const int begin = mine * S::SUMS / s->split, end = (mine + 1) * S::SUMS / s->split;
    // What part p has of the share's first chunk, floats from here on; the next follow.
    const int most = (S::SUMS + s->split - 1) / s->split;
    const auto at_part = [=](int p) {
        return (p * S::PARTNERS + partner<S>()) * most * CHUNK + 4 * lane;
    };
    const float *own = (const float *)memory;
    const int rank = rank_in_group<S>();
    const uint32_t to = shared_address(memory) + at_part(mine) * (int)sizeof(float);
    cluster_wait_for_all();
#pragma unroll
    for (int i = 0; i < S::SUMS; i += 4) {
        const int chunk = warp * (S::SUMS / 4) + i / 4;
        const int whose = ((chunk + 1) * s->split - 1) / S::SUMS;
        const int place = chunk - whose * S::SUMS / s->split;
        store_to_block(to + place * CHUNK * (int)sizeof(float), whose * S::CLUSTER + rank,
                       make_float4(d[i], d[i + 1], d[i + 2], d[i + 3]));
    }
    cluster_wait_for_all();
    const auto load = [=](int p, int chunk) {
        return *(const float4 *)(own + at_part(p) + (chunk - begin) * CHUNK);
    };
    float4 x[TOGETHER];
#pragma unroll 1
    for (int chunk = begin + warp * TOGETHER; chunk < end; chunk += 4 * TOGETHER) {
        add_chunks<S, 4>(x, load, chunk, end - chunk, 0, 1, s->split);
#pragma unroll
        for (int i = 0; i < TOGETHER; i++)
            if (chunk + i < end)
                store_chunk<S>(c, unit, size, at, chunk + i, x[i]);
    }
}

#endif
