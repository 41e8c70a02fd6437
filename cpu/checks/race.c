// SPDX-License-Identifier: MIT
// Races: two accesses touch the same word of shared or global memory, one of them writes, and they
// are not ordered. Each word remembers its last writer and two readers since. An access that is not
// ordered after these, and not atomic with them, is a race, whether or not the result was right
// this time. Two accesses are ordered
//
//   - if the same thread makes them;
//   - in a launch, by barriers, exchanges, and fences with atomics (thread_order.c);
//   - between launches, copies and the host, by streams, events and waiting (stream_order.c).
//
// volatile does not order the lanes of a warp: code that relies on lockstep is reported.
//
// Most accesses are decided by a few comparisons: the word's last write has the block's own serial
// number and an earlier interval, or a number below the floor, under which all is known to be over.
#include <stdlib.h>
#include <string.h>

#include "race.h"

__thread struct race_here cuda_cpu_race_here;
#define here cuda_cpu_race_here

// ---- lines as numbers --------------------------------------------------------------------------

// Where the program's own code is, by its distance from its start; libraries' by numbers that are
// given out.
static const void *foreign[MOST_FOREIGN];

unsigned cuda_cpu_foreign_site(const void *pc) {
    for (unsigned i = 0; i < MOST_FOREIGN; i++) {
        const void *there = __atomic_load_n(&foreign[i], __ATOMIC_RELAXED);
        if (!there && __atomic_compare_exchange_n(&foreign[i], &there, pc, false, __ATOMIC_RELAXED,
                                                  __ATOMIC_RELAXED))
            there = pc;
        if (there == pc)
            return SITES - MOST_FOREIGN + i;
    }
    return 0;
}

const void *cuda_cpu_site_pc(unsigned site) {
    return site >= SITES - MOST_FOREIGN ? foreign[site - (SITES - MOST_FOREIGN)]
                                        : (const void *)(__executable_start + site);
}

// ---- cells -------------------------------------------------------------------------------------

// A page has one for each word, or, once parts of words are accessed, one for each byte: then the
// lowest bit of page->cells is set. Those of words stay, since another thread may just have looked
// them up.
static inline struct race_cell *cells_of(const struct page *page, unsigned *step) {
    const uintptr_t cells = __atomic_load_n(&page->cells, __ATOMIC_ACQUIRE);
    *step = cells & 1 ? 1 : WORD;
    return (struct race_cell *)(cells & ~(uintptr_t)1);
}

static struct race_cell *new_cells(size_t count) {
    struct race_cell *cells = aligned_alloc(sizeof *cells, count * sizeof *cells);
    if (!cells)
        abort();
    return memset(cells, 0, count * sizeof *cells);
}

static void make_cells(struct page *page, bool for_bytes) {
    uintptr_t there = __atomic_load_n(&page->cells, __ATOMIC_ACQUIRE);
    if (there && (!for_bytes || there & 1))
        return;
    const size_t count = for_bytes ? PAGE : PAGE / WORD;
    struct race_cell *cells = new_cells(count);
    const struct race_cell *old = (const struct race_cell *)there;
    for (size_t i = 0; (old || page->whole) && i < count; i++)
        cells[i] = old ? old[i / WORD] : *page->whole;
    if (!__atomic_compare_exchange_n(&page->cells, &there, (uintptr_t)cells | for_bytes, false,
                                     __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {
        free(cells);
        make_cells(page, for_bytes);
    }
}

// What copies and fills did to all of a page that has not been touched word by word.
static struct race_cell *whole_of(struct page *page) {
    struct race_cell *there = __atomic_load_n(&page->whole, __ATOMIC_ACQUIRE);
    if (there)
        return there;
    struct race_cell *new = new_cells(1);
    if (__atomic_compare_exchange_n(&page->whole, &there, new, false, __ATOMIC_ACQ_REL,
                                    __ATOMIC_ACQUIRE))
        return new;
    free(new);
    return there;
}

void cuda_cpu_race_drop(struct page *page) {
    free(page->whole);
    free((void *)(page->cells & ~(uintptr_t)1));
}

void cuda_cpu_race_erase(struct page *page, unsigned first, size_t bytes) {
    unsigned step;
    struct race_cell *cells = cells_of(page, &step);
    if (cells && bytes > 0)
        memset(cells + first / step, 0,
               ((first + bytes - 1) / step - first / step + 1) * sizeof *cells);
}

// ---- what comes before what --------------------------------------------------------------------

// By the same thread, between the same two steps, in the same way.
static bool same_access(const struct event *a, const struct event *b) {
    return a->when == b->when && a->thread == b->thread && a->clock == b->clock &&
           a->flags == b->flags;
}

// Surely; false: perhaps.
static bool surely_before(const struct event *e, const struct event *now) {
    return e->serial < here.floor ||
           (e->serial == now->serial && (e->thread == now->thread || e->interval < now->interval));
}

// Part of the launch that runs here.
static bool of_this_launch(const struct event *e) {
    return here.me && e->serial - here.work->first < here.work->count;
}

// Whether another work, which this number belongs to, is over when what runs here does.
static bool work_before(unsigned serial) {
    enum { ASKED = sizeof here.asked / sizeof *here.asked };
    for (int i = 0; i < ASKED && here.me; i++)
        if (serial - here.asked[i].first < here.asked[i].count)
            return here.asked[i].known;
    const struct work *w = cuda_cpu_find_work(serial);
    const bool known = cuda_cpu_node_before(w, here.work);
    const unsigned i = here.asked_count++ % ASKED;
    here.asked[i].first = w->first;
    here.asked[i].count = w->count;
    here.asked[i].known = known;
    return known;
}

bool cuda_cpu_ordered(const struct event *e, const struct event *now, enum memory_kind kind) {
    if (surely_before(e, now) || e->serial == 0)
        return true;
    if (!of_this_launch(e)) // of shared memory: another block's, in the same place
        return kind == SHARED || work_before(e->serial);
    if (e->serial == now->serial)
        return (e->thread / WARP == now->thread / WARP &&
                e->clock <= here.me->met[e->thread % WARP]) ||
               cuda_cpu_thread_knows(here.me, e);
    return kind == SHARED || cuda_cpu_thread_knows(here.me, e);
}

static bool strong(const struct event *e, enum memory_kind kind) {
    return e->flags & ACCESS_ATOMIC || (e->flags & ACCESS_VOLATILE && kind == GLOBAL);
}

// Atomics of which one at least is for its block alone, and the other is another block's.
static bool out_of_scope(const struct event *a, const struct event *b) {
    return a->serial != b->serial && ((a->flags & ACCESS_ATOMIC && a->flags & ACCESS_BLOCK) ||
                                      (b->flags & ACCESS_ATOMIC && b->flags & ACCESS_BLOCK));
}

static bool is_plain_read(const struct event *e) {
    return !(e->flags & (ACCESS_WRITE | ACCESS_ATOMIC));
}

// Two blocks store to a word by volatile: one is lost, where it matters (race_report.c: if they
// store the same, it does not). Between threads of one block that may be a turn that is passed on.
static bool may_be_lost(const struct event *e, const struct event *now) {
    return e->flags & now->flags & ACCESS_WRITE && !((e->flags | now->flags) & ACCESS_ATOMIC) &&
           e->serial != now->serial && of_this_launch(e);
}

static __attribute__((noinline)) void check_pair(const struct event *e, const struct event *now,
                                                 enum memory_kind kind, const struct access *a) {
    const bool both_strong = strong(e, kind) && strong(now, kind) && !out_of_scope(e, now),
               one_is_lost = both_strong && may_be_lost(e, now);
    if ((both_strong && !one_is_lost && of_this_launch(e)) || cuda_cpu_ordered(e, now, kind))
        return;
    if (both_strong && !one_is_lost) {
        // A flag between works: its reader is ordered after its setter.
        if (e->flags & ACCESS_WRITE)
            cuda_cpu_work_learns(here.work, cuda_cpu_find_work(e->serial));
        return;
    }
    if ((e->site && now->site && cuda_cpu_race_told(e->site, now->site)) ||
        (e->flags & ACCESS_ATOMIC && is_plain_read(now) && cuda_cpu_opens_swap(now)) ||
        (now->flags & ACCESS_SWAP && is_plain_read(e) && cuda_cpu_opens_swap(e)))
        return;
    cuda_cpu_suspect_race(e, now, kind, a->address, a->bytes);
}

// ---- accesses ----------------------------------------------------------------------------------

static void note_write(struct race_cell *cell, const struct event *now, enum memory_kind kind,
                       const struct access *a) {
    if (cell->read[0].serial == 0 && same_access(&cell->write, now))
        return;
    for (int i = 0; i < 2 && now->flags & ACCESS_SWAP; i++)
        if (cell->read[i].serial == now->serial && cell->read[i].thread == now->thread &&
            is_plain_read(&cell->read[i]))
            cuda_cpu_note_opener(&cell->read[i]);
    const struct event *const before[] = {&cell->write, &cell->plain, &cell->read[0],
                                          &cell->read[1]};
    for (int i = 0; i < 4; i++)
        if (!surely_before(before[i], now))
            check_pair(before[i], now, kind, a);
    if (!strong(now, kind))
        cell->plain.serial = 0; // a race with it is a race with this
    else if (!strong(&cell->write, kind))
        cell->plain = cell->write;
    cell->write = *now;
    cell->read[0].serial = cell->read[1].serial = 0; // a race with them is a race with this
}

static void note_read(struct race_cell *cell, const struct event *now, enum memory_kind kind,
                      const struct access *a) {
    check_pair(&cell->write, now, kind, a);
    if (same_access(&cell->read[0], now) || same_access(&cell->read[1], now))
        return;
    // One that is ordered before this: a race with it is a race with this too.
    cell->read[!cuda_cpu_ordered(&cell->read[0], now, kind)] = *now;
}

// The running thread's current access.
static inline struct event event_of(const struct access *a) {
    struct event now = {0};
    if (here.me)
        now = here.me->now;
    else if (here.work)
        now.serial = here.work->first;
    else
        now.serial = here.copy ? here.copy : cuda_cpu_host_serial();
    now.site = a->pc ? cuda_cpu_site(a->pc) : 0;
    now.flags = a->flags & 63;
    return now;
}

// An access within a page.
static void note_in_page(const struct access *a, struct page *page, const struct event *now) {
    const unsigned first = a->address % PAGE, last = first + (unsigned)a->bytes - 1;
    const enum memory_kind kind = cuda_cpu_kind(page, a->address);
    if (kind == NOT_WATCHED)
        return;
    if (a->bytes == PAGE && !page->kinds && !page->cells) {
        (a->flags & ACCESS_WRITE ? note_write : note_read)(whole_of(page), now, kind, a);
        return;
    }
    make_cells(page, (a->address | a->bytes) % WORD != 0);
    unsigned step;
    struct race_cell *cells = cells_of(page, &step);
    if (a->flags & ACCESS_WRITE)
        for (unsigned at = first / step; at <= last / step; at++)
            note_write(&cells[at], now, kind, a);
    else
        for (unsigned at = first / step; at <= last / step; at++)
            note_read(&cells[at], now, kind, a);
}

void cuda_cpu_replace_write(uintptr_t address, const struct event *e) {
    struct page *const page = cuda_cpu_find_page(address);
    if (!page || cuda_cpu_kind(page, address) == NOT_WATCHED)
        return;
    make_cells(page, false);
    unsigned step;
    struct race_cell *const cells = cells_of(page, &step);
    cells[address % PAGE / step].write = *e;
}

// An access, or as much of it as lies in one page. `synchronises`: it may be the flag that a thread
// waits for; false afterwards, for once is enough.
static inline void note_piece(const struct access *a, bool *synchronises) {
    struct page *const page = cuda_cpu_find_page(a->address);
    if (!page)
        return;
    const enum memory_kind kind = cuda_cpu_kind(page, a->address);
    if (kind == NOT_WATCHED && !page->kinds)
        return;
    const struct event now = event_of(a);
    if (*synchronises && kind != NOT_WATCHED && (a->flags & ACCESS_ATOMIC || kind == GLOBAL)) {
        cuda_cpu_synchronise(a);
        *synchronises = false;
    }
    note_in_page(a, page, &now);
}

void cuda_cpu_race_access(const struct access *a) {
    cuda_cpu_tell_pending();
    if (!here.me && !here.work)
        here.floor = cuda_cpu_host_floor;
    else if (!here.me && !here.work->first)
        cuda_cpu_begin_work((struct work *)here.work, 1, &here.floor);
    bool synchronises = here.me && a->flags & (ACCESS_ATOMIC | ACCESS_VOLATILE);
    if (a->address % PAGE + a->bytes <= PAGE) {
        note_piece(a, &synchronises);
        return;
    }
    struct access piece = *a;
    for (size_t left = a->bytes; left > 0; left -= piece.bytes, piece.address += piece.bytes) {
        piece.bytes = PAGE - piece.address % PAGE;
        piece.bytes = piece.bytes < left ? piece.bytes : left;
        note_piece(&piece, &synchronises);
    }
}
