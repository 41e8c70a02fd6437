// SPDX-License-Identifier: MIT
// Graphs: nodes, each a piece of work, and edges, who waits for whom; captured from streams
// (capture.c) or put together by hand (nodes.c). executable.c runs them.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "diagnose/diagnose.h"
#include "graphs/graphs.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; // of the references

// `array` with room for one more than `count`, of as many that it had room for before.
static void *grown(void *array, size_t count, size_t *room, size_t item) {
    if (count < *room)
        return array;
    *room = 2 * *room + 16;
    array = realloc(array, *room * item);
    if (!array)
        abort(); // a few bytes: there is nothing left to report it with
    return array;
}

void *cuda_cpu_copy_of(const void *what, size_t bytes) {
    void *copy = malloc(bytes);
    if (!copy)
        abort();
    return memcpy(copy, what, bytes);
}

// ---- work --------------------------------------------------------------------------------------

struct cuda_cpu_work *cuda_cpu_new_work(void (*run)(void *), void (*release)(void *), void *data) {
    const struct cuda_cpu_work work = {1, run, release, data};
    return cuda_cpu_copy_of(&work, sizeof work);
}

struct cuda_cpu_work *cuda_cpu_keep_work(struct cuda_cpu_work *work) {
    pthread_mutex_lock(&lock);
    work->references++;
    pthread_mutex_unlock(&lock);
    return work;
}

void cuda_cpu_drop_work(struct cuda_cpu_work *work) {
    pthread_mutex_lock(&lock);
    bool last = --work->references == 0;
    pthread_mutex_unlock(&lock);
    if (last) {
        work->release(work->data);
        free(work);
    }
}

// ---- nodes and edges ---------------------------------------------------------------------------

static struct cuda_cpu_node *add_node(struct cuda_cpu_graph *g, enum cudaGraphNodeType type,
                                      struct cuda_cpu_work *work) {
    g->nodes = grown(g->nodes, g->count, &g->room, sizeof *g->nodes);
    struct cuda_cpu_node *node = calloc(1, sizeof *node);
    if (!node)
        abort();
    node->type = type;
    node->work = work;
    node->graph = g;
    return g->nodes[g->count++] = node;
}

struct cuda_cpu_node *cuda_cpu_graph_add(struct cuda_cpu_graph *g, enum cudaGraphNodeType type,
                                         void (*run)(void *), void (*release)(void *), void *data) {
    return add_node(g, type, cuda_cpu_new_work(run, release, data));
}

static void free_node(struct cuda_cpu_node *node) {
    cuda_cpu_drop_work(node->work);
    if (node->child)
        cudaGraphDestroy(node->child);
    free(node->before);
    free(node);
}

// Where among those that `to` waits for; before_count: nowhere.
static size_t find_edge(const struct cuda_cpu_node *from, const struct cuda_cpu_node *to) {
    size_t i = 0;
    while (i < to->before_count && to->before[i] != from)
        i++;
    return i;
}

void cuda_cpu_add_edge(struct cuda_cpu_node *from, struct cuda_cpu_node *to) {
    size_t room = to->before_count; // grows one by one: there are few
    to->before = grown(to->before, to->before_count, &room, sizeof *to->before);
    to->before[to->before_count++] = from;
}

static void remove_edge(struct cuda_cpu_node *to, size_t i) {
    to->before_count--;
    memmove(to->before + i, to->before + i + 1, (to->before_count - i) * sizeof *to->before);
}

bool cuda_cpu_has_nodes(const struct cuda_cpu_graph *g, const cudaGraphNode_t *nodes,
                        size_t count) {
    for (size_t i = 0; i < count; i++) {
        bool found = false;
        for (size_t k = 0; nodes && k < g->count; k++)
            found = found || g->nodes[k] == nodes[i];
        if (!found)
            return false;
    }
    return true;
}

// The nodes as they were added, each as soon as all before it have been.
struct cuda_cpu_node **cuda_cpu_in_order(const struct cuda_cpu_graph *g) {
    struct cuda_cpu_node **order = calloc(g->count + 1, sizeof *order);
    if (!order)
        abort();
    for (size_t i = 0; i < g->count; i++)
        g->nodes[i]->mark = 0;
    size_t placed = 0, before;
    do {
        before = placed;
        for (size_t i = 0; i < g->count; i++) {
            struct cuda_cpu_node *node = g->nodes[i];
            bool free_to_go = !node->mark;
            for (size_t k = 0; k < node->before_count && free_to_go; k++)
                free_to_go = node->before[k]->mark;
            if (free_to_go) {
                node->mark = 1;
                order[placed++] = node;
            }
        }
    } while (placed > before);
    if (placed == g->count)
        return order;
    free(order);
    return NULL;
}

// ---- graphs as a whole -------------------------------------------------------------------------

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
        free_node(graph->nodes[i]);
    free(graph->nodes);
    free(graph);
    return cudaSuccess;
}

cudaError_t cudaGraphDestroyNode(cudaGraphNode_t node) {
    CUDA_CPU_ALIVE();
    if (!node)
        return cuda_cpu_error(cudaErrorInvalidValue);
    struct cuda_cpu_graph *g = node->graph;
    size_t at = 0;
    for (size_t i = 0; i < g->count; i++) {
        size_t edge = find_edge(node, g->nodes[i]);
        if (edge < g->nodes[i]->before_count)
            remove_edge(g->nodes[i], edge);
        at = g->nodes[i] == node ? i : at;
    }
    g->count--;
    memmove(g->nodes + at, g->nodes + at + 1, (g->count - at) * sizeof *g->nodes);
    free_node(node);
    return cudaSuccess;
}

struct cuda_cpu_graph *cuda_cpu_clone_graph(const struct cuda_cpu_graph *g) {
    struct cuda_cpu_graph *clone = calloc(1, sizeof *clone);
    if (!clone)
        abort();
    for (size_t i = 0; i < g->count; i++) {
        g->nodes[i]->mark = i;
        struct cuda_cpu_node *node =
            add_node(clone, g->nodes[i]->type, cuda_cpu_keep_work(g->nodes[i]->work));
        node->original = g->nodes[i];
        if (g->nodes[i]->child)
            node->child = cuda_cpu_clone_graph(g->nodes[i]->child);
    }
    for (size_t i = 0; i < g->count; i++)
        for (size_t k = 0; k < g->nodes[i]->before_count; k++)
            cuda_cpu_add_edge(clone->nodes[g->nodes[i]->before[k]->mark], clone->nodes[i]);
    return clone;
}

cudaError_t cudaGraphClone(cudaGraph_t *clone, cudaGraph_t graph) {
    CUDA_CPU_ALIVE();
    if (!clone || !graph)
        return cuda_cpu_error(cudaErrorInvalidValue);
    *clone = cuda_cpu_clone_graph(graph);
    return cudaSuccess;
}

cudaError_t cudaGraphNodeFindInClone(cudaGraphNode_t *node, cudaGraphNode_t original,
                                     cudaGraph_t clone) {
    CUDA_CPU_ALIVE();
    for (size_t i = 0; node && clone && i < clone->count; i++)
        if (clone->nodes[i]->original == original) {
            *node = clone->nodes[i];
            return cudaSuccess;
        }
    return cuda_cpu_error(cudaErrorInvalidValue);
}

// ---- questions ---------------------------------------------------------------------------------

// Puts the i-th thing found into an array of *count, which may be missing.
static void give(cudaGraphNode_t *array, size_t room, size_t i, cudaGraphNode_t node) {
    if (array && i < room)
        array[i] = node;
}

// What a question of "how many, and which" answers: `found` of them; places left over are NULL.
static cudaError_t gave(cudaGraphNode_t *array, size_t *count, size_t found) {
    for (size_t i = found; array && i < *count; i++)
        array[i] = NULL;
    if (!array || found < *count)
        *count = found;
    return cudaSuccess;
}

cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t *nodes, size_t *count) {
    CUDA_CPU_ALIVE();
    if (!graph || !count)
        return cuda_cpu_error(cudaErrorInvalidValue);
    for (size_t i = 0; i < graph->count; i++)
        give(nodes, *count, i, graph->nodes[i]);
    return gave(nodes, count, graph->count);
}

cudaError_t cudaGraphGetRootNodes(cudaGraph_t graph, cudaGraphNode_t *nodes, size_t *count) {
    CUDA_CPU_ALIVE();
    if (!graph || !count)
        return cuda_cpu_error(cudaErrorInvalidValue);
    size_t found = 0;
    for (size_t i = 0; i < graph->count; i++)
        if (graph->nodes[i]->before_count == 0)
            give(nodes, *count, found++, graph->nodes[i]);
    return gave(nodes, count, found);
}

cudaError_t cuda_cpu_node_dependencies(cudaGraphNode_t node, cudaGraphNode_t *before,
                                       size_t *count) {
    CUDA_CPU_ALIVE();
    if (!node || !count)
        return cuda_cpu_error(cudaErrorInvalidValue);
    for (size_t i = 0; i < node->before_count; i++)
        give(before, *count, i, node->before[i]);
    return gave(before, count, node->before_count);
}

cudaError_t cuda_cpu_node_dependents(cudaGraphNode_t node, cudaGraphNode_t *after, size_t *count) {
    CUDA_CPU_ALIVE();
    if (!node || !count)
        return cuda_cpu_error(cudaErrorInvalidValue);
    size_t found = 0;
    for (size_t i = 0; i < node->graph->count; i++)
        if (find_edge(node, node->graph->nodes[i]) < node->graph->nodes[i]->before_count)
            give(after, *count, found++, node->graph->nodes[i]);
    return gave(after, count, found);
}

cudaError_t cuda_cpu_graph_edges(cudaGraph_t graph, cudaGraphNode_t *from, cudaGraphNode_t *to,
                                 size_t *count) {
    CUDA_CPU_ALIVE();
    if (!graph || !count || !from != !to)
        return cuda_cpu_error(cudaErrorInvalidValue);
    size_t found = 0, room = *count;
    for (size_t i = 0; i < graph->count; i++)
        for (size_t k = 0; k < graph->nodes[i]->before_count; k++, found++) {
            give(from, room, found, graph->nodes[i]->before[k]);
            give(to, room, found, graph->nodes[i]);
        }
    gave(from, &room, found);
    return gave(to, count, found);
}

cudaError_t cudaGraphNodeGetType(cudaGraphNode_t node, enum cudaGraphNodeType *type) {
    CUDA_CPU_ALIVE();
    if (!node || !type)
        return cuda_cpu_error(cudaErrorInvalidValue);
    *type = node->type;
    return cudaSuccess;
}

cudaError_t cuda_cpu_change_edges(cudaGraph_t graph, const cudaGraphNode_t *from,
                                  const cudaGraphNode_t *to, size_t count, int add) {
    CUDA_CPU_ALIVE();
    if (!graph || !cuda_cpu_has_nodes(graph, from, count) || !cuda_cpu_has_nodes(graph, to, count))
        return cuda_cpu_error(cudaErrorInvalidValue);
    for (size_t i = 0; i < count; i++) { // all, or none
        bool there = find_edge(from[i], to[i]) < to[i]->before_count;
        if (there == (add != 0) || from[i] == to[i])
            return cuda_cpu_error(cudaErrorInvalidValue);
    }
    for (size_t i = 0; i < count; i++)
        if (add)
            cuda_cpu_add_edge(from[i], to[i]);
        else
            remove_edge(to[i], find_edge(from[i], to[i]));
    return cudaSuccess;
}

// The graph as a picture's description, for Graphviz.
cudaError_t cudaGraphDebugDotPrint(cudaGraph_t graph, const char *path, unsigned flags) {
    (void)flags; // how much is said of a node: here always its kind
    static const char *const kinds[] = {"kernel", "memcpy", "memset", "host", "graph", "empty"};
    CUDA_CPU_ALIVE();
    FILE *file = graph && path ? fopen(path, "w") : NULL;
    if (!file)
        return cuda_cpu_error(graph && path ? cudaErrorOperatingSystem : cudaErrorInvalidValue);
    fprintf(file, "digraph graph_1 {\n");
    for (size_t i = 0; i < graph->count; i++) {
        graph->nodes[i]->mark = i;
        fprintf(file, "    node_%zu [label=\"%zu %s\"];\n", i, i, kinds[graph->nodes[i]->type]);
    }
    for (size_t i = 0; i < graph->count; i++)
        for (size_t k = 0; k < graph->nodes[i]->before_count; k++)
            fprintf(file, "    node_%zu -> node_%zu;\n", graph->nodes[i]->before[k]->mark, i);
    fprintf(file, "}\n");
    bool bad = ferror(file);
    return fclose(file) || bad ? cuda_cpu_error(cudaErrorOperatingSystem) : cudaSuccess;
}
