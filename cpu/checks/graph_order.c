// SPDX-License-Identifier: MIT
// The order of a launched graph's nodes, for check-race: its edges.
#include "race.h"

#define here cuda_cpu_race_here

// A node of a graph that was launched: all that comes before it there, a bit each.
struct graph_place {
    const struct graph_place *outer; // the node that stands for the graph; NULL: none
    const struct graph_run *run;
    size_t number;
    unsigned long before[];
};
struct graph_run {
    struct graph_run *outer; // that it is a part of
    struct work *work;       // that runs it
    size_t count;
    bool by_kernel; // what the threads of a grid have asked for
    struct graph_place **places;
};
static __thread struct graph_run *graph; // that this OS thread runs
enum { BITS = 8 * sizeof(unsigned long) };

// Whether node a comes before b, or is b.
static bool place_before(const struct graph_place *a, const struct graph_place *b) {
    for (const struct graph_place *outer = b; outer; outer = outer->outer)
        for (const struct graph_place *inner = a; inner; inner = inner->outer)
            if (inner->run == outer->run)
                return inner == outer ||
                       outer->before[inner->number / BITS] >> inner->number % BITS & 1;
    return true;
}

bool cuda_cpu_node_before(const struct work *before, const struct work *now) {
    if (before->place && now && now->place && before->line == now->line &&
        before->tick == now->tick && !(before->host_side && now->host_side))
        return place_before(before->place, now->place);
    return cuda_cpu_work_before(before, now);
}

static void begin_graph(size_t nodes, bool by_kernel) {
    if (!here.work)
        return;
    struct graph_run *run = cuda_cpu_zeroed(1, sizeof *run);
    *run = (struct graph_run){graph, (struct work *)here.work, nodes, by_kernel,
                              cuda_cpu_zeroed(nodes + 1, sizeof *run->places)};
    graph = run;
}

static void begin_node(size_t number, const size_t *before, size_t count, bool host_side,
                       bool copies) {
    if (!graph)
        return;
    const size_t words = graph->count / BITS + 1;
    struct graph_place *p = cuda_cpu_zeroed(1, sizeof *p + words * sizeof *p->before);
    p->outer = graph->work->place;
    p->run = graph;
    p->number = number;
    for (size_t i = 0; i < count; i++) {
        const struct graph_place *q = graph->places[before[i]];
        p->before[before[i] / BITS] |= 1ul << before[i] % BITS;
        for (size_t k = 0; q && k < words; k++)
            p->before[k] |= q->before[k];
    }
    graph->places[number] = p;
    struct work *w = cuda_cpu_zeroed(1, sizeof *w);
    *w = *graph->work;
    w->place = p;
    w->first = w->count = 0;
    w->host_side = host_side;
    w->copies = copies;
    w->by_kernel = graph->by_kernel;
    if (w->by_kernel) {
        w->call = cuda_cpu_zeroed(1, sizeof *w->call);
        cuda_cpu_note_call(w->call);
    }
    here = (struct race_here){.work = w};
    if (host_side)
        cuda_cpu_work_tells_host(w);
}

static void end_graph(void) {
    if (!graph)
        return;
    here = (struct race_here){.work = graph->work};
    graph = graph->outer; // its places are part of what words remember
}

static void go_on(void) {
    if (!here.work)
        return;
    struct work *w = cuda_cpu_zeroed(1, sizeof *w);
    *w = *here.work;
    w->first = w->count = 0;
    here = (struct race_here){.work = w};
}

__attribute__((constructor(102))) static void register_hooks(void) {
    if (!cuda_cpu_checking(CUDA_CPU_RACE))
        return;
    cuda_cpu_hooks.graph = begin_graph;
    cuda_cpu_hooks.node = begin_node;
    cuda_cpu_hooks.graph_ended = end_graph;
    cuda_cpu_hooks.goes_on = go_on;
}
