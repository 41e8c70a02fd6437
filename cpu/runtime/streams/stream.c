// SPDX-License-Identifier: MIT
// Streams as programs know them: made, asked about, waited for, and given functions of the host's
// to call. What a stream does is in queue.c.
#include <stdlib.h>

#include "diagnose/diagnose.h"
#include "queue.h"
#include "streams/streams.h"
#include "threads/threads.h"

cudaError_t cudaDeviceSynchronize(void) {
    CUDA_CPU_ALIVE();
    if (cuda_cpu_spoils_capture(NULL))
        return cuda_cpu_error(cudaErrorStreamCaptureUnsupported);
    cuda_cpu_wait_all();
    CUDA_CPU_ALIVE();
    return cudaSuccess;
}

// A crashed kernel leaves a context that no reset brings back, on a GPU and so here. The thread's
// last error stays what it was.
cudaError_t cudaDeviceReset(void) {
    const cudaError_t last = cuda_cpu_last_error(), error = cudaDeviceSynchronize();
    if (!cuda_cpu_is_of_crash(error))
        return error;
    cuda_cpu_reset_after_crash(last);
    return cudaSuccess;
}

cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned flags) {
    CUDA_CPU_ALIVE();
    if (!stream || flags > cudaStreamNonBlocking)
        return cuda_cpu_error(cudaErrorInvalidValue);
    if (cuda_cpu_in_kernel())
        return cuda_cpu_make_nested_stream(stream, flags);
    pthread_mutex_lock(&cuda_cpu_stream_lock);
    cuda_cpu_find_stream(NULL);
    *stream = cuda_cpu_start_stream(flags == cudaStreamDefault);
    pthread_mutex_unlock(&cuda_cpu_stream_lock);
    if (!*stream)
        return cuda_cpu_error(cudaErrorMemoryAllocation);
    cuda_cpu_made("stream", *stream, 0);
    return cudaSuccess;
}

cudaError_t cudaStreamCreate(cudaStream_t *stream) {
    return cudaStreamCreateWithFlags(stream, cudaStreamDefault);
}

enum { LEAST_PRIORITY = 0, GREATEST_PRIORITY = -5 };

cudaError_t cudaStreamCreateWithPriority(cudaStream_t *stream, unsigned flags, int priority) {
    cudaError_t error = cudaStreamCreateWithFlags(stream, flags);
    if (error == cudaSuccess)
        (*stream)->priority = priority > LEAST_PRIORITY      ? LEAST_PRIORITY
                              : priority < GREATEST_PRIORITY ? GREATEST_PRIORITY
                                                             : priority;
    return error;
}

cudaError_t cudaDeviceGetStreamPriorityRange(int *least, int *greatest) {
    if (least)
        *least = LEAST_PRIORITY;
    if (greatest)
        *greatest = GREATEST_PRIORITY;
    return cudaSuccess;
}

cudaError_t cudaStreamDestroy(cudaStream_t handle) {
    CUDA_CPU_ALIVE();
    if (cuda_cpu_in_kernel())
        return cudaSuccess; // it ends with its grid
    const bool own = cuda_cpu_close_stream(handle);
    cuda_cpu_gone(handle);
    return own ? cudaSuccess : cuda_cpu_error(cudaErrorInvalidResourceHandle);
}

cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
    CUDA_CPU_ALIVE();
    if (!cuda_cpu_stream_valid(stream))
        return cuda_cpu_error(cudaErrorInvalidResourceHandle);
    if (stream && cuda_cpu_spoils_capture(stream))
        return cuda_cpu_error(cudaErrorStreamCaptureUnsupported);
    cuda_cpu_wait_stream(stream);
    CUDA_CPU_ALIVE();
    return cudaSuccess;
}

cudaError_t cudaStreamQuery(cudaStream_t handle) {
    CUDA_CPU_ALIVE();
    if (handle && cuda_cpu_spoils_capture(handle))
        return cuda_cpu_error(cudaErrorStreamCaptureUnsupported);
    pthread_mutex_lock(&cuda_cpu_stream_lock);
    struct cuda_cpu_stream *s = cuda_cpu_find_stream(handle);
    bool idle = s && cuda_cpu_reached_and_tell(cuda_cpu_newest(s));
    pthread_mutex_unlock(&cuda_cpu_stream_lock);
    if (!idle)
        cuda_cpu_hurry();
    // "not yet" is an answer, not a failure: it does not become the last error
    return !s     ? cuda_cpu_error(cudaErrorInvalidResourceHandle)
           : idle ? cuda_cpu_error(cuda_cpu_sticky())
                  : cudaErrorNotReady;
}

// ---- what a stream is --------------------------------------------------------------------------

// A stream as it is now; all zeros, and the error left, where there is none.
static struct cuda_cpu_stream snapshot(cudaStream_t handle, bool wanted, cudaError_t *error) {
    pthread_mutex_lock(&cuda_cpu_stream_lock);
    struct cuda_cpu_stream *s = cuda_cpu_find_stream(handle), copy = {0};
    if (s)
        copy = *s;
    pthread_mutex_unlock(&cuda_cpu_stream_lock);
    *error = cuda_cpu_error(!wanted ? cudaErrorInvalidValue
                            : s     ? cuda_cpu_obstacle()
                                    : cudaErrorInvalidResourceHandle);
    return copy;
}

cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned *flags) {
    cudaError_t error;
    const struct cuda_cpu_stream s = snapshot(stream, flags, &error);
    if (error == cudaSuccess)
        *flags = s.blocking ? cudaStreamDefault : cudaStreamNonBlocking;
    return error;
}

cudaError_t cudaStreamGetPriority(cudaStream_t stream, int *priority) {
    cudaError_t error;
    const struct cuda_cpu_stream s = snapshot(stream, priority, &error);
    if (error == cudaSuccess)
        *priority = s.priority;
    return error;
}

cudaError_t cudaStreamGetId(cudaStream_t stream, unsigned long long *id) {
    cudaError_t error;
    const struct cuda_cpu_stream s = snapshot(stream, id, &error);
    if (error == cudaSuccess)
        *id = s.id;
    return error;
}

cudaError_t cudaStreamGetDevice(cudaStream_t stream, int *device) {
    cudaError_t error;
    const struct cuda_cpu_stream s = snapshot(stream, device, &error);
    if (error == cudaSuccess)
        *device = s.device;
    return error;
}

cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void *pointer, size_t bytes,
                                     unsigned flags) {
    CUDA_CPU_ALIVE();
    struct cudaPointerAttributes memory;
    if (!cuda_cpu_stream_valid(stream))
        return cuda_cpu_error(cudaErrorInvalidResourceHandle);
    (void)bytes; // the whole allocation, whatever part is named
    if (cudaPointerGetAttributes(&memory, pointer) != cudaSuccess ||
        memory.type != cudaMemoryTypeManaged ||
        (flags != cudaMemAttachGlobal && flags != cudaMemAttachHost &&
         flags != cudaMemAttachSingle) ||
        (flags == cudaMemAttachSingle && (!stream || stream == cudaStreamLegacy)))
        return cuda_cpu_error(cudaErrorInvalidValue);
    return cudaSuccess;
}

// ---- functions of the host's -------------------------------------------------------------------

struct callback {
    cudaStream_t stream;
    cudaStreamCallback_t call;
    cudaHostFn_t function;
    void *data;
};

void cuda_cpu_call_host(cudaHostFn_t function, void *data) {
    cuda_cpu_in_callback = true;
    function(data);
    cuda_cpu_in_callback = false;
}

void cuda_cpu_run_callback(void *data) {
    struct callback *c = data;
    if (c->function) {
        if (cuda_cpu_sticky() == cudaSuccess) // after a crash it is not called, as on an H200
            cuda_cpu_call_host(c->function, c->data);
        return;
    }
    cuda_cpu_in_callback = true;
    c->call(c->stream, cuda_cpu_sticky(), c->data);
    cuda_cpu_in_callback = false;
}

static cudaError_t add_callback(struct callback c) {
    CUDA_CPU_ALIVE();
    if (!c.call && !c.function)
        return cuda_cpu_error(cudaErrorInvalidValue);
    struct callback *later = malloc(sizeof *later);
    if (!later)
        return cuda_cpu_error(cudaErrorMemoryAllocation);
    *later = c;
    if (cuda_cpu_enqueue(c.stream, cuda_cpu_run_callback, free, later))
        return cudaSuccess;
    free(later);
    return cuda_cpu_error(cudaErrorInvalidResourceHandle);
}

cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t call, void *data,
                                  unsigned flags) {
    if (flags != 0 || !call)
        return cuda_cpu_error(cudaErrorInvalidValue);
    if (cuda_cpu_spoils_capture(stream))
        return cuda_cpu_error(cudaErrorStreamCaptureUnsupported);
    return add_callback((struct callback){stream, call, NULL, data});
}

cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void *data) {
    return add_callback((struct callback){stream, NULL, function, data});
}
