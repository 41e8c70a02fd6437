// SPDX-License-Identifier: MIT
// Events: a place in a stream, and when that was reached.
#include <stdlib.h>
#include <time.h>

#include "device/device.h"
#include "diagnose/diagnose.h"
#include "queue.h"
#include "threads/threads.h"

struct cuda_cpu_event {
    unsigned flags;
    int references; // the handle, and each record that has not run yet
    bool recorded;
    struct wait at;                     // where it was recorded last
    unsigned long long record, stamped; // records asked for, and the one the time belongs to
    double time_ms;
    int device;
    struct cuda_cpu_mark mark; // if it was recorded last in a capture
};

static double now_ms(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

// Gives up one reference; needs the lock.
static void release(struct cuda_cpu_event *event) {
    if (--event->references == 0)
        free(event);
}

struct stamp {
    struct cuda_cpu_event *event;
    unsigned long long record;
};

void cuda_cpu_run_stamp(void *data) {
    struct stamp *s = data;
    double time = now_ms();
    pthread_mutex_lock(&cuda_cpu_stream_lock);
    if (s->record > s->event->stamped) {
        s->event->stamped = s->record;
        s->event->time_ms = time;
    }
    release(s->event);
    pthread_mutex_unlock(&cuda_cpu_stream_lock);
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned flags) {
    CUDA_CPU_ALIVE();
    if (!event || flags > 7)
        return cuda_cpu_error(cudaErrorInvalidValue);
    if (cuda_cpu_in_kernel())
        return cuda_cpu_make_nested_event(event, flags);
    *event = calloc(1, sizeof **event);
    if (!*event)
        return cuda_cpu_error(cudaErrorMemoryAllocation);
    (*event)->flags = flags;
    (*event)->device = cuda_cpu_device();
    (*event)->references = 1;
    cuda_cpu_made("event", *event, 0);
    return cudaSuccess;
}

cudaError_t cudaEventDestroy(cudaEvent_t event) {
    CUDA_CPU_ALIVE();
    if (!event)
        return cuda_cpu_error(cudaErrorInvalidResourceHandle);
    if (cuda_cpu_in_kernel())
        return cudaSuccess; // it ends with its grid
    cuda_cpu_gone(event);
    pthread_mutex_lock(&cuda_cpu_stream_lock);
    release(event);
    pthread_mutex_unlock(&cuda_cpu_stream_lock);
    return cudaSuccess;
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t handle) {
    CUDA_CPU_ALIVE();
    if (cuda_cpu_in_kernel())
        return cuda_cpu_record_nested_event(event, handle);
    struct stamp *stamp = malloc(sizeof *stamp);
    if (!stamp)
        return cuda_cpu_error(cudaErrorMemoryAllocation);
    pthread_mutex_lock(&cuda_cpu_stream_lock);
    struct cuda_cpu_stream *stream = event ? cuda_cpu_find_stream(handle) : NULL;
    if (stream && stream != cuda_cpu_legacy && stream->device != event->device)
        stream = NULL;
    bool captured = stream && stream->capture;
    if (captured) { // no record but a mark, for other streams to join the capture
        event->mark.id = stream->capture->id;
        event->mark.clock = stream->capture->at[stream->number];
    } else if (stream) {
        event->mark.id = 0;
        event->references++;
        event->recorded = true;
        *stamp = (struct stamp){event, ++event->record};
        event->at =
            cuda_cpu_add_item(stream, cuda_cpu_run_stamp, free, stamp, (struct wait){NULL, 0});
    }
    pthread_mutex_unlock(&cuda_cpu_stream_lock);
    if (!stream || captured)
        free(stamp);
    return stream ? cudaSuccess : cuda_cpu_error(cudaErrorInvalidResourceHandle);
}

cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream, unsigned flags) {
    if (flags != cudaEventRecordDefault)
        return cuda_cpu_error(cudaErrorInvalidValue);
    return cudaEventRecord(event, stream);
}

// Where the event was recorded last; a ticket that is long finished if it never was.
static struct wait recorded_at(cudaEvent_t event, bool *recorded) {
    pthread_mutex_lock(&cuda_cpu_stream_lock);
    struct wait at = event->at;
    *recorded = event->recorded;
    pthread_mutex_unlock(&cuda_cpu_stream_lock);
    return at;
}

cudaError_t cudaEventSynchronize(cudaEvent_t event) {
    bool recorded;
    if (!cuda_cpu_in_callback)
        CUDA_CPU_ALIVE();
    if (!event)
        return cuda_cpu_error(cudaErrorInvalidResourceHandle);
    if (event->mark.id)
        return cuda_cpu_error(cudaErrorCapturedEvent);
    const struct wait at = recorded_at(event, &recorded);
    // A function that a stream calls may not wait, but may ask for what has been reached (tried on
    // an H200).
    if (cuda_cpu_in_callback && (!recorded || cuda_cpu_reached_and_tell(at)))
        return cudaSuccess;
    CUDA_CPU_ALIVE();
    if (recorded)
        cuda_cpu_wait_for_and_tell(at);
    CUDA_CPU_ALIVE();
    return cudaSuccess;
}

cudaError_t cudaEventQuery(cudaEvent_t event) {
    if (!cuda_cpu_in_callback)
        CUDA_CPU_ALIVE();
    if (!event)
        return cuda_cpu_error(cudaErrorInvalidResourceHandle);
    if (event->mark.id)
        return cuda_cpu_error(cudaErrorCapturedEvent);
    bool recorded;
    struct wait at = recorded_at(event, &recorded);
    if (!recorded || cuda_cpu_reached_and_tell(at))
        return cuda_cpu_error(cuda_cpu_sticky());
    cuda_cpu_hurry();
    return cudaErrorNotReady;
}

cudaError_t cudaEventElapsedTime(float *ms, cudaEvent_t start, cudaEvent_t stop) {
    if (!cuda_cpu_in_callback)
        CUDA_CPU_ALIVE();
    if (!ms)
        return cuda_cpu_error(cudaErrorInvalidValue);
    if (!start || !stop || ((start->flags | stop->flags) & cudaEventDisableTiming))
        return cuda_cpu_error(cudaErrorInvalidResourceHandle);
    bool started, stopped;
    struct wait first = recorded_at(start, &started), last = recorded_at(stop, &stopped);
    if (!started || !stopped)
        return cuda_cpu_error(cudaErrorInvalidResourceHandle);
    if (!cuda_cpu_reached_and_tell(first) || !cuda_cpu_reached_and_tell(last))
        return cudaErrorNotReady;
    if (!cuda_cpu_in_callback)
        CUDA_CPU_ALIVE();
    pthread_mutex_lock(&cuda_cpu_stream_lock);
    *ms = (float)(stop->time_ms - start->time_ms);
    pthread_mutex_unlock(&cuda_cpu_stream_lock);
    return cudaSuccess;
}

cudaError_t cudaStreamWaitEvent(cudaStream_t handle, cudaEvent_t event, unsigned flags) {
    CUDA_CPU_ALIVE();
    if (flags != 0)
        return cuda_cpu_error(cudaErrorInvalidValue);
    if (cuda_cpu_in_kernel())
        return cuda_cpu_wait_for_nested_event(handle, event);
    cudaError_t error = cudaSuccess;
    pthread_mutex_lock(&cuda_cpu_stream_lock);
    struct cuda_cpu_stream *stream = event ? cuda_cpu_find_stream(handle) : NULL;
    if (!stream)
        error = cudaErrorInvalidResourceHandle;
    else if (stream->capture || event->mark.id)
        error = cuda_cpu_wait_in_capture(stream, &event->mark);
    else if (event->recorded)
        cuda_cpu_add_item(stream, cuda_cpu_only_waits, cuda_cpu_only_waits, NULL, event->at);
    pthread_mutex_unlock(&cuda_cpu_stream_lock);
    return cuda_cpu_error(error);
}
