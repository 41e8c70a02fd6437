// SPDX-License-Identifier: MIT
// The seam between a launch in a program (launch.h and blocks.h, C++ templates) and the runtime
// that schedules it (grid.c, fiber.c, C).
#ifndef CUDA_CPU_GRID_H
#define CUDA_CPU_GRID_H

#include "cuda_cpu/api.h"

#ifdef __cplusplus
extern "C" {
#endif

// A run of blocks that one OS thread works off. Others may take blocks of it too, if that one comes
// no further (cpu/runtime/launch/standing.c).
struct cuda_cpu_run {
    size_t next, last; // the blocks left: [next, last)
    size_t begun;      // by its own thread, of all its runs
    int open;          // others may take some
    int taking;        // its own thread is about to
};

// Takes the run's next block; 0: there is none. Unless others may take one at the same time, that
// needs no lock, for which a processor would wait until all that the last block wrote has arrived:
// whoever opens the run then sees to it that its own thread knows, or is seen to be taking one.
static inline int cuda_cpu_take_block(struct cuda_cpu_run *run, size_t *block) {
    __atomic_store_n(&run->taking, 1, __ATOMIC_RELAXED);
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    if (__builtin_expect(__atomic_load_n(&run->open, __ATOMIC_RELAXED), 0)) {
        *block = __atomic_fetch_add(&run->next, 1, __ATOMIC_RELAXED);
    } else {
        *block = __atomic_load_n(&run->next, __ATOMIC_RELAXED);
        __atomic_store_n(&run->next, *block + 1, __ATOMIC_RELAXED);
    }
    __atomic_store_n(&run->taking, 0, __ATOMIC_RELEASE);
    if (*block >= run->last)
        return 0;
    __atomic_store_n(&run->begun, run->begun + 1, __ATOMIC_RELAXED);
    return 1;
}

// Takes all its blocks: up to which.
static inline size_t cuda_cpu_take_blocks(struct cuda_cpu_run *run, size_t *first) {
    const size_t last = run->last;
    *first = __atomic_exchange_n(&run->next, last, __ATOMIC_RELAXED);
    __atomic_store_n(&run->begun, run->begun + (*first < last ? last - *first : 0),
                     __ATOMIC_RELAXED);
    return last;
}

// A launch: its shapes, and the kernel behind two functions.
struct cuda_cpu_grid {
    const char *name;     // the kernel, as written in front of <<<
    const void *function; // its address; NULL where one name stands for several
    unsigned grid[3], block[3];
    unsigned cluster[3]; // blocks of a cluster along each axis; 0: there are none
    size_t shared;       // bytes of dynamic shared memory
    const void *closure; // the kernel and its arguments
    size_t closure_bytes;
    // runs blocks of the grid on the calling OS thread, until the run has none left
    void (*run_blocks)(const struct cuda_cpu_grid *grid, struct cuda_cpu_run *run);
    // runs one thread of the block at hand, given by its linear index
    void (*run_thread)(const struct cuda_cpu_grid *grid, unsigned thread);
    // what the calling OS thread runs: index of the block, if known (1), and of the thread (2)
    unsigned (*where)(unsigned index[6]);
    struct cuda_cpu_nest *nest; // what its threads launch; NULL: it does not run
};

// Checks the shapes (grid x y z, block x y z) as CUDA does and queues the grid in the stream. Takes
// the closure over. A failure is this host thread's last error, as after every launch.
void cuda_cpu_launch(const struct cuda_cpu_grid *grid, const unsigned shape[6],
                     cudaStream_t stream);

// What a launch keeps of a kernel and its arguments: a copy in memory of its own.
const void *cuda_cpu_keep_closure(const void *closure, size_t bytes, size_t alignment);
void cuda_cpu_free_closure(const void *closure);
// ... of which objects are part that may have virtual functions.
void cuda_cpu_translate_closure(const void *closure, size_t bytes);
// diagnose/virtual_tables.c: the file at this address has classes with virtual functions of the
// device's.
void cuda_cpu_note_virtual_functions(const void *address);

// Says which of a kernel's arguments are pointers to the host's memory; those that are no pointers
// are NULL here.
void cuda_cpu_check_arguments(const char *kernel, const void *const *arguments, size_t count);
// A __device__, __constant__ or __managed__ (`host_too`) variable: a pointer to it is no pointer to
// the host's. The name is kept.
void cuda_cpu_note_variable(const void *start, size_t bytes, const char *name, bool managed);
// The same of what a reference is to, unless that is a variable or a part of one.
void cuda_cpu_note_reference(const void *to, size_t bytes, const char *name);
// The variable that starts there, or is of that name, and its size; NULL: there is none.
const void *cuda_cpu_variable_at(const void *start, size_t *bytes);
const void *cuda_cpu_variable_named(const char *name, size_t *bytes);
// A call whose answer the program dropped has failed.
void cuda_cpu_dropped(const char *call, cudaError_t error);

// The dynamic shared memory of the block that runs on this OS thread.
void *cuda_cpu_dynamic_shared(void);

// `thread` (linear index) is the first of block (x, y, z) to wait: from here on they are fibers.
void cuda_cpu_begin_fibers(unsigned thread, unsigned x, unsigned y, unsigned z);
// A thread of it has come, or came before, to the end of the kernel.
void cuda_cpu_at_end(unsigned thread);

// The block's barrier. Each thread adds a value; the sum over all that came may be asked for until
// the next.
void cuda_cpu_barrier(int value, const char *file, int line);
int cuda_cpu_barrier_sum(void);

// The lanes of `mask` in the calling thread's warp meet, each with a value; present: those that
// came. The 32 values may be read until the thread's next exchange.
const unsigned long long *cuda_cpu_warp_exchange(unsigned mask, unsigned long long value,
                                                 unsigned *present);

// The lanes of the calling thread's warp that are at the same file:line with it.
unsigned cuda_cpu_active_lanes(const char *file, int line);

// The calling thread sleeps; others of its block go on.
void cuda_cpu_sleep(unsigned ns);

// The thread that began in the plain loop has returned: comes back when the whole block has.
void cuda_cpu_join_block(void);

// barrier.c: reports a barrier that threads of the block do not reach (loops.h).
void cuda_cpu_miss_barrier(const unsigned index[3], const bool *before, const bool *left, int warp,
                           int behind, int met, const char *file, int line);
// function.c: the split form of the kernel at this address, by which launches through a pointer
// find it. `signature` tells what both are called with.
void cuda_cpu_note_split(const void *address, void (*form)(void), bool flat, const void *signature);
void (*cuda_cpu_find_split(const void *address, const void *signature, bool *flat))(void);

#ifdef __cplusplus
}
#endif

#endif
