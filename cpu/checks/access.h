// SPDX-License-Identifier: MIT
// Between access.c, which the compiler's calls come to, and c_library.c, which answers
// for the C library.
#ifndef CUDA_CPU_ACCESS_INTERNAL_H
#define CUDA_CPU_ACCESS_INTERNAL_H

#include "init.h"
#include "race.h"

extern unsigned cuda_cpu_checks; // a sum of enum cuda_cpu_check: those that run
void cuda_cpu_note_access(const volatile void *start, size_t bytes, unsigned flags, const void *pc);

#endif
