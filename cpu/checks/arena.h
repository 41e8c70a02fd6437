// SPDX-License-Identifier: MIT
// Memory as check-memory knows it: the arena (arena.c), and what else kernels may touch
// (host_visible.c).
#ifndef CUDA_CPU_ARENA_H
#define CUDA_CPU_ARENA_H

#include "check.h"

struct range {
    uintptr_t start;
    size_t bytes;
};

static inline bool inside(const struct range *r, uintptr_t address, size_t bytes) {
    return address - r->start < r->bytes && bytes <= r->bytes - (address - r->start);
}

// How often memory was given, taken back or hidden: earlier answers may be out of date.
extern __attribute__((visibility("hidden"))) unsigned cuda_cpu_memory_version;
static inline unsigned cuda_cpu_memory_changes(void) {
    return __atomic_load_n(&cuda_cpu_memory_version, __ATOMIC_RELAXED);
}
void cuda_cpu_memory_changed(void);

// ---- the arena ---------------------------------------------------------------------------------

// A piece of it: device memory, or a shared array.
struct piece {
    uintptr_t start;
    size_t bytes;
    enum cudaMemoryType type;
    const char *shared; // the array's name; NULL: an allocation
    void **slot;        // the array's, a thread-local variable
    unsigned launch;    // whose blocks met the array last, by its first serial number
    size_t pitch, row;  // bytes from row to row, and of a row; 0: it has none
    bool freed;
    struct cuda_cpu_call made, freed_by;
};

#define ARENA ((size_t)4 << 40)                                        // bytes
extern __attribute__((visibility("hidden"))) uintptr_t cuda_cpu_arena; // its start; 0: none yet

// The last piece that starts at or below the address; the piece that it lies in or is nearest to.
// All zeros: there is none.
struct piece cuda_cpu_piece_below(uintptr_t address);
struct piece cuda_cpu_nearest_piece(uintptr_t address);
// `an allocation of 64 bytes (cudaMalloc at vecadd.cu:12)`
void cuda_cpu_describe_piece(const struct piece *p, char *text, size_t room);

// ---- what else kernels may touch ---------------------------------------------------------------

// Texture and surface objects, and what kernels allocated themselves: whether the access is inside.
bool cuda_cpu_is_visible(uintptr_t address, size_t bytes, struct range *found);
// Memory of the host's that kernels may touch: the program's variables that are the device's, and
// what was registered.
bool cuda_cpu_find_host_memory(uintptr_t address, struct range *found);
// The program's writable variables: those that are not the device's are the host's.
extern struct range cuda_cpu_writable;

#endif
