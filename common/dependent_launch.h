// SPDX-License-Identifier: MIT
// Kernels one after the other in a stream. On Hopper and later the next may begin before the last
// one ends ('Programmatic Dependent Launch' in the CUDA programming guide): launched by
// launch_dependent, as soon as all blocks of the one before have called let_next_begin or are done.
// What that one reads and writes it touches only after wait_for_previous. Elsewhere, or launched
// otherwise, a kernel begins when the one before it has ended, and neither does anything.
#ifndef DEPENDENT_LAUNCH_H
#define DEPENDENT_LAUNCH_H

#include <stdbool.h>

#include "book.h"

__device__ static inline void let_next_begin(void) {
#if __CUDA_ARCH__ >= 900
    cudaTriggerProgrammaticLaunchCompletion();
#endif
}
__device__ static inline void wait_for_previous(void) {
#if __CUDA_ARCH__ >= 900
    cudaGridDependencySynchronize();
#endif
}

// Threads of a kernel with few registers that a multiprocessor can hold at a time, at least.
#if __CUDA_ARCH__ >= 900 && __CUDA_ARCH__ < 1100
const int RESIDENT_THREADS = 2048;
#else
const int RESIDENT_THREADS = 1024;
#endif

// Was this program built for a GPU whose kernels can wait there? As its first kernel, so all.
static inline bool waits_for_previous(const void *kernel) {
    static int version;
    if (version == 0) {
        struct cudaFuncAttributes attributes;
        HANDLE_ERROR(cudaFuncGetAttributes(&attributes, kernel));
        version = attributes.ptxVersion;
    }
    return version >= 90;
}

// A launch in clusters of so many blocks.
template <typename... P, typename... A>
static inline void launch_dependent_in(cudaStream_t stream, void (*kernel)(P...), dim3 grid,
                                       dim3 block, size_t shared, unsigned cluster,
                                       const A &...arguments) {
    cudaLaunchAttribute attributes[2];
    cudaLaunchConfig_t config = {};
    config.gridDim = grid;
    config.blockDim = block;
    config.dynamicSmemBytes = shared;
    config.stream = stream;
    config.attrs = attributes;
    if (waits_for_previous((const void *)kernel)) {
        attributes[config.numAttrs].id = cudaLaunchAttributeProgrammaticStreamSerialization;
        attributes[config.numAttrs++].val.programmaticStreamSerializationAllowed = 1;
    }
    if (cluster > 1) {
        attributes[config.numAttrs].id = cudaLaunchAttributeClusterDimension;
        attributes[config.numAttrs].val.clusterDim.x = cluster;
        attributes[config.numAttrs].val.clusterDim.y = 1;
        attributes[config.numAttrs++].val.clusterDim.z = 1;
    }
    HANDLE_ERROR(cudaLaunchKernelEx(&config, kernel, P(arguments)...));
}

// The same in the default stream.
template <typename... P, typename... A>
static inline void launch_dependent(void (*kernel)(P...), dim3 grid, unsigned threads,
                                    size_t shared, unsigned cluster, const A &...arguments) {
    launch_dependent_in(0, kernel, grid, dim3(threads), shared, cluster, arguments...);
}

#endif
