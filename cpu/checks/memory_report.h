// SPDX-License-Identifier: MIT
// check-memory's judgement of an access (memory_report.c).
#ifndef CUDA_CPU_VERDICT_H
#define CUDA_CPU_VERDICT_H

#include <sanitizer/asan_interface.h>

#include "arena.h"

// What is wrong with an access: the kind of fault (NULL: nothing is), and in words; or a range in
// which other accesses are as good (no bytes: none).
struct verdict {
    const char *kind;
    struct range good;
    char text[1400];
};

// `does` says what the access does: `reads 4 bytes`.
void cuda_cpu_find_fault(struct verdict *v, const char *does, uintptr_t address, size_t bytes);
// Memory that AddressSanitizer knows: whether the access hits one of its marks.
void cuda_cpu_judge_marks(struct verdict *v, const char *does, uintptr_t address, size_t bytes);
// Whether the address is in the block's dynamic shared memory, or where indices go that miss it.
bool cuda_cpu_near_dynamic_shared(uintptr_t address);

enum { NULL_PAGE = 4096 }; // addresses where nothing ever is

static inline const char *plural(size_t count) {
    return count == 1 ? "" : "s";
}

// Whether AddressSanitizer has marked any of it: a byte of marks for every few of memory.
extern __attribute__((visibility("hidden"))) size_t cuda_cpu_marks_scale, cuda_cpu_marks_offset;
static inline bool is_marked(uintptr_t address, size_t bytes) {
    enum { FEW = 8 };
    const uintptr_t end = address + bytes - 1;
    const size_t first = address >> cuda_cpu_marks_scale, last = end >> cuda_cpu_marks_scale;
    const signed char *marks = (const signed char *)cuda_cpu_marks_offset;
    // Of the last few bytes a mark may say how many are good.
    size_t at = first;
    while (last - first < FEW && at < last && marks[at] == 0)
        at++;
    if (at == last &&
        (marks[at] == 0 || (int)(end & (((uintptr_t)1 << cuda_cpu_marks_scale) - 1)) < marks[at]))
        return false;
    return __asan_region_is_poisoned((void *)address, bytes) != NULL;
}

#endif
