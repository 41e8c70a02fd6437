// SPDX-License-Identifier: MIT
// Texture and surface objects.
#ifndef CUDA_CPU_TEXTURE_API_H
#define CUDA_CPU_TEXTURE_API_H

#include <stdbool.h>
#include <stddef.h>

#include "cuda_cpu/array_api.h"

#ifdef __cplusplus
extern "C" {
#endif

enum cudaResourceType {
    cudaResourceTypeArray = 0,
    cudaResourceTypeMipmappedArray = 1,
    cudaResourceTypeLinear = 2,
    cudaResourceTypePitch2D = 3
};

struct cudaResourceDesc {
    enum cudaResourceType resType;
    union {
        struct {
            cudaArray_t array;
        } array;
        struct {
            cudaMipmappedArray_t mipmap;
        } mipmap;
        struct {
            void *devPtr;
            struct cudaChannelFormatDesc desc;
            size_t sizeInBytes;
        } linear;
        struct {
            void *devPtr;
            struct cudaChannelFormatDesc desc;
            size_t width, height, pitchInBytes;
        } pitch2D;
    } res;
    unsigned flags;
};

enum cudaTextureAddressMode {
    cudaAddressModeWrap = 0,
    cudaAddressModeClamp = 1,
    cudaAddressModeMirror = 2,
    cudaAddressModeBorder = 3
};

enum cudaTextureFilterMode { cudaFilterModePoint = 0, cudaFilterModeLinear = 1 };
enum cudaTextureReadMode { cudaReadModeElementType = 0, cudaReadModeNormalizedFloat = 1 };

struct cudaTextureDesc {
    enum cudaTextureAddressMode addressMode[3];
    enum cudaTextureFilterMode filterMode;
    enum cudaTextureReadMode readMode;
    int sRGB;
    float borderColor[4];
    int normalizedCoords;
    unsigned maxAnisotropy;
    enum cudaTextureFilterMode mipmapFilterMode;
    float mipmapLevelBias, minMipmapLevelClamp, maxMipmapLevelClamp;
    int disableTrilinearOptimization, seamlessCubemap;
};

struct cudaResourceViewDesc;
typedef unsigned long long cudaTextureObject_t;

cudaError_t cudaCreateTextureObject(cudaTextureObject_t *object,
                                    const struct cudaResourceDesc *resource,
                                    const struct cudaTextureDesc *texture,
                                    const struct cudaResourceViewDesc *view);
cudaError_t cudaDestroyTextureObject(cudaTextureObject_t object);
cudaError_t cudaGetTextureObjectResourceDesc(struct cudaResourceDesc *resource,
                                             cudaTextureObject_t object);
cudaError_t cudaGetTextureObjectTextureDesc(struct cudaTextureDesc *texture,
                                            cudaTextureObject_t object);

typedef unsigned long long cudaSurfaceObject_t;

enum cudaSurfaceBoundaryMode {
    cudaBoundaryModeZero = 0,
    cudaBoundaryModeClamp = 1,
    cudaBoundaryModeTrap = 2
};

cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t *object,
                                    const struct cudaResourceDesc *resource);
cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t object);

// What texture and surface objects begin with.
enum cuda_cpu_object_state {
    CUDA_CPU_OBJECT_MADE,
    CUDA_CPU_OBJECT_NEVER_MADE,
    CUDA_CPU_OBJECT_DESTROYED,
    CUDA_CPU_OBJECT_OF_OTHER_KIND // no function that is meant for it reads it
};
// Numbers that other memory hardly holds by chance: a handle may be any number.
enum cuda_cpu_object_kind { CUDA_CPU_TEXTURE = 0x74657874, CUDA_CPU_SURFACE = 0x73757266 };
struct cuda_cpu_object {
    enum cuda_cpu_object_kind kind;
    enum cuda_cpu_object_state state;
    struct cuda_cpu_object *next; // cpu/runtime/memory/objects.c
};
// A kernel uses one (`texture`, `surface`) that was not made, or destroyed.
void cuda_cpu_use_missing(const char *kind, enum cuda_cpu_object_state state);

// Which functions use a surface: those of so many dimensions, or layers of them. Of others an H200
// reads zeros.
enum {
    CUDA_CPU_SURFACE_1D = 1,
    CUDA_CPU_SURFACE_2D = 2,
    CUDA_CPU_SURFACE_3D = 4,
    CUDA_CPU_SURFACE_1D_LAYERED = 8,
    CUDA_CPU_SURFACE_2D_LAYERED = 16,
    CUDA_CPU_SURFACE_CUBE = 32,
    CUDA_CPU_SURFACE_ANY = 63
};

// What a surface object points to: an array's memory, written by kernels.
struct cuda_cpu_surface {
    struct cuda_cpu_object object;
    unsigned used_by;
    char *data;
    long width, height, depth; // in bytes, rows, planes or layers
    size_t plane;
};
// What object 0 is, and another that was never made: no place in it is inside.
extern const struct cuda_cpu_surface cuda_cpu_no_surface;
// A surface access outside with cudaBoundaryModeTrap: the kernel ends.
__attribute__((noreturn)) void cuda_cpu_surface_trap(void);
// For the checks: one at byte x of a row that is no multiple of its size; a fetch outside of linear
// memory.
void cuda_cpu_surface_odd(long x, size_t bytes);
void cuda_cpu_texture_past_end(int i, long elements);

// How a channel becomes a number where it does not stay as it is stored.
enum cuda_cpu_format {
    CUDA_CPU_FLOAT32,
    CUDA_CPU_FLOAT16,
    CUDA_CPU_SRGB8, // all but the fourth channel
    CUDA_CPU_UNSIGNED8,
    CUDA_CPU_SIGNED8,
    CUDA_CPU_UNSIGNED16,
    CUDA_CPU_SIGNED16,
    CUDA_CPU_INTEGER // read as it is, into an integer
};

// What a texture object points to: texture.c fills it in, fetch.h reads it at every fetch.
// Which functions read a texture: tex1Dfetch; tex1D and tex2D, with layers, too; tex3D;
// tex1DLayered; texCubemap. Others read zeros, as on an H200.
enum {
    CUDA_CPU_LINEAR = 1,
    CUDA_CPU_PLANE = 2,
    CUDA_CPU_VOLUME = 4,
    CUDA_CPU_ROWS = 8,
    CUDA_CPU_CUBE = 16,
    CUDA_CPU_ANY = 31
};

struct cuda_cpu_texture {
    struct cuda_cpu_object object;
    unsigned read_by;
    const char *data;
    long width, height, depth; // in texels; depth counts layers where it is layered
    size_t pitch, plane, texel_bytes, channel_bytes;
    int channels;
    enum cuda_cpu_format format;
    bool is_signed; // integers
    enum cudaTextureAddressMode address[3];
    bool linear, normalized, layered, cubemap;
    // a mipmap's levels, each as a texture of its own; 1: the texture itself
    int levels;
    const struct cuda_cpu_texture *level;
    bool between_levels; // filtered
    float level_bias, level_least, level_most;
    bool as_stored; // floats that need no conversion
    bool one_float; // one channel of them, in linear memory
    // of a plane, unfiltered, clamped, counted in texels: one channel of them; or integers, of so
    // many bytes and channels (8 * bytes + channels)
    bool plain_float;
    size_t plain_integer;
    int last_column, last_row;
    float border[4];
    struct cudaResourceDesc resource;
    struct cudaTextureDesc texture;
};
// What object 0 is, and another that was never made: all of it reads as zeros.
extern const struct cuda_cpu_texture cuda_cpu_no_texture;
// ... and one for a function that is not meant for it.
extern const struct cuda_cpu_texture cuda_cpu_other_texture;

#ifdef __cplusplus
} // extern "C"
#endif

#endif
