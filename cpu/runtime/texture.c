// SPDX-License-Identifier: MIT
// Arrays and texture objects: what they are made of and the checks at their making. Fetching is in
// include/cuda_cpu/texture.h.
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "runtime.h"

// Bytes of a texel, 0 if there is no such format: 1, 2 or 4 channels of the same 8, 16 or 32 bits.
static size_t texel_bytes(const struct cudaChannelFormatDesc *f) {
    int channels = f->w ? 4 : f->z ? 3 : f->y ? 2 : 1;
    bool same =
        (f->y == 0 || f->y == f->x) && (f->z == 0 || f->z == f->x) && (f->w == 0 || f->w == f->x);
    bool size = f->x == 32 || f->x == 16 || (f->f != cudaChannelFormatKindFloat && f->x == 8);
    bool kind = (unsigned)f->f <= cudaChannelFormatKindFloat;
    return same && size && kind && channels != 3 ? (size_t)(channels * f->x / 8) : 0;
}

cudaError_t cudaMalloc3DArray(cudaArray_t *array, const struct cudaChannelFormatDesc *format,
                              struct cudaExtent size, unsigned flags) {
    CUDA_CPU_ALIVE();
    struct cudaDeviceProp limits;
    const size_t width = size.width, height = size.height, depth = size.depth;
    const bool layered = flags & cudaArrayLayered, cubemap = flags & cudaArrayCubemap;
    if (!array || !format || width == 0 || (depth && !height && !layered) ||
        flags & ~(cudaArrayLayered | cudaArraySurfaceLoadStore | cudaArrayTextureGather |
                  cudaArrayCubemap) ||
        (cubemap && (width != height || depth == 0 || depth % 6 || (depth != 6 && !layered))))
        return cuda_cpu_error(cudaErrorInvalidValue);
    size_t bytes = texel_bytes(format);
    cudaGetDeviceProperties(&limits, 0);
    if (bytes == 0)
        return cuda_cpu_error(cudaErrorInvalidChannelDescriptor);
    const int *most = depth && !layered && !cubemap ? limits.maxTexture3D : limits.maxTexture2D;
    if (width > (size_t)most[0] || height > (size_t)most[1] ||
        depth > (size_t)most[layered ? 0 : 1])
        return cuda_cpu_error(cudaErrorInvalidValue);
    struct cuda_cpu_array *a = calloc(1, sizeof *a);
    if (!a)
        return cuda_cpu_error(cudaErrorMemoryAllocation);
    *a = (struct cuda_cpu_array){*format, width, height, depth, bytes, flags, NULL};
    void *data;
    cudaError_t error =
        cuda_cpu_malloc(&data, width * (height ? height : 1) * (depth ? depth : 1) * bytes);
    if (error != cudaSuccess) {
        free(a);
        return error;
    }
    a->data = data;
    *array = a;
    return cudaSuccess;
}

cudaError_t cudaMallocArray(cudaArray_t *array, const struct cudaChannelFormatDesc *format,
                            size_t width, size_t height, unsigned flags) {
    return cudaMalloc3DArray(array, format, (struct cudaExtent){width, height, 0},
                             flags & ~cudaArrayLayered);
}

cudaError_t cudaFreeArray(cudaArray_t array) {
    CUDA_CPU_ALIVE();
    if (!array)
        return cudaSuccess;
    cudaError_t error = cudaFree(array->data);
    free(array);
    return error;
}

// ---- mipmaps -----------------------------------------------------------------------------------

struct cuda_cpu_mipmapped_array {
    unsigned levels;
    cudaArray_t level[];
};

static size_t halved(size_t size, unsigned times) {
    return size >> times || !size ? size >> times : 1;
}

cudaError_t cudaMallocMipmappedArray(cudaMipmappedArray_t *arrays,
                                     const struct cudaChannelFormatDesc *format,
                                     struct cudaExtent size, unsigned levels, unsigned flags) {
    CUDA_CPU_ALIVE();
    // layers and faces stay as many as they are
    const bool volume = !(flags & (cudaArrayLayered | cudaArrayCubemap));
    size_t longest = size.width > size.height ? size.width : size.height;
    longest = volume && size.depth > longest ? size.depth : longest;
    unsigned most = 1;
    while (longest >> most)
        most++;
    levels = levels < 1 ? 1 : levels > most ? most : levels;
    struct cuda_cpu_mipmapped_array *m = calloc(1, sizeof *m + levels * sizeof *m->level);
    if (!arrays || !m) {
        free(m);
        return cuda_cpu_error(arrays ? cudaErrorMemoryAllocation : cudaErrorInvalidValue);
    }
    for (; m->levels < levels; m->levels++) {
        const struct cudaExtent part = {halved(size.width, m->levels),
                                        halved(size.height, m->levels),
                                        volume ? halved(size.depth, m->levels) : size.depth};
        cudaError_t error = cudaMalloc3DArray(&m->level[m->levels], format, part, flags);
        if (error != cudaSuccess) {
            cudaFreeMipmappedArray(m);
            return error;
        }
    }
    *arrays = m;
    return cudaSuccess;
}

cudaError_t cudaGetMipmappedArrayLevel(cudaArray_t *array, cudaMipmappedArray_const_t arrays,
                                       unsigned level) {
    CUDA_CPU_ALIVE();
    if (!array || !arrays || level >= arrays->levels)
        return cuda_cpu_error(arrays ? cudaErrorInvalidValue : cudaErrorInvalidResourceHandle);
    *array = arrays->level[level];
    return cudaSuccess;
}

cudaError_t cudaFreeMipmappedArray(cudaMipmappedArray_t arrays) {
    CUDA_CPU_ALIVE();
    for (unsigned level = 0; arrays && level < arrays->levels; level++)
        cudaFreeArray(arrays->level[level]);
    free(arrays);
    return cudaSuccess;
}

cudaError_t cudaGetChannelDesc(struct cudaChannelFormatDesc *format, cudaArray_const_t array) {
    CUDA_CPU_ALIVE();
    if (!format || !array)
        return cuda_cpu_error(array ? cudaErrorInvalidValue : cudaErrorInvalidResourceHandle);
    *format = array->format;
    return cudaSuccess;
}

cudaError_t cudaArrayGetInfo(struct cudaChannelFormatDesc *format, struct cudaExtent *extent,
                             unsigned *flags, cudaArray_t array) {
    CUDA_CPU_ALIVE();
    if (!array)
        return cuda_cpu_error(cudaErrorInvalidResourceHandle);
    if (format)
        *format = array->format;
    if (extent)
        *extent = (struct cudaExtent){array->width, array->height, array->depth};
    if (flags)
        *flags = array->flags;
    return cudaSuccess;
}

// ---- copies: x and width are in bytes, y and height in rows, as in the API ---------------------

static char *place(cudaArray_const_t a, size_t x, size_t y, size_t width, size_t height) {
    size_t row = a ? a->width * a->texel_bytes : 0, rows = a && a->height ? a->height : 1;
    if (!a || x > row || width > row - x || y > rows || height > rows - y)
        return NULL;
    return a->data + y * row + x;
}

cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t to, size_t x, size_t y, const void *from,
                                     size_t pitch, size_t width, size_t height,
                                     enum cudaMemcpyKind kind, cudaStream_t stream) {
    char *start = place(to, x, y, width, height);
    if (!start)
        return cuda_cpu_error(cudaErrorInvalidValue);
    return cudaMemcpy2DAsync(start, to->width * to->texel_bytes, from, pitch, width, height, kind,
                             stream);
}

cudaError_t cudaMemcpy2DToArray(cudaArray_t to, size_t x, size_t y, const void *from, size_t pitch,
                                size_t width, size_t height, enum cudaMemcpyKind kind) {
    char *start = place(to, x, y, width, height);
    if (!start)
        return cuda_cpu_error(cudaErrorInvalidValue);
    return cudaMemcpy2D(start, to->width * to->texel_bytes, from, pitch, width, height, kind);
}

cudaError_t cudaMemcpy2DFromArrayAsync(void *to, size_t pitch, cudaArray_const_t from, size_t x,
                                       size_t y, size_t width, size_t height,
                                       enum cudaMemcpyKind kind, cudaStream_t stream) {
    char *start = place(from, x, y, width, height);
    if (!start)
        return cuda_cpu_error(cudaErrorInvalidValue);
    return cudaMemcpy2DAsync(to, pitch, start, from->width * from->texel_bytes, width, height, kind,
                             stream);
}

cudaError_t cudaMemcpy2DFromArray(void *to, size_t pitch, cudaArray_const_t from, size_t x,
                                  size_t y, size_t width, size_t height, enum cudaMemcpyKind kind) {
    char *start = place(from, x, y, width, height);
    if (!start)
        return cuda_cpu_error(cudaErrorInvalidValue);
    return cudaMemcpy2D(to, pitch, start, from->width * from->texel_bytes, width, height, kind);
}

// The one-dimensional copies run on over the ends of rows.
static char *run(cudaArray_const_t a, size_t x, size_t y, size_t bytes) {
    size_t row = a ? a->width * a->texel_bytes : 0, rows = a && a->height ? a->height : 1;
    size_t start = y * row + x;
    return a && start <= rows * row && bytes <= rows * row - start ? a->data + start : NULL;
}

cudaError_t cudaMemcpyToArray(cudaArray_t to, size_t x, size_t y, const void *from, size_t bytes,
                              enum cudaMemcpyKind kind) {
    char *start = run(to, x, y, bytes);
    return start ? cudaMemcpy(start, from, bytes, kind) : cuda_cpu_error(cudaErrorInvalidValue);
}

cudaError_t cudaMemcpyFromArray(void *to, cudaArray_const_t from, size_t x, size_t y, size_t bytes,
                                enum cudaMemcpyKind kind) {
    char *start = run(from, x, y, bytes);
    return start ? cudaMemcpy(to, start, bytes, kind) : cuda_cpu_error(cudaErrorInvalidValue);
}

cudaError_t cudaMemcpyToArrayAsync(cudaArray_t to, size_t x, size_t y, const void *from,
                                   size_t bytes, enum cudaMemcpyKind kind, cudaStream_t stream) {
    char *start = run(to, x, y, bytes);
    return start ? cudaMemcpyAsync(start, from, bytes, kind, stream)
                 : cuda_cpu_error(cudaErrorInvalidValue);
}

cudaError_t cudaMemcpyFromArrayAsync(void *to, cudaArray_const_t from, size_t x, size_t y,
                                     size_t bytes, enum cudaMemcpyKind kind, cudaStream_t stream) {
    char *start = run(from, x, y, bytes);
    return start ? cudaMemcpyAsync(to, start, bytes, kind, stream)
                 : cuda_cpu_error(cudaErrorInvalidValue);
}

cudaError_t cudaMemcpyArrayToArray(cudaArray_t to, size_t to_x, size_t to_y, cudaArray_const_t from,
                                   size_t from_x, size_t from_y, size_t bytes,
                                   enum cudaMemcpyKind kind) {
    char *end = run(to, to_x, to_y, bytes), *start = run(from, from_x, from_y, bytes);
    return start && end ? cudaMemcpy(end, start, bytes, kind)
                        : cuda_cpu_error(cudaErrorInvalidValue);
}

cudaError_t cudaMemcpy2DArrayToArray(cudaArray_t to, size_t to_x, size_t to_y,
                                     cudaArray_const_t from, size_t from_x, size_t from_y,
                                     size_t width, size_t height, enum cudaMemcpyKind kind) {
    char *end = place(to, to_x, to_y, width, height);
    char *start = place(from, from_x, from_y, width, height);
    if (!start || !end)
        return cuda_cpu_error(cudaErrorInvalidValue);
    return cudaMemcpy2D(end, to->width * to->texel_bytes, start, from->width * from->texel_bytes,
                        width, height, kind);
}

// ---- texture objects ---------------------------------------------------------------------------

static enum cuda_cpu_format format_of(const struct cudaChannelFormatDesc *f,
                                      enum cudaTextureReadMode mode) {
    if (f->f == cudaChannelFormatKindFloat)
        return f->x == 16 ? CUDA_CPU_FLOAT16 : CUDA_CPU_FLOAT32;
    bool is_signed = f->f == cudaChannelFormatKindSigned;
    if (mode != cudaReadModeNormalizedFloat || f->x == 32)
        return CUDA_CPU_INTEGER;
    return f->x == 8 ? (is_signed ? CUDA_CPU_SIGNED8 : CUDA_CPU_UNSIGNED8)
                     : (is_signed ? CUDA_CPU_SIGNED16 : CUDA_CPU_UNSIGNED16);
}

static void describe_array(struct cuda_cpu_texture *t, cudaArray_const_t a) {
    t->data = a->data;
    t->width = (long)a->width;
    t->height = a->height ? (long)a->height : 1;
    t->pitch = a->width * a->texel_bytes;
    t->depth = a->depth ? (long)a->depth : 1;
    t->plane = t->pitch * (size_t)t->height;
    t->layered = a->flags & cudaArrayLayered;
    t->cubemap = a->flags & cudaArrayCubemap;
    t->last_column = (int)t->width - 1;
    t->last_row = (int)t->height - 1;
}

// Fills in where the texels lie. `room` is how many bytes the memory behind data must have.
static cudaError_t describe(struct cuda_cpu_texture *t, const struct cudaResourceDesc *r,
                            struct cudaChannelFormatDesc *format, size_t *room) {
    switch (r->resType) {
    case cudaResourceTypeArray:
    case cudaResourceTypeMipmappedArray: {
        const bool mipmap = r->resType == cudaResourceTypeMipmappedArray;
        cudaMipmappedArray_t m = mipmap ? r->res.mipmap.mipmap : NULL;
        cudaArray_t a = mipmap ? m ? m->level[0] : NULL : r->res.array.array;
        if (!a)
            return cudaErrorInvalidResourceHandle;
        *format = a->format;
        t->levels = m ? (int)m->levels : 1;
        describe_array(t, a);
        break;
    }
    case cudaResourceTypeLinear:
        *format = r->res.linear.desc;
        t->data = r->res.linear.devPtr;
        t->height = 1;
        t->pitch = *room = r->res.linear.sizeInBytes;
        break;
    case cudaResourceTypePitch2D:
        *format = r->res.pitch2D.desc;
        t->data = r->res.pitch2D.devPtr;
        t->width = (long)r->res.pitch2D.width;
        t->height = (long)r->res.pitch2D.height;
        t->pitch = r->res.pitch2D.pitchInBytes;
        break;
    default:
        return cudaErrorInvalidValue;
    }
    t->texel_bytes = texel_bytes(format);
    if (t->texel_bytes == 0)
        return cudaErrorInvalidChannelDescriptor;
    if (r->resType == cudaResourceTypeLinear)
        t->width = (long)(*room / t->texel_bytes);
    if (r->resType == cudaResourceTypePitch2D && t->height > 0)
        *room = (size_t)(t->height - 1) * t->pitch + (size_t)t->width * t->texel_bytes;
    return cudaSuccess;
}

cudaError_t cudaCreateTextureObject(cudaTextureObject_t *object,
                                    const struct cudaResourceDesc *resource,
                                    const struct cudaTextureDesc *texture,
                                    const struct cudaResourceViewDesc *view) {
    CUDA_CPU_ALIVE();
    if (!object || !resource || !texture || view) // views change formats of compressed arrays
        return cuda_cpu_error(cudaErrorInvalidValue);
    struct cuda_cpu_texture t = {.levels = 1};
    struct cudaChannelFormatDesc format = {0};
    struct cudaDeviceProp limits;
    size_t room = 0, behind = 0;
    cudaError_t error = describe(&t, resource, &format, &room);
    if (error != cudaSuccess)
        return cuda_cpu_error(error);
    cudaGetDeviceProperties(&limits, 0);
    if (t.width < 1 || t.height < 1 || !cuda_cpu_find_device_memory(t.data, &behind) ||
        room > behind)
        return cuda_cpu_error(cudaErrorInvalidValue);
    const bool pitched = resource->resType == cudaResourceTypePitch2D;
    const bool mipmap = resource->resType == cudaResourceTypeMipmappedArray;
    const bool normalized = texture->normalizedCoords != 0;
    if ((mipmap || t.cubemap) && !normalized)
        return cuda_cpu_error(cudaErrorInvalidValue);
    if ((pitched && (t.pitch % limits.texturePitchAlignment || t.width > limits.maxTexture2D[0] ||
                     t.height > limits.maxTexture2DLinear[1])) ||
        (resource->resType != cudaResourceTypeArray && !mipmap &&
         (uintptr_t)t.data % limits.textureAlignment) ||
        (resource->resType == cudaResourceTypeLinear && t.width > limits.maxTexture1DLinear))
        return cuda_cpu_error(cudaErrorInvalidValue);

    t.channels = format.w ? 4 : format.y ? 2 : 1;
    t.channel_bytes = (size_t)format.x / 8;
    t.format = format_of(&format, texture->readMode);
    t.linear =
        texture->filterMode == cudaFilterModeLinear && resource->resType != cudaResourceTypeLinear;
    t.normalized = normalized;
    t.between_levels = mipmap && texture->mipmapFilterMode == cudaFilterModeLinear;
    if (texture->sRGB && t.format == CUDA_CPU_UNSIGNED8)
        t.format = CUDA_CPU_SRGB8;
    if ((t.linear || t.between_levels) && t.format == CUDA_CPU_INTEGER)
        return cuda_cpu_error(cudaErrorInvalidFilterSetting);
    if (texture->readMode == cudaReadModeNormalizedFloat && t.format == CUDA_CPU_INTEGER)
        return cuda_cpu_error(cudaErrorInvalidNormSetting);
    bool clamped = true;
    for (int axis = 0; axis < 3; axis++) {
        enum cudaTextureAddressMode mode = texture->addressMode[axis];
        // Wrapping and mirroring are defined for normalised coordinates only.
        if (!t.normalized && (mode == cudaAddressModeWrap || mode == cudaAddressModeMirror))
            mode = cudaAddressModeClamp;
        t.address[axis] = t.cubemap ? cudaAddressModeClamp : mode; // within a face
        clamped = clamped && (axis == 2 || mode == cudaAddressModeClamp);
    }
    t.as_stored = t.format == CUDA_CPU_FLOAT32;
    t.one_float = t.as_stored && t.channels == 1;
    bool plain = !t.linear && !t.normalized && clamped && t.width < 1 << 24 &&
                 t.height < 1 << 24; // counted exactly by a float
    t.plain_float = plain && t.one_float;
    t.plain_integer = plain && t.format == CUDA_CPU_INTEGER ? t.texel_bytes : 0;
    t.last_column = (int)t.width - 1;
    t.last_row = (int)t.height - 1;
    if (mipmap) {
        t.level_bias = texture->mipmapLevelBias;
        t.level_least = texture->minMipmapLevelClamp;
        t.level_most = texture->maxMipmapLevelClamp;
    }
    memcpy(t.border, texture->borderColor, sizeof t.border);
    t.resource = *resource;
    t.texture = *texture;

    struct cuda_cpu_texture *made = malloc((size_t)t.levels * sizeof *made);
    if (!made)
        return cuda_cpu_error(cudaErrorMemoryAllocation);
    t.level = made;
    for (int level = 0; level < t.levels; level++) {
        made[level] = t;
        if (level > 0)
            describe_array(&made[level], resource->res.mipmap.mipmap->level[level]);
    }
    *object = (cudaTextureObject_t)(uintptr_t)made;
    cuda_cpu_made("texture object", made, 0);
    CUDA_CPU_HOOK(visible, made, (size_t)t.levels * sizeof *made);
    return cudaSuccess;
}

cudaError_t cudaDestroyTextureObject(cudaTextureObject_t object) {
    CUDA_CPU_ALIVE();
    cuda_cpu_wait_all(); // kernels that still run may read it
    cuda_cpu_gone((void *)(uintptr_t)object);
    CUDA_CPU_HOOK(hidden, (void *)(uintptr_t)object);
    free((void *)(uintptr_t)object);
    return cudaSuccess;
}

cudaError_t cudaGetTextureObjectResourceDesc(struct cudaResourceDesc *resource,
                                             cudaTextureObject_t object) {
    CUDA_CPU_ALIVE();
    if (!resource || !object)
        return cuda_cpu_error(cudaErrorInvalidValue);
    *resource = ((const struct cuda_cpu_texture *)(uintptr_t)object)->resource;
    return cudaSuccess;
}

cudaError_t cudaGetTextureObjectTextureDesc(struct cudaTextureDesc *texture,
                                            cudaTextureObject_t object) {
    CUDA_CPU_ALIVE();
    if (!texture || !object)
        return cuda_cpu_error(cudaErrorInvalidValue);
    *texture = ((const struct cuda_cpu_texture *)(uintptr_t)object)->texture;
    return cudaSuccess;
}
