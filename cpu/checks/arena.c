// SPDX-License-Identifier: MIT
// check-memory's memory. Device memory and shared arrays lie in an arena of their own, with gaps
// between them that are never used again.
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "arena.h"

static const size_t LEAST_GAP = 64 << 10, MOST_GAP = 1 << 30;
uintptr_t cuda_cpu_arena;
static uintptr_t arena_end;  // of what was given out
static struct piece *pieces; // by rising address, for none is ever used again
static size_t piece_count, piece_room;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

unsigned cuda_cpu_memory_version;

void cuda_cpu_memory_changed(void) {
    __atomic_fetch_add(&cuda_cpu_memory_version, 1, __ATOMIC_RELAXED);
}

// The number of pieces that start at or below the address; needs the lock.
static size_t pieces_below(uintptr_t address) {
    size_t low = 0, high = piece_count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (pieces[middle].start <= address)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static void *new_piece(size_t bytes, enum cudaMemoryType type, const char *shared) {
    enum { ALIGNMENT = 512, MORE = 1024 };
    size_t gap = bytes < LEAST_GAP ? LEAST_GAP : bytes > MOST_GAP ? MOST_GAP : bytes;
    gap = (gap + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    const bool busy = cuda_cpu_running.busy;
    cuda_cpu_running.busy = true; // what is allocated here is not the kernel's
    pthread_mutex_lock(&lock);
    if (!cuda_cpu_arena) {
        void *memory = mmap(NULL, ARENA, PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (memory != MAP_FAILED)
            cuda_cpu_arena = arena_end = (uintptr_t)memory;
    }
    if (piece_count == piece_room) {
        piece_room += MORE;
        pieces = realloc(pieces, piece_room * sizeof *pieces);
        if (!pieces)
            abort();
    }
    uintptr_t start = 0;
    if (cuda_cpu_arena && bytes < ARENA &&
        arena_end - cuda_cpu_arena < ARENA - bytes - 2 * gap - ALIGNMENT) {
        start = arena_end + gap;
        arena_end = start + (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT + gap;
        struct piece *p = &pieces[piece_count++];
        *p = (struct piece){.start = start, .bytes = bytes, .type = type, .shared = shared};
        if (!shared)
            cuda_cpu_note_call(&p->made);
        cuda_cpu_memory_changed();
    }
    pthread_mutex_unlock(&lock);
    cuda_cpu_running.busy = busy;
    return (void *)start;
}

static void *allocate(size_t bytes, enum cudaMemoryType type) {
    return new_piece(bytes, type, NULL);
}

static void note_pitched(void *start, size_t pitch, size_t row) {
    pthread_mutex_lock(&lock);
    const size_t i = pieces_below((uintptr_t)start);
    if (i > 0 && pieces[i - 1].start == (uintptr_t)start) {
        pieces[i - 1].pitch = pitch;
        pieces[i - 1].row = row;
    }
    pthread_mutex_unlock(&lock);
}

// The memory stays readable, so that a late read still finds the old values.
static void release(void *start) {
    pthread_mutex_lock(&lock);
    size_t i = pieces_below((uintptr_t)start);
    if (i > 0 && pieces[i - 1].start == (uintptr_t)start) {
        pieces[i - 1].freed = true;
        cuda_cpu_note_call(&pieces[i - 1].freed_by);
        cuda_cpu_memory_changed();
    }
    pthread_mutex_unlock(&lock);
}

void cuda_cpu_apart_shared(void **slot, size_t bytes, const char *name) {
    *slot = new_piece(bytes, cudaMemoryTypeDevice, name);
    if (!*slot)
        abort();
    pthread_mutex_lock(&lock);
    pieces[pieces_below((uintptr_t)*slot) - 1].slot = slot;
    pthread_mutex_unlock(&lock);
}

void cuda_cpu_poison_shared(void *start, size_t bytes, const char *name,
                            struct cuda_cpu_shape shape) {
    (void)name, (void)shape;
    pthread_mutex_lock(&lock);
    const size_t i = pieces_below((uintptr_t)start);
    if (i > 0 && pieces[i - 1].shared)
        pieces[i - 1].launch = cuda_cpu_running.launch->first;
    pthread_mutex_unlock(&lock);
    memset(start, 0xff, bytes);
}

static void **find_slot(const void *address, size_t *offset) {
    void **slot = NULL;
    pthread_mutex_lock(&lock);
    size_t i = pieces_below((uintptr_t)address);
    if (i > 0 && (uintptr_t)address - pieces[i - 1].start < pieces[i - 1].bytes) {
        slot = pieces[i - 1].slot;
        *offset = (uintptr_t)address - pieces[i - 1].start;
    }
    pthread_mutex_unlock(&lock);
    return slot;
}

struct piece cuda_cpu_piece_below(uintptr_t address) {
    pthread_mutex_lock(&lock);
    const size_t i = pieces_below(address);
    const struct piece p = i > 0 ? pieces[i - 1] : (struct piece){0};
    pthread_mutex_unlock(&lock);
    return p;
}

struct piece cuda_cpu_nearest_piece(uintptr_t address) {
    pthread_mutex_lock(&lock);
    size_t i = pieces_below(address);
    if (i < piece_count && (i == 0 || (address - pieces[i - 1].start >= pieces[i - 1].bytes &&
                                       pieces[i].start - address <
                                           address - pieces[i - 1].start - pieces[i - 1].bytes)))
        i++;
    const struct piece p = i > 0 ? pieces[i - 1] : (struct piece){0};
    pthread_mutex_unlock(&lock);
    return p;
}

void cuda_cpu_describe_piece(const struct piece *p, char *text, size_t room) {
    char made[600];
    if (p->shared) {
        snprintf(text, room, "the shared array %s of %zu bytes", p->shared, p->bytes);
        return;
    }
    cuda_cpu_describe_call(&p->made, "an unknown call", made, sizeof made);
    snprintf(text, room, "an allocation of %zu bytes (%s)", p->bytes, made);
}

__attribute__((constructor(101))) static void register_hooks(void) {
    cuda_cpu_hooks.allocate = allocate;
    cuda_cpu_hooks.release = release;
    cuda_cpu_hooks.pitched = note_pitched;
    cuda_cpu_hooks.slot = find_slot;
}
