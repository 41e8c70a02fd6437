// SPDX-License-Identifier: MIT
// Surface objects: made of arrays that were allocated for it. Reading and writing is in
// include/cuda_cpu/surface.h.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "array.h"
#include "diagnose/diagnose.h"
#include "hooks.h"
#include "objects.h"
#include "streams/streams.h"
#include "threads/threads.h"

const struct cuda_cpu_surface cuda_cpu_no_surface = {
    .object = {.kind = CUDA_CPU_SURFACE, .state = CUDA_CPU_OBJECT_NEVER_MADE},
    .used_by = CUDA_CPU_SURFACE_ANY,
    .width = -1};

// As tried on an H200; of cube maps it was not.
static unsigned used_by(cudaArray_const_t a) {
    if (a->flags & cudaArrayCubemap)
        return CUDA_CPU_SURFACE_ANY;
    if (a->flags & cudaArrayLayered)
        return a->height ? CUDA_CPU_SURFACE_2D | CUDA_CPU_SURFACE_2D_LAYERED
                         : CUDA_CPU_SURFACE_1D | CUDA_CPU_SURFACE_1D_LAYERED;
    return a->depth    ? CUDA_CPU_SURFACE_2D | CUDA_CPU_SURFACE_3D | CUDA_CPU_SURFACE_2D_LAYERED
           : a->height ? CUDA_CPU_SURFACE_2D
                       : CUDA_CPU_SURFACE_1D;
}

cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t *object,
                                    const struct cudaResourceDesc *resource) {
    CUDA_CPU_ALIVE();
    if (!object || !resource || resource->resType != cudaResourceTypeArray)
        return cuda_cpu_error(cudaErrorInvalidValue);
    cudaArray_t a = resource->res.array.array;
    if (!a)
        return cuda_cpu_error(cudaErrorInvalidResourceHandle);
    if (!(a->flags & cudaArraySurfaceLoadStore))
        cuda_cpu_say(NULL, "the array was not made for surfaces: cudaArraySurfaceLoadStore is "
                           "missing");
    struct cuda_cpu_surface *s = malloc(sizeof *s);
    if (!s)
        return cuda_cpu_error(cudaErrorMemoryAllocation);
    size_t row = a->width * a->texel_bytes, height = a->height ? a->height : 1;
    *s = (struct cuda_cpu_surface){.object.kind = CUDA_CPU_SURFACE,
                                   .used_by = used_by(a),
                                   .data = a->data,
                                   .width = (long)row,
                                   .height = (long)height,
                                   .depth = a->depth ? (long)a->depth : 1,
                                   .plane = row * height};
    cuda_cpu_record_object(&s->object);
    *object = (cudaSurfaceObject_t)(uintptr_t)s;
    cuda_cpu_made("surface object", s, 0);
    CUDA_CPU_HOOK(visible, s, sizeof *s);
    return cudaSuccess;
}

cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t object) {
    CUDA_CPU_ALIVE();
    cuda_cpu_wait_all(); // kernels that still run may use it
    CUDA_CPU_ALIVE();
    struct cuda_cpu_surface *const s = (struct cuda_cpu_surface *)(uintptr_t)object;
    if (!s)
        return cudaSuccess;
    if (!cuda_cpu_retire_object("surface", s))
        return cuda_cpu_error(cudaErrorInvalidValue);
    cuda_cpu_gone(s);
    s->width = -1; // no place in it is inside any longer
    s->object.state = CUDA_CPU_OBJECT_DESTROYED;
    return cudaSuccess;
}

void cuda_cpu_surface_trap(void) {
    CUDA_CPU_HOOK(surface, __builtin_return_address(0), "an access past the edge of a surface");
    char kernel[256];
    snprintf(kernel, sizeof kernel, "kernel %s", cuda_cpu_kernel_name());
    cuda_cpu_say(kernel, "a surface access out of bounds");
    cuda_cpu_crash(cudaErrorIllegalAddress);
}

void cuda_cpu_surface_odd(long x, size_t bytes) {
    char what[256];
    snprintf(
        what, sizeof what,
        "%zu bytes of a surface at byte %ld of a row, which is not a multiple of %zu: the first "
        "coordinate counts bytes, not elements",
        bytes, x, bytes);
    CUDA_CPU_HOOK(surface, __builtin_return_address(0), what);
}

void cuda_cpu_texture_past_end(int i, long elements) {
    char what[256];
    snprintf(what, sizeof what,
             "reads element %d of a texture of %ld elements: outside of them a GPU reads 0", i,
             elements);
    CUDA_CPU_HOOK(surface, __builtin_return_address(0), what);
}
