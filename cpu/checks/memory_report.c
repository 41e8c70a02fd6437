// SPDX-License-Identifier: MIT
// Judges an access that did not pass the quick test, and says in words what is wrong with it.
#define _GNU_SOURCE
#include <errno.h>
#include <link.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

#include <sanitizer/asan_interface.h>

#include "arena.h"
#include "memory_report.h"

// ` past the end of`, with how much of it is and how far off it begins.
static void describe_miss(char *text, size_t room, uintptr_t address, size_t bytes, uintptr_t start,
                          size_t size) {
    if (address < start && start - address > bytes)
        snprintf(text, room, ", %zu bytes before the start of", (size_t)(start - address));
    else if (address < start)
        snprintf(text, room, " before the start of");
    else if (address - start > size)
        snprintf(text, room, ", %zu byte%s past the end of", (size_t)(address - start - size),
                 plural(address - start - size));
    else if (address - start < size)
        snprintf(text, room, ", %zu of them past the end of",
                 bytes - (size - (size_t)(address - start)));
    else
        snprintf(text, room, " past the end of");
}

// In pitched memory. What begins in a row may end past it, as vectors do.
static void judge_row(struct verdict *v, const char *does, uintptr_t address, size_t bytes,
                      const struct piece *p) {
    char made[600];
    const size_t row = (address - p->start) / p->pitch, at = (address - p->start) % p->pitch;
    if (at < p->row) {
        if (bytes <= p->row - at)
            v->good = (struct range){p->start + row * p->pitch, p->row};
        return;
    }
    v->kind = "pitch";
    cuda_cpu_describe_call(&p->made, "an unknown call", made, sizeof made);
    snprintf(v->text, sizeof v->text, "%s beyond the %zu byte%s of row %zu (%s)", does, p->row,
             plural(p->row), row, made);
}

// An address in the arena.
static void judge_piece(struct verdict *v, const char *does, uintptr_t address, size_t bytes,
                        bool device) {
    char miss[64], what[700], by[600];
    const struct piece p = cuda_cpu_nearest_piece(address);
    if (address >= p.start && address - p.start < p.bytes &&
        bytes <= p.bytes - (address - p.start)) {
        if (p.freed) {
            v->kind = "freed";
            cuda_cpu_describe_call(&p.freed_by, "before", by, sizeof by);
            cuda_cpu_describe_piece(&p, what, sizeof what);
            snprintf(v->text, sizeof v->text, "%s of freed memory (%s): it was %s", does, by, what);
        } else if (!device && p.type == cudaMemoryTypeDevice) {
            v->kind = "device";
            cuda_cpu_describe_piece(&p, what, sizeof what);
            snprintf(v->text, sizeof v->text, "%s of device memory, of %s", does, what);
        } else if (p.shared && device && p.launch != cuda_cpu_running.launch->first) {
            v->kind = "shared";
            cuda_cpu_describe_piece(&p, what, sizeof what);
            snprintf(v->text, sizeof v->text, "%s of %s, which no block of this launch has", does,
                     what);
        } else if (p.pitch) {
            judge_row(v, does, address, bytes, &p);
        } else {
            v->good = (struct range){p.start, p.bytes};
        }
        return;
    }
    v->kind = "bounds";
    describe_miss(miss, sizeof miss, address, bytes, p.start, p.bytes);
    cuda_cpu_describe_piece(&p, what, sizeof what);
    snprintf(v->text, sizeof v->text, "%s%s %s%s", does, miss, what, p.freed ? ", now freed" : "");
}

// A variable of the device's that the address misses by less than AddressSanitizer's choice,
// `start`, or, if that is NULL, by less than a page: that is the one that is meant.
static void prefer_variable(uintptr_t address, void **start, char *name, size_t room,
                            size_t *size) {
    size_t bytes = 0, unused;
    void *unused_start;
    const uintptr_t variable = (uintptr_t)cuda_cpu_nearest_variable((const void *)address, &bytes);
    const uintptr_t miss = address < variable ? variable - address : address - variable - bytes;
    if (variable && miss < (!*start                       ? PAGE
                            : address < (uintptr_t)*start ? (uintptr_t)*start - address
                                                          : address - (uintptr_t)*start - *size)) {
        __asan_locate_address((void *)variable, name, room, &unused_start, &unused);
        *start = (void *)variable;
        *size = bytes;
    }
}

void cuda_cpu_judge_marks(struct verdict *v, const char *does, uintptr_t address, size_t bytes) {
    if (!is_marked(address, bytes))
        return;
    const uintptr_t first = (uintptr_t)__asan_region_is_poisoned((void *)address, bytes);
    char name[256] = "", miss[64];
    void *start = NULL;
    size_t size = 0;
    const char *kind = __asan_locate_address((void *)address, name, sizeof name, &start, &size);
    v->kind = "bounds";
    if (strcmp(kind, "global") == 0)
        prefer_variable(address, &start, name, sizeof name, &size);
    if (strcmp(kind, "heap") == 0 && first - (uintptr_t)start < size) {
        snprintf(v->text, sizeof v->text, "%s of memory of %zu byte%s that was freed", does, size,
                 plural(size));
    } else if (start && size) {
        describe_miss(miss, sizeof miss, address, bytes, (uintptr_t)start, size);
        snprintf(v->text, sizeof v->text, "%s%s %s%s of %zu byte%s", does, miss,
                 strcmp(kind, "stack") == 0    ? "the local array "
                 : strcmp(kind, "global") == 0 ? "the array "
                                               : "memory",
                 name, size, plural(size));
    } else {
        snprintf(v->text, sizeof v->text, "%s out of bounds, at %p", does, (void *)address);
    }
}

static bool is_mapped(uintptr_t address) {
    unsigned char there;
    return mincore((void *)(address / PAGE * PAGE), 1, &there) == 0 || errno != ENOMEM;
}

static void judge_host_memory(struct verdict *v, const char *does, uintptr_t address,
                              size_t bytes) {
    char name[256] = "", miss[64];
    void *start = NULL;
    size_t size = 0;
    if (cuda_cpu_is_foreign_table(address, name, sizeof name))
        return; // the runtime tells of it
    v->kind = "host";
    if (address < NULL_PAGE) {
        snprintf(v->text, sizeof v->text, "%s at address %#zx, where no memory is: a NULL pointer?",
                 does, (size_t)address);
        return;
    }
    const char *kind = __asan_locate_address((void *)address, name, sizeof name, &start, &size);
    if (strcmp(kind, "global") == 0) {
        snprintf(v->text, sizeof v->text, "%s of the host's memory, of its variable %s", does,
                 name);
        return;
    }
    start = NULL;
    prefer_variable(address, &start, name, sizeof name, &size);
    if (start) {
        v->kind = "bounds";
        describe_miss(miss, sizeof miss, address, bytes, (uintptr_t)start, size);
        snprintf(v->text, sizeof v->text, "%s%s the array %s of %zu byte%s", does, miss, name, size,
                 plural(size));
    } else if (address - cuda_cpu_writable.start < cuda_cpu_writable.bytes) {
        v->kind = "bounds"; // so far past the end of one that no mark is there
        snprintf(v->text, sizeof v->text, "%s where no variable is, at %p", does, (void *)address);
    } else {
        snprintf(v->text, sizeof v->text, "%s %s, at %p", does,
                 is_mapped(address) ? "of the host's memory" : "where no memory is",
                 (void *)address);
    }
}

// Whether the address is in a file that was loaded: code, constants, other libraries' variables.
static int find_loaded(struct dl_phdr_info *info, size_t size, void *address) {
    (void)size;
    for (int i = 0; i < info->dlpi_phnum; i++)
        if (info->dlpi_phdr[i].p_type == PT_LOAD &&
            (uintptr_t)address - info->dlpi_addr - info->dlpi_phdr[i].p_vaddr <
                info->dlpi_phdr[i].p_memsz)
            return 1;
    return 0;
}

bool cuda_cpu_near_dynamic_shared(uintptr_t address) {
    return address - ((uintptr_t)cuda_cpu_dynamic_shared() - CUDA_CPU_BEFORE_SHARED) <
           CUDA_CPU_BEFORE_SHARED + CUDA_CPU_MOST_SHARED;
}

static void judge_dynamic_shared(struct verdict *v, const char *does, uintptr_t address,
                                 size_t bytes, const void *start) {
    const struct range range = {(uintptr_t)start, cuda_cpu_running.grid->shared};
    char miss[64];
    if (inside(&range, address, bytes)) {
        v->good = range;
        return;
    }
    v->kind = "dynamic";
    describe_miss(miss, sizeof miss, address, bytes, range.start, range.bytes);
    snprintf(v->text, sizeof v->text, "%s%s the launch's %zu byte%s of dynamic shared memory", does,
             miss, range.bytes, plural(range.bytes));
}

// On the stack of a thread of the block: its own, or, which only a CPU allows, another's.
static void judge_stack(struct verdict *v, const char *does, uintptr_t address, size_t bytes) {
    unsigned owner, index[3];
    cuda_cpu_judge_marks(v, does, address, bytes);
    if (v->kind || !cuda_cpu_others_stack((const void *)address, &owner))
        return;
    v->kind = "local";
    cuda_cpu_index(cuda_cpu_running.grid->block, owner, index);
    snprintf(v->text, sizeof v->text, "%s of thread (%u, %u, %u)'s local memory", does, index[0],
             index[1], index[2]);
}

static void judge_kernel(struct verdict *v, const char *does, uintptr_t address, size_t bytes) {
    const struct cuda_cpu_grid *grid = cuda_cpu_running.grid;
    const struct range arguments = {(uintptr_t)grid->closure, grid->closure_bytes};
    const struct range launch = {(uintptr_t)grid, sizeof *grid};
    struct range range;
    if (cuda_cpu_arena && address - cuda_cpu_arena < ARENA) {
        judge_piece(v, does, address, bytes, true);
    } else if (inside(&arguments, address, bytes)) {
        v->good = arguments;
    } else if (inside(&launch, address, bytes)) {
        v->good = launch;
    } else if (cuda_cpu_on_stack((const void *)address)) {
        judge_stack(v, does, address, bytes);
    } else if (cuda_cpu_near_dynamic_shared(address)) {
        judge_dynamic_shared(v, does, address, bytes, cuda_cpu_dynamic_shared());
    } else if (cuda_cpu_neighbours_shared((const void *)address)) {
        judge_dynamic_shared(v, does, address, bytes,
                             cuda_cpu_neighbours_shared((const void *)address));
    } else if (cuda_cpu_is_visible(address, bytes, &range)) {
        v->good = range;
    } else if (cuda_cpu_find_host_memory(address, &range) && inside(&range, address, bytes)) {
        cuda_cpu_judge_marks(v, does, address, bytes);
        if (!v->kind)
            v->good = range;
    } else if (address - cuda_cpu_writable.start < cuda_cpu_writable.bytes) {
        cuda_cpu_judge_marks(v, does, address, bytes);
        if (!v->kind)
            judge_host_memory(v, does, address, bytes);
    } else if (dl_iterate_phdr(find_loaded, (void *)address)) {
        cuda_cpu_judge_marks(v, does, address, bytes);
    } else {
        judge_host_memory(v, does, address, bytes);
    }
}

void cuda_cpu_find_fault(struct verdict *v, const char *does, uintptr_t address, size_t bytes) {
    if (cuda_cpu_running.grid)
        judge_kernel(v, does, address, bytes);
    else if (cuda_cpu_arena && address - cuda_cpu_arena < ARENA)
        judge_piece(v, does, address, bytes, false);
    else if (address < NULL_PAGE)
        judge_host_memory(v, does, address, bytes);
    else
        cuda_cpu_judge_marks(v, does, address, bytes);
}
