// SPDX-License-Identifier: MIT
// Which bytes of global memory a launch read, and which it wrote: the least that it has to move. A
// bit a byte, in pages that are made when they are touched.
#include <stdlib.h>
#include <string.h>

#include "counts.h"

enum { PAGE = 1 << 16, TABLE = 1 << 16 };
struct page {
    struct page *next;
    uint64_t bits[2][PAGE / 64]; // read, written
};
static struct page **tables[TABLE], *pages; // 48 bits of address: 16 a table, 16 a page
static __thread struct page *last;
static __thread uintptr_t last_number;

// Of several OS threads that make the same one, one wins.
static void *claim(void **slot, size_t bytes) {
    void *there = __atomic_load_n(slot, __ATOMIC_ACQUIRE);
    if (there)
        return there;
    void *new = calloc(1, bytes);
    if (!new)
        abort();
    if (__atomic_compare_exchange_n(slot, &there, new, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
        return new;
    free(new);
    return there;
}

static struct page *page_at(uintptr_t address) {
    const uintptr_t number = address / PAGE;
    if (last && last_number == number)
        return last;
    struct page **table =
        claim((void **)&tables[number / TABLE % TABLE], TABLE * sizeof(struct page *));
    struct page **slot = &table[number % TABLE], *page = __atomic_load_n(slot, __ATOMIC_ACQUIRE);
    if (!page) {
        struct page *new = calloc(1, sizeof *new);
        if (!new)
            abort();
        if (__atomic_compare_exchange_n(slot, &page, new, false, __ATOMIC_ACQ_REL,
                                        __ATOMIC_ACQUIRE)) {
            page = new;
            page->next = __atomic_load_n(&pages, __ATOMIC_RELAXED);
            while (!__atomic_compare_exchange_n(&pages, &page->next, page, false, __ATOMIC_ACQ_REL,
                                                __ATOMIC_RELAXED))
                ;
        } else {
            free(new);
        }
    }
    last = page;
    last_number = number;
    return page;
}

void cuda_cpu_touch(uintptr_t address, size_t bytes, bool write) {
    while (bytes > 0) {
        struct page *page = page_at(address);
        const size_t at = address % PAGE, bit = at % 64;
        size_t many = 64 - bit < bytes ? 64 - bit : bytes;
        const uint64_t mask = (many == 64 ? ~0ull : (1ull << many) - 1) << bit;
        uint64_t *word = &page->bits[write][at / 64];
        if ((__atomic_load_n(word, __ATOMIC_RELAXED) & mask) != mask)
            __atomic_fetch_or(word, mask, __ATOMIC_RELAXED);
        address += many;
        bytes -= many;
    }
}

// At the end of a launch; others that run at the same time lose what they had touched.
void cuda_cpu_touched(uint64_t *read, uint64_t *written) {
    *read = *written = 0;
    for (struct page *p = pages; p; p = p->next)
        for (size_t i = 0; i < PAGE / 64; i++) {
            *read += (uint64_t)__builtin_popcountll(p->bits[0][i]);
            *written += (uint64_t)__builtin_popcountll(p->bits[1][i]);
        }
    for (struct page *p = pages; p; p = p->next)
        memset(p->bits, 0, sizeof p->bits);
}
