// SPDX-License-Identifier: MIT
// The threads of a block: how the rest of the runtime has blocks run, and ends a kernel.
#ifndef CUDA_CPU_ROOM_THREADS_H
#define CUDA_CPU_ROOM_THREADS_H

#include <stdbool.h>

#include "cuda_cpu/grid.h"

// fiber.c: runs the blocks of the run on this OS thread; false if a thread of them crashed.
bool cuda_cpu_run_blocks(const struct cuda_cpu_grid *grid, struct cuda_cpu_run *run);
// crash.c: a kernel is launched, whose crash is not to be taken for the host's by a signal handler
// that the program has installed.
void cuda_cpu_keep_signals(void);
// Called in a kernel: gives up the grid, with a sticky error.
__attribute__((noreturn)) void cuda_cpu_crash(cudaError_t error);
// Whether AddressSanitizer is in the program, which knows each thread by its stack.
bool cuda_cpu_is_sanitized(void);
// Frees what this OS thread keeps for its fibers; before it ends.
void cuda_cpu_free_fibers(void);

// fault.c: whether a kernel's thread is what runs.
bool cuda_cpu_in_kernel(void);
// The block that runs on this OS thread, or NULL; its kernel's name; its dynamic shared memory.
struct block;
struct block *cuda_cpu_block(void);
const struct cuda_cpu_grid *cuda_cpu_grid_at_hand(void); // in a kernel
const char *cuda_cpu_kernel_name(void);
char *cuda_cpu_shared_of(struct block *b);

// watchdog.c: it looks at kernels no longer.
void cuda_cpu_stop_watchdog(void);

#endif
