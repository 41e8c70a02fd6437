// SPDX-License-Identifier: MIT
// The queues of the streams, and who serves them. The n-th item put into a stream has ticket n; an
// item may wait for tickets of other streams, and that is all there is to ordering: an event is a
// (stream, ticket) pair, the default stream waits for the newest ticket of every other and every
// other for its.
//
// A thread that sleeps takes some 50 us to wake up, more than most launches last. So whoever is
// awake serves a stream that has work: the helpers of helpers.c, before they sleep, and the host
// where it waits for it (wait.c). The stream's own thread (worker.c) is woken where none of them is
// there to do it. Where the host has waited for what it put there before, it will do so again: then
// the stream's thread is not woken for each item, but looks for itself every now and then.
#include <limits.h>
#include <stdlib.h>

#include "hooks.h"
#include "launch/launch.h"
#include "memory/memory.h"
#include "queue.h"
#include "streams/streams.h"
#include "threads/threads.h"

pthread_mutex_t cuda_cpu_stream_lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t cuda_cpu_ticket_done = PTHREAD_COND_INITIALIZER;
struct cuda_cpu_stream *cuda_cpu_streams, *cuda_cpu_legacy;

// Streams that have an item which anybody may run, and whom nobody serves.
static unsigned unserved;
static bool claiming; // somebody is about to serve one: of many who look, one is enough
__thread const void *cuda_cpu_served;

// ---- who serves a stream -----------------------------------------------------------------------

bool cuda_cpu_anybody_serves(void) {
    return !cuda_cpu_hooks.launch && !cuda_cpu_hooks.grid && !cuda_cpu_hooks.allocate &&
           !cuda_cpu_is_sanitized();
}

// The first item is work of the runtime's own, and waits for nothing: who runs it is not seen.
static bool is_for_anybody(const struct cuda_cpu_stream *s) {
    const struct item *item = s->first;
    if (item->claimed)
        return true;
    if (!cuda_cpu_anybody_serves() ||
        (item->run != cuda_cpu_run_launch && item->run != cuda_cpu_run_copy &&
         item->run != cuda_cpu_run_fill && item->run != cuda_cpu_run_stamp &&
         item->run != cuda_cpu_only_waits))
        return false;
    for (size_t i = 0; i < item->wait_count; i++)
        if (!cuda_cpu_reached(item->waits[i]))
            return false;
    return true;
}

// may_nap: its own thread, which looks for itself soon, need not be woken.
static void offer(struct cuda_cpu_stream *s, bool may_nap) {
    const bool waits = s->first && !s->served, anybody = waits && is_for_anybody(s);
    if (anybody != s->counted)
        __atomic_fetch_add(&unserved, anybody ? 1 : -1, __ATOMIC_SEQ_CST);
    s->counted = anybody;
    if (waits && s->asleep && !(anybody && ((may_nap && s->naps) || cuda_cpu_helpers_awake() > 0)))
        pthread_cond_signal(&s->work);
}

void cuda_cpu_offer(struct cuda_cpu_stream *s) {
    offer(s, false);
}

void cuda_cpu_hurry(void) {
    if (!cuda_cpu_work_waits())
        return;
    pthread_mutex_lock(&cuda_cpu_stream_lock);
    for (struct cuda_cpu_stream *s = cuda_cpu_streams; s; s = s->next)
        if (s->counted)
            cuda_cpu_offer(s);
    pthread_mutex_unlock(&cuda_cpu_stream_lock);
}

// Runs the first item; whether this thread serves the stream further.
static bool run_first(struct cuda_cpu_stream *s, unsigned long long ticket) {
    struct item *item = s->first;
    const bool claimed = item->claimed;
    CUDA_CPU_HOOK(begins, s, s->done + 1, item->run == cuda_cpu_run_callback,
                  item->run == cuda_cpu_run_copy || item->run == cuda_cpu_run_fill);
    item->run(item->data);
    CUDA_CPU_HOOK(ended);
    item->release(item->data);
    pthread_mutex_lock(&cuda_cpu_stream_lock);
    s->first = item->next;
    if (!s->first)
        s->end = &s->first;
    __atomic_fetch_add(&s->done, 1, __ATOMIC_RELEASE);
    s->served = s->first && s->done < ticket && is_for_anybody(s);
    const bool further = s->served;
    if (!further)
        cuda_cpu_offer(s);
    if (s->done >= s->awaited) {
        s->awaited = ULLONG_MAX;
        pthread_cond_broadcast(&cuda_cpu_ticket_done);
    }
    pthread_mutex_unlock(&cuda_cpu_stream_lock);
    if (!claimed)
        free(item);
    return further;
}

void cuda_cpu_run_up_to(struct cuda_cpu_stream *s, unsigned long long ticket) {
    cuda_cpu_served = s;
    while (run_first(s, ticket))
        ;
    cuda_cpu_served = NULL;
}

bool cuda_cpu_serve_for(struct wait w) {
    if (w.stream && __atomic_load_n(&unserved, __ATOMIC_SEQ_CST) == 0)
        return false;
    pthread_mutex_lock(&cuda_cpu_stream_lock);
    struct cuda_cpu_stream *s = w.stream ? w.stream : cuda_cpu_streams;
    while (s && (!s->counted || (w.stream && cuda_cpu_reached(w))))
        s = w.stream ? NULL : s->next;
    if (s) {
        s->served = true;
        cuda_cpu_offer(s);
    }
    for (struct cuda_cpu_stream *other = cuda_cpu_streams; other && s; other = other->next)
        if (other->counted)
            cuda_cpu_offer(other); // this thread looks after them no longer
    pthread_mutex_unlock(&cuda_cpu_stream_lock);
    if (!w.stream)
        __atomic_store_n(&claiming, false, __ATOMIC_RELEASE);
    if (s)
        cuda_cpu_run_up_to(s, w.stream ? w.ticket : ULLONG_MAX);
    return s;
}

bool cuda_cpu_work_waits(void) {
    return __atomic_load_n(&unserved, __ATOMIC_SEQ_CST) > 0;
}

bool cuda_cpu_work_is_to_be_had(void) {
    return cuda_cpu_work_waits() && !__atomic_load_n(&claiming, __ATOMIC_RELAXED);
}

bool cuda_cpu_serve_any(void) {
    return cuda_cpu_work_is_to_be_had() &&
           !__atomic_exchange_n(&claiming, true, __ATOMIC_ACQUIRE) &&
           cuda_cpu_serve_for((struct wait){NULL, 0});
}

// ---- queueing ----------------------------------------------------------------------------------

void cuda_cpu_only_waits(void *data) {
    (void)data;
}

// The next item of the stream waits for a ticket.
static void wait_too(struct cuda_cpu_stream *stream, struct item *item, struct wait w) {
    CUDA_CPU_HOOK(behind, stream, w.stream, w.ticket);
    if (!cuda_cpu_reached(w))
        item->waits[item->wait_count++] = w;
}

// Needs the lock, and room for what it waits for.
static void append(struct cuda_cpu_stream *stream, struct item *item, struct wait extra) {
    if (extra.stream)
        wait_too(stream, item, extra);
    if (stream == cuda_cpu_legacy) {
        for (struct cuda_cpu_stream *s = cuda_cpu_streams; s; s = s->next)
            if (s != cuda_cpu_legacy && s->blocking)
                wait_too(stream, item, cuda_cpu_newest(s));
    } else if (stream->blocking && cuda_cpu_legacy) {
        wait_too(stream, item, cuda_cpu_newest(cuda_cpu_legacy));
    }
    *stream->end = item;
    stream->end = &item->next;
    stream->queued++;
    CUDA_CPU_HOOK(queued, stream, stream->queued);
}

struct wait cuda_cpu_add_item(struct cuda_cpu_stream *stream, void (*run)(void *),
                              void (*release)(void *), void *data, struct wait extra) {
    size_t most = 2;
    for (struct cuda_cpu_stream *s = cuda_cpu_streams; s; s = s->next)
        most++;
    struct item *item = malloc(sizeof *item + most * sizeof *item->waits);
    if (!item)
        abort(); // a few bytes: there is nothing left to report it with
    *item = (struct item){.run = run, .release = release, .data = data};
    append(stream, item, extra);
    offer(stream, stream->first == item);
    return cuda_cpu_newest(stream);
}

// Events are as good as nothing: the thread may well run them first.
struct wait cuda_cpu_claim(cudaStream_t handle, struct item *item) {
    pthread_mutex_lock(&cuda_cpu_stream_lock);
    struct cuda_cpu_stream *const s = cuda_cpu_find_stream(handle);
    bool is_free = s && !s->served;
    for (struct cuda_cpu_stream *other = cuda_cpu_streams; is_free && other; other = other->next) {
        const bool before = other != s && s->blocking && other->blocking &&
                            (s == cuda_cpu_legacy || other == cuda_cpu_legacy);
        is_free = !other->capture && !(before && !cuda_cpu_reached(cuda_cpu_newest(other)));
    }
    for (const struct item *i = is_free ? s->first : NULL; i && is_free; i = i->next)
        is_free = i->run == cuda_cpu_run_stamp && i->wait_count == 0;
    if (is_free) {
        append(s, item, (struct wait){NULL, 0});
        s->served = true;
        cuda_cpu_offer(s);
    }
    const struct wait w = is_free ? cuda_cpu_newest(s) : (struct wait){NULL, 0};
    pthread_mutex_unlock(&cuda_cpu_stream_lock);
    return w;
}
