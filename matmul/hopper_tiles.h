// SPDX-License-Identifier: MIT
// The product as Hopper wants it: the kernel of matmul_tensor's upper rungs, in many tile sizes.
//
// One block: a tile of c, whose sums are kept by one or two warpgroups, the consumers. One more
// warpgroup, the producer, is a single thread that asks the copy engine for stages of a ring: 128
// bytes of k, for all rows of a and columns of b that the tile needs. A stage
// has two mbarriers: `full` ends a phase when the copies are complete, `empty` when nobody reads
// the stage any more.
//
// A stage is `wide` and `own`: a consumer multiplies 64 rows of its own part by all of the wide
// one. Where blocks form a cluster of two, the wide part is the same for both, and each fetches
// half of it, for both of them.
//
//   bf16: own are rows of a, wide are columns of b: wgmma's own shape, both read from shared
//   memory. TF32: wgmma wants both factors with k contiguous, and b is not: here it is turned on
//   its way
//         through the registers, where wgmma takes its first factor from. So the product is turned
//         too, c^T = b^T a^T: own are columns of b, wide are rows of a.
#ifndef HOPPER_TILES_H
#define HOPPER_TILES_H

#include "hopper.h"
#include "sizes.h"
#include "tensor_work.h"

const int SLOT = 8 << 10, SLOTS = 2; // bytes on their way to c; two for each consumer
const int BARRIER = 8;               // bytes
const int BOX = 128;                 // bytes of a row of a box
const int PRODUCER_REGISTERS = 40,
          CONSUMER_REGISTERS = 232; // of 168 that each of three begins with
const int ROOM = 227 << 10;         // bytes of shared memory for a block

constexpr int at_most(int most, int value) {
    return value < most ? value : most;
}

// All sizes are known when this is compiled. STAGES 0: as many as there is room for.
template <typename T_, int CONSUMERS_, int WIDE_, int CLUSTER_, int STAGES_ = 0> struct tiling {
    typedef T_ T;
    static constexpr bool TURNED = sizeof(T) == 4;
    static constexpr int CONSUMERS = CONSUMERS_, CLUSTER = CLUSTER_;
    static constexpr int WIDE = WIDE_, OWN = 64 * CONSUMERS; // rows of a or columns of b
    static constexpr int M = TURNED ? WIDE : OWN, N = TURNED ? OWN : WIDE; // the tile of c
    static constexpr int DEEP = BOX / sizeof(T);                           // a stage's part of k
    static constexpr int BELOW = TURNED ? 1 : CLUSTER,
                         BESIDE = TURNED ? CLUSTER : 1; // of a cluster
    static constexpr int SUMS = WIDE / 2;               // of a thread
    static constexpr int WIDE_BYTES = WIDE * BOX, STAGE = (WIDE + OWN) * BOX;
    static constexpr int SLOTS_BYTES = CONSUMERS * SLOTS * SLOT, FLAGS = 16;
    static constexpr int STAGES =
        STAGES_ ? STAGES_ : at_most(8, (ROOM - SLOTS_BYTES - FLAGS) / (STAGE + 2 * BARRIER));
    static constexpr int SHARED = STAGES * (STAGE + 2 * BARRIER) + SLOTS_BYTES + FLAGS;
    static constexpr int SLOT_ROWS = TURNED ? 32 : 64, SLOTS_FULL = WIDE / SLOT_ROWS;
    static constexpr int READERS = TURNED ? 4 : 1; // threads who say that a consumer is done:
    static constexpr int THREADS = 128 * (1 + CONSUMERS); // a warp's, where each reads for itself
};

// ---- who does what -----------------------------------------------------------------------------
// A unit of work is a tile of c, or a pair of them for a cluster. The first `whole` units go to the
// clusters in turn, each with all of k. All stages of the other units, one unit after the other,
// are cut into `parts` of the same length, which begin and end anywhere: so every cluster has the
// same to do (stream k), or a few tiles have enough blocks (split k).
struct schedule {
    int rows, columns; // of units
    int group;         // rows of units that are gone through together
    int whole, parts;
    int steps; // stages of a unit
};

// Stages first ... last - 1 of a unit; `slot` is where the sums of an incomplete one go.
struct piece {
    int unit, first, last, slot;
};

struct worker {
    int unit, part;    // the next of each
    long long at, end; // in the part at hand
};

__host__ __device__ static inline long long part_begin(const struct schedule *s, int part) {
    return (long long)(s->rows * s->columns - s->whole) * s->steps * part / s->parts;
}

// The part that has this stage.
__device__ static inline int part_of(const struct schedule *s, long long at) {
    const long long all = (long long)(s->rows * s->columns - s->whole) * s->steps;
    int part = (int)(at * s->parts / all);
    while (part_begin(s, part) > at)
        part--;
    while (part_begin(s, part + 1) <= at)
        part++;
    return part;
}

__device__ static inline struct worker worker_start(int cluster) {
    struct worker w;
    w.unit = w.part = cluster;
    w.at = w.end = 0;
    return w;
}

// The next piece of work, or none: parts first, so that adding them up meets other work.
__device__ static inline bool next_piece(const struct schedule *s, struct worker *w, int clusters,
                                         struct piece *piece) {
    if (w->at >= w->end && w->part < s->parts) {
        w->at = part_begin(s, w->part);
        w->end = part_begin(s, w->part + 1);
        piece->slot = 2 * w->part + 1;
        w->part += clusters;
    }
    if (w->at < w->end) {
        const long long left = w->end - w->at;
        piece->unit = s->whole + (int)(w->at / s->steps);
        piece->first = (int)(w->at % s->steps);
        piece->last = left < s->steps - piece->first ? piece->first + (int)left : s->steps;
        piece->slot = piece->first ? piece->slot & ~1 : piece->slot | 1;
        w->at += piece->last - piece->first;
        return true;
    }
    piece->unit = w->unit;
    piece->first = 0;
    piece->last = s->steps;
    w->unit += clusters;
    return piece->unit < s->whole;
}

// Where a unit is: in groups of so many rows, column by column, every other group backwards. So
// what is in use at a time is nearly square, and fits the L2.
struct place {
    int row, column;
};
__device__ static inline struct place place_at(int index, const struct schedule *s) {
    const int above = index / (s->group * s->columns) * s->group;
    const int high = s->rows - above < s->group ? s->rows - above : s->group;
    const int inside = index - above * s->columns;
    struct place place;
    place.row = above + inside % high;
    place.column = above / s->group % 2 ? s->columns - 1 - inside / high : inside / high;
    return place;
}

// The first row and column of this block's tile.
template <class S>
__device__ static inline struct place tile_at(int unit, const struct schedule *s) {
    const int rank = blockIdx.x % S::CLUSTER;
    struct place place = place_at(unit, s);
    place.row = (place.row * S::BELOW + rank % S::BELOW) * S::M;
    place.column = (place.column * S::BESIDE + rank % S::BESIDE) * S::N;
    return place;
}

// ---- the ring ----------------------------------------------------------------------------------

// The stage that comes next, and the parity of the phase that its barriers are in.
struct turn {
    int stage;
    uint32_t parity;
};
template <int stages> __device__ static inline void next_turn(struct turn *t) {
    t->stage = (t->stage + 1) % stages;
    t->parity ^= t->stage == 0;
}

template <int cluster>
__device__ static inline void load_wide(uint32_t to, const struct tensor_map *map, int x, int y,
                                        uint32_t full) {
    if (cluster == 1)
        tma_load(to, map, x, y, full);
    else
        tma_load_multicast(to, map, x, y, full, (1 << cluster) - 1);
}

// A stage of bf16: a in one box; b in boxes of 64 x 64, side by side in the matrix, one below the
// other in shared memory.
template <class S>
__device__ static inline void load_stage(const bf16 *, uint32_t stage, const struct tensor_map *a,
                                         const struct tensor_map *b, struct place at, int p,
                                         uint32_t full) {
    const int boxes = S::WIDE / 64, rank = blockIdx.x % S::CLUSTER;
    tma_load(stage + S::WIDE_BYTES, a, p, at.row, full);
    for (int i = rank * boxes / S::CLUSTER; i < (rank + 1) * boxes / S::CLUSTER; i++)
        load_wide<S::CLUSTER>(stage + i * 64 * BOX, b, at.column + 64 * i, p, full);
}
// Of TF32: b in boxes of 32 x 32; a in one, or two of half its rows.
template <class S>
__device__ static inline void load_stage(const float *, uint32_t stage, const struct tensor_map *a,
                                         const struct tensor_map *b, struct place at, int p,
                                         uint32_t full) {
    const int rank = blockIdx.x % S::CLUSTER, half = rank * (S::WIDE / S::CLUSTER);
    for (int i = 0; i < S::OWN / 32; i++)
        tma_load(stage + S::WIDE_BYTES + i * 32 * BOX, b, at.column + 32 * i, p, full);
    load_wide<S::CLUSTER>(stage + half * BOX, a, p, at.row + half, full);
}

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
// pieces of its tile, always in the same order, and returns true: only it has sums to store.
// `flag` lies in shared memory; `partial` has SUMS * 128 numbers for each slot, block of a cluster
// and consumer; `arrived` has a zero for each tile and consumer, and has it again afterwards.
template <class S>
__device__ static inline bool add_parts(float (&d)[S::SUMS], const struct schedule *s,
                                        const struct piece *piece, float *partial,
                                        unsigned *arrived, unsigned *flag) {
    const int consumer = threadIdx.x / 128 - 1, thread = threadIdx.x % 128;
    const int who = blockIdx.x % S::CLUSTER * S::CONSUMERS + consumer;
    const size_t each = (size_t)S::CLUSTER * S::CONSUMERS * S::SUMS * 128;
    float *own = partial + (size_t)who * S::SUMS * 128 + thread;
#pragma unroll
    for (int i = 0; i < S::SUMS; i++)
        __stcg(own + piece->slot * each + i * 128, d[i]);
    __threadfence();
    warpgroup_barrier(1 + consumer);
    const int unit = piece->unit - s->whole;
    const int first = part_of(s, (long long)unit * s->steps);
    const int last = part_of(s, (long long)(unit + 1) * s->steps - 1);
    if (thread == 0) {
        unsigned *count = arrived + (size_t)unit * S::CLUSTER * S::CONSUMERS + who;
        const bool is_last = atomicAdd(count, 1u) == (unsigned)(last - first);
        if (is_last)
            *count = 0;
        __threadfence();
        flag[consumer] = is_last;
    }
    warpgroup_barrier(1 + consumer);
    if (!flag[consumer])
        return false;
    const int some = 32, ahead = 128 / S::SUMS; // so many sums of as many parts on the way
#pragma unroll
    for (int i = 0; i < S::SUMS; i++)
        d[i] = __ldcg(own + (size_t)(2 * first + 1) * each + i * 128);
#pragma unroll
    for (int from = 0; from < S::SUMS; from += some)
#pragma unroll 1
        for (int part = first + 1; part <= last; part += ahead) {
            float more[ahead][some];
#pragma unroll
            for (int q = 0; q < ahead; q++)
#pragma unroll
                for (int i = 0; i < some; i++)
                    more[q][i] =
                        part + q > last
                            ? 0
                            : __ldcg(own + (size_t)(2 * (part + q)) * each + (from + i) * 128);
#pragma unroll
            for (int q = 0; q < ahead; q++)
#pragma unroll
                for (int i = 0; i < some; i++)
                    d[from + i] += more[q][i];
        }
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
// Or, where rows of c don't begin at multiples of 16 bytes, by all threads: a warp a row.
template <int rows, typename T>
__device__ static inline void copy_slot(const unsigned char *slot, T *c, int row, int column,
                                        struct sizes s) {
    const int lane = threadIdx.x % 32, each = 4 / sizeof(T);
    for (int r = threadIdx.x / 32 % 4; r < rows && row + r < s.m; r += 4)
        for (int box = 0; box < 64 / (32 * each); box++) {
            const int x = column + 32 * box + each * lane;
            const unsigned char *from = slot + box * (SLOT / 2) + r * BOX;
            const T *two = (const T *)(from + (lane / 4 ^ r % 8) * 16 + lane % 4 * 4);
            for (int i = 0; i < each; i++)
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
            copy_slot<S::SLOT_ROWS>(slot, c, row, column, s);
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
                  const __grid_constant__ struct tensor_map map_c, typename S::T *c,
                  struct sizes size, struct schedule schedule, float *partial, unsigned *arrived) {
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
            mbarrier_init(full + BARRIER * i, 1);
            mbarrier_init(empty + BARRIER * i, S::CONSUMERS * S::READERS * S::CLUSTER);
        }
        mbarrier_init_fence();
    }
    cluster_wait_for_all();
    wait_for_previous();
    let_next_begin();

    if (threadIdx.x < 128) {
        if (S::CONSUMERS > 1)
            registers_give<PRODUCER_REGISTERS>();
        bool backwards = false; // every other tile: what was fetched last is still in the L2
        while (threadIdx.x == 0 && next_piece(&schedule, &worker, clusters, &piece)) {
            const struct place at = tile_at<S>(piece.unit, &schedule);
            for (int step = piece.first; step < piece.last; step++) {
                const int p = backwards ? piece.last - 1 - (step - piece.first) : step;
                mbarrier_wait(empty + BARRIER * t.stage, t.parity ^ 1);
                mbarrier_expect(full + BARRIER * t.stage, S::STAGE);
                load_stage<S>((const T *)NULL, shared_address(memory) + t.stage * S::STAGE, &map_a,
                              &map_b, at, p * S::DEEP, full + BARRIER * t.stage);
                next_turn<S::STAGES>(&t);
            }
            backwards = !backwards;
        }
    } else {
        if (S::CONSUMERS > 1)
            registers_take<CONSUMER_REGISTERS>();
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
