// SPDX-License-Identifier: MIT
// The blocks of a grid, shared out to the cores. The thread of the stream and one helper a further
// core take runs of blocks off a common counter, long runs first, so memory and overhead follow the
// cores and not the grid.
//
// Blocks are begun in order, so one may spin until an earlier one has written something. One that
// spins for a later block would hold up its core for good: on a GPU many more blocks run at the
// same time than here. So where no block of a grid comes to its end for a while, OS threads beyond
// the cores stand in and begin further blocks, also those of runs that others hold.
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "runtime.h"

// An OS thread at work on a grid.
struct worker {
    struct worker *next;
    struct cuda_cpu_run run;
    int guard; // held while the run is exchanged for another, or one takes a block of it
};

struct job {
    struct job *next;
    const struct cuda_cpu_grid *grid;
    size_t blocks, taken; // taken: blocks handed out so far
    struct worker *workers;
    int helpers;  // workers beside the stream's thread; it ends when they have left
    size_t ended; // blocks of the workers that have left
    // What the watch knows: blocks ended when it last looked, for how many looks they have been no
    // more, how many OS threads stand in.
    size_t seen;
    int looks, standing_in;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t work = PTHREAD_COND_INITIALIZER;
static pthread_cond_t left = PTHREAD_COND_INITIALIZER;
static pthread_cond_t look = PTHREAD_COND_INITIALIZER;
static struct job *jobs; // grids that are running
static pthread_t *helpers, watch;
static int helper_count;
static bool watching, dozing, stopping; // dozing: the watch waits to be told of a grid

enum {
    SPINS = 4000,        // see stream.c
    LOOK_MS = 100,       // how often the watch looks
    PATIENCE = 3,        // looks without a block that ended, before OS threads stand in
    TELL = 100,          // looks before it is said
    DOZE = 10,           // looks without a grid
    MOST_STANDING = 1024 // what a large GPU holds of small blocks at the same time
};

static size_t block_count(const struct cuda_cpu_grid *grid) {
    return (size_t)grid->grid[0] * grid->grid[1] * grid->grid[2];
}

// ---- taking blocks -----------------------------------------------------------------------------

static void hold(struct worker *w) {
    while (__atomic_exchange_n(&w->guard, 1, __ATOMIC_ACQUIRE))
        cuda_cpu_relax();
}

static void let_go(struct worker *w) {
    __atomic_store_n(&w->guard, 0, __ATOMIC_RELEASE);
}

static void set_run(struct worker *w, size_t first, size_t last) {
    hold(w);
    __atomic_store_n(&w->run.next, first, __ATOMIC_RELAXED);
    w->run.last = last;
    let_go(w);
}

// Takes the next run of blocks, of `most` at the most; a crash hands out the rest to nobody.
static bool take(struct job *job, struct worker *w, size_t most) {
    size_t taken = __atomic_load_n(&job->taken, __ATOMIC_RELAXED), run;
    do {
        if (taken >= job->blocks)
            return false;
        run = (job->blocks - taken) / (size_t)(4 * cuda_cpu_cores());
        run = run > most ? most : run > 0 ? run : 1;
    } while (!__atomic_compare_exchange_n(&job->taken, &taken, taken + run, true, __ATOMIC_ACQ_REL,
                                          __ATOMIC_RELAXED));
    set_run(w, taken, taken + run);
    return true;
}

// Takes the first block that another worker holds and has not begun.
static bool take_over(struct job *job, struct worker *w) {
    bool found = false;
    pthread_mutex_lock(&lock);
    struct worker *from = NULL;
    for (struct worker *v = job->workers; v; v = v->next) {
        const size_t next = __atomic_load_n(&v->run.next, __ATOMIC_RELAXED);
        if (v != w && next < v->run.last && (!from || next < from->run.next))
            from = v;
    }
    if (from) {
        hold(from);
        const size_t block = __atomic_fetch_add(&from->run.next, 1, __ATOMIC_RELAXED);
        found = block < from->run.last;
        let_go(from);
        if (found)
            set_run(w, block, block + 1);
    }
    pthread_mutex_unlock(&lock);
    return found;
}

// Needs the lock, as the next does.
static void join(struct job *job, struct worker *w) {
    *w = (struct worker){.next = job->workers};
    job->workers = w;
}

static void leave(struct job *job, struct worker *w) {
    struct worker **link = &job->workers;
    while (*link != w)
        link = &(*link)->next;
    *link = w->next;
    job->ended += w->run.begun;
}

static void run(struct job *job, struct worker *w) {
    if (cuda_cpu_run_blocks(job->grid, &w->run))
        return;
    __atomic_store_n(&job->taken, job->blocks, __ATOMIC_RELEASE);
    set_run(w, 0, 0);
}

static void take_part(struct job *job, struct worker *w) {
    while (take(job, w, job->blocks))
        run(job, w);
}

// ---- helpers -----------------------------------------------------------------------------------

static struct job *job_with_blocks_left(void) {
    for (struct job *job = jobs; job; job = job->next)
        if (__atomic_load_n(&job->taken, __ATOMIC_RELAXED) < job->blocks)
            return job;
    return NULL;
}

static void *help(void *unused) {
    (void)unused;
    pthread_mutex_lock(&lock);
    while (!stopping) {
        struct job *job = job_with_blocks_left();
        if (job) {
            struct worker w;
            join(job, &w);
            job->helpers++;
            pthread_mutex_unlock(&lock);
            take_part(job, &w);
            pthread_mutex_lock(&lock);
            leave(job, &w);
            if (--job->helpers == 0)
                pthread_cond_broadcast(&left);
            continue;
        }
        pthread_mutex_unlock(&lock);
        for (int i = 0; i < SPINS && !__atomic_load_n(&jobs, __ATOMIC_RELAXED); i++)
            cuda_cpu_relax();
        pthread_mutex_lock(&lock);
        if (!job_with_blocks_left() && !stopping)
            pthread_cond_wait(&work, &lock);
    }
    pthread_mutex_unlock(&lock);
    cuda_cpu_free_fibers();
    return NULL;
}

// ---- standing in for cores that blocks hold up -------------------------------------------------

static void *stand_in(void *data) {
    struct job *job = data;
    struct worker w;
    pthread_mutex_lock(&lock);
    join(job, &w);
    pthread_mutex_unlock(&lock);
    while (take(job, &w, 1) || take_over(job, &w))
        run(job, &w);
    cuda_cpu_free_fibers();
    pthread_mutex_lock(&lock);
    leave(job, &w);
    if (--job->helpers == 0)
        pthread_cond_broadcast(&left);
    pthread_mutex_unlock(&lock);
    return NULL;
}

// Whether blocks of the job are left to begin.
static bool has_more(const struct job *job) {
    bool more = __atomic_load_n(&job->taken, __ATOMIC_RELAXED) < job->blocks;
    for (const struct worker *w = job->workers; w && !more; w = w->next)
        more = __atomic_load_n(&w->run.next, __ATOMIC_RELAXED) < w->run.last;
    return more;
}

static void tell(const struct job *job, size_t running) {
    fprintf(stderr,
            "cuda-cpu: kernel %s: no block has come to its end for %d s: of %zu, %zu have and %zu "
            "run; perhaps they wait for what never comes\n",
            job->grid->name, TELL * LOOK_MS / 1000, job->blocks, job->seen, running);
}

// Needs the lock.
static void look_at(struct job *job) {
    size_t ended = job->ended, running = 0;
    for (const struct worker *w = job->workers; w; w = w->next) {
        const size_t begun = __atomic_load_n(&w->run.begun, __ATOMIC_RELAXED);
        ended += begun > 0 ? begun - 1 : 0;
        running += begun > 0;
    }
    job->looks = ended == job->seen ? job->looks + 1 : 0;
    job->seen = ended;
    if (job->looks == TELL)
        tell(job, running);
    int more = job->looks < PATIENCE ? 0 : job->standing_in > 0 ? job->standing_in : 1;
    for (; more > 0 && job->standing_in < MOST_STANDING && has_more(job); more--) {
        pthread_t thread;
        if (pthread_create(&thread, NULL, stand_in, job) != 0)
            break;
        pthread_detach(thread);
        job->standing_in++;
        job->helpers++;
    }
}

static void *keep_watch(void *unused) {
    (void)unused;
    int idle = 0;
    pthread_mutex_lock(&lock);
    while (!stopping) {
        if (jobs || idle++ < DOZE) {
            struct timespec until;
            clock_gettime(CLOCK_REALTIME, &until);
            until.tv_nsec += LOOK_MS * 1000000L;
            until.tv_sec += until.tv_nsec / 1000000000;
            until.tv_nsec %= 1000000000;
            pthread_cond_timedwait(&look, &lock, &until);
        } else {
            dozing = true;
            pthread_cond_wait(&look, &lock);
            dozing = false;
        }
        idle = jobs ? 0 : idle;
        for (struct job *job = jobs; job; job = job->next)
            look_at(job);
    }
    pthread_mutex_unlock(&lock);
    return NULL;
}

// ---- grids -------------------------------------------------------------------------------------

// needs the lock
static void start_helpers(void) {
    if (helpers)
        return;
    helpers = calloc((size_t)cuda_cpu_cores(), sizeof *helpers);
    while (helpers && helper_count < cuda_cpu_cores() - 1 &&
           pthread_create(&helpers[helper_count], NULL, help, NULL) == 0)
        helper_count++;
    watching = pthread_create(&watch, NULL, keep_watch, NULL) == 0;
}

void cuda_cpu_stop_helpers(void) {
    pthread_mutex_lock(&lock);
    stopping = true;
    pthread_cond_broadcast(&work);
    pthread_cond_broadcast(&look);
    pthread_mutex_unlock(&lock);
    for (int i = 0; i < helper_count; i++)
        pthread_join(helpers[i], NULL);
    if (watching)
        pthread_join(watch, NULL);
    free(helpers);
    helpers = NULL;
}

void cuda_cpu_run_grid(const struct cuda_cpu_grid *grid) {
    struct job job = {.grid = grid, .blocks = block_count(grid)};
    struct worker w;
    join(&job, &w);
    CUDA_CPU_HOOK(launch, grid);
    if (job.blocks == 1 || (cuda_cpu_hooks.launch && !cuda_cpu_hooks.on_all_cores)) {
        CUDA_CPU_HOOK(repeatable, grid);
        take_part(&job, &w);
        while (cuda_cpu_hooks.again && cuda_cpu_hooks.again(grid)) {
            job.taken = 0;
            take_part(&job, &w);
        }
        CUDA_CPU_HOOK(launched, grid);
        return;
    }
    pthread_mutex_lock(&lock);
    start_helpers();
    job.next = jobs;
    __atomic_store_n(&jobs, &job, __ATOMIC_RELAXED);
    pthread_cond_broadcast(&work);
    if (dozing)
        pthread_cond_signal(&look);
    pthread_mutex_unlock(&lock);

    take_part(&job, &w);

    pthread_mutex_lock(&lock);
    while (job.helpers > 0)
        pthread_cond_wait(&left, &lock);
    struct job **link = &jobs;
    while (*link != &job)
        link = &(*link)->next;
    __atomic_store_n(link, job.next, __ATOMIC_RELAXED);
    pthread_mutex_unlock(&lock);
    CUDA_CPU_HOOK(launched, grid);
}
