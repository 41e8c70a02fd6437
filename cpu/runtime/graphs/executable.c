// SPDX-License-Identifier: MIT
// Executable graphs. A launch is one item in its stream, which runs all nodes in an order that
// their edges allow. Nodes without an edge between them do not run at the same time: each has all
// cores.
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "diagnose/diagnose.h"
#include "graphs/graphs.h"
#include "hooks.h"
#include "streams/streams.h"

struct step {
    cudaGraphNode_t node; // that it was made of: for its name only, it may be gone
    enum cudaGraphNodeType type;
    struct cuda_cpu_work *work;
    cudaGraphExec_t child;
    bool enabled;
    size_t *before, before_count; // the numbers of the steps that it waits for
};

struct cuda_cpu_graph_exec {
    int references;          // the handle, and each launch that has not ended
    pthread_mutex_t running; // one launch at a time; and no change during one
    struct step *steps;
    size_t count;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; // of the references

static void free_steps(struct cuda_cpu_graph_exec *e) {
    for (size_t i = 0; i < e->count; i++) {
        cuda_cpu_drop_work(e->steps[i].work);
        free(e->steps[i].before);
    }
    free(e->steps);
}

static void drop_exec(void *data) {
    struct cuda_cpu_graph_exec *e = data;
    pthread_mutex_lock(&lock);
    bool last = --e->references == 0;
    pthread_mutex_unlock(&lock);
    if (!last)
        return;
    free_steps(e);
    pthread_mutex_destroy(&e->running);
    free(e);
}

void cuda_cpu_run_exec(void *data) {
    struct cuda_cpu_graph_exec *e = data;
    pthread_mutex_lock(&e->running);
    CUDA_CPU_HOOK(graph, e->count, false);
    for (size_t i = 0; i < e->count; i++) {
        const struct step *s = &e->steps[i];
        CUDA_CPU_HOOK(node, i, s->before, s->before_count, s->type == cudaGraphNodeTypeHost,
                      s->type == cudaGraphNodeTypeMemcpy || s->type == cudaGraphNodeTypeMemset);
        if (s->enabled)
            s->work->run(s->work->data);
    }
    CUDA_CPU_HOOK(graph_ended);
    pthread_mutex_unlock(&e->running);
}

// ---- making them -------------------------------------------------------------------------------

// NULL where the edges go round in a circle.
static struct cuda_cpu_graph_exec *instantiate(const struct cuda_cpu_graph *graph) {
    struct cuda_cpu_node **order = cuda_cpu_in_order(graph);
    if (!order)
        return NULL;
    struct cuda_cpu_graph_exec *e = calloc(1, sizeof *e);
    if (!e || !(e->steps = calloc(graph->count + 1, sizeof *e->steps)))
        abort();
    e->references = 1;
    pthread_mutex_init(&e->running, NULL);
    for (size_t i = 0; i < graph->count; i++) {
        struct cuda_cpu_node *node = order[i];
        struct step *step = &e->steps[e->count];
        cudaGraphExec_t child = node->child ? instantiate(node->child) : NULL;
        if (node->child && !child) {
            drop_exec(e);
            free(order);
            return NULL;
        }
        node->mark = e->count++;
        step->node = node;
        step->type = node->type;
        step->enabled = true;
        step->child = child;
        step->work = child ? cuda_cpu_new_work(cuda_cpu_run_exec, drop_exec, child)
                           : cuda_cpu_keep_work(node->work);
        step->before_count = node->before_count;
        step->before = calloc(node->before_count + 1, sizeof *step->before);
        if (!step->before)
            abort();
        for (size_t k = 0; k < node->before_count; k++)
            step->before[k] = node->before[k]->mark;
    }
    free(order);
    return e;
}

cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t *exec, cudaGraph_t graph,
                                          unsigned long long flags) {
    (void)flags; // where launches come from and who frees what they allocate: nothing here does
    CUDA_CPU_ALIVE();
    if (!exec || !graph || !(*exec = instantiate(graph)))
        return cuda_cpu_error(cudaErrorInvalidValue);
    return cudaSuccess;
}

cudaError_t cudaGraphExecDestroy(cudaGraphExec_t exec) {
    CUDA_CPU_ALIVE();
    if (!exec)
        return cuda_cpu_error(cudaErrorInvalidValue);
    drop_exec(exec);
    return cudaSuccess;
}

// ---- launching them ----------------------------------------------------------------------------

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
    if (cuda_cpu_enqueue(stream, cuda_cpu_run_exec, drop_exec, exec))
        return cudaSuccess;
    drop_exec(exec);
    return cuda_cpu_error(cudaErrorInvalidResourceHandle);
}

// ---- changing them: launches that were asked for before still do what they did ------------------

// Waits until no launch is under way or queued, so that those see what they were asked to do.
static void settle(struct cuda_cpu_graph_exec *e) {
    pthread_mutex_lock(&lock);
    bool launched = e->references > 1;
    pthread_mutex_unlock(&lock);
    if (launched)
        cuda_cpu_wait_all();
}

static struct step *find_step(cudaGraphExec_t exec, cudaGraphNode_t node) {
    for (size_t i = 0; i < exec->count; i++)
        if (exec->steps[i].node == node)
            return &exec->steps[i];
    return NULL;
}

bool cuda_cpu_exec_replace(cudaGraphExec_t exec, cudaGraphNode_t node, struct cuda_cpu_work *work) {
    struct step *step = find_step(exec, node);
    if (!step || step->child)
        return false;
    settle(exec);
    cuda_cpu_drop_work(step->work);
    step->work = work;
    return true;
}

cudaError_t cudaGraphNodeSetEnabled(cudaGraphExec_t exec, cudaGraphNode_t node, unsigned enabled) {
    CUDA_CPU_ALIVE();
    struct step *step = exec ? find_step(exec, node) : NULL;
    if (!step || (step->type != cudaGraphNodeTypeKernel && step->type != cudaGraphNodeTypeMemset &&
                  step->type != cudaGraphNodeTypeMemcpy))
        return cuda_cpu_error(cudaErrorInvalidValue);
    settle(exec);
    step->enabled = enabled;
    return cudaSuccess;
}

cudaError_t cudaGraphNodeGetEnabled(cudaGraphExec_t exec, cudaGraphNode_t node, unsigned *enabled) {
    CUDA_CPU_ALIVE();
    struct step *step = exec && enabled ? find_step(exec, node) : NULL;
    if (!step)
        return cuda_cpu_error(cudaErrorInvalidValue);
    *enabled = step->enabled;
    return cudaSuccess;
}

// What keeps `to` from taking over what `from` does: it must have the same nodes and edges.
static enum cudaGraphExecUpdateResult compare(const struct cuda_cpu_graph_exec *to,
                                              const struct cuda_cpu_graph_exec *from,
                                              cudaGraphNode_t *where) {
    *where = NULL;
    if (to->count != from->count)
        return cudaGraphExecUpdateErrorTopologyChanged;
    for (size_t i = 0; i < to->count; i++) {
        const struct step *a = &to->steps[i], *b = &from->steps[i];
        *where = b->node;
        if (a->type != b->type)
            return cudaGraphExecUpdateErrorNodeTypeChanged;
        if (a->before_count != b->before_count ||
            memcmp(a->before, b->before, a->before_count * sizeof *a->before) != 0)
            return cudaGraphExecUpdateErrorTopologyChanged;
        if (a->child) {
            enum cudaGraphExecUpdateResult inner = compare(a->child, b->child, where);
            if (inner != cudaGraphExecUpdateSuccess)
                return inner;
        }
    }
    *where = NULL;
    return cudaGraphExecUpdateSuccess;
}

cudaError_t cudaGraphExecUpdate(cudaGraphExec_t exec, cudaGraph_t graph,
                                cudaGraphExecUpdateResultInfo *info) {
    CUDA_CPU_ALIVE();
    if (!exec || !graph || !info)
        return cuda_cpu_error(cudaErrorInvalidValue);
    struct cuda_cpu_graph_exec *changed = instantiate(graph);
    *info = (cudaGraphExecUpdateResultInfo){cudaGraphExecUpdateError, NULL, NULL};
    if (changed)
        info->result = compare(exec, changed, &info->errorNode);
    if (info->result == cudaGraphExecUpdateSuccess) {
        settle(exec);
        for (size_t i = 0; i < exec->count; i++) { // the nodes keep their names
            struct step old = exec->steps[i];
            exec->steps[i].work = changed->steps[i].work;
            exec->steps[i].child = changed->steps[i].child;
            changed->steps[i].work = old.work;
            changed->steps[i].child = old.child;
        }
    }
    if (changed)
        drop_exec(changed);
    return info->result == cudaGraphExecUpdateSuccess
               ? cudaSuccess
               : cuda_cpu_error(cudaErrorGraphExecUpdateFailure);
}
