// SPDX-License-Identifier: MIT
// Which memory of a GPU an address would lie in: arrays of the block's shared memory, __constant__
// variables, the launch's parameters, global memory, a thread's own stack; or none, as threadIdx.
#define _GNU_SOURCE
#include <link.h>
#include <pthread.h>
#include <stdlib.h>

#include "counts.h"
#include "hooks.h"

struct range {
    uintptr_t start, end;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct range *constants;
static size_t constant_count;
enum { MOST_SHARED = 64 };
static __thread struct range shared[MOST_SHARED];
static __thread size_t shared_count;

// Before main.
void cuda_cpu_count_constant(const void *start, size_t bytes) {
    pthread_mutex_lock(&lock);
    constants = realloc(constants, (constant_count + 1) * sizeof *constants);
    if (!constants)
        abort();
    constants[constant_count++] = (struct range){(uintptr_t)start, (uintptr_t)start + bytes};
    pthread_mutex_unlock(&lock);
}

void cuda_cpu_count_shared(const void *start, size_t bytes) {
    const struct range r = {(uintptr_t)start, (uintptr_t)start + bytes};
    size_t i = 0;
    while (i < shared_count && shared[i].start != r.start)
        i++;
    if (i == MOST_SHARED)
        return;
    shared[i] = r;
    shared_count = i == shared_count ? i + 1 : shared_count;
    if (cuda_cpu_counter && start != cuda_cpu_dynamic_shared())
        cuda_cpu_counter->static_shared += bytes;
}

void cuda_cpu_forget_shared(void) {
    shared_count = 0;
}

static int thread_bytes(struct dl_phdr_info *info, size_t size, void *bytes) {
    (void)size;
    for (int i = 0; i < info->dlpi_phnum; i++)
        if (info->dlpi_phdr[i].p_type == PT_TLS)
            *(size_t *)bytes = info->dlpi_phdr[i].p_memsz + info->dlpi_phdr[i].p_align;
    return 1; // the program itself comes first
}

static bool holds(const struct range *r, size_t count, uintptr_t address, uintptr_t *start,
                  uintptr_t *end) {
    for (size_t i = 0; i < count; i++)
        if (address - r[i].start < r[i].end - r[i].start) {
            *start = r[i].start;
            *end = r[i].end;
            return true;
        }
    return false;
}

// Variables of this OS thread: threadIdx and its kin, but for the shared arrays among them.
static bool find_thread_variables(uintptr_t address, uintptr_t *start, uintptr_t *end) {
    static __thread struct range own;
    if (own.end == 0) {
        const uintptr_t pointer = (uintptr_t)__builtin_thread_pointer();
        size_t bytes = 0;
        dl_iterate_phdr(thread_bytes, &bytes);
        own = (struct range){pointer - bytes, pointer + bytes};
    }
    *start = address;
    *end = address + 1;
    return address - own.start < own.end - own.start;
}

// Of the OS thread's own stack, on which a block's first threads run.
static bool on_own_stack(uintptr_t address) {
    static __thread struct range own;
    if (own.end == 0) {
        pthread_attr_t attributes;
        void *start = NULL;
        size_t bytes = 1;
        if (pthread_getattr_np(pthread_self(), &attributes) == 0) {
            pthread_attr_getstack(&attributes, &start, &bytes);
            pthread_attr_destroy(&attributes);
        }
        own = (struct range){(uintptr_t)start, (uintptr_t)start + bytes};
    }
    return address - own.start < own.end - own.start;
}

enum space cuda_cpu_space_of(uintptr_t address, uintptr_t *start, uintptr_t *end) {
    size_t bytes;
    const void *found;
    if (holds(shared, shared_count, address, start, end))
        return SHARED;
    if (holds(constants, constant_count, address, start, end))
        return CONSTANT;
    const struct cuda_cpu_grid *grid = cuda_cpu_counter->grid;
    const struct range parameters = {(uintptr_t)grid->closure,
                                     (uintptr_t)grid->closure + grid->closure_bytes};
    if (holds(&parameters, 1, address, start, end))
        return PARAMETER;
    if (cuda_cpu_find_memory((const void *)address, &found, &bytes) ||
        (found = cuda_cpu_find_variable((const void *)address, &bytes))) {
        *start = (uintptr_t)found;
        *end = *start + bytes;
        return GLOBAL;
    }
    if (find_thread_variables(address, start, end))
        return OWN;
    return on_own_stack(address) || cuda_cpu_on_stack((const void *)address) ? LOCAL : PARAMETER;
}
