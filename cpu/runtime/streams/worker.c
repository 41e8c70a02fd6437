// SPDX-License-Identifier: MIT
// The streams that there are: the OS thread of each, which stream a handle means, and what the
// other files of the runtime do with a handle.
#include <limits.h>
#include <stdlib.h>
#include <time.h>

#include "device/device.h"
#include "diagnose/diagnose.h"
#include "hooks.h"
#include "launch/launch.h"
#include "queue.h"
#include "streams/streams.h"
#include "threads/threads.h"

bool cuda_cpu_forked;
static bool stopping;
static __thread struct cuda_cpu_stream *per_thread; // of this host thread
static pthread_key_t thread_ends;

enum { NAP_NS = 200000 };

// Needs the lock.
static void sleep_for_work(struct cuda_cpu_stream *s) {
    s->asleep = true;
#ifdef __linux__ // elsewhere it may wait by a clock that somebody sets
    const unsigned left = __atomic_load_n(&s->naps_left, __ATOMIC_RELAXED);
    if (left > 0) {
        __atomic_store_n(&s->naps_left, left - 1, __ATOMIC_RELAXED);
        s->naps = true;
        struct timespec until;
        clock_gettime(CLOCK_MONOTONIC, &until);
        until.tv_nsec += NAP_NS;
        until.tv_sec += until.tv_nsec / 1000000000;
        until.tv_nsec %= 1000000000;
        pthread_cond_timedwait(&s->work, &cuda_cpu_stream_lock, &until);
        s->naps = s->asleep = false;
        return;
    }
#endif
    pthread_cond_wait(&s->work, &cuda_cpu_stream_lock);
    s->asleep = false;
}

static void start_sleeping(struct cuda_cpu_stream *s) {
    pthread_condattr_t how;
    pthread_condattr_init(&how);
#ifdef __linux__
    pthread_condattr_setclock(&how, CLOCK_MONOTONIC);
#endif
    pthread_cond_init(&s->work, &how);
    pthread_condattr_destroy(&how);
}

// The thread of one stream.
static void *serve(void *argument) {
    struct cuda_cpu_stream *stream = argument;
    for (;;) {
        pthread_mutex_lock(&cuda_cpu_stream_lock);
        while ((!stream->first || stream->served) && !(stopping && !stream->first))
            sleep_for_work(stream);
        struct item *item = stream->first;
        stream->served = item;
        cuda_cpu_offer(stream);
        pthread_mutex_unlock(&cuda_cpu_stream_lock);
        if (!item)
            break;
        for (size_t i = 0; i < item->wait_count; i++)
            cuda_cpu_wait_for(item->waits[i]);
        cuda_cpu_run_up_to(stream, ULLONG_MAX);
    }
    cuda_cpu_free_fibers();
    return NULL;
}

// At exit: idle streams end; one that is still at work is left to die with the process.
static void stop(void) {
    if (cuda_cpu_forked)
        return;
    pthread_mutex_lock(&cuda_cpu_stream_lock);
    bool busy = false;
    for (struct cuda_cpu_stream *s = cuda_cpu_streams; s; s = s->next)
        busy = busy || s->done < s->queued || pthread_equal(s->thread, pthread_self());
    stopping = !busy;
    for (struct cuda_cpu_stream *s = cuda_cpu_streams; s; s = s->next)
        pthread_cond_broadcast(&s->work);
    pthread_mutex_unlock(&cuda_cpu_stream_lock);
    if (busy)
        return;
    cuda_cpu_free_fibers();  // this thread's own
    cuda_cpu_stop_helpers(); // who look at the streams
    while (cuda_cpu_streams) {
        struct cuda_cpu_stream *s = cuda_cpu_streams;
        cuda_cpu_streams = s->next;
        pthread_join(s->thread, NULL);
        free(s);
    }
    cuda_cpu_legacy = NULL;
    cuda_cpu_stop_watchdog();
}

static void before_fork(void) {
    pthread_mutex_lock(&cuda_cpu_stream_lock);
}

static void after_fork(void) {
    pthread_mutex_unlock(&cuda_cpu_stream_lock);
}

// The child has none of these threads. With CUDA, too, a device that was in use before is not there
// for it.
static void begin_child(void) {
    cuda_cpu_forked = true;
    cuda_cpu_set_sticky(cudaErrorInitializationError);
    for (struct cuda_cpu_stream *s = cuda_cpu_streams; s; s = s->next)
        s->done = s->queued; // nothing waits for what is not going to run
    pthread_mutex_unlock(&cuda_cpu_stream_lock);
}

struct cuda_cpu_stream *cuda_cpu_start_stream(bool blocking) {
    struct cuda_cpu_stream *s;
    for (s = cuda_cpu_streams; s; s = s->next)
        if (!s->open && s->done == s->queued)
            break;
    if (!s) {
        if (cuda_cpu_sticky() != cudaSuccess || !(s = calloc(1, sizeof *s)))
            return NULL;
        s->end = &s->first;
        s->awaited = ULLONG_MAX;
        start_sleeping(s);
        const int why = pthread_create(&s->thread, NULL, serve, s);
        if (why != 0) {
            cuda_cpu_no_thread(why);
            free(s);
            return NULL;
        }
        if (!cuda_cpu_streams) {
            cuda_cpu_keep_rounding();
            atexit(stop);
            pthread_atfork(before_fork, after_fork, begin_child);
        }
        s->next = cuda_cpu_streams;
        cuda_cpu_streams = s;
    }
    s->open = true;
    s->blocking = blocking;
    s->device = cuda_cpu_device();
    s->priority = 0;
    static unsigned long long last;
    s->id = ++last;
    return s;
}

// A host thread ends: its own stream may serve another.
static void release_own(void *stream) {
    pthread_mutex_lock(&cuda_cpu_stream_lock);
    if (cuda_cpu_legacy) // else the program is about to end, and has freed them
        ((struct cuda_cpu_stream *)stream)->open = false;
    pthread_mutex_unlock(&cuda_cpu_stream_lock);
}

static void make_key(void) {
    pthread_key_create(&thread_ends, release_own);
}

static bool default_is_own; // of each host thread

void cuda_cpu_default_stream_per_thread(void) {
    default_is_own = true;
}

struct cuda_cpu_stream *cuda_cpu_find_stream(cudaStream_t handle) {
    if (!cuda_cpu_legacy)
        cuda_cpu_legacy = cuda_cpu_start_stream(true);
    if (handle == NULL && default_is_own)
        handle = cudaStreamPerThread;
    if (handle == NULL || handle == cudaStreamLegacy)
        return cuda_cpu_legacy;
    if (handle == cudaStreamPerThread) {
        static pthread_once_t once = PTHREAD_ONCE_INIT;
        pthread_once(&once, make_key);
        if (!per_thread && (per_thread = cuda_cpu_start_stream(true)))
            pthread_setspecific(thread_ends, per_thread);
        if (per_thread)
            per_thread->device = cuda_cpu_device(); // whichever is the current one
        return per_thread;
    }
    for (struct cuda_cpu_stream *s = cuda_cpu_streams; s; s = s->next)
        if (s == handle && s->open)
            return s;
    return NULL;
}

bool cuda_cpu_close_stream(cudaStream_t handle) {
    pthread_mutex_lock(&cuda_cpu_stream_lock);
    struct cuda_cpu_stream *s = cuda_cpu_find_stream(handle);
    bool own = s && s != cuda_cpu_legacy && s != per_thread;
    if (own)
        s->open = false; // what is queued still runs; its thread serves the next stream created
    pthread_mutex_unlock(&cuda_cpu_stream_lock);
    return own;
}

// ---- what other files do with a handle ---------------------------------------------------------

// Work in the default stream would have to wait for a blocking stream that is being captured, and
// so never runs: that ends the capture. Needs the lock.
static bool invalidate_captures(void) {
    bool any = false;
    for (struct cuda_cpu_stream *s = cuda_cpu_streams; s; s = s->next)
        if (s->capture && s->blocking)
            any = s->capture->invalid = true;
    return any;
}

bool cuda_cpu_enqueue(cudaStream_t handle, void (*run)(void *), void (*release)(void *),
                      void *data) {
    if (cuda_cpu_in_kernel())
        return cuda_cpu_enqueue_nested(handle, run, release, data);
    pthread_mutex_lock(&cuda_cpu_stream_lock);
    struct cuda_cpu_stream *stream = cuda_cpu_find_stream(handle);
    bool refused = stream && stream == cuda_cpu_legacy && invalidate_captures();
    if (refused)
        release(data);
    else if (stream && stream->capture)
        cuda_cpu_capture_add(stream->capture, stream->number, run, release, data);
    else if (stream)
        cuda_cpu_add_item(stream, run, release, data, (struct wait){NULL, 0});
    pthread_mutex_unlock(&cuda_cpu_stream_lock);
    if (refused)
        cuda_cpu_error(cudaErrorStreamCaptureImplicit);
    return stream != NULL;
}

bool cuda_cpu_capturing(cudaStream_t handle) {
    pthread_mutex_lock(&cuda_cpu_stream_lock);
    struct cuda_cpu_stream *s = cuda_cpu_find_stream(handle);
    bool capturing = s && s->capture;
    pthread_mutex_unlock(&cuda_cpu_stream_lock);
    return capturing;
}

bool cuda_cpu_stream_is_here(cudaStream_t handle) {
    pthread_mutex_lock(&cuda_cpu_stream_lock);
    struct cuda_cpu_stream *s = cuda_cpu_find_stream(handle);
    bool here = s && (s == cuda_cpu_legacy || s->device == cuda_cpu_device());
    pthread_mutex_unlock(&cuda_cpu_stream_lock);
    return here;
}

bool cuda_cpu_stream_valid(cudaStream_t handle) {
    if (cuda_cpu_in_kernel())
        return cuda_cpu_stream_is_nested(handle);
    pthread_mutex_lock(&cuda_cpu_stream_lock);
    bool valid = cuda_cpu_find_stream(handle) != NULL;
    pthread_mutex_unlock(&cuda_cpu_stream_lock);
    return valid;
}

void cuda_cpu_wait_stream(cudaStream_t handle) {
    pthread_mutex_lock(&cuda_cpu_stream_lock);
    struct cuda_cpu_stream *s = cuda_cpu_find_stream(handle);
    struct wait w = s ? cuda_cpu_newest(s) : (struct wait){NULL, 0};
    bool legacy_too = s && s == cuda_cpu_legacy;
    pthread_mutex_unlock(&cuda_cpu_stream_lock);
    if (legacy_too)
        cuda_cpu_wait_legacy();
    else if (s)
        cuda_cpu_wait_for_and_tell(w);
}

void cuda_cpu_finish_stream(cudaStream_t handle, bool may) {
    pthread_mutex_lock(&cuda_cpu_stream_lock);
    struct cuda_cpu_stream *s = cuda_cpu_find_stream(handle);
    struct wait w = s ? cuda_cpu_newest(s) : (struct wait){NULL, 0};
    pthread_mutex_unlock(&cuda_cpu_stream_lock);
    if (may)
        cuda_cpu_wait_stream(handle);
    else if (s)
        cuda_cpu_wait_for(w);
}
