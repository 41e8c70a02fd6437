// SPDX-License-Identifier: MIT
// A product in fp32 by tensor cores that know bf16: the kernels of matmul_split's upper rungs.
//
// A float has 24 bits, a bf16 eight, and both the same exponents. So x = x1 + x2 + x3 exactly, each
// part what is left, rounded to bf16; |x2| <= 2^-8 |x|, |x3| <= 2^-16 |x|. Of the nine products of
// parts of x and y three are left out, x2 y3, x3 y2 and x3 y3: together at most 2^-23 |x y|, and
// with random digits some 2^-26. The other six are exact, and are added up from the smallest on.
//
// A tensor core adds 16 of them at a time and cuts the sum where a float would be rounded, always
// towards zero. Over a long k that would be seen. So it never adds more than the six products of 16
// terms; these sums are added by ordinary additions, which round, to those before.
//
// Where a part could not be exact, or a product of parts be too large or too small for a float, all
// of this is wrong: with infinities, NaNs, denormals, and near the ends of the range. split_kernel
// sees every number, so it knows; then the tensor cores do nothing, and a strict product is made.
#ifndef SPLIT_TILES_H
#define SPLIT_TILES_H

#include "split_work.h"
#include "hopper/plan_choice.h"
#include "matmul/shape_plan.h"

const int PARTS = 3;

// ---- numbers into parts ------------------------------------------------------------------------

// What a product needs to know of all numbers of a and b: the bits of the largest and of the
// smallest that is not zero, without their signs. Ready for use, and left so: all ones and zeros.
struct split_range {
    unsigned most[2], least[2];
    unsigned blocks; // that have looked
    unsigned strict; // the answer: 1 where parts won't do
};

// Exponents decide. The third part's last place is 2^-23 of a number: it has to be a normal bf16.
// Products and their sum must not overflow, and a product's 24 bits must all be normal numbers.
__device__ static inline bool split_fits(const struct split_range *r, int k) {
    const int log_k = 32 - __clz(k), bias = 127;
    const int most_a = (int)(r->most[0] >> 23) - bias, most_b = (int)(r->most[1] >> 23) - bias;
    const int least_a = (int)(r->least[0] >> 23) - bias, least_b = (int)(r->least[1] >> 23) - bias;
    if (r->most[0] == 0 || r->most[1] == 0) // a or b is zero everywhere
        return most_a < 127 && most_b < 127 && (r->most[0] == 0 || least_a > -bias) &&
               (r->most[1] == 0 || least_b > -bias);
    return most_a < 127 && most_b < 127 && least_a >= -103 && least_b >= -103 &&
           most_a + most_b + 2 + log_k < 127 && least_a + least_b >= -100;
}

// A matrix on its way: three layers of `rows` rows, `pitch` numbers from one row to the next.
struct split_job {
    const float *from;
    bf16 *to;
    size_t rows, columns, pitch;
};

const int SPLIT_EACH = 8, SPLIT_THREADS = 256; // numbers of a thread: 16 bytes of each part

__global__ void split_kernel(struct split_job a, struct split_job b, int k,
                             struct split_range *range) {
    __shared__ unsigned most, least;
    const struct split_job job = blockIdx.y ? b : a;
    const size_t across = job.pitch / SPLIT_EACH, layer = job.rows * job.pitch;
    const size_t stride = (size_t)gridDim.x * SPLIT_THREADS;
    unsigned my_most = 0, my_least = ~0u;
    wait_for_previous();
    let_next_begin();
    if (threadIdx.x == 0) {
        most = 0;
        least = ~0u;
    }
    __syncthreads();
    for (size_t i = threadIdx.x + (size_t)blockIdx.x * SPLIT_THREADS; i < job.rows * across;
         i += stride) {
        const size_t row = i / across, column = i % across * SPLIT_EACH;
        const float *from = job.from + row * job.columns + column;
        __align__(16) float x[SPLIT_EACH];
        __align__(16) bf16 part[PARTS][SPLIT_EACH];
        if (job.columns % SPLIT_EACH == 0) {
            *(float4 *)&x[0] = *(const float4 *)from;
            *(float4 *)&x[4] = *(const float4 *)(from + 4);
        } else {
#pragma unroll
            for (int j = 0; j < SPLIT_EACH; j++)
                x[j] = column + j < job.columns ? from[j] : 0;
        }
#pragma unroll
        for (int j = 0; j < SPLIT_EACH; j++) {
            const unsigned bits = __float_as_uint(x[j]) & 0x7fffffffu;
            my_most = max(my_most, bits);
            my_least = min(my_least, bits ? bits : ~0u);
            float rest = x[j];
#pragma unroll
            for (int p = 0; p < PARTS; p++) {
                part[p][j] = __float2bfloat16(rest);
                rest -= __bfloat162float(part[p][j]);
            }
        }
#pragma unroll
        for (int p = 0; p < PARTS; p++)
            *(uint4 *)(job.to + p * layer + row * job.pitch + column) = *(const uint4 *)part[p];
    }
    atomicMax(&most, my_most);
    atomicMin(&least, my_least);
    __syncthreads();
    if (threadIdx.x > 0)
        return;
    atomicMax(&range->most[blockIdx.y], most);
    atomicMin(&range->least[blockIdx.y], least);
    __threadfence();
    if (atomicAdd(&range->blocks, 1u) + 1 < gridDim.x * gridDim.y)
        return;
    __threadfence(); // the last block: all have looked
    struct split_range all;
    for (int i = 0; i < 2; i++) {
        all.most[i] = atomicExch(&range->most[i], 0u);
        all.least[i] = atomicExch(&range->least[i], ~0u);
    }
    range->strict = !split_fits(&all, k);
    range->blocks = 0;
}

// ---- six products ------------------------------------------------------------------------------

// As tiling in hopper_tiles.h; of a stage's six boxes the first three are b's parts.
struct split_tiling {
    static constexpr bool TURNED = false;
    static constexpr bool PINGPONG = false, SPLITS = false;
    static constexpr int CONSUMERS = 2, PARTNERS = 2, CLUSTER = 1, BELOW = 1, BESIDE = 1,
                         READERS = 1, HALVES = 1;
    static constexpr int PRODUCER_REGISTERS = 40, CONSUMER_REGISTERS = 232;
    static constexpr int M = 128, N = 128, DEEP = 64, SUMS = N / 2, THREADS = 384;
    static constexpr int PART = 128 * BOX, STAGE = 2 * PARTS * PART, STAGES = 2;
    static constexpr int SHARED = STAGES * (STAGE + 2 * BARRIER) + CONSUMERS * SCRATCH;
};

// As multiply_stages. While the tensor cores make one group of six products, the sums of the group
// before are added. At a stage's end nothing is under way: ptxas follows two sets of sums only from
// one wait to the next, and would have each product wait for the one before it (its remark C7518).
// The other consumer's products fill the pause.
__device__ static inline void split_stages(float (&sum)[split_tiling::SUMS], uint32_t first,
                                           uint32_t full, uint32_t empty, struct turn *t,
                                           int steps) {
    typedef split_tiling S;
    const int of_a[] = {2, 0, 1, 1, 0, 0}, of_b[] = {0, 2, 1, 0, 1, 0}; // the smallest first
    const int groups = S::DEEP / 16, consumer = threadIdx.x / 128 - 1;
    float d[2][S::SUMS];
#pragma unroll
    for (int i = 0; i < S::SUMS; i++)
        sum[i] = 0;
    for (int step = 0; step < steps; step++) {
        const uint32_t stage = first + t->stage * S::STAGE;
        const uint64_t b = wgmma_matrix(stage, 64 * BOX, 1024);
        const uint64_t a =
            wgmma_matrix(stage + PARTS * S::PART + consumer * (S::PART / S::CONSUMERS), 0, 1024);
        mbarrier_wait(full + BARRIER * t->stage, t->parity);
#pragma unroll
        for (int g = 0; g <= groups; g++) {
            if (g < groups) {
                wgmma_fence();
#pragma unroll
                for (int q = 0; q < 6; q++)
                    wgmma_bf16<false>(d[g % 2], wgmma_at(a, of_a[q] * S::PART + 32 * g),
                                      wgmma_at(b, of_b[q] * S::PART + 16 * BOX * g), q);
                wgmma_commit();
                wgmma_wait<1>();
            } else {
                wgmma_wait<0>();
                release<S>(empty + BARRIER * t->stage);
            }
#pragma unroll
            for (int i = 0; g > 0 && i < S::SUMS; i++)
                sum[i] += d[(g + 1) % 2][i];
        }
        next_turn<S::STAGES>(t);
    }
}

__global__ void __launch_bounds__(split_tiling::THREADS, 1)
    split_product(const __grid_constant__ struct tensor_map map_a,
                  const __grid_constant__ struct tensor_map map_b, float *c, struct sizes s,
                  struct schedule schedule, float *partial, unsigned *arrived,
                  const struct split_range *range) {
    if (!HOPPER)
        return;
    typedef split_tiling S;
    extern __shared__ __align__(1024) unsigned char memory[]; // stages, scratch, barriers
    unsigned char *scratch = memory + S::STAGES * S::STAGE;
    const uint32_t stages = shared_address(memory);
    const uint32_t full = shared_address(scratch + S::CONSUMERS * SCRATCH);
    const uint32_t empty = full + BARRIER * S::STAGES;
    struct worker worker = worker_start(blockIdx.x);
    struct turn t = {0, 0};
    struct piece piece = {0, 0, 0, 0};

    if (threadIdx.x == 0) {
        for (int i = 0; i < S::STAGES; i++) {
            mbarrier_init(full + BARRIER * i, 1);
            mbarrier_init(empty + BARRIER * i, S::CONSUMERS);
        }
        mbarrier_init_fence();
    }
    __syncthreads();
    wait_for_previous();
    let_next_begin();
    if (__shfl_sync(~0u, range->strict, 0)) // then there is nothing to do
        schedule.whole = schedule.parts = 0;

    if (threadIdx.x < 128) {
        registers_give<S::PRODUCER_REGISTERS>();
        const auto load = [&](uint32_t to, struct place at, int k, uint32_t now) {
            for (int p = 0; p < PARTS; p++) {
                for (int i = 0; i < 2; i++)
                    tma_load_layer(to + p * S::PART + i * (S::PART / 2), &map_b, at.column + 64 * i,
                                   k, p, now);
                tma_load_layer(to + (PARTS + p) * S::PART, &map_a, k, at.row, p, now);
            }
        };
        if (threadIdx.x == 0)
            produce<S>(load, stages, full, empty, &schedule, worker);
    } else {
        registers_take<S::CONSUMER_REGISTERS>();
        const int lane = threadIdx.x % 32, warp = threadIdx.x / 32 - 4;
        float sum[S::SUMS];
        while (next_piece(&schedule, &worker, gridDim.x, &piece)) {
            const struct place at = tile_at<S>(piece.unit, &schedule);
            split_stages(sum, stages, full, empty, &t, piece.last - piece.first);
            const bool complete = piece.last - piece.first == schedule.steps;
            if (!complete)
                leave_piece<S>(sum, &schedule, &piece, partial, arrived);
#pragma unroll
            for (int i = 0; i < S::SUMS; i += 2) {
                const int row = at.row + 16 * warp + 8 * (i / 2 % 2) + lane / 4;
                const int column = at.column + 8 * (i / 4) + 2 * (lane % 4);
                if (complete && row < s.m)
                    put_two(c, (size_t)row * s.n + column, sum[i], sum[i + 1], s.n - column,
                            unit_of(c, s.n));
            }
        }
        add_shares<S>(&schedule, gridDim.x, partial, arrived,
                      scratch + (threadIdx.x / 128 - 1) * SCRATCH, c, &s);
    }
}

// ---- the host's side ---------------------------------------------------------------------------

struct split_plan {
    struct split_work of; // what it is for
    struct split_job a, b;
    struct tensor_map map_a, map_b;
    struct schedule schedule;
    unsigned blocks;
    void *dev_memory; // parts, sums of pieces, counters, range
    size_t bytes;
    float *dev_partial;
    unsigned *dev_arrived;
    struct split_range *dev_range;
};

// Microseconds on an H200, as in plan_choice.h.
static const struct tile_cost SPLIT_COST = {2.0, 2.9, 4.2};

static inline size_t split_room(size_t *bytes, size_t more) {
    const size_t at = *bytes;
    *bytes += (more + 255) / 256 * 256;
    return at;
}

static inline void split_plan_make(struct split_plan *plan, const struct split_work *w) {
    typedef split_tiling S;
    const size_t pitch_a = rounded_up(w->k, SPLIT_EACH) * (size_t)SPLIT_EACH;
    const size_t pitch_b = rounded_up(w->n, SPLIT_EACH) * (size_t)SPLIT_EACH;
    struct schedule *s = &plan->schedule;
    plan->of = *w;
    *s = schedule_whole(w->m, w->n, w->k, S::M, S::N, S::DEEP);
    schedule_choose(s, w->processors, &SPLIT_COST, &plan->blocks);
    size_t bytes = 0;
    const size_t counters = (size_t)(s->rows * s->columns - s->whole) * S::CONSUMERS;
    const size_t a = split_room(&bytes, PARTS * w->m * pitch_a * sizeof(bf16));
    const size_t b = split_room(&bytes, PARTS * w->k * pitch_b * sizeof(bf16));
    const size_t partial = split_room(&bytes, 2 * sizeof(float) * S::M * S::N * s->parts);
    const size_t arrived = split_room(&bytes, counters * sizeof(unsigned));
    const size_t range = split_room(&bytes, sizeof(struct split_range));
    if (bytes > plan->bytes) {
        HANDLE_ERROR(cudaFree(plan->dev_memory));
        HANDLE_ERROR(cudaMalloc(&plan->dev_memory, bytes));
        plan->bytes = bytes;
    }
    unsigned char *memory = (unsigned char *)plan->dev_memory;
    const struct split_range ready = {{0, 0}, {~0u, ~0u}, 0, 0};
    plan->a = {w->dev_a, (bf16 *)(memory + a), w->m, w->k, pitch_a};
    plan->b = {w->dev_b, (bf16 *)(memory + b), w->k, w->n, pitch_b};
    plan->dev_partial = (float *)(memory + partial);
    plan->dev_arrived = (unsigned *)(memory + arrived);
    plan->dev_range = (struct split_range *)(memory + range);
    HANDLE_ERROR(cudaMemset(plan->dev_arrived, 0, counters * sizeof(unsigned)));
    HANDLE_ERROR(cudaMemcpy(plan->dev_range, &ready, sizeof ready, cudaMemcpyHostToDevice));
    plan->map_a =
        tensor_map_of(plan->a.to, PARTS, w->m, w->k, pitch_a * sizeof(bf16), sizeof(bf16), S::M);
    plan->map_b =
        tensor_map_of(plan->b.to, PARTS, w->k, w->n, pitch_b * sizeof(bf16), sizeof(bf16), S::DEEP);
    HANDLE_ERROR(cudaFuncSetAttribute(split_product, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                      S::SHARED));
}

static inline void split_plan_run(const struct split_plan *plan) {
    typedef split_tiling S;
    const struct split_work *w = &plan->of;
    const struct sizes s = sizes_of(w->m, w->n, w->k);
    const size_t of_a = w->m * plan->a.pitch, of_b = w->k * plan->b.pitch;
    const unsigned blocks = rounded_up(of_a > of_b ? of_a : of_b, SPLIT_THREADS * SPLIT_EACH);
    const unsigned most = 8 * w->processors;
    launch_dependent(split_kernel, dim3(blocks < most ? blocks : most, 2), SPLIT_THREADS, 0, 1,
                     plan->a, plan->b, s.k, plan->dev_range);
    launch_dependent(split_product, plan->blocks, S::THREADS, S::SHARED, 1, plan->map_a,
                     plan->map_b, w->dev_c, s, plan->schedule, plan->dev_partial, plan->dev_arrived,
                     plan->dev_range);
    multiply_best(w->dev_a, w->dev_b, w->dev_c, s, w->processors, &plan->dev_range->strict);
}

// ---- parts, or strict --------------------------------------------------------------------------
// Splitting costs ten bytes of memory a number, and six products where strict has one: flat, thin
// and small products are faster without. Both are tried, in turns, and the faster one is kept. The
// numbers count, too: where parts won't do, a product by parts is strict and a splitting more.

struct split_choice {
    struct split_plan parts;
    bool strict;
};

static inline void plan_run(const struct split_choice *choice) {
    const struct split_work *w = &choice->parts.of;
    if (choice->strict)
        multiply_best(w->dev_a, w->dev_b, w->dev_c, sizes_of(w->m, w->n, w->k), w->processors,
                      NULL);
    else
        split_plan_run(&choice->parts);
}

static inline void split_choose(struct split_choice *choice, const struct split_work *w) {
    float all[2] = {0, 0};
    moment start, stop;
    split_plan_make(&choice->parts, w);
    moment_create(&start);
    moment_create(&stop);
    for (int round = 0; round < ROUNDS; round++)
        for (bool strict : {false, true}) {
            choice->strict = strict;
            const float ms = plan_trial(choice, &start, &stop);
            all[strict] += round > 0 ? ms : 0; // the first warms up
        }
    moment_destroy(start);
    moment_destroy(stop);
    choice->strict = all[true] < all[false];
}

#endif
