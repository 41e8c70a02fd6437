// SPDX-License-Identifier: MIT
// Where the checks of cpu/checks, the counters of cpu/counts and the debugger (cpu/debugger) take
// hold of the runtime. The runtime knows nothing of them: it calls what stands in this table, if
// anything does, and in a plain program nothing does. A check fills in its entries before main
// (constructor(101)), and the other way round asks the runtime only what is declared at the end of
// this file.
#ifndef CUDA_CPU_HOOKS_H
#define CUDA_CPU_HOOKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cuda_cpu/grid.h"
#include "cuda_cpu/limits.h"
#include "diagnose/diagnose.h"

struct cuda_cpu_hooks {
    // A launch begins and ends; with a hook here, blocks run in order, on one OS thread, unless
    // on_all_cores.
    bool on_all_cores;
    void (*launch)(const struct cuda_cpu_grid *grid);
    void (*launched)(const struct cuda_cpu_grid *grid);
    // This OS thread runs blocks of the grid from here on; NULL: no longer.
    void (*grid)(const struct cuda_cpu_grid *grid);
    // The launch may run more than once; whether it is to run again.
    void (*repeatable)(const struct cuda_cpu_grid *grid);
    bool (*again)(const struct cuda_cpu_grid *grid);
    // So many blocks may run together (launch/cooperative.c); 0: one for each multiprocessor.
    size_t most_together;
    // The block waits for all others of its grid or cluster; they have come.
    void (*grid_barrier)(void);
    void (*past_grid_barrier)(void);

    // Instead of posix_memalign and free, for what kernels use; NULL: there is no more.
    void *(*allocate)(size_t bytes, enum cudaMemoryType type);
    void (*release)(void *start);
    // What was allocated last has rows of so many bytes, `pitch` apart.
    void (*pitched)(void *start, size_t pitch, size_t row);
    // Memory is there, undefined; is about to go; was copied; was filled.
    void (*allocated)(void *start, size_t bytes);
    void (*freed)(void *start, size_t bytes);
    void (*copied)(void *to, const void *from, size_t bytes);
    void (*filled)(void *to, size_t bytes);
    // The host's own memory, which kernels may use from here on; then it is freed.
    void (*registered)(void *start, size_t bytes);

    // Order (streams/queue.c): the n-th piece of work that a stream is given has ticket n. It is
    // queued, and after others of other streams, which comes first; begins on this OS thread, and
    // ends. What it is: the host's function, or a copy or fill. The host has waited for it, or seen
    // that it is over.
    void (*behind)(const void *stream, const void *other, unsigned long long ticket);
    void (*queued)(const void *stream, unsigned long long ticket);
    void (*begins)(const void *stream, unsigned long long ticket, bool host, bool copies);
    void (*ended)(void);
    void (*reached)(const void *stream, unsigned long long ticket);
    // The work is a graph of so many nodes (or what a kernel has asked for, where no edge is more
    // than the order of a stream); a node of it, which comes after those of these
    // numbers, begins; it is over.
    void (*graph)(size_t nodes, bool by_kernel);
    void (*node)(size_t number, const size_t *before, size_t count, bool host, bool copies);
    void (*graph_ended)(void);
    // What comes is another step of the work at hand, after all that belonged to it so far.
    void (*goes_on)(void);

    // The host's own memory that a copy reads or writes.
    void (*host_side)(const void *start, size_t bytes, bool write);
    // The device's memory that a copy or fill reads or writes: rows, `pitch` apart.
    void (*rows)(const void *start, size_t pitch, size_t width, size_t height, bool write);
    // Memory that kernels may touch although it is the host's; and no longer.
    void (*visible)(const void *start, size_t bytes);
    void (*hidden)(const void *start);
    // Where shared arrays lie apart: the slot of the one that the address lies in, and how far in.
    void **(*slot)(const void *address, size_t *offset);

    // The runtime has reported a mistake of a kernel's (kind, line, another line); of a call's.
    bool (*finding)(const char *kind, const char *place, const char *other);
    bool (*complaint)(const char *kind, const char *place, const char *other);
    // An access to a surface or texture that is wrong, in words, from this address of code.
    void (*surface)(const void *pc, const char *what);
    // The host program is about to end by this signal.
    void (*crashed)(int signal);
};
extern struct cuda_cpu_hooks cuda_cpu_hooks; // diagnose/error.c

#define CUDA_CPU_HOOK(name, ...)                                                                   \
    do {                                                                                           \
        if (cuda_cpu_hooks.name)                                                                   \
            cuda_cpu_hooks.name(__VA_ARGS__);                                                      \
    } while (0)

// ---- what a check may ask the runtime ----------------------------------------------------------

// Bytes in front of a block's dynamic shared memory, where an index below 0 goes.
enum { CUDA_CPU_BEFORE_SHARED = 4096 };
// threads/fiber.c: whether the address is on a stack that threads of the block at hand stand on.
bool cuda_cpu_on_stack(const void *address);
// Whether it is on that of another thread than the running one, and of which, by its rank.
bool cuda_cpu_others_stack(const void *address, unsigned *owner);
// launch/cluster.c: the dynamic shared memory of another block of the cluster at hand that the
// address lies in, or NULL.
const void *cuda_cpu_neighbours_shared(const void *address);

// streams/worker.c: this process was made by fork() of one that used the device.
extern bool cuda_cpu_forked;
// memory/variables.c: the __device__, __constant__ or __managed__ variable that holds the address,
// or NULL.
const void *cuda_cpu_find_variable(const void *address, size_t *bytes);
// The name of the one that starts there, or NULL.
const char *cuda_cpu_variable_name(const void *start);
// The one that is nearest to it.
const void *cuda_cpu_nearest_variable(const void *address, size_t *bytes);
// memory/allocations.c: memory of any kind that was asked for or registered, and where it starts.
bool cuda_cpu_find_memory(const void *address, const void **start, size_t *bytes);
// The same of memory of the host's that was registered.
const void *cuda_cpu_find_registered(const void *address, size_t *bytes);
// Whether it is pinned or managed.
bool cuda_cpu_is_the_hosts_too(const void *address);
// memory/describe.c: `byte 8 of an allocation of 64 bytes (cudaMalloc at vecadd.cu:12)`; false
// where there is none.
bool cuda_cpu_describe_byte(const void *address, char *text, size_t room);
// `8 bytes past the end of an allocation ...`, or before its start, where one is less `far` away.
bool cuda_cpu_describe_near(const void *address, size_t far, char *text, size_t room);

// diagnose/virtual_tables.c: whether the address is in a class's table of virtual functions, and of
// which class; or in such a table of the other side's, the host's or the device's.
bool cuda_cpu_is_table(uintptr_t address, char *name, size_t room);
bool cuda_cpu_is_foreign_table(uintptr_t address, char *name, size_t room);

// One turn of a waiting loop that another thread is about to end.
static inline void cuda_cpu_relax(void) {
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("yield");
#endif
}

#endif
