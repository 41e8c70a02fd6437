// SPDX-License-Identifier: MIT
// What the checkers share (check.c): who runs, which line an address of code belongs to, and how a
// finding is told.
//
// `make check-race`, `check-init` and `check-memory` build a program and this runtime once more,
// with CUDA_CPU_CHECK defined, in folders of their own. There cuda_cpu/check.h's hooks keep track
// of the thread that runs; the blocks of a launch run in order, on one OS thread. A checker learns
// of a bad access (from the compiler's instrumentation), and then:
//
//     struct cuda_cpu_who who;
//     char line[CUDA_CPU_PLACE];
//     bool device = cuda_cpu_check_who(&who);                 false: host code
//     cuda_cpu_check_place(line, pc);                         "vecadd/vectors.cu:40"
//     if (cuda_cpu_check_new("kind", line, ""))               not told of yet; counted
//         cuda_cpu_check_tell(device ? &who : NULL, "reads past the end of ...\n  %s ...", line);
//             cuda-cpu: kernel add, block (0, 0, 0), thread (7, 0, 0): reads past the end of ...
//               vecadd/vectors.cu:40 ...
//
// When the program ends, check.c says `cuda-cpu: check-race: 2 findings in 3 launches` or `nothing
// found in 3 launches`, and makes 1 of the exit status if there were any.
#ifndef CUDA_CPU_CHECK_INTERNAL_H
#define CUDA_CPU_CHECK_INTERNAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cuda_cpu/check.h"
#include "cuda_cpu/grid.h"

// Which checks run. The build says which it can make (CUDA_CPU_CHECK: their sum); of race and init,
// which share a build, the environment's CUDA_CPU_CHECK picks one; without it, both run.
enum cuda_cpu_check { CUDA_CPU_RACE = 1, CUDA_CPU_INIT = 2, CUDA_CPU_MEMORY = 4 };
bool cuda_cpu_checking(enum cuda_cpu_check which);

// The thread of a kernel that runs on this OS thread.
struct cuda_cpu_who {
    const char *kernel;
    unsigned block[3], thread[3];
};
bool cuda_cpu_check_who(struct cuda_cpu_who *who);

// "file.cu:line" of a return address or another address of code: the innermost inlined call that
// stands in the user's files and not in the runtime's or the system's headers.
enum { CUDA_CPU_PLACE = 512 };
void cuda_cpu_check_place(char place[CUDA_CPU_PLACE], const void *pc);

// Whether a finding of this kind at these lines has not been told of yet; then it is counted.
bool cuda_cpu_check_new(const char *kind, const char *place, const char *other);
// The process ends by this signal: the findings are summed up first, and if there were any, it
// exits with 1.
void cuda_cpu_check_ends(int signal);
// Tells of it in one piece, a newline behind it; who: NULL for host code.
__attribute__((format(printf, 2, 3))) void cuda_cpu_check_tell(const struct cuda_cpu_who *who,
                                                               const char *format, ...);

// ---- what the runtime tells, in CUDA_CPU_WATCH(...) and CUDA_CPU_TRACE(...)
// --------------------------------------------

// grid.c, cooperative.c: a launch begins and ends.
void cuda_cpu_watch_launch(const struct cuda_cpu_grid *grid);
void cuda_cpu_watch_launched(const struct cuda_cpu_grid *grid);
// fiber.c: this OS thread runs blocks of the grid from here on; NULL: no longer.
void cuda_cpu_watch_grid(const struct cuda_cpu_grid *grid);

// For check-race and check-init alone:
// grid.c, cooperative.c: the launch may run more than once; whether it is to run again.
void cuda_cpu_watch_repeatable(const struct cuda_cpu_grid *grid);
bool cuda_cpu_watch_again(const struct cuda_cpu_grid *grid);
// cooperative.c: the block waits for all others; they have come.
void cuda_cpu_watch_grid_barrier(void);
void cuda_cpu_watch_past_grid_barrier(void);
// memory.c: memory is there, undefined; is about to go; was copied; was filled.
void cuda_cpu_watch_allocated(void *start, size_t bytes);
void cuda_cpu_watch_freed(void *start, size_t bytes);
// Whether it is pinned or managed.
bool cuda_cpu_is_the_hosts_too(const void *address);
void cuda_cpu_watch_copied(void *to, const void *from, size_t bytes);
void cuda_cpu_watch_filled(void *to, size_t bytes);

// ---- memory that lies apart (check_memory.c) ---------------------------------------------------

// Instead of malloc and free for what kernels use: with gaps around it that nothing else gets.
// NULL: there is no more.
void *cuda_cpu_apart_allocate(size_t bytes, enum cudaMemoryType type);
void cuda_cpu_apart_free(void *start);
// The slot of the shared array that the address lies in, and how far in; NULL: in none.
void **cuda_cpu_apart_slot(const void *address, size_t *offset);
// cluster.c: the dynamic shared memory of another block of the cluster at hand that the address
// lies in, or NULL.
const void *cuda_cpu_neighbours_shared(const void *address);
// Bytes in front of a block's dynamic shared memory, where an index below 0 goes.
enum { CUDA_CPU_BEFORE_SHARED = 4096 };
// fiber.c: whether the address is on a stack that threads of the block at hand stand on.
bool cuda_cpu_on_stack(const void *address);
// The host's own memory that a copy reads or writes.
void cuda_cpu_watch_host_side(const void *start, size_t bytes, bool write);
// Memory that kernels may touch although it is the host's; and no longer.
#if CUDA_CPU_CHECK & 4
#define CUDA_CPU_WATCH_MEMORY(call) call
#else
#define CUDA_CPU_WATCH_MEMORY(call) ((void)0)
#endif
void cuda_cpu_watch_visible(const void *start, size_t bytes);
void cuda_cpu_watch_hidden(const void *start);

#endif
