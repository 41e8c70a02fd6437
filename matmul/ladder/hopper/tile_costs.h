// SPDX-License-Identifier: MIT
// What a tile takes on the GPU at hand: the table that tensor_tiles.h's choice is made from,
// measured by products that are made for it. A wave is a unit for each cluster that the GPU holds.
// The difference between a short wave and a long one is that of their stages; what two waves take
// more than one, but for its stages, is beginning and ending a tile; and what a wave of half as
// many units takes in two parts each, more than it should, is adding them up.
#ifndef TILE_COSTS_H
#define TILE_COSTS_H

#include "tensor_tiles.h"

const int SHORT_WAVE = 32, LONG_WAVE = 96; // stages
const int WAVE_TRIALS = 5;

// So many rows and columns of units, nearly square: most of `all`.
static inline void wave_of(int all, int *rows, int *columns) {
    *rows = (int)sqrt((double)all);
    *columns = all / *rows;
}

// Microseconds of a product of the tile's units, `short_by` numbers less than `stages` deep.
template <typename T>
static double wave_time(tensor_plan<T> *plan, int rows, int columns, int stages, int short_by,
                        int split, int parts) {
    const tile_choice<T> *tile = plan->tile;
    product<T> *p = &plan->of;
    p->m = (size_t)rows * tile->m * tile->below;
    p->n = (size_t)columns * tile->n * tile->beside;
    p->k = (size_t)stages * tile->deep - short_by;
    plan->hand_a = !rows_fit(p->dev_a, p->k);
    plan->schedule = schedule_of(tile, p);
    plan->schedule.split = split;
    plan->schedule.parts = parts;
    if (parts)
        plan->schedule.whole = 0;
    plan->clusters = parts ? parts : rows * columns * split;
    const int most = most_clusters(tile->cluster);
    if (!parts && split == 1 && plan->clusters > (unsigned)most)
        plan->clusters = plan->clusters / 2;
    plan_complete(plan);
    moment start, stop;
    moment_create(&start);
    moment_create(&stop);
    float least = INFINITY;
    for (int i = 0; i < WAVE_TRIALS; i++)
        least = fminf(least, plan_trial(plan, &start, &stop));
    moment_destroy(start);
    moment_destroy(stop);
    return 1000.0 * least;
}

// A stage, of rows of a that begin at odd multiples of so many numbers, or, 0, at 16 bytes.
template <typename T>
static double stage_time(tensor_plan<T> *plan, int rows, int columns, int odd) {
    return (wave_time(plan, rows, columns, LONG_WAVE, odd, 1, 0) -
            wave_time(plan, rows, columns, SHORT_WAVE, odd, 1, 0)) /
           (LONG_WAVE - SHORT_WAVE);
}

template <typename T> static struct tile_cost tile_measure(tensor_plan<T> *plan) {
    const tile_choice<T> *tile = plan->tile;
    const int most = most_clusters(tile->cluster), each = sizeof(T);
    struct tile_cost cost = {};
    int rows, columns;
    wave_of(most, &rows, &columns);
    const double wave = wave_time(plan, rows, columns, SHORT_WAVE, 0, 1, 0);
    cost.stage = stage_time(plan, rows, columns, 0);
    // Where the consumers play ping-pong it may be nothing.
    cost.tile = fmax(0, wave_time(plan, 2 * rows, columns, SHORT_WAVE, 0, 1, 0) - wave -
                            SHORT_WAVE * cost.stage);
    const double launch = wave - SHORT_WAVE * cost.stage;
    wave_of(most / 2, &rows, &columns);
    cost.parts = wave_time(plan, rows, columns, SHORT_WAVE, 0, 1, 2 * rows * columns) - launch -
                 SHORT_WAVE / 2 * cost.stage;
    if (tile->splits) {
        wave_of(cluster_room()[2 * tile->cluster], &rows, &columns);
        cost.cluster = wave_time(plan, rows, columns, SHORT_WAVE, 0, 2, 0) - launch -
                       SHORT_WAVE / 2 * cost.stage;
    }
    if (tile->by_hand) {
        wave_of(most, &rows, &columns);
        double *const by[] = {&cost.shifted, &cost.by_four, &cost.by_eight};
        for (int i = 0, bytes = 2; bytes <= 8; i++, bytes *= 2)
            if (bytes >= each)
                *by[i] =
                    (stage_time(plan, rows, columns, bytes / each) - cost.stage) * 256 / tile->m;
    }
    return cost;
}

// The lines of tiles_bf16.h or tiles_tf32.h.
template <typename T> static void tile_costs_print(const char *type) {
    const tile_choices<T> tiles = all_tiles((const T *)NULL);
    const size_t bytes = (size_t)1 << 30; // more than any of these needs
    struct cudaDeviceProp device;
    int number;
    tensor_plan<T> plan = {};
    HANDLE_ERROR(cudaGetDevice(&number));
    HANDLE_ERROR(cudaGetDeviceProperties(&device, number));
    T **const factors[] = {&plan.of.dev_a, &plan.of.dev_b, &plan.of.dev_c};
    for (int i = 0; i < 3; i++) {
        HANDLE_ERROR(cudaMalloc(factors[i], bytes));
        HANDLE_ERROR(cudaMemset(*factors[i], 0x3c, bytes)); // 0.01 and so
    }
    printf(
        "// SPDX-License-Identifier: MIT\n"
        "// What each tile takes on an %s, in microseconds: tensor_plan.h's tile_cost. Written by\n"
        "//     matmul_tensor --tiles %s\n"
        "// clang-format off\n",
        device.name, type);
    for (int i = 0; i < tiles.count; i++) {
        plan.tile = &tiles.of[i];
        const struct tile_cost cost = tile_measure(&plan);
        printf("TILE((%.3g, %.3g, %.3g, %.3g", cost.stage, cost.tile, cost.parts, cost.cluster);
        if (plan.tile->by_hand)
            printf(", %.3g, %.3g, %.3g", cost.shifted, cost.by_four, cost.by_eight);
        printf("), %s)\n", plan.tile->name);
    }
    for (int i = 0; i < 3; i++)
        HANDLE_ERROR(cudaFree(*factors[i]));
    HANDLE_ERROR(cudaFree(plan.memory.dev));
}

#endif
