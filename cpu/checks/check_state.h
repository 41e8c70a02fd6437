// SPDX-License-Identifier: MIT
// What the files check*.c share: the thread that runs, and the lock over what they remember.
#ifndef CUDA_CPU_CHECK_STATE_H
#define CUDA_CPU_CHECK_STATE_H

#include "check.h"

enum { WARP = 32, MOST_THREADS = 1024 };

// A launch that is under way; those of other streams may be at the same time.
struct cuda_cpu_launch {
    struct cuda_cpu_launch *next;
    const struct cuda_cpu_grid *grid;
    unsigned first, blocks;         // its blocks' serial numbers, over all launches
    struct publications *published; // check_race.c; NULL: nothing
    struct cuda_cpu_trial *trial;   // check_again.c; NULL: it runs once
};

// What this OS thread runs.
struct cuda_cpu_running {
    const struct cuda_cpu_grid *grid; // NULL: host code
    struct cuda_cpu_launch *launch;
    unsigned block[3];
    unsigned serial;        // of the block, over all launches
    unsigned thread;        // its rank in the block
    bool busy;              // in the checkers' own code
    unsigned long accesses; // so far
};
extern __thread struct cuda_cpu_running cuda_cpu_running;

struct cuda_cpu_launch *cuda_cpu_find_launch(const struct cuda_cpu_grid *grid);
// The index that a rank stands for.
void cuda_cpu_index(const unsigned shape[3], size_t rank, unsigned index[3]);

// Blocks of a cooperative launch run on OS threads of their own, and so do host and kernels: what
// the checkers remember is changed by one of them at a time. False: called by themselves.
bool cuda_cpu_check_lock(void);
void cuda_cpu_check_unlock(void);

// ---- what an access is (check_access.c) --------------------------------------------------------

// ACCESS_COPY: a copy reads it, which alone does not matter. ACCESS_SWAP: an atomicCAS.
enum {
    ACCESS_WRITE = 1,
    ACCESS_ATOMIC = 2,
    ACCESS_VOLATILE = 4,
    ACCESS_COPY = 8,
    ACCESS_SWAP = 16
};
struct access {
    uintptr_t address;
    size_t bytes;
    unsigned flags;
    const void *pc;
};

enum memory_kind { NOT_WATCHED, GLOBAL, SHARED };
enum { PAGE = 4096, WORD = 4 };
struct race_cell;

// What is remembered of a page of memory.
struct page {
    unsigned char kind[PAGE / WORD];   // of each word
    unsigned char undefined[PAGE / 8]; // a bit for each byte that nothing wrote
    unsigned undefined_count;          // 0: all of it is defined
    struct race_cell *cells;           // one for each word, or, once parts of words are accessed,
    bool cell_a_byte;                  // one for each byte
};
// The page that holds the address; NULL: nothing is known of it.
struct page *cuda_cpu_find_page(uintptr_t address);
struct page *cuda_cpu_make_page(uintptr_t address);

// Where an address lies, in words: "cache[5] in shared memory".
void cuda_cpu_describe(uintptr_t address, char *text, size_t size);

// ---- races (check_race.c) ----------------------------------------------------------------------

void cuda_cpu_race_access(const struct access *access, struct page *page);
// A fence, for other blocks too or for the thread's own.
void cuda_cpu_race_fence(bool device);
// A block, and a thread of it, begins; this OS thread has run its blocks; the launch is over.
void cuda_cpu_race_block(void);
void cuda_cpu_race_thread(void);
void cuda_cpu_race_end(void);
void cuda_cpu_race_forget(struct cuda_cpu_launch *launch);

// ---- definedness (check_init.c) ----------------------------------------------------------------

void cuda_cpu_init_access(const struct access *access);
void cuda_cpu_set_undefined(void *start, size_t bytes, bool undefined);
// Makes `to` as undefined as `from` is; true if any of it is. Notes a copy into the host's memory.
bool cuda_cpu_copy_undefined(void *to, const void *from, size_t bytes);
void cuda_cpu_note_copy(const void *to, size_t bytes);
bool cuda_cpu_is_undefined(uintptr_t address);

// ---- launches that run again (check_again.c) ---------------------------------------------------

bool cuda_cpu_first_run(void);
// What undefined memory is filled with in this run.
unsigned char cuda_cpu_fill_byte(void);
// A kernel loads what nothing wrote; and stores: a number, or a copy of several perhaps.
void cuda_cpu_suspect(const struct access *access);
void cuda_cpu_note_store(uintptr_t address, size_t bytes, bool value);
// A kernel prints.
void cuda_cpu_note_printed(const char *text, size_t length);
// The host reads what depends on suspect loads: tells of them; false: there are none.
bool cuda_cpu_tell_suspects(const char *host_place);

#endif
