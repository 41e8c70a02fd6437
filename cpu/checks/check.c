// SPDX-License-Identifier: MIT
// Shared by the checkers of `make check-...`: which thread of which kernel runs, which line an
// address of code belongs to, the telling of a finding, and the exit status.
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "check.h"
#include "seal.h"

// ---- which checks run --------------------------------------------------------------------------

static const struct {
    enum cuda_cpu_check check;
    const char *name;
} names[] = {{CUDA_CPU_RACE, "race"}, {CUDA_CPU_INIT, "init"}, {CUDA_CPU_MEMORY, "memory"}};
enum { CHECKS = sizeof names / sizeof *names };

// The checks that the program was linked for, unless the environment chooses (driver/checks.c).
extern const int cuda_cpu_check_chosen __attribute__((weak));

static unsigned checks(void) {
    static unsigned known;
    if (!known) {
        const char *asked = getenv("CUDA_CPU_CHECK");
        unsigned wanted = &cuda_cpu_check_chosen ? (unsigned)cuda_cpu_check_chosen : 0;
        for (int i = 0; i < CHECKS; i++)
            if (asked && strcmp(asked, names[i].name) == 0)
                wanted = names[i].check;
        known = wanted & CUDA_CPU_CHECK ? wanted : CUDA_CPU_CHECK;
    }
    return known;
}

bool cuda_cpu_checking(enum cuda_cpu_check which) {
    return checks() & which;
}

// ---- one at a time -----------------------------------------------------------------------------

static bool locked;

bool cuda_cpu_check_lock(void) {
    if (cuda_cpu_running.busy)
        return false;
    cuda_cpu_running.busy = true;
    while (__atomic_test_and_set(&locked, __ATOMIC_ACQUIRE))
        cuda_cpu_relax();
    return true;
}

void cuda_cpu_check_unlock(void) {
    __atomic_clear(&locked, __ATOMIC_RELEASE);
    cuda_cpu_running.busy = false;
}

// ---- the running thread
// ----------------------------------------------------------------------------------

__thread struct cuda_cpu_running cuda_cpu_running;
static struct cuda_cpu_launch *running_launches; // of all streams
static pthread_mutex_t launch_lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned next_serial = 1;
static unsigned long launch_count;

static void begin_launch(const struct cuda_cpu_grid *grid) {
    struct cuda_cpu_launch *launch = calloc(1, sizeof *launch);
    if (!launch)
        abort();
    launch->grid = grid;
    launch->blocks = grid->grid[0] * grid->grid[1] * grid->grid[2];
    pthread_mutex_lock(&launch_lock);
    launch->first = next_serial;
    next_serial += launch->blocks;
    launch->next = running_launches;
    running_launches = launch;
    launch_count++;
    pthread_mutex_unlock(&launch_lock);
    CUDA_CPU_TRACE(cuda_cpu_race_launch(launch));
}

// needs the lock
static struct cuda_cpu_launch **find_launch(const struct cuda_cpu_grid *grid) {
    struct cuda_cpu_launch **link = &running_launches;
    while (*link && (*link)->grid != grid)
        link = &(*link)->next;
    return link;
}

struct cuda_cpu_launch *cuda_cpu_find_launch(const struct cuda_cpu_grid *grid) {
    pthread_mutex_lock(&launch_lock);
    struct cuda_cpu_launch *launch = *find_launch(grid);
    pthread_mutex_unlock(&launch_lock);
    return launch;
}

static void end_launch(const struct cuda_cpu_grid *grid) {
    pthread_mutex_lock(&launch_lock);
    struct cuda_cpu_launch **link = find_launch(grid), *launch = *link;
    *link = launch->next;
    pthread_mutex_unlock(&launch_lock);
    CUDA_CPU_TRACE(cuda_cpu_race_forget(launch));
    free(launch);
}

static void run_blocks_of(const struct cuda_cpu_grid *grid) {
    if (!grid) {
        CUDA_CPU_TRACE(cuda_cpu_race_end());
    }
#if CUDA_CPU_CHECK == 4
    cuda_cpu_memory_forget();
#endif
    cuda_cpu_running.launch = grid ? cuda_cpu_find_launch(grid) : NULL;
    cuda_cpu_running.grid = grid;
    CUDA_CPU_TRACE(cuda_cpu_watch_shuffle(NULL));
    if (grid) {
        CUDA_CPU_TRACE(cuda_cpu_race_begin(cuda_cpu_running.launch));
    }
}

void cuda_cpu_watch_block(size_t number, unsigned x, unsigned y, unsigned z) {
    cuda_cpu_running.serial = cuda_cpu_running.launch->first + (unsigned)number;
    cuda_cpu_running.block[0] = x;
    cuda_cpu_running.block[1] = y;
    cuda_cpu_running.block[2] = z;
    CUDA_CPU_TRACE(cuda_cpu_race_block());
}

void cuda_cpu_watch_thread(unsigned rank) {
    cuda_cpu_running.thread = rank;
    CUDA_CPU_TRACE(cuda_cpu_race_thread());
}

void cuda_cpu_watch_resume(unsigned rank) {
    cuda_cpu_running.thread = rank;
    CUDA_CPU_TRACE(cuda_cpu_race_resume());
}

bool cuda_cpu_check_who(struct cuda_cpu_who *who) {
    const struct cuda_cpu_running *r = &cuda_cpu_running;
    if (!r->grid)
        return false;
    who->kernel = r->grid->name;
    memcpy(who->block, r->block, sizeof who->block);
    cuda_cpu_index(r->grid->block, r->thread, who->thread);
    return true;
}

void cuda_cpu_index(const unsigned shape[3], size_t rank, unsigned index[3]) {
    index[0] = (unsigned)(rank % shape[0]);
    index[1] = (unsigned)(rank / shape[0] % shape[1]);
    index[2] = (unsigned)(rank / shape[0] / shape[1]);
}

// ---- file and line -----------------------------------------------------------------------------

void cuda_cpu_check_place(char place[CUDA_CPU_PLACE], const void *pc) {
    enum { MOST = 1024 };
    static struct {
        const void *pc;
        char *place;
    } known[MOST];
    static size_t count;
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    const struct cuda_cpu_call call = {{(void *)pc}, 1};
    char name[256];
    pthread_mutex_lock(&lock);
    size_t i = 0;
    while (i < count && known[i].pc != pc)
        i++;
    if (i < count)
        snprintf(place, CUDA_CPU_PLACE, "%s", known[i].place);
    else if (!cuda_cpu_find_call(&call, name, sizeof name, place, CUDA_CPU_PLACE))
        snprintf(place, CUDA_CPU_PLACE, "code at %p", pc);
    if (i == count && count < MOST)
        known[count++] = (typeof(*known)){pc, strdup(place)};
    pthread_mutex_unlock(&lock);
}

// ---- findings ----------------------------------------------------------------------------------

static pthread_mutex_t finding_lock = PTHREAD_MUTEX_INITIALIZER;
static char **findings;
static size_t finding_count;

bool cuda_cpu_check_new(const char *kind, const char *place, const char *other) {
    char *name;
    bool turned = strcmp(place, other) > 0; // two places are a pair
    if (asprintf(&name, "%s\n%s\n%s", kind, turned ? other : place, turned ? place : other) < 0)
        abort();
    pthread_mutex_lock(&finding_lock);
    bool known = false;
    for (size_t i = 0; i < finding_count; i++)
        known = known || strcmp(findings[i], name) == 0;
    if (!known) {
        findings = realloc(findings, (finding_count + 1) * sizeof *findings);
        if (!findings)
            abort();
        findings[finding_count++] = name;
    } else {
        free(name);
    }
    pthread_mutex_unlock(&finding_lock);
    return !known;
}

void cuda_cpu_check_tell(const struct cuda_cpu_who *who, const char *format, ...) {
    char *text;
    va_list arguments;
    va_start(arguments, format);
    if (vasprintf(&text, format, arguments) < 0)
        abort();
    va_end(arguments);
    fflush(stdout); // the program's own output comes first
    if (who && !who->kernel)
        fprintf(stderr, "cuda-cpu: %s\n", text);
    else if (who)
        fprintf(stderr, "cuda-cpu: kernel %s, block (%u, %u, %u), thread (%u, %u, %u): %s\n",
                who->kernel, who->block[0], who->block[1], who->block[2], who->thread[0],
                who->thread[1], who->thread[2], text);
    else
        fprintf(stderr, "cuda-cpu: host: %s\n", text);
    free(text);
}

static void sum_up(void) {
    char which[64] = "";
    for (int i = 0; i < CHECKS; i++)
        if (checks() & names[i].check)
            snprintf(which + strlen(which), sizeof which - strlen(which), "%s%s", *which ? "+" : "",
                     names[i].name);
    fflush(stdout);
    if (finding_count > 0)
        fprintf(stderr, "cuda-cpu: check-%s: %zu %s in %lu %s\n", which, finding_count,
                finding_count == 1 ? "finding" : "findings", launch_count,
                launch_count == 1 ? "launch" : "launches");
    else
        fprintf(stderr, "cuda-cpu: check-%s: nothing found in %lu %s%s\n", which, launch_count,
                launch_count == 1 ? "launch" : "launches", cuda_cpu_sealed());
    fflush(stderr);
}

// At the very end, after everything that the program and its libraries do at exit.
__attribute__((destructor(101))) static void finish(void) {
    if (cuda_cpu_forked)
        return;
    sum_up();
    if (finding_count > 0)
        _exit(1);
}

// A program that overwrote other memory may crash, which must not hide the finding.
void cuda_cpu_check_ends(int number) {
    static bool ends;
    if (finding_count > 0 && !__atomic_test_and_set(&ends, __ATOMIC_RELAXED)) {
        fprintf(stderr, "cuda-cpu: the program crashed: %s\n", strsignal(number));
        sum_up();
        _exit(1);
    }
}

static void on_signal(int number) {
    cuda_cpu_check_ends(number);
    signal(number, SIG_DFL);
    raise(number);
}

static void tell_of_surface(const void *pc, const char *what) {
    struct cuda_cpu_who who;
    char place[CUDA_CPU_PLACE];
    cuda_cpu_check_place(place, pc);
    if (cuda_cpu_check_who(&who) && cuda_cpu_check_new("surface", place, ""))
        cuda_cpu_check_tell(&who, "%s\n  %s", what, place);
}

__attribute__((constructor(101))) static void register_hooks(void) {
    cuda_cpu_take_seal();
    cuda_cpu_hooks.launch = begin_launch;
    cuda_cpu_hooks.launched = end_launch;
    cuda_cpu_hooks.grid = run_blocks_of;
    cuda_cpu_hooks.finding = cuda_cpu_check_new;
    cuda_cpu_hooks.surface = tell_of_surface;
    cuda_cpu_hooks.crashed = cuda_cpu_check_ends;
}

__attribute__((constructor)) static void prepare(void) {
    static const int deadly[] = {SIGSEGV, SIGBUS, SIGFPE, SIGABRT};
    for (size_t i = 0; i < sizeof deadly / sizeof *deadly; i++)
        signal(deadly[i], on_signal);
}
