// SPDX-License-Identifier: MIT
// Streams and events. Each stream is a queue with an OS thread of its own, so its work runs beside
// the host. The n-th item put into a stream has ticket n; an item may wait for tickets of other
// streams, and that is all there is to ordering: an event is a (stream, ticket) pair, the default
// stream waits for the newest ticket of every other and every other for its.
//
// A thread that sleeps takes some 50 us to wake up, more than most launches last. So whoever is
// awake serves a stream that has work: the helpers of share.c, before they sleep, and the host
// where it waits for it. The stream's own thread is woken where none of them is there to do it.
#define _GNU_SOURCE
#include <errno.h>
#include <fenv.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "capture.h"
#include "cuda_cpu/graph.h"

struct cuda_cpu_stream {
    struct cuda_cpu_stream *next; // all that were ever created; a destroyed one is used again
    pthread_t thread;
    pthread_cond_t work; // its own thread sleeps until there is some
    struct item *first, **end;
    bool served, asleep;             // somebody runs its first item; its own thread waits for work
    bool counted;                    // among `unserved`
    unsigned long long queued, done; // the newest ticket given out, and finished
    bool open, blocking;             // blocking: keeps order with the default stream
    int device;
    struct cuda_cpu_capture *capture; // NULL: its work runs; else it is kept for a graph
    unsigned number;                  // in the capture
    unsigned long long id;
    int priority; // as it was asked for; all streams are served alike
};

struct wait {
    struct cuda_cpu_stream *stream;
    unsigned long long ticket;
};

struct item {
    struct item *next;
    void (*run)(void *data), (*release)(void *data);
    void *data;
    struct wait *waits;
    size_t wait_count;
};

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

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t done = PTHREAD_COND_INITIALIZER; // a ticket was finished
static struct cuda_cpu_stream *streams;                // the default stream is created first
static struct cuda_cpu_stream *legacy;
static bool stopping;
static __thread struct cuda_cpu_stream *per_thread; // of this host thread
static pthread_key_t thread_ends;

// Streams that have an item which anybody may run, and whom nobody serves.
static unsigned unserved;
static fenv_t usual; // how numbers are rounded on the device

enum {
    SPINS = 4000,          // some 50 us: most waits end sooner than a sleeping thread wakes up
    LEAST_STACK = 1 << 20, // bytes, that kernels may need of the host's
};

static bool reached(struct wait w) {
    return __atomic_load_n(&w.stream->done, __ATOMIC_ACQUIRE) >= w.ticket;
}

// A kernel can neither queue work nor wait for any: it would wait for itself.
static void keep_kernels_out(void) {
    if (cuda_cpu_in_kernel()) {
        cuda_cpu_say(NULL, "called by a kernel: dynamic parallelism is not supported");
        cuda_cpu_crash(cudaErrorNotSupported);
    }
}

// ---- who serves a stream -----------------------------------------------------------------------

static void nothing(void *data);
static void run_stamp(void *data);

// Checks know which thread is the host's and which the device's.
static bool anybody_serves(void) {
    return !cuda_cpu_hooks.launch && !cuda_cpu_hooks.grid && !cuda_cpu_hooks.allocate &&
           !cuda_cpu_is_sanitized();
}

// The first item is work of the runtime's own, and waits for nothing: who runs it is not seen.
static bool is_for_anybody(const struct cuda_cpu_stream *s) {
    const struct item *item = s->first;
    if (!anybody_serves() ||
        (item->run != cuda_cpu_run_launch && item->run != cuda_cpu_run_copy &&
         item->run != cuda_cpu_run_fill && item->run != run_stamp && item->run != nothing))
        return false;
    for (size_t i = 0; i < item->wait_count; i++)
        if (!reached(item->waits[i]))
            return false;
    return true;
}

// After any change of its first item, or of who serves it: somebody who is awake will see that
// there is work, or its own thread is woken. Needs the lock.
static void offer(struct cuda_cpu_stream *s) {
    const bool waits = s->first && !s->served, anybody = waits && is_for_anybody(s);
    if (anybody != s->counted)
        __atomic_fetch_add(&unserved, anybody ? 1 : -1, __ATOMIC_SEQ_CST);
    s->counted = anybody;
    if (waits && s->asleep && !(anybody && cuda_cpu_helpers_awake() > 0))
        pthread_cond_signal(&s->work);
}

// Runs the first item of a stream that this thread serves.
static void run_first(struct cuda_cpu_stream *s) {
    struct item *item = s->first;
    CUDA_CPU_HOOK(begins, s, s->done + 1, item->run == cuda_cpu_run_callback,
                  item->run == cuda_cpu_run_copy || item->run == cuda_cpu_run_fill);
    item->run(item->data);
    CUDA_CPU_HOOK(ended);
    item->release(item->data);
    pthread_mutex_lock(&lock);
    s->first = item->next;
    if (!s->first)
        s->end = &s->first;
    s->served = false;
    __atomic_fetch_add(&s->done, 1, __ATOMIC_RELEASE);
    offer(s);
    pthread_cond_broadcast(&done);
    pthread_mutex_unlock(&lock);
    free(item->waits);
    free(item);
}

// Runs the first item that the ticket waits for, or (no stream) of any stream, if nobody does and
// anybody may.
static bool serve_for(struct wait w) {
    if (__atomic_load_n(&unserved, __ATOMIC_SEQ_CST) == 0)
        return false;
    pthread_mutex_lock(&lock);
    struct cuda_cpu_stream *s = w.stream ? w.stream : streams;
    while (s && (!s->counted || (w.stream && reached(w))))
        s = w.stream ? NULL : s->next;
    if (s) {
        s->served = true;
        offer(s);
    }
    for (struct cuda_cpu_stream *other = streams; other && s; other = other->next)
        if (other->counted)
            offer(other); // this thread looks after them no longer
    pthread_mutex_unlock(&lock);
    if (s)
        run_first(s);
    return s;
}

bool cuda_cpu_work_waits(void) {
    return __atomic_load_n(&unserved, __ATOMIC_SEQ_CST) > 0;
}

bool cuda_cpu_serve_any(void) {
    return serve_for((struct wait){NULL, 0});
}

// ---- waiting -----------------------------------------------------------------------------------

// Whether this thread may run kernels: its stack has room for what they keep on it.
static bool has_room(void) {
    static __thread uintptr_t lowest; // address of its stack; 1: not known
    if (!lowest) {
        pthread_attr_t attributes;
        void *stack = NULL;
        size_t bytes = 0;
        lowest = 1;
        if (pthread_getattr_np(pthread_self(), &attributes) == 0) {
            if (pthread_attr_getstack(&attributes, &stack, &bytes) == 0 && bytes > 0)
                lowest = (uintptr_t)stack;
            pthread_attr_destroy(&attributes);
        }
    }
    return lowest > 1 && (uintptr_t)__builtin_frame_address(0) - lowest > LEAST_STACK;
}

// Does something of what is to be done before the stream comes to its ticket; false: there is
// nothing that this thread could do.
static bool lend_a_hand(struct wait w) {
    const bool items = cuda_cpu_work_waits();
    if ((!items && !cuda_cpu_room_for_help()) || !anybody_serves() || cuda_cpu_in_kernel() ||
        !has_room())
        return false;
    fenv_t own;
    fegetenv(&own);
    fesetenv(&usual);
    bool some = items && serve_for(w);
    if (!some) {
        pthread_mutex_lock(&lock);
        const struct item *item = w.stream->first;
        const void *grid = item && item->run == cuda_cpu_run_launch ? item->data : NULL;
        pthread_mutex_unlock(&lock);
        some = grid && cuda_cpu_help(grid);
    }
    fesetenv(&own);
    return some;
}

// Waits until the ticket is finished.
static void wait_for(struct wait w) {
    for (int i = 0; i < SPINS; i++) {
        if (reached(w))
            return;
        if (lend_a_hand(w))
            i = 0;
        else
            cuda_cpu_relax();
    }
    keep_kernels_out();
    pthread_mutex_lock(&lock);
    while (!reached(w))
        pthread_cond_wait(&done, &lock);
    pthread_mutex_unlock(&lock);
}

// The host knows that it is finished, and may count on it.
static void tell(struct wait w) {
    cuda_cpu_waited();
    CUDA_CPU_HOOK(reached, w.stream, w.ticket);
}

static void wait_for_and_tell(struct wait w) {
    wait_for(w);
    tell(w);
}

// The same of what it finds to be over.
static bool reached_and_tell(struct wait w) {
    if (!reached(w))
        return false;
    tell(w);
    return true;
}

// The thread of one stream.
static void *serve(void *argument) {
    struct cuda_cpu_stream *stream = argument;
    for (;;) {
        pthread_mutex_lock(&lock);
        while ((!stream->first || stream->served) && !(stopping && !stream->first)) {
            stream->asleep = true;
            pthread_cond_wait(&stream->work, &lock);
            stream->asleep = false;
        }
        struct item *item = stream->first;
        stream->served = item;
        offer(stream);
        pthread_mutex_unlock(&lock);
        if (!item)
            break;
        for (size_t i = 0; i < item->wait_count; i++)
            wait_for(item->waits[i]);
        run_first(stream);
    }
    cuda_cpu_free_fibers();
    return NULL;
}

// At exit: idle streams end; one that is still at work is left to die with the process.
static void stop(void) {
    pthread_mutex_lock(&lock);
    bool busy = false;
    for (struct cuda_cpu_stream *s = streams; s; s = s->next)
        busy = busy || s->done < s->queued || pthread_equal(s->thread, pthread_self());
    stopping = !busy;
    for (struct cuda_cpu_stream *s = streams; s; s = s->next)
        pthread_cond_broadcast(&s->work);
    pthread_mutex_unlock(&lock);
    if (busy)
        return;
    cuda_cpu_free_fibers(); // this thread's own
    while (streams) {
        struct cuda_cpu_stream *s = streams;
        streams = s->next;
        pthread_join(s->thread, NULL);
        free(s);
    }
    legacy = NULL;
    cuda_cpu_stop_helpers();
    cuda_cpu_stop_watchdog();
}

static struct cuda_cpu_stream *start_stream(bool blocking) {
    struct cuda_cpu_stream *s;
    for (s = streams; s; s = s->next)
        if (!s->open && s->done == s->queued)
            break;
    if (!s) {
        s = calloc(1, sizeof *s);
        if (!s)
            return NULL;
        s->end = &s->first;
        pthread_cond_init(&s->work, NULL);
        if (!streams) {
            fegetenv(&usual);
            atexit(stop);
        }
        if (pthread_create(&s->thread, NULL, serve, s) != 0) {
            free(s);
            return NULL;
        }
        s->next = streams;
        streams = s;
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
    pthread_mutex_lock(&lock);
    if (legacy) // else the program is about to end, and has freed them
        ((struct cuda_cpu_stream *)stream)->open = false;
    pthread_mutex_unlock(&lock);
}

static void make_key(void) {
    pthread_key_create(&thread_ends, release_own);
}

// The stream behind a handle, or NULL; needs the lock.
static struct cuda_cpu_stream *find(cudaStream_t handle) {
    if (!legacy)
        legacy = start_stream(true);
    if (handle == NULL || handle == cudaStreamLegacy)
        return legacy;
    if (handle == cudaStreamPerThread) {
        static pthread_once_t once = PTHREAD_ONCE_INIT;
        pthread_once(&once, make_key);
        if (!per_thread && (per_thread = start_stream(true)))
            pthread_setspecific(thread_ends, per_thread);
        if (per_thread)
            per_thread->device = cuda_cpu_device(); // whichever is the current one
        return per_thread;
    }
    for (struct cuda_cpu_stream *s = streams; s; s = s->next)
        if (s == handle && s->open)
            return s;
    return NULL;
}

static struct wait newest(struct cuda_cpu_stream *s) {
    return (struct wait){s, s->queued};
}

// What an item that only waits does.
static void nothing(void *data) {
    (void)data;
}

// The next item of the stream waits for a ticket.
static void wait_too(struct cuda_cpu_stream *stream, struct item *item, struct wait w) {
    CUDA_CPU_HOOK(behind, stream, w.stream, w.ticket);
    if (!reached(w))
        item->waits[item->wait_count++] = w;
}

// Queues an item, with one more ticket to wait for if extra.stream is set; needs the lock.
static struct wait enqueue(struct cuda_cpu_stream *stream, void (*run)(void *),
                           void (*release)(void *), void *data, struct wait extra) {
    size_t most = 2;
    for (struct cuda_cpu_stream *s = streams; s; s = s->next)
        most++;
    struct item *item = calloc(1, sizeof *item);
    struct wait *waits = calloc(most, sizeof *waits);
    if (!item || !waits)
        abort(); // a few bytes: there is nothing left to report it with
    item->run = run;
    item->release = release;
    item->data = data;
    item->waits = waits;
    if (extra.stream)
        wait_too(stream, item, extra);
    if (stream == legacy) {
        for (struct cuda_cpu_stream *s = streams; s; s = s->next)
            if (s != legacy && s->blocking)
                wait_too(stream, item, newest(s));
    } else if (stream->blocking && legacy) {
        wait_too(stream, item, newest(legacy));
    }
    *stream->end = item;
    stream->end = &item->next;
    stream->queued++;
    CUDA_CPU_HOOK(queued, stream, stream->queued);
    offer(stream);
    return newest(stream);
}

// Work in the default stream would have to wait for a blocking stream that is being captured, and
// so never runs: that ends the capture. Needs the lock.
static bool invalidate_captures(void) {
    bool any = false;
    for (struct cuda_cpu_stream *s = streams; s; s = s->next)
        if (s->capture && s->blocking)
            any = s->capture->invalid = true;
    return any;
}

// A stream that is being captured can't be waited for: true if it is, and the capture is over.
// NULL: any stream.
static bool spoils_capture(struct cuda_cpu_stream *stream) {
    bool capturing = false;
    pthread_mutex_lock(&lock);
    for (struct cuda_cpu_stream *s = streams; s; s = s->next)
        if (s->capture && (!stream || s == stream))
            capturing = s->capture->invalid = true;
    pthread_mutex_unlock(&lock);
    return capturing;
}

bool cuda_cpu_enqueue(cudaStream_t handle, void (*run)(void *), void (*release)(void *),
                      void *data) {
    keep_kernels_out();
    pthread_mutex_lock(&lock);
    struct cuda_cpu_stream *stream = find(handle);
    bool refused = stream && stream == legacy && invalidate_captures();
    if (refused)
        release(data);
    else if (stream && stream->capture)
        cuda_cpu_capture_add(stream->capture, stream->number, run, release, data);
    else if (stream)
        enqueue(stream, run, release, data, (struct wait){NULL, 0});
    pthread_mutex_unlock(&lock);
    if (refused)
        cuda_cpu_error(cudaErrorStreamCaptureImplicit);
    return stream != NULL;
}

bool cuda_cpu_capturing(cudaStream_t handle) {
    pthread_mutex_lock(&lock);
    struct cuda_cpu_stream *s = find(handle);
    bool capturing = s && s->capture;
    pthread_mutex_unlock(&lock);
    return capturing;
}

bool cuda_cpu_stream_is_here(cudaStream_t handle) {
    pthread_mutex_lock(&lock);
    struct cuda_cpu_stream *s = find(handle);
    bool here = s && (s == legacy || s->device == cuda_cpu_device());
    pthread_mutex_unlock(&lock);
    return here;
}

bool cuda_cpu_stream_valid(cudaStream_t handle) {
    pthread_mutex_lock(&lock);
    bool valid = find(handle) != NULL;
    pthread_mutex_unlock(&lock);
    return valid;
}

// Waits for every stream that `which` (NULL: all of them) admits, as far as it was filled by now.
static void wait_streams(bool blocking_only) {
    pthread_mutex_lock(&lock);
    for (struct cuda_cpu_stream *s = streams; s;) {
        struct wait w = newest(s);
        if (s->blocking || !blocking_only) {
            if (!reached(w)) {
                pthread_mutex_unlock(&lock);
                wait_for(w);
                pthread_mutex_lock(&lock);
            }
            tell(w);
        }
        s = s->next; // streams are never taken off the list
    }
    pthread_mutex_unlock(&lock);
}

void cuda_cpu_wait_legacy(void) {
    wait_streams(true);
}
void cuda_cpu_wait_all(void) {
    wait_streams(false);
}

void cuda_cpu_wait_stream(cudaStream_t handle) {
    pthread_mutex_lock(&lock);
    struct cuda_cpu_stream *s = find(handle);
    struct wait w = s ? newest(s) : (struct wait){NULL, 0};
    bool legacy_too = s && s == legacy;
    pthread_mutex_unlock(&lock);
    if (legacy_too)
        cuda_cpu_wait_legacy();
    else if (s)
        wait_for_and_tell(w);
}

void cuda_cpu_finish_stream(cudaStream_t handle, bool may) {
    pthread_mutex_lock(&lock);
    struct cuda_cpu_stream *s = find(handle);
    struct wait w = s ? newest(s) : (struct wait){NULL, 0};
    pthread_mutex_unlock(&lock);
    if (may)
        cuda_cpu_wait_stream(handle);
    else if (s)
        wait_for(w);
}

cudaError_t cudaDeviceSynchronize(void) {
    if (spoils_capture(NULL))
        return cuda_cpu_error(cudaErrorStreamCaptureUnsupported);
    cuda_cpu_wait_all();
    CUDA_CPU_ALIVE();
    return cudaSuccess;
}

// A crashed kernel leaves a context that no reset brings back, on a GPU and so here.
cudaError_t cudaDeviceReset(void) {
    return cudaDeviceSynchronize();
}

cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned flags) {
    CUDA_CPU_ALIVE();
    if (!stream || flags > cudaStreamNonBlocking)
        return cuda_cpu_error(cudaErrorInvalidValue);
    pthread_mutex_lock(&lock);
    find(NULL);
    *stream = start_stream(flags == cudaStreamDefault);
    pthread_mutex_unlock(&lock);
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

// ---- what a stream is --------------------------------------------------------------------------

// A stream as it is now; all zeros, and the error left behind, where there is none.
static struct cuda_cpu_stream snapshot(cudaStream_t handle, bool wanted, cudaError_t *error) {
    pthread_mutex_lock(&lock);
    struct cuda_cpu_stream *s = find(handle), copy = {0};
    if (s)
        copy = *s;
    pthread_mutex_unlock(&lock);
    *error = cuda_cpu_error(!wanted ? cudaErrorInvalidValue
                            : s     ? cuda_cpu_sticky()
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

cudaError_t cudaStreamDestroy(cudaStream_t handle) {
    CUDA_CPU_ALIVE();
    pthread_mutex_lock(&lock);
    struct cuda_cpu_stream *s = find(handle);
    bool own = s && s != legacy && s != per_thread;
    if (own)
        s->open = false; // what is queued still runs; its thread serves the next stream created
    pthread_mutex_unlock(&lock);
    cuda_cpu_gone(handle);
    return own ? cudaSuccess : cuda_cpu_error(cudaErrorInvalidResourceHandle);
}

cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
    if (!cuda_cpu_stream_valid(stream))
        return cuda_cpu_error(cudaErrorInvalidResourceHandle);
    if (stream && spoils_capture(stream))
        return cuda_cpu_error(cudaErrorStreamCaptureUnsupported);
    cuda_cpu_wait_stream(stream);
    CUDA_CPU_ALIVE();
    return cudaSuccess;
}

cudaError_t cudaStreamQuery(cudaStream_t handle) {
    CUDA_CPU_ALIVE();
    if (handle && spoils_capture(handle))
        return cuda_cpu_error(cudaErrorStreamCaptureUnsupported);
    pthread_mutex_lock(&lock);
    struct cuda_cpu_stream *s = find(handle);
    bool idle = s && reached_and_tell(newest(s));
    pthread_mutex_unlock(&lock);
    // "not yet" is an answer, not a failure: it does not become the last error
    return !s     ? cuda_cpu_error(cudaErrorInvalidResourceHandle)
           : idle ? cudaSuccess
                  : cudaErrorNotReady;
}

struct callback {
    cudaStream_t stream;
    cudaStreamCallback_t call;
    cudaHostFn_t function;
    void *data;
};

void cuda_cpu_run_callback(void *data) {
    struct callback *c = data;
    if (c->call)
        c->call(c->stream, cuda_cpu_sticky(), c->data);
    else
        c->function(c->data);
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
    if (flags != 0)
        return cuda_cpu_error(cudaErrorInvalidValue);
    return add_callback((struct callback){stream, call, NULL, data});
}

cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void *data) {
    return add_callback((struct callback){stream, NULL, function, data});
}

// ---- events ------------------------------------------------------------------------------------

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

static void run_stamp(void *data) {
    struct stamp *s = data;
    double time = now_ms();
    pthread_mutex_lock(&lock);
    if (s->record > s->event->stamped) {
        s->event->stamped = s->record;
        s->event->time_ms = time;
    }
    release(s->event);
    pthread_mutex_unlock(&lock);
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned flags) {
    CUDA_CPU_ALIVE();
    if (!event || flags > 7)
        return cuda_cpu_error(cudaErrorInvalidValue);
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
    cuda_cpu_gone(event);
    pthread_mutex_lock(&lock);
    release(event);
    pthread_mutex_unlock(&lock);
    return cudaSuccess;
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t handle) {
    CUDA_CPU_ALIVE();
    struct stamp *stamp = malloc(sizeof *stamp);
    if (!stamp)
        return cuda_cpu_error(cudaErrorMemoryAllocation);
    pthread_mutex_lock(&lock);
    struct cuda_cpu_stream *stream = event ? find(handle) : NULL;
    if (stream && stream != legacy && stream->device != event->device)
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
        event->at = enqueue(stream, run_stamp, free, stamp, (struct wait){NULL, 0});
    }
    pthread_mutex_unlock(&lock);
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
    pthread_mutex_lock(&lock);
    struct wait at = event->at;
    *recorded = event->recorded;
    pthread_mutex_unlock(&lock);
    return at;
}

cudaError_t cudaEventSynchronize(cudaEvent_t event) {
    if (!event)
        return cuda_cpu_error(cudaErrorInvalidResourceHandle);
    if (event->mark.id)
        return cuda_cpu_error(cudaErrorCapturedEvent);
    bool recorded;
    struct wait at = recorded_at(event, &recorded);
    if (recorded)
        wait_for_and_tell(at);
    CUDA_CPU_ALIVE();
    return cudaSuccess;
}

cudaError_t cudaEventQuery(cudaEvent_t event) {
    CUDA_CPU_ALIVE();
    if (!event)
        return cuda_cpu_error(cudaErrorInvalidResourceHandle);
    if (event->mark.id)
        return cuda_cpu_error(cudaErrorCapturedEvent);
    bool recorded;
    struct wait at = recorded_at(event, &recorded);
    return recorded && !reached_and_tell(at) ? cudaErrorNotReady : cudaSuccess;
}

cudaError_t cudaEventElapsedTime(float *ms, cudaEvent_t start, cudaEvent_t stop) {
    CUDA_CPU_ALIVE();
    if (!ms)
        return cuda_cpu_error(cudaErrorInvalidValue);
    if (!start || !stop || ((start->flags | stop->flags) & cudaEventDisableTiming))
        return cuda_cpu_error(cudaErrorInvalidResourceHandle);
    bool started, stopped;
    struct wait first = recorded_at(start, &started), last = recorded_at(stop, &stopped);
    if (!started || !stopped)
        return cuda_cpu_error(cudaErrorInvalidResourceHandle);
    if (!reached_and_tell(first) || !reached_and_tell(last))
        return cudaErrorNotReady;
    pthread_mutex_lock(&lock);
    *ms = (float)(stop->time_ms - start->time_ms);
    pthread_mutex_unlock(&lock);
    return cudaSuccess;
}

// A stream waits for an event, and one of them is in a capture: the stream joins it, or is in it.
// Needs the lock.
static cudaError_t wait_in_capture(struct cuda_cpu_stream *stream,
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
    for (struct cuda_cpu_stream *s = streams; s; s = s->next)
        if (s->capture && s->capture->id == mark->id) {
            if (stream == legacy || !cuda_cpu_capture_join(s->capture, mark, &stream->number))
                return cudaErrorStreamCaptureUnsupported;
            stream->capture = s->capture;
            return cudaSuccess;
        }
    return cudaErrorCapturedEvent; // that capture is over
}

cudaError_t cudaStreamWaitEvent(cudaStream_t handle, cudaEvent_t event, unsigned flags) {
    CUDA_CPU_ALIVE();
    if (flags != 0)
        return cuda_cpu_error(cudaErrorInvalidValue);
    cudaError_t error = cudaSuccess;
    pthread_mutex_lock(&lock);
    struct cuda_cpu_stream *stream = event ? find(handle) : NULL;
    if (!stream)
        error = cudaErrorInvalidResourceHandle;
    else if (stream->capture || event->mark.id)
        error = wait_in_capture(stream, &event->mark);
    else if (event->recorded)
        enqueue(stream, nothing, nothing, NULL, event->at); // an item that only waits
    pthread_mutex_unlock(&lock);
    return cuda_cpu_error(error);
}

// ---- capture -----------------------------------------------------------------------------------

cudaError_t cudaStreamBeginCapture(cudaStream_t handle, enum cudaStreamCaptureMode mode) {
    CUDA_CPU_ALIVE();
    if ((unsigned)mode > cudaStreamCaptureModeRelaxed)
        return cuda_cpu_error(cudaErrorInvalidValue);
    cudaError_t error = cudaSuccess;
    pthread_mutex_lock(&lock);
    struct cuda_cpu_stream *s = find(handle);
    if (!s)
        error = cudaErrorInvalidResourceHandle;
    else if (s == legacy)
        error = cudaErrorStreamCaptureUnsupported;
    else if (s->capture)
        error = cudaErrorIllegalState;
    else
        s->capture = cuda_cpu_capture_begin();
    if (error == cudaSuccess)
        s->number = 0;
    pthread_mutex_unlock(&lock);
    return cuda_cpu_error(error);
}

cudaError_t cudaStreamEndCapture(cudaStream_t handle, cudaGraph_t *graph) {
    CUDA_CPU_ALIVE();
    if (!graph)
        return cuda_cpu_error(cudaErrorInvalidValue);
    *graph = NULL;
    cudaError_t error;
    pthread_mutex_lock(&lock);
    struct cuda_cpu_stream *first = find(handle);
    struct cuda_cpu_capture *capture = first ? first->capture : NULL;
    if (!capture) {
        error = first ? cudaErrorIllegalState : cudaErrorInvalidResourceHandle;
    } else if (first->number != 0) {
        capture->invalid = true;
        error = cudaErrorStreamCaptureUnmatched;
    } else {
        for (struct cuda_cpu_stream *s = streams; s; s = s->next)
            if (s->capture == capture)
                s->capture = NULL;
        error = cuda_cpu_capture_end(capture, graph);
    }
    pthread_mutex_unlock(&lock);
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
    pthread_mutex_lock(&lock);
    struct cuda_cpu_stream *s = find(handle);
    if (s)
        *status = !s->capture           ? cudaStreamCaptureStatusNone
                  : s->capture->invalid ? cudaStreamCaptureStatusInvalidated
                                        : cudaStreamCaptureStatusActive;
    if (s && s->capture && id)
        *id = s->capture->id;
    if (s && s->capture && graph)
        *graph = s->capture->graph;
    pthread_mutex_unlock(&lock);
    return s ? cudaSuccess : cuda_cpu_error(cudaErrorInvalidResourceHandle);
}
