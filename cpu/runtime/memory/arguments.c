// SPDX-License-Identifier: MIT
// The pointers among a kernel's arguments: whether a GPU could follow them.
#include <stdint.h>
#include <stdio.h>

#include "allocations.h"
#include "cuda_cpu/fault.h"
#include "describe.h"
#include "diagnose/diagnose.h"
#include "threads/threads.h"
#include "variables.h"

// Whether a kernel may have this pointer: into memory of the device, pinned, managed or registered,
// or to its end; an element before its start, as those have that count from 1. Needs the lock.
static bool for_kernels(const void *pointer) {
    enum { BEFORE = 16 }; // bytes, where malloc keeps its own and no memory of the host is
    const uintptr_t at = (uintptr_t)pointer;
    const struct allocation *a = cuda_cpu_allocation_below(pointer);
    bool recorded = a && at - (uintptr_t)a->start <= a->bytes;
    if (!recorded && (a = cuda_cpu_allocation_behind(pointer)))
        recorded = (uintptr_t)a->start - at <= BEFORE;
    return (recorded || cuda_cpu_at_variable(at)) && !cuda_cpu_by_its_name(pointer);
}

// Memory of the thread that launches, or its block's, is none of the child's. What malloc() gives
// in a kernel is not on record.
static void check_nested(const char *kernel, const void *const *arguments, size_t n) {
    char name[256];
    snprintf(name, sizeof name, "kernel %s", kernel);
    for (size_t i = 0; i < n; i++)
        if (arguments[i] && (cuda_cpu_is_shared(arguments[i]) || cuda_cpu_is_local(arguments[i])))
            cuda_cpu_say(name,
                         "argument %zu points to %s memory of the thread that launches it, which "
                         "no other grid can touch",
                         i + 1, cuda_cpu_is_shared(arguments[i]) ? "shared" : "local");
}

void cuda_cpu_check_arguments(const char *kernel, const void *const *arguments, size_t n) {
    if (cuda_cpu_in_kernel()) {
        check_nested(kernel, arguments, n);
        return;
    }
    bool fine = true;
    pthread_mutex_lock(&cuda_cpu_memory_lock);
    for (size_t i = 0; i < n && fine; i++)
        fine = !arguments[i] || for_kernels(arguments[i]);
    pthread_mutex_unlock(&cuda_cpu_memory_lock);
    for (size_t i = 0; i < n && !fine; i++) {
        char what[900], name[256];
        pthread_mutex_lock(&cuda_cpu_memory_lock);
        bool this_one = !arguments[i] || for_kernels(arguments[i]);
        pthread_mutex_unlock(&cuda_cpu_memory_lock);
        if (this_one)
            continue;
        cuda_cpu_describe_pointer(arguments[i], what, sizeof what);
        snprintf(name, sizeof name, "kernel %s", kernel);
        cuda_cpu_say(name, "argument %zu points to %s, which kernels on a GPU can't touch", i + 1,
                     what);
    }
}
