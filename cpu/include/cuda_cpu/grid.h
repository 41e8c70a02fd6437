// SPDX-License-Identifier: MIT
// The seam between a launch in a program (launch.h, C++ templates) and the runtime that schedules
// it (grid.c, fiber.c, C).
#ifndef CUDA_CPU_GRID_H
#define CUDA_CPU_GRID_H

#include "cuda_cpu/api.h"

#ifdef __cplusplus
extern "C" {
#endif

// A launch: its shapes, and the kernel behind two functions.
struct cuda_cpu_grid {
    const char *name;     // the kernel, as written in front of <<<
    const void *function; // its address; NULL where one name stands for several
    unsigned grid[3], block[3];
    size_t shared;       // bytes of dynamic shared memory
    const void *closure; // the kernel and its arguments
    // runs blocks [first, last) of the grid on the calling OS thread
    void (*run_blocks)(const struct cuda_cpu_grid *grid, size_t first, size_t last);
    // runs one thread of the block at hand, given by its linear index
    void (*run_thread)(const struct cuda_cpu_grid *grid, unsigned thread);
    void (*destroy)(const void *closure);
};

// Checks the shapes (grid x y z, block x y z) as CUDA does and queues the grid in the stream. Takes
// the closure over. A failure is this host thread's last error, as after every launch.
void cuda_cpu_launch(const struct cuda_cpu_grid *grid, const unsigned shape[6],
                     cudaStream_t stream);

// The dynamic shared memory of the block that runs on this OS thread.
void *cuda_cpu_dynamic_shared(void);

// `thread` (linear index) is the first of block (x, y, z) to wait: from here on they are fibers.
void cuda_cpu_begin_fibers(unsigned thread, unsigned x, unsigned y, unsigned z);

// The block's barrier: adds `value` and returns the sum over all threads that arrived.
int cuda_cpu_barrier(int value, const char *file, int line);

// The lanes of `mask` in the calling thread's warp meet, each with a value; present: those that
// came. The 32 values may be read until the thread's next exchange.
const unsigned long long *cuda_cpu_warp_exchange(unsigned mask, unsigned long long value,
                                                 unsigned *present);

// The lanes of the calling thread's warp that are at the same file:line with it.
unsigned cuda_cpu_active_lanes(const char *file, int line);

// The thread that began in the plain loop has returned: comes back when the whole block has.
void cuda_cpu_join_block(void);

#ifdef __cplusplus
}
#endif

#endif
