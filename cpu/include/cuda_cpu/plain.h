// SPDX-License-Identifier: MIT
// The runtime for the host's own files, which no CUDA compiler sees: C, and C++ from 11 on. What
// .cu files have as templates is plain functions here; the qualifiers mean nothing.
#ifndef CUDA_CPU_PLAIN_H
#define CUDA_CPU_PLAIN_H

#include "cuda_cpu/api.h"
#include "cuda_cpu/types.h"
#ifdef __cplusplus
#include "cuda_cpu/channel.h"
#endif
#include "cuda_cpu/function.h"
#include "cuda_cpu/graph.h"
#include "cuda_cpu/host_defines.h"
#include "cuda_cpu/pool.h"

#define __host__
#define __device__
#define __global__
#define __shared__
#define __constant__
#define __managed__
#define __grid_constant__
#define __launch_bounds__(...)
#define __cluster_dims__(...)
#define __maxnreg__(n)

// A kernel's address, as a .cu file gave it away.
static inline cudaError_t cudaLaunchKernel(const void *function, dim3 grid, dim3 block,
                                           void **arguments, size_t shared, cudaStream_t stream) {
    const unsigned shape[6] = {grid.x, grid.y, grid.z, block.x, block.y, block.z};
    return cuda_cpu_launch_function(function, shape, arguments, shared, stream, 0);
}

static inline cudaError_t cudaLaunchCooperativeKernel(const void *function, dim3 grid, dim3 block,
                                                      void **arguments, size_t shared,
                                                      cudaStream_t stream) {
    const unsigned shape[6] = {grid.x, grid.y, grid.z, block.x, block.y, block.z};
    return cuda_cpu_launch_function(function, shape, arguments, shared, stream, 1);
}

#ifndef __cplusplus
static inline cudaError_t cudaMemPrefetchAsync(const void *start, size_t bytes,
                                               struct cudaMemLocation location, unsigned flags,
                                               cudaStream_t stream) {
    return cuda_cpu_prefetch(
        flags ? NULL : start, bytes,
        location.type == cudaMemLocationTypeDevice ? location.id : cudaCpuDeviceId, stream);
}

static inline cudaError_t cudaMemAdvise(const void *start, size_t bytes,
                                        enum cudaMemoryAdvise advice,
                                        struct cudaMemLocation location) {
    return cuda_cpu_advise(start, bytes, advice,
                           location.type == cudaMemLocationTypeDevice ? location.id
                                                                      : cudaCpuDeviceId);
}

static inline cudaError_t cudaEventCreate(cudaEvent_t *event) {
    return cudaEventCreateWithFlags(event, cudaEventDefault);
}

static inline struct cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w,
                                                                 enum cudaChannelFormatKind kind) {
    const struct cudaChannelFormatDesc description = {x, y, z, w, kind};
    return description;
}
#endif

#endif
