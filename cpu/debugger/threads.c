// SPDX-License-Identifier: MIT
// What a program built for the debugger (--check=debug) notes for it: which thread of which kernel
// runs, by which OS thread. cuda.py, gdb's side of it, reads that, and says of which threads it
// wants to be told. To ask at every breakpoint would cost a stop of the program for each thread of
// a grid; to compare six numbers where a thread begins costs nothing, so a million others run at
// full speed.
#define _GNU_SOURCE
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cuda_cpu/watch.h"
#include "hooks.h"
#include "threads/threads.h"

// An OS thread that runs, or has run, blocks.
struct cuda_cpu_debugged {
    struct cuda_cpu_debugged *next;
    long os_thread;                   // by the number that gdb knows it by
    const struct cuda_cpu_grid *grid; // NULL: it runs no kernel
    const struct block *stacks;       // of the block's threads
    unsigned block[3], thread;        // what runs; the thread by its rank
    unsigned begun;                   // the first so many threads of the block have begun
    unsigned matched;                 // a bit for each row of cuda_cpu_wanted that it fits
};
struct cuda_cpu_debugged *cuda_cpu_debugged;

// Threads that gdb wants to be told of: index of the block, and of the thread; -1: any.
enum { MOST_WANTED = 32 };
struct cuda_cpu_wanted {
    int set, block[3], thread[3];
} cuda_cpu_wanted[MOST_WANTED];

static __thread struct cuda_cpu_debugged *me;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

// gdb stops here: another set of the wanted is what this OS thread runs.
__attribute__((noinline)) void cuda_cpu_debug_turn(const struct cuda_cpu_debugged *who) {
    __asm__ volatile("" ::"r"(who) : "memory");
}

static bool fits(const int wanted[3], const unsigned index[3]) {
    for (int i = 0; i < 3; i++)
        if (wanted[i] >= 0 && (unsigned)wanted[i] != index[i])
            return false;
    return true;
}

// Another thread runs now, or none.
static void turn(void) {
    unsigned matched = 0;
    for (unsigned i = 0; me->grid && i < MOST_WANTED; i++) {
        const struct cuda_cpu_wanted *w = &cuda_cpu_wanted[i];
        const unsigned *size = me->grid->block;
        if (w->set && fits(w->block, me->block) &&
            fits(w->thread,
                 (const unsigned[3]){me->thread % size[0], me->thread / size[0] % size[1],
                                     me->thread / size[0] / size[1]}))
            matched |= 1u << i;
    }
    if (matched != me->matched) {
        me->matched = matched;
        cuda_cpu_debug_turn(me);
    }
}

void cuda_cpu_watch_block(size_t number, unsigned x, unsigned y, unsigned z) {
    (void)number;
    memcpy(me->block, (const unsigned[3]){x, y, z}, sizeof me->block);
    me->begun = 0;
}

void cuda_cpu_watch_thread(unsigned rank) {
    me->thread = rank;
    me->begun = rank + 1;
    turn();
}

void cuda_cpu_watch_resume(unsigned rank) {
    me->thread = rank;
    turn();
}

static void run_blocks_of(const struct cuda_cpu_grid *grid) {
    if (!me) {
        me = calloc(1, sizeof *me);
        if (!me)
            abort();
        me->os_thread = gettid();
        me->stacks = cuda_cpu_block();
        pthread_mutex_lock(&lock);
        me->next = cuda_cpu_debugged;
        cuda_cpu_debugged = me;
        pthread_mutex_unlock(&lock);
    }
    me->grid = grid;
    me->begun = 0;
    if (!grid)
        turn();
}

// With a hook here the blocks of a launch run in order on one OS thread; and one launch at a time.
static pthread_mutex_t launches = PTHREAD_MUTEX_INITIALIZER;

static void begin_launch(const struct cuda_cpu_grid *grid) {
    (void)grid;
    pthread_mutex_lock(&launches);
}

static void end_launch(const struct cuda_cpu_grid *grid) {
    (void)grid;
    pthread_mutex_unlock(&launches);
}

__attribute__((constructor(101))) static void register_hooks(void) {
    cuda_cpu_hooks.launch = begin_launch;
    cuda_cpu_hooks.launched = end_launch;
    cuda_cpu_hooks.grid = run_blocks_of;
}
