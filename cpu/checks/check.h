// SPDX-License-Identifier: MIT
// Shared by the checkers (check.c): which thread runs, which line an address of code belongs to,
// and how a finding is reported.
//
// `make check-race`, `check-init` and `check-memory` build a program and this runtime once more,
// with CUDA_CPU_CHECK defined, in folders of their own. There cuda_cpu/watch.h's hooks keep track
// of the thread that runs; the blocks of a launch run in order, on one OS thread. A checker learns
// of a bad access (from the compiler's instrumentation), and then:
//
//     struct cuda_cpu_who who;
//     char line[CUDA_CPU_PLACE];
//     bool device = cuda_cpu_check_who(&who);                 false: host code
//     cuda_cpu_check_place(line, pc);                         "vecadd/vectors.cu:40"
//     if (cuda_cpu_check_new("kind", line, ""))               not reported yet; counted
//         cuda_cpu_check_tell(device ? &who : NULL, "reads past the end of ...\n  %s ...", line);
//             cuda-cpu: kernel add, block (0, 0, 0), thread (7, 0, 0): reads past the end of ...
//               vecadd/vectors.cu:40 ...
//
// When the program ends, check.c says `cuda-cpu: check-race: 2 findings in 3 launches` or `nothing
// found in 3 launches`, and makes 1 of the exit status if there were any.
#ifndef CUDA_CPU_CHECK_H
#define CUDA_CPU_CHECK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cuda_cpu/watch.h"
#include "hooks.h"

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

// Whether a finding of this kind at these lines has not been reported yet; then it is counted.
bool cuda_cpu_check_new(const char *kind, const char *place, const char *other);
// The process ends by this signal: the findings are summed up first, and if there were any, it
// exits with 1.
void cuda_cpu_check_ends(int signal);
// Tells of it in one piece, followed by a newline; who: NULL for host code, a kernel without a name
// for neither.
__attribute__((format(printf, 2, 3))) void cuda_cpu_check_tell(const struct cuda_cpu_who *who,
                                                               const char *format, ...);

// ---- the thread that runs, and the lock over the shadow memory --------------------------------

enum { WARP = CUDA_CPU_WARP, MOST_THREADS = CUDA_CPU_MOST_THREADS };
enum { PAGE = 4096, WORD = 4 }; // bytes

// A launch that is under way; those of other streams may be at the same time.
struct cuda_cpu_launch {
    struct cuda_cpu_launch *next;
    const struct cuda_cpu_grid *grid;
    unsigned first, blocks;         // its blocks' serial numbers, over all launches
    struct work *work;              // stream_order.c; NULL: no check-race
    unsigned floor;                 // race.h
    struct publications *published; // thread_order.c; NULL: nothing
    struct cuda_cpu_trial *trial;   // rerun.c; NULL: it runs once
    bool unwatched;                 // because another one is taken back
};

// The work of this OS thread.
struct cuda_cpu_running {
    const struct cuda_cpu_grid *grid; // NULL: host code
    struct cuda_cpu_launch *launch;
    unsigned block[3];
    unsigned serial;        // of the block, over all launches
    unsigned thread;        // its rank in the block
    bool busy;              // in the checkers' own code
    bool block_scope;       // in an atomic of the block's
    unsigned long accesses; // so far
};
extern __thread struct cuda_cpu_running cuda_cpu_running;

struct cuda_cpu_launch *cuda_cpu_find_launch(const struct cuda_cpu_grid *grid);
// memory.c: this OS thread runs something else now.
void cuda_cpu_memory_forget(void);
// The index that a rank stands for.
void cuda_cpu_index(const unsigned shape[3], size_t rank, unsigned index[3]);

// Blocks of a cooperative launch run on OS threads of their own, and so do host and kernels: what
// the checkers remember is changed by one of them at a time. False: called by themselves.
bool cuda_cpu_check_lock(void);
void cuda_cpu_check_unlock(void);

// ---- what an access is (access.c) --------------------------------------------------------

// ACCESS_COPY: a copy reads it, which alone does not matter. ACCESS_SWAP: an atomicCAS.
// ACCESS_BLOCK: an atomic for the threads of a block alone. ACCESS_ASYNC: an asynchronous copy that
// is under way writes it.
enum {
    ACCESS_WRITE = 1,
    ACCESS_ATOMIC = 2,
    ACCESS_VOLATILE = 4,
    ACCESS_COPY = 8,
    ACCESS_BLOCK = 8, // with ACCESS_ATOMIC
    ACCESS_SWAP = 16,
    ACCESS_ASYNC = 32
};
struct access {
    uintptr_t address;
    size_t bytes;
    unsigned flags;
    const void *pc;
};

// ---- races (race.h) ----------------------------------------------------------------------------

// A launch begins on the OS thread of its stream, and is over.
void cuda_cpu_race_launch(struct cuda_cpu_launch *launch);
void cuda_cpu_race_forget(struct cuda_cpu_launch *launch);
// This OS thread runs blocks of it, and has run them; a block, and a thread of it, begins; a thread
// that has waited goes on.
void cuda_cpu_race_begin(const struct cuda_cpu_launch *launch);
void cuda_cpu_race_end(void);
void cuda_cpu_race_block(void);
void cuda_cpu_race_thread(void);
void cuda_cpu_race_resume(void);
// A fence, for other blocks too or for the thread's own.
void cuda_cpu_race_fence(bool device);

#endif
