// SPDX-License-Identifier: MIT
// What check-race and check-init remember of memory, page by page (shadow.c). A page that has not
// been touched is only a mark, and most parts of a page are allocated when they are needed.
// Nothing here is locked: the words of a table are written once, and two threads that do it at the
// same time agree on one of them.
#ifndef CUDA_CPU_PAGES_H
#define CUDA_CPU_PAGES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "check.h"

enum memory_kind { NOT_WATCHED, GLOBAL, SHARED };

struct page {
    enum memory_kind kind; // of all of it, or, where `kinds` are,
    unsigned char *kinds;  // of each word
    // init.c, a byte for each: not 0, nothing wrote it; and what it holds for that long
    unsigned char *undefined, *expected;
    struct undo *undo; // rerun.c: what a launch that may be taken back has stored
    // race.h; 0 and NULL: none yet
    uintptr_t cells;
    struct race_cell *whole;
};

// 48 bits of address: 18 choose a table, 18 a page in it.
enum { TABLE = 1 << 18 };
extern struct page **cuda_cpu_tables[TABLE];

// The page that holds the address; NULL: nothing is known of it. _touch: of one that was a mark.
struct page *cuda_cpu_touch(struct page **entry);
static inline struct page *cuda_cpu_find_page(uintptr_t address) {
    const size_t number = address / PAGE, table = number / TABLE;
    if (__builtin_expect(table >= TABLE, 0))
        return NULL;
    struct page **const pages = __atomic_load_n(&cuda_cpu_tables[table], __ATOMIC_ACQUIRE);
    if (!pages)
        return NULL;
    struct page *const page = __atomic_load_n(&pages[number % TABLE], __ATOMIC_ACQUIRE);
    return (uintptr_t)page >= PAGE || !page ? page : cuda_cpu_touch(&pages[number % TABLE]);
}
struct page *cuda_cpu_make_page(uintptr_t address);

static inline enum memory_kind cuda_cpu_kind(const struct page *page, uintptr_t address) {
    return page->kinds ? (enum memory_kind)page->kinds[address % PAGE / WORD] : page->kind;
}

// Zeroed memory, or the end.
void *cuda_cpu_zeroed(size_t count, size_t bytes);
// Puts memory of that many bytes, zeroed, where the pointer is NULL.
void *cuda_cpu_once(void *pointer, size_t bytes);

// Where an address lies, in words: "cache[5] in shared memory".
void cuda_cpu_describe(uintptr_t address, char *text, size_t size);

#endif
