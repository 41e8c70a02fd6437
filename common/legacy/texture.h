// SPDX-License-Identifier: MIT
// Texture references, which CUDA 12 removed: texture<float, 2> t at file scope, bound by the host,
// read by kernels as tex2D(t, x, y). Here one is a variable that holds a texture object.
//
// On a GPU that variable is __constant__. The host sets the fields of its own copy; binding makes a
// texture object of them and copies its handle, the first member, to the device's.
#ifndef COMMON_LEGACY_TEXTURE_H
#define COMMON_LEGACY_TEXTURE_H

#include <limits.h>
#include <string.h>

#include <cuda_runtime.h>

#if CUDART_VERSION >= 12000

// The number of dimensions, where a listing spells it out.
#ifndef cudaTextureType1D
#define cudaTextureType1D 0x01
#define cudaTextureType2D 0x02
#define cudaTextureType3D 0x03
#define cudaTextureType1DLayered 0xF1
#define cudaTextureType2DLayered 0xF2
#endif

struct textureReference {
    cudaTextureObject_t object = 0; // for the kernels; must stay the first
    // What the host may set before it binds the texture.
    int normalized = 0;
    cudaTextureFilterMode filterMode = cudaFilterModePoint;
    cudaTextureAddressMode addressMode[3] = {cudaAddressModeClamp, cudaAddressModeClamp,
                                             cudaAddressModeClamp};
    cudaChannelFormatDesc channelDesc = {0, 0, 0, 0, cudaChannelFormatKindNone};
    int sRGB = 0;
    unsigned maxAnisotropy = 0;
    // The host's own.
    bool started = false;
    cudaTextureObject_t bound = 0;
    size_t offset = 0;
};

template <class T, int dim = cudaTextureType1D, cudaTextureReadMode mode = cudaReadModeElementType>
struct legacy_texture : textureReference {
    constexpr legacy_texture(int norm = 0, cudaTextureFilterMode filter = cudaFilterModePoint,
                             cudaTextureAddressMode address = cudaAddressModeClamp) {
        normalized = norm;
        filterMode = filter;
        for (int axis = 0; axis < 3; axis++)
            addressMode[axis] = address;
    }
};

// ---- binding -----------------------------------------------------------------------------------

// On a GPU the constructor's arguments reach the device's copy only: fetch them from there, once,
// where the host has not set the field itself.
template <class T, int dim, cudaTextureReadMode mode>
static inline cudaError_t legacy_start(legacy_texture<T, dim, mode> &t) {
    if (t.started)
        return cudaSuccess;
    t.started = true;
    if (t.channelDesc.x == 0)
        t.channelDesc = cudaCreateChannelDesc<T>();
#ifdef CUDA_CPU_BACKEND
    return cudaSuccess;
#else
    const legacy_texture<T, dim, mode> plain;
    legacy_texture<T, dim, mode> made;
    cudaError_t error = cudaMemcpyFromSymbol((void *)&made, (const void *)&t, sizeof made, 0,
                                             cudaMemcpyDeviceToHost);
    if (t.normalized == plain.normalized)
        t.normalized = made.normalized;
    if (t.filterMode == plain.filterMode)
        t.filterMode = made.filterMode;
    for (int axis = 0; axis < 3; axis++)
        if (t.addressMode[axis] == plain.addressMode[axis])
            t.addressMode[axis] = made.addressMode[axis];
    return error;
#endif
}

// Gives the reference another texture object, or with 0 none.
template <class T, int dim, cudaTextureReadMode mode>
static inline cudaError_t legacy_replace(legacy_texture<T, dim, mode> &t,
                                         cudaTextureObject_t object) {
    cudaError_t error = cudaMemcpyToSymbol(t.object, &object, sizeof object);
    if (error != cudaSuccess || t.bound == 0) {
        t.bound = error == cudaSuccess ? object : t.bound;
        return error;
    }
    cudaTextureObject_t old = t.bound;
    t.bound = object;
    return cudaDestroyTextureObject(old);
}

template <class T, int dim, cudaTextureReadMode mode>
static inline cudaError_t legacy_bind(const legacy_texture<T, dim, mode> &reference,
                                      const cudaResourceDesc &resource) {
    legacy_texture<T, dim, mode> &t = const_cast<legacy_texture<T, dim, mode> &>(reference);
    cudaTextureDesc how;
    memset(&how, 0, sizeof how);
    how.readMode = mode;
    if (resource.resType != cudaResourceTypeLinear) { // which is neither filtered nor wrapped
        for (int axis = 0; axis < 3; axis++)
            how.addressMode[axis] = t.addressMode[axis];
        how.filterMode = t.filterMode;
        how.normalizedCoords = t.normalized;
        how.sRGB = t.sRGB;
        how.maxAnisotropy = t.maxAnisotropy;
    }
    cudaTextureObject_t object;
    cudaError_t error = cudaCreateTextureObject(&object, &resource, &how, NULL);
    return error == cudaSuccess ? legacy_replace(t, object) : error;
}

// Where the texture begins: textures are aligned, so the data may start inside it, `offset` bytes
// on, which the kernel then has to add. Without an offset the pointer must be aligned itself.
static inline cudaError_t legacy_align(size_t *offset, const void **data) {
    int device = 0, alignment = 1;
    cudaError_t error = cudaGetDevice(&device);
    if (error == cudaSuccess)
        error = cudaDeviceGetAttribute(&alignment, cudaDevAttrTextureAlignment, device);
    const size_t over = (size_t)*data % (size_t)alignment;
    if (error == cudaSuccess && over != 0 && offset == NULL)
        error = cudaErrorInvalidValue;
    *data = (const char *)*data - over;
    if (offset != NULL)
        *offset = over;
    return error;
}

#ifdef CUDA_CPU_BACKEND
extern "C" const void *cuda_cpu_find_device_memory(const void *address, size_t *bytes_left);
#endif

template <class T, int dim, cudaTextureReadMode mode>
static inline cudaError_t cudaBindTexture(size_t *offset, const legacy_texture<T, dim, mode> &t,
                                          const void *data, const cudaChannelFormatDesc &desc,
                                          size_t size = UINT_MAX) {
    static_assert(dim == cudaTextureType1D, "plain memory is one-dimensional: cudaBindTexture2D");
    size_t over = 0;
    legacy_texture<T, dim, mode> &reference = const_cast<legacy_texture<T, dim, mode> &>(t);
    cudaError_t error = legacy_start(reference);
    if (error == cudaSuccess)
        error = legacy_align(offset, &data);
    if (error != cudaSuccess)
        return error;
    over = reference.offset = offset != NULL ? *offset : 0;
    if (size == UINT_MAX) { // all that there is, as far as textures go
        int device = 0, most = 0;
        error = cudaGetDevice(&device);
        if (error == cudaSuccess)
            error = cudaDeviceGetAttribute(&most, cudaDevAttrMaxTexture1DLinearWidth, device);
        if (error != cudaSuccess)
            return error;
        size = (size_t)most * sizeof(T) - over;
#ifdef CUDA_CPU_BACKEND
        size_t left = 0;
        if (cuda_cpu_find_device_memory(data, &left) && left - over < size)
            size = left - over;
#endif
    }
    cudaResourceDesc resource;
    memset(&resource, 0, sizeof resource);
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.devPtr = const_cast<void *>(data);
    resource.res.linear.desc = desc;
    resource.res.linear.sizeInBytes = size + over;
    return legacy_bind(t, resource);
}

template <class T, int dim, cudaTextureReadMode mode>
static inline cudaError_t cudaBindTexture(size_t *offset, const legacy_texture<T, dim, mode> &t,
                                          const void *data, size_t size = UINT_MAX) {
    return cudaBindTexture(offset, t, data, cudaCreateChannelDesc<T>(), size);
}

template <class T, int dim, cudaTextureReadMode mode>
static inline cudaError_t cudaBindTexture2D(size_t *offset, const legacy_texture<T, dim, mode> &t,
                                            const void *data, const cudaChannelFormatDesc &desc,
                                            size_t width, size_t height, size_t pitch) {
    static_assert(dim == cudaTextureType2D, "the texture is not two-dimensional");
    legacy_texture<T, dim, mode> &reference = const_cast<legacy_texture<T, dim, mode> &>(t);
    cudaError_t error = legacy_start(reference);
    if (error == cudaSuccess)
        error = legacy_align(offset, &data);
    if (error != cudaSuccess)
        return error;
    reference.offset = offset != NULL ? *offset : 0;
    cudaResourceDesc resource;
    memset(&resource, 0, sizeof resource);
    resource.resType = cudaResourceTypePitch2D;
    resource.res.pitch2D.devPtr = const_cast<void *>(data);
    resource.res.pitch2D.desc = desc;
    resource.res.pitch2D.width = width + reference.offset / sizeof(T);
    resource.res.pitch2D.height = height;
    resource.res.pitch2D.pitchInBytes = pitch;
    return legacy_bind(t, resource);
}

template <class T, int dim, cudaTextureReadMode mode>
static inline cudaError_t cudaBindTexture2D(size_t *offset, const legacy_texture<T, dim, mode> &t,
                                            const void *data, size_t width, size_t height,
                                            size_t pitch) {
    return cudaBindTexture2D(offset, t, data, cudaCreateChannelDesc<T>(), width, height, pitch);
}

template <class T, int dim, cudaTextureReadMode mode>
static inline cudaError_t cudaBindTextureToArray(const legacy_texture<T, dim, mode> &t,
                                                 const cudaArray *array) {
    cudaError_t error = legacy_start(const_cast<legacy_texture<T, dim, mode> &>(t));
    cudaResourceDesc resource;
    memset(&resource, 0, sizeof resource);
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = const_cast<cudaArray *>(array);
    return error == cudaSuccess ? legacy_bind(t, resource) : error;
}

// An array knows its format; the descriptor is for the eye.
template <class T, int dim, cudaTextureReadMode mode>
static inline cudaError_t cudaBindTextureToArray(const legacy_texture<T, dim, mode> &t,
                                                 const cudaArray *array,
                                                 const cudaChannelFormatDesc &) {
    return cudaBindTextureToArray(t, array);
}

template <class T, int dim, cudaTextureReadMode mode>
static inline cudaError_t cudaUnbindTexture(const legacy_texture<T, dim, mode> &t) {
    return legacy_replace(const_cast<legacy_texture<T, dim, mode> &>(t), 0);
}

template <class T, int dim, cudaTextureReadMode mode>
static inline cudaError_t cudaGetTextureAlignmentOffset(size_t *offset,
                                                        const legacy_texture<T, dim, mode> &t) {
    *offset = t.offset;
    return t.bound != 0 ? cudaSuccess : cudaErrorInvalidTextureBinding;
}

// The same with pointers, as C has it.
template <class T, int dim, cudaTextureReadMode mode>
static inline cudaError_t cudaBindTexture(size_t *offset, const legacy_texture<T, dim, mode> *t,
                                          const void *data, const cudaChannelFormatDesc *desc,
                                          size_t size = UINT_MAX) {
    return cudaBindTexture(offset, *t, data, *desc, size);
}

template <class T, int dim, cudaTextureReadMode mode>
static inline cudaError_t cudaBindTexture2D(size_t *offset, const legacy_texture<T, dim, mode> *t,
                                            const void *data, const cudaChannelFormatDesc *desc,
                                            size_t width, size_t height, size_t pitch) {
    return cudaBindTexture2D(offset, *t, data, *desc, width, height, pitch);
}

template <class T, int dim, cudaTextureReadMode mode>
static inline cudaError_t cudaBindTextureToArray(const legacy_texture<T, dim, mode> *t,
                                                 const cudaArray *array,
                                                 const cudaChannelFormatDesc *) {
    return cudaBindTextureToArray(*t, array);
}

template <class T, int dim, cudaTextureReadMode mode>
static inline cudaError_t cudaUnbindTexture(const legacy_texture<T, dim, mode> *t) {
    return cudaUnbindTexture(*t);
}

// ---- fetching ----------------------------------------------------------------------------------

// What a fetch gives: texels as they are, or for normalised reads floats.
template <class T, cudaTextureReadMode mode> struct legacy_fetched { using type = T; };
#define LEGACY_NORMALISED(stored, read)                                                            \
    template <> struct legacy_fetched<stored, cudaReadModeNormalizedFloat> { using type = read; };
#define LEGACY_NORMALISED_VECTORS(name)                                                            \
    LEGACY_NORMALISED(name##1, float1)                                                             \
    LEGACY_NORMALISED(name##2, float2)                                                             \
    LEGACY_NORMALISED(name##4, float4)
LEGACY_NORMALISED(char, float)
LEGACY_NORMALISED(signed char, float)
LEGACY_NORMALISED(unsigned char, float)
LEGACY_NORMALISED(short, float)
LEGACY_NORMALISED(unsigned short, float)
LEGACY_NORMALISED_VECTORS(char)
LEGACY_NORMALISED_VECTORS(uchar)
LEGACY_NORMALISED_VECTORS(short)
LEGACY_NORMALISED_VECTORS(ushort)
#undef LEGACY_NORMALISED_VECTORS
#undef LEGACY_NORMALISED

template <class T, cudaTextureReadMode mode>
__device__ static inline typename legacy_fetched<T, mode>::type
tex1Dfetch(const legacy_texture<T, cudaTextureType1D, mode> &t, int i) {
    return tex1Dfetch<typename legacy_fetched<T, mode>::type>(t.object, i);
}

template <class T, cudaTextureReadMode mode>
__device__ static inline typename legacy_fetched<T, mode>::type
tex1D(const legacy_texture<T, cudaTextureType1D, mode> &t, float x) {
    return tex1D<typename legacy_fetched<T, mode>::type>(t.object, x);
}

template <class T, cudaTextureReadMode mode>
__device__ static inline typename legacy_fetched<T, mode>::type
tex2D(const legacy_texture<T, cudaTextureType2D, mode> &t, float x, float y) {
    return tex2D<typename legacy_fetched<T, mode>::type>(t.object, x, y);
}

template <class T, cudaTextureReadMode mode>
__device__ static inline typename legacy_fetched<T, mode>::type
tex3D(const legacy_texture<T, cudaTextureType3D, mode> &t, float x, float y, float z) {
    return tex3D<typename legacy_fetched<T, mode>::type>(t.object, x, y, z);
}

template <class T, cudaTextureReadMode mode>
__device__ static inline typename legacy_fetched<T, mode>::type
tex1DLayered(const legacy_texture<T, cudaTextureType1DLayered, mode> &t, float x, int layer) {
    return tex1DLayered<typename legacy_fetched<T, mode>::type>(t.object, x, layer);
}

template <class T, cudaTextureReadMode mode>
__device__ static inline typename legacy_fetched<T, mode>::type
tex2DLayered(const legacy_texture<T, cudaTextureType2DLayered, mode> &t, float x, float y,
             int layer) {
    return tex2DLayered<typename legacy_fetched<T, mode>::type>(t.object, x, y, layer);
}

// ---- the name ----------------------------------------------------------------------------------

#ifdef CUDA_CPU_BACKEND
template <class T, int dim = cudaTextureType1D, cudaTextureReadMode mode = cudaReadModeElementType>
using texture = legacy_texture<T, dim, mode>;
#elif defined(LEGACY_TEXTURES)
// A kernel sees a variable only where its declaration says so, and only a macro can add that. It is
// there for sources that declare a texture reference (flags.sh), and OpenGL's headers, which have
// parameters of that name, come before it.
#ifdef HAVE_GLUT
#include <GL/freeglut.h>
#endif
#pragma nv_diag_suppress 20091, 20092 // the host uses its own copy of a __constant__, on purpose
#define texture __constant__ legacy_texture
#endif

#endif

#endif
