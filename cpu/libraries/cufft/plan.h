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
struct plan {
    struct cuda_cpu_handle base;
    bool made, packed; // packed: laid out as cuFFT does by itself
    cufftType type;
    int rank, n[RANKS], batch;
    struct layout in, out;
    int devices, device[MOST_DEVICES]; // 0: the current one, by plain pointers
    void *made_by_fftw[2][2][2];       // inverse, in place, unaligned; the planner's lock is held
};

// The plan of a handle; NULL where it was never made or is destroyed, which is said.
struct plan *cuda_cpu_find_plan(cufftHandle handle);

#endif
