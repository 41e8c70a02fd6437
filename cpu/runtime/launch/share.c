// SPDX-License-Identifier: MIT
// The blocks of a grid, shared out to the cores: as many shares of blocks side by side as OS
// threads will come. A core begins with the share that it had in the launch before, whose elements
// are still in its cache; it takes long runs of blocks first, so memory and overhead follow the
// cores and not the grid, and goes on with what is left of the other shares. A launch that will be
// over before a helper came is left to the thread that serves its stream.
//
// The blocks of a share are begun in order, and all shares by somebody who is there, or comes: so a
// block may spin until an earlier one has written something. For one that spins for a later block
// there is standing.c.
//
// No thread waits for a lock here: on many cores that would take longer than most launches do.
#define _GNU_SOURCE
#include <limits.h>
#include <math.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "device/device.h"
#include "hooks.h"
#include "launch/launch.h"
#include "share.h"
#include "streams/streams.h"
#include "threads/threads.h"

struct job *cuda_cpu_jobs;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; // of those who sleep until a job is left
static pthread_cond_t left = PTHREAD_COND_INITIALIZER;

enum {
    SPINS = 4000,      // see wait.c
    WAKING_NS = 30000, // what is over sooner is not worth to wake a core for
    COMING_NS = 5000,  // nor this to share with one that is awake
    PARTS = 4,         // that a core's share is taken in, and more
};

static size_t block_count(const struct cuda_cpu_grid *grid) {
    return (size_t)grid->grid[0] * grid->grid[1] * grid->grid[2];
}

// Or work of the runtime's own, which is shared out in the same way.
static bool is_kernel(const struct cuda_cpu_grid *grid) {
    return grid->name != NULL;
}

static double now_ns(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

// ---- entering and leaving ----------------------------------------------------------------------

bool cuda_cpu_enter(struct job *job, unsigned bit) {
    if (__atomic_load_n(&job->state, __ATOMIC_RELAXED) & bit) {
        if (__atomic_fetch_add(&job->state, 1, __ATOMIC_ACQ_REL) & bit)
            return true;
        cuda_cpu_leave(job); // it is over
    }
    return false;
}

void cuda_cpu_leave(struct job *job) {
    const unsigned state = __atomic_sub_fetch(&job->state, 1, __ATOMIC_ACQ_REL);
    if (state & JOB_AWAITED && !(state & JOB_INSIDE)) {
        pthread_mutex_lock(&lock);
        pthread_cond_broadcast(&left);
        pthread_mutex_unlock(&lock);
    }
}

bool cuda_cpu_is_open(const void *stream) {
    for (struct job *job = __atomic_load_n(&cuda_cpu_jobs, __ATOMIC_ACQUIRE); job;
         job = job->next) {
        const unsigned state = __atomic_load_n(&job->state, __ATOMIC_RELAXED);
        if (state & JOB_OPEN &&
            (state & JOB_INSIDE) < __atomic_load_n(&job->most, __ATOMIC_RELAXED) &&
            (!stream || __atomic_load_n(&job->stream, __ATOMIC_RELAXED) == stream))
            return cuda_cpu_core_is_free();
    }
    return false;
}

struct job *cuda_cpu_enter_open(const void *stream) {
    for (struct job *job = __atomic_load_n(&cuda_cpu_jobs, __ATOMIC_ACQUIRE); job; job = job->next)
        if ((__atomic_load_n(&job->state, __ATOMIC_RELAXED) & JOB_INSIDE) <
                __atomic_load_n(&job->most, __ATOMIC_RELAXED) &&
            (!stream || __atomic_load_n(&job->stream, __ATOMIC_RELAXED) == stream) &&
            cuda_cpu_enter(job, JOB_OPEN)) {
            if (cuda_cpu_take_core(false))
                return job;
            cuda_cpu_leave(job);
            return NULL;
        }
    return NULL;
}

// If all others have left it, no thread enters it any longer. Until then OS threads may stand in
// for them (standing.c).
static bool try_to_close(struct job *job) {
    unsigned state = __atomic_load_n(&job->state, __ATOMIC_ACQUIRE);
    while (!(state & JOB_INSIDE))
        if (__atomic_compare_exchange_n(&job->state, &state, 0, true, __ATOMIC_ACQ_REL,
                                        __ATOMIC_ACQUIRE))
            return true;
    return false;
}

static void close_job(struct job *job) {
    for (int i = 0; i < SPINS; i++) {
        if (try_to_close(job))
            return;
        cuda_cpu_relax();
    }
    pthread_mutex_lock(&lock);
    __atomic_fetch_or(&job->state, JOB_AWAITED, __ATOMIC_ACQ_REL);
    while (!try_to_close(job))
        pthread_cond_wait(&left, &lock);
    pthread_mutex_unlock(&lock);
}

// ---- taking blocks -----------------------------------------------------------------------------

void cuda_cpu_set_run(struct worker *w, size_t first, size_t last) {
    while (__atomic_exchange_n(&w->guard, 1, __ATOMIC_ACQUIRE))
        cuda_cpu_relax();
    __atomic_store_n(&w->run.next, first, __ATOMIC_RELAXED);
    __atomic_store_n(&w->run.last, last, __ATOMIC_RELAXED);
    __atomic_store_n(&w->run.open, !cuda_cpu_can_open_runs, __ATOMIC_RELAXED);
    __atomic_store_n(&w->guard, 0, __ATOMIC_RELEASE);
}

bool cuda_cpu_take(struct job *job, struct worker *w, size_t most, bool alone) {
    for (unsigned i = 0; i < job->shares; i++) {
        struct share *share = &job->share[w->share];
        size_t next = __atomic_load_n(&share->next, __ATOMIC_RELAXED), run = 0;
        do {
            if (next >= share->last)
                break;
            run = (share->last - next) / (alone ? 1 : job->parts);
            run = run > most ? most : run > 0 ? run : 1;
        } while (!__atomic_compare_exchange_n(&share->next, &next, next + run, true,
                                              __ATOMIC_ACQ_REL, __ATOMIC_RELAXED));
        if (next < share->last) {
            cuda_cpu_set_run(w, next, next + run);
            return true;
        }
        w->share = (w->share + 1) % job->shares;
    }
    if (__atomic_load_n(&job->state, __ATOMIC_RELAXED) & JOB_OPEN)
        __atomic_fetch_and(&job->state, ~(unsigned)JOB_OPEN, __ATOMIC_RELAXED);
    return false;
}

void cuda_cpu_work_off(struct job *job, struct worker *w) {
    if (is_kernel(job->grid) ? cuda_cpu_run_blocks(job->grid, &w->run)
                             : (job->grid->run_blocks(job->grid, &w->run), true))
        return;
    // a crash hands out no more
    for (unsigned i = 0; i < job->shares; i++)
        __atomic_store_n(&job->share[i].next, job->share[i].last, __ATOMIC_RELEASE);
    cuda_cpu_set_run(w, 0, 0);
}

// A place in the team, if one is free: that of the core's own share, another's whose share nobody
// has begun with, or one beside those.
static struct worker *find_place(struct job *job) {
    const unsigned places = (unsigned)cuda_cpu_cores(), own = cuda_cpu_near() % job->shares;
    for (unsigned i = 0; i < places; i++) {
        const unsigned k = i < job->shares ? (own + i) % job->shares : i;
        struct worker *w = &job->team[k];
        unsigned long turn = __atomic_load_n(&w->turn, __ATOMIC_RELAXED);
        if (turn != job->turn && __atomic_compare_exchange_n(&w->turn, &turn, job->turn, false,
                                                             __ATOMIC_ACQ_REL, __ATOMIC_RELAXED)) {
            __atomic_store_n(&w->run.begun, 0, __ATOMIC_RELAXED);
            __atomic_store_n(&w->left, false, __ATOMIC_RELAXED);
            w->share = k % job->shares;
            return w;
        }
    }
    return NULL;
}

void cuda_cpu_take_part(struct job *job) {
    struct worker *w = find_place(job);
    if (!w)
        return;
    cuda_cpu_wake_helpers(job);
    const double start = now_ns();
    while (cuda_cpu_take(job, w, SIZE_MAX, false))
        cuda_cpu_work_off(job, w);
    w->took = now_ns() - start;
    __atomic_store_n(&w->left, true, __ATOMIC_RELAXED);
}

bool cuda_cpu_help(const void *stream) {
    struct job *job = cuda_cpu_enter_open(stream);
    if (!job)
        return false;
    cuda_cpu_hurry(); // this thread looks after streams no longer
    cuda_cpu_take_part(job);
    cuda_cpu_leave_core();
    cuda_cpu_leave(job);
    return true;
}

// ---- how long a kernel takes -------------------------------------------------------------------

// Of kernels by what runs their blocks: what a block took when the kernel ran last, in ns; 0: not
// known. Two kernels may share an entry; what is said then costs time, and nothing else.
static unsigned lasted[256];

static unsigned *lasts(const struct cuda_cpu_grid *grid) {
    const uintptr_t at = (uintptr_t)grid->run_blocks >> 4;
    return &lasted[(at ^ at >> 8) % (sizeof lasted / sizeof *lasted)];
}

// What a block of a job took that is over: by all who took part, but for those to whom it took
// longer than to the average. They were held up, or began in the cold, as the next launch will not.
static void note_lasted(const struct job *job) {
    enum { GROWS = 4 }; // by so much at once: if it is longer still, that shows as it runs
    double ns = HUGE_VAL;
    for (int round = 0; round < 2; round++) {
        double took = 0, blocks = 0;
        for (int i = 0; i < cuda_cpu_cores(); i++) {
            const struct worker *w = &job->team[i];
            const double begun = (double)__atomic_load_n(&w->run.begun, __ATOMIC_RELAXED);
            const bool present = __atomic_load_n(&w->turn, __ATOMIC_RELAXED) == job->turn;
            if (present && begun > 0 && w->took <= ns * begun) {
                took += w->took;
                blocks += begun;
            }
        }
        ns = blocks > 0 ? took / blocks : ns;
    }
    if (ns == HUGE_VAL)
        return;
    unsigned *last = lasts(job->grid);
    const unsigned before = __atomic_load_n(last, __ATOMIC_RELAXED);
    const double most = before > 0 ? (double)GROWS * before : 1e9;
    ns = ns > most ? most : ns;
    __atomic_store_n(last, ns < 1 ? 1 : ns > 1e9 ? 1000000000 : (unsigned)ns, __ATOMIC_RELAXED);
}

// ---- grids -------------------------------------------------------------------------------------

void cuda_cpu_open(struct job *job, double each) {
    size_t more = 0; // blocks that are left
    for (unsigned i = 0; i < job->shares; i++) {
        const size_t next = __atomic_load_n(&job->share[i].next, __ATOMIC_RELAXED);
        more += next < job->share[i].last ? job->share[i].last - next : 0;
    }
    if (more == 0 || (double)more * each < COMING_NS)
        return;
    const double waken = (double)more * each / WAKING_NS,
                 most = more < JOB_INSIDE ? (double)more : JOB_INSIDE;
    __atomic_store_n(&job->waken, (unsigned)(waken < most ? waken : most), __ATOMIC_RELAXED);
    __atomic_store_n(&job->most, JOB_INSIDE, __ATOMIC_RELAXED);
    unsigned state = __atomic_load_n(&job->state, __ATOMIC_RELAXED);
    while (state & JOB_RUNS && !(state & JOB_OPEN))
        if (__atomic_compare_exchange_n(&job->state, &state, state | JOB_OPEN, true,
                                        __ATOMIC_SEQ_CST, __ATOMIC_RELAXED))
            state |= JOB_OPEN;
    if (state & JOB_OPEN)
        cuda_cpu_call_helpers(job);
}

// One that is not in use, or another; NULL: there is no memory.
static struct job *new_job(void) {
    struct job *job = __atomic_load_n(&cuda_cpu_jobs, __ATOMIC_ACQUIRE);
    for (; job; job = job->next)
        if (!__atomic_load_n(&job->used, __ATOMIC_RELAXED) &&
            !__atomic_exchange_n(&job->used, true, __ATOMIC_ACQUIRE))
            return job;
    const size_t cores = (size_t)cuda_cpu_cores();
    char *bytes = NULL;
    const size_t size = sizeof *job + cores * (sizeof *job->team + sizeof *job->share);
    if (posix_memalign((void **)&bytes, 128, size) != 0)
        return NULL;
    memset(bytes, 0, size);
    job = (struct job *)bytes;
    job->used = true;
    job->team = (struct worker *)(job + 1);
    job->share = (struct share *)(job->team + cores);
    job->next = __atomic_load_n(&cuda_cpu_jobs, __ATOMIC_RELAXED);
    while (!__atomic_compare_exchange_n(&cuda_cpu_jobs, &job->next, job, true, __ATOMIC_RELEASE,
                                        __ATOMIC_RELAXED))
        ;
    return job;
}

// What a launch is expected to be.
struct plan {
    unsigned each;    // ns that a block takes; 0: unknown
    bool brief;       // helpers leave it alone
    unsigned most;    // of them
    unsigned waken;   // of those that sleep
    unsigned workers; // that will come, and the one that leads them
};

static struct plan make_plan(const struct cuda_cpu_grid *grid, size_t blocks) {
    struct plan p = {.each = __atomic_load_n(lasts(grid), __ATOMIC_RELAXED)};
    const double expected = (double)p.each * (double)blocks;
    const double by_blocks = (double)(blocks - 1);
    double waking = by_blocks, coming = by_blocks; // worth it
    unsigned awake, asleep;
    cuda_cpu_count_helpers(&awake, &asleep);
    if (p.each > 0) {
        waking = expected / WAKING_NS < waking ? expected / WAKING_NS : waking;
        coming = expected / COMING_NS < coming ? expected / COMING_NS : coming;
    }
    const unsigned come = coming < awake ? (unsigned)coming : awake;
    p.waken = waking < awake ? 0 : waking - awake < asleep ? (unsigned)(waking - awake) : asleep;
    p.most = coming < JOB_INSIDE ? (unsigned)coming : JOB_INSIDE;
    p.brief = come + p.waken == 0;
    p.workers = 1 + come + p.waken;
    return p;
}

// The stream's own part of it. If it takes longer than was expected, more helpers may be worth it.
static void lead(struct job *job, struct plan p, size_t blocks) {
    const double expected = (double)p.each * (double)blocks;
    const double longer = p.brief && expected < WAKING_NS / 4 ? WAKING_NS / 2 : 2 * expected;
    const size_t most = p.brief && p.each > 0 ? 1 + WAKING_NS / 4 / p.each : SIZE_MAX;
    struct worker *w = find_place(job);
    const double start = now_ns();
    bool all = p.each == 0 && !p.brief; // who comes may have some
    while (cuda_cpu_take(job, w, all ? SIZE_MAX : most, p.brief && !all)) {
        cuda_cpu_work_off(job, w);
        const double took = all ? 0 : now_ns() - start;
        if (took > longer) { // it is not as it was
            all = true;
            cuda_cpu_open(job, took / (double)__atomic_load_n(&w->run.begun, __ATOMIC_RELAXED));
        }
    }
    w->took = now_ns() - start;
    __atomic_store_n(&w->left, true, __ATOMIC_RELAXED);
}

// All blocks in order, by this thread alone.
static void run_alone(const struct cuda_cpu_grid *grid, size_t blocks) {
    CUDA_CPU_HOOK(repeatable, grid);
    do {
        cuda_cpu_run_blocks(grid, &(struct cuda_cpu_run){.last = blocks});
        cuda_cpu_nest_is_known(grid);
    } while (cuda_cpu_hooks.again && cuda_cpu_hooks.again(grid));
}

static void run_together(struct job *job, const struct cuda_cpu_grid *grid, size_t blocks) {
    const struct plan p = make_plan(grid, blocks);
    job->turn++;
    job->grid = grid;
    __atomic_store_n(&job->stream, cuda_cpu_served, __ATOMIC_RELAXED);
    __atomic_store_n(&job->most, p.most, __ATOMIC_RELAXED);
    __atomic_store_n(&job->waken, p.waken, __ATOMIC_RELAXED);
    job->shares = p.workers < blocks ? p.workers : (unsigned)blocks;
    job->parts = PARTS * (unsigned)cuda_cpu_cores() / job->shares;
    for (unsigned i = 0; i < job->shares; i++) {
        const size_t whole = blocks / job->shares, more = blocks % job->shares;
        job->share[i].last = (i + 1) * whole + (i + 1 < more ? i + 1 : more);
        __atomic_store_n(&job->share[i].next, i * whole + (i < more ? i : more), __ATOMIC_RELAXED);
    }
    job->seen = 0;
    job->looks = job->standing_in = 0;
    __atomic_fetch_or(&job->state, JOB_RUNS | (p.brief ? 0 : JOB_OPEN), __ATOMIC_SEQ_CST);
    if (!p.brief)
        cuda_cpu_call_helpers(job);
    cuda_cpu_wake_watch();
    lead(job, p, blocks);
    close_job(job);
    note_lasted(job);
    cuda_cpu_forget_standing(job);
    __atomic_store_n(&job->used, false, __ATOMIC_RELEASE);
}

void cuda_cpu_run_grid(const struct cuda_cpu_grid *grid) {
    const size_t blocks = block_count(grid);
    const bool in_order = cuda_cpu_hooks.launch && !cuda_cpu_hooks.on_all_cores;
    struct job *job = NULL;
    CUDA_CPU_HOOK(launch, grid);
    if (blocks > 1 && !in_order) {
        cuda_cpu_start_helpers();
        job = new_job();
    }
    if (job)
        run_together(job, grid, blocks);
    else
        run_alone(grid, blocks);
    CUDA_CPU_HOOK(launched, grid);
}

bool cuda_cpu_share_out(void (*run_parts)(const struct cuda_cpu_grid *, struct cuda_cpu_run *),
                        const void *data, size_t parts) {
    if (cuda_cpu_cores() < 2 || cuda_cpu_hooks.launch || parts > UINT_MAX)
        return false;
    cuda_cpu_start_helpers();
    struct job *job = new_job();
    if (!job)
        return false;
    const struct cuda_cpu_grid work = {
        .grid = {(unsigned)parts, 1, 1}, .closure = data, .run_blocks = run_parts};
    cuda_cpu_take_core(true);
    run_together(job, &work, parts);
    cuda_cpu_leave_core();
    return true;
}
