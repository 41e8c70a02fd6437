// SPDX-License-Identifier: MIT
// Blocks that spin until a later one has written something would hold up their cores for good: on a
// GPU many more blocks run at the same time than here. So where no block of a grid comes to its end
// for a while, OS threads beyond the cores stand in and begin further blocks, also those of runs
// that others hold.
#define _GNU_SOURCE
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <time.h>
#include "device/device.h"
#include "hooks.h"
#include "launch/launch.h"
#include "share.h"
#include "threads/threads.h"

#ifdef __linux__
#include <linux/membarrier.h>
#include <sys/syscall.h>
#include <unistd.h>

#endif

enum {
    LOOK_MS = 100,                // how often the watch looks
    PATIENCE = 3,                 // looks without a block that ended, before OS threads stand in
    DOZE = 10,                    // looks without a grid
    MOST_STANDING = 1024,         // what a large GPU holds of small blocks at the same time
    MOST_STANDING_THREADS = 65536 // of theirs: each may need a stack, of which 8 KB are used
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t look = PTHREAD_COND_INITIALIZER;
static pthread_t watch;
static bool watching, stopping;
static CUDA_CPU_APART bool dozing; // the watch waits to be told of a grid

// ---- standing in -------------------------------------------------------------------------------

// The i-th worker of a job, as far as it is one; then those that stand in. Needs the lock.
static struct worker *next_worker(const struct job *job, int *i) {
    while (*i < cuda_cpu_cores()) {
        struct worker *w = &job->team[(*i)++];
        if (__atomic_load_n(&w->turn, __ATOMIC_ACQUIRE) == job->turn)
            return w;
    }
    struct worker *w = job->standing;
    for (int more = cuda_cpu_cores(); w && more < *i; more++)
        w = w->standing;
    ++*i;
    return w;
}

static size_t next_of(const struct worker *w) {
    return __atomic_load_n(&w->run.next, __ATOMIC_RELAXED);
}
static size_t last_of(const struct worker *w) {
    return __atomic_load_n(&w->run.last, __ATOMIC_RELAXED);
}

bool cuda_cpu_can_open_runs;

// Before there are other threads, when it costs nothing.
__attribute__((constructor)) static void ask_for_opening(void) {
#ifdef __linux__
    cuda_cpu_can_open_runs =
        syscall(SYS_membarrier, MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED, 0, 0) == 0;
#endif
}

// Others may take blocks of the worker's run from now on (cuda_cpu_take_block). All threads are
// made to come past a barrier: its own then sees that the run is open, or was seen to be taking a
// block before it did. Needs the guard.
static bool open_run(struct worker *w) {
    if (!__atomic_exchange_n(&w->run.open, 1, __ATOMIC_SEQ_CST)) {
#ifdef __linux__
        if (syscall(SYS_membarrier, MEMBARRIER_CMD_PRIVATE_EXPEDITED, 0, 0) != 0)
#endif
        {
            __atomic_store_n(&w->run.open, 0, __ATOMIC_RELAXED);
            return false;
        }
        while (__atomic_load_n(&w->run.taking, __ATOMIC_ACQUIRE))
            cuda_cpu_relax();
    }
    return true;
}

// Takes the first block that another worker holds and has not begun.
static bool take_over(struct job *job, struct worker *w) {
    struct worker *from = NULL;
    size_t block = 0;
    bool found = false;
    pthread_mutex_lock(&lock);
    int i = 0;
    for (struct worker *v; (v = next_worker(job, &i));)
        if (v != w && next_of(v) < last_of(v) && (!from || next_of(v) < block))
            from = v, block = next_of(v);
    if (from) {
        while (__atomic_exchange_n(&from->guard, 1, __ATOMIC_ACQUIRE))
            cuda_cpu_relax();
        if (open_run(from)) {
            block = __atomic_fetch_add(&from->run.next, 1, __ATOMIC_RELAXED);
            found = block < last_of(from);
        }
        __atomic_store_n(&from->guard, 0, __ATOMIC_RELEASE);
    }
    pthread_mutex_unlock(&lock);
    if (found)
        cuda_cpu_set_run(w, block, block + 1);
    return found;
}

struct stand_in {
    struct job *job;
    struct worker *worker;
};

static void *stand_in(void *data) {
    struct stand_in *s = data;
    struct job *job = s->job;
    struct worker *w = s->worker;
    free(s);
    cuda_cpu_take_core(true);
    while (cuda_cpu_take(job, w, 1, false) || take_over(job, w))
        cuda_cpu_work_off(job, w);
    __atomic_store_n(&w->left, true, __ATOMIC_RELAXED);
    cuda_cpu_free_fibers();
    cuda_cpu_leave_core();
    cuda_cpu_leave(job);
    return NULL;
}

// One more, who enters the job; needs the lock.
static bool send_in(struct job *job) {
    pthread_t thread;
    struct stand_in *s = malloc(sizeof *s);
    void *w = NULL;
    if (!s || posix_memalign(&w, 128, sizeof *s->worker) != 0 || !cuda_cpu_enter(job, JOB_RUNS)) {
        free(s);
        free(w);
        return false;
    }
    *s = (struct stand_in){job, w};
    *s->worker = (struct worker){.standing = job->standing};
    job->standing = s->worker;
    if (pthread_create(&thread, NULL, stand_in, s) != 0) {
        job->standing = s->worker->standing;
        free(s);
        free(w);
        cuda_cpu_leave(job);
        return false;
    }
    pthread_detach(thread);
    job->standing_in++;
    return true;
}

void cuda_cpu_forget_standing(struct job *job) {
    for (struct worker *w = job->standing, *next; w; w = next) {
        next = w->standing;
        free(w);
    }
    job->standing = NULL;
}

// ---- looking -----------------------------------------------------------------------------------

// Whether blocks of the job are left to begin; needs the lock.
static bool has_more(const struct job *job) {
    for (unsigned i = 0; i < job->shares; i++)
        if (__atomic_load_n(&job->share[i].next, __ATOMIC_RELAXED) < job->share[i].last)
            return true;
    int i = 0;
    for (const struct worker *w; (w = next_worker(job, &i));)
        if (next_of(w) < last_of(w))
            return true;
    return false;
}

static bool may_send_in(const struct job *job) {
    const unsigned *size = job->grid->block;
    return job->standing_in < MOST_STANDING &&
           (size_t)job->standing_in * size[0] * size[1] * size[2] < MOST_STANDING_THREADS &&
           has_more(job);
}

bool cuda_cpu_more_to_begin(const struct cuda_cpu_grid *grid) {
    bool more = false;
    pthread_mutex_lock(&lock);
    struct job *job = __atomic_load_n(&cuda_cpu_jobs, __ATOMIC_ACQUIRE);
    for (; job; job = job->next)
        if (cuda_cpu_enter(job, JOB_RUNS)) {
            more = more || (job->grid == grid && may_send_in(job));
            cuda_cpu_leave(job);
        }
    pthread_mutex_unlock(&lock);
    return more;
}

// At a job that was entered; needs the lock.
static void look_at(struct job *job) {
    size_t ended = 0;
    int i = 0;
    for (const struct worker *w; (w = next_worker(job, &i));) {
        const size_t begun = __atomic_load_n(&w->run.begun, __ATOMIC_RELAXED);
        ended += begun - (begun > 0 && !__atomic_load_n(&w->left, __ATOMIC_RELAXED));
    }
    job->looks = ended == job->seen ? job->looks + 1 : 0;
    job->seen = ended;
    if (job->looks < PATIENCE)
        return;
    if (!(__atomic_load_n(&job->state, __ATOMIC_RELAXED) & JOB_OPEN))
        cuda_cpu_open(job, HUGE_VAL);
    for (int more = job->standing_in > 0 ? job->standing_in : 1;
         more > 0 && may_send_in(job) && send_in(job);)
        more--;
}

static void *keep_watch(void *unused) {
    (void)unused;
    int idle = 0;
    pthread_mutex_lock(&lock);
    while (!stopping) {
        if (idle++ < DOZE) {
            struct timespec until;
            clock_gettime(CLOCK_REALTIME, &until);
            until.tv_nsec += LOOK_MS * 1000000L;
            until.tv_sec += until.tv_nsec / 1000000000;
            until.tv_nsec %= 1000000000;
            pthread_cond_timedwait(&look, &lock, &until);
        } else {
            __atomic_store_n(&dozing, true, __ATOMIC_SEQ_CST);
        }
        struct job *job = __atomic_load_n(&cuda_cpu_jobs, __ATOMIC_ACQUIRE);
        for (; job; job = job->next)
            if (cuda_cpu_enter(job, JOB_RUNS)) {
                idle = 0;
                look_at(job);
                cuda_cpu_leave(job);
            }
        if (idle > 0 && __atomic_load_n(&dozing, __ATOMIC_RELAXED) && !stopping)
            pthread_cond_wait(&look, &lock);
        if (__atomic_load_n(&dozing, __ATOMIC_RELAXED)) {
            __atomic_store_n(&dozing, false, __ATOMIC_RELAXED);
            idle = 0;
        }
    }
    pthread_mutex_unlock(&lock);
    return NULL;
}

void cuda_cpu_wake_watch(void) {
    if (!__atomic_load_n(&dozing, __ATOMIC_SEQ_CST))
        return;
    pthread_mutex_lock(&lock);
    pthread_cond_signal(&look);
    pthread_mutex_unlock(&lock);
}

void cuda_cpu_start_watch(void) {
    watching = pthread_create(&watch, NULL, keep_watch, NULL) == 0;
}

void cuda_cpu_stop_watch(void) {
    pthread_mutex_lock(&lock);
    stopping = true;
    pthread_cond_broadcast(&look);
    pthread_mutex_unlock(&lock);
    if (watching)
        pthread_join(watch, NULL);
}
