// SPDX-License-Identifier: MIT
// The record of all memory that the runtime knows of: memory.c has it made and unmade, copy.c and
// describe.c look things up in it.
#ifndef CUDA_CPU_ALLOCATIONS_H
#define CUDA_CPU_ALLOCATIONS_H

#include <pthread.h>

#include "cuda_cpu/grid.h"
#include "diagnose/diagnose.h"

// Whose the memory is: the runtime's, which gave it; a __device__ variable's; or the host's, which
// only registered it.
enum owner { OWNED_BY_RUNTIME, OWNED_BY_VARIABLE, OWNED_BY_HOST };

struct allocation {
    char *start;
    size_t bytes;
    enum cudaMemoryType type; // Device, Host (pinned) or Managed
    enum owner owner;
    unsigned flags;
    int device;                 // that it was allocated on
    struct cuda_cpu_call *made; // by which call; NULL where that is not known
    bool by_kernel;             // that call stood in a kernel
    // Where a check runs: the call that filled so many bytes of it last, and not all; or NULL.
    struct cuda_cpu_call *filled_by;
    size_t filled;
};

// The lock over the record, and over the program's variables (variables.h).
extern pthread_mutex_t cuda_cpu_memory_lock;

// The allocation that holds the address; the last that starts at or below it; the first that starts
// behind it. NULL: there is none. All need the lock.
struct allocation *cuda_cpu_find_allocation(const void *address);
struct allocation *cuda_cpu_allocation_below(const void *address);
struct allocation *cuda_cpu_allocation_behind(const void *address);
// The call that has freed the memory there, if nothing has taken its place; NULL: none has. Needs
// the lock.
const struct cuda_cpu_call *cuda_cpu_freed_by(const void *address);

// How many there are at the moment.
size_t cuda_cpu_count_allocations(void);
// Adds one, of which start, bytes, type, owner and flags are given; false: out of memory.
bool cuda_cpu_record_allocation(struct allocation new);
// Takes the allocation of this owner that starts at `pointer` off the record, and says how large it
// was; false if there is none. `device`: device or managed memory, not pinned.
bool cuda_cpu_forget_allocation(void *pointer, enum owner owner, bool device, size_t *bytes);
// Whether the address is in memory that the host can't touch.
bool cuda_cpu_is_the_devices(const void *address);

#endif
