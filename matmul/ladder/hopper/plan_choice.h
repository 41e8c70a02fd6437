// SPDX-License-Identifier: MIT
// Which plan (tensor_plan.h) a product gets: a model says which are likely, and trials decide.
#ifndef PLAN_CHOICE_H
#define PLAN_CHOICE_H

#include "ladders/ladder.h"
#include "tensor_plan.h"

// ---- the model ---------------------------------------------------------------------------------
// What a tile takes was measured (tile_cost in tensor_plan.h): a stage, and beginning and ending
// it. A plan takes its launch, and as many stages and tiles as its busiest multiprocessor has one
// after the other; where parts are added up, that, too. What the memory, the L2 and the power make
// of it is left to the trials.

const double LAUNCH = 3; // microseconds from a launch to the first stage

const double PARTS_LUCK = 1.28; // what a plan with parts may have to promise: they wait for others

// What a schedule takes. Where tiles are few, each can be cut evenly; a part that goes on in the
// next tile leaves two pieces, and is added up twice.
static double schedule_time(const struct schedule *s, int most, const struct tile_cost *cost,
                            double luck) {
    const int rest = s->rows * s->columns - s->whole;
    double time = ceil(s->whole / (double)most) * (s->steps * cost->stage + cost->tile);
    if (rest > 0) {
        const double stages = ceil((double)rest * s->steps / s->parts);
        time += ceil(s->parts / (double)most) * stages * cost->stage + cost->tile + cost->parts;
        if (rest <= most / 2 && s->parts % rest)
            time += cost->parts;
        time *= luck;
    }
    return time;
}

const int MOST_SPLIT = 8; // blocks of a cluster, on any GPU

// How many clusters of so many blocks the GPU holds at a time.
template <class K>
static int clusters_at_once(K *kernel, unsigned blocks, unsigned threads, size_t shared) {
    int count = 0;
    cudaLaunchAttribute cluster;
    cluster.id = cudaLaunchAttributeClusterDimension;
    cluster.val.clusterDim.x = blocks;
    cluster.val.clusterDim.y = cluster.val.clusterDim.z = 1;
    cudaLaunchConfig_t config = {};
    config.gridDim = blocks;
    config.blockDim = threads;
    config.dynamicSmemBytes = shared;
    config.attrs = &cluster;
    config.numAttrs = 1;
    HANDLE_ERROR(cudaOccupancyMaxActiveClusters(&count, kernel, &config));
    return count;
}
// For 2, 3, ... MOST_SPLIT blocks that take all of a multiprocessor's shared memory.
static inline const int *cluster_room(void) {
    static int room[MOST_SPLIT + 1];
    HANDLE_ERROR(
        cudaFuncSetAttribute(hopper_probe, cudaFuncAttributeMaxDynamicSharedMemorySize, ROOM));
    for (int blocks = 2; blocks <= MOST_SPLIT && room[MOST_SPLIT] == 0; blocks++)
        room[blocks] = clusters_at_once(hopper_probe, blocks, 128, ROOM);
    return room;
}

// How many clusters of a tile size run at a time. Who has a part of a tile waits for the others, so
// there must not be more.
static inline int most_clusters(int blocks) {
    static const int sms = multiprocessors();
    return blocks == 1 ? sms : cluster_room()[blocks];
}

// The best schedule for `most` clusters, from one of whole tiles, and its time; as few clusters as
// need no more turns. Where blocks can make clusters as they are needed, `room` has how many.
static double schedule_choose(struct schedule *schedule, int most, const struct tile_cost *cost,
                              unsigned *clusters, double luck = PARTS_LUCK, const int *room = NULL,
                              int cluster = 1) {
    struct schedule s = *schedule;
    const int units = s.whole, even = units / most * most;
    double least = INFINITY;
    for (int whole : {units, even, even - most, 0}) {
        const int rest = units - whole;
        const long long stages = (long long)rest * s.steps;
        if (whole < 0 || (whole == 0 && units > 2 * most))
            continue;
        // All blocks the same; or each tile in 2, 3, ... parts, as long as there are blocks.
        for (int each = rest && rest <= most / 2 ? most / rest : 1; each >= 1; each--) {
            const int parts = rest == 0 ? 0 : each > 1 ? each * rest : most;
            s.whole = whole;
            s.parts = stages < parts ? (int)stages : parts;
            const double time = schedule_time(&s, most, cost, luck);
            if (time < least) {
                least = time;
                *schedule = s;
            }
        }
    }
    // Or a cluster for each.
    s.whole = units;
    s.parts = 0;
    for (s.split = 2; room && s.split * cluster <= MOST_SPLIT && s.split <= s.steps; s.split++) {
        const double time = rounded_up(s.steps, s.split) * cost->stage + cost->tile + cost->cluster;
        if (units <= room[s.split * cluster] && time < least) {
            least = time;
            *schedule = s;
        }
    }
    *clusters = schedule->split > 1    ? units * schedule->split
                : schedule->parts == 0 ? rounded_up(units, rounded_up(units, most))
                : schedule->whole      ? most
                                       : schedule->parts;
    return LAUNCH + least;
}

// ---- the trials --------------------------------------------------------------------------------
// Plans lie closer together than the model is right: so the likely ones are tried, as the
// libraries' own are (bench/peers/cublas_fastest.h). They take turns: under products that take
// milliseconds power lowers the clock at once, by a seventh on an H100, and who comes first would
// win. And then it counts what a product costs in power: one that should be a fifth slower may be
// the fastest.

enum { MOST_TRIED = 96, ROUNDS = 7, MOST_LAUNCHES = 20 };
const float TRIAL_MS = 0.5f;    // a graph of a trial, or a single launch
const double UNLIKELY = 1.5;    // times what the best should take: not tried
const float FAR_BEHIND = 1.2f;  // times the fastest of a round: not tried again
const float PARTS_GAIN = 1.02f; // times as fast must parts be: they cost memory's power, too

// P is a plan: its `schedule`, its `memory`, and plan_complete and plan_run for it.
template <class P> struct candidate {
    P plan;
    double expected;  // by the model
    float ms[ROUNDS]; // measured; the first round is not counted
};
template <class P> struct candidates {
    int count;
    candidate<P> of[MOST_TRIED + 1]; // by what they should take, and room for one more
};

template <class P>
static void candidates_add(struct candidates<P> *c, const P *plan, double expected) {
    int at = c->count;
    for (; at > 0 && c->of[at - 1].expected > expected; at--)
        c->of[at] = c->of[at - 1];
    c->of[at].plan = *plan;
    c->of[at].expected = expected;
    if (c->count < MOST_TRIED)
        c->count++;
    while (c->of[c->count - 1].expected > UNLIKELY * c->of[0].expected)
        c->count--;
}

template <class P> static void plan_run_it(void *plan) {
    plan_run((P *)plan);
}

// What a launch of the plan takes, in ms. Of short ones many are replayed from a graph: launched by
// the host, each takes as long as the host's code, and chance would decide.
template <class P> static float plan_trial(P *plan, moment *start, moment *stop) {
    moment_record(start);
    plan_run(plan);
    moment_record(stop);
    moment_wait(stop, __FILE__, __LINE__);
    const float ms = moment_ms(*start, *stop);
    const int launches = ladder_has_graphs() ? ladder_fit(TRIAL_MS, ms, 1, MOST_LAUNCHES) : 1;
    if (launches == 1)
        return ms;
    const cudaGraphExec_t graph = ladder_graph(plan_run_it<P>, plan, launches);
    moment_record(start);
    HANDLE_ERROR(cudaGraphLaunch(graph, cudaStreamPerThread));
    moment_record(stop);
    moment_wait(stop, __FILE__, __LINE__);
    HANDLE_ERROR(cudaGraphExecDestroy(graph));
    return moment_ms(*start, *stop) / (float)launches;
}

// What counts: the median of all rounds but the first.
template <class P> static float candidate_ms(const candidate<P> *c) {
    float sorted[ROUNDS];
    int count = 0;
    for (int round = 1; round < ROUNDS; round++) {
        int at = count++;
        for (; at > 0 && sorted[at - 1] > c->ms[round]; at--)
            sorted[at] = sorted[at - 1];
        sorted[at] = c->ms[round];
    }
    const float median = (sorted[(count - 1) / 2] + sorted[count / 2]) / 2;
    return c->plan.schedule.parts ? PARTS_GAIN * median : median;
}

// The fastest of them, ready to run, in place of the plan before, whose memory it takes over.
template <class P> static void plan_by_trials(P *plan, struct candidates<P> *c) {
    struct plan_memory memory = plan->memory;
    moment start, stop;
    moment_create(&start);
    moment_create(&stop);
    for (int round = 0; round < ROUNDS; round++) {
        float fastest = INFINITY;
        for (int i = 0; i < c->count; i++) {
            P *trial = &c->of[i].plan;
            trial->memory = memory;
            plan_complete(trial);
            memory = trial->memory;
            if (round == 0) // a kernel's first launch loads it
                plan_run(trial);
            c->of[i].ms[round] = plan_trial(trial, &start, &stop);
            fastest = fminf(fastest, c->of[i].ms[round]);
        }
        int left = 0;
        const float far = round == 0 ? 2 * FAR_BEHIND : FAR_BEHIND; // the GPU may be cold at first
        for (int i = 0; i < c->count; i++)
            if (c->of[i].ms[round] <= far * fastest)
                c->of[left++] = c->of[i];
        c->count = left;
    }
    moment_destroy(start);
    moment_destroy(stop);
    int best = 0;
    for (int i = 1; i < c->count; i++)
        if (candidate_ms(&c->of[i]) < candidate_ms(&c->of[best]))
            best = i;
    *plan = c->of[best].plan;
    plan->memory = memory;
    plan_complete(plan);
}

#endif
