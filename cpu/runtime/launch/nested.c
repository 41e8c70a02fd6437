// SPDX-License-Identifier: MIT
// Dynamic parallelism: what the threads of a grid launch, copy and fill. It waits, in the order in
// which it was asked for, until the blocks of the grid have ended, and runs before the grid is
// complete. No thread of the device can wait for it, so none sees that it is not under way; and
// each stream of the device keeps its order. The tail stream comes last, when all else that the
// grid has launched is complete; the tails of a tail come before the next one.
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "diagnose/diagnose.h"
#include "hooks.h"
#include "launch/launch.h"
#include "streams/streams.h"
#include "threads/threads.h"

enum {
    MOST_DEPTH = 2048,  // what an H200 holds of launches that wait for each other
    MOST_FAILED = 4096, // errors that no thread has asked for
    FIRST_STREAM = 4096 // of a grid's own, by their numbers, which no pointer is
};

// Something asked for by a thread.
struct nested {
    struct nested *next;
    void (*run)(void *data), (*release)(void *data);
    void *data;
    cudaStream_t stream;
    unsigned asker[6];         // its block and thread
    struct cuda_cpu_call call; // where a check wants to know it
    size_t number;             // among all that is not for the tail stream
    size_t recorded;           // that it waits for, too, from 1; 0: nothing
};

struct nested_event {
    struct nested_event *next;
    size_t recorded; // the number of the step that marks it, from 1; 0: none does
};

struct failed {
    unsigned asker[6];
    cudaError_t error;
};

// What the threads of a grid have asked for.
struct cuda_cpu_nest {
    unsigned depth;
    bool known; // it runs again: whatever is asked for was asked for before
    pthread_mutex_t lock;
    struct nested *first, **end, *tails, **tails_end;
    size_t count;      // of the first list
    uintptr_t streams; // made so far
    struct nested_event *events;
    struct failed *failed; // the last errors of threads
    size_t failed_count, failed_room;
};

static struct cuda_cpu_nest *nest_at_hand(unsigned asker[6]) {
    const struct cuda_cpu_grid *const grid = cuda_cpu_grid_at_hand();
    grid->where(asker);
    return grid->nest;
}

// ---- running it --------------------------------------------------------------------------------

static bool is_launch(const struct nested *n) {
    return n->run == cuda_cpu_run_launch;
}

static bool is_ordered(const struct nested *before, const struct nested *n) {
    const size_t same = n->stream == NULL                  ? 3 // a block's default stream
                        : n->stream == cudaStreamPerThread ? 6
                                                           : 0;
    return before->stream == n->stream && n->stream != cudaStreamFireAndForget &&
           memcmp(before->asker, n->asker, same * sizeof *n->asker) == 0;
}

// Tells a check what comes before it: the last of its stream, and what an event says.
static void tell_order(const struct nested *n, struct nested *const *all) {
    size_t before[2], count = 0, i = n->number;
    while (i > 0 && !is_ordered(all[i - 1], n))
        i--;
    if (i > 0)
        before[count++] = i - 1;
    if (n->recorded)
        before[count++] = n->recorded - 1;
    cuda_cpu_asked_by = &n->call;
    cuda_cpu_hooks.node(n->number, before, count, false, !is_launch(n));
    cuda_cpu_asked_by = NULL;
}

static void drop(struct nested *n) {
    n->release(n->data);
    free(n);
}

// All but the tails.
static void run_nest(struct cuda_cpu_nest *nest) {
    const bool told = cuda_cpu_hooks.node && nest->first;
    struct nested **const all = told ? malloc(nest->count * sizeof(struct nested *)) : NULL;
    if (told && !all)
        abort();
    if (told)
        cuda_cpu_hooks.graph(nest->count, true);
    for (struct nested *n = nest->first; n; n = n->next) {
        if (told) {
            all[n->number] = n;
            tell_order(n, all);
        }
        if (cuda_cpu_sticky() != cudaSuccess)
            continue;
        if (is_launch(n))
            cuda_cpu_run_complete(n->data, cuda_cpu_run_any, nest->depth + 1);
        else
            n->run(n->data);
    }
    if (told)
        cuda_cpu_hooks.graph_ended();
    for (struct nested *n = nest->first, *next; n; n = next) {
        next = n->next;
        drop(n);
    }
    free(all);
}

// The grid's blocks and what they have asked for, but for the tails: those in front of `rest`.
static struct nested *run_but_tails(struct cuda_cpu_grid *grid,
                                    void (*run)(const struct cuda_cpu_grid *grid), unsigned depth,
                                    struct nested *rest) {
    struct cuda_cpu_nest nest = {.depth = depth, .lock = PTHREAD_MUTEX_INITIALIZER};
    nest.end = &nest.first;
    nest.tails_end = &nest.tails;
    grid->nest = &nest;
    run(grid);
    grid->nest = NULL;
    run_nest(&nest);
    for (struct nested_event *e = nest.events, *next; e; e = next) {
        next = e->next;
        free(e);
    }
    free(nest.failed);
    pthread_mutex_destroy(&nest.lock);
    *nest.tails_end = rest;
    return nest.tails;
}

void cuda_cpu_run_complete(struct cuda_cpu_grid *grid,
                           void (*run)(const struct cuda_cpu_grid *grid), unsigned depth) {
    struct nested *tails = run_but_tails(grid, run, depth, NULL);
    while (tails) {
        struct nested *const n = tails;
        tails = n->next;
        if (cuda_cpu_sticky() == cudaSuccess) {
            CUDA_CPU_HOOK(goes_on);
            if (is_launch(n))
                tails = run_but_tails(n->data, cuda_cpu_run_any, depth, tails);
            else
                n->run(n->data);
        }
        drop(n);
    }
}

void cuda_cpu_nest_is_known(const struct cuda_cpu_grid *grid) {
    if (grid->nest)
        grid->nest->known = true;
}

// ---- asking for it -----------------------------------------------------------------------------

bool cuda_cpu_stream_is_nested(cudaStream_t stream) {
    unsigned asker[6];
    const struct cuda_cpu_nest *const nest = nest_at_hand(asker);
    return (uintptr_t)stream <= (uintptr_t)cudaStreamFireAndForget ||
           (uintptr_t)stream - FIRST_STREAM < __atomic_load_n(&nest->streams, __ATOMIC_RELAXED);
}

// Its number, where it is not for the tail stream.
static size_t add(struct cuda_cpu_nest *nest, struct nested new) {
    struct nested *const n = malloc(sizeof *n);
    if (!n)
        abort(); // a few bytes: there is nothing left to report it with
    *n = new;
    if (cuda_cpu_hooks.node)
        cuda_cpu_note_call(&n->call);
    pthread_mutex_lock(&nest->lock);
    struct nested ***const end = n->stream == cudaStreamTailLaunch ? &nest->tails_end : &nest->end;
    if (end == &nest->end)
        n->number = nest->count++;
    **end = n;
    *end = &n->next;
    const size_t number = n->number;
    pthread_mutex_unlock(&nest->lock);
    return number;
}

bool cuda_cpu_enqueue_nested(cudaStream_t stream, void (*run)(void *data),
                             void (*release)(void *data), void *data) {
    struct nested n = {.run = run, .release = release, .data = data};
    struct cuda_cpu_nest *const nest = nest_at_hand(n.asker);
    if (!cuda_cpu_stream_is_nested(stream))
        return false;
    n.stream = stream == cudaStreamLegacy ? NULL : stream;
    if (nest->known)
        release(data);
    else
        add(nest, n);
    return true;
}

cudaError_t cuda_cpu_check_nesting(const struct cuda_cpu_grid *grid, cudaStream_t stream) {
    unsigned asker[6];
    char kernel[256];
    snprintf(kernel, sizeof kernel, "kernel %s", grid->name);
    if (nest_at_hand(asker)->depth >= MOST_DEPTH && stream != cudaStreamTailLaunch) {
        cuda_cpu_say(kernel, "launched by a grid that is nested in %d others, which is the most",
                     MOST_DEPTH);
        return cudaErrorLaunchPendingCountExceeded;
    }
    if (!cuda_cpu_stream_is_nested(stream)) {
        cuda_cpu_say(kernel, "launched by a kernel in a stream that the grid has not made");
        return cudaErrorInvalidResourceHandle;
    }
    return cudaSuccess;
}

// ---- errors ------------------------------------------------------------------------------------

void cuda_cpu_set_nested_error(cudaError_t error) {
    struct failed f = {.error = error};
    struct cuda_cpu_nest *const nest = nest_at_hand(f.asker);
    pthread_mutex_lock(&nest->lock);
    if (nest->failed_count == nest->failed_room && nest->failed_room < MOST_FAILED) {
        nest->failed_room = 2 * nest->failed_room + 16;
        nest->failed = realloc(nest->failed, nest->failed_room * sizeof *nest->failed);
        if (!nest->failed)
            abort();
    }
    if (nest->failed_count < nest->failed_room)
        nest->failed[nest->failed_count++] = f;
    pthread_mutex_unlock(&nest->lock);
}

cudaError_t cuda_cpu_nested_error(bool clear) {
    unsigned asker[6];
    cudaError_t error = cudaSuccess;
    struct cuda_cpu_nest *const nest = nest_at_hand(asker);
    if (__atomic_load_n(&nest->failed_count, __ATOMIC_RELAXED) == 0)
        return cudaSuccess;
    pthread_mutex_lock(&nest->lock);
    for (size_t i = nest->failed_count; i-- > 0;)
        if (memcmp(nest->failed[i].asker, asker, sizeof asker) == 0) {
            error = error != cudaSuccess ? error : nest->failed[i].error;
            if (clear)
                nest->failed[i] = nest->failed[--nest->failed_count];
        }
    pthread_mutex_unlock(&nest->lock);
    return error;
}

// ---- streams and events ------------------------------------------------------------------------

// The programming guide: only streams that do not wait for the default stream, and events without
// times.
cudaError_t cuda_cpu_make_nested_stream(cudaStream_t *stream, unsigned flags) {
    unsigned asker[6];
    struct cuda_cpu_nest *const nest = nest_at_hand(asker);
    if (flags != cudaStreamNonBlocking) {
        cuda_cpu_say(NULL, "called by a kernel, which can only make streams with "
                           "cudaStreamNonBlocking");
        return cuda_cpu_error(cudaErrorInvalidValue);
    }
    *stream =
        (cudaStream_t)(FIRST_STREAM + __atomic_fetch_add(&nest->streams, 1, __ATOMIC_RELAXED));
    return cudaSuccess;
}

cudaError_t cuda_cpu_make_nested_event(cudaEvent_t *event, unsigned flags) {
    unsigned asker[6];
    struct cuda_cpu_nest *const nest = nest_at_hand(asker);
    if (flags != cudaEventDisableTiming) {
        cuda_cpu_say(NULL, "called by a kernel, which can only make events with "
                           "cudaEventDisableTiming");
        return cuda_cpu_error(cudaErrorInvalidValue);
    }
    struct nested_event *const new = malloc(sizeof *new);
    if (!new)
        abort();
    pthread_mutex_lock(&nest->lock);
    *new = (struct nested_event){.next = nest->events};
    nest->events = new;
    pthread_mutex_unlock(&nest->lock);
    *event = (cudaEvent_t) new;
    return cudaSuccess;
}

// NULL: the grid has not made it.
static struct nested_event *find_event(struct cuda_cpu_nest *nest, cudaEvent_t event) {
    pthread_mutex_lock(&nest->lock);
    struct nested_event *e = nest->events;
    while (e && e != (struct nested_event *)event)
        e = e->next;
    pthread_mutex_unlock(&nest->lock);
    return e;
}

static void do_nothing(void *data) {
    (void)data;
}

// A step of the stream that does nothing, but to mark its place (`records`) or to wait for a mark.
static cudaError_t add_event(cudaStream_t stream, cudaEvent_t event, bool records) {
    struct nested n = {.run = do_nothing, .release = do_nothing, .stream = stream};
    struct cuda_cpu_nest *const nest = nest_at_hand(n.asker);
    struct nested_event *const e = find_event(nest, event);
    if (!e || !cuda_cpu_stream_is_nested(stream) || stream == cudaStreamTailLaunch)
        return cuda_cpu_error(cudaErrorInvalidResourceHandle);
    if (nest->known)
        return cudaSuccess;
    n.recorded = records ? 0 : __atomic_load_n(&e->recorded, __ATOMIC_RELAXED);
    const size_t number = add(nest, n);
    if (records)
        __atomic_store_n(&e->recorded, number + 1, __ATOMIC_RELAXED);
    return cudaSuccess;
}

cudaError_t cuda_cpu_record_nested_event(cudaEvent_t event, cudaStream_t stream) {
    return add_event(stream, event, true);
}

cudaError_t cuda_cpu_wait_for_nested_event(cudaStream_t stream, cudaEvent_t event) {
    return add_event(stream, event, false);
}
