// SPDX-License-Identifier: MIT
// What check-init knows of memory: which bytes nothing wrote (init.c), and what launches that
// run again have stored (rerun.c).
#ifndef CUDA_CPU_INIT_H
#define CUDA_CPU_INIT_H

#include <string.h>

#include "check.h"
#include "shadow.h"

// Of page->undefined. Memory that libraries may write unseen is undefined only as long
// as it holds what it held when it became so; shared and local memory is so in any case.
enum { IS_DEFINED = 0, UNDEFINED_IF_THERE = 1, IS_UNDEFINED = 2 };

// Memory is filled with what no right value is likely to be: of four bytes the upper two are ones,
// the others from 0 to 127 by where they lie. As an int that is a number from -65536 on, as a float
// none, and no picture's white. It is the same again PATTERN bytes further.
enum { PATTERN = 16 << 20 };
static inline uint32_t cuda_cpu_pattern(uintptr_t address) {
    return 0xffff0000u | ((uint32_t)(address % PATTERN / WORD) * 2654435761u >> 16 & 0x7f7fu);
}
void cuda_cpu_fill_undefined(void *start, size_t bytes);

// Defined, or (shared and local memory) not, whatever it holds.
void cuda_cpu_set_undefined(void *start, size_t bytes, bool undefined);
// Nothing that lies there counts as written.
void cuda_cpu_mark_undefined(void *start, size_t bytes);
// One byte holds that, and is undefined or not.
void cuda_cpu_put_byte(struct page *page, uintptr_t address, unsigned char value, int undefined);
bool cuda_cpu_is_undefined(uintptr_t address);
// Makes `to` as undefined as `from` is; true if any of it is. Notes a copy into the host's memory.
bool cuda_cpu_copy_undefined(void *to, const void *from, size_t bytes);
void cuda_cpu_note_copy(const void *to, size_t bytes);

// The host has found that this byte is another one than it compared it with.
void cuda_cpu_init_compared(uintptr_t address, const void *pc);
// An access that touches what is undefined, or a store.
void cuda_cpu_init_access(const struct access *access);
static inline bool cuda_cpu_any_undefined(const struct page *page, uintptr_t address,
                                          size_t bytes) {
    if (!page || !page->undefined)
        return false;
    const unsigned char *at = page->undefined + address % PAGE;
    uint32_t word;
    if (bytes == sizeof word)
        return memcpy(&word, at, sizeof word), word != 0;
    const size_t left = PAGE - address % PAGE;
    for (size_t i = 0; i < (bytes < left ? bytes : left); i++)
        if (at[i])
            return true;
    return false;
}

// ---- launches that run again (rerun.c) ---------------------------------------------------

// What was on a page that a launch has stored to.
struct undo {
    struct undo *next;
    struct cuda_cpu_trial *trial;
    struct page *page;
    uintptr_t start;
    unsigned char before[PAGE], undefined[PAGE];
    unsigned char stored[PAGE]; // a byte that some run stored: bytes of the number; MANY: a copy
    // once it runs again: what the first run left, which bytes it stored, and those that differ
    unsigned char *first, *first_undefined, *in_first, *differs;
};
enum { MANY = 64 };

bool cuda_cpu_first_run(void);
// What undefined shared and local memory is filled with in this run.
unsigned char cuda_cpu_fill_byte(void);
// A kernel loads what nothing wrote; and stores: a number, or a copy of several perhaps.
void cuda_cpu_suspect(const struct access *access);
void cuda_cpu_note_store(uintptr_t address, size_t bytes, bool value);
// A further run is about to load what nothing wrote, and no run before has loaded perhaps.
void cuda_cpu_fill_load(const struct access *access);
// The launch's trial stores to the page for the first time; NULL: not to be taken back.
struct undo *cuda_cpu_open_undo(struct page *page, uintptr_t address);
// A kernel prints.
void cuda_cpu_note_printed(const char *text, size_t length);
// The host reads what depends on suspect loads: reports them; false: there are none.
bool cuda_cpu_tell_suspects(const char *host_place);
// Whether there are any that have not been reported.
bool cuda_cpu_news_of_suspects(void);

// A store of a number within a page of global memory, by a kernel.
static inline void cuda_cpu_note_number(struct page *page, uintptr_t address, size_t bytes) {
    struct cuda_cpu_trial *const trial = cuda_cpu_running.launch->trial;
    if (!trial)
        return;
    struct undo *undo = __atomic_load_n(&page->undo, __ATOMIC_ACQUIRE);
    if (!undo && !(undo = cuda_cpu_open_undo(page, address)))
        return;
    memset(undo->stored + address % PAGE, (int)bytes, bytes);
}

#endif
