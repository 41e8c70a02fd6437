// SPDX-License-Identifier: MIT
// Memory outside the arena that kernels may touch although it is the host's: texture and surface
// objects, what kernels allocated themselves, the program's variables on the device, what was
// registered.
#define _GNU_SOURCE
#include <link.h>
#include <pthread.h>
#include <stdlib.h>

#include "arena.h"

static struct range *visible;
static size_t visible_count, visible_room;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void make_visible(const void *start, size_t bytes) {
    pthread_mutex_lock(&lock);
    if (visible_count == visible_room) {
        visible_room = 2 * visible_room + 64;
        visible = realloc(visible, visible_room * sizeof *visible);
        if (!visible)
            abort();
    }
    visible[visible_count++] = (struct range){(uintptr_t)start, bytes};
    pthread_mutex_unlock(&lock);
}

static void hide(const void *start) {
    pthread_mutex_lock(&lock);
    for (size_t i = visible_count; i-- > 0;)
        if (visible[i].start == (uintptr_t)start) {
            visible[i] = visible[--visible_count];
            cuda_cpu_memory_changed();
            break;
        }
    pthread_mutex_unlock(&lock);
}

bool cuda_cpu_is_visible(uintptr_t address, size_t bytes, struct range *found) {
    bool yes = false;
    pthread_mutex_lock(&lock);
    for (size_t i = visible_count; i-- > 0 && !yes;)
        if ((yes = inside(&visible[i], address, bytes)))
            *found = visible[i];
    pthread_mutex_unlock(&lock);
    return yes;
}

// in a header of the library's that not every compiler brings
int __sanitizer_install_malloc_and_free_hooks(void (*on_malloc)(const volatile void *, size_t),
                                              void (*on_free)(const volatile void *));

// malloc and new in a kernel: every malloc of the process comes here.
static void on_malloc(const volatile void *start, size_t bytes) {
    if (cuda_cpu_running.grid && !cuda_cpu_running.busy) {
        cuda_cpu_running.busy = true;
        make_visible((const void *)start, bytes);
        cuda_cpu_running.busy = false;
    }
}

static void on_free(const volatile void *start) {
    if (cuda_cpu_running.grid && !cuda_cpu_running.busy) {
        cuda_cpu_running.busy = true;
        hide((const void *)start);
        cuda_cpu_running.busy = false;
    }
}

struct range cuda_cpu_writable;

static int find_writable(struct dl_phdr_info *info, size_t size, void *unused) {
    (void)size, (void)unused;
    uintptr_t start = UINTPTR_MAX, end = 0;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *p = &info->dlpi_phdr[i];
        uintptr_t from = info->dlpi_addr + p->p_vaddr;
        if (p->p_type == PT_LOAD && p->p_flags & PF_W) {
            start = from < start ? from : start;
            end = from + p->p_memsz > end ? from + p->p_memsz : end;
        }
    }
    for (int i = 0; i < info->dlpi_phnum; i++) { // constants that the loader had to fill in
        const ElfW(Phdr) *p = &info->dlpi_phdr[i];
        uintptr_t after = info->dlpi_addr + p->p_vaddr + p->p_memsz;
        if (p->p_type == PT_GNU_RELRO && after > start && after <= end)
            start = after;
    }
    cuda_cpu_writable = (struct range){start, end - start};
    return 1; // the program itself comes first
}

bool cuda_cpu_find_host_memory(uintptr_t address, struct range *found) {
    const void *start = cuda_cpu_find_variable((const void *)address, &found->bytes);
    if (!start)
        start = cuda_cpu_find_registered((const void *)address, &found->bytes);
    found->start = (uintptr_t)start;
    return start != NULL;
}

__attribute__((constructor(101))) static void register_hooks(void) {
    cuda_cpu_hooks.visible = make_visible;
    cuda_cpu_hooks.hidden = hide;
}

__attribute__((constructor)) static void prepare(void) {
    dl_iterate_phdr(find_writable, NULL);
    __sanitizer_install_malloc_and_free_hooks(on_malloc, on_free);
}
