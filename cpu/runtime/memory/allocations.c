// SPDX-License-Identifier: MIT
// The record of the memory that the runtime knows of, and of what was freed last.
#define _GNU_SOURCE
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "allocations.h"
#include "cuda_cpu/fault.h"
#include "device/device.h"
#include "diagnose/diagnose.h"
#include "hooks.h"
#include "memory/memory.h"
#include "threads/threads.h"

// All allocations by rising address; found by bisection.
static struct allocation *all;
static size_t count, room;
pthread_mutex_t cuda_cpu_memory_lock = PTHREAD_MUTEX_INITIALIZER;

// The first allocation that starts after `address`.
static size_t upper_bound(const void *address) {
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if ((uintptr_t)all[middle].start <= (uintptr_t)address)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

struct allocation *cuda_cpu_allocation_below(const void *address) {
    size_t i = upper_bound(address);
    return i > 0 ? &all[i - 1] : NULL;
}

struct allocation *cuda_cpu_allocation_behind(const void *address) {
    size_t i = upper_bound(address);
    return i < count ? &all[i] : NULL;
}

struct allocation *cuda_cpu_find_allocation(const void *address) {
    struct allocation *a = cuda_cpu_allocation_below(address);
    return a && (uintptr_t)address - (uintptr_t)a->start < a->bytes ? a : NULL;
}

size_t cuda_cpu_count_allocations(void) {
    return __atomic_load_n(&count, __ATOMIC_RELAXED);
}

// What was freed last, a ring, so that its use can be called by its name.
enum { REMEMBERED = 64 };
static struct allocation freed[REMEMBERED];
static struct cuda_cpu_call freed_by[REMEMBERED];
static size_t freed_count;

// Memory that is in use again is no longer freed memory; needs the lock.
static void forget_freed(const char *start, size_t bytes) {
    for (size_t i = 0; i < REMEMBERED; i++)
        if (freed[i].bytes && (uintptr_t)freed[i].start < (uintptr_t)start + bytes &&
            (uintptr_t)start < (uintptr_t)freed[i].start + freed[i].bytes)
            freed[i].bytes = 0;
}

const struct cuda_cpu_call *cuda_cpu_freed_by(const void *address) {
    for (size_t i = 0; i < REMEMBERED; i++)
        if ((uintptr_t)address - (uintptr_t)freed[i].start < freed[i].bytes)
            return &freed_by[i];
    return NULL;
}

// Needs the lock.
static void remember_freed(struct allocation a) {
    if (!a.made)
        return; // the host's own, which was only registered
    size_t i = freed_count++ % REMEMBERED;
    free(freed[i].made);
    free(a.filled_by);
    a.filled_by = NULL;
    freed[i] = a;
    cuda_cpu_note_call(&freed_by[i]);
}

bool cuda_cpu_record_allocation(struct allocation new) {
    new.device = cuda_cpu_device();
    new.by_kernel = cuda_cpu_in_kernel();
    if (new.owner == OWNED_BY_RUNTIME) {
        new.made = malloc(sizeof *new.made);
        if (new.made)
            cuda_cpu_note_call(new.made);
    }
    pthread_mutex_lock(&cuda_cpu_memory_lock);
    if (count == room) {
        size_t more = 2 * room + 64;
        struct allocation *moved = realloc(all, more * sizeof *all);
        if (!moved) {
            pthread_mutex_unlock(&cuda_cpu_memory_lock);
            free(new.made);
            return false;
        }
        all = moved;
        room = more;
    }
    size_t i = upper_bound(new.start);
    memmove(all + i + 1, all + i, (count - i) * sizeof *all);
    all[i] = new;
    count++;
    forget_freed(new.start, new.bytes);
    pthread_mutex_unlock(&cuda_cpu_memory_lock);
    if (new.owner == OWNED_BY_RUNTIME)
        cuda_cpu_made("allocation", new.start, new.bytes);
    return true;
}

bool cuda_cpu_forget_allocation(void *pointer, enum owner owner, bool device, size_t *bytes) {
    bool found = false;
    struct allocation gone = {0};
    pthread_mutex_lock(&cuda_cpu_memory_lock);
    size_t i = upper_bound(pointer);
    if (i > 0 && all[i - 1].start == pointer && all[i - 1].owner == owner &&
        (all[i - 1].type != cudaMemoryTypeHost) == device) {
        found = true;
        gone = all[i - 1];
        remember_freed(gone);
        count--;
        memmove(all + i - 1, all + i, (count - i + 1) * sizeof *all);
    }
    pthread_mutex_unlock(&cuda_cpu_memory_lock);
    *bytes = gone.bytes;
    if (found) {
        CUDA_CPU_HOOK(freed, pointer, gone.bytes);
        cuda_cpu_gone(pointer);
    }
    return found;
}

bool cuda_cpu_is_the_devices(const void *address) {
    pthread_mutex_lock(&cuda_cpu_memory_lock);
    const struct allocation *a = cuda_cpu_find_allocation(address);
    bool yes = a && a->type == cudaMemoryTypeDevice;
    pthread_mutex_unlock(&cuda_cpu_memory_lock);
    return yes;
}

bool cuda_cpu_is_the_hosts_too(const void *address) {
    pthread_mutex_lock(&cuda_cpu_memory_lock);
    const struct allocation *a = cuda_cpu_find_allocation(address);
    bool yes = a && a->type != cudaMemoryTypeDevice;
    pthread_mutex_unlock(&cuda_cpu_memory_lock);
    return yes;
}

const void *cuda_cpu_find_device_memory(const void *address, size_t *bytes_left) {
    pthread_mutex_lock(&cuda_cpu_memory_lock);
    struct allocation *a = cuda_cpu_find_allocation(address);
    const void *start = a && a->type != cudaMemoryTypeHost ? a->start : NULL;
    if (start)
        *bytes_left = a->bytes - (size_t)((const char *)address - a->start);
    pthread_mutex_unlock(&cuda_cpu_memory_lock);
    return start;
}

bool cuda_cpu_find_memory(const void *address, const void **start, size_t *bytes) {
    pthread_mutex_lock(&cuda_cpu_memory_lock);
    const struct allocation *a = cuda_cpu_find_allocation(address);
    if (a) {
        *start = a->start;
        *bytes = a->bytes;
    }
    pthread_mutex_unlock(&cuda_cpu_memory_lock);
    return a != NULL;
}

const void *cuda_cpu_find_registered(const void *address, size_t *bytes) {
    const void *start = NULL;
    pthread_mutex_lock(&cuda_cpu_memory_lock);
    struct allocation *a = cuda_cpu_find_allocation(address);
    if (a && a->owner == OWNED_BY_HOST) {
        start = a->start;
        *bytes = a->bytes;
    }
    pthread_mutex_unlock(&cuda_cpu_memory_lock);
    return start;
}

int cuda_cpu_is_global(const void *pointer) {
    size_t behind;
    return cuda_cpu_find_device_memory(pointer, &behind) != NULL;
}
