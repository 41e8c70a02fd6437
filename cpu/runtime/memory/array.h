// SPDX-License-Identifier: MIT
// What arrays are, for the functions that copy, fetch and store.
#ifndef CUDA_CPU_ARRAY_H
#define CUDA_CPU_ARRAY_H

#include "cuda_cpu/grid.h"

// Its rows and planes lie without gaps, recorded as device memory.
struct cudaArray {
    struct cudaChannelFormatDesc format;
    size_t width, height, depth; // in texels; 0: has no such dimension
    size_t texel_bytes;
    unsigned flags;
    char *data;
};

struct cuda_cpu_mipmapped_array {
    unsigned levels;
    cudaArray_t level[];
};

// Bytes of a texel, 0 if there is no such format: 1, 2 or 4 channels of the same 8, 16 or 32 bits.
size_t cuda_cpu_texel_bytes(const struct cudaChannelFormatDesc *f);

#endif
