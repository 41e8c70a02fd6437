// SPDX-License-Identifier: MIT
// The memory that check-race and check-init know: device memory as it comes and goes, the
// program's variables, shared and local arrays; and what an address is called.
#define _GNU_SOURCE
#include <malloc.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "check.h"
#include "init.h"
#include "race.h"

// ---- pages -------------------------------------------------------------------------------------

struct page **cuda_cpu_tables[TABLE];

// Marks for pages of device memory that have not been touched.
enum { DEFINED = 1, UNDEFINED = 2 };
#define MARK(mark) ((struct page *)(uintptr_t)(mark))

void *cuda_cpu_zeroed(size_t count, size_t bytes) {
    void *memory = calloc(count, bytes);
    if (!memory)
        abort();
    return memory;
}

void *cuda_cpu_once(void *pointer, size_t bytes) {
    void **const at = pointer;
    void *there = __atomic_load_n(at, __ATOMIC_ACQUIRE), *new;
    if (there)
        return there;
    new = cuda_cpu_zeroed(1, bytes);
    if (__atomic_compare_exchange_n(at, &there, new, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
        return new;
    free(new); // somebody else was first
    return there;
}

static struct page **entry(uintptr_t address) {
    const size_t number = address / PAGE, table = number / TABLE;
    if (table >= TABLE)
        abort();
    struct page **pages = cuda_cpu_once(&cuda_cpu_tables[table], TABLE * sizeof *pages);
    return &pages[number % TABLE];
}

struct page *cuda_cpu_touch(struct page **e) {
    struct page *there = __atomic_load_n(e, __ATOMIC_ACQUIRE);
    if ((uintptr_t)there >= PAGE || !there)
        return there;
    struct page *new = cuda_cpu_zeroed(1, sizeof *new);
    new->kind = GLOBAL;
    if (there == MARK(UNDEFINED))
        new->undefined = memset(cuda_cpu_zeroed(1, PAGE), 1, PAGE);
    if (__atomic_compare_exchange_n(e, &there, new, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
        return new;
    free(new->undefined);
    free(new);
    return there;
}

struct page *cuda_cpu_make_page(uintptr_t address) {
    struct page **e = entry(address);
    return *e ? cuda_cpu_touch(e) : cuda_cpu_once(e, sizeof **e);
}

static void drop_page(struct page **e) {
    struct page *page = *e;
    *e = NULL;
    if ((uintptr_t)page < PAGE)
        return;
    cuda_cpu_race_drop(page);
    free(page->kinds);
    free(page->undefined);
    free(page->expected);
    free(page);
}

// Whole pages get only a mark, or, where NOT_WATCHED, nothing.
static void set_kind(uintptr_t address, size_t bytes, enum memory_kind kind, bool undefined) {
    while (bytes > 0) {
        size_t part = PAGE - address % PAGE;
        part = part < bytes ? part : bytes;
        struct page **e = entry(address);
        if (part == PAGE && kind != SHARED) {
            drop_page(e);
            *e = kind == GLOBAL ? MARK(undefined ? UNDEFINED : DEFINED) : NULL;
        } else {
            struct page *page = cuda_cpu_make_page(address);
            const unsigned first = address % PAGE, last = first + (unsigned)part - 1;
            if (!page->kinds)
                memset(cuda_cpu_once(&page->kinds, PAGE / WORD), page->kind, PAGE / WORD);
            memset(page->kinds + first / WORD, kind, last / WORD - first / WORD + 1);
            if (kind == NOT_WATCHED)
                cuda_cpu_race_erase(page, first, part);
            cuda_cpu_set_undefined((void *)address, part, undefined);
        }
        address += part;
        bytes -= part;
    }
}

// ---- what memory there is ----------------------------------------------------------------------

// Room on both sides: an index that nothing wrote is a number somewhat below 0 there (init.h). In
// front of it stands how much there is.
enum { ASIDE = 1 << 20 };

static void *allocate(size_t bytes, enum cudaMemoryType type) {
    (void)type;
    const size_t all = (bytes + PAGE - 1) / PAGE * PAGE + 2 * ASIDE;
    char *memory =
        mmap(NULL, all, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED)
        return NULL;
    *(size_t *)(void *)memory = all;
    return memory + ASIDE;
}

static void release(void *memory) {
    char *const start = (char *)memory - ASIDE;
    munmap(start, *(size_t *)(void *)start);
}

// Of pages that nothing else lies in.
static size_t whole_pages(size_t bytes) {
    return (bytes + PAGE - 1) / PAGE * PAGE;
}

static void fill(char *start, size_t bytes) {
    if (cuda_cpu_checking(CUDA_CPU_INIT))
        cuda_cpu_fill_undefined(start, bytes);
    else
        memset(start, 0xff, bytes);
}

// A file of what memory is filled with, the same in each run of PATTERN bytes; -1: there is none.
static int filled_file;
static void make_filled_file(void) {
    filled_file = memfd_create("unwritten", MFD_CLOEXEC);
    if (filled_file < 0)
        return;
    // An address that is a multiple of PATTERN lies among any 2 * PATTERN bytes.
    char *room = mmap(NULL, 2 * PATTERN, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    char *at = room == MAP_FAILED ? NULL : room + (PATTERN - (uintptr_t)room % PATTERN);
    if (at && ftruncate(filled_file, PATTERN) == 0 &&
        mmap(at, PATTERN, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, filled_file, 0) == at) {
        fill(at, PATTERN);
    } else {
        close(filled_file);
        filled_file = -1;
    }
    if (at)
        munmap(room, 2 * PATTERN);
}

// Whole pages of their own. Memory costs nothing until it is touched: it is mapped to the
// file, piece by piece, and pages become its own when they are written.
static void fill_pages(char *at, size_t bytes) {
    enum { MUCH = 4 * PATTERN };
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    if (bytes >= MUCH)
        pthread_once(&once, make_filled_file);
    if (bytes >= MUCH && filled_file >= 0)
        for (size_t part; bytes > 0; at += part, bytes -= part) {
            const size_t offset = (uintptr_t)at % PATTERN;
            part = PATTERN - offset < bytes ? PATTERN - offset : bytes;
            if (mmap(at, part, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_FIXED | MAP_NORESERVE,
                     filled_file, (off_t)offset) == MAP_FAILED)
                break;
        }
    fill(at, bytes); // the rest
}

static void note_allocated(void *start, size_t bytes) {
    if (!cuda_cpu_checking(CUDA_CPU_RACE | CUDA_CPU_INIT))
        return;
    fill_pages(start, whole_pages(bytes));
    set_kind((uintptr_t)start, whole_pages(bytes), GLOBAL, cuda_cpu_checking(CUDA_CPU_INIT));
}

static void note_freed(void *start, size_t bytes) {
    if ((uintptr_t)start % PAGE == 0)
        bytes = whole_pages(bytes);
    set_kind((uintptr_t)start, bytes, NOT_WATCHED, false);
}

// The host's own memory that kernels may touch from here on.
static void note_registered(void *start, size_t bytes) {
    uintptr_t address = (uintptr_t)start;
    for (size_t part; bytes > 0; address += part, bytes -= part) {
        part = PAGE - address % PAGE;
        part = part < bytes ? part : bytes;
        struct page *page = cuda_cpu_make_page(address);
        if (!page->kinds)
            memset(cuda_cpu_once(&page->kinds, PAGE / WORD), page->kind, PAGE / WORD);
        memset(page->kinds + address % PAGE / WORD, GLOBAL, (part + WORD - 1) / WORD);
    }
}

// __device__ and __constant__ variables lie among the program's own.
extern char __data_start[], _end[];

__attribute__((constructor(102))) static void watch_variables(void) {
    if (cuda_cpu_checking(CUDA_CPU_RACE | CUDA_CPU_INIT))
        set_kind((uintptr_t)__data_start, (uintptr_t)_end - (uintptr_t)__data_start, GLOBAL, false);
}

// Shared arrays of this OS thread, which lie at the same place in each block, and local arrays.
static __thread struct cuda_cpu_named_array *arrays;

static void add_array(struct cuda_cpu_named_array *a) {
    a->before = NULL;
    a->next = arrays;
    if (arrays)
        arrays->before = a;
    arrays = a;
}

static struct cuda_cpu_named_array *find_array(uintptr_t address) {
    struct cuda_cpu_named_array *a = arrays;
    while (a && address - (uintptr_t)a->start >= a->bytes)
        a = a->next;
    return a;
}

void cuda_cpu_poison_shared(void *start, size_t bytes, const char *name,
                            struct cuda_cpu_shape shape) {
    memset(start, cuda_cpu_fill_byte(), bytes);
    if (!cuda_cpu_checking(CUDA_CPU_RACE | CUDA_CPU_INIT))
        return;
    struct cuda_cpu_named_array *a = arrays;
    while (a && a->start != start)
        a = a->next;
    if (!a) {
        a = cuda_cpu_zeroed(1, sizeof *a);
        a->start = start;
        add_array(a);
    }
    if (a->bytes != bytes)
        set_kind((uintptr_t)start, bytes, SHARED, false);
    a->name = name;
    a->bytes = bytes;
    a->shape = shape;
    if (cuda_cpu_checking(CUDA_CPU_INIT))
        cuda_cpu_set_undefined(start, bytes, true);
}

void cuda_cpu_watch_dynamic(const char *name, size_t element) {
    struct cuda_cpu_named_array *a = find_array((uintptr_t)cuda_cpu_dynamic_shared());
    if (a && *name) {
        a->name = name;
        a->shape.element = element;
    }
}

void cuda_cpu_watch_local(struct cuda_cpu_named_array *a) {
    if (!cuda_cpu_running.grid || !cuda_cpu_checking(CUDA_CPU_INIT))
        return;
    add_array(a);
    memset(a->start, cuda_cpu_fill_byte(), a->bytes);
    cuda_cpu_set_undefined(a->start, a->bytes, true);
}

void cuda_cpu_watch_local_end(struct cuda_cpu_named_array *a) {
    if (!cuda_cpu_running.grid || !cuda_cpu_checking(CUDA_CPU_INIT))
        return;
    *(a->before ? &a->before->next : &arrays) = a->next;
    if (a->next)
        a->next->before = a->before;
    cuda_cpu_set_undefined(a->start, a->bytes, false);
}

__attribute__((constructor(101))) static void register_hooks(void) {
    cuda_cpu_hooks.allocate = allocate;
    cuda_cpu_hooks.release = release;
    cuda_cpu_hooks.allocated = note_allocated;
    cuda_cpu_hooks.freed = note_freed;
    cuda_cpu_hooks.registered = note_registered;
}

// ---- an address in words -----------------------------------------------------------------------

static void describe_array(const struct cuda_cpu_named_array *a, uintptr_t address, char *text,
                           size_t size) {
    enum { DIMENSIONS = 3 };
    const size_t *length = a->shape.length;
    size_t byte = address - (uintptr_t)a->start, rest = byte / a->shape.element, cells = 1;
    const char *where =
        cuda_cpu_kind(cuda_cpu_find_page(address), address) == SHARED ? "shared" : "local";
    if (!*a->name) {
        snprintf(text, size, "byte %zu of the dynamic shared memory", byte);
        return;
    }
    int used = snprintf(text, size, "%s", a->name);
    for (int i = 1; i < DIMENSIONS; i++)
        cells *= length[i] ? length[i] : 1;
    for (int i = 0; i < DIMENSIONS && a->bytes > a->shape.element; i++) {
        used += snprintf(text + used, size - (size_t)used, "[%zu]", rest / cells);
        rest %= cells;
        if (i + 1 == DIMENSIONS || length[i + 1] == 0)
            break;
        cells /= length[i + 1];
    }
    snprintf(text + used, size - (size_t)used, " in %s memory", where);
}

void cuda_cpu_describe(uintptr_t address, char *text, size_t size) {
    const struct cuda_cpu_named_array *a = find_array(address);
    char what[CUDA_CPU_PLACE];
    size_t bytes;
    const void *variable = cuda_cpu_find_variable((const void *)address, &bytes);
    const char *name = variable ? cuda_cpu_variable_name(variable) : NULL;
    if (a)
        describe_array(a, address, text, size);
    else if (name && address == (uintptr_t)variable)
        snprintf(text, size, "the variable %s", name);
    else if (name)
        snprintf(text, size, "byte %zu of the variable %s", (size_t)(address - (uintptr_t)variable),
                 name);
    else if (cuda_cpu_describe_byte((const void *)address, what, sizeof what))
        snprintf(text, size, "%s", what);
    else if (address - (uintptr_t)__data_start < (uintptr_t)_end - (uintptr_t)__data_start)
        snprintf(text, size, "a variable of the program");
    else if (cuda_cpu_describe_near((const void *)address, ASIDE, what, sizeof what))
        snprintf(text, size, "%s", what);
    else
        snprintf(text, size, "memory at %#zx, which is nobody's", (size_t)address);
}
