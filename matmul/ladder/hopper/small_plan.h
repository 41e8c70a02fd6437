// SPDX-License-Identifier: MIT
// Which of the small tiles (small_tiles.h) a product gets, if any. No model could tell their times
// apart: all that fit are tried, in graphs, and so is the plan that plan_choice.h has for it.
#ifndef SMALL_PLAN_H
#define SMALL_PLAN_H

#include "ladders/ladder.h"
#include "tensor_plan.h"
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

enum { SMALL_ROUNDS = 5, SMALL_BATCH = 20, MOST_STEPS = 256 };

template <typename T> static void run_plan(void *plan) {
    plan_run((tensor_plan<T> *)plan);
}

// What one of several launches in a graph takes, in ms.
template <typename T> static float graph_trial(tensor_plan<T> *plan, moment *start, moment *stop) {
    const cudaGraphExec_t graph = ladder_graph(run_plan<T>, plan, SMALL_BATCH);
    moment_record(start);
    HANDLE_ERROR(cudaGraphLaunch(graph, cudaStreamPerThread));
    moment_record(stop);
    moment_wait(stop, __FILE__, __LINE__);
    HANDLE_ERROR(cudaGraphExecDestroy(graph));
    return moment_ms(*start, *stop) / SMALL_BATCH;
}

// A plan with this tile, if it fits: all blocks run at a time, and each has a part of k, which is
// not too long to be tried so often.
template <typename T> static bool small_plan(tensor_plan<T> *plan, const small_choice<T> *choice) {
    const unsigned room = choice->blocks * multiprocessors();
    plan->tile = &choice->tile;
    plan->hand_a = plan->hand_b = false;
    plan->schedule = schedule_of(plan->tile, &plan->of);
    plan->schedule.split = choice->parts;
    plan->clusters = plan->schedule.whole;
    return plan->clusters * choice->parts <= room && plan->schedule.steps >= choice->parts &&
           plan->schedule.steps <= MOST_STEPS;
}

// Instead of the plan for a product, if one is faster.
template <typename T> static void small_choose(tensor_plan<T> *plan) {
    const product<T> *p = &plan->of;
    const small_choices<T> *tiles = small_tiles((const T *)NULL);
    static tensor_plan<T> tried[1 + MOST_SMALL];
    float least[1 + MOST_SMALL];
    int count = 1, best = 0;
    if (!rows_fit(p->dev_a, p->k) || !rows_fit(p->dev_b, p->n) || !rows_fit(p->dev_c, p->n))
        return;
    for (int i = 0; i <= MOST_SMALL; i++) {
        tried[i] = *plan;
        least[i] = INFINITY;
    }
    for (int i = 0; i < tiles->count; i++)
        if (small_plan(&tried[count], &tiles->of[i]))
            plan_complete(&tried[count++]);
    moment start, stop;
    moment_create(&start);
    moment_create(&stop);
    for (int round = 0; round < SMALL_ROUNDS && count > 1; round++)
        for (int i = 0; i < count; i++)
            least[i] = fminf(least[i], graph_trial(&tried[i], &start, &stop));
    moment_destroy(start);
    moment_destroy(stop);
    for (int i = 1; i < count; i++)
        if (least[i] < least[best])
            best = i;
    *plan = tried[best];
}

#endif
