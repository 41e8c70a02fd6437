// SPDX-License-Identifier: MIT
// Reports races, each pair of lines once: both accesses, with their threads.
//
// One that has been seen waits for the thread's next step: then a store has been made, and shows
// whether it stored what was there. And a plain load is none in front of an atomicCAS at the same
// address, as loops of these begin: what it finds is tried, not trusted. Not every load comes
// before a swap, for there may be nothing to do: so one that races with an atomic waits until the
// blocks at hand have run, and is reported if by then no load of that line stood before one.
#include <stdio.h>
#include <string.h>

#include "race.h"

#define here cuda_cpu_race_here

// Pairs of lines that were reported already; which: one of the two kinds.
enum { FINDING, NOTE };
static bool *told(unsigned a, unsigned b, int which) {
    enum { ROOM = 4096 };
    static struct pair {
        unsigned a, b;
        bool used, told[2];
    } pairs[ROOM];
    static size_t count;
    static bool enough = true;
    size_t i = ((size_t)a * 31 + b) * 0x9e3779b97f4a7c15u >> 40 & (ROOM - 1);
    while (pairs[i].used && (pairs[i].a != a || pairs[i].b != b))
        i = (i + 1) & (ROOM - 1);
    if (!pairs[i].used && count == ROOM - 1)
        return &enough;
    if (!pairs[i].used) {
        count++;
        pairs[i] = (struct pair){.a = a, .b = b, .used = true};
    }
    return &pairs[i].told[which];
}

static bool *told_locked(unsigned a, unsigned b, int which) {
    const bool locked = cuda_cpu_check_lock();
    bool *const yes = told(a, b, which);
    if (locked)
        cuda_cpu_check_unlock();
    return yes;
}

bool cuda_cpu_race_told(unsigned first_site, unsigned second_site) {
    return *told_locked(first_site, second_site, FINDING);
}

// ---- loads in front of swaps -------------------------------------------------------------------

enum { OPENERS = 64 };
static unsigned openers[OPENERS];
static size_t opener_count;

bool cuda_cpu_opens_swap(const struct event *e) {
    for (size_t i = 0; i < opener_count && i < OPENERS; i++)
        if (openers[i] == e->site)
            return true;
    return false;
}

void cuda_cpu_note_opener(const struct event *read) {
    if (!cuda_cpu_opens_swap(read))
        openers[opener_count++ % OPENERS] = read->site;
}

// ---- a race ------------------------------------------------------------------------------------

struct race {
    struct cuda_cpu_who who;
    bool in_kernel;
    struct event first, second;
    enum memory_kind kind;
    uintptr_t address;
    size_t bytes;
    unsigned char before[16]; // the bytes before the second access
};
static __thread struct race pending;
enum { MOST_KEPT = 32 };
static __thread struct race kept[MOST_KEPT]; // a plain load and a swap
static __thread size_t kept_count;

static const char *did(const struct event *e, bool past) {
    if (e->flags & ACCESS_ASYNC)
        return "copied to it asynchronously";
    if (e->flags & ACCESS_ATOMIC && e->flags & ACCESS_BLOCK)
        return e->flags & ACCESS_WRITE ? past ? "changed it by an atomic for its block alone"
                                              : "changes it by an atomic for its block alone"
               : past                  ? "read it by an atomic for its block alone"
                                       : "reads it by an atomic for its block alone";
    if (e->flags & ACCESS_WRITE && e->flags & ACCESS_ATOMIC)
        return past ? "changed it by an atomic" : "changes it by an atomic";
    if (e->flags & ACCESS_WRITE)
        return past ? "wrote it" : "writes it";
    return past ? "read it" : "reads it";
}

// The line of an access, or of the call that was a copy.
static void place_of(const struct event *e, const struct work *w, char place[CUDA_CPU_PLACE]) {
    if (e->site)
        cuda_cpu_check_place(place, cuda_cpu_site_pc(e->site));
    else if (w && w->call)
        cuda_cpu_describe_call(w->call, "a copy", place, CUDA_CPU_PLACE);
    else
        snprintf(place, CUDA_CPU_PLACE, "a copy");
}

// The thread of the earlier access, as far as it differs from that of the later one.
static void describe_first(const struct race *r, const struct work *first, char *text,
                           size_t room) {
    unsigned block[3], thread[3];
    char launch[CUDA_CPU_PLACE] = "";
    if (!first->kernel) {
        snprintf(text, room, "%s",
                 !first->host_side ? ""
                 : first->line     ? "a callback"
                                   : "the host");
        return;
    }
    cuda_cpu_index(first->grid, r->first.serial - first->first, block);
    cuda_cpu_index(first->block,
                   r->first.flags & ACCESS_ASYNC ? r->first.thread ^ MOST_THREADS / 2u
                                                 : r->first.thread,
                   thread);
    int used = 0;
    if (first != here.work) {
        if (first->call)
            cuda_cpu_describe_call(first->call, "launched", launch, sizeof launch);
        used = snprintf(text, room, "kernel %s%s%s%s, ", first->kernel, *launch ? " (" : "", launch,
                        *launch ? ")" : "");
    }
    if (first != here.work || r->first.serial != r->second.serial)
        used += snprintf(text + used, room - (size_t)used, "block (%u, %u, %u), ", block[0],
                         block[1], block[2]);
    snprintf(text + used, room - (size_t)used, "thread (%u, %u, %u)", thread[0], thread[1],
             thread[2]);
}

// What would have ordered them.
static const char *advice(const struct work *first, const struct work *second) {
    if (first == second)
        return "nothing between them says which comes first";
    if (!second || second->host_side)
        return "the host has not waited for it";
    if (first->host_side)
        return "after it had queued the other, which it has not waited for";
    if (first->by_kernel || second->by_kernel)
        return "launched by kernels, in streams that nothing puts in order";
    return first->line == second->line ? "no edge of the graph is between them"
                                       : "in another stream, and nothing between them says which "
                                         "comes first";
}

static void tell(const struct race *r) {
    const unsigned flags = r->first.flags | r->second.flags;
    const bool same = r->first.flags & r->second.flags & ACCESS_WRITE &&
                      !(flags & ~(ACCESS_WRITE | ACCESS_VOLATILE)) &&
                      r->bytes <= sizeof r->before && r->second.site &&
                      memcmp(r->before, (const void *)r->address, r->bytes) == 0;
    if (same && flags & ACCESS_VOLATILE) // a flag that is set
        return;
    bool *known = told_locked(r->first.site, r->second.site, same ? NOTE : FINDING);
    if (*known && r->first.site && r->second.site)
        return;
    *known = true;
    const struct work *first = cuda_cpu_find_work(r->first.serial);
    const struct work *second = cuda_cpu_find_work(r->second.serial);
    char places[2][CUDA_CPU_PLACE], where[CUDA_CPU_PLACE + 256], who[2 * CUDA_CPU_PLACE];
    place_of(&r->first, first, places[0]);
    place_of(&r->second, second, places[1]);
    if (!same && !cuda_cpu_check_new("race", places[0], places[1]))
        return;
    cuda_cpu_describe(r->address, where, sizeof where);
    describe_first(r, first, who, sizeof who);
    static const struct cuda_cpu_who none;
    cuda_cpu_check_tell(r->in_kernel        ? &r->who
                        : second->host_side ? NULL
                                            : &none,
                        "%s %s\n  %s %s\n  %s %s before%s%s: %s",
                        same ? "two threads write the same value to" : "a race on", where,
                        places[1], did(&r->second, false), places[0], did(&r->first, true),
                        *who ? ", " : "", who,
                        same ? "no harm here, and not counted, but CUDA promises nothing"
                        : r->first.flags & ACCESS_ASYNC ? "nothing has waited for that copy"
                                                        : advice(first, second));
}

void cuda_cpu_tell_pending(void) {
    if (!here.waits)
        return;
    here.waits = false;
    const struct race *r = &pending;
    const struct event *read = r->first.flags & ACCESS_ATOMIC    ? &r->second
                               : r->second.flags & ACCESS_ATOMIC ? &r->first
                                                                 : NULL;
    if (!read || read->flags & (ACCESS_WRITE | ACCESS_ATOMIC) || !here.me) {
        tell(r);
        return;
    }
    for (size_t i = 0; i < kept_count; i++)
        if (kept[i].first.site == r->first.site && kept[i].second.site == r->second.site)
            return;
    if (kept_count < MOST_KEPT)
        kept[kept_count++] = *r;
}

// Of one line the compiler may have made several loads, of which only some came before a swap: a
// function that it inlined for thread 0 apart, say.
static bool line_opens_swap(const struct event *e) {
    char place[CUDA_CPU_PLACE], opener[CUDA_CPU_PLACE];
    if (e->flags & (ACCESS_WRITE | ACCESS_ATOMIC))
        return false;
    cuda_cpu_check_place(place, cuda_cpu_site_pc(e->site));
    for (size_t i = 0; i < opener_count && i < OPENERS; i++) {
        cuda_cpu_check_place(opener, cuda_cpu_site_pc(openers[i]));
        if (strcmp(place, opener) == 0)
            return true;
    }
    return false;
}

void cuda_cpu_tell_kept(void) {
    for (size_t i = 0; i < kept_count; i++)
        if (!line_opens_swap(&kept[i].first) && !line_opens_swap(&kept[i].second))
            tell(&kept[i]);
    kept_count = 0;
}

void cuda_cpu_suspect_race(const struct event *first, const struct event *second,
                           enum memory_kind kind, uintptr_t address, size_t bytes) {
    if (here.waits && pending.address == address && pending.second.site == second->site &&
        pending.second.serial == second->serial)
        return;                          // it is this access, in its first word
    if (!first->site || !second->site) { // a copy: each pair once, whatever its size
        static __thread const struct work *last_first, *last_second;
        const struct work *a = cuda_cpu_find_work(first->serial);
        const struct work *b = cuda_cpu_find_work(second->serial);
        if (a == last_first && b == last_second)
            return;
        last_first = a;
        last_second = b;
    }
    cuda_cpu_tell_pending();
    pending = (struct race){
        .first = *first, .second = *second, .kind = kind, .address = address, .bytes = bytes};
    pending.in_kernel = cuda_cpu_check_who(&pending.who);
    memcpy(pending.before, (const void *)address,
           bytes < sizeof pending.before ? bytes : sizeof pending.before);
    here.waits = true;
    if (!here.me)
        cuda_cpu_tell_pending(); // when the host takes its next step is not known
}
