// SPDX-License-Identifier: MIT
// The tiles that a product in bf16 or TF32 may get, what each of them takes, and the choice.
#ifndef TENSOR_TILES_H
#define TENSOR_TILES_H

#include "plan_choice.h"
#include "small_plan.h"

// Copying a factor before, in microseconds: a launch, and for each byte that is read and written.
const double COPY = 2, COPY_BYTE = 0.5e-6;

static inline double copy_time(size_t bytes) {
    return bytes ? COPY + COPY_BYTE * (double)bytes : 0;
}

// What a stage takes more where so many rows of a matrix are fetched by hand.
template <typename T>
static double hand_time(const struct tile_cost *cost, const T *from, size_t columns, int rows) {
    const int unit = unit_of(from, columns);
    return (unit == 2 ? cost->shifted : unit == 4 ? cost->by_four : cost->by_eight) / 256 * rows;
}

// The schedule for the plan's tile, and what it takes.
template <typename T> static double plan_schedule(tensor_plan<T> *plan, double luck) {
    const tile_choice<T> *tile = plan->tile;
    const product<T> *p = &plan->of;
    struct tile_cost cost = tile->cost;
    size_t copied = 0;
    if (plan->hand_a)
        cost.stage += hand_time(&cost, p->dev_a, p->k, tile->m);
    else if (!rows_fit(p->dev_a, p->k))
        copied += p->m * p->k * sizeof(T);
    if (plan->hand_b)
        cost.stage += hand_time(&cost, p->dev_b, p->n, tile->n);
    else if (!rows_fit(p->dev_b, p->n))
        copied += p->k * p->n * sizeof(T);
    plan->schedule = schedule_of(tile, p);
    return copy_time(copied) + schedule_choose(&plan->schedule, most_clusters(tile->cluster), &cost,
                                               &plan->clusters, luck,
                                               tile->splits ? cluster_room() : NULL, tile->cluster);
}

// ---- the tiles ---------------------------------------------------------------------------------

// Rows of a and columns of b as they are, or the product turned; the blocks of a cluster below each
// other, which share columns of b, and beside each other.
template <typename T, int CONSUMERS, int WIDE, int BELOW, int BESIDE>
using upright = tiling<T, CONSUMERS, WIDE, BELOW * BESIDE, false, 0, false, BELOW>;
template <typename T, int CONSUMERS, int WIDE, int BELOW, int BESIDE>
using turned = tiling<T, CONSUMERS, WIDE, BELOW * BESIDE, false, 0, true, BELOW>;
// 256 columns of b and so many rows of a: each consumer has two times 64 of the columns.
template <typename T, int WIDE, int BELOW, int BESIDE>
using turned_halves = tiling<T, 2, WIDE, BELOW * BESIDE, false, 0, true, BELOW, 2>;
// Two consumers that play ping-pong, with a tile each.
template <typename T, int HALVES, int WIDE, int BELOW, int BESIDE>
using upright_pingpong = tiling<T, 2, WIDE, BELOW * BESIDE, false, 0, false, BELOW, HALVES, true>;
template <typename T, int HALVES, int WIDE, int BELOW, int BESIDE>
using turned_pingpong = tiling<T, 2, WIDE, BELOW * BESIDE, false, 0, true, BELOW, HALVES, true>;

template <typename T> struct tile_choices {
    const tile_choice<T> *of;
    int count;
};

#define TILE_COST(...)                                                                             \
    { __VA_ARGS__ }
#define TILE(cost, ...) tile_choice_of<__VA_ARGS__>(TILE_COST cost, #__VA_ARGS__),

static inline tile_choices<bf16> all_tiles(const bf16 *) {
    static const tile_choice<bf16> tiles[] = {
#include "tiles_bf16.h"
    };
    return {tiles, sizeof tiles / sizeof *tiles};
}
static inline tile_choices<float> all_tiles(const float *) {
    static const tile_choice<float> tiles[] = {
#include "tiles_tf32.h"
    };
    return {tiles, sizeof tiles / sizeof *tiles};
}

// ---- the choice --------------------------------------------------------------------------------

// The likely ones of all.
template <typename T>
static void candidates_find(struct candidates<tensor_plan<T>> *c, const product<T> *p) {
    const tile_choices<T> tiles = all_tiles((const T *)NULL);
    const bool odd_a = !rows_fit(p->dev_a, p->k), odd_b = !rows_fit(p->dev_b, p->n);
    for (int i = 0; i < tiles.count; i++)
        for (int hand = 0; hand < 4; hand++) { // one factor of two may be copied nevertheless
            tensor_plan<T> plan = {};
            plan.of = *p;
            plan.tile = &tiles.of[i];
            plan.hand_a = hand & 1;
            plan.hand_b = hand & 2;
            if ((hand != 0) != plan.tile->by_hand || (plan.hand_a && !odd_a) ||
                (plan.hand_b && !odd_b))
                continue;
            double expected = plan_schedule(&plan, 1);
            candidates_add(c, &plan, expected);
            if (plan.schedule.parts > 0) { // the best without
                expected = plan_schedule(&plan, INFINITY);
                candidates_add(c, &plan, expected);
            }
        }
}

// The plan for a product.
template <typename T> static void plan_choose(tensor_plan<T> *plan, const product<T> *p) {
    static struct candidates<tensor_plan<T>> c;
    c.count = 0;
    candidates_find(&c, p);
    candidates_find_small(&c, p);
    plan_by_trials(plan, &c);
}

#endif
