// SPDX-License-Identifier: MIT
// The grader's part of a submission that is graded: linked to it, and not reachable from its source
// (screen.awk). It writes what is handed in to descriptor 3, with the kernels' launches so far; and
// in a run without a check it watches the bytes around each allocation of the device's.
//
//     TASK TYPE COUNT LAUNCHES\n and the bytes    a result: the first of each task
//     0 end 0 LAUNCHES\n                          the program came to its end
//
// What the student's code says goes to standard output, and what the runtime and the checks say to
// standard error, where nothing else arrives: `stderr`, std::cerr and their kin are renamed in the
// student's object (screen.awk lists them), some of them to functions of this file.
#define _GNU_SOURCE
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "hooks.h"

enum { RECORD = 3, MOST_TASKS = 100, PAGE = 4096, AFTER = 1 << 20, FILL = 0x7f };

// ---- the record --------------------------------------------------------------------------------

static unsigned long launches;
static void (*next_launch)(const struct cuda_cpu_grid *);

static void on_launch(const struct cuda_cpu_grid *grid) {
    __atomic_fetch_add(&launches, 1, __ATOMIC_RELAXED);
    if (next_launch)
        next_launch(grid);
}

static void put(const void *from, size_t bytes) {
    for (const char *at = from; bytes > 0;) {
        const ssize_t written = write(RECORD, at, bytes);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            _exit(2);
        at += written;
        bytes -= (size_t)written;
    }
}

// checks/c_library.c, where check-init watches: what reads memory, so that a value that nothing
// wrote is named.
int cuda_cpu_checked_memcmp(const void *a, const void *b, size_t bytes) __attribute__((weak));

// Of a task only the first result counts: no more are written.
void lab_record(int task, char type, const void *values, size_t count, size_t bytes) {
    static unsigned char seen[MOST_TASKS];
    char head[80];
    if (task < 1 || task >= MOST_TASKS || seen[task]++)
        return;
    if (cuda_cpu_checked_memcmp)
        cuda_cpu_checked_memcmp(values, values, bytes);
    put(head, (size_t)snprintf(head, sizeof head, "%d %c %zu %lu\n", task, type, count, launches));
    put(values, bytes);
}

__attribute__((destructor(102))) static void finish(void) {
    char head[80];
    put(head, (size_t)snprintf(head, sizeof head, "0 end 0 %lu\n", launches));
}

// ---- the bytes around an allocation
// --------------------------------------------------------------

// Each allocation begins a page; around it lie bytes of FILL, which is a large number as a float
// and as an int: what is read there shows in the result, and what was written there is seen. As on
// a GPU, a small step outside is no crash.
static struct piece {
    unsigned char *start;
    size_t bytes, after;
    struct piece *next;
} * pieces;
static int lock;

static void enter(void) {
    while (__atomic_exchange_n(&lock, 1, __ATOMIC_ACQUIRE))
        cuda_cpu_relax();
}
static void leave(void) {
    __atomic_store_n(&lock, 0, __ATOMIC_RELEASE);
}

static void *allocate(size_t bytes, enum cudaMemoryType type) {
    (void)type;
    struct piece *p = malloc(sizeof *p);
    const size_t inside = (bytes + AFTER + PAGE - 1) / PAGE * PAGE;
    char *memory = inside < bytes ? MAP_FAILED
                                  : mmap(NULL, PAGE + inside + PAGE, PROT_READ | PROT_WRITE,
                                         MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (!p || memory == MAP_FAILED) {
        free(p);
        return NULL;
    }
    *p = (struct piece){(unsigned char *)memory + PAGE, bytes, inside - bytes, NULL};
    memset(memory, FILL, PAGE);
    memset(p->start + bytes, FILL, p->after);
    mprotect(p->start + inside, PAGE, PROT_NONE);
    enter();
    p->next = pieces;
    pieces = p;
    leave();
    return p->start;
}

static bool is_filled(const unsigned char *at, size_t bytes) {
    return *at == FILL && memcmp(at, at + 1, bytes - 1) == 0;
}

static void look_around(const struct piece *p) {
    if (!is_filled(p->start + p->bytes, p->after))
        fprintf(stderr, "cuda-cpu: something wrote past the end of an allocation of %zu bytes\n",
                p->bytes);
    if (!is_filled(p->start - PAGE, PAGE))
        fprintf(stderr,
                "cuda-cpu: something wrote before the start of an allocation of %zu bytes\n",
                p->bytes);
}

static void release(void *start) {
    enter();
    for (struct piece **at = &pieces; *at; at = &(*at)->next)
        if ((*at)->start == start) {
            struct piece *p = *at;
            *at = p->next;
            look_around(p);
            munmap(p->start - PAGE, PAGE + p->bytes + p->after + PAGE);
            free(p);
            break;
        }
    leave();
}

__attribute__((destructor(101))) static void look_at_the_rest(void) {
    for (const struct piece *p = pieces; p; p = p->next)
        look_around(p);
}

// The checks take hold of the runtime before (constructor(101)); what they watch themselves is left
// to them.
__attribute__((constructor(102))) static void begin(void) {
    const bool alone = !cuda_cpu_hooks.launch;
    next_launch = cuda_cpu_hooks.launch;
    cuda_cpu_hooks.launch = on_launch;
    if (!alone)
        return;
    cuda_cpu_hooks.on_all_cores = true;
    cuda_cpu_hooks.allocate = allocate;
    cuda_cpu_hooks.release = release;
}

// ---- what a student's code calls in place of the library's
// ---------------------------------------

void lab_perror(const char *text) {
    printf("%s: %s\n", text, strerror(errno));
}

// There are no files, no environment and no other programs here.
FILE *lab_fopen(const char *name, const char *mode) {
    (void)name, (void)mode;
    errno = EACCES;
    return NULL;
}

char *lab_getenv(const char *name) {
    (void)name;
    return NULL;
}

// But a lab may say how many devices the CPU is.
int lab_setenv(const char *name, const char *value, int overwrite) {
    return strcmp(name, "CUDA_CPU_DEVICES") == 0 ? setenv(name, value, overwrite) : 0;
}

__attribute__((noreturn)) void lab_assert_fail(const char *text, const char *file, unsigned line,
                                               const char *function) {
    printf("%s:%u: %s: Assertion `%s' failed.\n", file, line, function, text);
    fflush(stdout);
    abort();
}
