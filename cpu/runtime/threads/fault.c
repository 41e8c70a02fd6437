// SPDX-License-Identifier: MIT
// __trap, a failed assert, what can't be done here and a breakpoint: the kernel ends and leaves an
// error that stays. The same words in host code end the program, as they do anywhere.
#define _GNU_SOURCE
#include <link.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cuda_cpu/cluster.h"
#include "cuda_cpu/fault.h"
#include "device/device.h"
#include "fiber.h"
#include "hooks.h"
#include "threads/threads.h"

bool cuda_cpu_in_kernel(void) {
    return cuda_cpu_block() && cuda_cpu_block()->grid;
}

int cuda_cpu_is_in_kernel(void) {
    return cuda_cpu_in_kernel();
}

void cuda_cpu_refuse(const struct cuda_cpu_place *at, cudaError_t error, const char *what) {
    if (!cuda_cpu_in_kernel()) {
        fprintf(stderr, "cuda-cpu: %s at %s:%d, outside a kernel\n", what, at->file, at->line);
        abort();
    }
    fprintf(stderr, "cuda-cpu: kernel %s: %s at %s:%d by block (%u, %u, %u), thread (%u, %u, %u)\n",
            cuda_cpu_block()->grid->name, what, at->file, at->line, at->block[0], at->block[1],
            at->block[2], at->thread[0], at->thread[1], at->thread[2]);
    cuda_cpu_crash(error);
}

void cuda_cpu_trap(const struct cuda_cpu_place *at) {
    if (!cuda_cpu_in_kernel())
        abort();
    cuda_cpu_refuse(at, cudaErrorLaunchFailure, "__trap()");
}

unsigned long long cuda_cpu_divided_by_zero(const struct cuda_cpu_place *at, int of_thread) {
    enum { MOST = 64 }; // lines that are reported
    static struct {
        const char *file;
        int line;
    } told[MOST];
    static int count;
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    if (!cuda_cpu_in_kernel())
        raise(SIGFPE);
    pthread_mutex_lock(&lock);
    int i = 0;
    while (i < count && (told[i].line != at->line || strcmp(told[i].file, at->file) != 0))
        i++;
    if (i == count && count < MOST) {
        told[count].file = at->file;
        told[count++].line = at->line;
        char thread[64] = "";
        if (of_thread)
            snprintf(thread, sizeof thread, ", thread (%u, %u, %u)", at->thread[0], at->thread[1],
                     at->thread[2]);
        fprintf(stderr,
                "cuda-cpu: kernel %s: an integer divided by zero at %s:%d by block (%u, %u, %u)%s: "
                "a GPU goes on, with all bits set\n",
                cuda_cpu_block()->grid->name, at->file, at->line, at->block[0], at->block[1],
                at->block[2], thread);
        char place[512];
        snprintf(place, sizeof place, "%s:%d", at->file, at->line);
        CUDA_CPU_HOOK(finding, "divided", place, "");
    }
    pthread_mutex_unlock(&lock);
    return ~0ull;
}

void cuda_cpu_assertion(const struct cuda_cpu_place *at, const char *function,
                        const char *condition) {
    if (!cuda_cpu_in_kernel()) {
        fprintf(stderr, "%s:%d: %s: Assertion `%s' failed.\n", at->file, at->line, function,
                condition);
        abort();
    }
    // in a GPU's words
    fprintf(stderr, "%s:%d: %s: block: [%u,%u,%u], thread: [%u,%u,%u] Assertion `%s` failed.\n",
            at->file, at->line, function, at->block[0], at->block[1], at->block[2], at->thread[0],
            at->thread[1], at->thread[2], condition);
    cuda_cpu_crash(cudaErrorAssert);
}

void cuda_cpu_breakpoint(void) {
    raise(SIGTRAP);
}

int cuda_cpu_in_dynamic_shared(const void *address) {
    const struct block *b = cuda_cpu_block();
    const char *const at = address;
    return b && at >= b->shared && at < b->shared + sizeof b->shared;
}

// The variables of the calling OS thread: one of those that the program was linked with.
static int find_variables(struct dl_phdr_info *info, size_t size, void *data) {
    const char **range = data;
    (void)size;
    for (int i = 0; info->dlpi_tls_data && i < info->dlpi_phnum; i++)
        if (info->dlpi_phdr[i].p_type == PT_TLS) {
            range[0] = info->dlpi_tls_data;
            range[1] = range[0] + info->dlpi_phdr[i].p_memsz;
        }
    return 1; // the program itself comes first
}

int cuda_cpu_is_shared(const void *pointer) {
    static __thread const char *range[2];
    const char *const at = pointer;
    if (!range[1])
        dl_iterate_phdr(find_variables, range);
    return (at >= range[0] && at < range[1]) || cuda_cpu_in_dynamic_shared(pointer);
}

size_t cuda_cpu_whole_shared_address(unsigned low, size_t seen) {
    const size_t near[] = {seen, (size_t)__builtin_thread_pointer(),
                           (size_t)cuda_cpu_shared_of(cuda_cpu_block())};
    size_t offset;
    for (int i = 0; i < 3; i++)
        for (int by = -1; by <= 1; by++) {
            const size_t whole = ((near[i] >> 32) + (size_t)by) << 32 | low;
            if (cuda_cpu_is_shared((const void *)whole) ||
                (cuda_cpu_hooks.slot && cuda_cpu_hooks.slot((const void *)whole, &offset)))
                return whole;
        }
    return seen >> 32 << 32 | low; // out of bounds, close to it
}

// Where the stack of the calling OS thread ends: other memory may lie right after it.
static const char *end_of_stack(void) {
    static __thread const char *end;
    pthread_attr_t attributes;
    void *start = NULL;
    size_t bytes = 0;
    if (!end && pthread_getattr_np(pthread_self(), &attributes) == 0) {
        pthread_attr_getstack(&attributes, &start, &bytes);
        pthread_attr_destroy(&attributes);
        end = (const char *)start + bytes;
    }
    return end;
}

int cuda_cpu_is_local(const void *pointer) {
    const struct block *b = cuda_cpu_block();
    const char *const at = pointer, *const here = __builtin_frame_address(0);
    if (!b || cuda_cpu_is_shared(pointer))
        return 0;
    // on a stack that some fiber has: that it runs on, or not at all
    for (unsigned i = 0; i < b->fiber_count; i++)
        if (here >= b->fibers[i]->stack && here < b->fibers[i]->stack + b->fibers[i]->bytes)
            return at >= here && at < b->fibers[i]->stack + b->fibers[i]->bytes;
    return at >= here && at < (b->apart ? b->apart : end_of_stack());
}

// Each OS thread that runs blocks counts as a core of its own, as far as there are that many.
unsigned cuda_cpu_core(void) {
    static unsigned threads;
    static __thread unsigned mine;
    if (!mine)
        mine = 1 + __atomic_fetch_add(&threads, 1, __ATOMIC_RELAXED) % (unsigned)cuda_cpu_cores();
    return mine - 1;
}
