// SPDX-License-Identifier: MIT
// Graphs. A node is a piece of a stream's work (runtime.h, cuda_cpu_enqueue) that is kept instead
// of run; a launch is one item in its stream, which runs all nodes in an order that their
// dependencies allow. Nodes without a dependency between them do not run at the same time: each has
// all cores.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "capture.h"
#include "cuda_cpu/graph.h"

struct cuda_cpu_node {
    int references; // the graph, and each executable one that has it
    void (*run)(void *data), (*release)(void *data);
    void *data;
};

// Nodes in the order they were added. They name only nodes before them, so that is an order to run.
struct cuda_cpu_graph {
    struct cuda_cpu_node **nodes;
    size_t count, room;
};

struct cuda_cpu_graph_exec {
    int references;          // the handle, and each launch that has not ended
    pthread_mutex_t running; // one launch at a time
    struct cuda_cpu_node **nodes;
    size_t count;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; // of the references

static void drop_node(struct cuda_cpu_node *node) {
    pthread_mutex_lock(&lock);
    bool last = --node->references == 0;
    pthread_mutex_unlock(&lock);
    if (last) {
        node->release(node->data);
        free(node);
    }
}

static void nothing(void *data) {
    (void)data;
}

// Adds a node and takes its data over.
static struct cuda_cpu_node *add(struct cuda_cpu_graph *g, void (*run)(void *),
                                 void (*release)(void *), void *data) {
    if (g->count == g->room) {
        g->room = 2 * g->room + 16;
        g->nodes = realloc(g->nodes, g->room * sizeof *g->nodes);
    }
    struct cuda_cpu_node *node = malloc(sizeof *node);
    if (!g->nodes || !node)
        abort(); // a few bytes: there is nothing left to report it with
    *node = (struct cuda_cpu_node){1, run, release, data};
    return g->nodes[g->count++] = node;
}

// ---- capture -----------------------------------------------------------------------------------

struct cuda_cpu_capture *cuda_cpu_capture_begin(void) {
    static unsigned long long captures;
    struct cuda_cpu_capture *c = calloc(1, sizeof *c);
    if (!c || !(c->graph = calloc(1, sizeof *c->graph)))
        abort();
    c->id = ++captures;
    c->streams = 1;
    return c;
}

void cuda_cpu_capture_add(struct cuda_cpu_capture *c, unsigned number, void (*run)(void *),
                          void (*release)(void *), void *data) {
    add(c->graph, run, release, data);
    c->at[number].seen[number]++;
}

void cuda_cpu_capture_wait(struct cuda_cpu_capture *c, unsigned number,
                           const struct cuda_cpu_mark *mark) {
    for (unsigned i = 0; i < MOST_CAPTURED; i++)
        if (mark->clock.seen[i] > c->at[number].seen[i])
            c->at[number].seen[i] = mark->clock.seen[i];
}

bool cuda_cpu_capture_join(struct cuda_cpu_capture *c, const struct cuda_cpu_mark *mark,
                           unsigned *number) {
    if (c->streams == MOST_CAPTURED)
        return false;
    *number = c->streams++;
    cuda_cpu_capture_wait(c, *number, mark);
    c->at[*number].seen[*number] = 1; // to be waited for, even if nothing follows
    return true;
}

cudaError_t cuda_cpu_capture_end(struct cuda_cpu_capture *c, struct cuda_cpu_graph **graph) {
    cudaError_t error = c->invalid ? cudaErrorStreamCaptureInvalidated : cudaSuccess;
    for (unsigned i = 1; i < c->streams && error == cudaSuccess; i++)
        if (c->at[0].seen[i] < c->at[i].seen[i])
            error = cudaErrorStreamCaptureUnjoined;
    *graph = error == cudaSuccess ? c->graph : NULL;
    if (!*graph)
        cudaGraphDestroy(c->graph);
    free(c);
    return error;
}

// ---- graphs made by hand -----------------------------------------------------------------------

cudaError_t cudaGraphCreate(cudaGraph_t *graph, unsigned flags) {
    CUDA_CPU_ALIVE();
    if (!graph || flags)
        return cuda_cpu_error(cudaErrorInvalidValue);
    *graph = calloc(1, sizeof **graph);
    return *graph ? cudaSuccess : cuda_cpu_error(cudaErrorMemoryAllocation);
}

cudaError_t cudaGraphDestroy(cudaGraph_t graph) {
    if (!graph)
        return cuda_cpu_error(cudaErrorInvalidValue);
    for (size_t i = 0; i < graph->count; i++)
        drop_node(graph->nodes[i]);
    free(graph->nodes);
    free(graph);
    return cudaSuccess;
}

cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t *nodes, size_t *count) {
    CUDA_CPU_ALIVE();
    if (!graph || !count)
        return cuda_cpu_error(cudaErrorInvalidValue);
    for (size_t i = 0; nodes && i < *count; i++)
        nodes[i] = i < graph->count ? graph->nodes[i] : NULL;
    if (!nodes || graph->count < *count)
        *count = graph->count;
    return cudaSuccess;
}

// Whether all of `before` are nodes of the graph.
static bool known(cudaGraph_t graph, const cudaGraphNode_t *before, size_t count) {
    for (size_t i = 0; i < count; i++) {
        bool found = false;
        for (size_t k = 0; before && k < graph->count; k++)
            found = found || graph->nodes[k] == before[i];
        if (!found)
            return false;
    }
    return true;
}

static cudaError_t add_checked(cudaGraphNode_t *node, cudaGraph_t graph,
                               const cudaGraphNode_t *before, size_t count, void (*run)(void *),
                               void (*release)(void *), void *data) {
    if (!node || !graph || !known(graph, before, count)) {
        release(data);
        return cuda_cpu_error(cudaErrorInvalidValue);
    }
    *node = add(graph, run, release, data);
    return cudaSuccess;
}

cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                  const cudaGraphNode_t *before, size_t count) {
    CUDA_CPU_ALIVE();
    return add_checked(node, graph, before, count, nothing, nothing, NULL);
}

static void *copy_of(const void *what, size_t bytes) {
    void *copy = malloc(bytes);
    if (!copy)
        abort(); // a few bytes: there is nothing left to report it with
    return memcpy(copy, what, bytes);
}

static void run_host(void *data) {
    const struct cudaHostNodeParams *p = data;
    p->fn(p->userData);
}

cudaError_t cudaGraphAddHostNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                 const cudaGraphNode_t *before, size_t count,
                                 const struct cudaHostNodeParams *p) {
    CUDA_CPU_ALIVE();
    if (!p || !p->fn)
        return cuda_cpu_error(cudaErrorInvalidValue);
    return add_checked(node, graph, before, count, run_host, free, copy_of(p, sizeof *p));
}

static void run_memset(void *data) {
    const struct cudaMemsetParams *p = data;
    for (size_t row = 0; row < p->height; row++)
        for (size_t i = 0; i < p->width; i++)
            memcpy((char *)p->dst + row * p->pitch + i * p->elementSize, &p->value,
                   p->elementSize); // the low bytes: little-endian machines
}

cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                   const cudaGraphNode_t *before, size_t count,
                                   const struct cudaMemsetParams *p) {
    CUDA_CPU_ALIVE();
    size_t behind;
    if (!p || (p->elementSize != 1 && p->elementSize != 2 && p->elementSize != 4) ||
        !cuda_cpu_find_device_memory(p->dst, &behind) || p->width == 0 || p->height == 0 ||
        (p->height - 1) * p->pitch + p->width * p->elementSize > behind)
        return cuda_cpu_error(cudaErrorInvalidValue);
    return add_checked(node, graph, before, count, run_memset, free, copy_of(p, sizeof *p));
}

static void run_memcpy(void *data) {
    // The checks are done; only a stream's order is not wanted, for this runs in one.
    const struct cuda_cpu_copy *c = data;
    cuda_cpu_copy_now(c);
}

static cudaError_t add_memcpy(cudaGraphNode_t *node, cudaGraph_t graph,
                              const cudaGraphNode_t *before, size_t count, struct cuda_cpu_copy c,
                              enum cudaMemcpyKind kind) {
    cudaError_t error = cuda_cpu_check_copy(&c, kind);
    if (error != cudaSuccess)
        return cuda_cpu_error(error);
    return add_checked(node, graph, before, count, run_memcpy, free, copy_of(&c, sizeof c));
}

cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t *node, cudaGraph_t graph,
                                     const cudaGraphNode_t *before, size_t count, void *to,
                                     const void *from, size_t bytes, enum cudaMemcpyKind kind) {
    CUDA_CPU_ALIVE();
    struct cuda_cpu_copy c = {to, from, bytes, bytes, bytes, 1, 0, 0, 0};
    return add_memcpy(node, graph, before, count, c, kind);
}

cudaError_t cudaGraphAddMemcpyNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                   const cudaGraphNode_t *before, size_t count,
                                   const struct cudaMemcpy3DParms *parameters) {
    CUDA_CPU_ALIVE();
    struct cuda_cpu_copy c;
    if (!cuda_cpu_describe_copy(parameters, &c))
        return cuda_cpu_error(cudaErrorInvalidValue);
    return add_memcpy(node, graph, before, count, c, parameters->kind);
}

cudaError_t cuda_cpu_add_kernel_node(cudaGraphNode_t *node, cudaGraph_t graph,
                                     const cudaGraphNode_t *before, size_t count,
                                     const void *function, const unsigned shape[6], size_t shared,
                                     void **arguments) {
    CUDA_CPU_ALIVE();
    struct cuda_cpu_grid grid = {
        .name = "(a graph's kernel)", .function = function, .shared = shared};
    memcpy(grid.grid, shape, sizeof grid.grid);
    memcpy(grid.block, shape + 3, sizeof grid.block);
    cudaError_t error = cuda_cpu_check_launch(&grid, shape);
    if (error == cudaSuccess)
        error = cuda_cpu_bind_function(&grid, function, arguments);
    if (error != cudaSuccess)
        return cuda_cpu_error(error);
    return add_checked(node, graph, before, count, cuda_cpu_run_launch, cuda_cpu_release_launch,
                       copy_of(&grid, sizeof grid));
}

// ---- launches ----------------------------------------------------------------------------------

cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t *exec, cudaGraph_t graph,
                                          unsigned long long flags) {
    (void)flags; // where launches come from and who frees what they allocate: nothing here does
    CUDA_CPU_ALIVE();
    if (!exec || !graph)
        return cuda_cpu_error(cudaErrorInvalidValue);
    struct cuda_cpu_graph_exec *e = calloc(1, sizeof *e);
    if (!e || !(e->nodes = calloc(graph->count + 1, sizeof *e->nodes)))
        abort();
    e->references = 1;
    pthread_mutex_init(&e->running, NULL);
    e->count = graph->count;
    pthread_mutex_lock(&lock);
    for (size_t i = 0; i < graph->count; i++) {
        e->nodes[i] = graph->nodes[i];
        e->nodes[i]->references++;
    }
    pthread_mutex_unlock(&lock);
    *exec = e;
    return cudaSuccess;
}

static void run_exec(void *data) {
    struct cuda_cpu_graph_exec *e = data;
    pthread_mutex_lock(&e->running);
    for (size_t i = 0; i < e->count; i++)
        e->nodes[i]->run(e->nodes[i]->data);
    pthread_mutex_unlock(&e->running);
}

static void drop_exec(void *data) {
    struct cuda_cpu_graph_exec *e = data;
    pthread_mutex_lock(&lock);
    bool last = --e->references == 0;
    pthread_mutex_unlock(&lock);
    if (!last)
        return;
    for (size_t i = 0; i < e->count; i++)
        drop_node(e->nodes[i]);
    pthread_mutex_destroy(&e->running);
    free(e->nodes);
    free(e);
}

cudaError_t cudaGraphUpload(cudaGraphExec_t exec, cudaStream_t stream) {
    CUDA_CPU_ALIVE();
    if (!exec)
        return cuda_cpu_error(cudaErrorInvalidValue);
    return cuda_cpu_stream_valid(stream) ? cudaSuccess
                                         : cuda_cpu_error(cudaErrorInvalidResourceHandle);
}

cudaError_t cudaGraphLaunch(cudaGraphExec_t exec, cudaStream_t stream) {
    CUDA_CPU_ALIVE();
    if (!exec)
        return cuda_cpu_error(cudaErrorInvalidValue);
    pthread_mutex_lock(&lock);
    exec->references++;
    pthread_mutex_unlock(&lock);
    if (cuda_cpu_enqueue(stream, run_exec, drop_exec, exec))
        return cudaSuccess;
    drop_exec(exec);
    return cuda_cpu_error(cudaErrorInvalidResourceHandle);
}

cudaError_t cudaGraphExecDestroy(cudaGraphExec_t exec) {
    CUDA_CPU_ALIVE();
    if (!exec)
        return cuda_cpu_error(cudaErrorInvalidValue);
    drop_exec(exec);
    return cudaSuccess;
}
