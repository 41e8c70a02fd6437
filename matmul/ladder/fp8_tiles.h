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

// As tiling in hopper_tiles.h. c has the type T. Of a stage the tile's rows of a come first, then
// those of b^T; blocks of a cluster share the larger of the two. A consumer has 64 rows, or two
// halves of as many.
template <int HALVES_, int N_, int CLUSTER_, bool PROMOTED_, int CONSUMERS_ = 2> struct fp8_tiling {
    typedef bf16 T;
    static constexpr bool TURNED = false, PROMOTED = PROMOTED_;
    static constexpr bool PINGPONG = false;
    static constexpr int CONSUMERS = CONSUMERS_, PARTNERS = CONSUMERS, READERS = 1,
                         THREADS = 128 * (1 + CONSUMERS), CLUSTER = CLUSTER_;
    static constexpr int PRODUCER_REGISTERS = 40, CONSUMER_REGISTERS = 232; // of 168 at first
    static constexpr int HALVES = HALVES_, M = 64 * CONSUMERS * HALVES, N = N_;
    static constexpr bool SHARE_A = M > N;
    static constexpr int BELOW = SHARE_A ? 1 : CLUSTER, BESIDE = SHARE_A ? CLUSTER : 1;
    static constexpr int LOAD_A = SHARE_A ? M / CLUSTER : M; // rows that a block fetches
    static constexpr int LOAD_B = SHARE_A ? N : N / CLUSTER;
    static constexpr int DEEP = BOX, HALF = N / 2, SUMS = HALVES * HALF; // of a thread
    static constexpr int A_BYTES = M * BOX, STAGE = (M + N) * BOX;
    static constexpr int SLOT_ROWS = 64, SLOTS_FULL = (N + 63) / 64;
    static constexpr int SLOTS_BYTES = CONSUMERS * SLOTS * SLOT;
    static constexpr int STAGES = at_most(8, (ROOM - SLOTS_BYTES) / (STAGE + 2 * BARRIER));
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
    const int rank = rank_in_group<S>();
    const int of_a = S::SHARE_A ? rank * S::LOAD_A : 0, of_b = S::SHARE_A ? 0 : rank * S::LOAD_B;
    const int all = (1 << S::CLUSTER) - 1;
    load_box<(S::BESIDE > 1)>(stage + of_a * BOX, a, p, at.row + of_a, full, all);
    load_box<(S::BELOW > 1)>(stage + S::A_BYTES + of_b * BOX, b, p, at.column + of_b, full, all);
}

// The products of a stage, for 64 rows: d = a b + (more ? d : 0).
template <class S>
__device__ static inline void fp8_multiply(float (&d)[S::HALF], uint32_t stage, int rows,
                                           bool more) {
    const uint64_t a = wgmma_matrix(stage + rows * 64 * BOX, 0, 1024);
    const uint64_t b = wgmma_matrix(stage + S::A_BYTES, 0, 1024);
    wgmma_fence();
#pragma unroll
    for (int i = 0; i < S::DEEP / FP8_AT_ONCE; i++)
        wgmma_fp8(d, wgmma_at(a, FP8_AT_ONCE * i), wgmma_at(b, FP8_AT_ONCE * i), more || i);
    wgmma_commit();
}

// As multiply_stages: the sums stay with the tensor cores.
template <class S>
__device__ static inline void fp8_fast(float (&sum)[S::HALVES][S::HALF], uint32_t first,
                                       uint32_t full, uint32_t empty, struct turn *t, int steps) {
    const int consumer = threadIdx.x / 128 - 1;
    int before = 0;
    for (int step = 0; step < steps; step++) {
        mbarrier_wait(full + BARRIER * t->stage, t->parity);
        fp8_multiply<S>(sum[0], first + t->stage * S::STAGE, consumer, step > 0);
        wgmma_wait<1>();
        if (step > 0)
            release<S>(empty + BARRIER * before);
        before = t->stage;
        next_turn<S::STAGES>(t);
    }
    wgmma_wait<0>();
    release<S>(empty + BARRIER * before);
}

// The sums of a stage, 128 terms, are added to those before by ordinary additions. While one
// consumer adds, the other one's products keep the tensor cores busy.
template <class S>
__device__ static inline void fp8_promoted(float (&sum)[S::HALVES][S::HALF], uint32_t first,
                                           uint32_t full, uint32_t empty, struct turn *t,
                                           int steps) {
    const int consumer = threadIdx.x / 128 - 1;
    float d[S::HALF];
#pragma unroll
    for (int i = 0; i < S::SUMS; i++)
        sum[i / S::HALF][i % S::HALF] = 0;
    for (int step = 0; step < steps; step++) {
        mbarrier_wait(full + BARRIER * t->stage, t->parity);
#pragma unroll
        for (int half = 0; half < S::HALVES; half++) {
            fp8_multiply<S>(d, first + t->stage * S::STAGE, half * S::CONSUMERS + consumer, false);
            wgmma_wait<0>();
            if (half == S::HALVES - 1)
                release<S>(empty + BARRIER * t->stage);
#pragma unroll
            for (int i = 0; i < S::HALF; i++)
                sum[half][i] += d[i];
        }
        next_turn<S::STAGES>(t);
    }
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
                      slots + (threadIdx.x / 128 - 1) * SLOTS * SLOT, c, &size);
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

// Fills in what follows from product, tile and schedule.
static inline void plan_complete(struct fp8_plan *plan) {
    const struct fp8_work *w = &plan->of;
    const struct fp8_choice *tile = &plan->tile;
    struct schedule *s = &plan->schedule;
    const size_t sums = (size_t)tile->m * tile->n * tile->cluster;
    const size_t counters = (size_t)(s->rows * s->columns - s->whole) * tile->cluster * 2;
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

// A tile of 64 rows for each consumer and N columns. A stage takes as long as its products, and so
// much for the additions that no product hides; the rest is that of bf16's tiles with as many sums.
template <int CONSUMERS, int N, int CLUSTER> static struct fp8_choice fp8_choice_of_rows(void) {
    return fp8_choice_of<fp8_tiling<1, N, CLUSTER, true, CONSUMERS>>(
        {0.00105 * N * CONSUMERS + 0.08, 1 + 0.014 * N, 3 + 0.01 * N, 3 + 0.01 * N});
}

static inline void fp8_plan_choose(struct fp8_plan *plan, const struct fp8_work *w) {
    static const struct fp8_choice tiles[] = {
        fp8_choice_of<fp8_tiling<2, 128, 2, true>>({0.60, 4.57, 5.61}),
        fp8_choice_of<fp8_tiling<2, 128, 1, true>>({0.60, 4.41, 5.61}),
        fp8_choice_of_rows<1, 64, 1>(),
        fp8_choice_of_rows<1, 96, 1>(),
        fp8_choice_of_rows<1, 128, 1>(),
        fp8_choice_of_rows<1, 192, 1>(),
        fp8_choice_of_rows<2, 64, 1>(),
        fp8_choice_of_rows<2, 64, 2>(),
        fp8_choice_of_rows<2, 96, 1>(),
        fp8_choice_of_rows<2, 96, 2>(),
        fp8_choice_of_rows<2, 128, 1>(),
        fp8_choice_of_rows<2, 128, 2>(),
        fp8_choice_of_rows<2, 144, 1>(),
        fp8_choice_of_rows<2, 144, 2>(),
        fp8_choice_of_rows<2, 160, 1>(),
        fp8_choice_of_rows<2, 160, 2>(),
        fp8_choice_of_rows<2, 176, 2>(),
        fp8_choice_of_rows<2, 192, 1>(),
        fp8_choice_of_rows<2, 192, 2>(),
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
    plan_by_trials(plan, &c);
}

#endif
