// SPDX-License-Identifier: MIT
// Heat on all the GPUs of a machine, in one process: the room is cut into slabs of rows, one per
// GPU, and NCCL sends the rows at the cuts to the neighbours.
//
// What it teaches: what a cut costs, and four ways to avoid that: compute the edges first and send
// them while the rest is computed; exchange several rows at a time, and less often; let the kernels
// write their edges into the neighbours' memory; and launch a batch of steps, exchanges included,
// as one graph. After heat_ladder.
//
//     heat_nccl; heat_nccl --size 16384 --steps 960; heat_nccl --gpus 2 --only deep8
//
// It prints one row per version: the time of all steps, cells per nanosecond, the efficiency
// compared with the best program for one GPU, and the share of the exchanges' time that is hidden.
// Every room has to equal that of one GPU, bit for bit.
#include "ladder/heat_versions.h"

#define ABOUT "Spreads heat through a room that is cut into slabs of rows, one per GPU."
const size_t DEFAULT_SIZE = 200, DEFAULT_STEPS = 20, DEFAULT_DEPTH = 32;

static const struct way WAYS[] = {
    {"one1", "one GPU: heat_ladder's best, a step per pass", ONE, 1, 0, false},
    {"alone1", "no exchange: wrong, and the limit", ALONE, 1, 1, false},
    {"after1", "an exchange after each step", AFTER, 1, 1, false},
    {"overlap1", "edges first, the exchange beside the rest", OTHER, 1, 1, true},
    {"deep1", "deeper halos, few exchanges", OTHER, 1, 0, false},
    {"both1", "deeper halos, edges first", OTHER, 1, 0, true},
    {"peer1", "edges straight into the neighbours' halos", PEER, 1, 1, false},
    {"one8", "one GPU: heat_ladder's best, eight per pass", ONE, 8, 0, false},
    {"alone8", "no exchange: wrong, and the limit", ALONE, 8, 8, false},
    {"after8", "an exchange after each pass", AFTER, 8, 8, false},
    {"overlap8", "edges first, the exchange beside the rest", OTHER, 8, 8, true},
    {"deep8", "deeper halos, few exchanges", OTHER, 8, 0, false},
    {"both8", "deeper halos, edges first", OTHER, 8, 0, true},
    {"peer8", "edges straight into the neighbours' halos", PEER, 8, 8, false},
};

int main(int argc, char **argv) {
    static struct heat heat;
    struct options *options = &heat.options;
    size_t steps = DEFAULT_STEPS, gpus = 0, depth = DEFAULT_DEPTH;
    double k = ROOM_MOST_K;
    const char *only = NULL;
    bool timeline = false;
    heat.whole.planned = true;
    heat.graphs = true;
    heat.tune = strcmp(REPORT_BACKEND, "cpu") != 0; // an emulated time says nothing
    *options = options_default(DEFAULT_SIZE);
    const struct option_row rows[] = {
        {"size", OPTION_COUNT, &options->size, 1, 262140, "cells along each edge"},
        {"steps", OPTION_COUNT, &steps, 1, 1e6, "steps in a run"},
        {"gpus", OPTION_COUNT, &gpus, 0, GPUS_MOST, "how many; 0: all"},
        {"depth", OPTION_COUNT, &depth, 1, 1e6, "rows of a deep halo"},
        {"k", OPTION_REAL, &k, ROOM_LEAST_K, ROOM_MOST_K, "how fast heat spreads"},
        {"scatter", OPTION_REAL, &heat.whole.scatter, 0, 1,
         "share of cells that are extra heaters"},
        {"no-heaters", OPTION_OFF, &heat.whole.planned, 0, 0, "without the plan's heaters"},
        {"no-graphs", OPTION_OFF, &heat.graphs, 0, 0, "single launches instead of graphs"},
        {"timeline", OPTION_ON, &timeline, 0, 0, "time one more period of each version, by events"},
        {"only", OPTION_WORD, &only, 0, 0, "only these versions: NAME,NAME..."},
        {"seed", OPTION_SEED, &options->seed, 0, 0, "another seed gives other noise"},
    };
    options_parse(options, argc, argv, ABOUT, rows);
    versions_only(options, WAYS, sizeof WAYS / sizeof *WAYS, only);

    heat.gpus = gpus_begin(options, gpus, true);
    heat.reach = peers_reach(heat.gpus.count);
    struct report report = report_begin_rows(
        options, "program,backend,device,way,gpus,size,steps,times,depth,median_ms,min_ms,max_ms,"
                 "value,efficiency,hidden,check\n");
    heat.whole.steps = (int)steps;
    heat.whole.k = (float)k;
    heat_create(options, &heat.whole);
    times_tune_room<PART_TIMES>(&heat.whole);

    struct stopwatch span = stopwatch_start();
    for (const struct way &way : WAYS)
        if (!only || ladder_listed(only, way.name) || way.role == ONE || way.role == ALONE)
            run_create(&heat, &heat.runs[heat.count++], &way, depth);
    gpus_wait(heat.gpus.count);
    stopwatch_lap(&span, "allocate");
    for (int i = 0; i < heat.count; i++)
        if (!heat.runs[i].left_out)
            run_try(&heat, &heat.runs[i]);
    HANDLE_ERROR(cudaSetDevice(0));
    stopwatch_lap(&span, "each version once");
    stopwatch_stop(&span);

    const int turns = options->runs ? (int)options->runs : TURNS;
    versions_time(&heat, turns);
    if (!options->csv)
        printf("%d GPU%s, %zu x %zu cells, %zu steps\n%-9s %10s %10s %9s %8s\n", heat.gpus.count,
               heat.gpus.count == 1 ? "" : "s", options->size, options->size, steps, "version",
               "ms", "Gcells/s", "of all", "hidden");
    for (int i = 0; i < heat.count; i++) {
        judge(&heat, &heat.runs[i]);
        print(&heat, &heat.runs[i], &report);
    }
    if (!options->csv && report.wrong == 0)
        printf("Time to generate:  %s ms\n", digits(span.total_ms, 3).text);
    for (int i = 0; i < heat.count && timeline && !options->csv; i++)
        if (heat.runs[i].way->role != ONE && !heat.runs[i].left_out)
            run_timeline(&heat, &heat.runs[i]);
    for (int i = 0; i < heat.count; i++)
        run_destroy(&heat.runs[i]);
    HANDLE_ERROR(cudaSetDevice(0));
    heat_destroy(&heat.whole);
    gpus_end(&heat.gpus);
    return report_end(&report, "%d versions, %d turns, every cell the same", report.right, turns);
}
