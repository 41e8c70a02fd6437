// SPDX-License-Identifier: MIT
// The watchdog: says where a kernel is that makes no progress. Whether it ever will nobody can tell
// in general, so there are two things to say. Where no block has ended, no barrier opened and no
// thread returned for some seconds (CUDA_CPU_WATCHDOG, 10; 0: never), it says where the threads
// are, and no more than that: a long kernel may be right. But each OS thread that runs blocks is
// stopped many times then, and its registers and the top of its stack are compared. One that
// comes back to an instruction with all of them as they were goes round and round: it counts
// nothing, and what it reads does not change. If all do, only the host, another kernel or a thread
// that waits for its turn could end it, and that is said. Where threads pass barriers and no block
// ends, it is looked at later.
//
// Ctrl-C ends the program as ever, and says where its kernels were.
#define _GNU_SOURCE
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "diagnose/diagnose.h"
#include "hooks.h"
#include "launch/launch.h"
#include "sample.h"
#include "threads/threads.h"

enum {
    LOOK_MS = 250,
    PATIENCE = 10, // seconds, where the environment says nothing
    LONGER = 3,    // times that, where threads pass barriers
    MOST_GRIDS = 64
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct block *watched; // of all OS threads that run blocks
static pthread_t watch;
static sem_t woken;
static bool started, dozing, stopping, interrupted;
static unsigned patience; // looks
static const char *stuck; // a kernel that was reported

// ---- telling -----------------------------------------------------------------------------------

// Of an OS thread: blocks that have ended, barriers that opened, threads that returned. Its run may
// end meanwhile, and what is read there be something else; its stack is there as long as it is
// watched. Needs the lock.
static unsigned long begun_of(const struct block *b) {
    const struct cuda_cpu_run *run = __atomic_load_n(&b->run, __ATOMIC_ACQUIRE);
    return run ? __atomic_load_n(&run->begun, __ATOMIC_RELAXED) : 0;
}

static unsigned long progress_of(const struct block *b) {
    const unsigned long begun = begun_of(b);
    return __atomic_load_n(&b->progress, __ATOMIC_RELAXED) + (begun ? begun - 1 : 0);
}

static const struct cuda_cpu_grid *grid_of(const struct block *b) {
    return __atomic_load_n(&b->grid, __ATOMIC_SEQ_CST);
}

static unsigned long progress_of_grid(const struct cuda_cpu_grid *grid) {
    unsigned long sum = 0;
    for (const struct block *b = watched; b; b = b->next_watched)
        sum += grid_of(b) == grid ? progress_of(b) : 0;
    return sum;
}

enum reason { STOPS, PASSES_BARRIERS, INTERRUPTED };

// Says of OS threads that run blocks of a grid where they are: some of them, if they are many.
// Needs the lock.
static void tell(const struct cuda_cpu_grid *grid, enum reason reason) {
    const bool once = reason == INTERRUPTED;
    struct look looks[MOST_ASKED];
    unsigned blocks = 0, count = 0, round = 0, answers = 0, in_turns = 0;
    const char *const kernel = grid->name;
    memset(looks, 0, sizeof looks);
    for (struct block *b = watched; b; b = b->next_watched)
        if (grid_of(b) == grid && blocks++ < MOST_ASKED)
            looks[count++].of = b;
    const unsigned long before = progress_of_grid(grid);
    cuda_cpu_sample(looks, count, once);
    for (unsigned i = 0; i < count; i++) {
        round += cuda_cpu_goes_round(&looks[i]);
        answers += looks[i].answers;
        in_turns += looks[i].spin;
    }
    if (answers == 0 || (reason == STOPS && before != progress_of_grid(grid)))
        return; // it goes on
    const bool still = reason == STOPS && round == blocks && !cuda_cpu_more_to_begin(grid);
    const unsigned seconds = patience * LOOK_MS / 1000;
    fflush(stdout);
    if (once)
        fprintf(stderr, "cuda-cpu: interrupted in kernel %s\n", kernel);
    else if (still)
        fprintf(stderr,
                "cuda-cpu: kernel %s makes no progress: for %u s all its running threads have read "
                "the same over and over; the host or another kernel could change that%s%s\n",
                kernel, seconds,
                grid->block[0] * grid->block[1] * grid->block[2] == 1 || in_turns == count
                    ? ""
                    : ", or another thread of the block: but here that one runs only when these "
                      "wait (__syncthreads, __nanosleep)",
                cuda_cpu_hooks.launch && !cuda_cpu_hooks.on_all_cores
                    ? " (a check runs blocks one after the other)"
                    : "");
    else // of a split kernel, barriers are not seen
        fprintf(stderr,
                "cuda-cpu: kernel %s: for %u s no block has finished%s; it may just be slow "
                "(CUDA_CPU_WATCHDOG=0 silences this)\n",
                kernel, reason == STOPS ? seconds : LONGER * seconds,
                reason == PASSES_BARRIERS ? ", though threads pass barriers"
                : grid->run_thread        ? ", and no thread has passed a barrier"
                                          : "");
    cuda_cpu_tell_looks(looks, count);
    if (blocks > count)
        fprintf(stderr, "  of %u running blocks, %u were examined\n", blocks, count);
    if (still)
        stuck = kernel;
}

// ---- looking -----------------------------------------------------------------------------------

// A grid that runs: how far it was, for how many looks it has been no further.
static struct row {
    const struct cuda_cpu_grid *grid;
    unsigned long progress, sum, begun, sum_begun;
    unsigned looks, same_blocks; // as long as there was no progress; no block has ended
    bool here, told, told_of_blocks;
} rows[MOST_GRIDS];

static struct row *row_of(const struct cuda_cpu_grid *grid) {
    struct row *empty = NULL;
    for (int i = 0; i < MOST_GRIDS; i++) {
        if (rows[i].grid == grid)
            return &rows[i];
        if (!rows[i].grid)
            empty = &rows[i];
    }
    if (empty)
        *empty = (struct row){.grid = grid};
    return empty;
}

// Whether any kernel runs. Needs the lock.
static bool look_at_all(void) {
    bool any = false;
    for (int i = 0; i < MOST_GRIDS; i++)
        rows[i].here = false, rows[i].sum = rows[i].sum_begun = 0;
    for (struct block *b = watched; b; b = b->next_watched) {
        const struct cuda_cpu_grid *grid = grid_of(b);
        struct row *row = grid ? row_of(grid) : NULL;
        any = any || grid;
        if (row) {
            row->here = true;
            row->sum += progress_of(b);
            row->sum_begun += begun_of(b);
        }
    }
    for (int i = 0; i < MOST_GRIDS; i++) {
        struct row *row = &rows[i];
        if (!row->grid || !row->here) {
            row->grid = NULL;
            continue;
        }
        if (row->progress != row->sum)
            row->looks = 0, row->told = false;
        row->progress = row->sum;
        if (patience && ++row->looks > patience && !row->told) {
            row->told = true;
            tell(row->grid, STOPS);
        }
        if (row->begun != row->sum_begun)
            row->same_blocks = 0;
        row->begun = row->sum_begun;
        if (patience && ++row->same_blocks > LONGER * patience && !row->told_of_blocks &&
            !row->told) {
            row->told_of_blocks = true;
            tell(row->grid, PASSES_BARRIERS);
        }
    }
    return any;
}

// Ctrl-C, reported by this OS thread, for a handler may not: says where kernels are, and ends.
static struct cuda_cpu_call host;

static void tell_of_interrupt(void) {
    char name[128], place[512];
    for (int i = 0; i < MOST_GRIDS; i++)
        if (rows[i].grid)
            tell(rows[i].grid, INTERRUPTED);
    if (host.depth && cuda_cpu_find_call(&host, name, sizeof name, place, sizeof place))
        fprintf(stderr, "  host: %s%s%s\n", name, *name ? " at " : "at ", place);
    if (stuck)
        CUDA_CPU_HOOK(finding, "no progress", stuck, "");
    CUDA_CPU_HOOK(crashed, SIGINT);
    signal(SIGINT, SIG_DFL);
    kill(getpid(), SIGINT);
}

static void *keep_watch(void *unused) {
    (void)unused;
    int idle = 0;
    for (;;) {
        if (__atomic_load_n(&dozing, __ATOMIC_RELAXED)) {
            while (sem_wait(&woken) != 0)
                ;
            __atomic_store_n(&dozing, false, __ATOMIC_RELAXED);
            idle = 0;
        } else {
            struct timespec until;
            clock_gettime(CLOCK_REALTIME, &until);
            until.tv_nsec += LOOK_MS * 1000000L;
            until.tv_sec += until.tv_nsec / 1000000000;
            until.tv_nsec %= 1000000000;
            sem_timedwait(&woken, &until);
        }
        if (__atomic_load_n(&stopping, __ATOMIC_ACQUIRE))
            return NULL;
        pthread_mutex_lock(&lock);
        const bool any = look_at_all();
        if (__atomic_load_n(&interrupted, __ATOMIC_ACQUIRE))
            tell_of_interrupt();
        idle = any ? 0 : idle + 1;
        if (idle > 4) {
            __atomic_store_n(&dozing, true, __ATOMIC_SEQ_CST);
            for (const struct block *b = watched; b; b = b->next_watched)
                if (grid_of(b)) // it has begun just now
                    __atomic_store_n(&dozing, false, __ATOMIC_RELAXED);
        }
        pthread_mutex_unlock(&lock);
    }
}

static void on_interrupt(int number) {
    static long long first; // when it came
    if (!cuda_cpu_anybody_works() || (first && cuda_cpu_now_ms() - first > 1000)) {
        signal(number, SIG_DFL);
        raise(number);
    } else if (!first) { // it may come to the program and to its group
        first = cuda_cpu_now_ms();
        if (cuda_cpu_in_kernel()) // the host runs a part of it while it waits
            cuda_cpu_note_callers(&host, (const void *)(uintptr_t)cuda_cpu_run_blocks);
        else
            cuda_cpu_note_call(&host);
        __atomic_store_n(&interrupted, true, __ATOMIC_RELEASE);
        sem_post(&woken);
    }
}

// Needs the lock.
static void start(void) {
    const char *asked = getenv("CUDA_CPU_WATCHDOG");
    char *end = NULL;
    double seconds = asked && *asked ? strtod(asked, &end) : PATIENCE;
    if ((end && *end) || !(seconds >= 0 && seconds < 1e6)) {
        fprintf(stderr, "cuda-cpu: CUDA_CPU_WATCHDOG=%s is no number of seconds: ignored\n", asked);
        seconds = PATIENCE;
    }
    started = true;
    patience = seconds > 0 ? (unsigned)(seconds * 1000 / LOOK_MS) + 1 : 0;
    if (!cuda_cpu_prepare_samples())
        return;
    sem_init(&woken, 0, 0);
    sigset_t all, before;
    sigfillset(&all); // they are for others
    pthread_sigmask(SIG_SETMASK, &all, &before);
    const bool fails = pthread_create(&watch, NULL, keep_watch, NULL) != 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (fails) {
        watch = 0; // pthread_create() may have set it all the same
        return;
    }
    struct sigaction old;
    if (sigaction(SIGINT, NULL, &old) == 0 && old.sa_handler == SIG_DFL)
        sigaction(SIGINT, &(struct sigaction){.sa_handler = on_interrupt, .sa_flags = SA_RESTART},
                  NULL);
}

void cuda_cpu_watch_over(struct block *b) {
    b->os_thread = pthread_self();
    b->sample = cuda_cpu_new_sample();
    pthread_mutex_lock(&lock);
    if (!started)
        start();
    b->next_watched = watched;
    __atomic_store_n(&watched, b, __ATOMIC_RELEASE);
    pthread_mutex_unlock(&lock);
}

void cuda_cpu_watch_no_more(struct block *b) {
    pthread_mutex_lock(&lock);
    struct block **link = &watched;
    while (*link != b)
        link = &(*link)->next_watched;
    __atomic_store_n(link, b->next_watched, __ATOMIC_RELEASE);
    pthread_mutex_unlock(&lock);
    free(b->sample);
}

void cuda_cpu_run_begins(struct block *b, const struct cuda_cpu_grid *grid,
                         struct cuda_cpu_run *run) {
    __atomic_store_n(&b->run, run, __ATOMIC_RELEASE);
    __atomic_store_n(&b->grid, grid, __ATOMIC_SEQ_CST);
    if (__atomic_load_n(&dozing, __ATOMIC_SEQ_CST) &&
        __atomic_exchange_n(&dozing, false, __ATOMIC_SEQ_CST))
        sem_post(&woken);
}

void cuda_cpu_run_ends(struct block *b) {
    __atomic_store_n(&b->grid, NULL, __ATOMIC_RELAXED);
    __atomic_store_n(&b->progress, b->progress + b->run->begun, __ATOMIC_RELAXED);
    __atomic_store_n(&b->run, NULL, __ATOMIC_RELAXED);
}

void cuda_cpu_stop_watchdog(void) {
    pthread_mutex_lock(&lock);
    const bool runs = watch != 0;
    pthread_mutex_unlock(&lock);
    if (!runs)
        return;
    __atomic_store_n(&stopping, true, __ATOMIC_RELEASE);
    sem_post(&woken);
    pthread_join(watch, NULL);
}
