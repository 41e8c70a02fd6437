// SPDX-License-Identifier: MIT
// What check-race remembers: the last accesses to each word, and for each running thread what it is
// ordered after. Shared by race.c, which compares accesses; thread_order.c, the order of a launch's
// threads; stream_order.c, that of launches, copies and the host; and race_report.c.
#ifndef CUDA_CPU_RACE_H
#define CUDA_CPU_RACE_H

#include "check.h"
#include "shadow.h"

// ---- what has happened to a word ---------------------------------------------------------------

// An access, in two registers. Serial numbers are given to blocks, to copies, and to what the host
// does between two calls; they rise.
struct event {
    union {
        struct {
            unsigned serial;   // 0: no event
            unsigned interval; // barriers that the thread had passed
        };
        uint64_t when;
    };
    union {
        struct {
            unsigned thread : 10, clock : 22;
            unsigned site : 26, flags : 6;
        };
        uint64_t what;
    };
};
enum { MOST_CLOCK = (1 << 22) - 1 }; // where a clock stays: what comes then counts as known

struct race_cell {
    struct event write, read[2];
    struct event plain; // the last write, where the writer has changed it by atomics since
};

// Where in the code: an address as a number of 26 bits, and back.
enum { SITES = 1 << 26, MOST_FOREIGN = 4096 };
extern char __executable_start[];
unsigned cuda_cpu_foreign_site(const void *pc);
static inline unsigned cuda_cpu_site(const void *pc) {
    const uintptr_t distance = (uintptr_t)pc - (uintptr_t)__executable_start;
    return __builtin_expect(distance < SITES - MOST_FOREIGN, 1) ? (unsigned)distance
                                                                : cuda_cpu_foreign_site(pc);
}
const void *cuda_cpu_site_pc(unsigned site);

// A page is freed; a part of it is reset.
void cuda_cpu_race_drop(struct page *page);
void cuda_cpu_race_erase(struct page *page, unsigned first, size_t bytes);

// ---- what runs ---------------------------------------------------------------------------------

// A thread of a kernel.
struct race_thread {
    struct event now;    // its current access, without site and flags
    unsigned met[WARP];  // the clock of each lane of the warp that it knows of
    unsigned long known; // publications that it knows of
    unsigned fence_interval, fence_clock;
    bool fenced, fenced_for_device;  // by __threadfence_block() at least
    unsigned told_below, told_clock; // what it published last
    // of the exchange that it takes part in: what it brought; joined: what all of them know
    unsigned brought[WARP];
    unsigned long brought_known;
    unsigned long batch; // of asynchronous copies, that the next one belongs to
    bool joined;
};

// The work of this OS thread: a thread of a kernel, a copy, a callback, or the host.
extern __thread struct race_here {
    struct race_thread *me;   // NULL: no kernel
    const struct work *work;  // the launch, or what else a stream does; NULL: the host
    const struct work *outer; // that the launch is part of
    unsigned floor;           // whatever has a lower number came before
    unsigned copy;            // the number of a copy that the host makes; 0: none
    bool waits;               // a race has been seen, and is not yet reported
    // works with numbers from `first` on that were asked for last; known: to have come before
    struct {
        unsigned first, count;
        bool known;
    } asked[4];
    unsigned asked_count;
} cuda_cpu_race_here;

// ---- works: what streams and the host do (stream_order.c) ---------------------------------------

struct work {
    const char *kernel; // its name; NULL: no launch
    unsigned grid[3], block[3];
    unsigned first, count; // serial numbers; 0: none yet
    unsigned line;         // the host's, or a stream's
    unsigned long tick;    // which of them, from 1
    bool host_side;        // the host's code
    bool copies;           // it stands for a copy or a fill
    bool by_kernel;        // a kernel has asked for it
    unsigned long *known;  // of each line, up to which tick it came before this
    size_t lines;
    struct graph_place *place; // in a graph that was launched; NULL: none
    struct cuda_cpu_call *call;
};
// The work that has this serial number.
const struct work *cuda_cpu_find_work(unsigned serial);
// Whether what `before` has done is over when `now` (NULL: the host) runs; nodes of a launched
// graph are one step.
bool cuda_cpu_work_before(const struct work *before, const struct work *now);
// Gives it serial numbers, and says from which on somebody may be not known to have come before.
unsigned cuda_cpu_begin_work(struct work *work, unsigned count, unsigned *floor);
// `now` has met a flag that `other` set.
void cuda_cpu_work_learns(const struct work *now, const struct work *other);
// The number of the host's accesses; each copy that it makes has its own.
unsigned cuda_cpu_host_serial(void);
unsigned cuda_cpu_host_copy_serial(void);
extern unsigned cuda_cpu_host_floor;
// A callback may pass on to the host all that it is ordered after.
void cuda_cpu_work_tells_host(const struct work *w);
// graph_order.c: the same, where both may be nodes of one launched graph.
bool cuda_cpu_node_before(const struct work *before, const struct work *now);

// ---- comparing (race.c) ------------------------------------------------------------------

void cuda_cpu_race_access(const struct access *access);
// A copy or (from: NULL) a fill, by a stream or by the host.
void cuda_cpu_race_copied(const void *to, const void *from, size_t bytes);
// The last write to the byte's word was that. For copies that are under way.
void cuda_cpu_replace_write(uintptr_t address, const struct event *e);
// async_copy.c: another block begins.
void cuda_cpu_forget_async_copies(void);
// Whether `e` is ordered before the running thread's current access.
bool cuda_cpu_ordered(const struct event *e, const struct event *now, enum memory_kind kind);

// ---- threads of a launch (thread_order.c) -----------------------------------------------------

bool cuda_cpu_thread_knows(const struct race_thread *t, const struct event *e);
// An atomic, or what counts as one, by the running thread.
void cuda_cpu_synchronise(const struct access *access);

// ---- telling (race_report.c) --------------------------------------------------------------------

// A race of two accesses, reported at the thread's next step; `before`: what was there.
void cuda_cpu_suspect_race(const struct event *first, const struct event *second,
                           enum memory_kind kind, uintptr_t address, size_t bytes);
void cuda_cpu_tell_pending(void);
// The blocks at hand have run.
void cuda_cpu_tell_kept(void);
bool cuda_cpu_race_told(unsigned first_site, unsigned second_site);
// Loads in front of an atomicCAS at the same address.
bool cuda_cpu_opens_swap(const struct event *e);
void cuda_cpu_note_opener(const struct event *read);

#endif
