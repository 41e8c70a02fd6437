// SPDX-License-Identifier: MIT
// What the files of the runtime know of each other.
#ifndef CUDA_CPU_INTERNAL_H
#define CUDA_CPU_INTERNAL_H

#include <stdbool.h>
#include <stddef.h>

#include "cuda_cpu/grid.h"

// error.c: records a failure as this host thread's last error, and returns it.
cudaError_t cuda_cpu_error(cudaError_t error);
// Makes every later call fail with `error`, as a GPU does after a kernel has crashed.
void cuda_cpu_set_sticky(cudaError_t error);
cudaError_t cuda_cpu_sticky(void);
// What a runtime function starts with: after a crash it does nothing but say so.
#define CUDA_CPU_ALIVE()                                                                           \
    do {                                                                                           \
        if (cuda_cpu_sticky() != cudaSuccess)                                                      \
            return cuda_cpu_error(cuda_cpu_sticky());                                              \
    } while (0)

// stream.c: runs `run(data)` in the stream's order; false where the handle is no stream.
bool cuda_cpu_enqueue(cudaStream_t stream, void (*run)(void *data), void *data);
// Waits for all that a call on the default stream has to wait for.
void cuda_cpu_wait_legacy(void);
bool cuda_cpu_stream_valid(cudaStream_t stream);
void cuda_cpu_wait_stream(cudaStream_t stream);
void cuda_cpu_wait_all(void);

// grid.c: runs every block of the grid, on all cores; called by a stream's thread.
void cuda_cpu_run_grid(const struct cuda_cpu_grid *grid);
void cuda_cpu_stop_helpers(void);
int cuda_cpu_cores(void);

// fiber.c: runs blocks [first, last) on this OS thread; false if a thread of them crashed.
bool cuda_cpu_run_blocks(const struct cuda_cpu_grid *grid, size_t first, size_t last);
// Called in a kernel: gives up the grid, with a sticky error.
__attribute__((noreturn)) void cuda_cpu_crash(cudaError_t error);
// Frees what this OS thread keeps for its fibers; before it ends.
void cuda_cpu_free_fibers(void);

// memory.c: the device allocation that holds the address, or NULL.
const void *cuda_cpu_find_device_memory(const void *address, size_t *bytes_behind);

// One turn of a waiting loop that another thread is about to end.
static inline void cuda_cpu_relax(void) {
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("yield");
#endif
}

#endif
