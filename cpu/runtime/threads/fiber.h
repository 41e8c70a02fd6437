// SPDX-License-Identifier: MIT
// A block that runs on one OS thread, its threads on stacks of their own: what fiber.c, barrier.c
// and warp.c share.
#ifndef CUDA_CPU_FIBER_H
#define CUDA_CPU_FIBER_H

#include <pthread.h>
#include <setjmp.h>
#include <stdint.h>

#include "hooks.h"
#include "switch.h"
#include "threads/threads.h"

enum { WARP = CUDA_CPU_WARP, MAX_THREADS = CUDA_CPU_MOST_THREADS };

struct exchange; // warp.c

struct fiber { // what is needed at every switch comes first: one line of the cache
    void *sp;  // where it stopped
    // the thread that stands on it, and the barrier that it came to last; line 0: to none yet
    unsigned thread;
    int line;
    const char *file;
    struct exchange *held;    // the warp's exchange that it may still read from
    const void *met_at;       // the address of code that it came from to that one
    unsigned long long wakes; // if it sleeps
    char *stack;              // lowest address; NULL for home
    size_t bytes;             // of the stack
    bool guarded;             // by a page without access, which catches an overflow
    unsigned valgrind_id;
    unsigned watch;      // sample.c's number, when
    unsigned long state; // this was its digest, as it stepped back
    void *asan_frames;   // AddressSanitizer's record of its stack
};

// What one OS thread knows of the block that it runs.
struct block {
    const struct cuda_cpu_grid *grid;
    unsigned threads, next; // of the block; the next one to start
    unsigned alive;         // started or not, and not yet returned
    unsigned long progress; // barriers that opened, threads that returned, blocks of runs before
    struct fiber *running, home;
    char *apart;                       // where home's stack ends, if it is not the OS thread's
    uintptr_t base;                    // home's stack from here down is what the kernel needs
    struct fiber *fibers[MAX_THREADS]; // every stack ever needed
    unsigned fiber_count;
    struct fiber *idle[MAX_THREADS]; // stacks that no thread stands on
    unsigned idle_count;
    struct fiber *ready[MAX_THREADS]; // threads that can go on, a ring
    unsigned ready_first, ready_count;
    struct fiber *asleep[MAX_THREADS]; // threads in __nanosleep
    unsigned asleep_count;
    struct fiber *spinning[MAX_THREADS]; // threads that wait for what others write, a ring
    unsigned spinning_first, spinning_count, spins; // the last one: turns in this round
    struct fiber *waiting[MAX_THREADS];             // threads at the barrier
    unsigned waiting_count;
    bool scattered;      // they do not all wait at the same line
    unsigned left_count; // threads that have returned although they had waited before
    struct fiber left;   // one of them, as it was
    unsigned past_count; // threads that came to the end of the kernel and had never waited
    unsigned past;       // one of them
    unsigned index[3];   // of the block in its grid
    int sum, result;     // of the values that threads brought to this barrier and to the last one
    unsigned gone[MAX_THREADS / WARP];         // lanes of each warp that have returned
    unsigned ended[MAX_THREADS / WARP];        // those that came to the end of the kernel
    unsigned first_waiter, ended_before;       // who waited first; how many before it did so
    struct exchange *open[MAX_THREADS / WARP]; // exchanges of each warp that lanes still wait in
    struct exchange *converging;               // lanes that asked who is with them
    struct exchange *spare;
    // what watchdog.c knows of it
    struct block *next_watched;
    struct cuda_cpu_run *run;
    pthread_t os_thread;
    struct cuda_cpu_sample *sample;
    unsigned watch;               // a number for each time that it is looked at; 0: it is not
    unsigned long turns, changes; // of spinning threads meanwhile; those that came back otherwise
    sigjmp_buf crash;
    void *signal_stack;
    char guard[2 * PAGE]; // a page in it no access is allowed to
    _Alignas(128) char before_shared[CUDA_CPU_BEFORE_SHARED]; // for the checks
    _Alignas(128) char shared[CUDA_CPU_MOST_SHARED];
};

// `fiber` can go on; it will when its turn comes.
void cuda_cpu_make_ready(struct block *b, struct fiber *fiber);

// Suspends the running thread and lets another go on. Comes back once somebody has made it ready.
void cuda_cpu_park(struct block *b);

// The running thread returns from the kernel: whoever waited for it only may go on.
void cuda_cpu_leave_barrier(struct block *b);
void cuda_cpu_leave_warp(struct block *b);

// mask.c: an exchange of the warp, where `one` waits, is over without lanes that its mask names;
// the running thread's mask leaves its own lane out.
void cuda_cpu_tell_absent(struct block *b, const struct fiber *one, unsigned warp, unsigned mask,
                          unsigned arrived);
void cuda_cpu_tell_left_out(struct block *b, unsigned mask);

// No thread of the block can go on: answers lanes that asked which of them are together. False:
// none did.
bool cuda_cpu_converge(struct block *b);

// deadlock.c: no thread can go on and none is left to start: they wait for each other forever. On a
// GPU the kernel would hang; here it ends.
__attribute__((noreturn)) void cuda_cpu_give_up(struct block *b);

// guard.c: from here on nobody may touch the page after this OS thread's variables, or again; NULL:
// there is none.
__attribute__((weak)) void cuda_cpu_guard_variables(bool on);

// sleep.c: the thread that wakes up first, once it does; NULL where none sleeps.
struct fiber *cuda_cpu_wake(struct block *b);

// sample.c: a thread that spins, and stands on its stack, is about to go on.
void cuda_cpu_note_turn(struct block *b, struct fiber *spinning);

// probe.c: frees what this OS thread keeps for probes.
void cuda_cpu_free_probes(void);

// crash.c: what this OS thread's kernels touch that is nobody's is reported.
void cuda_cpu_catch_signals(struct block *b);
// misaligned.c: the address that an access wanted to be a multiple of what it moves, where that is
// what the signal is about; 0: it is not.
uintptr_t cuda_cpu_misaligned(const void *info, const void *context);
// The address whose access was the fault, as far as that is known; else 0.
uintptr_t cuda_cpu_fault_address(const void *info, const void *context);

// watchdog.c: this OS thread runs blocks, and no longer; it begins a run of them, and is at its
// end.
void cuda_cpu_watch_over(struct block *b);
void cuda_cpu_watch_no_more(struct block *b);
void cuda_cpu_run_begins(struct block *b, const struct cuda_cpu_grid *grid,
                         struct cuda_cpu_run *run);
void cuda_cpu_run_ends(struct block *b);

// The lanes that wait for others of their warp: how many.
unsigned cuda_cpu_lanes_waiting(const struct block *b, const struct fiber *lanes[MAX_THREADS]);
// A block begins to wait: threads before `first` have returned.
void cuda_cpu_begin_warps(struct block *b, unsigned first);
// Frees all exchanges, under way or not.
void cuda_cpu_drop_exchanges(struct block *b);

#endif
