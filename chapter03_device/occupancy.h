// SPDX-License-Identifier: MIT
// How many blocks fit on a multiprocessor at once, by arithmetic.
#ifndef OCCUPANCY_H
#define OCCUPANCY_H

#include <cuda_runtime.h>
#include <stddef.h>
#include <stdint.h>

struct occupancy {
    int blocks;
    const char *limit; // what there is too little of for more
};

static inline size_t up(size_t value, size_t to) {
    return (value + to - 1) / to * to;
}

// By the rules of NVIDIA's occupancy calculator for compute capability 7.0 and later: a warp gets
// its registers in pieces of 256, from a quarter of the multiprocessor's; a block gets its shared
// memory in pieces of 128 bytes, with what the system keeps for each (1 KB since 8.0).
static inline struct occupancy occupancy_predict(const struct cudaDeviceProp *p,
                                                 const struct cudaFuncAttributes *f, int threads,
                                                 size_t shared) {
    const size_t warps = up((size_t)threads, (size_t)p->warpSize) / (size_t)p->warpSize;
    const size_t of_warp = up((size_t)f->numRegs * (size_t)p->warpSize, 256);
    const size_t of_block = up(f->sharedSizeBytes + shared + p->reservedSharedMemPerBlock, 128);
    const size_t most_warps = (size_t)(p->maxThreadsPerMultiProcessor / p->warpSize);
    const size_t blocks[] = {(size_t)p->maxBlocksPerMultiProcessor, most_warps / warps,
                             of_warp ? (size_t)p->regsPerMultiprocessor / 4 / of_warp * 4 / warps
                                     : SIZE_MAX,
                             of_block ? p->sharedMemPerMultiprocessor / of_block : SIZE_MAX};
    const char *const limit[] = {"blocks", "threads", "registers", "shared memory"};
    int least = 0;
    for (int i = 1; i < 4; i++)
        least = blocks[i] < blocks[least] ? i : least;
    return (struct occupancy){(int)blocks[least], limit[least]};
}

#endif
