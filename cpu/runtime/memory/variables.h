// SPDX-License-Identifier: MIT
// The program's variables on the device. Those of these functions that need a lock need that of
// allocations.h.
#ifndef CUDA_CPU_VARIABLES_H
#define CUDA_CPU_VARIABLES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct variable {
    uintptr_t start, end;
    const char *name;
    bool managed;
    bool known; // the host may have its address
};

// The variable that a copy at hand names as CUDA has it (symbol.c), or NULL.
extern __thread const void *cuda_cpu_by_symbol;

// The variable that the address lies in or at the end of, or NULL. Needs the lock.
const struct variable *cuda_cpu_at_variable(uintptr_t at);
// The variable that the address lies in, if the host has never been told where that is: here it may
// use its name all the same. Needs the lock.
const struct variable *cuda_cpu_by_its_name(const void *address);
// The managed variable that the address lies in, or NULL. Needs the lock.
const struct variable *cuda_cpu_managed_variable(const void *address);
// The host is told of a variable's address: by cudaGetSymbolAddress, or in what it copies.
void cuda_cpu_make_known(const void *address);
void cuda_cpu_learn_addresses(const char *from, size_t bytes);

#endif
