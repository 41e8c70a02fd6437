// SPDX-License-Identifier: MIT
// Grids that run, and the OS threads at work on them: share.c shares their blocks out, helpers.c
// has the helpers, standing.c those that stand in where blocks hold up a core.
#ifndef CUDA_CPU_SHARE_H
#define CUDA_CPU_SHARE_H

#include <stdbool.h>

#include "cuda_cpu/grid.h"

// What many threads write stands apart from what others read.
#define CUDA_CPU_APART __attribute__((aligned(128)))

// A part of a grid's blocks, side by side.
struct share {
    CUDA_CPU_APART size_t next; // the first that is not handed out
    size_t last;
};

// An OS thread at work on a grid.
struct worker {
    CUDA_CPU_APART struct cuda_cpu_run run;
    int guard;          // held while the run is exchanged for another, or one takes a block of it
    unsigned share;     // that it takes blocks of first
    unsigned long turn; // of the job, in which this is an OS thread
    bool left;          // its blocks have ended
    double took;        // ns, for those
    struct worker *standing; // the next of those that stand in
};

// A grid that runs. Jobs are used again, and not freed before the program ends: whoever looks for
// work may look at any, and enters it by counting itself in.
struct job {
    struct job *next; // all that there are
    bool used;
    CUDA_CPU_APART unsigned state;     // JOB_..., and how many OS threads are in it beside its own
    unsigned most;                     // helpers that may come
    unsigned waken;                    // of those that sleep, who are yet to be woken
    CUDA_CPU_APART unsigned long turn; // how often it was used
    const struct cuda_cpu_grid *grid;
    const void *stream;     // whose work it is
    unsigned shares, parts; // of the blocks; of a share's rest, one is taken at a time
    struct share *share;
    struct worker *team;     // as many as there are cores
    struct worker *standing; // and those that stand in; needs the watch's lock
    // What the watch knows: blocks ended when it last looked, for how many looks they have been no
    // more, how many OS threads stand in.
    size_t seen;
    int looks, standing_in;
};
enum {
    JOB_RUNS = 1 << 30,
    JOB_OPEN = 1 << 29,    // to helpers: there are blocks to be had
    JOB_AWAITED = 1 << 28, // its own thread sleeps until the others have left it
    JOB_INSIDE = JOB_AWAITED - 1
};

// ---- share.c -----------------------------------------------------------------------------------

extern struct job *cuda_cpu_jobs;

// Enters the job if its state has this bit. Who has entered it is to leave it again.
bool cuda_cpu_enter(struct job *job, unsigned bit);
void cuda_cpu_leave(struct job *job);
// Enters a job of which there are blocks to be had, of work for the stream (NULL: any); NULL: there
// is none, or no core for it.
struct job *cuda_cpu_enter_open(const void *stream);
// Works off blocks of a job that was entered, until all are handed out.
void cuda_cpu_take_part(struct job *job);
// Takes the next run of blocks, of `most` at the most, and if it does not have them `alone` of a
// part of what is left; false: all are handed out.
bool cuda_cpu_take(struct job *job, struct worker *w, size_t most, bool alone);
// Exchanges the worker's run for another; works it off.
void cuda_cpu_set_run(struct worker *w, size_t first, size_t last);
void cuda_cpu_work_off(struct job *job, struct worker *w);
// Helpers may come, where each block that is left takes so many ns: those that sleep, as many as
// are worth it.
void cuda_cpu_open(struct job *job, double each);

// ---- helpers.c ---------------------------------------------------------------------------------

// The number of this OS thread's core; where that cannot be known, of the thread.
unsigned cuda_cpu_near(void);
// Whether not all cores are at work on grids.
bool cuda_cpu_core_is_free(void);
// As far as there are cores for them beside this thread's: how many will take part in a grid of the
// stream that this thread serves, helpers and those who wait for it; and how many more, if woken.
void cuda_cpu_count_helpers(unsigned *ready, unsigned *sleeping);
// A job was opened; and as many helpers that sleep as it has yet to wake are to come.
void cuda_cpu_call_helpers(struct job *job);
// Wakes those, beside others who do the same, as long as there are blocks to be had.
void cuda_cpu_wake_helpers(struct job *job);
void cuda_cpu_start_helpers(void);

// ---- standing.c --------------------------------------------------------------------------------

// Whether runs of blocks are opened to others when these come; else they always are open.
extern bool cuda_cpu_can_open_runs;

void cuda_cpu_start_watch(void);
void cuda_cpu_stop_watch(void);
// A grid begins, which the watch is to look at.
void cuda_cpu_wake_watch(void);
// Takes down who stood in for a job that is over.
void cuda_cpu_forget_standing(struct job *job);

#endif
