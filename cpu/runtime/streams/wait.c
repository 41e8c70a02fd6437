// SPDX-License-Identifier: MIT
// Waiting for a ticket. A thread that waits does what it can of the work that it waits for.
#define _GNU_SOURCE
#include <fenv.h>
#include <stdint.h>

#include "diagnose/diagnose.h"
#include "hooks.h"
#include "launch/launch.h"
#include "queue.h"
#include "streams/streams.h"
#include "threads/threads.h"

enum {
    SPINS = 4000,          // some 50 us: most waits end sooner than a sleeping thread wakes up
    LEAST_STACK = 1 << 20, // bytes, that kernels may need of the host's
};

// How numbers are rounded, and what has happened to some. fegetenv() and fesetenv() take longer
// than a short launch: on this processor they also save and load what no compiler uses.
#ifdef __x86_64__
struct rounding {
    unsigned of_vectors;
    unsigned short of_long_doubles;
};

static void get_rounding(struct rounding *r) {
    r->of_vectors = __builtin_ia32_stmxcsr();
    __asm__ volatile("fnstcw %0" : "=m"(r->of_long_doubles));
}

static void set_rounding(const struct rounding *r) {
    struct rounding now;
    get_rounding(&now);
    __builtin_ia32_ldmxcsr(r->of_vectors);
    if (now.of_long_doubles != r->of_long_doubles)
        __asm__ volatile("fldcw %0" : : "m"(r->of_long_doubles));
}
#else
struct rounding {
    fenv_t all;
};

static void get_rounding(struct rounding *r) {
    fegetenv(&r->all);
}

static void set_rounding(const struct rounding *r) {
    fesetenv(&r->all);
}
#endif

static struct rounding usual; // on the device

void cuda_cpu_keep_rounding(void) {
    get_rounding(&usual);
}

void cuda_cpu_keep_kernels_out(void) {
    if (cuda_cpu_in_kernel()) {
        cuda_cpu_say(NULL, "called by a kernel, which cannot wait for the device");
        cuda_cpu_crash(cudaErrorNotSupported);
    }
}

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

int cuda_cpu_who_wait(const void *stream) {
    const struct cuda_cpu_stream *s = stream;
    return s ? __atomic_load_n(&s->waiting, __ATOMIC_RELAXED) : 0;
}

// Does something of what is to be done before the stream comes to its ticket; false: there is
// nothing that this thread could do.
static bool lend_a_hand(struct wait w) {
    const bool items = cuda_cpu_work_waits();
    if (!items && !cuda_cpu_is_open(w.stream))
        return false;
    struct rounding own;
    get_rounding(&own);
    set_rounding(&usual);
    __atomic_fetch_sub(&w.stream->waiting, 1, __ATOMIC_RELAXED);
    const bool some = (items && cuda_cpu_serve_for(w)) || cuda_cpu_help(w.stream);
    __atomic_fetch_add(&w.stream->waiting, 1, __ATOMIC_RELAXED);
    set_rounding(&own);
    return some;
}

bool cuda_cpu_run_at_once(cudaStream_t stream, void (*run)(void *), void *data) {
    struct item item = {.run = run, .release = cuda_cpu_only_waits, .data = data, .claimed = true};
    if (cuda_cpu_in_kernel() || cuda_cpu_served || !cuda_cpu_anybody_serves() || !has_room())
        return false;
    const struct wait own_turn = cuda_cpu_claim(stream, &item);
    if (!own_turn.stream)
        return false;
    struct rounding own;
    get_rounding(&own);
    set_rounding(&usual);
    cuda_cpu_run_up_to(own_turn.stream, own_turn.ticket);
    set_rounding(&own);
    return true;
}

// Whether the ticket was reached before it is better to sleep.
static bool wait_awake(struct wait w, bool helps) {
    for (int i = 0; i < SPINS; i++) {
        if (cuda_cpu_reached(w))
            return true;
        if (helps && lend_a_hand(w))
            i = 0;
        else if (i == 0)
            cuda_cpu_hurry();
        else
            cuda_cpu_relax();
    }
    return false;
}

void cuda_cpu_wait_for(struct wait w) {
    if (cuda_cpu_reached(w))
        return;
    const bool helps = cuda_cpu_anybody_serves() && !cuda_cpu_in_kernel() && has_room();
    __atomic_fetch_add(&w.stream->waiting, helps, __ATOMIC_RELAXED);
    const bool reached = wait_awake(w, helps);
    __atomic_fetch_sub(&w.stream->waiting, helps, __ATOMIC_RELAXED);
    if (reached)
        return;
    cuda_cpu_keep_kernels_out();
    pthread_mutex_lock(&cuda_cpu_stream_lock);
    while (!cuda_cpu_reached(w)) {
        if (w.ticket < w.stream->awaited)
            w.stream->awaited = w.ticket;
        pthread_cond_wait(&cuda_cpu_ticket_done, &cuda_cpu_stream_lock);
    }
    pthread_mutex_unlock(&cuda_cpu_stream_lock);
}

// The host knows that it is finished, and may count on it.
static void tell(struct wait w) {
    cuda_cpu_waited();
    CUDA_CPU_HOOK(reached, w.stream, w.ticket);
}

// It has waited for that, and as a rule will do so again.
static void tell_who_waited(struct wait w) {
    __atomic_store_n(&w.stream->naps_left, NAPS, __ATOMIC_RELAXED);
    tell(w);
}

void cuda_cpu_wait_for_and_tell(struct wait w) {
    cuda_cpu_wait_for(w);
    tell_who_waited(w);
}

bool cuda_cpu_reached_and_tell(struct wait w) {
    if (!cuda_cpu_reached(w))
        return false;
    tell(w);
    return true;
}

// Waits for all streams, or the blocking ones, as far as they are filled by now.
static void wait_streams(bool blocking_only) {
    pthread_mutex_lock(&cuda_cpu_stream_lock);
    for (struct cuda_cpu_stream *s = cuda_cpu_streams; s;) {
        struct wait w = cuda_cpu_newest(s);
        if (s->blocking || !blocking_only) {
            if (!cuda_cpu_reached(w)) {
                pthread_mutex_unlock(&cuda_cpu_stream_lock);
                cuda_cpu_wait_for(w);
                pthread_mutex_lock(&cuda_cpu_stream_lock);
            }
            tell_who_waited(w);
        }
        s = s->next; // streams are never taken off the list
    }
    pthread_mutex_unlock(&cuda_cpu_stream_lock);
}

void cuda_cpu_wait_legacy(void) {
    wait_streams(true);
}

void cuda_cpu_wait_all(void) {
    wait_streams(false);
}
