// SPDX-License-Identifier: MIT
// Asynchronous copies to shared memory, for check-race: until its thread has waited for it, a copy
// may write at any time. So until then it counts as a write by another thread of the block, which
// no barrier orders: by a thread number that the block does not use, where it has at most half of
// the threads that it may have. Once it was waited for, it is the thread's own.
#include <stdlib.h>

#include "race.h"

#define here cuda_cpu_race_here

// A copy of the block at hand that is under way.
struct copy {
    uintptr_t to;
    size_t bytes;
    const void *pc;
    unsigned thread;
    unsigned long batch; // of its thread
};
static __thread struct copy *copies;
static __thread size_t count, room;

// Its writes become a thread's, or nobody's.
static void put_events(const struct copy *c, const struct event *e) {
    for (size_t i = 0; i < c->bytes; i++)
        cuda_cpu_replace_write(c->to + i, e);
}

void cuda_cpu_watch_async_copy(void *to, size_t bytes) {
    if (!here.me)
        return;
    const struct copy c = {(uintptr_t)to, bytes, __builtin_return_address(0), here.me->now.thread,
                           here.me->batch};
    struct event e = here.me->now;
    e.interval = ~0u;
    e.thread ^= MOST_THREADS / 2;
    e.clock = MOST_CLOCK;
    e.site = cuda_cpu_site(c.pc);
    e.flags = ACCESS_WRITE | ACCESS_ASYNC;
    put_events(&c, &e);
    if (count == room) {
        room = 2 * room + 256;
        copies = realloc(copies, room * sizeof *copies);
        if (!copies)
            abort();
    }
    copies[count++] = c;
}

void cuda_cpu_watch_async_commit(void) {
    if (here.me)
        here.me->batch++;
}

void cuda_cpu_watch_async_wait(size_t prior) {
    if (!here.me)
        return;
    size_t left = 0;
    for (size_t i = 0; i < count; i++) {
        const struct copy c = copies[i];
        if (c.thread != here.me->now.thread || c.batch + prior >= here.me->batch) {
            copies[left++] = c;
            continue;
        }
        struct event e = here.me->now;
        e.site = cuda_cpu_site(c.pc);
        e.flags = ACCESS_WRITE;
        put_events(&c, &e);
    }
    count = left;
}

void cuda_cpu_forget_async_copies(void) {
    count = 0;
}
