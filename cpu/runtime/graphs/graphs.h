// SPDX-License-Identifier: MIT
// What a graph is made of: between graph.c, which has the nodes and their edges, nodes.c,
// which makes them by hand, and executable.c, which runs them.
#ifndef CUDA_CPU_ROOM_GRAPHS_H
#define CUDA_CPU_ROOM_GRAPHS_H

#include "cuda_cpu/graph.h"
#include "streams/streams.h"

// A piece of a stream's work (runtime.h, cuda_cpu_enqueue) that is kept instead of run. It never
// changes: what changes is which one a node has.
struct cuda_cpu_work {
    int references; // each node and each executable graph that has it
    void (*run)(void *data), (*release)(void *data);
    void *data;
};

struct cuda_cpu_node {
    enum cudaGraphNodeType type;
    struct cuda_cpu_work *work;
    struct cuda_cpu_graph *graph; // that it is in
    struct cuda_cpu_graph *child; // of a child node: the graph that it stands for
    struct cuda_cpu_node **before;
    size_t before_count;
    const struct cuda_cpu_node *original; // that it was cloned from
    // captured: in which stream, as which of its nodes, and what it has seen of the others
    unsigned stream, place;
    struct cuda_cpu_clock clock;
    size_t mark; // used while nodes are put in order
};

struct cuda_cpu_graph {
    struct cuda_cpu_node **nodes; // in the order they were added
    size_t count, room;
};

// Adds a node that depends on no other, and takes the data over.
struct cuda_cpu_node *cuda_cpu_graph_add(struct cuda_cpu_graph *g, enum cudaGraphNodeType type,
                                         void (*run)(void *), void (*release)(void *), void *data);
struct cuda_cpu_work *cuda_cpu_new_work(void (*run)(void *), void (*release)(void *), void *data);
struct cuda_cpu_work *cuda_cpu_keep_work(struct cuda_cpu_work *work);
void cuda_cpu_drop_work(struct cuda_cpu_work *work);
// An edge from a node to one that waits for it.
void cuda_cpu_add_edge(struct cuda_cpu_node *from, struct cuda_cpu_node *to);
// The nodes in an order that their edges allow, to be freed; NULL if they go round in a circle.
struct cuda_cpu_node **cuda_cpu_in_order(const struct cuda_cpu_graph *g);
struct cuda_cpu_graph *cuda_cpu_clone_graph(const struct cuda_cpu_graph *g);
// Whether all of them are nodes of the graph.
bool cuda_cpu_has_nodes(const struct cuda_cpu_graph *g, const cudaGraphNode_t *nodes, size_t count);
void *cuda_cpu_copy_of(const void *what, size_t bytes);

// executable.c: runs a launched graph (data: a cudaGraphExec_t)
void cuda_cpu_run_exec(void *data);
// Gives new work to a node of an executable graph; false where the node is not in it.
bool cuda_cpu_exec_replace(cudaGraphExec_t exec, cudaGraphNode_t node, struct cuda_cpu_work *work);

#endif
