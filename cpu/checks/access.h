// SPDX-License-Identifier: MIT
// Between access.c, which the compiler's calls come to, and c_library.c, which answers
// for the C library.
#ifndef CUDA_CPU_ACCESS_INTERNAL_H
#define CUDA_CPU_ACCESS_INTERNAL_H

#include "init.h"
#include "race.h"

extern unsigned cuda_cpu_checks; // a sum of enum cuda_cpu_check: those that run
void cuda_cpu_note_access(const volatile void *start, size_t bytes, unsigned flags, const void *pc);

// shuffle.c: a thread of a kernel lets others go on, before an access that may depend on them.
extern unsigned cuda_cpu_shuffled; // 0: none does
void cuda_cpu_let_others_go_on(void);
static inline void cuda_cpu_shuffle(void) {
    if (__builtin_expect(cuda_cpu_shuffled != 0, 0))
        cuda_cpu_let_others_go_on();
}

#endif
