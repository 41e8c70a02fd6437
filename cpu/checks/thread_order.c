// SPDX-License-Identifier: MIT
// The order of a launch's threads, for check-race:
//
//   - a barrier of the block: accesses carry the number of barriers before them;
//   - an exchange of the warp that both lanes took part in (__syncwarp, shuffles, votes, tiles):
//     every thread has a clock, and knows of each lane of its warp up to which time it has met it;
//   - __threadfence() and then an atomic in the one thread, an atomic on the same address and then
//     the access in the other: the first publishes what came before its fence, under a number that
//     rises; a thread that reads that number knows all that was published up to it. The same holds
//     between blocks, and for volatile accesses to global memory in the place of atomics;
//   - grid.sync().
//
// A block runs on one OS thread, so what its threads know of each other needs no lock; what is
// published does, for the blocks of a cooperative launch.
#include <stdlib.h>
#include <string.h>

#include "race.h"

#define here cuda_cpu_race_here

struct race_block {
    unsigned interval;           // barriers that somebody has passed
    unsigned long known_past[2]; // known after this barrier and after the next one
    struct race_thread threads[MOST_THREADS];
};

static __thread struct race_block *mine;

// Only check-race needs the order of threads.
static bool racing(void) {
    return here.me != NULL;
}

static unsigned long later(unsigned long a, unsigned long b) {
    return a > b ? a : b;
}

static void tick(struct race_thread *t) {
    if (t->now.clock < MOST_CLOCK)
        t->now.clock++;
}

// ---- publications: a fence, then an atomic -----------------------------------------------------

struct publication {
    unsigned long number;
    unsigned below;  // all that the block did before this many barriers,
    unsigned thread; // all that this thread did
    unsigned clock;  // up to this time,
    unsigned *met;   // and what it knew of its warp; NULL: nothing
    bool device;     // for other blocks too
};
struct log {
    struct publication *entries;
    size_t count;
};

// The number that was published last under an address.
struct release {
    uintptr_t address; // 0: free
    unsigned long number;
};

// Published so far in a launch.
struct publications {
    struct log *logs; // of each block
    unsigned long number;
    struct release *releases; // a hash table
    size_t release_room, release_count;
};

static struct publications *published(void) {
    return __atomic_load_n(&cuda_cpu_running.launch->published, __ATOMIC_ACQUIRE);
}

// The functions down to the next line need the lock.
static struct release *find_release(uintptr_t address) {
    const struct publications *p = published();
    size_t i = (size_t)(address >> 2) * 0x9e3779b97f4a7c15u >> 20 & (p->release_room - 1);
    while (p->releases[i].address != 0 && p->releases[i].address != address)
        i = (i + 1) & (p->release_room - 1);
    return &p->releases[i];
}

static void grow_releases(void) {
    struct publications *p = published();
    struct release *old = p->releases;
    size_t room = p->release_room;
    p->release_room = room ? 2 * room : 256;
    p->releases = cuda_cpu_zeroed(p->release_room, sizeof *p->releases);
    for (size_t i = 0; i < room; i++)
        if (old[i].address)
            *find_release(old[i].address) = old[i];
    free(old);
}

static void publish(struct race_thread *t, unsigned below, unsigned clock, bool device) {
    struct cuda_cpu_launch *launch = cuda_cpu_running.launch;
    if (!launch->published) {
        struct publications *new = cuda_cpu_zeroed(1, sizeof *new);
        new->logs = cuda_cpu_zeroed(launch->blocks, sizeof *new->logs);
        __atomic_store_n(&launch->published, new, __ATOMIC_RELEASE);
    }
    struct log *log = &launch->published->logs[cuda_cpu_running.serial - launch->first];
    if ((log->count & (log->count - 1)) == 0) { // full at every power of two
        log->entries = realloc(log->entries, (2 * log->count + 1) * sizeof *log->entries);
        if (!log->entries)
            abort();
    }
    unsigned *met = NULL;
    for (int lane = 0; lane < WARP && !met; lane++)
        if (t->met[lane])
            met = memcpy(cuda_cpu_zeroed(1, sizeof t->met), t->met, sizeof t->met);
    log->entries[log->count++] = (struct publication){
        ++launch->published->number, below, cuda_cpu_running.thread, clock, met, device};
}

static void release_under(struct race_thread *t, uintptr_t address) {
    // A fence before the last barrier counts as one after it: all threads of the block fence,
    // they meet, and one of them tells the other blocks.
    unsigned below = t->fence_interval + 1 >= t->now.interval ? t->now.interval : t->fence_interval;
    if (t->told_clock != t->fence_clock || t->told_below != below)
        publish(t, below, t->fence_clock, t->fenced_for_device);
    t->told_clock = t->fence_clock;
    t->told_below = below;
    struct publications *p = published();
    if (2 * p->release_count >= p->release_room)
        grow_releases();
    struct release *r = find_release(address);
    p->release_count += r->address == 0;
    *r = (struct release){address, p->number};
}
// ----

void cuda_cpu_race_forget(struct cuda_cpu_launch *launch) {
    struct publications *p = launch->published;
    if (!p)
        return;
    for (size_t i = 0; i < launch->blocks; i++) {
        for (size_t k = 0; k < p->logs[i].count; k++)
            free(p->logs[i].entries[k].met);
        free(p->logs[i].entries);
    }
    free(p->logs);
    free(p->releases);
    free(p);
}

// Takes over what was published under the address, and, after a fence, publishes there.
void cuda_cpu_synchronise(const struct access *a) {
    struct race_thread *t = here.me;
    const bool releases = a->flags & ACCESS_WRITE && t->fenced;
    if ((!published() && !releases) || !cuda_cpu_check_lock())
        return;
    if (published() && published()->release_count > 0)
        t->known = later(t->known, find_release(a->address)->number);
    if (releases)
        release_under(t, a->address);
    cuda_cpu_check_unlock();
}

bool cuda_cpu_thread_knows(const struct race_thread *t, const struct event *e) {
    if (t->known == 0)
        return false;
    const bool locked = cuda_cpu_check_lock();
    const struct log *log = &published()->logs[e->serial - cuda_cpu_running.launch->first];
    bool knows = false;
    for (size_t i = 0; i < log->count && log->entries[i].number <= t->known && !knows; i++) {
        const struct publication *p = &log->entries[i];
        knows = (p->device || e->serial == cuda_cpu_running.serial) &&
                (e->interval < p->below || (e->thread == p->thread && e->clock <= p->clock) ||
                 (p->met && e->thread / WARP == p->thread / WARP &&
                  e->clock <= p->met[e->thread % WARP]));
    }
    if (locked)
        cuda_cpu_check_unlock();
    return knows;
}

void cuda_cpu_race_fence(bool device) {
    if (!racing())
        return;
    struct race_thread *t = here.me;
    t->fence_interval = t->now.interval;
    t->fence_clock = t->now.clock;
    tick(t);
    t->fenced_for_device = device || (t->fenced && t->fenced_for_device);
    t->fenced = true;
}

static void come_to_grid_barrier(void) {
    if (!racing() || !cuda_cpu_check_lock())
        return;
    struct race_thread *t = here.me;
    publish(t, t->now.interval, t->now.clock, true);
    tick(t);
    cuda_cpu_check_unlock();
}

static void pass_grid_barrier(void) {
    if (!racing() || !cuda_cpu_check_lock())
        return;
    here.me->known = published()->number;
    cuda_cpu_check_unlock();
}

__attribute__((constructor(101))) static void register_hooks(void) {
    cuda_cpu_hooks.grid_barrier = come_to_grid_barrier;
    cuda_cpu_hooks.past_grid_barrier = pass_grid_barrier;
}

// ---- blocks and threads ------------------------------------------------------------------------

void cuda_cpu_race_begin(const struct cuda_cpu_launch *launch) {
    if (!launch->work)
        return;
    if (!mine && !(mine = aligned_alloc(64, (sizeof *mine + 63) / 64 * 64)))
        abort();
    here = (struct race_here){
        .me = &mine->threads[0], .work = launch->work, .outer = here.work, .floor = launch->floor};
}

void cuda_cpu_race_end(void) {
    if (!racing())
        return;
    cuda_cpu_tell_pending();
    cuda_cpu_tell_kept();
    here = (struct race_here){.work = here.outer};
}

void cuda_cpu_race_block(void) {
    if (!racing())
        return;
    cuda_cpu_tell_pending();
    cuda_cpu_forget_async_copies();
    mine->interval = 0;
    memset(mine->known_past, 0, sizeof mine->known_past);
}

void cuda_cpu_race_thread(void) {
    if (!racing())
        return;
    cuda_cpu_tell_pending();
    struct race_thread *t = here.me = &mine->threads[cuda_cpu_running.thread];
    memset(t, 0, sizeof *t);
    t->now = (struct event){.serial = cuda_cpu_running.serial,
                            .thread = cuda_cpu_running.thread & (MOST_THREADS - 1),
                            .clock = 1};
}

void cuda_cpu_race_resume(void) {
    if (racing())
        here.me = &mine->threads[cuda_cpu_running.thread];
}

// ---- barriers and exchanges --------------------------------------------------------------------

void cuda_cpu_watch_barrier(void) {
    if (!racing())
        return;
    cuda_cpu_tell_pending();
    unsigned long *known = &mine->known_past[here.me->now.interval % 2];
    *known = later(*known, here.me->known);
}

void cuda_cpu_watch_past_barrier(void) {
    if (!racing())
        return;
    struct race_thread *t = here.me;
    unsigned long known = mine->known_past[t->now.interval % 2];
    t->known = later(t->known, known);
    t->now.interval++;
    if (mine->interval < t->now.interval) { // the first to go on
        mine->interval = t->now.interval;
        mine->known_past[t->now.interval % 2] = known;
    }
}

void cuda_cpu_watch_exchange(void) {
    if (!racing())
        return;
    cuda_cpu_tell_pending();
    struct race_thread *t = here.me;
    memcpy(t->brought, t->met, sizeof t->brought);
    t->brought[cuda_cpu_running.thread % WARP] = t->now.clock;
    tick(t);
    t->brought_known = t->known;
    t->joined = false;
}

// The first lane that goes on joins the knowledge of all the others.
void cuda_cpu_watch_exchanged(unsigned present) {
    if (!racing())
        return;
    struct race_thread *t = here.me;
    struct race_thread *warp = t - cuda_cpu_running.thread % WARP;
    if (!t->joined) {
        unsigned all[WARP] = {0};
        unsigned long known = 0;
        for (int lane = 0; lane < WARP; lane++)
            if (present >> lane & 1) {
                for (int i = 0; i < WARP; i++)
                    if (all[i] < warp[lane].brought[i])
                        all[i] = warp[lane].brought[i];
                known = later(known, warp[lane].brought_known);
            }
        for (int lane = 0; lane < WARP; lane++)
            if (present >> lane & 1) {
                memcpy(warp[lane].brought, all, sizeof all);
                warp[lane].brought_known = known;
                warp[lane].joined = true;
            }
    }
    memcpy(t->met, t->brought, sizeof t->met);
    t->known = later(t->known, t->brought_known);
}
