// SPDX-License-Identifier: MIT
// What a pointer points to, in words, for messages about a call that was given a wrong one.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "allocations.h"
#include "describe.h"
#include "diagnose/diagnose.h"
#include "hooks.h"
#include "memory/memory.h"
#include "variables.h"

// `an allocation of 64 bytes (cudaMalloc at vecadd.cu:12)`
static void describe_allocation(const struct allocation *a, char *text, size_t room) {
    char made[600] = "";
    if (a->made)
        cuda_cpu_describe_call(a->made, "made", made, sizeof made);
    snprintf(text, room, "%s of %zu bytes%s%s%s",
             a->owner == OWNED_BY_RUNTIME ? "an allocation"
             : a->owner == OWNED_BY_HOST  ? "registered memory"
                                          : "a variable",
             a->bytes, *made ? " (" : "", made, *made ? ")" : "");
}

// `; cudaMemcpy at vecadd.cu:15 wrote its first 16 bytes`
static void describe_filling(const struct allocation *a, size_t byte, char *text, size_t room) {
    char call[600];
    *text = '\0';
    if (!a->filled_by || byte < a->filled)
        return;
    cuda_cpu_describe_call(a->filled_by, "a call", call, sizeof call);
    snprintf(text, room, "; %s wrote its first %zu bytes", call, a->filled);
}

bool cuda_cpu_describe_byte(const void *address, char *text, size_t room) {
    char what[700], filled[700] = "";
    pthread_mutex_lock(&cuda_cpu_memory_lock);
    struct allocation *a = cuda_cpu_find_allocation(address);
    size_t byte = a ? (size_t)((const char *)address - a->start) : 0;
    if (a) {
        describe_allocation(a, what, sizeof what);
        describe_filling(a, byte, filled, sizeof filled);
    }
    pthread_mutex_unlock(&cuda_cpu_memory_lock);
    if (a)
        snprintf(text, room, "byte %zu of %s%s", byte, what, filled);
    return a;
}

bool cuda_cpu_describe_near(const void *address, size_t far, char *text, size_t room) {
    char what[700];
    pthread_mutex_lock(&cuda_cpu_memory_lock);
    const struct allocation *below = cuda_cpu_allocation_below(address),
                            *above = cuda_cpu_allocation_behind(address);
    const size_t past = below ? (uintptr_t)address - (uintptr_t)below->start - below->bytes : far;
    const size_t before = above ? (uintptr_t)above->start - (uintptr_t)address : far;
    const bool found = past < far || before < far;
    if (found)
        describe_allocation(past <= before ? below : above, what, sizeof what);
    pthread_mutex_unlock(&cuda_cpu_memory_lock);
    if (found && past == 0)
        snprintf(text, room, "right past the end of %s", what);
    else if (found && past <= before)
        snprintf(text, room, "%zu bytes past the end of %s", past, what);
    else if (found)
        snprintf(text, room, "%zu bytes before the start of %s", before, what);
    return found;
}

bool cuda_cpu_describe_pointer(const void *address, char *text, size_t room) {
    enum { HEADER = 16 }; // what malloc puts between two pieces of memory
    char what[700], by[600];
    bool was_freed = false;
    pthread_mutex_lock(&cuda_cpu_memory_lock);
    struct allocation *a = cuda_cpu_find_allocation(address);
    const struct allocation *below = cuda_cpu_allocation_below(address);
    size_t past = below ? (uintptr_t)address - (uintptr_t)below->start - below->bytes : 0;
    const struct variable *v = cuda_cpu_by_its_name(address);
    if (!a && below && past < HEADER && below->owner == OWNED_BY_RUNTIME) {
        describe_allocation(below, what, sizeof what);
        snprintf(text, room, past ? "memory behind %s" : "the end of %s", what);
    } else if (v && v->start == (uintptr_t)cuda_cpu_by_symbol) {
        snprintf(text, room, "the variable %s", v->name);
    } else if (v) {
        snprintf(text, room,
                 "the host's name of the device's variable %s (cudaMemcpyToSymbol, "
                 "cudaMemcpyFromSymbol and cudaGetSymbolAddress take it)",
                 v->name);
    } else if (a) {
        static const char *const types[] = {"", "pinned host memory", "device memory",
                                            "managed memory"};
        snprintf(text, room, "%s", types[a->type]);
    } else {
        const struct cuda_cpu_call *freed_by = cuda_cpu_freed_by(address);
        snprintf(text, room, "%s",
                 (uintptr_t)address >= 4096 ? "host memory" : "where no memory is");
        if (freed_by) {
            cuda_cpu_describe_call(freed_by, "before", by, sizeof by);
            snprintf(text, room, "memory that was freed (%s)", by);
            was_freed = true;
        }
    }
    pthread_mutex_unlock(&cuda_cpu_memory_lock);
    return was_freed;
}

void cuda_cpu_say_past_the_end(const char *does, const void *address, size_t bytes) {
    char what[700] = "its memory";
    size_t past = 0;
    pthread_mutex_lock(&cuda_cpu_memory_lock);
    struct allocation *a = cuda_cpu_find_allocation(address);
    if (a) {
        describe_allocation(a, what, sizeof what);
        past = bytes - (a->bytes - (size_t)((const char *)address - a->start));
    }
    pthread_mutex_unlock(&cuda_cpu_memory_lock);
    cuda_cpu_say(NULL, "%s %zu byte%s past the end of %s", does, past, past == 1 ? "" : "s", what);
}

// Where the same line, of a destructor perhaps, has freed it before: who has called it then and
// now.
static void describe_callers(const void *pointer, char *text, size_t room) {
    struct cuda_cpu_call now, before = {{NULL}, 0};
    char name[128], here[512], there[512], place[512];
    cuda_cpu_note_call(&now);
    pthread_mutex_lock(&cuda_cpu_memory_lock);
    const struct cuda_cpu_call *freed_by = cuda_cpu_freed_by(pointer);
    if (freed_by)
        before = *freed_by;
    pthread_mutex_unlock(&cuda_cpu_memory_lock);
    if (before.depth && cuda_cpu_find_call(&now, name, sizeof name, here, sizeof here) &&
        cuda_cpu_find_call(&before, name, sizeof name, place, sizeof place) &&
        strcmp(here, place) == 0 && cuda_cpu_find_caller(&now, here, sizeof here) &&
        cuda_cpu_find_caller(&before, there, sizeof there))
        snprintf(text, room, "; called from %s, and before from %s", here, there);
}

void cuda_cpu_say_not_freed(const void *pointer) {
    char what[900];
    pthread_mutex_lock(&cuda_cpu_memory_lock);
    struct allocation *a = cuda_cpu_find_allocation(pointer);
    size_t inside = a ? (size_t)((const char *)pointer - a->start) : 0;
    pthread_mutex_unlock(&cuda_cpu_memory_lock);
    if (inside)
        cuda_cpu_say(NULL, "the pointer is %zu bytes into an allocation, not its start", inside);
    else if (cuda_cpu_describe_pointer(pointer, what, sizeof what)) {
        char callers[1100] = "";
        describe_callers(pointer, callers, sizeof callers);
        cuda_cpu_say(NULL, "the pointer is to %s%s", what, callers);
    } else
        cuda_cpu_say(NULL, "the pointer is to %s, which this call does not free", what);
}
