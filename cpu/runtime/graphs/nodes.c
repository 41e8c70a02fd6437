// SPDX-License-Identifier: MIT
// Nodes of a graph that are made by hand, and what they do changed later: in the graph, for what is
// instantiated after, or in one that is instantiated already.
#include <stdlib.h>
#include <string.h>

#include "diagnose/diagnose.h"
#include "graphs/graphs.h"
#include "hooks.h"
#include "launch/launch.h"
#include "memory/memory.h"

// Adds a node after those of `before`; takes the work over.
static cudaError_t add(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *before,
                       size_t count, enum cudaGraphNodeType type, struct cuda_cpu_work *work) {
    if (!node || !graph || !cuda_cpu_has_nodes(graph, before, count)) {
        cuda_cpu_drop_work(work);
        return cuda_cpu_error(cudaErrorInvalidValue);
    }
    *node = cuda_cpu_graph_add(graph, type, work->run, work->release, work->data);
    free(work); // the node has work of its own by now, with the same data
    for (size_t i = 0; i < count; i++)
        cuda_cpu_add_edge(before[i], *node);
    return cudaSuccess;
}

// Gives a node of this type other work, or with exec its counterpart in there; takes the work over.
static cudaError_t set(cudaGraphExec_t exec, cudaGraphNode_t node, enum cudaGraphNodeType type,
                       struct cuda_cpu_work *work) {
    if (!node || (!exec && node->type != type) ||
        (exec && !cuda_cpu_exec_replace(exec, node, work))) {
        cuda_cpu_drop_work(work);
        return cuda_cpu_error(cudaErrorInvalidValue);
    }
    if (!exec) {
        cuda_cpu_drop_work(node->work);
        node->work = work;
    }
    return cudaSuccess;
}

static void nothing(void *data) {
    (void)data;
}

cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                  const cudaGraphNode_t *before, size_t count) {
    CUDA_CPU_ALIVE();
    return add(node, graph, before, count, cudaGraphNodeTypeEmpty,
               cuda_cpu_new_work(nothing, nothing, NULL));
}

// ---- host functions ----------------------------------------------------------------------------

static void run_host(void *data) {
    const struct cudaHostNodeParams *p = data;
    cuda_cpu_call_host(p->fn, p->userData);
}

static struct cuda_cpu_work *host_work(const struct cudaHostNodeParams *p) {
    return p && p->fn ? cuda_cpu_new_work(run_host, free, cuda_cpu_copy_of(p, sizeof *p)) : NULL;
}

cudaError_t cudaGraphAddHostNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                 const cudaGraphNode_t *before, size_t count,
                                 const struct cudaHostNodeParams *p) {
    CUDA_CPU_ALIVE();
    struct cuda_cpu_work *work = host_work(p);
    if (!work)
        return cuda_cpu_error(cudaErrorInvalidValue);
    return add(node, graph, before, count, cudaGraphNodeTypeHost, work);
}

cudaError_t cudaGraphExecHostNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                           const struct cudaHostNodeParams *p) {
    CUDA_CPU_ALIVE();
    struct cuda_cpu_work *work = host_work(p);
    if (!exec || !work)
        return cuda_cpu_error(cudaErrorInvalidValue);
    return set(exec, node, cudaGraphNodeTypeHost, work);
}

cudaError_t cudaGraphHostNodeSetParams(cudaGraphNode_t node, const struct cudaHostNodeParams *p) {
    CUDA_CPU_ALIVE();
    struct cuda_cpu_work *work = host_work(p);
    return work ? set(NULL, node, cudaGraphNodeTypeHost, work)
                : cuda_cpu_error(cudaErrorInvalidValue);
}

// ---- memset ------------------------------------------------------------------------------------

static void run_memset(void *data) {
    const struct cudaMemsetParams *p = data;
    for (size_t row = 0; row < p->height; row++) {
        char *const start = (char *)p->dst + row * p->pitch;
        for (size_t i = 0; i < p->width; i++) // the low bytes: little-endian machines
            memcpy(start + i * p->elementSize, &p->value, p->elementSize);
        CUDA_CPU_HOOK(filled, start, p->width * p->elementSize);
    }
}

static struct cuda_cpu_work *memset_work(const struct cudaMemsetParams *p) {
    size_t behind;
    if (!p || (p->elementSize != 1 && p->elementSize != 2 && p->elementSize != 4) ||
        !cuda_cpu_find_device_memory(p->dst, &behind) || p->width == 0 || p->height == 0 ||
        (p->height - 1) * p->pitch + p->width * p->elementSize > behind)
        return NULL;
    return cuda_cpu_new_work(run_memset, free, cuda_cpu_copy_of(p, sizeof *p));
}

cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                   const cudaGraphNode_t *before, size_t count,
                                   const struct cudaMemsetParams *p) {
    CUDA_CPU_ALIVE();
    struct cuda_cpu_work *work = memset_work(p);
    if (!work)
        return cuda_cpu_error(cudaErrorInvalidValue);
    return add(node, graph, before, count, cudaGraphNodeTypeMemset, work);
}

cudaError_t cudaGraphExecMemsetNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                             const struct cudaMemsetParams *p) {
    CUDA_CPU_ALIVE();
    struct cuda_cpu_work *work = memset_work(p);
    if (!exec || !work)
        return cuda_cpu_error(cudaErrorInvalidValue);
    return set(exec, node, cudaGraphNodeTypeMemset, work);
}

cudaError_t cudaGraphMemsetNodeSetParams(cudaGraphNode_t node, const struct cudaMemsetParams *p) {
    CUDA_CPU_ALIVE();
    struct cuda_cpu_work *work = memset_work(p);
    return work ? set(NULL, node, cudaGraphNodeTypeMemset, work)
                : cuda_cpu_error(cudaErrorInvalidValue);
}

// ---- memcpy ------------------------------------------------------------------------------------

static void run_memcpy(void *data) {
    // The checks are done; only a stream's order is not wanted, for this runs in one.
    const struct cuda_cpu_copy *c = data;
    cuda_cpu_copy_now(c);
}

static cudaError_t memcpy_work(struct cuda_cpu_copy c, enum cudaMemcpyKind kind,
                               struct cuda_cpu_work **work) {
    cudaError_t error = cuda_cpu_check_copy(&c, kind);
    if (error == cudaSuccess)
        *work = cuda_cpu_new_work(run_memcpy, free, cuda_cpu_copy_of(&c, sizeof c));
    return error;
}

cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t *node, cudaGraph_t graph,
                                     const cudaGraphNode_t *before, size_t count, void *to,
                                     const void *from, size_t bytes, enum cudaMemcpyKind kind) {
    CUDA_CPU_ALIVE();
    struct cuda_cpu_work *work;
    cudaError_t error = memcpy_work(cuda_cpu_flat_copy(to, from, bytes), kind, &work);
    return error == cudaSuccess ? add(node, graph, before, count, cudaGraphNodeTypeMemcpy, work)
                                : cuda_cpu_error(error);
}

cudaError_t cudaGraphExecMemcpyNodeSetParams1D(cudaGraphExec_t exec, cudaGraphNode_t node, void *to,
                                               const void *from, size_t bytes,
                                               enum cudaMemcpyKind kind) {
    CUDA_CPU_ALIVE();
    struct cuda_cpu_work *work;
    cudaError_t error = exec ? memcpy_work(cuda_cpu_flat_copy(to, from, bytes), kind, &work)
                             : cudaErrorInvalidValue;
    return error == cudaSuccess ? set(exec, node, cudaGraphNodeTypeMemcpy, work)
                                : cuda_cpu_error(error);
}

cudaError_t cudaGraphMemcpyNodeSetParams1D(cudaGraphNode_t node, void *to, const void *from,
                                           size_t bytes, enum cudaMemcpyKind kind) {
    CUDA_CPU_ALIVE();
    struct cuda_cpu_work *work;
    cudaError_t error = memcpy_work(cuda_cpu_flat_copy(to, from, bytes), kind, &work);
    return error == cudaSuccess ? set(NULL, node, cudaGraphNodeTypeMemcpy, work)
                                : cuda_cpu_error(error);
}

cudaError_t cudaGraphAddMemcpyNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                   const cudaGraphNode_t *before, size_t count,
                                   const struct cudaMemcpy3DParms *parameters) {
    CUDA_CPU_ALIVE();
    struct cuda_cpu_copy c;
    struct cuda_cpu_work *work;
    const cudaError_t misfit = cuda_cpu_describe_copy(parameters, &c);
    if (misfit != cudaSuccess)
        return cuda_cpu_error(misfit);
    cudaError_t error = memcpy_work(c, parameters->kind, &work);
    return error == cudaSuccess ? add(node, graph, before, count, cudaGraphNodeTypeMemcpy, work)
                                : cuda_cpu_error(error);
}

// ---- kernels -----------------------------------------------------------------------------------

static cudaError_t kernel_work(const void *function, const unsigned shape[6], size_t shared,
                               void **arguments, struct cuda_cpu_work **work) {
    struct cuda_cpu_grid grid = {
        .name = "(a graph's kernel)", .function = function, .shared = shared};
    memcpy(grid.grid, shape, sizeof grid.grid);
    memcpy(grid.block, shape + 3, sizeof grid.block);
    cudaError_t error = cuda_cpu_check_launch(&grid, shape);
    if (error == cudaSuccess)
        error = cuda_cpu_bind_function(&grid, function, arguments);
    if (error == cudaSuccess)
        *work = cuda_cpu_new_work(cuda_cpu_run_launch, cuda_cpu_release_launch,
                                  cuda_cpu_copy_of(&grid, sizeof grid));
    return error;
}

cudaError_t cuda_cpu_add_kernel_node(cudaGraphNode_t *node, cudaGraph_t graph,
                                     const cudaGraphNode_t *before, size_t count,
                                     const void *function, const unsigned shape[6], size_t shared,
                                     void **arguments) {
    CUDA_CPU_ALIVE();
    struct cuda_cpu_work *work;
    cudaError_t error =
        shape ? kernel_work(function, shape, shared, arguments, &work) : cudaErrorInvalidValue;
    return error == cudaSuccess ? add(node, graph, before, count, cudaGraphNodeTypeKernel, work)
                                : cuda_cpu_error(error);
}

cudaError_t cuda_cpu_set_kernel_node(cudaGraphExec_t exec, cudaGraphNode_t node,
                                     const void *function, const unsigned shape[6], size_t shared,
                                     void **arguments) {
    CUDA_CPU_ALIVE();
    struct cuda_cpu_work *work;
    cudaError_t error =
        shape ? kernel_work(function, shape, shared, arguments, &work) : cudaErrorInvalidValue;
    return error == cudaSuccess ? set(exec, node, cudaGraphNodeTypeKernel, work)
                                : cuda_cpu_error(error);
}

// ---- graphs within graphs ----------------------------------------------------------------------

// The node has a copy of the graph as it is now; instantiating makes work of it.
cudaError_t cudaGraphAddChildGraphNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                       const cudaGraphNode_t *before, size_t count,
                                       cudaGraph_t child) {
    CUDA_CPU_ALIVE();
    if (!child || child == graph)
        return cuda_cpu_error(cudaErrorInvalidValue);
    cudaError_t error = add(node, graph, before, count, cudaGraphNodeTypeGraph,
                            cuda_cpu_new_work(nothing, nothing, NULL));
    if (error == cudaSuccess)
        (*node)->child = cuda_cpu_clone_graph(child);
    return error;
}

cudaError_t cudaGraphChildGraphNodeGetGraph(cudaGraphNode_t node, cudaGraph_t *graph) {
    CUDA_CPU_ALIVE();
    if (!node || !graph || !node->child)
        return cuda_cpu_error(cudaErrorInvalidValue);
    *graph = node->child;
    return cudaSuccess;
}
