// SPDX-License-Identifier: MIT
// What check-race does with most accesses: words, or bytes of pages that are used by bytes, that a
// kernel's thread loads or stores, as far as a few comparisons decide. race.c says what they
// decide; here the halves of an event stay in registers, for through the structure they would go
// over the stack.
#ifndef CUDA_CPU_RACE_FAST_H
#define CUDA_CPU_RACE_FAST_H

#include "race.h"

enum { AT_SITE = 32, AT_FLAGS = 58 };
#define SITE_BITS ((uint64_t)(SITES - 1) << AT_SITE)

static inline bool cuda_cpu_surely(uint64_t when, uint64_t what, uint64_t now, uint64_t how,
                                   unsigned floor) {
    return (unsigned)when < floor ||
           ((unsigned)when == (unsigned)now &&
            (((what ^ how) & (MOST_THREADS - 1)) == 0 || when >> 32 < now >> 32));
}

static inline void cuda_cpu_put(struct event *e, uint64_t when, uint64_t what) {
    __atomic_store_n(&e->when, when, __ATOMIC_RELAXED);
    __atomic_store_n(&e->what, what, __ATOMIC_RELAXED);
}

static inline bool cuda_cpu_write_fast(struct race_cell *c, uint64_t now, uint64_t how,
                                       unsigned floor) {
    if (!cuda_cpu_surely(c->write.when, c->write.what, now, how, floor) ||
        !cuda_cpu_surely(c->read[0].when, c->read[0].what, now, how, floor) ||
        !cuda_cpu_surely(c->read[1].when, c->read[1].what, now, how, floor) ||
        !cuda_cpu_surely(c->plain.when, c->plain.what, now, how, floor))
        return false;
    cuda_cpu_put(&c->write, now, how);
    c->plain.when = c->read[0].when = c->read[1].when = 0;
    return true;
}

static inline bool cuda_cpu_read_fast(struct race_cell *c, uint64_t now, uint64_t how,
                                      unsigned floor) {
    const uint64_t first = c->read[0].when, first_how = c->read[0].what;
    if (!cuda_cpu_surely(c->write.when, c->write.what, now, how, floor))
        return false;
    if (cuda_cpu_surely(first, first_how, now, how, floor))
        cuda_cpu_put(&c->read[0], now, how);
    else
        cuda_cpu_put(&c->read[1], now, how);
    return true;
}

// An atomic of a thread that has no fence to publish: others of the launch do not matter. Plain
// writes in front of it do, and are kept.
static inline bool cuda_cpu_atomic_fast(struct race_cell *c, uint64_t now, uint64_t how,
                                        unsigned floor, const struct work *work) {
    const uint64_t when = c->write.when, what = c->write.what;
    const unsigned flags = (unsigned)(what >> AT_FLAGS);
    const bool atomic = when && flags & ACCESS_ATOMIC;
    if (flags & (ACCESS_VOLATILE | ACCESS_BLOCK) ||
        (now == when && ((what ^ how) & ~SITE_BITS) == 0) ||
        (!(atomic && (unsigned)when - work->first < work->count) &&
         !cuda_cpu_surely(when, what, now, how, floor)) ||
        !cuda_cpu_surely(c->read[0].when, c->read[0].what, now, how, floor) ||
        !cuda_cpu_surely(c->read[1].when, c->read[1].what, now, how, floor) ||
        !cuda_cpu_surely(c->plain.when, c->plain.what, now, how, floor))
        return false;
    if (!atomic)
        cuda_cpu_put(&c->plain, when, what);
    cuda_cpu_put(&c->write, now, how);
    c->read[0].when = c->read[1].when = 0;
    return true;
}

// Whole cells, a word's or a byte's; false: race.c has to look. No calls are in here, so no
// registers are saved. `flags`: ACCESS_WRITE, and ACCESS_ATOMIC with it.
static inline __attribute__((always_inline)) bool
cuda_cpu_race_fast(uintptr_t address, size_t bytes, unsigned flags, const void *pc) {
    struct page *const *const pages =
        address >> 48 ? NULL
                      : __atomic_load_n(&cuda_cpu_tables[address / PAGE / TABLE], __ATOMIC_ACQUIRE);
    const struct page *const page =
        pages ? __atomic_load_n(&pages[address / PAGE % TABLE], __ATOMIC_ACQUIRE) : NULL;
    if (!page)
        return address % PAGE + bytes <= PAGE; // a thread's stack, mostly
    const struct race_here *const here = &cuda_cpu_race_here;
    const struct race_thread *const me = here->me;
    const uintptr_t site = (uintptr_t)pc - (uintptr_t)__executable_start;
    if ((uintptr_t)page < PAGE || !me || here->waits || address % PAGE + bytes > PAGE ||
        site >= SITES - MOST_FOREIGN ||
        (flags & ACCESS_ATOMIC && (me->fenced || cuda_cpu_running.launch->published)))
        return false;
    const uint64_t now = me->now.when,
                   how = me->now.what | (uint64_t)site << AT_SITE | (uint64_t)flags << AT_FLAGS;
    unsigned floor = here->floor;
    if (page->kinds) {
        if (page->kinds[address % PAGE / WORD] == NOT_WATCHED)
            return true;
        if (page->kinds[address % PAGE / WORD] == SHARED)
            floor = (unsigned)now; // what other blocks did there is of no interest
    }
    const uintptr_t cells = __atomic_load_n(&page->cells, __ATOMIC_ACQUIRE);
    const size_t step = cells & 1 ? 1 : WORD; // race.c's cells_of()
    if (!cells || (address | bytes) % step != 0)
        return false;
    struct race_cell *const c = (struct race_cell *)(cells & ~(uintptr_t)1) + address % PAGE / step;
    for (size_t i = 0; i < bytes / step; i++)
        if (!(flags & ACCESS_ATOMIC  ? cuda_cpu_atomic_fast(&c[i], now, how, floor, here->work)
              : flags & ACCESS_WRITE ? cuda_cpu_write_fast(&c[i], now, how, floor)
                                     : cuda_cpu_read_fast(&c[i], now, how, floor)))
            return false;
    return true;
}

#endif
