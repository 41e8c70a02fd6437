// SPDX-License-Identifier: MIT
// Which of the small tiles (small_tiles.h) and of those without stages (direct_tiles.h) a product
// may get. No model could tell their times apart: all that fit are tried, beside the likely ones of
// plan_choice.h.
#ifndef SMALL_PLAN_H
#define SMALL_PLAN_H

#include "direct_tiles.h"
#include "plan_choice.h"
#include "short_tiles.h"
#include "small_tiles.h"

template <class S> static void launch_small(const tensor_plan<typename S::T> *plan) {
    launch_dependent(small_kernel<S>, plan->clusters * S::PARTS, S::THREADS, S::SHARED, S::PARTS,
                     plan->a, plan->b, plan->of.dev_c, product_sizes(&plan->of), plan->schedule);
}

template <typename T> struct small_choice {
    tile_choice<T> tile;
    int parts, blocks; // of k; of a multiprocessor
};
template <class S> static small_choice<typename S::T> small_choice_of(void) {
    HANDLE_ERROR(cudaFuncSetAttribute(small_kernel<S>, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                      S::SHARED));
    small_choice<typename S::T> choice = {};
    tile_choice<typename S::T> *tile = &choice.tile;
    tile->launch = launch_small<S>;
    tile->m = S::M;
    tile->n = S::N;
    tile->deep = S::DEEP;
    tile->cluster = tile->below = tile->beside = 1;
    tile->partners = S::PARTNERS;
    tile->rows_a = S::ROWS_A;
    tile->rows_b = S::ROWS_B;
    tile->rows_c = S::SLOT_ROWS;
    choice.parts = S::PARTS;
    choice.blocks = S::BLOCKS;
    return choice;
}

enum { MOST_SMALL = 9 };
template <typename T> struct small_choices {
    int count;
    small_choice<T> of[MOST_SMALL];
};

// Consumers, how wide, turned or not; parts of k; blocks of a multiprocessor.
static inline const small_choices<bf16> *small_tiles(const bf16 *) {
    static const small_choices<bf16> tiles = {
        9,
        {small_choice_of<small_tiling<bf16, 1, 16, true, 1, 3>>(),
         small_choice_of<small_tiling<bf16, 1, 32, true, 1, 2>>(),
         small_choice_of<small_tiling<bf16, 1, 32, true, 2, 3>>(),
         small_choice_of<small_tiling<bf16, 1, 64, true, 4, 2>>(),
         small_choice_of<small_tiling<bf16, 1, 64, false, 1, 2>>(),
         small_choice_of<small_tiling<bf16, 1, 64, false, 2, 2>>(),
         small_choice_of<small_tiling<bf16, 1, 128, false, 1, 1>>(),
         small_choice_of<small_tiling<bf16, 1, 128, false, 1, 2>>(),
         small_choice_of<small_tiling<bf16, 1, 128, true, 1, 1>>()}};
    return &tiles;
}
static inline const small_choices<float> *small_tiles(const float *) {
    static const small_choices<float> tiles = {
        6,
        {small_choice_of<small_tiling<float, 1, 64, true, 1, 2>>(),
         small_choice_of<small_tiling<float, 1, 64, true, 2, 2>>(),
         small_choice_of<small_tiling<float, 1, 64, true, 4, 2>>(),
         small_choice_of<small_tiling<float, 1, 128, true, 1, 2>>(),
         small_choice_of<small_tiling<float, 1, 128, true, 2, 2>>(),
         small_choice_of<small_tiling<float, 2, 128, true, 2, 1>>()}};
    return &tiles;
}

// ---- straight from global memory ---------------------------------------------------------------

template <class S> static void launch_direct(const tensor_plan<typename S::T> *plan) {
    const product<typename S::T> *p = &plan->of;
    const int parts = plan->schedule.split;
    const bool aligned = rows_fit(p->dev_a, p->k) && rows_fit(p->dev_b, p->n) && p->n % S::J == 0;
    launch_dependent(aligned ? direct_kernel<S, true> : direct_kernel<S, false>,
                     plan->clusters * parts, S::THREADS, S::SHARED, parts, p->dev_a, p->dev_b,
                     p->dev_c, product_sizes(p), plan->schedule.rows, parts);
}

template <typename T> struct direct_choice {
    tile_choice<T> tile;
    int most; // parts of k
};
// How many blocks of a cluster may have a part of k: 16 where the GPU has room for one of those.
template <class S, bool ALIGNED> static int direct_parts(void) {
    const auto kernel = direct_kernel<S, ALIGNED>;
    HANDLE_ERROR(
        cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, S::SHARED));
    HANDLE_ERROR(cudaFuncSetAttribute(kernel, cudaFuncAttributeNonPortableClusterSizeAllowed, 1));
    if (S::ALONG == 1)
        return 1;
    const int large = 2 * MOST_SPLIT;
    return clusters_at_once(kernel, large, S::THREADS, S::SHARED) > 0 ? large : MOST_SPLIT;
}
template <class S> static direct_choice<typename S::T> direct_choice_of(void) {
    const int aligned = direct_parts<S, true>(), anywhere = direct_parts<S, false>();
    direct_choice<typename S::T> choice = {{}, aligned < anywhere ? aligned : anywhere};
    tile_choice<typename S::T> *tile = &choice.tile;
    tile->launch = launch_direct<S>;
    tile->m = S::M;
    tile->n = S::N;
    tile->deep = S::ALONG * S::DEEP;
    tile->cluster = tile->below = tile->beside = tile->partners = 1;
    tile->rows_c = 1; // of a map that is never used
    tile->by_hand = true;
    return choice;
}

const double MOST_DIRECT = 0x1p29; // multiplications: more are never faster so
const int DIRECT_BLOCKS = 8;       // of a multiprocessor, where k is cut

// Rows of 16 and columns of eight of a warp; warps below each other, beside, and along k.
template <typename T>
static void direct_plans(struct candidates<tensor_plan<T>> *c, tensor_plan<T> *plan) {
    static const direct_choice<T> tiles[] = {
        direct_choice_of<direct_tiling<T, 1, 4, 8, 1, 1>>(),
        direct_choice_of<direct_tiling<T, 1, 8, 4, 1, 1>>(),
        direct_choice_of<direct_tiling<T, 1, 4, 2, 4, 1>>(),
        direct_choice_of<direct_tiling<T, 1, 4, 1, 4, 1>>(),
        direct_choice_of<direct_tiling<T, 1, 4, 1, 1, 4>>(),
        direct_choice_of<direct_tiling<T, 1, 8, 1, 1, 4>>(),
        direct_choice_of<direct_tiling<T, 1, 4, 1, 1, 8>>(),
        direct_choice_of<direct_tiling<T, 1, 8, 1, 1, 8>>(),
        direct_choice_of<direct_tiling<T, 1, 4, 1, 1, 16>>(),
        direct_choice_of<direct_tiling<T, 2, 4, 1, 1, 4>>(),
        direct_choice_of<direct_tiling<T, 4, 4, 1, 1, 4>>(),
        direct_choice_of<direct_tiling<T, 2, 4, 1, 1, 8>>(),
        direct_choice_of<direct_tiling<T, 4, 4, 1, 1, 8>>(),
        direct_choice_of<direct_tiling<T, 2, 8, 1, 1, 8>>(),
    };
    const product<T> *p = &plan->of;
    const double expected = c->of[0].expected;
    if ((double)p->m * (double)p->n * (double)p->k > MOST_DIRECT ||
        ((uintptr_t)p->dev_a | (uintptr_t)p->dev_b) % 4 != 0) // they are read by words
        return;
    for (const direct_choice<T> &choice : tiles) {
        plan->tile = &choice.tile;
        plan->schedule = schedule_of(plan->tile, p);
        plan->clusters = plan->schedule.whole;
        const int steps = plan->schedule.steps, most = choice.most < steps ? choice.most : steps;
        const unsigned room = DIRECT_BLOCKS * multiprocessors() / plan->clusters;
        for (int parts = 1; parts == 1 || (parts <= most && (unsigned)parts <= room); parts *= 2) {
            plan->schedule.split = parts;
            candidates_add(c, plan, expected);
        }
    }
}

// ---- a short k ---------------------------------------------------------------------------------

template <class S> static void launch_short(const tensor_plan<typename S::T> *plan) {
    const product<typename S::T> *p = &plan->of;
    launch_dependent(short_kernel<S>, plan->clusters, S::THREADS, 0, 1, p->dev_a, p->dev_b,
                     p->dev_c, product_sizes(p), plan->schedule.rows);
}

template <class S> static tile_choice<typename S::T> short_choice_of(void) {
    tile_choice<typename S::T> tile = {};
    tile.launch = launch_short<S>;
    tile.m = S::M;
    tile.n = S::N;
    tile.deep = S::K;
    tile.cluster = tile.below = tile.beside = tile.partners = 1;
    tile.rows_c = 1; // of a map that is never used
    tile.by_hand = true;
    return tile;
}

// Rows, and columns of eight of a warp.
template <typename T>
static void short_plans(struct candidates<tensor_plan<T>> *c, tensor_plan<T> *plan) {
    static const tile_choice<T> tiles[] = {
        short_choice_of<short_tiling<T, 16, 4>>(),
        short_choice_of<short_tiling<T, 32, 2>>(),
        short_choice_of<short_tiling<T, 32, 4>>(),
        short_choice_of<short_tiling<T, 64, 2>>(),
        short_choice_of<short_tiling<T, 64, sizeof(T) == 2 ? 4 : 1>>(), // as shared memory allows
    };
    const double expected = c->of[0].expected;
    for (const tile_choice<T> &tile : tiles)
        if (plan->of.k <= (size_t)tile.deep) {
            plan->tile = &tile;
            plan->schedule = schedule_of(plan->tile, &plan->of);
            plan->clusters = plan->schedule.whole;
            candidates_add(c, plan, expected);
        }
}

// ---- the choice --------------------------------------------------------------------------------

const int MOST_STEPS = 256;

// A plan with this tile, if it fits: all blocks run at a time, and each has a part of k, which is
// not too long.
template <typename T> static bool small_plan(tensor_plan<T> *plan, const small_choice<T> *choice) {
    const unsigned room = choice->blocks * multiprocessors();
    plan->tile = &choice->tile;
    plan->schedule = schedule_of(plan->tile, &plan->of);
    plan->schedule.split = choice->parts;
    plan->clusters = plan->schedule.whole;
    return plan->clusters * choice->parts <= room && plan->schedule.steps >= choice->parts &&
           plan->schedule.steps <= MOST_STEPS;
}

// All that fit are as likely as the likeliest.
template <typename T>
static void candidates_find_small(struct candidates<tensor_plan<T>> *c, const product<T> *p) {
    const small_choices<T> *tiles = small_tiles((const T *)NULL);
    const double expected = c->of[0].expected;
    tensor_plan<T> plan = {};
    plan.of = *p;
    if (rows_fit(p->dev_a, p->k) && rows_fit(p->dev_b, p->n) && rows_fit(p->dev_c, p->n))
        for (int i = 0; i < tiles->count; i++)
            if (small_plan(&plan, &tiles->of[i]))
                candidates_add(c, &plan, expected);
    plan.hand_a = plan.hand_b = true;
    direct_plans(c, &plan);
    short_plans(c, &plan);
}

#endif
