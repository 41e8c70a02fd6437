// SPDX-License-Identifier: MIT
// Texture objects: what they are made of and the checks at their making. Fetching is in
// include/cuda_cpu/texture.h.
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "array.h"
#include "diagnose/diagnose.h"
#include "hooks.h"
#include "memory/memory.h"
#include "objects.h"
#include "streams/streams.h"

#define ZEROS(why)                                                                                 \
    {                                                                                              \
        .object = {.kind = CUDA_CPU_TEXTURE, .state = why}, .read_by = CUDA_CPU_ANY,               \
        .width = 1 << 30, .height = 1, .depth = 1, .format = CUDA_CPU_INTEGER, .levels = 1         \
    }
const struct cuda_cpu_texture cuda_cpu_no_texture = ZEROS(CUDA_CPU_OBJECT_NEVER_MADE);
const struct cuda_cpu_texture cuda_cpu_other_texture = ZEROS(CUDA_CPU_OBJECT_OF_OTHER_KIND);

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
    if (t->cubemap)
        t->read_by = CUDA_CPU_ANY; // which others read it was not tried
    else if (t->layered)
        t->read_by = a->height ? CUDA_CPU_PLANE : CUDA_CPU_ROWS;
    else
        t->read_by = a->depth ? CUDA_CPU_VOLUME : CUDA_CPU_PLANE;
}

// Fills in where the texels lie. `room` is how many bytes the memory at data must have.
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
        t->read_by = CUDA_CPU_LINEAR;
        t->height = 1;
        t->pitch = *room = r->res.linear.sizeInBytes;
        break;
    case cudaResourceTypePitch2D:
        *format = r->res.pitch2D.desc;
        t->read_by = CUDA_CPU_PLANE;
        t->data = r->res.pitch2D.devPtr;
        t->width = (long)r->res.pitch2D.width;
        t->height = (long)r->res.pitch2D.height;
        t->pitch = r->res.pitch2D.pitchInBytes;
        break;
    default:
        return cudaErrorInvalidValue;
    }
    t->texel_bytes = cuda_cpu_texel_bytes(format);
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
    if (!texture && object && resource)
        return cuda_cpu_error(cudaErrorInvalidResourceHandle);
    if (!object || !resource || view) // views change formats of compressed arrays
        return cuda_cpu_error(cudaErrorInvalidValue);
    struct cuda_cpu_texture t = {.object.kind = CUDA_CPU_TEXTURE, .levels = 1};
    struct cudaChannelFormatDesc format = {0};
    struct cudaDeviceProp limits;
    size_t room = 0, left = 0;
    cudaError_t error = describe(&t, resource, &format, &room);
    if (error != cudaSuccess)
        return cuda_cpu_error(error);
    cudaGetDeviceProperties(&limits, 0);
    const bool linear = resource->resType == cudaResourceTypeLinear;
    if (t.width < !linear || t.height < 1 || !cuda_cpu_find_device_memory(t.data, &left))
        return cuda_cpu_error(cudaErrorInvalidValue);
    if (room > left && linear) { // which a GPU takes: NVIDIA's convolutionFFT2D does it
        cuda_cpu_say(NULL,
                     "%zu bytes for the texture object, of which %zu are allocated: all past "
                     "them reads as 0, and may be anything on a GPU",
                     room, left);
        t.width = (long)(left / t.texel_bytes);
    } else if (room > left) {
        return cuda_cpu_error(cudaErrorInvalidValue);
    }
    const bool pitched = resource->resType == cudaResourceTypePitch2D;
    const bool mipmap = resource->resType == cudaResourceTypeMipmappedArray;
    const bool normalized = texture->normalizedCoords != 0;
    if ((mipmap || t.cubemap) && !normalized)
        return cuda_cpu_error(cudaErrorInvalidValue);
    if ((pitched && (t.pitch % limits.texturePitchAlignment || t.width > limits.maxTexture2D[0] ||
                     t.height > limits.maxTexture2DLinear[1])) ||
        (resource->resType != cudaResourceTypeArray && !mipmap &&
         (uintptr_t)t.data % limits.textureAlignment) ||
        (linear && t.width > limits.maxTexture1DLinear))
        return cuda_cpu_error(cudaErrorInvalidValue);

    t.channels = format.w ? 4 : format.y ? 2 : 1;
    t.channel_bytes = (size_t)format.x / 8;
    t.format = format_of(&format, texture->readMode);
    t.is_signed = format.f == cudaChannelFormatKindSigned;
    t.linear = texture->filterMode == cudaFilterModeLinear && !linear;
    t.normalized = normalized;
    t.between_levels = mipmap && texture->mipmapFilterMode == cudaFilterModeLinear;
    if (texture->sRGB && t.format == CUDA_CPU_UNSIGNED8)
        t.format = CUDA_CPU_SRGB8;
    if ((t.linear || t.between_levels) && t.format == CUDA_CPU_INTEGER)
        return cuda_cpu_error(cudaErrorInvalidFilterSetting);
    if (texture->readMode == cudaReadModeNormalizedFloat &&
        (t.format == CUDA_CPU_INTEGER || t.format == CUDA_CPU_FLOAT32))
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
    const bool floats = t.as_stored && t.channels == 1;
    t.one_float = floats && t.read_by == CUDA_CPU_LINEAR;
    bool plain = t.read_by & CUDA_CPU_PLANE && !t.linear && !t.normalized && clamped &&
                 t.width < 1 << 24 && t.height < 1 << 24; // counted exactly by a float
    t.plain_float = plain && floats;
    t.plain_integer =
        plain && t.format == CUDA_CPU_INTEGER ? 8 * t.channel_bytes + (size_t)t.channels : 0;
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
    cuda_cpu_record_object(&made->object);
    *object = (cudaTextureObject_t)(uintptr_t)made;
    cuda_cpu_made("texture object", made, 0);
    CUDA_CPU_HOOK(visible, made, (size_t)t.levels * sizeof *made);
    return cudaSuccess;
}

cudaError_t cudaDestroyTextureObject(cudaTextureObject_t object) {
    CUDA_CPU_ALIVE();
    cuda_cpu_wait_all(); // kernels that still run may read it
    CUDA_CPU_ALIVE();
    struct cuda_cpu_texture *const t = (struct cuda_cpu_texture *)(uintptr_t)object;
    if (!t)
        return cudaSuccess;
    if (!cuda_cpu_retire_object("texture", t))
        return cuda_cpu_error(cudaErrorInvalidValue);
    cuda_cpu_gone(t);
    struct cuda_cpu_object kept = t->object;
    *t = cuda_cpu_no_texture;
    t->object = kept;
    t->object.state = CUDA_CPU_OBJECT_DESTROYED;
    return cudaSuccess;
}

cudaError_t cudaGetTextureObjectResourceDesc(struct cudaResourceDesc *resource,
                                             cudaTextureObject_t object) {
    CUDA_CPU_ALIVE();
    if (!resource || !cuda_cpu_object_exists((const void *)(uintptr_t)object))
        return cuda_cpu_error(cudaErrorInvalidValue);
    *resource = ((const struct cuda_cpu_texture *)(uintptr_t)object)->resource;
    return cudaSuccess;
}

cudaError_t cudaGetTextureObjectTextureDesc(struct cudaTextureDesc *texture,
                                            cudaTextureObject_t object) {
    CUDA_CPU_ALIVE();
    if (!texture || !cuda_cpu_object_exists((const void *)(uintptr_t)object))
        return cuda_cpu_error(cudaErrorInvalidValue);
    *texture = ((const struct cuda_cpu_texture *)(uintptr_t)object)->texture;
    return cudaSuccess;
}
