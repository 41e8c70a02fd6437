// SPDX-License-Identifier: MIT
// Three dimensions: pitched volumes, and copies between them and arrays.
#include "array.h"
#include "diagnose/diagnose.h"
#include "memory/memory.h"

cudaError_t cudaMalloc3D(struct cudaPitchedPtr *pointer, struct cudaExtent extent) {
    if (!pointer)
        return cuda_cpu_error(cudaErrorInvalidValue);
    size_t rows;
    if (__builtin_mul_overflow(extent.height, extent.depth, &rows))
        return cuda_cpu_error(cudaErrorMemoryAllocation);
    pointer->xsize = extent.width;
    pointer->ysize = extent.height;
    const cudaError_t error =
        cuda_cpu_malloc_pitch(&pointer->ptr, &pointer->pitch, extent.width, rows);
    __asm__ volatile(""); // no jump in the place of the call: messages have this one's name
    return error;
}

static struct cuda_cpu_fill fill_of(struct cudaPitchedPtr p, int value, struct cudaExtent extent) {
    return (struct cuda_cpu_fill){
        p.ptr, p.pitch,           extent.width, extent.depth ? extent.height : 0,
        value, p.pitch * p.ysize, extent.depth};
}

cudaError_t cudaMemset3DAsync(struct cudaPitchedPtr p, int value, struct cudaExtent extent,
                              cudaStream_t stream) {
    return cuda_cpu_fill(fill_of(p, value, extent), true, stream);
}

cudaError_t cudaMemset3D(struct cudaPitchedPtr p, int value, struct cudaExtent extent) {
    return cuda_cpu_fill(fill_of(p, value, extent), false, NULL);
}

// One side of a copy.
struct side {
    char *start;
    size_t pitch, plane;
};

// Where the side, `who`, begins, the position counted in texels where either side is an array and
// in bytes where none is, as an H200 has it; an error, and a word, if the extent does not fit
// there, or there are two sides in one, or none.
static cudaError_t find_side(const char *who, cudaArray_t array, struct cudaPitchedPtr p,
                             struct cudaPos at, struct cudaExtent extent, size_t texel,
                             struct side *side) {
    if (!array == !p.ptr) {
        cuda_cpu_say(NULL, "the %s is %s", who, array ? "an array and a pointer" : "NULL");
        return cudaErrorInvalidValue;
    }
    if (!array) {
        *side = (struct side){p.ptr, p.pitch, p.pitch * p.ysize};
        side->start += at.z * side->plane + at.y * side->pitch + at.x * texel;
        if ((at.x + extent.width) * texel > p.pitch) {
            cuda_cpu_say(NULL, "rows of %zu bytes do not fit the %s's pitch of %zu: it is in bytes",
                         (at.x + extent.width) * texel, who, p.pitch);
            return extent.width * texel > p.pitch ? cudaErrorInvalidPitchValue
                                                  : cudaErrorInvalidValue;
        }
        // of a single plane it may be left out
        if ((extent.depth > 1 || p.ysize > 0) && at.y + extent.height > p.ysize) {
            cuda_cpu_say(NULL, "%zu rows do not fit the %s's planes of %zu (ysize)",
                         at.y + extent.height, who, p.ysize);
            return extent.depth > 1 && extent.height > p.ysize ? cudaErrorInvalidPitchValue
                                                               : cudaErrorInvalidValue;
        }
        return cudaSuccess;
    }
    size_t height = array->height ? array->height : 1, depth = array->depth ? array->depth : 1;
    size_t pitch = array->width * array->texel_bytes;
    *side = (struct side){array->data, pitch, pitch * height};
    side->start += at.z * side->plane + at.y * pitch + at.x * array->texel_bytes;
    if (at.x <= array->width && extent.width <= array->width - at.x && at.y <= height &&
        extent.height <= height - at.y && at.z <= depth && extent.depth <= depth - at.z)
        return cudaSuccess;
    cuda_cpu_say(NULL,
                 "%zu x %zu x %zu elements at (%zu, %zu, %zu) do not fit the %s, an array of "
                 "%zu x %zu x %zu: with an array, the extent is in elements",
                 extent.width, extent.height, extent.depth, at.x, at.y, at.z, who, array->width,
                 height, depth);
    return cudaErrorInvalidValue;
}

cudaError_t cuda_cpu_describe_copy(const struct cudaMemcpy3DParms *p, struct cuda_cpu_copy *c) {
    struct side from = {0}, to = {0};
    if (!p)
        return cudaErrorInvalidValue;
    size_t texel = p->srcArray   ? p->srcArray->texel_bytes
                   : p->dstArray ? p->dstArray->texel_bytes
                                 : 1;
    if (p->srcArray && p->dstArray && texel != p->dstArray->texel_bytes) {
        cuda_cpu_say(NULL, "the arrays have elements of %zu and of %zu bytes", texel,
                     p->dstArray->texel_bytes);
        return cudaErrorInvalidValue;
    }
    cudaError_t error = cudaSuccess;
    for (int turn = 0; turn < 2 && error == cudaSuccess; turn++) // an array comes first
        error = (turn == 0) == !p->dstArray ? find_side("source", p->srcArray, p->srcPtr, p->srcPos,
                                                        p->extent, texel, &from)
                                            : find_side("destination", p->dstArray, p->dstPtr,
                                                        p->dstPos, p->extent, texel, &to);
    if (error != cudaSuccess)
        return error;
    *c = (struct cuda_cpu_copy){to.start,
                                from.start,
                                to.pitch,
                                from.pitch,
                                p->extent.width * texel,
                                p->extent.depth ? p->extent.height : 0,
                                to.plane,
                                from.plane,
                                p->extent.depth,
                                false};
    return cudaSuccess;
}

static cudaError_t copy(const struct cudaMemcpy3DParms *p, bool async, cudaStream_t stream) {
    struct cuda_cpu_copy c;
    CUDA_CPU_ALIVE();
    const cudaError_t error = cuda_cpu_describe_copy(p, &c);
    if (error != cudaSuccess)
        return cuda_cpu_error(error);
    return cuda_cpu_copy(c, p->kind, async, stream);
}

cudaError_t cudaMemcpy3D(const struct cudaMemcpy3DParms *parameters) {
    return copy(parameters, false, NULL);
}

cudaError_t cudaMemcpy3DAsync(const struct cudaMemcpy3DParms *parameters, cudaStream_t stream) {
    return copy(parameters, true, stream);
}

static bool is_pageable(const void *pointer) {
    struct cudaPointerAttributes found;
    return cudaPointerGetAttributes(&found, pointer) == cudaSuccess &&
           found.type == cudaMemoryTypeUnregistered;
}

// Between devices, which all share one memory. What only the host sees is refused, as by an H200.
static cudaError_t copy_peer(const struct cudaMemcpy3DPeerParms *p, bool async,
                             cudaStream_t stream) {
    int devices;
    cudaGetDeviceCount(&devices);
    if (!p)
        return cuda_cpu_error(cudaErrorInvalidValue);
    if (p->srcDevice < 0 || p->srcDevice >= devices || p->dstDevice < 0 || p->dstDevice >= devices)
        return cuda_cpu_error(cudaErrorInvalidDevice);
    if ((!p->srcArray && is_pageable(p->srcPtr.ptr)) ||
        (!p->dstArray && is_pageable(p->dstPtr.ptr)))
        return cuda_cpu_error(cudaErrorInvalidValue);
    const struct cudaMemcpy3DParms same = {p->srcArray, p->srcPos, p->srcPtr, p->dstArray,
                                           p->dstPos,   p->dstPtr, p->extent, cudaMemcpyDefault};
    return copy(&same, async, stream);
}

cudaError_t cudaMemcpy3DPeer(const struct cudaMemcpy3DPeerParms *parameters) {
    return copy_peer(parameters, false, NULL);
}

cudaError_t cudaMemcpy3DPeerAsync(const struct cudaMemcpy3DPeerParms *parameters,
                                  cudaStream_t stream) {
    return copy_peer(parameters, true, stream);
}

cudaError_t cudaMemcpyBatchAsync(void *const *to, const void *const *from, const size_t *bytes,
                                 size_t count, struct cudaMemcpyAttributes *attributes,
                                 size_t *first, size_t attribute_count, cudaStream_t stream) {
    if (!to || !from || !bytes || count == 0 || !attributes || !first || attribute_count == 0 ||
        attribute_count > count || first[0] != 0 || !stream || stream == cudaStreamLegacy)
        return cuda_cpu_error(cudaErrorInvalidValue);
    for (size_t i = 0; i < attribute_count; i++)
        if (attributes[i].srcAccessOrder < cudaMemcpySrcAccessOrderStream ||
            attributes[i].srcAccessOrder > cudaMemcpySrcAccessOrderAny ||
            (i > 0 && first[i] <= first[i - 1]))
            return cuda_cpu_error(cudaErrorInvalidValue);
    for (size_t i = 0; i < count; i++) {
        cudaError_t error = cudaMemcpyAsync(to[i], from[i], bytes[i], cudaMemcpyDefault, stream);
        if (error != cudaSuccess)
            return error;
    }
    return cudaSuccess;
}
