// SPDX-License-Identifier: MIT
// Streams that are being captured into a graph: their work is kept for it (graph.c) instead of run.
#include "queue.h"

bool cuda_cpu_spoils_capture(struct cuda_cpu_stream *stream) {
    bool capturing = false;
    pthread_mutex_lock(&cuda_cpu_stream_lock);
    for (struct cuda_cpu_stream *s = cuda_cpu_streams; s; s = s->next)
        if (s->capture && (!stream || s == stream))
            capturing = s->capture->invalid = true;
    pthread_mutex_unlock(&cuda_cpu_stream_lock);
    return capturing;
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
        cuda_cpu_capture_wait(stream->capture, stream->number, mark);
        return cudaSuccess;
    }
    for (struct cuda_cpu_stream *s = cuda_cpu_streams; s; s = s->next)
        if (s->capture && s->capture->id == mark->id) {
            if (stream == cuda_cpu_legacy ||
                !cuda_cpu_capture_join(s->capture, mark, &stream->number))
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
        s->capture = cuda_cpu_capture_begin();
    if (error == cudaSuccess)
        s->number = 0;
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
        error = cuda_cpu_capture_end(capture, graph);
    }
    pthread_mutex_unlock(&cuda_cpu_stream_lock);
    return cuda_cpu_error(error);
}

cudaError_t cudaThreadExchangeStreamCaptureMode(enum cudaStreamCaptureMode *mode) {
    static __thread enum cudaStreamCaptureMode mine;
    if (!mode || (unsigned)*mode > cudaStreamCaptureModeRelaxed)
        return cuda_cpu_error(cudaErrorInvalidValue);
    enum cudaStreamCaptureMode before = mine;
    mine = *mode;
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
