// SPDX-License-Identifier: MIT
// Streams that are being captured into a graph: their work becomes nodes of it instead of running.
#include <stdlib.h>

#include "diagnose/diagnose.h"
#include "graphs/graphs.h"
#include "launch/launch.h"
#include "memory/memory.h"
#include "queue.h"
#include "streams/streams.h"

// ---- what becomes of the work ------------------------------------------------------------------

// Begins a capture in its first stream, number 0.
static struct cuda_cpu_capture *capture_begin(void) {
    static unsigned long long captures;
    struct cuda_cpu_capture *c = calloc(1, sizeof *c);
    if (!c || !(c->graph = calloc(1, sizeof *c->graph)))
        abort();
    c->id = ++captures;
    c->streams = 1;
    return c;
}

static enum cudaGraphNodeType type_of(void (*run)(void *)) {
    return run == cuda_cpu_run_launch     ? cudaGraphNodeTypeKernel
           : run == cuda_cpu_run_copy     ? cudaGraphNodeTypeMemcpy
           : run == cuda_cpu_run_fill     ? cudaGraphNodeTypeMemset
           : run == cuda_cpu_run_callback ? cudaGraphNodeTypeHost
           : run == cuda_cpu_run_exec     ? cudaGraphNodeTypeGraph
                                          : cudaGraphNodeTypeEmpty;
}

// Whether the node is the newest that its stream had when `clock` was taken.
static bool is_end(const struct cuda_cpu_node *node, const struct cuda_cpu_clock *clock) {
    return node->place > 0 && node->place == clock->seen[node->stream];
}

// Edges from the newest node of each stream that is known, but where another one says as much.
void cuda_cpu_capture_add(struct cuda_cpu_capture *c, unsigned number, void (*run)(void *),
                          void (*release)(void *), void *data) {
    struct cuda_cpu_graph *g = c->graph;
    struct cuda_cpu_node *node = cuda_cpu_graph_add(g, type_of(run), run, release, data);
    for (size_t i = 0; i + 1 < g->count; i++) {
        if (!is_end(g->nodes[i], &c->at[number]))
            continue;
        bool said = false;
        for (size_t k = 0; k + 1 < g->count; k++)
            said = said || (k != i && is_end(g->nodes[k], &c->at[number]) &&
                            g->nodes[k]->clock.seen[g->nodes[i]->stream] >= g->nodes[i]->place);
        if (!said)
            cuda_cpu_add_edge(g->nodes[i], node);
    }
    node->stream = number;
    node->place = ++c->at[number].seen[number];
    node->clock = c->at[number];
}

// Stream `number` waits for the mark.
static void capture_wait(struct cuda_cpu_capture *c, unsigned number,
                         const struct cuda_cpu_mark *mark) {
    for (unsigned i = 0; i < MOST_CAPTURED; i++)
        if (mark->clock.seen[i] > c->at[number].seen[i])
            c->at[number].seen[i] = mark->clock.seen[i];
}

// Another stream joins in behind the mark; false if there are too many.
static bool capture_join(struct cuda_cpu_capture *c, const struct cuda_cpu_mark *mark,
                         unsigned *number) {
    if (c->streams == MOST_CAPTURED)
        return false;
    *number = c->streams++;
    capture_wait(c, *number, mark);
    c->at[*number].seen[*number] = 1; // to be waited for, even if nothing follows
    return true;
}

// Ends it, and gives the graph out unless something was wrong.
static cudaError_t capture_end(struct cuda_cpu_capture *c, struct cuda_cpu_graph **graph) {
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

static __thread enum cudaStreamCaptureMode own_mode; // of this host thread

// ---- the streams -------------------------------------------------------------------------------

bool cuda_cpu_spoils_capture(struct cuda_cpu_stream *stream) {
    bool capturing = false;
    pthread_mutex_lock(&cuda_cpu_stream_lock);
    for (struct cuda_cpu_stream *s = cuda_cpu_streams; s; s = s->next)
        if (s->capture && (!stream || s == stream))
            capturing = s->capture->invalid = true;
    pthread_mutex_unlock(&cuda_cpu_stream_lock);
    return capturing;
}

bool cuda_cpu_unsafe_in_capture(void) {
    bool unsafe = false;
    pthread_mutex_lock(&cuda_cpu_stream_lock);
    for (struct cuda_cpu_stream *s = cuda_cpu_streams; s; s = s->next) {
        struct cuda_cpu_capture *const c = s->capture;
        if (c && own_mode != cudaStreamCaptureModeRelaxed &&
            (c->mode == cudaStreamCaptureModeGlobal ||
             (c->mode == cudaStreamCaptureModeThreadLocal && pthread_equal(c->by, pthread_self()))))
            unsafe = c->invalid = true;
    }
    pthread_mutex_unlock(&cuda_cpu_stream_lock);
    return unsafe;
}

cudaError_t cuda_cpu_wait_in_capture(struct cuda_cpu_stream *stream,
                                     const struct cuda_cpu_mark *mark) {
    if (!mark->id) { // the graph would depend on something outside
        stream->capture->invalid = true;
        return cudaErrorStreamCaptureIsolation;
    }
    if (stream->capture) {
        if (stream->capture->id != mark->id) {
            stream->capture->invalid = true;
            return cudaErrorStreamCaptureMerge;
        }
        capture_wait(stream->capture, stream->number, mark);
        return cudaSuccess;
    }
    for (struct cuda_cpu_stream *s = cuda_cpu_streams; s; s = s->next)
        if (s->capture && s->capture->id == mark->id) {
            if (stream == cuda_cpu_legacy || !capture_join(s->capture, mark, &stream->number))
                return cudaErrorStreamCaptureUnsupported;
            stream->capture = s->capture;
            return cudaSuccess;
        }
    return cudaErrorCapturedEvent; // that capture is over
}

cudaError_t cudaStreamBeginCapture(cudaStream_t handle, enum cudaStreamCaptureMode mode) {
    CUDA_CPU_ALIVE();
    if ((unsigned)mode > cudaStreamCaptureModeRelaxed)
        return cuda_cpu_error(cudaErrorInvalidValue);
    cudaError_t error = cudaSuccess;
    pthread_mutex_lock(&cuda_cpu_stream_lock);
    struct cuda_cpu_stream *s = cuda_cpu_find_stream(handle);
    if (!s)
        error = cudaErrorInvalidResourceHandle;
    else if (s == cuda_cpu_legacy)
        error = cudaErrorStreamCaptureUnsupported;
    else if (s->capture)
        error = cudaErrorIllegalState;
    else
        s->capture = capture_begin();
    if (error == cudaSuccess) {
        s->capture->mode = mode;
        s->capture->by = pthread_self();
        s->number = 0;
    }
    pthread_mutex_unlock(&cuda_cpu_stream_lock);
    return cuda_cpu_error(error);
}

cudaError_t cudaStreamEndCapture(cudaStream_t handle, cudaGraph_t *graph) {
    CUDA_CPU_ALIVE();
    if (!graph)
        return cuda_cpu_error(cudaErrorInvalidValue);
    *graph = NULL;
    cudaError_t error;
    pthread_mutex_lock(&cuda_cpu_stream_lock);
    struct cuda_cpu_stream *first = cuda_cpu_find_stream(handle);
    struct cuda_cpu_capture *capture = first ? first->capture : NULL;
    if (!capture) {
        error = first ? cudaErrorIllegalState : cudaErrorInvalidResourceHandle;
    } else if (first->number != 0) {
        capture->invalid = true;
        error = cudaErrorStreamCaptureUnmatched;
    } else {
        for (struct cuda_cpu_stream *s = cuda_cpu_streams; s; s = s->next)
            if (s->capture == capture)
                s->capture = NULL;
        error = capture_end(capture, graph);
    }
    pthread_mutex_unlock(&cuda_cpu_stream_lock);
    return cuda_cpu_error(error);
}

cudaError_t cudaThreadExchangeStreamCaptureMode(enum cudaStreamCaptureMode *mode) {
    if (!mode || (unsigned)*mode > cudaStreamCaptureModeRelaxed)
        return cuda_cpu_error(cudaErrorInvalidValue);
    enum cudaStreamCaptureMode before = own_mode;
    own_mode = *mode;
    *mode = before;
    return cudaSuccess;
}

cudaError_t cudaStreamIsCapturing(cudaStream_t handle, enum cudaStreamCaptureStatus *status) {
    return cuda_cpu_capture_info(handle, status, NULL, NULL);
}

cudaError_t cuda_cpu_capture_info(cudaStream_t handle, enum cudaStreamCaptureStatus *status,
                                  unsigned long long *id, cudaGraph_t *graph) {
    CUDA_CPU_ALIVE();
    if (!status)
        return cuda_cpu_error(cudaErrorInvalidValue);
    pthread_mutex_lock(&cuda_cpu_stream_lock);
    struct cuda_cpu_stream *s = cuda_cpu_find_stream(handle);
    if (s)
        *status = !s->capture           ? cudaStreamCaptureStatusNone
                  : s->capture->invalid ? cudaStreamCaptureStatusInvalidated
                                        : cudaStreamCaptureStatusActive;
    if (s && s->capture && id)
        *id = s->capture->id;
    if (s && s->capture && graph)
        *graph = s->capture->graph;
    pthread_mutex_unlock(&cuda_cpu_stream_lock);
    return s ? cudaSuccess : cuda_cpu_error(cudaErrorInvalidResourceHandle);
}
