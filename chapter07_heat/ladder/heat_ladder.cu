// SPDX-License-Identifier: MIT
// Heat spreading through a room for a number of steps, in a series of kernels with one idea each.
//
// What it teaches: how far a stencil is from what memory allows; that several steps per pass can
// beat the limit of one; and that small rooms are bound by launches, and need not leave the chip at
// all. After heat_global.
//
//     heat_ladder; heat_ladder --size 16384 --steps 1000; heat_ladder --only times8
//
// It prints one row per rung: the time of all steps, cells per nanosecond, the share of the best
// rate possible with one step at a time (a copy of the room: one read and one write per cell), and
// the speed-up over the published pair of kernels. Every room has to be the same, bit for bit.
#include "heat/heat_work.h"
#include "heat/heat_steps.h"
#include "heat/heat_times.h"
#include "heat_chip.h"

#define ABOUT "Spreads heat through a room with faster and faster kernels."
const size_t DEFAULT_SIZE = 120, DEFAULT_STEPS = 20;
const int GRAPH_MOST = 2000; // steps, which are kernels in a graph

static void copy(void *work) {
    const struct heat_work *w = (const struct heat_work *)work;
    HANDLE_ERROR(cudaMemcpyAsync(w->dev_a, w->dev_first, heat_bytes(w), cudaMemcpyDeviceToDevice));
}

// ---- a run as one graph: the launches are prepared once -----------------------------------------

static const char *graph_refuses(const void *work) {
    return ((const struct heat_work *)work)->steps > GRAPH_MOST ? "for 2000 steps at most" : NULL;
}

// Where a graph leaves the room: after as many launches, the same place.
static void graph_launch(struct heat_work *w, cudaGraphExec_t graph, int launches) {
    HANDLE_ERROR(cudaGraphLaunch(graph, 0));
    w->dev_result = launches % 2 ? w->dev_a : w->dev_b;
}

static void run_graph(void *work) {
    struct heat_work *w = (struct heat_work *)work;
    if (!w->graph)
        w->graph = graph_of(w, run_dependent);
    graph_launch(w, w->graph, w->steps);
}

static void run_times_graph(void *work) {
    struct heat_work *w = (struct heat_work *)work;
    if (!w->graph_of_times)
        w->graph_of_times = graph_of(w, run_times<8>);
    graph_launch(w, w->graph_of_times, w->steps / 8 + w->steps % 8);
}

static const char *times_refuses(const void *work) {
    return ((const struct heat_work *)work)->size < (size_t)HEAT_LEAST
               ? "for rooms of 16 cells an edge or more"
               : NULL;
}

static const char *times_graph_refuses(const void *work) {
    const char *const why = times_refuses(work);
    return why ? why : graph_refuses(work);
}

int main(int argc, char **argv) {
    struct options options = options_default(DEFAULT_SIZE);
    struct ladder_words words = {};
    struct heat_work work = {};
    size_t steps = DEFAULT_STEPS;
    double k = ROOM_MOST_K, scatter = 0;
    work.planned = true;
    const struct option_row rows[] = {
        {"size", OPTION_COUNT, &options.size, 1, 262140, "cells along each edge"},
        {"steps", OPTION_COUNT, &steps, 1, 1e6, "steps in a run"},
        {"k", OPTION_REAL, &k, ROOM_LEAST_K, ROOM_MOST_K, "how fast heat spreads"},
        {"scatter", OPTION_REAL, &scatter, 0, 1, "share of cells that are extra heaters"},
        {"no-heaters", OPTION_OFF, &work.planned, 0, 0, "without the plan's heaters"},
        {"seed", OPTION_SEED, &options.seed, 0, 0, "another seed gives other noise"},
        LADDER_ROWS(words),
    };
    options_parse(&options, argc, argv, ABOUT, rows);
    work.steps = (int)steps;
    work.k = (float)k;
    work.scatter = scatter;
    heat_create(&options, &work);
    times_tune_room<2>(&work);
    times_tune_room<8>(&work);

    const double cells = (double)work.size * (double)work.size / 1e9;
    const struct rung rungs[] = {
        {"copy", "a copy of the room", copy, NULL, RUNG_LIMIT, NULL, 0, cells},
        {"published", "heaters, then diffusion", run_published, NULL, RUNG_PUBLISHED},
        {"fused", "one kernel per step, heaters as bits", run_fused},
        {"tiles", "a tile in shared memory", run_tiles},
        {"rows", "eight rows in registers", run_rows},
        {"vector", "four cells per thread", run_vector},
        {"dependent", "launched as the last drains", run_dependent},
        {"graph", "all launches as one graph", run_graph, graph_refuses, RUNG_GRAPH},
        {"times2", "two steps a pass", run_times<2>, times_refuses},
        {"times8", "eight steps a pass", run_times<8>, times_refuses},
        {"times8_graph", "the same as one graph", run_times_graph, times_graph_refuses, RUNG_GRAPH},
        {"chip", "the room stays in shared memory", run_chip, chip_refuses},
    };
    char what[60];
    snprintf(what, sizeof what, "%zu steps", steps);
    const double amount = cells * work.steps;
    const struct ladder ladder = {
        .rungs = rungs,
        .count = sizeof rungs / sizeof *rungs,
        .unit = "Gcells/s",
        .amount = amount,
        .limit_is = "one step at a time: a copy of the room, read and written",
        .bytes = 8e9 * amount,
        .flops = 7e9 * amount,
        .poison = heat_poison,
        .prepare = heat_prepare,
        .check = heat_check,
        .what = what,
    };
    const int status = ladder_climb(&ladder, &options, &words, &work);
    heat_destroy(&work);
    return status;
}
