// SPDX-License-Identifier: MIT
// What the runtime says about a program's mistakes, on stderr: about a call that can't be right, at
// once and once for each place; about an error that was never checked and a kernel that nothing
// waited for, at exit; and about what was never freed, at exit, if the environment variable
// CUDA_CPU_LEAKS asks for it.
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "diagnose/diagnose.h"
#include "hooks.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

// Whether this was said of this call before; needs the lock.
static bool said_before(const struct cuda_cpu_call *call, const char *format) {
    enum { MOST = 256 };
    static size_t said[MOST];
    static int count;
    size_t key = (size_t)(const void *)format;
    for (int i = 1; i < call->depth; i++) // the first is the line that says it
        key = (key ^ (size_t)call->at[i]) * 0x9e3779b97f4a7c15u;
    for (int i = 0; i < count; i++)
        if (said[i] == key)
            return true;
    if (count == MOST)
        return true;
    said[count++] = key;
    return false;
}

// The lines that something was said of; needs the lock.
enum { MOST_PLACES = 64 };
static char *said_at[MOST_PLACES];
static size_t said_at_count;

static bool said_of(const char *place) {
    for (size_t i = 0; i < said_at_count && i < MOST_PLACES; i++)
        if (said_at[i] && strcmp(said_at[i], place) == 0)
            return true;
    return false;
}

static void note_said_of(const char *place) {
    char **const at = &said_at[said_at_count++ % MOST_PLACES];
    free(*at);
    *at = strdup(place);
}

void cuda_cpu_say(const char *who, const char *format, ...) {
    struct cuda_cpu_call call;
    char text[1024], name[256], place[1024];
    cuda_cpu_note_call(&call);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    pthread_mutex_lock(&lock);
    if (!said_before(&call, format)) {
        bool found = cuda_cpu_find_call(&call, name, sizeof name, place, sizeof place);
        if (!who)
            who = found && *name ? name : "a call of the runtime";
        fprintf(stderr, "cuda-cpu: %s%s%s: %s\n", who, found ? " at " : "", found ? place : "",
                text);
        CUDA_CPU_HOOK(complaint, text, found ? place : "", "");
        note_said_of(found ? place : "");
    }
    pthread_mutex_unlock(&lock);
}

int cuda_cpu_say_unchecked(void) {
    static bool said;
    if (!said)
        fprintf(stderr, "cuda-cpu: built with --check=all, but not linked by nvcc: "
                        "nothing is checked\n");
    return said = true;
}

bool cuda_cpu_check_command(const char *check, char *text, size_t room) {
    char program[4096];
    const ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    program[length > 0 ? length : 0] = '\0';
    const char *here = strstr(program, "/bin/cpu/"); // a program of this project's Makefile
    if (cuda_cpu_hooks.launch)
        return false;
    if (here)
        snprintf(text, room, "make check-%s P=%s", check, here + strlen("/bin/cpu/"));
    else
        snprintf(text, room, "nvcc --check=%s", check);
    return true;
}

// ---- an error that was never checked -----------------------------------------------------------

// The first failure of a host thread that it was not told of: that of a launch, which returns
// nothing, or of a call whose answer was dropped. Asking for the last error makes up for it.
struct unlooked {
    struct unlooked *next;
    cudaError_t error; // cudaSuccess: there is none
    char what[256];
    struct cuda_cpu_call call;
};

static struct unlooked *all_unlooked; // one a host thread, never freed: the thread may end first
static __thread struct unlooked *mine;
static unsigned dropped; // answers with a crash's error that went nowhere

void cuda_cpu_unlooked(const char *what, cudaError_t error) {
    if (cuda_cpu_is_of_crash(error))
        __atomic_fetch_add(&dropped, 1, __ATOMIC_RELAXED);
    if (!mine) {
        mine = calloc(1, sizeof *mine);
        if (!mine)
            return;
        pthread_mutex_lock(&lock);
        mine->next = all_unlooked;
        all_unlooked = mine;
        pthread_mutex_unlock(&lock);
    }
    if (mine->error != cudaSuccess)
        return;
    snprintf(mine->what, sizeof mine->what, "%s", what);
    cuda_cpu_note_call(&mine->call);
    mine->error = error;
}

void cuda_cpu_looked(void) {
    if (mine)
        mine->error = cudaSuccess;
}

void cuda_cpu_dropped(const char *call, cudaError_t error) {
    if (error == cudaErrorNotReady)
        return; // an answer, not a failure
    cuda_cpu_unlooked(call, error);
}

// Whether the program was told of a crash by a call whose answer it did not drop.
static bool heard_of_crash(void) {
    return cuda_cpu_sticky() != cudaSuccess &&
           cuda_cpu_sticky_told() > __atomic_load_n(&dropped, __ATOMIC_RELAXED);
}

static void tell_unlooked(void) {
    char text[1536];
    pthread_mutex_lock(&lock);
    for (const struct unlooked *u = all_unlooked; u; u = u->next) {
        if (u->error == cudaSuccess || (cuda_cpu_is_of_crash(u->error) && heard_of_crash()))
            continue;
        struct cuda_cpu_call call = u->call;
        char name[256], place[1024];
        bool found = cuda_cpu_find_call(&call, name, sizeof name, place, sizeof place);
        snprintf(text, sizeof text, "%s%s%s", u->what, found ? " at " : "", found ? place : "");
        fprintf(stderr, "cuda-cpu: the error of %s was never checked: %s: %s\n", text,
                cudaGetErrorName(u->error), cudaGetErrorString(u->error));
        if (!found || !said_of(place)) // else it is the same mistake
            CUDA_CPU_HOOK(complaint, "unlooked", text, "");
    }
    pthread_mutex_unlock(&lock);
    if (cuda_cpu_sticky() != cudaSuccess && cuda_cpu_sticky_told() == 0)
        fprintf(stderr,
                "cuda-cpu: the error that a kernel left was never checked: %s: %s: no call of the "
                "runtime followed it\n",
                cudaGetErrorName(cuda_cpu_sticky()), cudaGetErrorString(cuda_cpu_sticky()));
}

// ---- a kernel that nobody waited for -----------------------------------------------------------

// The kernel that was launched last, if the host has waited for nothing since.
static const char *last_kernel;
static const void *last_launch;

void cuda_cpu_unwaited(const char *kernel, const void *at) {
    __atomic_store_n(&last_launch, at, __ATOMIC_RELAXED);
    __atomic_store_n(&last_kernel, kernel, __ATOMIC_RELAXED);
}

void cuda_cpu_waited(void) {
    __atomic_store_n(&last_kernel, NULL, __ATOMIC_RELAXED);
}

static void tell_unwaited(void) {
    const char *const kernel = __atomic_load_n(&last_kernel, __ATOMIC_RELAXED);
    const struct cuda_cpu_call call = {{(void *)last_launch}, 1};
    char name[256], place[1024];
    if (!kernel || cuda_cpu_sticky() != cudaSuccess)
        return;
    const bool found = cuda_cpu_find_call(&call, name, sizeof name, place, sizeof place);
    fprintf(
        stderr,
        "cuda-cpu: kernel %s%s%s: nothing waited for it before the program ended, and a GPU may "
        "not have run it to its end: cudaDeviceSynchronize() waits\n",
        kernel, found ? " at " : "", found ? place : "");
    CUDA_CPU_HOOK(complaint, "unwaited", found ? place : kernel, "");
}

// ---- what was never freed ----------------------------------------------------------------------

struct thing {
    struct thing *next;
    const char *kind;
    const void *handle;
    size_t bytes, count; // of memory; how many of the same place
    struct cuda_cpu_call call;
    char made[1280]; // by which call, at exit
};

static struct thing *things;

static bool leaks_wanted(void) {
    static int wanted; // 0: not known yet
    int known = __atomic_load_n(&wanted, __ATOMIC_RELAXED);
    if (!known) {
        const char *asked = getenv("CUDA_CPU_LEAKS");
        known = asked && *asked && strcmp(asked, "0") != 0 ? 1 : -1;
        __atomic_store_n(&wanted, known, __ATOMIC_RELAXED);
    }
    return known > 0;
}

void cuda_cpu_made(const char *kind, const void *handle, size_t bytes) {
    struct thing *t = leaks_wanted() ? calloc(1, sizeof *t) : NULL;
    if (!t)
        return;
    t->kind = kind;
    t->handle = handle;
    t->bytes = bytes;
    t->count = 1;
    cuda_cpu_note_call(&t->call);
    pthread_mutex_lock(&lock);
    t->next = things;
    things = t;
    pthread_mutex_unlock(&lock);
}

void cuda_cpu_gone(const void *handle) {
    if (!leaks_wanted())
        return;
    pthread_mutex_lock(&lock);
    struct thing **link = &things;
    while (*link && (*link)->handle != handle)
        link = &(*link)->next;
    struct thing *t = *link;
    if (t)
        *link = t->next;
    pthread_mutex_unlock(&lock);
    free(t);
}

// `3 streams`; of memory, `12 bytes in 3 allocations`.
static void print_count(const char *kind, size_t bytes, size_t count) {
    if (bytes)
        fprintf(stderr, "%zu byte%s in ", bytes, bytes == 1 ? "" : "s");
    fprintf(stderr, "%zu %s%s", count, kind, count == 1 ? "" : "s");
}

// Puts what was made at one place together, the most bytes first.
static void join_and_sort(void) {
    struct thing *from = things, *sorted = NULL;
    for (struct thing *t = from; t; t = t->next)
        cuda_cpu_describe_call(&t->call, "an unknown call", t->made, sizeof t->made);
    while (from) {
        struct thing *t = from, *same;
        from = t->next;
        for (same = from; same; same = same->next)
            if (same->kind == t->kind && strcmp(same->made, t->made) == 0)
                break;
        if (same) {
            same->bytes += t->bytes;
            same->count += t->count;
            free(t);
            continue;
        }
        struct thing **link = &sorted;
        while (*link && (*link)->bytes >= t->bytes)
            link = &(*link)->next;
        t->next = *link;
        *link = t;
    }
    things = sorted;
}

static void tell_leaks(void) {
    if (!leaks_wanted() || !things)
        return;
    join_and_sort();
    fprintf(stderr, "cuda-cpu: never freed:\n");
    for (const struct thing *t = things; t; t = t->next) {
        fprintf(stderr, "  ");
        print_count(t->kind, t->bytes, t->count);
        fprintf(stderr, ", made by %s\n", t->made);
        CUDA_CPU_HOOK(complaint, "leak", t->made, t->kind);
    }
}

// A program that says itself that it failed need not have waited; and what a process did before
// fork() it tells itself.
static void at_exit(int status, void *none) {
    (void)none;
    if (cuda_cpu_forked)
        return;
    tell_unlooked();
    if (status == 0)
        tell_unwaited();
    tell_leaks();
}

// Before main, so that whatever the program itself does at exit is done when this runs.
__attribute__((constructor)) static void prepare(void) {
    on_exit(at_exit, NULL);
}
