// SPDX-License-Identifier: MIT
// A product in fp8 by Hopper's tensor cores: the kernels of matmul_fp8's upper rungs.
//
// Ring, producer and consumers are those of hopper_tiles.h. Here both factors lie with k
// contiguous: a stage is 128 of k, a byte each, of the rows of a and of b^T that a tile needs.
//
// Tensor cores add fp8 products with fewer bits than a float has: what lies some 13 places behind
// the leading bit of the largest is cut off, of each product and of the sum so far. Over a long k
// the sum grows, and ever more of the products is cut. So a sum is promoted: every 128 terms it is
// added, by ordinary additions, to floats that the tensor cores don't touch, and begins anew. These
// floats take as many registers as the sums themselves. A consumer has room for 128 + 128 of them
// no more, but for 128 and half as many: so its part of the tile is in two halves of 64 rows, which
// the tensor cores add up one after the other in the same registers. Meanwhile the other consumer's
// products keep them busy.
#ifndef FP8_TILES_H
#define FP8_TILES_H

#include "fp8_work.h"
#include "hopper/plan_choice.h"
#include "hopper/small_tiles.h"

// As tiling in hopper_ring.h. c has the type T. Of a stage the consumers' own rows of a come first,
// then those of b^T, which are wide; TURNED the other way round, for products of few rows. Blocks
// of a cluster are BESIDE each other and share rows of a, or below each other and share those of
// b^T: the larger part of a stage, unless said. A consumer has 64 rows, or two halves of as many.
template <int HALVES_, int WIDE_, int CLUSTER_, bool PROMOTED_, int CONSUMERS_ = 2,
          bool TURNED_ = false, bool BESIDE_ = (64 * HALVES_ * CONSUMERS_ > WIDE_) != TURNED_,
          int STAGES_ = 0>
struct fp8_tiling {
    typedef bf16 T;
    typedef e4m3 FACTOR;
    static constexpr bool TURNED = TURNED_, PROMOTED = PROMOTED_;
    static constexpr bool PINGPONG = false, BY_REGISTERS = false;
    static constexpr int CONSUMERS = CONSUMERS_, PARTNERS = CONSUMERS, READERS = 1, ARRIVALS = 1,
                         THREADS = 128 * (1 + CONSUMERS), CLUSTER = CLUSTER_;
    static constexpr int HALVES = HALVES_, OWN = 64 * CONSUMERS * HALVES, WIDE = WIDE_;
    static constexpr int M = TURNED ? WIDE : OWN, N = TURNED ? OWN : WIDE;
    static constexpr int BESIDE = BESIDE_ ? CLUSTER : 1, BELOW = CLUSTER / BESIDE;
    static constexpr int LOAD_A = M / BESIDE, LOAD_B = N / BELOW; // rows that a block fetches
    static constexpr int DEEP = BOX, HALF = WIDE / 2, SUMS = HALVES * HALF; // of a thread
    // Of 168 at first, or 128.
    static constexpr int NEEDS = 3 * HALF + 24;
    static constexpr int CONSUMER_REGISTERS = CONSUMERS > 2 ? 160 : NEEDS > 232 ? 240 : 232;
    static constexpr int PRODUCER_REGISTERS = CONSUMERS > 2 ? 32 : NEEDS > 232 ? 24 : 40;
    // So many sets of the tensor cores' sums have room beside those that are promoted. Small tiles
    // share the registers with others.
    static constexpr int MOST = STAGES_ ? 136 : CONSUMER_REGISTERS;
    static constexpr int SETS = !PROMOTED || HALVES > 1 ? 1
                                : 5 * HALF + 32 <= MOST ? 4
                                : 3 * HALF + 24 <= MOST ? 2
                                                        : 1;
    static constexpr int OWN_BYTES = OWN * BOX, STAGE = (M + N) * BOX;
    static constexpr int A_AT = TURNED ? OWN_BYTES : 0, B_AT = TURNED ? 0 : OWN_BYTES; // in it
    static constexpr int SLOT_ROWS = 64, SLOTS_FULL = (WIDE + 63) / 64;
    static constexpr int SLOTS = 2, SLOTS_BYTES = CONSUMERS * SLOTS * SLOT;
    static constexpr int STAGES =
        STAGES_ ? STAGES_ : at_most(8, (ROOM - SLOTS_BYTES) / (STAGE + 2 * BARRIER));
    static_assert(STAGES >= SETS, "a stage is free when its products are complete");
    static constexpr int SHARED = STAGES * (STAGE + 2 * BARRIER) + SLOTS_BYTES;
    // Can the blocks of a cluster have a part of k each (tile_sums.h)?
    static constexpr bool SPLITS =
        CLUSTER == 1 && CONSUMERS * (SUMS + 7) * 128 * (int)sizeof(float) <= STAGES * STAGE;
};
static_assert(BOX == FP8_GROUP, "a stage is what the tensor cores add up alone");

template <class S>
__device__ static inline void fp8_load(uint32_t stage, const struct tensor_map *a,
                                       const struct tensor_map *b, struct place at, int p,
                                       uint32_t full) {
    const int rank = rank_in_group<S>(), all = (1 << S::CLUSTER) - 1;
    const int of_a = S::BESIDE > 1 ? rank * S::LOAD_A : 0;
    const int of_b = S::BELOW > 1 ? rank * S::LOAD_B : 0;
    load_box<(S::BESIDE > 1)>(stage + S::A_AT + of_a * BOX, a, p, at.row + of_a, full, all);
    load_box<(S::BELOW > 1)>(stage + S::B_AT + of_b * BOX, b, p, at.column + of_b, full, all);
}

// Where a stage's two matrices lie for this consumer, as wgmma_place has it.
struct fp8_stage {
    uint32_t own, wide;
};
// The first one of the ring, in registers: the compiler would work it out anew for every stage.
template <class S> __device__ static inline struct fp8_stage fp8_ring(uint32_t first) {
    struct fp8_stage stage = {wgmma_place(first + partner<S>() * 64 * BOX),
                              wgmma_place(first + S::OWN_BYTES)};
    PTX("" : "+r"(stage.own), "+r"(stage.wide));
    return stage;
}
template <class S>
__device__ static inline struct fp8_stage fp8_stage_at(const struct fp8_stage *ring,
                                                       const struct turn *t) {
    const uint32_t on = t->stage * wgmma_place(S::STAGE);
    return {ring->own + on, ring->wide + on};
}

// The products of a stage, for 64 rows from place `own` on: d = a b + (more ? d : 0).
template <class S>
__device__ static inline void fp8_multiply(float (&d)[S::HALF], uint32_t own, uint32_t wide,
                                           bool more) {
    const uint64_t matrix = wgmma_matrix(0, 0, 1024);
    wgmma_fence();
#pragma unroll
    for (int i = 0; i < S::DEEP / FP8_AT_ONCE; i++) {
        const uint32_t along = wgmma_place(FP8_AT_ONCE * i);
        wgmma_fp8(d, matrix | (own + along), matrix | (wide + along), more || i);
    }
    wgmma_commit();
}

// As multiply_stages: the sums stay with the tensor cores.
template <class S>
__device__ static inline void fp8_fast(float (&sum)[S::HALVES][S::HALF], uint32_t first,
                                       uint32_t full, uint32_t empty, struct turn *t, int steps) {
    const struct fp8_stage ring = fp8_ring<S>(first);
    int before = 0;
    for (int step = 0; step < steps; step++) {
        mbarrier_wait(full + BARRIER * t->stage, t->parity);
        const struct fp8_stage stage = fp8_stage_at<S>(&ring, t);
        fp8_multiply<S>(sum[0], stage.own, stage.wide, step > 0);
        wgmma_wait<1>();
        if (step > 0)
            release<S>(empty + BARRIER * before);
        before = t->stage;
        next_turn<S::STAGES>(t);
    }
    wgmma_wait<0>();
    release<S>(empty + BARRIER * before);
}

template <int COUNT>
__device__ static inline void add_to(float (&sum)[COUNT], const float (&d)[COUNT]) {
#pragma unroll
    for (int i = 0; i < COUNT; i++)
        sum[i] += d[i];
}

// The sums of a stage, 128 terms, are added to those before by ordinary additions. With room for
// several SETS of them the next stages' products are under way meanwhile. So it goes for COUNT
// stages; without an end, from one iteration of a loop to the next, the compiler makes each product
// wait for the one before (its remark C7518).
const int LONG_GROUP = 8, SHORT_GROUP = 4;

template <class S, int COUNT>
__device__ static inline void fp8_group(float (&sum)[S::HALF], const struct fp8_stage *ring,
                                        uint32_t full, uint32_t empty, struct turn *t) {
    float d[S::SETS][S::HALF];
    uint32_t done[COUNT];
#pragma unroll
    for (int i = 0; i < COUNT + S::SETS - 1; i++) {
        if (i < COUNT) {
            mbarrier_wait(full + BARRIER * t->stage, t->parity);
            const struct fp8_stage stage = fp8_stage_at<S>(ring, t);
            fp8_multiply<S>(d[i % S::SETS], stage.own, stage.wide, false);
            done[i] = empty + BARRIER * t->stage;
            next_turn<S::STAGES>(t);
        }
        const int last = i - (S::SETS - 1); // whose products have to be complete
        if (last >= 0) {
            wgmma_wait_for(i < COUNT ? S::SETS - 1 : COUNT - 1 - last);
            release<S>(done[last]);
            add_to(sum, d[last % S::SETS]);
        }
    }
}

// Without such room only the other consumer's products keep the tensor cores busy between two of
// this one's. So the next stage is looked at while this one's last products are under way, and
// nothing but additions comes between them.
template <class S>
__device__ static inline void fp8_step(float (&sum)[S::HALVES][S::HALF],
                                       const struct fp8_stage *ring, struct fp8_stage *stage,
                                       bool *there, uint32_t full, uint32_t empty, struct turn *t) {
    const int next_half = wgmma_place(S::CONSUMERS * 64 * BOX);
    float d[S::HALF];
    const uint32_t done = empty + BARRIER * t->stage;
    if (__builtin_expect(!*there, 0))
        mbarrier_wait(full + BARRIER * t->stage, t->parity);
#pragma unroll
    for (int half = 0; half < S::HALVES; half++) {
        fp8_multiply<S>(d, stage->own + half * next_half, stage->wide, false);
        if (half == S::HALVES - 1) {
            next_turn<S::STAGES>(t);
            *stage = fp8_stage_at<S>(ring, t);
            *there = mbarrier_is_over(full + BARRIER * t->stage, t->parity);
        }
        wgmma_wait<0>();
        if (half == S::HALVES - 1)
            release<S>(done);
        add_to(sum[half], d);
    }
}

// Two stages per iteration: in the second, the compiler has the descriptors of four products in
// place before the first of them begins, so that none waits for its own.
template <class S>
__device__ static inline void fp8_promoted(float (&sum)[S::HALVES][S::HALF], uint32_t first,
                                           uint32_t full, uint32_t empty, struct turn *t,
                                           int steps) {
    const struct fp8_stage ring = fp8_ring<S>(first);
#pragma unroll
    for (int i = 0; i < S::SUMS; i++)
        sum[i / S::HALF][i % S::HALF] = 0;
    int step = 0;
    for (; S::SETS > 1 && step + LONG_GROUP <= steps; step += LONG_GROUP)
        fp8_group<S, LONG_GROUP>(sum[0], &ring, full, empty, t);
    for (; S::SETS > 1 && step + SHORT_GROUP <= steps; step += SHORT_GROUP)
        fp8_group<S, SHORT_GROUP>(sum[0], &ring, full, empty, t);
    struct fp8_stage stage = fp8_stage_at<S>(&ring, t);
    bool there = mbarrier_is_over(full + BARRIER * t->stage, t->parity);
#pragma unroll 1
    for (; S::SETS == 1 && step + 2 <= steps; step += 2) {
        fp8_step<S>(sum, &ring, &stage, &there, full, empty, t);
        fp8_step<S>(sum, &ring, &stage, &there, full, empty, t);
    }
#pragma unroll 1
    for (; step < steps; step++)
        fp8_step<S>(sum, &ring, &stage, &there, full, empty, t);
}

// The same for the kernel of small_tiles.h.
template <class S>
__device__ static inline void load_stage(const e4m3 *, uint32_t stage, const struct tensor_map *a,
                                         const struct tensor_map *b, struct place at, int p,
                                         uint32_t full) {
    fp8_load<S>(stage, a, b, at, p, full);
}
template <class S>
__device__ static inline void multiply_stages(const e4m3 *, float (&sum)[S::HALVES][S::HALF],
                                              const unsigned char *memory, uint32_t full,
                                              uint32_t empty, struct turn *t, int steps) {
    fp8_promoted<S>(sum, shared_address(memory), full, empty, t, steps);
}

// As hopper_kernel.
template <class S>
__global__ void __launch_bounds__(S::THREADS, 1)
    fp8_kernel(const __grid_constant__ struct tensor_map map_a,
               const __grid_constant__ struct tensor_map map_b,
               const __grid_constant__ struct tensor_map map_c, bf16 *c, struct sizes size,
               struct schedule schedule, float *partial, unsigned *arrived) {
    if (!HOPPER)
        return;
    extern __shared__ __align__(1024) unsigned char memory[]; // stages, slots, barriers
    unsigned char *slots = memory + S::STAGES * S::STAGE;
    const uint32_t stages = shared_address(memory), full = shared_address(slots + S::SLOTS_BYTES);
    const uint32_t empty = full + BARRIER * S::STAGES;
    const int clusters = gridDim.x / S::CLUSTER;
    struct worker worker = worker_start(blockIdx.x / S::CLUSTER);
    struct turn t = {0, 0};
    struct piece piece = {0, 0, 0, 0};

    if (threadIdx.x == 0) {
        for (int i = 0; i < S::STAGES; i++) {
            mbarrier_init(full + BARRIER * i, 1);
            mbarrier_init(empty + BARRIER * i, S::CONSUMERS * S::CLUSTER);
        }
        mbarrier_init_fence();
    }
    cluster_wait_for_all();

    if (threadIdx.x < 128) {
        if (S::CONSUMERS > 1) // one has all that it may have from the beginning
            registers_give<S::PRODUCER_REGISTERS>();
        const auto load = [&](uint32_t stage, struct place at, int p, uint32_t now) {
            fp8_load<S>(stage, &map_a, &map_b, at, p, now);
        };
        if (threadIdx.x == 0)
            produce<S>(load, stages, full, empty, &schedule, worker);
        if (S::SPLITS && schedule.split > 1)
            meet_consumers();
    } else {
        if (S::CONSUMERS > 1)
            registers_take<S::CONSUMER_REGISTERS>();
        float sum[S::HALVES][S::HALF];
        wait_for_previous();
        while (next_piece(&schedule, &worker, clusters, &piece)) {
            const struct place at = tile_at<S>(piece.unit, &schedule);
            const int steps = piece.last - piece.first;
            if (S::PROMOTED)
                fp8_promoted<S>(sum, stages, full, empty, &t, steps);
            else
                fp8_fast<S>(sum, stages, full, empty, &t, steps);
            if (steps == schedule.steps)
                store_halves<S>(sum, slots, &map_c, c, at, size);
            else if (!S::SPLITS || schedule.split == 1)
                leave_piece<S>((float(&)[S::SUMS])sum, &schedule, &piece, partial, arrived);
            else if constexpr (S::SPLITS)
                add_in_cluster<S>((float(&)[S::SUMS])sum, &schedule, at, memory, c, &size);
        }
        if (threadIdx.x % 128 == 0)
            tma_store_wait<0>();
        add_shares<S>(&schedule, clusters, partial, arrived,
                      slots + (threadIdx.x / 128 - 1) * S::SLOTS * SLOT, c, &size);
    }
    // The producer has seen to it that a block may leave alone. But where all meet here, the
    // compiler makes other code of the loops: 6 % faster at 8192.
    cluster_wait_for_all();
}

// ---- the host's side ---------------------------------------------------------------------------

struct fp8_plan;

// A tile that a plan may take, and the microseconds that it should need on an H200 (plan_choice.h).
struct fp8_choice {
    void (*launch)(const struct fp8_plan *plan);
    int m, n, load_a, load_b, cluster, below, beside;
    bool splits;
    struct tile_cost cost;
};

struct fp8_plan {
    struct fp8_work of; // what it is for
    struct fp8_choice tile;
    struct tensor_map a, b, c;
    struct schedule schedule;
    unsigned clusters;
    struct plan_memory memory; // the next two; the next plan takes it over
    float *dev_partial;        // sums of pieces
    unsigned *dev_arrived;     // how many pieces of a tile are done
};

template <class S> static void fp8_launch(const struct fp8_plan *plan) {
    const struct fp8_work *w = &plan->of;
    launch_dependent(fp8_kernel<S>, plan->clusters * S::CLUSTER, S::THREADS, S::SHARED,
                     S::CLUSTER * plan->schedule.split, plan->a, plan->b, plan->c, w->dev_c,
                     sizes_of(w->m, w->n, w->k), plan->schedule, plan->dev_partial,
                     plan->dev_arrived);
}

template <class S> static struct fp8_choice fp8_choice_of(struct tile_cost cost) {
    HANDLE_ERROR(cudaFuncSetAttribute(fp8_kernel<S>, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                      S::SHARED));
    return {fp8_launch<S>, S::M,     S::N,      S::LOAD_A, S::LOAD_B,
            S::CLUSTER,    S::BELOW, S::BESIDE, S::SPLITS, cost};
}

static inline struct schedule fp8_schedule(const struct fp8_choice *tile,
                                           const struct fp8_work *w) {
    return schedule_whole(w->m, w->n, w->k, tile->m * tile->below, tile->n * tile->beside,
                          FP8_GROUP);
}

const int MOST_CONSUMERS = 3; // of a tile

// Fills in what follows from product, tile and schedule.
static inline void plan_complete(struct fp8_plan *plan) {
    const struct fp8_work *w = &plan->of;
    const struct fp8_choice *tile = &plan->tile;
    struct schedule *s = &plan->schedule;
    const size_t sums = (size_t)tile->m * tile->n * tile->cluster;
    const size_t counters =
        (size_t)(s->rows * s->columns - s->whole) * tile->cluster * MOST_CONSUMERS;
    plan_memory_reserve(&plan->memory,
                        2 * sums * s->parts * sizeof(float) + (counters + 1) * sizeof(unsigned));
    plan->dev_partial = (float *)plan->memory.dev;
    plan->dev_arrived = (unsigned *)(plan->dev_partial + 2 * sums * s->parts);
    HANDLE_ERROR(cudaMemset(plan->dev_arrived, 0, (counters + 1) * sizeof(unsigned)));
    s->begun_before = 0;
    s->begun = pays_together(s, plan->clusters, tile->m * tile->below, tile->n * tile->beside, w->k)
                   ? plan->dev_arrived + counters
                   : NULL;
    plan->a = tensor_map_of(w->dev_a, 1, w->m, w->k, w->k, sizeof(e4m3), tile->load_a);
    plan->b = tensor_map_of(w->dev_b, 1, w->n, w->k, w->k, sizeof(e4m3), tile->load_b);
    plan->c = unit_of(w->dev_c, w->n) < 16
                  ? plan->a // nobody uses it
                  : tensor_map_of(w->dev_c, 1, w->m, w->n, w->n * sizeof(bf16), sizeof(bf16), 64);
}

static inline void plan_run(struct fp8_plan *plan) {
    plan->tile.launch(plan);
    plan->schedule.begun_before += plan->schedule.whole;
}

// A tile of 64 rows for each consumer and so many columns, or TURNED. A stage takes as long as its
// products, and so much for the additions that no product hides; the rest is that of bf16's tiles
// with as many sums.
template <int CONSUMERS, int WIDE, int BELOW, int BESIDE, bool TURNED = false>
static struct fp8_choice fp8_choice_of_rows(void) {
    return fp8_choice_of<
        fp8_tiling<1, WIDE, BELOW * BESIDE, true, CONSUMERS, TURNED, (BESIDE > 1)>>(
        {0.00105 * WIDE * CONSUMERS + 0.08, 1 + 0.014 * WIDE, 3 + 0.01 * WIDE, 3 + 0.01 * WIDE});
}
template <int CONSUMERS, int WIDE, int BELOW, int BESIDE>
static struct fp8_choice fp8_choice_turned(void) {
    return fp8_choice_of_rows<CONSUMERS, WIDE, BELOW, BESIDE, true>();
}

// A tile of small_tiles.h: so many parts of k, and blocks of a multiprocessor.
template <class S> static void fp8_launch_small(const struct fp8_plan *plan) {
    const struct fp8_work *w = &plan->of;
    launch_dependent(small_kernel<S>, plan->clusters * S::PARTS, S::THREADS, S::SHARED, S::PARTS,
                     plan->a, plan->b, w->dev_c, sizes_of(w->m, w->n, w->k), plan->schedule);
}
struct fp8_small_choice {
    struct fp8_choice tile;
    int parts, blocks;
};
template <int CONSUMERS, int WIDE, bool TURNED, int PARTS, int BLOCKS>
static struct fp8_small_choice fp8_small(void) {
    typedef fp8_tiling<1, WIDE, 1, true, CONSUMERS, TURNED, false,
                       small_stages(CONSUMERS, WIDE, PARTS, BLOCKS)>
        base;
    typedef small_tiling<bf16, CONSUMERS, WIDE, TURNED, PARTS, BLOCKS, base> S;
    HANDLE_ERROR(cudaFuncSetAttribute(small_kernel<S>, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                      S::SHARED));
    return {
        {fp8_launch_small<S>, S::M, S::N, S::LOAD_A, S::LOAD_B, 1, 1, 1, false, {}}, PARTS, BLOCKS};
}

// Whichever fit, as likely as the likeliest: all blocks run at a time, and each has a part of k.
static inline void fp8_candidates_small(struct candidates<struct fp8_plan> *c,
                                        const struct fp8_work *w) {
    static const struct fp8_small_choice tiles[] = {
        fp8_small<1, 32, false, 1, 3>(),  fp8_small<1, 64, false, 1, 3>(),
        fp8_small<1, 64, false, 2, 3>(),  fp8_small<1, 128, false, 1, 2>(),
        fp8_small<1, 128, false, 4, 2>(), fp8_small<1, 32, true, 1, 3>(),
        fp8_small<1, 32, true, 2, 3>(),   fp8_small<1, 64, true, 1, 3>(),
        fp8_small<1, 64, true, 2, 3>(),   fp8_small<1, 64, true, 4, 3>(),
        fp8_small<1, 128, true, 1, 2>(),  fp8_small<1, 128, true, 8, 1>(),
    };
    const double expected = c->of[0].expected;
    if (unit_of(w->dev_c, w->n) < 16)
        return;
    for (const struct fp8_small_choice &small : tiles) {
        struct fp8_plan trial = {};
        trial.of = *w;
        trial.tile = small.tile;
        trial.schedule = fp8_schedule(&small.tile, w);
        trial.schedule.split = small.parts;
        trial.clusters = trial.schedule.whole;
        if (trial.clusters * small.parts <= (unsigned)(small.blocks * multiprocessors()) &&
            trial.schedule.steps >= small.parts)
            candidates_add(c, &trial, expected);
    }
}

static inline void fp8_plan_choose(struct fp8_plan *plan, const struct fp8_work *w) {
    static const struct fp8_choice tiles[] = {
        fp8_choice_of<fp8_tiling<2, 128, 2, true>>({0.60, 4.57, 5.61}),
        fp8_choice_of<fp8_tiling<2, 128, 1, true>>({0.60, 4.41, 5.61}),
        fp8_choice_of_rows<1, 64, 1, 1>(),
        fp8_choice_of_rows<1, 72, 1, 1>(),
        fp8_choice_of_rows<1, 72, 4, 1>(),
        fp8_choice_of_rows<1, 80, 1, 1>(),
        fp8_choice_of_rows<1, 80, 4, 1>(),
        fp8_choice_of_rows<1, 96, 1, 1>(),
        fp8_choice_of_rows<1, 128, 1, 1>(),
        fp8_choice_of_rows<1, 144, 1, 1>(),
        fp8_choice_of_rows<2, 64, 1, 1>(),
        fp8_choice_of_rows<2, 64, 1, 2>(),
        fp8_choice_of_rows<2, 64, 4, 1>(),
        fp8_choice_of_rows<2, 72, 2, 1>(),
        fp8_choice_of_rows<2, 80, 1, 1>(),
        fp8_choice_of_rows<2, 80, 2, 1>(),
        fp8_choice_of_rows<2, 96, 1, 1>(),
        fp8_choice_of_rows<2, 96, 1, 2>(),
        fp8_choice_of_rows<2, 96, 4, 1>(),
        fp8_choice_of_rows<2, 112, 1, 1>(),
        fp8_choice_of_rows<2, 112, 2, 1>(),
        fp8_choice_of_rows<2, 128, 1, 1>(),
        fp8_choice_of_rows<2, 128, 2, 1>(),
        fp8_choice_of_rows<2, 128, 4, 1>(),
        fp8_choice_of_rows<2, 144, 1, 1>(),
        fp8_choice_of_rows<2, 144, 2, 1>(),
        fp8_choice_of_rows<2, 144, 1, 2>(),
        fp8_choice_of_rows<2, 160, 1, 1>(),
        fp8_choice_of_rows<2, 160, 2, 1>(),
        fp8_choice_of_rows<2, 176, 2, 1>(),
        fp8_choice_of_rows<2, 192, 2, 1>(),
        fp8_choice_of_rows<3, 80, 1, 1>(),
        fp8_choice_of_rows<3, 96, 2, 1>(),
        fp8_choice_of_rows<3, 112, 1, 1>(),
        fp8_choice_turned<1, 72, 1, 1>(),
        fp8_choice_turned<1, 72, 2, 1>(),
        fp8_choice_turned<1, 72, 1, 4>(),
        fp8_choice_turned<1, 96, 1, 1>(),
        fp8_choice_turned<1, 112, 1, 1>(),
        fp8_choice_turned<1, 112, 1, 4>(),
        fp8_choice_turned<1, 128, 1, 1>(),
        fp8_choice_turned<1, 144, 1, 1>(),
        fp8_choice_turned<1, 144, 1, 4>(),
        fp8_choice_turned<2, 64, 1, 1>(),
        fp8_choice_turned<2, 64, 1, 4>(),
        fp8_choice_turned<2, 80, 1, 1>(),
        fp8_choice_turned<2, 80, 1, 2>(),
        fp8_choice_turned<2, 96, 1, 1>(),
        fp8_choice_turned<2, 96, 1, 4>(),
        fp8_choice_turned<2, 112, 1, 1>(),
        fp8_choice_turned<2, 112, 1, 2>(),
        fp8_choice_turned<2, 128, 1, 2>(),
        fp8_choice_turned<2, 128, 1, 4>(),
        fp8_choice_turned<2, 144, 1, 1>(),
        fp8_choice_turned<2, 144, 1, 2>(),
        fp8_choice_turned<2, 160, 1, 2>(),
        fp8_choice_turned<2, 176, 1, 2>(),
        fp8_choice_turned<3, 80, 1, 1>(),
        fp8_choice_turned<3, 112, 1, 1>(),
    };
    static struct candidates<struct fp8_plan> c;
    c.count = 0;
    for (const struct fp8_choice &tile : tiles)
        for (double luck : {1.0, (double)INFINITY}) { // the best, and the best without parts
            struct fp8_plan trial = {};
            trial.of = *w;
            trial.tile = tile;
            trial.schedule = fp8_schedule(&tile, w);
            const double time = schedule_choose(&trial.schedule, most_clusters(tile.cluster),
                                                &tile.cost, &trial.clusters, luck,
                                                tile.splits ? cluster_room() : NULL, tile.cluster);
            candidates_add(&c, &trial, time);
            if (trial.schedule.parts == 0)
                break;
        }
    fp8_candidates_small(&c, w);
    plan_by_trials(plan, &c);
}

#endif
