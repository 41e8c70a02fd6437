// SPDX-License-Identifier: MIT
// The helpers: an OS thread for each core, which takes part in grids and serves streams. Before it
// sleeps, a helper looks for more work for a while, for one that sleeps takes some 50 us to wake
// up. Each sleeps on a core of its own, and is bound to it until it wakes: of many that are woken
// at once the system puts some on one core otherwise, also on that of the thread that wakes them,
// and lets them run one after the other.
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdlib.h>

#include "device/device.h"
#include "hooks.h"
#include "launch/launch.h"
#include "share.h"
#include "streams/streams.h"
#include "threads/threads.h"

enum { SPINS = 4000 }; // see wait.c

struct helper {
    CUDA_CPU_APART pthread_t thread;
    sem_t woken;
    bool sleeps; // whoever takes this back is to wake it
    int home;    // the core that it sleeps on; -1: any
    int core;    // that it was on when it fell asleep
};

static pthread_once_t once = PTHREAD_ONCE_INIT;
static struct helper *helpers;
static int helper_count;
static bool stopping;
static __thread bool is_helper; // this thread
#ifdef __linux__
static cpu_set_t any; // core that the program may run on
#endif
static CUDA_CPU_APART int awake;           // helpers that look for work before they sleep
static CUDA_CPU_APART int asleep;          // helpers that sleep
static CUDA_CPU_APART int at_hand;         // those that do not, and are not at work: woken or awake
static CUDA_CPU_APART int working;         // OS threads at work on grids
static CUDA_CPU_APART unsigned long begun; // how often helpers were called

// ---- cores -------------------------------------------------------------------------------------

unsigned cuda_cpu_near(void) {
#ifdef __linux__
    const int core = sched_getcpu();
    if (core >= 0)
        return (unsigned)core;
#endif
    static unsigned threads;
    static __thread unsigned mine;
    if (!mine)
        mine = __atomic_add_fetch(&threads, 1, __ATOMIC_RELAXED);
    return mine;
}

bool cuda_cpu_anybody_works(void) {
    return __atomic_load_n(&working, __ATOMIC_RELAXED) > 0;
}

bool cuda_cpu_core_is_free(void) {
    return __atomic_load_n(&working, __ATOMIC_RELAXED) < cuda_cpu_cores();
}

bool cuda_cpu_take_core(bool must) {
    if (!must && !cuda_cpu_core_is_free())
        return false;
    if (__atomic_add_fetch(&working, 1, __ATOMIC_RELAXED) > cuda_cpu_cores() && !must) {
        __atomic_fetch_sub(&working, 1, __ATOMIC_RELAXED);
        return false;
    }
    if (is_helper)
        __atomic_fetch_sub(&at_hand, 1, __ATOMIC_RELAXED);
    return true;
}

void cuda_cpu_leave_core(void) {
    if (is_helper)
        __atomic_fetch_add(&at_hand, 1, __ATOMIC_RELAXED);
    __atomic_fetch_sub(&working, 1, __ATOMIC_RELAXED);
}

static unsigned between_0_and(int most, int n) {
    return n < 0 || most < 0 ? 0 : (unsigned)(n < most ? n : most);
}

void cuda_cpu_count_helpers(unsigned *ready, unsigned *sleeping) {
    const int room = cuda_cpu_cores() - __atomic_load_n(&working, __ATOMIC_RELAXED);
    *ready = between_0_and(room, __atomic_load_n(&at_hand, __ATOMIC_RELAXED) +
                                     cuda_cpu_who_wait(cuda_cpu_served));
    *sleeping = between_0_and(room - (int)*ready, __atomic_load_n(&asleep, __ATOMIC_RELAXED));
}

// ---- sleeping and waking -----------------------------------------------------------------------

int cuda_cpu_helpers_awake(void) {
    return __atomic_load_n(&awake, __ATOMIC_SEQ_CST);
}

// Whether this one wakes it.
static bool wake(struct helper *h) {
    if (!__atomic_load_n(&h->sleeps, __ATOMIC_RELAXED) ||
        !__atomic_exchange_n(&h->sleeps, false, __ATOMIC_ACQ_REL))
        return false;
    __atomic_fetch_sub(&asleep, 1, __ATOMIC_SEQ_CST);
    __atomic_fetch_add(&at_hand, 1, __ATOMIC_RELAXED);
    sem_post(&h->woken);
    return true;
}

// One that sleeps, from this thread's core on. That of its own core comes last; and not at all
// where this thread does without, since it is none of the helpers: there are enough on other cores.
static bool wake_one(void) {
    const unsigned here = cuda_cpu_near(), count = (unsigned)helper_count;
    for (unsigned i = 0; i < 2 * count; i++) {
        if (__atomic_load_n(&asleep, __ATOMIC_SEQ_CST) == 0)
            return false;
        struct helper *h = &helpers[(here + i) % count];
        if ((i >= count ? is_helper || h->home < 0
                        : __atomic_load_n(&h->core, __ATOMIC_RELAXED) != (int)here) &&
            wake(h))
            return true;
    }
    return false;
}

// Whoever was woken wakes others: that takes some 20 us each in a virtual machine, and one thread
// alone would still be at it when a short launch is over.
void cuda_cpu_wake_helpers(struct job *job) {
    unsigned left = __atomic_load_n(&job->waken, __ATOMIC_RELAXED);
    while (left > 0 && __atomic_load_n(&job->state, __ATOMIC_RELAXED) & JOB_OPEN) {
        if (!__atomic_compare_exchange_n(&job->waken, &left, left - 1, true, __ATOMIC_RELAXED,
                                         __ATOMIC_RELAXED))
            continue;
        if (!wake_one())
            return;
        left = __atomic_load_n(&job->waken, __ATOMIC_RELAXED);
    }
}

void cuda_cpu_call_helpers(struct job *job) {
    __atomic_fetch_add(&begun, 1, __ATOMIC_SEQ_CST);
    cuda_cpu_wake_helpers(job);
}

// The calling helper is to run on the core that it sleeps on, or on any.
static void stay_home(const struct helper *h, bool at_home) {
#ifdef __linux__
    cpu_set_t home;
    if (h->home < 0)
        return;
    CPU_ZERO(&home);
    CPU_SET(h->home, &home);
    sched_setaffinity(0, sizeof home, at_home ? &home : &any);
#else
    (void)h, (void)at_home;
#endif
}

// Until helpers are called for more than they have `seen`, or somebody has put work into a stream.
static void fall_asleep(struct helper *h, unsigned long seen) {
    stay_home(h, true);
    __atomic_store_n(&h->core, (int)cuda_cpu_near(), __ATOMIC_RELAXED);
    __atomic_fetch_sub(&at_hand, 1, __ATOMIC_RELAXED);
    __atomic_store_n(&h->sleeps, true, __ATOMIC_SEQ_CST);
    __atomic_fetch_add(&asleep, 1, __ATOMIC_SEQ_CST);
    const bool goes_on = __atomic_load_n(&begun, __ATOMIC_SEQ_CST) != seen ||
                         cuda_cpu_work_waits() || __atomic_load_n(&stopping, __ATOMIC_SEQ_CST);
    if (goes_on)
        wake(h);
    while (sem_wait(&h->woken) != 0)
        ;
    stay_home(h, false);
}

// Until helpers are called, or an item of a stream waits, or for a while; and not on all cores, nor
// where others are at work on all that there are: it would hold one of them up. False: there was
// nothing.
static bool look_for_work(unsigned long seen) {
    const bool room = __atomic_add_fetch(&awake, 1, __ATOMIC_SEQ_CST) < cuda_cpu_cores();
    bool found = false;
    for (int i = 0; i < SPINS && room && cuda_cpu_core_is_free() && !found; i++) {
        cuda_cpu_relax();
        found = __atomic_load_n(&begun, __ATOMIC_RELAXED) != seen || cuda_cpu_work_is_to_be_had();
    }
    __atomic_fetch_sub(&awake, 1, __ATOMIC_SEQ_CST);
    return found;
}

static void *help(void *data) {
    struct helper *h = data;
    is_helper = true;
    while (!__atomic_load_n(&stopping, __ATOMIC_ACQUIRE)) {
        const unsigned long seen = __atomic_load_n(&begun, __ATOMIC_SEQ_CST);
        if (cuda_cpu_help(NULL) || cuda_cpu_serve_any())
            continue;
        if (!look_for_work(seen) && !cuda_cpu_serve_any())
            fall_asleep(h, seen);
    }
    cuda_cpu_free_fibers();
    return NULL;
}

// ---- starting and stopping ---------------------------------------------------------------------

// The core after this one that the program may run on, where it has helpers for all of those; else
// -1.
static int next_core(int core) {
#ifdef __linux__
    if (CPU_COUNT(&any) == cuda_cpu_cores())
        while (++core < CPU_SETSIZE)
            if (CPU_ISSET(core, &any))
                return core;
#else
    (void)core;
#endif
    return -1;
}

static void start(void) {
    void *memory;
    const int cores = cuda_cpu_cores();
    if (cores < 2 || posix_memalign(&memory, 128, (size_t)cores * sizeof *helpers) != 0)
        return;
#ifdef __linux__
    if (sched_getaffinity(0, sizeof any, &any) != 0)
        CPU_ZERO(&any);
#endif
    helpers = memory;
    for (int core = -1; helper_count < cores; helper_count++) {
        struct helper *h = &helpers[helper_count];
        core = next_core(core);
        *h = (struct helper){.home = core, .core = -1};
        sem_init(&h->woken, 0, 0);
        __atomic_fetch_add(&at_hand, 1, __ATOMIC_RELAXED);
        if (pthread_create(&h->thread, NULL, help, h) != 0) {
            __atomic_fetch_sub(&at_hand, 1, __ATOMIC_RELAXED);
            break;
        }
    }
}

static void start_all(void) {
    start();
    cuda_cpu_start_watch();
}

void cuda_cpu_start_helpers(void) {
    pthread_once(&once, start_all);
}

void cuda_cpu_stop_helpers(void) {
    __atomic_store_n(&stopping, true, __ATOMIC_SEQ_CST);
    __atomic_fetch_add(&begun, 1, __ATOMIC_SEQ_CST);
    for (int i = 0; i < helper_count; i++)
        wake(&helpers[i]);
    for (int i = 0; i < helper_count; i++)
        pthread_join(helpers[i].thread, NULL);
    cuda_cpu_stop_watch();
    for (int i = 0; i < helper_count; i++)
        sem_destroy(&helpers[i].woken);
    free(helpers);
    helpers = NULL;
    helper_count = 0;
    while (cuda_cpu_jobs) {
        struct job *job = cuda_cpu_jobs;
        cuda_cpu_jobs = job->next;
        free(job);
    }
}
