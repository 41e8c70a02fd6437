// SPDX-License-Identifier: MIT
// __nanosleep: a thread of a block steps back for a while. Others of its block go on meanwhile, so
// a thread may wait like this for what another one writes; the core rests only where all that could
// go on are asleep. For no time (0), in loops that spin: those that do take turns, and after each
// round other OS threads may have the core.
#define _GNU_SOURCE
#include <sched.h>
#include <time.h>

#include "fiber.h"
#include "threads/threads.h"

static unsigned long long now_ns(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (unsigned long long)t.tv_sec * 1000000000 + (unsigned long long)t.tv_nsec;
}

void cuda_cpu_sleep(unsigned ns) {
    struct block *b = cuda_cpu_block();
    if (ns == 0 && b->next == b->threads &&
        b->ready_count + b->asleep_count + b->spinning_count == 0 && !b->converging) {
        sched_yield(); // alone
        return;
    }
    if (ns == 0) {
        b->spinning[(b->spinning_first + b->spinning_count++) % MAX_THREADS] = b->running;
    } else {
        b->running->wakes = now_ns() + ns;
        b->asleep[b->asleep_count++] = b->running;
    }
    cuda_cpu_park(b);
}

static struct fiber *next_of_spinning(struct block *b) {
    struct fiber *f = b->spinning[b->spinning_first];
    b->spinning_first = (b->spinning_first + 1) % MAX_THREADS;
    if (++b->spins >= b->spinning_count--) {
        b->spins = 0;
        sched_yield();
    }
    cuda_cpu_note_turn(b, f);
    return f;
}

struct fiber *cuda_cpu_wake(struct block *b) {
    if (b->asleep_count == 0)
        return b->spinning_count > 0 ? next_of_spinning(b) : NULL;
    unsigned first = 0;
    for (unsigned i = 1; i < b->asleep_count; i++)
        if (b->asleep[i]->wakes < b->asleep[first]->wakes)
            first = i;
    struct fiber *f = b->asleep[first];
    const unsigned long long now = now_ns();
    if (f->wakes > now && b->spinning_count > 0)
        return next_of_spinning(b);
    b->asleep[first] = b->asleep[--b->asleep_count];
    if (f->wakes > now) {
        const unsigned long long rest = f->wakes - now;
        nanosleep(&(struct timespec){(time_t)(rest / 1000000000), (long)(rest % 1000000000)}, NULL);
    }
    return f;
}
