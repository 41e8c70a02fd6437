// SPDX-License-Identifier: MIT
// The program's __device__, __constant__ and __managed__ variables: where they lie, what they are
// called, and which of their addresses the host has been told.
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "allocations.h"
#include "hooks.h"
#include "variables.h"

static struct variable *variables; // of the program, by rising address
static size_t variable_count, variable_room;

__thread const void *cuda_cpu_by_symbol;

// Before main; from a library that is loaded later, perhaps at any time.
void cuda_cpu_note_variable(const void *start, size_t bytes, const char *name, bool managed) {
    pthread_mutex_lock(&cuda_cpu_memory_lock);
    if (variable_count == variable_room) {
        variable_room = 2 * variable_room + 64;
        variables = realloc(variables, variable_room * sizeof *variables);
        if (!variables)
            abort();
    }
    size_t i = variable_count++;
    for (; i > 0 && variables[i - 1].start > (uintptr_t)start; i--)
        variables[i] = variables[i - 1];
    variables[i] =
        (struct variable){(uintptr_t)start, (uintptr_t)start + bytes, name, managed, managed};
    pthread_mutex_unlock(&cuda_cpu_memory_lock);
}

void cuda_cpu_note_reference(const void *to, size_t bytes, const char *name) {
    size_t all;
    if (!cuda_cpu_find_variable(to, &all))
        cuda_cpu_note_variable(to, bytes, name, false);
}

const void *cuda_cpu_variable_at(const void *start, size_t *bytes) {
    const void *found = NULL;
    pthread_mutex_lock(&cuda_cpu_memory_lock);
    for (size_t i = 0; i < variable_count && !found; i++)
        if (variables[i].start == (uintptr_t)start) {
            found = start;
            *bytes = variables[i].end - variables[i].start;
        }
    pthread_mutex_unlock(&cuda_cpu_memory_lock);
    return found;
}

const void *cuda_cpu_variable_named(const char *name, size_t *bytes) {
    const void *start = NULL;
    pthread_mutex_lock(&cuda_cpu_memory_lock);
    for (size_t i = 0; i < variable_count && !start; i++)
        if (strcmp(variables[i].name, name) == 0) {
            start = (const void *)variables[i].start;
            *bytes = variables[i].end - variables[i].start;
        }
    pthread_mutex_unlock(&cuda_cpu_memory_lock);
    return start;
}

const char *cuda_cpu_variable_name(const void *start) {
    const char *name = NULL;
    pthread_mutex_lock(&cuda_cpu_memory_lock);
    for (size_t i = 0; i < variable_count && !name; i++)
        if (variables[i].start == (uintptr_t)start)
            name = variables[i].name;
    pthread_mutex_unlock(&cuda_cpu_memory_lock);
    return name;
}

// How many variables start at or below the address. Needs the lock.
static size_t variables_below(uintptr_t at) {
    size_t low = 0, high = variable_count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (variables[middle].start <= at)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

const struct variable *cuda_cpu_at_variable(uintptr_t at) {
    size_t below = variables_below(at);
    return below > 0 && at <= variables[below - 1].end ? &variables[below - 1] : NULL;
}

const struct variable *cuda_cpu_by_its_name(const void *address) {
    const struct variable *v = cuda_cpu_at_variable((uintptr_t)address);
    return v && (uintptr_t)address < v->end && !v->known ? v : NULL;
}

const struct variable *cuda_cpu_managed_variable(const void *address) {
    const struct variable *v = cuda_cpu_at_variable((uintptr_t)address);
    return v && (uintptr_t)address < v->end && v->managed ? v : NULL;
}

void cuda_cpu_make_known(const void *address) {
    pthread_mutex_lock(&cuda_cpu_memory_lock);
    const struct variable *v = cuda_cpu_by_its_name(address);
    if (v)
        variables[v - variables].known = true;
    pthread_mutex_unlock(&cuda_cpu_memory_lock);
}

void cuda_cpu_learn_addresses(const char *from, size_t bytes) {
    enum { MOST = 4096 }; // as much as pointers fill, more or less
    const void *address;
    if (bytes > MOST || variable_count == 0)
        return;
    for (size_t i = 0; i + sizeof address <= bytes; i += sizeof address) {
        memcpy(&address, from + i, sizeof address);
        if ((uintptr_t)address - variables[0].start <
            variables[variable_count - 1].end - variables[0].start)
            cuda_cpu_make_known(address);
    }
}

const void *cuda_cpu_find_variable(const void *address, size_t *bytes) {
    const void *start = NULL;
    pthread_mutex_lock(&cuda_cpu_memory_lock);
    const struct variable *v = cuda_cpu_at_variable((uintptr_t)address);
    if (v && (uintptr_t)address < v->end) {
        start = (const void *)v->start;
        *bytes = v->end - v->start;
    }
    pthread_mutex_unlock(&cuda_cpu_memory_lock);
    return start;
}

const void *cuda_cpu_nearest_variable(const void *address, size_t *bytes) {
    const uintptr_t at = (uintptr_t)address;
    const struct variable *v = NULL;
    pthread_mutex_lock(&cuda_cpu_memory_lock);
    size_t below = variables_below(at);
    if (below > 0)
        v = &variables[below - 1];
    if (below < variable_count &&
        (!v || (at >= v->end && variables[below].start - at < at - v->end)))
        v = &variables[below];
    const void *start = v ? (const void *)v->start : NULL;
    if (v)
        *bytes = v->end - v->start;
    pthread_mutex_unlock(&cuda_cpu_memory_lock);
    return start;
}
