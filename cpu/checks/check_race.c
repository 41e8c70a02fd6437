// SPDX-License-Identifier: MIT
// Races: two threads of a launch touch the same word of shared or global memory, one of them
// writes, and nothing says which comes first. Each word remembers who wrote it last and two who
// have read it since; an access that is not ordered behind these, and not atomic with them, is a
// race, whether or not it happened to come out right this time. What orders two accesses:
//
//   - the same thread; another launch;
//   - a barrier of the block between them: accesses carry the number of barriers before them;
//   - an exchange of the warp that both lanes took part in (__syncwarp, shuffles, votes, tiles):
//     every thread has a clock, and knows of each lane of its warp up to which time it has met it;
//   - __threadfence() and then an atomic in the one thread, an atomic on the same address and then
//     the access in the other: the first publishes what came before its fence, under a number that
//     rises; whoever meets that number knows all that was published up to it. The same holds
//     between blocks, and for volatile accesses to global memory in the place of atomics;
//   - grid.sync().
//
// volatile does not order the lanes of a warp, so that code which relies on warps in lockstep
// shows.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"

struct event {
    unsigned serial;            // of the block; 0: no event
    unsigned interval;          // barriers that the thread had passed
    unsigned clock;             // the thread's own
    unsigned short thread;      // rank
    unsigned char flags, bytes; // of the access
    const void *pc;
};

struct race_cell {
    struct event write, read[2];
    struct event plain; // the last write, where the writer has changed it by atomics since
};

struct race_thread {
    unsigned interval, clock;
    unsigned met[WARP];  // the clock of each lane of the warp that it knows of
    unsigned long known; // publications that it knows of
    unsigned fence_interval, fence_clock;
    bool fenced, fenced_for_device;  // by __threadfence_block() at least
    unsigned told_below, told_clock; // what it published last
    // of the exchange that it takes part in: what it brought; joined: what all of them know
    unsigned brought[WARP];
    unsigned long brought_known;
    bool joined;
};

struct race_block {
    unsigned interval;           // barriers that somebody has passed
    unsigned long known_past[2]; // what is known past the barrier at hand and past the next one
    struct race_thread threads[MOST_THREADS];
};

static __thread struct race_block *mine;

static struct race_thread *me(void) {
    return &mine->threads[cuda_cpu_running.thread];
}

// What orders threads is of interest to check-race alone.
static bool enter(void) {
    return cuda_cpu_checking(CUDA_CPU_RACE) && cuda_cpu_check_lock();
}

static unsigned long later(unsigned long a, unsigned long b) {
    return a > b ? a : b;
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

// What a launch has published so far.
struct publications {
    struct log *logs; // of each block
    unsigned long number;
    struct release *releases; // a hash table
    size_t release_room, release_count;
};

static struct publications *published(void) {
    return cuda_cpu_running.launch->published;
}

static struct release *find_release(uintptr_t address) {
    const struct publications *p = published();
    size_t i = (size_t)(address >> 2) * 0x9e3779b97f4a7c15u >> 20 & (p->release_room - 1);
    while (p->releases[i].address != 0 && p->releases[i].address != address)
        i = (i + 1) & (p->release_room - 1);
    return &p->releases[i];
}

static void *zeroed(size_t count, size_t bytes) {
    void *memory = calloc(count, bytes);
    if (!memory)
        abort();
    return memory;
}

static void grow_releases(void) {
    struct publications *p = published();
    struct release *old = p->releases;
    size_t room = p->release_room;
    p->release_room = room ? 2 * room : 256;
    p->releases = zeroed(p->release_room, sizeof *p->releases);
    for (size_t i = 0; i < room; i++)
        if (old[i].address)
            *find_release(old[i].address) = old[i];
    free(old);
}

static void publish(struct race_thread *t, unsigned below, unsigned clock, bool device) {
    struct cuda_cpu_launch *launch = cuda_cpu_running.launch;
    if (!launch->published) {
        launch->published = zeroed(1, sizeof *launch->published);
        launch->published->logs = zeroed(launch->blocks, sizeof *launch->published->logs);
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
            met = memcpy(zeroed(1, sizeof t->met), t->met, sizeof t->met);
    log->entries[log->count++] = (struct publication){
        ++launch->published->number, below, cuda_cpu_running.thread, clock, met, device};
}

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

// An atomic, or what counts as one, by the running thread: it learns what was published under the
// address, and, after a fence, publishes there.
static void synchronise(const struct access *a) {
    struct race_thread *t = me();
    if (published() && published()->release_count > 0)
        t->known = later(t->known, find_release(a->address)->number);
    if (!(a->flags & ACCESS_WRITE) || !t->fenced)
        return;
    // A fence in front of the last barrier counts as one behind it: all threads of the block fence,
    // they meet, and one of them tells the other blocks.
    unsigned below = t->fence_interval + 1 >= t->interval ? t->interval : t->fence_interval;
    if (t->told_clock != t->fence_clock || t->told_below != below)
        publish(t, below, t->fence_clock, t->fenced_for_device);
    t->told_clock = t->fence_clock;
    t->told_below = below;
    struct publications *p = published();
    if (2 * p->release_count >= p->release_room)
        grow_releases();
    struct release *r = find_release(a->address);
    p->release_count += r->address == 0;
    *r = (struct release){a->address, p->number};
}

static bool knows(const struct race_thread *t, const struct event *e) {
    if (t->known == 0)
        return false;
    const struct log *log = &published()->logs[e->serial - cuda_cpu_running.launch->first];
    for (size_t i = 0; i < log->count && log->entries[i].number <= t->known; i++) {
        const struct publication *p = &log->entries[i];
        if (!p->device && e->serial != cuda_cpu_running.serial)
            continue;
        if (e->interval < p->below || (e->thread == p->thread && e->clock <= p->clock) ||
            (p->met && e->thread / WARP == p->thread / WARP &&
             e->clock <= p->met[e->thread % WARP]))
            return true;
    }
    return false;
}

void cuda_cpu_race_fence(bool device) {
    if (!enter())
        return;
    struct race_thread *t = me();
    t->fence_interval = t->interval;
    t->fence_clock = t->clock++;
    t->fenced_for_device = device || (t->fenced && t->fenced_for_device);
    t->fenced = true;
    cuda_cpu_check_unlock();
}

static void come_to_grid_barrier(void) {
    if (!enter())
        return;
    struct race_thread *t = me();
    publish(t, t->interval, t->clock++, true);
    cuda_cpu_check_unlock();
}

static void pass_grid_barrier(void) {
    if (!enter())
        return;
    me()->known = published()->number;
    cuda_cpu_check_unlock();
}

__attribute__((constructor(101))) static void register_hooks(void) {
    cuda_cpu_hooks.grid_barrier = come_to_grid_barrier;
    cuda_cpu_hooks.past_grid_barrier = pass_grid_barrier;
}

// ---- launches, blocks, threads, barriers, exchanges --------------------------------------------

static void tell_pending(void);

void cuda_cpu_race_end(void) {
    if (!enter())
        return;
    tell_pending();
    cuda_cpu_check_unlock();
}

void cuda_cpu_race_block(void) {
    if (!enter())
        return;
    tell_pending();
    if (!mine)
        mine = zeroed(1, sizeof *mine);
    mine->interval = 0;
    memset(mine->known_past, 0, sizeof mine->known_past);
    cuda_cpu_check_unlock();
}

void cuda_cpu_race_thread(void) {
    if (!enter())
        return;
    tell_pending();
    memset(me(), 0, sizeof *me());
    me()->clock = 1;
    cuda_cpu_check_unlock();
}

void cuda_cpu_watch_barrier(void) {
    if (!enter())
        return;
    tell_pending();
    unsigned long *known = &mine->known_past[me()->interval % 2];
    *known = later(*known, me()->known);
    cuda_cpu_check_unlock();
}

void cuda_cpu_watch_past_barrier(void) {
    if (!enter())
        return;
    struct race_thread *t = me();
    unsigned long known = mine->known_past[t->interval % 2];
    t->known = later(t->known, known);
    t->interval++;
    if (mine->interval < t->interval) { // the first to go on
        mine->interval = t->interval;
        mine->known_past[t->interval % 2] = known;
    }
    cuda_cpu_check_unlock();
}

void cuda_cpu_watch_exchange(void) {
    if (!enter())
        return;
    tell_pending();
    struct race_thread *t = me();
    memcpy(t->brought, t->met, sizeof t->brought);
    t->brought[cuda_cpu_running.thread % WARP] = t->clock++;
    t->brought_known = t->known;
    t->joined = false;
    cuda_cpu_check_unlock();
}

// The first lane that goes on finds all the others as they came, and joins what they know.
void cuda_cpu_watch_exchanged(unsigned present) {
    if (!enter())
        return;
    struct race_thread *t = me();
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
    cuda_cpu_check_unlock();
}

// ---- telling -----------------------------------------------------------------------------------

// Pairs of accesses that were told of already, by their code; which: one of the two kinds.
enum { FINDING, NOTE };
static bool *told(const void *a, const void *b, int which) {
    enum { ROOM = 4096 };
    static struct pair {
        const void *a, *b;
        bool told[2];
    } pairs[ROOM];
    static size_t count;
    size_t i = ((uintptr_t)a * 31 + (uintptr_t)b) * 0x9e3779b97f4a7c15u >> 40 & (ROOM - 1);
    while (pairs[i].a && (pairs[i].a != a || pairs[i].b != b))
        i = (i + 1) & (ROOM - 1);
    if (!pairs[i].a && count < ROOM - 1) {
        count++;
        pairs[i].a = a;
        pairs[i].b = b;
    } else if (!pairs[i].a) {
        static bool enough;
        enough = true;
        return &enough;
    }
    return &pairs[i].told[which];
}

// A race that has been seen. It is told at the thread's next step: then a store has been made, and
// shows whether it stored what was there; and a plain load before a compare-and-swap at the same
// address, as loops of these begin, is none.
static __thread struct pending {
    bool waits;
    int patience; // further accesses that may come before the compare-and-swap
    struct cuda_cpu_who who;
    struct event first, second;
    enum memory_kind kind;
    uintptr_t address;
    unsigned char before[16]; // what was there in front of the second access
} pending;

static const char *did(const struct event *e, bool past) {
    if (e->flags & ACCESS_WRITE && e->flags & ACCESS_ATOMIC)
        return past ? "changed it by an atomic" : "changes it by an atomic";
    if (e->flags & ACCESS_WRITE)
        return past ? "wrote it" : "writes it";
    return past ? "read it" : "reads it";
}

static void tell_pending(void) {
    struct pending *p = &pending;
    if (!p->waits)
        return;
    p->waits = false;
    const struct cuda_cpu_grid *grid = cuda_cpu_running.grid;
    bool same = p->first.flags == ACCESS_WRITE && p->second.flags == ACCESS_WRITE &&
                p->second.bytes <= sizeof p->before &&
                memcmp(p->before, (const void *)p->address, p->second.bytes) == 0;
    bool *known = told(p->first.pc, p->second.pc, same ? NOTE : FINDING);
    if (*known)
        return;
    *known = true;
    char first[CUDA_CPU_PLACE], second[CUDA_CPU_PLACE], where[CUDA_CPU_PLACE + 256], block[64] = "";
    cuda_cpu_check_place(first, p->first.pc);
    cuda_cpu_check_place(second, p->second.pc);
    unsigned index[3];
    if (!same && !cuda_cpu_check_new("race", first, second))
        return;
    if (p->first.serial != p->second.serial) {
        cuda_cpu_index(grid->grid, p->first.serial - cuda_cpu_running.launch->first, index);
        snprintf(block, sizeof block, "block (%u, %u, %u), ", index[0], index[1], index[2]);
    }
    cuda_cpu_index(grid->block, p->first.thread, index);
    cuda_cpu_describe(p->address, where, sizeof where);
    cuda_cpu_check_tell(&p->who, "%s %s\n  %s %s\n  %s %s before, %sthread (%u, %u, %u): %s",
                        same ? "two threads write the same value to" : "a race on", where, second,
                        did(&p->second, false), first, did(&p->first, true), block, index[0],
                        index[1], index[2],
                        same ? "no harm here, and not counted, but CUDA promises nothing"
                             : "nothing between them says which comes first");
}

// ---- accesses ----------------------------------------------------------------------------------

static bool same_time(const struct event *a, const struct event *b) {
    return a->serial == b->serial && a->thread == b->thread && a->interval == b->interval &&
           a->clock == b->clock;
}

// Whether `e` is ordered before what the running thread does now.
static bool ordered(const struct event *e, const struct event *now, enum memory_kind kind) {
    if (e->serial - cuda_cpu_running.launch->first >= cuda_cpu_running.launch->blocks)
        return true; // of another launch
    const struct race_thread *t = me();
    if (e->serial == now->serial)
        return e->thread == now->thread || e->interval < now->interval ||
               (e->thread / WARP == now->thread / WARP && e->clock <= t->met[e->thread % WARP]) ||
               knows(t, e);
    return kind == SHARED || knows(t, e); // shared memory: another block's, in the same place
}

static bool strong(const struct event *e, enum memory_kind kind) {
    return e->flags & ACCESS_ATOMIC || (e->flags & ACCESS_VOLATILE && kind == GLOBAL);
}

// Loads in front of an atomicCAS at the same address, as loops of these begin: what they find is
// tried, not trusted.
static const void *openers[64];
static size_t opener_count;

static bool opens_swap(const struct event *e) {
    for (size_t i = 0; i < opener_count && i < sizeof openers / sizeof *openers; i++)
        if (openers[i] == e->pc)
            return true;
    return false;
}

static void note_opener(const struct event *read) {
    if (!opens_swap(read))
        openers[opener_count++ % (sizeof openers / sizeof *openers)] = read->pc;
}

static bool is_plain_read(const struct event *e) {
    return !(e->flags & (ACCESS_WRITE | ACCESS_ATOMIC));
}

static void compare(const struct event *e, const struct event *now, enum memory_kind kind,
                    uintptr_t address) {
    enum { PATIENCE = 4 };
    if (e->serial == 0 || ordered(e, now, kind) || (strong(e, kind) && strong(now, kind)) ||
        *told(e->pc, now->pc, FINDING) ||
        (e->flags & ACCESS_ATOMIC && is_plain_read(now) && opens_swap(now)) ||
        (now->flags & ACCESS_SWAP && is_plain_read(e) && opens_swap(e)))
        return;
    struct pending *p = &pending;
    if (p->waits && p->address == address && p->second.pc == now->pc)
        return; // it is this access, in its first word
    tell_pending();
    bool swap = e->flags & ACCESS_ATOMIC && is_plain_read(now); // perhaps follows
    *p = (struct pending){.waits = true,
                          .patience = swap ? PATIENCE : 0,
                          .first = *e,
                          .second = *now,
                          .kind = kind,
                          .address = address};
    cuda_cpu_check_who(&p->who);
    memcpy(p->before, (const void *)address,
           now->bytes < sizeof p->before ? now->bytes : sizeof p->before);
}

static void note_write(struct race_cell *cell, const struct event *now, enum memory_kind kind,
                       uintptr_t address) {
    if (cell->read[0].serial == 0 && same_time(&cell->write, now) &&
        cell->write.flags == now->flags)
        return;
    for (int i = 0; i < 2 && now->flags & ACCESS_SWAP; i++)
        if (cell->read[i].serial == now->serial && cell->read[i].thread == now->thread &&
            is_plain_read(&cell->read[i]))
            note_opener(&cell->read[i]);
    compare(&cell->write, now, kind, address);
    compare(&cell->plain, now, kind, address);
    compare(&cell->read[0], now, kind, address);
    compare(&cell->read[1], now, kind, address);
    if (!strong(now, kind))
        cell->plain.serial = 0; // who races with it races with this
    else if (!strong(&cell->write, kind))
        cell->plain = cell->write;
    cell->write = *now;
    cell->read[0].serial = cell->read[1].serial = 0; // who races with them races with this
}

static void note_read(struct race_cell *cell, const struct event *now, enum memory_kind kind,
                      uintptr_t address) {
    for (int i = 0; i < 2; i++)
        if (same_time(&cell->read[i], now) && cell->read[i].flags == now->flags)
            return;
    compare(&cell->write, now, kind, address);
    // One that is ordered before this: who races with it races with this too.
    int i = cell->read[0].serial == 0 || ordered(&cell->read[0], now, kind) ? 0 : 1;
    cell->read[i] = *now;
}

// From here on each byte of the page has a cell of its own.
static void split(struct page *page) {
    struct race_cell *cells = calloc(PAGE, sizeof *cells);
    if (!cells)
        abort();
    for (int i = 0; page->cells && i < PAGE; i++)
        cells[i] = page->cells[i / WORD];
    free(page->cells);
    page->cells = cells;
    page->cell_a_byte = true;
}

void cuda_cpu_race_access(const struct access *a, struct page *page) {
    if (pending.waits && pending.patience > 0 && a->flags & ACCESS_SWAP &&
        a->address == pending.address) {
        note_opener(&pending.second);
        pending.waits = false;
    }
    if (pending.waits && pending.patience-- <= 0)
        tell_pending();
    unsigned first = a->address % PAGE, last = first + (unsigned)a->bytes - 1;
    enum memory_kind kind = page->kind[first / WORD];
    if (kind == NOT_WATCHED)
        return;
    if (a->flags & ACCESS_ATOMIC || (a->flags & ACCESS_VOLATILE && kind == GLOBAL))
        synchronise(a);
    const struct event now = {cuda_cpu_running.serial,
                              me()->interval,
                              me()->clock,
                              (unsigned short)cuda_cpu_running.thread,
                              (unsigned char)a->flags,
                              (unsigned char)(a->bytes < 255 ? a->bytes : 255),
                              a->pc};
    if (!page->cell_a_byte && (a->address | a->bytes) % WORD != 0)
        split(page);
    if (!page->cells && !(page->cells = calloc(PAGE / WORD, sizeof *page->cells)))
        abort();
    unsigned step = page->cell_a_byte ? 1 : WORD;
    for (unsigned at = first / step; at <= last / step; at++)
        (a->flags & ACCESS_WRITE ? note_write : note_read)(&page->cells[at], &now, kind,
                                                           a->address);
}
