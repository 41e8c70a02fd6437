// SPDX-License-Identifier: MIT
// Surface objects: made of arrays that were allocated for it. Reading and writing is in
// include/cuda_cpu/surface.h.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "array.h"
#include "diagnose/diagnose.h"
#include "hooks.h"
#include "streams/streams.h"
#include "threads/threads.h"

cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t *object,
                                    const struct cudaResourceDesc *resource) {
    CUDA_CPU_ALIVE();
    if (!object || !resource || resource->resType != cudaResourceTypeArray)
        return cuda_cpu_error(cudaErrorInvalidValue);
    cudaArray_t a = resource->res.array.array;
    if (!a)
        return cuda_cpu_error(cudaErrorInvalidResourceHandle);
    if (!(a->flags & cudaArraySurfaceLoadStore))
        return cuda_cpu_error(cudaErrorInvalidValue);
    struct cuda_cpu_surface *s = malloc(sizeof *s);
    if (!s)
        return cuda_cpu_error(cudaErrorMemoryAllocation);
    size_t row = a->width * a->texel_bytes, height = a->height ? a->height : 1;
    *s = (struct cuda_cpu_surface){a->data, (long)row, (long)height, a->depth ? (long)a->depth : 1,
                                   row * height};
    *object = (cudaSurfaceObject_t)(uintptr_t)s;
    cuda_cpu_made("surface object", s, 0);
    CUDA_CPU_HOOK(visible, s, sizeof *s);
    return cudaSuccess;
}

cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t object) {
    CUDA_CPU_ALIVE();
    cuda_cpu_wait_all(); // kernels that still run may use it
    CUDA_CPU_ALIVE();
    cuda_cpu_gone((void *)(uintptr_t)object);
    CUDA_CPU_HOOK(hidden, (void *)(uintptr_t)object);
    free((void *)(uintptr_t)object);
    return cudaSuccess;
}

void cuda_cpu_surface_trap(void) {
    CUDA_CPU_HOOK(surface, __builtin_return_address(0));
    fprintf(stderr, "cuda-cpu: kernel %s: a surface access out of bounds\n",
            cuda_cpu_kernel_name());
    cuda_cpu_crash(cudaErrorIllegalAddress);
}
