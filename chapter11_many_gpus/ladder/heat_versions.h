// SPDX-License-Identifier: MIT
// What heat_nccl does around its lesson: a version of the simulation is captured as graphs, run,
// checked against one GPU, timed, and printed as a row.
#ifndef HEAT_VERSIONS_H
#define HEAT_VERSIONS_H

#include "report.h"
#include "../heat_halo.h"
#include "../heat_peer.h"

const int BATCH = 96; // steps per graph, roughly: launching more may wait for the other GPUs
const double WARM_MS = 100;
const int ONE_MOST = 2000, TURNS = 5, WAYS_MOST = 16; // steps in one GPU's graph

enum role { ONE, ALONE, AFTER, OTHER, PEER };

struct way {
    const char *name, *idea;
    enum role role;
    int times, depth; // steps per pass; steps between exchanges; 0: --depth
    bool overlap;
};

// A version: its slabs, and for each GPU a graph of a batch of steps, which leaves the room in the
// grid where it began, and one of the last steps.
struct run {
    const struct way *way;
    const char *left_out;
    struct heat_plan plan;
    struct part parts[GPUS_MOST];
    cudaGraphExec_t batch[GPUS_MOST], rest[GPUS_MOST];
    int count, batches;
    float *dev_result[GPUS_MOST]; // where each slab is after a run from dev_now
    bool right;
    double ms[OPTIONS_MOST_RUNS], median, min, max;
    int turns;
    double hidden, efficiency;
};

struct heat {
    struct options options;
    struct gpus gpus;
    struct heat_work whole; // on device 0
    struct run runs[WAYS_MOST];
    int count;
    bool graphs, tune;
    bool reach; // each GPU its neighbours' memory
};

// ---- a way --------------------------------------------------------------------------------------

// Enqueues a number of steps of all slabs.
static void run_steps(struct heat *heat, struct run *run, int steps, bool last) {
    if (run->way->role == PEER)
        peers_run(run->parts, run->count, steps, last);
    else
        parts_run(run->parts, run->count, steps, last, through_nccl, heat->gpus.comms);
}

// A number of steps of all slabs as one graph per GPU: the streams are captured together, so that
// NCCL's groups go into all graphs at once.
static void run_capture(struct heat *heat, struct run *run, cudaGraphExec_t *kept, int steps,
                        bool last) {
    cudaGraph_t graphs[GPUS_MOST];
    for (int i = 0; i < run->count; i++) {
        HANDLE_ERROR(cudaSetDevice(i));
        HANDLE_ERROR(cudaStreamBeginCapture(run->parts[i].inner, cudaStreamCaptureModeThreadLocal));
    }
    run_steps(heat, run, steps, last);
    for (int i = 0; i < run->count; i++) {
        HANDLE_ERROR(cudaSetDevice(i));
        HANDLE_ERROR(cudaStreamEndCapture(run->parts[i].inner, &graphs[i]));
    }
    for (int i = 0; i < run->count; i++) { // not while any stream is captured
        HANDLE_ERROR(cudaSetDevice(i));
        HANDLE_ERROR(cudaGraphInstantiate(&kept[i], graphs[i], 0));
        HANDLE_ERROR(cudaGraphDestroy(graphs[i]));
    }
}

// A batch is an even number of periods, so that a slab's two grids are swapped an even number of
// times.
static void run_capture_all(struct heat *heat, struct run *run) {
    const int periods = 2 * run->plan.depth, batch = periods * max(BATCH / periods, 1);
    run->batches = (heat->whole.steps - 1) / batch;
    if (run->batches > 0)
        run_capture(heat, run, run->batch, batch, false);
    run_capture(heat, run, run->rest, heat->whole.steps - run->batches * batch, true);
}

// One after the other: a GPU's graph can't end before the others' have started.
static void run_launch(const struct run *run, const cudaGraphExec_t *graphs) {
    for (int i = 0; i < run->count; i++) {
        HANDLE_ERROR(cudaSetDevice(i));
        HANDLE_ERROR(cudaGraphLaunch(graphs[i], run->parts[i].inner));
    }
}

// The rows per warp of all versions with as many steps per pass are those that the first one found.
static void run_tune(const struct heat *heat, struct run *run, int i) {
    struct part *p = &run->parts[i];
    for (const struct run *r = heat->runs; r < run; r++)
        if (r->way->times == run->way->times && r->parts[i].height == p->height)
            p->deep = r->parts[i].deep;
    if (heat->tune && p->deep == 0)
        part_tune(p);
}

static void run_create(struct heat *heat, struct run *run, const struct way *way, size_t depth) {
    run->way = way;
    run->count = way->role == ONE ? 1 : heat->gpus.count;
    run->plan.size = heat->whole.size;
    run->plan.seed = heat->whole.seed;
    run->plan.scatter = heat->whole.scatter;
    run->plan.planned = heat->whole.planned;
    run->plan.noise = true;
    run->plan.k = heat->whole.k;
    run->plan.down = run->count;
    run->plan.across = 1;
    run->plan.depth = way->depth ? way->depth : (int)depth;
    run->plan.times = way->times;
    run->plan.overlap = way->overlap;
    run->plan.exchange = way->role != ALONE && way->role != PEER;
    if (way->times > 1 && heat->whole.size < (size_t)HEAT_LEAST)
        run->left_out = "for rooms of at least 16 cells per edge";
    if (way->role != ONE && way->role != ALONE && run->count == 1)
        run->left_out = "there is only one GPU";
    if (run->left_out || way->role == ONE)
        return;
    plan_fit(&run->plan);
    run->count = run->plan.down;
    if (way->role == PEER && run->plan.depth < way->depth)
        run->left_out = "slabs are thinner than a halo";
    if (way->role == PEER && !heat->reach)
        run->left_out = "the GPUs do not reach each other's memory";
    if (run->left_out)
        return;
    for (int i = 0; i < run->count; i++) {
        part_create(&heat->options, &run->parts[i], &run->plan, i, i);
        if (way->role == PEER)
            peer_create(&heat->options, &run->parts[i]);
        part_begin(&run->parts[i]);
        run_tune(heat, run, i);
    }
}

// Resets the first room, in the grid where the version starts.
static void run_prepare(struct heat *heat, struct run *run) {
    if (run->way->role == ONE) {
        HANDLE_ERROR(cudaSetDevice(0));
        heat_prepare(&heat->whole);
    } else {
        for (int i = 0; i < run->count; i++)
            part_begin(&run->parts[i]);
    }
    gpus_wait(heat->gpus.count);
}

// All steps, timed by the host's clock while every GPU is idle before and after.
static double run_once(struct heat *heat, struct run *run) {
    struct heat_work *w = &heat->whole;
    const double start = gpus_clock_ms();
    if (run->way->role == ONE) {
        cudaGraphExec_t *graph = run->way->times == 1 ? &w->graph : &w->graph_of_times;
        if (*graph)
            HANDLE_ERROR(cudaGraphLaunch(*graph, 0));
        else
            (run->way->times == 1 ? run_dependent : run_times<PART_TIMES>)(w);
    } else {
        parts_switch_on(run->parts, run->count);
        if (heat->graphs) {
            for (int i = 0; i < run->batches; i++)
                run_launch(run, run->batch);
            run_launch(run, run->rest);
        } else {
            run_steps(heat, run, w->steps, true);
        }
    }
    gpus_wait(heat->gpus.count);
    return gpus_clock_ms() - start;
}

// Collects the slabs on device 0 and compares them there.
static bool run_check(struct heat *heat, struct run *run) {
    struct heat_work *w = &heat->whole;
    if (run->way->role == ONE)
        return heat_differences(w, w->dev_result) == 0;
    heat_poison(w);
    for (int i = 0; i < run->count; i++) {
        const struct part *p = &run->parts[i];
        HANDLE_ERROR(cudaMemcpyPeer(w->dev_a + p->y0 * w->pitch, 0,
                                    run->dev_result[i] + p->below * p->pitch, i,
                                    p->height * p->pitch * sizeof(float)));
    }
    return heat_differences(w, w->dev_a) == 0;
}

// One GPU: heat_ladder's kernels, as one graph unless that would be too long.
static void one_prepare(struct heat *heat, struct run *run) {
    struct heat_work *w = &heat->whole;
    HANDLE_ERROR(cudaSetDevice(0));
    if (!heat->graphs || w->steps > ONE_MOST)
        return;
    if (run->way->times == 1)
        w->graph = graph_of(w, run_dependent);
    else
        w->graph_of_times = graph_of(w, run_times<PART_TIMES>);
}

// Runs a version once from the first room, and checks the result. Enqueueing or capturing the steps
// swaps a slab's two grids; a graph always starts from the same one, so the swaps are undone.
static void run_try(struct heat *heat, struct run *run) {
    if (run->way->role == ONE) {
        one_prepare(heat, run);
        heat_poison(&heat->whole); // every cell is to be written
    } else if (heat->graphs) {
        struct part before[GPUS_MOST];
        memcpy(before, run->parts, sizeof before);
        run_capture_all(heat, run);
        for (int i = 0; i < run->count; i++) {
            run->dev_result[i] = run->parts[i].dev_now;
            run->parts[i].dev_now = before[i].dev_now;
            run->parts[i].dev_next = before[i].dev_next;
        }
    }
    run_prepare(heat, run);
    run_once(heat, run);
    for (int i = 0; i < run->count && run->way->role != ONE && !heat->graphs; i++)
        run->dev_result[i] = run->parts[i].dev_now;
    run->right = run->way->role == ALONE || run_check(heat, run);
}

// One more period, without graphs: when edges, exchange and the rest begin and end on each GPU, in
// microseconds from the first of them.
static void run_timeline(struct heat *heat, struct run *run) {
    static const char *const names[] = {"edges", "exchange", "rest"};
    static cudaEvent_t marks[GPUS_MOST][PART_MARKS];
    for (int i = 0; i < run->count; i++) {
        HANDLE_ERROR(cudaSetDevice(i));
        for (cudaEvent_t &mark : marks[i])
            HANDLE_ERROR(cudaEventCreate(&mark));
        run->parts[i].marks = marks[i];
    }
    for (int turn = 0; turn < 3; turn++) // the first ones are to warm up
        run_steps(heat, run, run->plan.depth, false);
    gpus_wait(heat->gpus.count);
    for (int i = 0; i < run->count; i++) {
        const bool edges = part_overlaps(&run->parts[i]);
        const int order[] = {edges ? EDGES_FROM : INNER_FROM, COMM_FROM, INNER_FROM};
        HANDLE_ERROR(cudaSetDevice(i));
        printf("%-9s GPU %d:", run->way->name, i);
        for (int k = 0; k < (edges ? 3 : run->plan.exchange ? 2 : 1); k++) {
            float from, to;
            const int mark = order[k];
            HANDLE_ERROR(cudaEventElapsedTime(&from, marks[i][order[0]], marks[i][mark]));
            HANDLE_ERROR(cudaEventElapsedTime(&to, marks[i][order[0]], marks[i][mark + 1]));
            printf(" %s %.1f to %.1f us;", names[mark / 2], 1e3 * (double)from, 1e3 * (double)to);
        }
        printf(" %zu rows per warp\n", run->parts[i].deep);
        for (cudaEvent_t &mark : marks[i])
            HANDLE_ERROR(cudaEventDestroy(mark));
        run->parts[i].marks = NULL;
    }
}

static void run_destroy(struct run *run) {
    for (int i = 0; i < run->count && run->way->role != ONE && !run->left_out; i++) {
        if (run->batch[i])
            HANDLE_ERROR(cudaGraphExecDestroy(run->batch[i]));
        if (run->rest[i])
            HANDLE_ERROR(cudaGraphExecDestroy(run->rest[i]));
        part_destroy(&run->parts[i]);
    }
}

// ---- the table ----------------------------------------------------------------------------------

static const struct run *find(const struct heat *heat, enum role role, int times) {
    for (int i = 0; i < heat->count; i++)
        if (heat->runs[i].way->role == role && heat->runs[i].way->times == times &&
            heat->runs[i].right && !heat->runs[i].left_out)
            return &heat->runs[i];
    return NULL;
}

// Efficiency against the best single-GPU program with the same steps per pass; and the share of the
// exchanges' time that is hidden, unless that time is lost in the noise.
static void judge(const struct heat *heat, struct run *run) {
    const struct run *one = find(heat, ONE, run->way->times);
    const struct run *alone = find(heat, ALONE, run->way->times);
    const struct run *after = find(heat, AFTER, run->way->times);
    run->efficiency =
        one && run->way->role != ONE ? one->median / run->median / heat->gpus.count : NAN;
    run->hidden = NAN;
    if (alone && after && after->median > 1.01 * alone->median)
        run->hidden = 1 - (run->median - alone->median) / (after->median - alone->median);
}

static void print(const struct heat *heat, const struct run *run, struct report *report) {
    const double cells = 1e-9 * (double)heat->whole.size * (double)heat->whole.size;
    const double rate = cells * heat->whole.steps / (1e-3 * run->median);
    const bool timed = run->right && !run->left_out;
    const char *const check = run->left_out             ? "left out"
                              : run->way->role == ALONE ? "limit"
                              : run->right              ? "right"
                                                        : "wrong";
    if (!report->options->csv)
        printf("%-9s %10s %10s %9s %8s  %s%s%s\n", run->way->name,
               timed ? digits(run->median, 4).text : "-", timed ? digits(rate, 4).text : "-",
               timed && !isnan(run->efficiency) ? digits(run->efficiency, 4).text : "-",
               timed && !isnan(run->hidden) ? digits(run->hidden, 3).text : "-",
               run->left_out ? check
               : run->right  ? run->way->idea
                             : "WRONG",
               run->left_out ? ": " : "", run->left_out ? run->left_out : "");
    report_field(report->rows, report->options->program, ',');
    report_field(report->rows, REPORT_BACKEND, ',');
    report_field(report->rows, report->device, ',');
    fprintf(report->rows, "%s,%d,%zu,%d,%d,%d,", run->way->name, heat->gpus.count, heat->whole.size,
            heat->whole.steps, run->way->times, run->plan.depth);
    const double values[] = {run->median, run->min, run->max, rate, run->efficiency};
    for (const double value : values)
        report_field(report->rows, timed && !isnan(value) ? digits(value, 6).text : "", ',');
    report_field(report->rows, timed && !isnan(run->hidden) ? digits(run->hidden, 4).text : "",
                 ',');
    report_field(report->rows, check, '\n');
    if (!run->left_out)
        *(run->right ? &report->right : &report->wrong) += 1;
}

// --only names versions that there are, or one line and status 2.
static void versions_only(const struct options *options, const struct way *ways, size_t count,
                          const char *only) {
    char known[200] = "";
    for (size_t i = 0; i < count; i++)
        snprintf(known + strlen(known), sizeof known - strlen(known), "%s%s", *known ? "," : "",
                 ways[i].name);
    char word[4000];
    for (const char *list = only ? only : ""; ladder_next_word(&list, word, sizeof word);)
        if (!ladder_listed(known, word))
            options_refuse(options, "--only '%s': no such version; there are %s", word, known);
}

// All versions in turns, so that what happens on the machine meanwhile meets all of them. Before it
// is timed each runs for a while: near its limit of power a GPU has the clock that its work of the
// last tenth of a second has left it.
static void versions_time(struct heat *heat, int turns) {
    for (int turn = 0; turn < turns; turn++)
        for (int i = 0; i < heat->count; i++) {
            struct run *run = &heat->runs[i];
            if (!run->right || run->left_out)
                continue;
            for (double warm = 0; heat->tune && warm < WARM_MS;)
                warm += run_once(heat, run);
            run->ms[turn] = run_once(heat, run);
        }
    for (int i = 0; i < heat->count; i++) {
        struct run *run = &heat->runs[i];
        run->median = gpus_median(run->ms, turns);
        run->min = run->ms[0];
        run->max = run->ms[turns - 1];
    }
}

#endif
