// SPDX-License-Identifier: MIT
// The ring of stages that feeds the tensor cores in hopper_tiles.h: what is in a stage, and how it
// gets there.
//
// One block: a tile of c, whose sums are kept by one to three warpgroups, the consumers. One more
// warpgroup, the producer, is a single thread that asks the copy engine for stages of a ring: 128
// bytes of k, for all rows of a and columns of b that the tile needs. A stage has two mbarriers:
// `full` ends a phase when the copies are complete, `empty` when nobody reads the stage any more.
//
// A stage is `wide` and `own`: a consumer multiplies 64 rows of its own part, or two HALVES of as
// many, by all of the wide one. Consumers are partners, with a part of the tile each; or, PINGPONG,
// two of them have every other tile of a block, all of it, and one stores its sums while the other
// one's products go on. Where blocks form a cluster, they share rows of a, columns of b, or both,
// and each fetches its part for all who need it.
//
// Own are rows of a, wide are columns of b; or the product is turned (c^T = b^T a^T), and own are
// columns of b, wide are rows of a. In bf16 wgmma reads both from shared memory, either way: what
// fits the size is taken. In TF32 it wants both factors with k contiguous, and b is not: it is
// turned on its way through the registers, where wgmma takes its first factor from. So the product
// is always turned, too.
//
// The copy engine wants rows to begin at multiples of 16 bytes. Others are fetched by two
// warpgroups, who write them to shared memory as the engine would, swizzled, and take turns with
// the stages. Where rows begin at multiples of 4 bytes, asynchronous copies of as many do: all
// stages that are free are on their way at a time. Rows of bf16 that begin anywhere go through
// registers: the aligned 16 bytes around a row's numbers are shifted into place.
#ifndef HOPPER_RING_H
#define HOPPER_RING_H

#include "hopper.h"
#include "matmul/sizes.h"
#include "../tensor_work.h"
#include "tile_schedule.h"

const int SLOT = 8 << 10;   // bytes on their way to c
const int BARRIER = 8;      // bytes
const int BOX = 128;        // bytes of a row of a box
const int ROOM = 227 << 10; // bytes of shared memory for a block

constexpr int at_most(int most, int value) {
    return value < most ? value : most;
}

// All sizes are known when this is compiled. STAGES 0: as many as there is room for; of bf16 by
// hand a few, so that there is room for the cache through which they are read.
template <typename T_, int CONSUMERS_, int WIDE_, int CLUSTER_, bool BY_HAND_ = false,
          int STAGES_ = 0, bool TURNED_ = sizeof(T_) == 4, int BELOW_ = TURNED_ ? 1 : CLUSTER_,
          int HALVES_ = 1, bool PINGPONG_ = false>
struct tiling {
    typedef T_ T, FACTOR;
    static constexpr bool TURNED = TURNED_, BY_HAND = BY_HAND_;
    static constexpr bool BY_REGISTERS = sizeof(T) == 4; // what is own is turned there
    static_assert(BY_REGISTERS ? TURNED : !(TURNED && BY_HAND), "nobody has written that");
    static constexpr int CONSUMERS = CONSUMERS_, CLUSTER = CLUSTER_, HALVES = HALVES_;
    static constexpr bool PINGPONG = PINGPONG_;
    static constexpr int PARTNERS = PINGPONG ? 1 : CONSUMERS;        // consumers of a tile
    static constexpr int WIDE = WIDE_, OWN = 64 * PARTNERS * HALVES; // rows of a or columns of b
    static_assert((!BY_HAND && !BY_REGISTERS) || (HALVES == 1 && !PINGPONG),
                  "nobody has written that");
    static constexpr int M = TURNED ? WIDE : OWN, N = TURNED ? OWN : WIDE; // the tile of c
    static constexpr int DEEP = BOX / sizeof(T);                           // a stage's part of k
    // Blocks of a cluster below and beside each other: those share columns of b, these rows of a.
    static constexpr int BELOW = BELOW_, BESIDE = CLUSTER / BELOW;
    static constexpr int HALF = WIDE / 2, SUMS = HALVES * HALF; // of a thread
    // Columns come in whole boxes; of the last one some may not be multiplied.
    static constexpr int WIDE_BYTES = (TURNED ? WIDE : (WIDE + 63) / 64 * 64) * BOX;
    static constexpr int STAGE = WIDE_BYTES + OWN * BOX;
    // A block loads so many rows of a box of a, and of each of its boxes of b: all of some boxes,
    // or where they don't divide, some of all.
    static constexpr int BOXES_B = (N * (int)sizeof(T) + BOX - 1) / BOX;
    static constexpr int ROWS_A = M / BESIDE, ROWS_B = BOXES_B % BELOW ? DEEP / BELOW : DEEP;
    static constexpr int A_AT = TURNED ? 0 : WIDE_BYTES, B_AT = TURNED ? WIDE_BYTES : 0; // in it
    // Two slots for each consumer; or one, where there is room for a fourth stage so.
    static constexpr int TWO_SLOTS = CONSUMERS * 2 * SLOT;
    static constexpr int SLOTS = (ROOM - TWO_SLOTS) / (STAGE + 2 * BARRIER) < 4 ? 1 : 2;
    static constexpr int SLOTS_BYTES = CONSUMERS * SLOTS * SLOT;
    static constexpr int STAGES = STAGES_ ? STAGES_
                                          : at_most(BY_HAND && !BY_REGISTERS ? 4 : 8,
                                                    (ROOM - SLOTS_BYTES) / (STAGE + 2 * BARRIER));
    static constexpr int SHARED = STAGES * (STAGE + 2 * BARRIER) + SLOTS_BYTES;
    static constexpr int SLOT_ROWS = BY_REGISTERS ? 32 : 64; // or columns: of what is wide
    static constexpr int SLOTS_FULL = (WIDE + SLOT_ROWS - 1) / SLOT_ROWS;
    // Can groups of blocks in a cluster have a part of k each (tile_sums.h)?
    static constexpr bool SPLITS =
        !PINGPONG && CONSUMERS * (SUMS + 7) * 128 * (int)sizeof(float) <= STAGES * STAGE;
    // Threads who say that a consumer is done: a warp's, where each reads for itself; all, where
    // what they have read is written over by hand.
    static constexpr int READERS = BY_HAND ? 128 : BY_REGISTERS ? 4 : 1;
    static constexpr int AHEAD = 8 / CONSUMERS; // pieces that a thread reads at a time by hand
    // Arrivals that make a stage full: each thread's who fetches, twice where it may go both ways.
    static constexpr int ARRIVALS = !BY_HAND ? 1 : BY_REGISTERS ? 1 + 128 : 1 + 2 * 128;
    // Registers of a producer's thread and a consumer's: together as many as all begin with.
    static constexpr bool UNEQUAL = CONSUMERS > 1 || BY_HAND;
    static constexpr int PRODUCER_REGISTERS = HALVES > 1      ? 24
                                              : CONSUMERS > 2 ? 32
                                              : !BY_HAND      ? 40
                                              : CONSUMERS > 1 ? 104
                                                              : 120;
    static constexpr int CONSUMER_REGISTERS = HALVES > 1                ? 240
                                              : CONSUMERS > 2           ? 160
                                              : BY_HAND &&CONSUMERS > 1 ? 152
                                                                        : 232;
    static constexpr int THREADS = 128 * (1 + CONSUMERS + BY_HAND); // the second by hand comes last
};

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

// So many stages on.
template <int stages> __device__ static inline void skip_turns(struct turn *t, int steps) {
    const int at = t->stage + steps;
    t->stage = at % stages;
    t->parity ^= at / stages & 1;
}

// For the blocks of the cluster that `blocks` has a bit for, or, where it shares nothing, this one.
template <bool shared>
__device__ static inline void load_box(uint32_t to, const struct tensor_map *map, int x, int y,
                                       uint32_t full, int blocks) {
    if (shared)
        tma_load_multicast(to, map, x, y, full, (uint16_t)blocks);
    else
        tma_load(to, map, x, y, full);
}

// The first block in the cluster of those that this one shares with.
template <class S> __device__ static inline int group_begin(void) {
    return S::CLUSTER > 1 && S::SPLITS ? block_in_cluster() / S::CLUSTER * S::CLUSTER : 0;
}

// A stage: a in one box, or, where the blocks beside each other share it, each loads its part for
// all of them; b in boxes 128 bytes wide, side by side in the matrix, one below the other in shared
// memory, shared by the blocks below each other.
template <class S>
__device__ static inline void load_a(uint32_t stage, const struct tensor_map *a, struct place at,
                                     int p, uint32_t full) {
    const int rank = rank_in_group<S>(), part = rank / S::BELOW * S::ROWS_A;
    const int row = ((1 << S::CLUSTER) - 1) / ((1 << S::BELOW) - 1); // a bit for each column
    load_box<(S::BESIDE > 1)>(stage + S::A_AT + part * BOX, a, p, at.row + part, full,
                              row << (group_begin<S>() + rank % S::BELOW));
}
template <class S>
__device__ static inline void load_b(uint32_t stage, const struct tensor_map *b, struct place at,
                                     int p, uint32_t full) {
    const int wide = BOX / sizeof(typename S::T), rank = rank_in_group<S>();
    const int part = rank % S::BELOW;
    const int column = ((1 << S::BELOW) - 1) << (group_begin<S>() + rank - part);
    const int boxes = S::ROWS_B == S::DEEP ? S::BOXES_B / S::BELOW : S::BOXES_B;
    const int first = S::ROWS_B == S::DEEP ? part * boxes : 0;
    const int row = S::ROWS_B == S::DEEP ? 0 : part * S::ROWS_B;
    for (int i = first; i < first + boxes; i++)
        load_box<(S::BELOW > 1)>(stage + S::B_AT + (i * S::DEEP + row) * BOX, b,
                                 at.column + wide * i, p + row, full, column);
}

template <class S, typename T>
__device__ static inline void load_stage(const T *, uint32_t stage, const struct tensor_map *a,
                                         const struct tensor_map *b, struct place at, int p,
                                         uint32_t full) {
    load_a<S>(stage, a, at, p, full);
    load_b<S>(stage, b, at, p, full);
}

// What the producer does, a single thread. load(stage, at, p, now) asks for a stage, of the tile
// `at` and from p on in k; the copies tell the barrier `now`.
template <class S, class L>
__device__ static inline void produce(const L &load, uint32_t stages, uint32_t full, uint32_t empty,
                                      const struct schedule *schedule, struct worker worker) {
    const int clusters = gridDim.x / S::CLUSTER;
    struct piece piece = {0, 0, 0, 0};
    struct turn t = {0, 0};
    bool backwards = false; // every other tile: what was fetched last is still in the L2
    wait_for_previous();
    let_next_begin();
    for (int round = 0; next_piece(schedule, &worker, clusters, &piece);) {
        const struct place at = tile_at<S>(piece.unit, schedule);
        if (schedule->begun && piece.unit < schedule->whole)
            begin_together(schedule, round++, clusters, rank_in_group<S>() == 0);
        for (int step = piece.first; step < piece.last; step++) {
            const int p = backwards ? piece.last - 1 - (step - piece.first) : step;
            mbarrier_wait(empty + BARRIER * t.stage, t.parity ^ 1);
            mbarrier_expect(full + BARRIER * t.stage, S::STAGE);
            load(stages + t.stage * S::STAGE, at, p * S::DEEP, full + BARRIER * t.stage);
            next_turn<S::STAGES>(&t);
        }
        backwards = !backwards;
    }
    // A block may leave when no neighbour tells its barriers any more that a stage is empty.
    for (int i = 0; S::CLUSTER > 1 && i < S::STAGES; i++, next_turn<S::STAGES>(&t))
        mbarrier_wait(empty + BARRIER * t.stage, t.parity ^ 1);
}

// ---- fetching by hand --------------------------------------------------------------------------

// A matrix that is fetched so, or, where `from` is NULL, by the copy engine. Its rows begin at
// multiples of `unit` bytes: 2, 4 or 8.
template <typename T> struct by_hand {
    const T *from, *end;
    int rows, columns, unit;
};
template <typename T>
__device__ static inline struct by_hand<T> by_hand_of(const T *from, int rows, int columns) {
    return {from, from + (size_t)rows *columns, rows, columns, unit_of(from, columns)};
}

// BOXES boxes of ROWS rows, side by side in the matrix, one below the other from `to` on; the first
// begins at `row` and `column`. What lies beyond the matrix along k is zero, and k runs along a
// row of a, K_ALONG, or down a column of b. What lies beyond it otherwise is left out: it belongs
// to sums that are never stored.
template <bool K_ALONG, int BOXES, int ROWS, int UNIT, typename T>
__device__ static inline void copy_boxes(uint32_t to, const struct by_hand<T> *matrix, int row,
                                         int column) {
    const int lanes = BOX / UNIT, high = 128 / lanes; // threads a row, rows at a time: 4 or 8
    const int thread = threadIdx.x % 128, lane = thread % lanes, y = thread / lanes;
    const int wide = BOX / sizeof(T), x = column + lane * (UNIT / (int)sizeof(T));
    const int piece = lane * UNIT / 16 ^ y; // y is less than 8
    to += y * BOX + lane * UNIT % 16;
#pragma unroll 1
    for (int box = 0; box < BOXES; box++) {
        const T *at = matrix->from + (size_t)(row + y) * matrix->columns + x + box * wide;
        const bool in_row = x + box * wide < matrix->columns;
#pragma unroll 8
        for (int below = 0; below < ROWS; below += high) {
            const bool in_column = row + y + below < matrix->rows;
            if (K_ALONG ? in_column : in_row)
                copy_async<UNIT>(to + (box * ROWS + below) * BOX + (piece ^ below % 8) * 16, at,
                                 K_ALONG ? in_row : in_column);
            at += (size_t)high * matrix->columns;
        }
    }
}

// Through registers: eight threads a row of 128 bytes, 16 bytes each, 16 rows at a time. Rows that
// are 16 apart begin equally far from a multiple of 16 bytes, and so does all that a thread ever
// fetches of a matrix.

const int HAND_ROWS = 128 / 8;

// 16 bytes from any address on, out of the two aligned ones that hold them.
__device__ static inline uint4 shifted(ulonglong2 x, ulonglong2 y, int bytes) {
    const unsigned long long low = bytes & 8 ? x.y : x.x, middle = bytes & 8 ? y.x : x.y;
    const unsigned long long high = bytes & 8 ? y.y : y.x;
    const int bits = bytes % 8 * 8;
    ulonglong2 z;
    z.x = bits ? low >> bits | middle << (64 - bits) : low;
    z.y = bits ? middle >> bits | high << (64 - bits) : middle;
    uint4 piece;
    memcpy(&piece, &z, sizeof piece);
    return piece;
}

// The same boxes. What lies beyond the matrix is zero.
template <int BOXES, int ROWS, int AHEAD, typename T>
__device__ static inline void shift_boxes(unsigned char *to, const struct by_hand<T> *matrix,
                                          int row, int column) {
    const int each = 16 / sizeof(T), wide = BOX / sizeof(T), thread = threadIdx.x % 128;
    const int piece = thread % 8, y = row + thread / 8, x = column + piece * each;
    const int down = ROWS / HAND_ROWS, all = BOXES * down; // pieces
    const T *first = matrix->from + (size_t)y * matrix->columns + x;
    const int bytes = (int)((uintptr_t)first % 16);
    unsigned char *place = to + thread / 8 * BOX + (piece ^ thread / 8 % 8) * 16;
#pragma unroll 1
    for (int from = 0; from < all; from += AHEAD) {
        ulonglong2 low[AHEAD], high[AHEAD];
#pragma unroll
        for (int i = 0; i < AHEAD; i++) {
            const int box = (from + i) / down, below = (from + i) % down * HAND_ROWS;
            const T *at = first + (size_t)below * matrix->columns + box * wide;
            low[i] = high[i] = make_ulonglong2(0, 0);
            if (from + i < all && y + below < matrix->rows && at + 2 * each <= matrix->end) {
                const ulonglong2 *aligned = (const ulonglong2 *)((uintptr_t)at - bytes);
                low[i] = aligned[0];
                if (bytes)
                    high[i] = aligned[1];
            }
        }
#pragma unroll
        for (int i = 0; i < AHEAD; i++) {
            const int box = (from + i) / down, below = (from + i) % down * HAND_ROWS;
            const int left = matrix->columns - x - box * wide;
            const T *at = first + (size_t)below * matrix->columns + box * wide;
            __align__(16) T numbers[each];
            *(uint4 *)numbers = shifted(low[i], high[i], bytes);
            if (left < each || at + 2 * each > matrix->end) { // the end of a row, or of all rows
#pragma unroll
                for (int q = 0; q < each; q++)
                    if (q < left && y + below < matrix->rows)
                        numbers[q] = at[q];
                    else
                        hold(&numbers[q], 0);
            }
            if (from + i < all)
                *(uint4 *)(place + (box * ROWS + below) * BOX) = *(const uint4 *)numbers;
        }
    }
}

// The lines of such boxes on their way to the L2, some stages before they are read.
template <int BOXES, int ROWS, typename T>
__device__ static inline void prefetch_boxes(const struct by_hand<T> *matrix, int row, int column) {
    const int wide = BOX / sizeof(T);
    for (int i = threadIdx.x % 128; i < BOXES * ROWS; i += 128) {
        const int y = row + i % ROWS, x = column + i / ROWS * wide;
        if (y < matrix->rows && x < matrix->columns)
            prefetch(matrix->from + (size_t)y * matrix->columns + x);
    }
}

// As its rows allow. What comes `later` is read by this block some stages on, if at all.
template <class S, bool K_ALONG, int BOXES, int ROWS>
__device__ static inline void fetch_boxes(unsigned char *to,
                                          const struct by_hand<typename S::T> *matrix,
                                          struct place at, struct place later) {
    if (matrix->unit == 8)
        copy_boxes<K_ALONG, BOXES, ROWS, 8>(shared_address(to), matrix, at.row, at.column);
    else if (S::BY_REGISTERS || matrix->unit == 4)
        copy_boxes<K_ALONG, BOXES, ROWS, 4>(shared_address(to), matrix, at.row, at.column);
    else {
        prefetch_boxes<BOXES, ROWS>(matrix, later.row, later.column);
        shift_boxes<BOXES, ROWS, S::AHEAD>(to, matrix, at.row, at.column);
    }
}

// What the producers do where a or b, or both, are fetched by hand. Each fills every other stage.
template <class S>
__device__ static inline void
produce_by_hand(const struct tensor_map *map_a, const struct tensor_map *map_b,
                const struct by_hand<typename S::T> *a, const struct by_hand<typename S::T> *b,
                unsigned char *memory, uint32_t full, uint32_t empty,
                const struct schedule *schedule, struct worker worker) {
    const int boxes_b = S::N / (BOX / sizeof(typename S::T));
    const int by_engine = (a->from ? 0 : S::M * BOX) + (b->from ? 0 : S::N * BOX);
    struct piece piece = {0, 0, 0, 0};
    struct turn t = {0, 0};
    bool mine = threadIdx.x < 128;
    wait_for_previous();
    let_next_begin();
    while (next_piece(schedule, &worker, gridDim.x, &piece)) {
        const struct place at = tile_at<S>(piece.unit, schedule);
        for (int step = piece.first; step < piece.last; step++, mine = !mine) {
            unsigned char *stage = memory + t.stage * S::STAGE;
            const uint32_t now = full + BARRIER * t.stage;
            const int p = step * S::DEEP;
            if (mine) {
                mbarrier_wait(empty + BARRIER * t.stage, t.parity ^ 1);
                if (threadIdx.x % 128 == 0) {
                    mbarrier_expect(now, by_engine);
                    if (!a->from)
                        load_a<S>(shared_address(stage), map_a, at, p, now);
                    if (!b->from)
                        load_b<S>(shared_address(stage), map_b, at, p, now);
                }
                const int later = p + S::STAGES * S::DEEP;
                if (a->from)
                    fetch_boxes<S, true, 1, S::M>(stage + S::A_AT, a, {at.row, p}, {at.row, later});
                if (b->from)
                    fetch_boxes<S, false, boxes_b, S::DEEP>(stage + S::B_AT, b, {p, at.column},
                                                            {later, at.column});
                mbarrier_arrive_behind_copies(now);
                if (!S::BY_REGISTERS) {
                    fence_for_engines();
                    mbarrier_arrive_here(now); // for what it wrote
                }
            }
            next_turn<S::STAGES>(&t);
        }
    }
}

#endif
