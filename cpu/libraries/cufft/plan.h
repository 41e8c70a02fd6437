// SPDX-License-Identifier: MIT
// What a plan notes, for cuFFT's own files.
#ifndef CUDA_CPU_CUFFT_PLAN_H
#define CUDA_CPU_CUFFT_PLAN_H

#include "cufft.h"
#include "library.h"

enum { RANKS = 3, MOST_DEVICES = 16 };

// How numbers lie in memory.
struct layout {
    int embed[RANKS], stride, distance;
};
// A function of the program, called for each element, and its argument; NULL: there is none.
struct callback {
    void *function, *info;
};
struct plan {
    struct cuda_cpu_handle base;
    bool made, packed; // packed: laid out as cuFFT does by itself
    cufftType type;
    int rank, n[RANKS], batch;
    struct layout in, out;
    int devices, device[MOST_DEVICES]; // 0: the current one, by plain pointers
    struct callback load, store;
    void *made_by_fftw[2][2][2]; // inverse, in place, unaligned; the planner's lock is held
};

static inline bool is_double(cufftType type) {
    return type & 0x40;
}
static inline bool from_real(cufftType type) {
    return (type & 15) == 10;
}
static inline bool to_real(cufftType type) {
    return (type & 15) == 12;
}

// Every element of an array by the plan's function, which reads it from the program's memory, or
// stores it there.
void cuda_cpu_fft_load(const struct plan *p, const struct layout *l, void *from, void *to);
void cuda_cpu_fft_store(const struct plan *p, const struct layout *l, const void *from, void *to);

// The plan of a handle; NULL where it was never made or is destroyed, which is said.
struct plan *cuda_cpu_find_plan(cufftHandle handle);

#endif
