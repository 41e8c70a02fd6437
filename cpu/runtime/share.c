// SPDX-License-Identifier: MIT
// The blocks of a grid, shared out to the cores. Who serves the stream and one helper a further
// core take runs of blocks off a common counter, long runs first, so memory and overhead follow the
// cores and not the grid. Before it sleeps, a helper looks for more work for a while; a launch that
// will be over before one woke up is left alone, by those that are awake, too: taking part would
// cost more than the blocks do. Helpers that are woken wake others.
//
// Blocks are begun in order, so one may spin until an earlier one has written something. One that
// spins for a later block would hold up its core for good: on a GPU many more blocks run at the
// same time than here. So where no block of a grid comes to its end for a while, OS threads beyond
// the cores stand in and begin further blocks, also those of runs that others hold.
#define _GNU_SOURCE
#include <pthread.h>
#include <stdint.h>
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
    int helpers;  // workers beside the one that serves the stream; it ends when they have left
    size_t ended; // blocks of the workers that have left
    bool brief;   // helpers leave it alone
    int wanted;   // so many helpers are yet to be woken, by those that come
    // What the watch knows: blocks ended when it last looked, for how many looks they have been no
    // more, how many OS threads stand in.
    size_t seen;
    int looks, standing_in;
};

// What many threads write stands apart from what those read who look for work.
#define APART __attribute__((aligned(128)))

#ifdef PTHREAD_ADAPTIVE_MUTEX_INITIALIZER_NP // held for less time than a thread takes to wake up
static APART pthread_mutex_t lock = PTHREAD_ADAPTIVE_MUTEX_INITIALIZER_NP;
#else
static APART pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
#endif
static pthread_cond_t work = PTHREAD_COND_INITIALIZER;
static pthread_cond_t left = PTHREAD_COND_INITIALIZER;
static pthread_cond_t look = PTHREAD_COND_INITIALIZER;
static pthread_t *helpers, watch;
static int helper_count;
static bool watching, dozing, stopping; // dozing: the watch waits to be told of a grid
static int asleep;                      // helpers that wait to be woken
static APART int awake;                 // helpers that look for work before they sleep
static APART int working;               // OS threads at work on grids of more than one block
static APART struct job *jobs;          // grids that are running
static APART unsigned long begun;       // grids so far that are not brief
static int shown;                       // of those that are running, so many are not

enum {
    SPINS = 4000,        // see wait.c
    WAKING_NS = 30000,   // what is over sooner is not worth to wake a core for
    WAKES = 3,           // helpers that one thread wakes; those wake others
    LOOK_MS = 100,       // how often the watch looks
    PATIENCE = 3,        // looks without a block that ended, before OS threads stand in
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

static size_t last_of(const struct worker *w) {
    return __atomic_load_n(&w->run.last, __ATOMIC_RELAXED);
}

static void set_run(struct worker *w, size_t first, size_t last) {
    hold(w);
    __atomic_store_n(&w->run.next, first, __ATOMIC_RELAXED);
    __atomic_store_n(&w->run.last, last, __ATOMIC_RELAXED);
    let_go(w);
}

// Takes the next run of blocks, of `most` at the most, and if it does not have them `alone` of a
// part of what is left; a crash hands out the rest to nobody.
static bool take(struct job *job, struct worker *w, size_t most, bool alone) {
    size_t taken = __atomic_load_n(&job->taken, __ATOMIC_RELAXED), run;
    do {
        if (taken >= job->blocks)
            return false;
        run = (job->blocks - taken) / (alone ? 1 : (size_t)(4 * cuda_cpu_cores()));
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
    size_t first = 0;
    for (struct worker *v = job->workers; v; v = v->next) {
        const size_t next = __atomic_load_n(&v->run.next, __ATOMIC_RELAXED);
        if (v != w && next < last_of(v) && (!from || next < first))
            from = v, first = next;
    }
    if (from) {
        hold(from);
        const size_t block = __atomic_fetch_add(&from->run.next, 1, __ATOMIC_RELAXED);
        found = block < last_of(from);
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
    __atomic_fetch_add(&working, 1, __ATOMIC_RELAXED);
}

static void leave(struct job *job, struct worker *w) {
    struct worker **link = &job->workers;
    while (*link != w)
        link = &(*link)->next;
    *link = w->next;
    job->ended += w->run.begun;
    __atomic_fetch_sub(&working, 1, __ATOMIC_RELAXED);
}

// One that is not the stream's leaves: it may be the last that the stream waits for.
static void leave_as_helper(struct job *job, struct worker *w) {
    leave(job, w);
    if (__atomic_sub_fetch(&job->helpers, 1, __ATOMIC_RELEASE) == 0)
        pthread_cond_broadcast(&left);
}

static void run(struct job *job, struct worker *w) {
    if (cuda_cpu_run_blocks(job->grid, &w->run))
        return;
    __atomic_store_n(&job->taken, job->blocks, __ATOMIC_RELEASE);
    set_run(w, 0, 0);
}

static void take_part(struct job *job, struct worker *w) {
    while (take(job, w, job->blocks, false))
        run(job, w);
}

// ---- helpers -----------------------------------------------------------------------------------

// ... and a core for it.
static struct job *job_with_blocks_left(void) {
    const bool room = __atomic_load_n(&working, __ATOMIC_RELAXED) < cuda_cpu_cores();
    for (struct job *job = room ? jobs : NULL; job; job = job->next)
        if (!job->brief && __atomic_load_n(&job->taken, __ATOMIC_RELAXED) < job->blocks)
            return job;
    return NULL;
}

// Wakes helpers, of so many that the job wants and that sleep.
static void wake_some(struct job *job, size_t wanted) {
    int some = 0;
    pthread_mutex_lock(&lock);
    if (wanted > 0 || job->wanted > 0) {
        job->wanted = wanted > (size_t)asleep || (int)wanted + job->wanted > asleep
                          ? asleep
                          : (int)wanted + job->wanted;
        some = job->wanted < WAKES ? job->wanted : WAKES;
        job->wanted -= some;
    }
    pthread_mutex_unlock(&lock);
    while (some-- > 0) // who wakes up needs the lock
        pthread_cond_signal(&work);
}

// Takes part in the job; needs the lock, and gives it up meanwhile.
static void help_with(struct job *job) {
    struct worker w;
    join(job, &w);
    __atomic_fetch_add(&job->helpers, 1, __ATOMIC_RELAXED);
    const bool more = job->wanted > 0;
    pthread_mutex_unlock(&lock);
    if (more)
        wake_some(job, 0);
    take_part(job, &w);
    pthread_mutex_lock(&lock);
    leave_as_helper(job, &w);
}

bool cuda_cpu_room_for_help(void) {
    return __atomic_load_n(&shown, __ATOMIC_RELAXED) > 0 &&
           __atomic_load_n(&working, __ATOMIC_RELAXED) < cuda_cpu_cores();
}

bool cuda_cpu_help(const struct cuda_cpu_grid *grid) {
    if (!cuda_cpu_room_for_help())
        return false;
    pthread_mutex_lock(&lock);
    struct job *job = jobs;
    while (job && (job->grid != grid || job->brief ||
                   __atomic_load_n(&job->taken, __ATOMIC_RELAXED) >= job->blocks))
        job = job->next;
    if (job)
        help_with(job);
    pthread_mutex_unlock(&lock);
    return job;
}

int cuda_cpu_helpers_awake(void) {
    return __atomic_load_n(&awake, __ATOMIC_SEQ_CST);
}

// Until a grid begins, or an item of a stream waits, or for a while; and not on all cores.
static void look_for_work(unsigned long seen) {
    const bool room = __atomic_add_fetch(&awake, 1, __ATOMIC_SEQ_CST) < cuda_cpu_cores();
    for (int i = 0; i < SPINS && room && __atomic_load_n(&begun, __ATOMIC_RELAXED) == seen &&
                    !cuda_cpu_work_waits();
         i++)
        cuda_cpu_relax();
    __atomic_fetch_sub(&awake, 1, __ATOMIC_SEQ_CST);
}

static void *help(void *unused) {
    (void)unused;
    pthread_mutex_lock(&lock);
    while (!stopping) {
        const unsigned long seen = begun;
        struct job *job = job_with_blocks_left();
        if (job) {
            help_with(job);
            continue;
        }
        pthread_mutex_unlock(&lock);
        if (!cuda_cpu_serve_any())
            look_for_work(seen);
        const bool found = cuda_cpu_serve_any();
        pthread_mutex_lock(&lock);
        if (!found && begun == seen && !cuda_cpu_work_waits() && !stopping) {
            asleep++;
            pthread_cond_wait(&work, &lock);
            asleep--;
        }
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
    while (take(job, &w, 1, false) || take_over(job, &w))
        run(job, &w);
    cuda_cpu_free_fibers();
    pthread_mutex_lock(&lock);
    leave_as_helper(job, &w);
    pthread_mutex_unlock(&lock);
    return NULL;
}

// Whether blocks of the job are left to begin.
static bool has_more(const struct job *job) {
    bool more = __atomic_load_n(&job->taken, __ATOMIC_RELAXED) < job->blocks;
    for (const struct worker *w = job->workers; w && !more; w = w->next)
        more = __atomic_load_n(&w->run.next, __ATOMIC_RELAXED) < last_of(w);
    return more;
}

bool cuda_cpu_more_to_begin(const struct cuda_cpu_grid *grid) {
    bool more = false;
    pthread_mutex_lock(&lock);
    for (const struct job *job = jobs; job; job = job->next)
        more = more || (job->grid == grid && job->standing_in < MOST_STANDING && has_more(job));
    pthread_mutex_unlock(&lock);
    return more;
}

// Helpers may take part in it from here on. Needs the lock.
static void show(struct job *job) {
    job->brief = false;
    __atomic_store_n(&shown, shown + 1, __ATOMIC_RELAXED);
    __atomic_store_n(&begun, begun + 1, __ATOMIC_RELAXED);
}

// Needs the lock.
static void look_at(struct job *job) {
    size_t ended = job->ended;
    for (const struct worker *w = job->workers; w; w = w->next) {
        const size_t begun = __atomic_load_n(&w->run.begun, __ATOMIC_RELAXED);
        ended += begun > 0 ? begun - 1 : 0;
    }
    job->looks = ended == job->seen ? job->looks + 1 : 0;
    job->seen = ended;
    if (job->looks >= PATIENCE && job->brief)
        show(job);
    int more = job->looks < PATIENCE ? 0 : job->standing_in > 0 ? job->standing_in : 1;
    for (; more > 0 && job->standing_in < MOST_STANDING && has_more(job); more--) {
        pthread_t thread;
        if (pthread_create(&thread, NULL, stand_in, job) != 0)
            break;
        pthread_detach(thread);
        job->standing_in++;
        __atomic_fetch_add(&job->helpers, 1, __ATOMIC_RELAXED);
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

// ---- how long a kernel takes -------------------------------------------------------------------

// Of kernels by what runs their blocks: what a block took when the kernel ran last, in ns; 0: not
// known. Two kernels may share an entry; what is said then costs time, and nothing else.
static unsigned lasted[256];

static unsigned *lasts(const struct cuda_cpu_grid *grid) {
    const uintptr_t at = (uintptr_t)grid->run_blocks >> 4;
    return &lasted[(at ^ at >> 8) % (sizeof lasted / sizeof *lasted)];
}

static double now_ns(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

// ---- grids -------------------------------------------------------------------------------------

// needs the lock
static void start_helpers(void) {
    if (helpers)
        return;
    helpers = calloc((size_t)cuda_cpu_cores(), sizeof *helpers);
    while (helpers && helper_count < cuda_cpu_cores() && cuda_cpu_cores() > 1 &&
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

// As many helpers as the blocks that are left may want, beside those that are awake; and where it
// is known how long a block takes, no more than have enough to do.
static void wake_helpers(struct job *job, unsigned each) {
    const size_t taken = __atomic_load_n(&job->taken, __ATOMIC_RELAXED);
    size_t wanted = taken < job->blocks ? job->blocks - taken : 0;
    if (each > 0 && each < WAKING_NS)
        wanted = wanted * each / WAKING_NS + (wanted > 0);
    if (wanted > 0)
        wake_some(job, wanted);
}

// The stream's own part of it; what a block took when the kernel ran last, 0: nobody knows.
static void lead(struct job *job, struct worker *w, unsigned each) {
    const double expected = (double)each * (double)job->blocks;
    const bool brief = job->brief;
    const size_t most = brief ? 1 + WAKING_NS / 4 / each : job->blocks;
    if (!brief)
        wake_helpers(job, each);
    const double start = now_ns(); // waking takes time, too, which is not the blocks'
    for (bool all = each == 0; take(job, w, most, brief && !all);) {
        run(job, w);
        if (!all && now_ns() - start > (brief ? WAKING_NS / 2 : 2 * expected)) {
            all = true; // it is not as it was
            pthread_mutex_lock(&lock);
            if (job->brief)
                show(job);
            pthread_mutex_unlock(&lock);
            wake_helpers(job, 0);
        }
    }
    const size_t mine = __atomic_load_n(&w->run.begun, __ATOMIC_RELAXED);
    if (mine > 0) {
        const double ns = (now_ns() - start) / (double)mine;
        __atomic_store_n(lasts(job->grid),
                         ns < 1     ? 1
                         : ns > 1e9 ? 1000000000
                                    : (unsigned)ns,
                         __ATOMIC_RELAXED);
    }
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
        __atomic_fetch_sub(&working, 1, __ATOMIC_RELAXED);
        CUDA_CPU_HOOK(launched, grid);
        return;
    }
    const unsigned each = __atomic_load_n(lasts(grid), __ATOMIC_RELAXED);
    job.brief = each > 0 && (double)each * (double)job.blocks < WAKING_NS;
    pthread_mutex_lock(&lock);
    start_helpers();
    job.next = jobs;
    __atomic_store_n(&jobs, &job, __ATOMIC_RELAXED);
    if (!job.brief)
        show(&job);
    if (dozing)
        pthread_cond_signal(&look);
    pthread_mutex_unlock(&lock);

    lead(&job, &w, each);

    for (int i = 0; i < SPINS && __atomic_load_n(&job.helpers, __ATOMIC_ACQUIRE) > 0; i++)
        cuda_cpu_relax();
    pthread_mutex_lock(&lock);
    while (job.helpers > 0)
        pthread_cond_wait(&left, &lock);
    struct job **link = &jobs;
    while (*link != &job)
        link = &(*link)->next;
    __atomic_store_n(link, job.next, __ATOMIC_RELAXED);
    if (!job.brief)
        __atomic_store_n(&shown, shown - 1, __ATOMIC_RELAXED);
    __atomic_fetch_sub(&working, 1, __ATOMIC_RELAXED);
    pthread_mutex_unlock(&lock);
    CUDA_CPU_HOOK(launched, grid);
}
