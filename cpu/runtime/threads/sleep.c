// SPDX-License-Identifier: MIT
// __nanosleep: a thread of a block steps back for a while. Others of its block go on meanwhile, so
// a thread may wait like this for what another one writes; the core rests only where all that could
// go on are asleep.
#define _GNU_SOURCE
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
    b->running->wakes = now_ns() + ns;
    b->asleep[b->asleep_count++] = b->running;
    cuda_cpu_park(b);
}

struct fiber *cuda_cpu_wake(struct block *b) {
    if (b->asleep_count == 0)
        return NULL;
    unsigned first = 0;
    for (unsigned i = 1; i < b->asleep_count; i++)
        if (b->asleep[i]->wakes < b->asleep[first]->wakes)
            first = i;
    struct fiber *f = b->asleep[first];
    b->asleep[first] = b->asleep[--b->asleep_count];
    const unsigned long long now = now_ns();
    if (f->wakes > now) {
        const unsigned long long rest = f->wakes - now;
        nanosleep(&(struct timespec){(time_t)(rest / 1000000000), (long)(rest % 1000000000)}, NULL);
    }
    return f;
}
