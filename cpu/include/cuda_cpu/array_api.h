// SPDX-License-Identifier: MIT
// Memory in three dimensions, and arrays.
#ifndef CUDA_CPU_ARRAY_API_H
#define CUDA_CPU_ARRAY_API_H

#include <stddef.h>

#include "cuda_cpu/defaults.h"
#include "cuda_cpu/errors.h"
#include "cuda_cpu/memory_api.h"

#ifdef __cplusplus
extern "C" {
#endif

enum cudaChannelFormatKind {
    cudaChannelFormatKindSigned = 0,
    cudaChannelFormatKindUnsigned = 1,
    cudaChannelFormatKindFloat = 2,
    cudaChannelFormatKindNone = 3
};

struct cudaChannelFormatDesc {
    int x, y, z, w; // bits of each channel
    enum cudaChannelFormatKind f;
};

typedef struct cudaArray *cudaArray_t;
typedef const struct cudaArray *cudaArray_const_t;
typedef struct cudaArray cudaArray;
typedef struct cuda_cpu_mipmapped_array *cudaMipmappedArray_t;
typedef const struct cuda_cpu_mipmapped_array *cudaMipmappedArray_const_t;

struct cudaExtent {
    size_t width, height, depth;
};

struct cudaPos {
    size_t x, y, z;
};

// Rows of `pitch` bytes, `ysize` of them a plane.
struct cudaPitchedPtr {
    void *ptr;
    size_t pitch, xsize, ysize;
};

static inline struct cudaExtent make_cudaExtent(size_t width, size_t height, size_t depth) {
    struct cudaExtent extent = {width, height, depth};
    return extent;
}

static inline struct cudaPos make_cudaPos(size_t x, size_t y, size_t z) {
    struct cudaPos pos = {x, y, z};
    return pos;
}

static inline struct cudaPitchedPtr make_cudaPitchedPtr(void *start, size_t pitch, size_t xsize,
                                                        size_t ysize) {
    struct cudaPitchedPtr pointer = {start, pitch, xsize, ysize};
    return pointer;
}

// Each side is an array or pitched memory. Widths are in texels where a side is an array, else in
// bytes.
struct cudaMemcpy3DParms {
    cudaArray_t srcArray;
    struct cudaPos srcPos;
    struct cudaPitchedPtr srcPtr;
    cudaArray_t dstArray;
    struct cudaPos dstPos;
    struct cudaPitchedPtr dstPtr;
    struct cudaExtent extent;
    enum cudaMemcpyKind kind;
};

cudaError_t cudaMalloc3D(struct cudaPitchedPtr *pointer, struct cudaExtent extent);
cudaError_t cudaMemset3D(struct cudaPitchedPtr pointer, int value, struct cudaExtent extent);
cudaError_t cudaMemset3DAsync(struct cudaPitchedPtr pointer, int value, struct cudaExtent extent,
                              cudaStream_t stream CUDA_CPU_DEFAULT(0));
cudaError_t cudaMemcpy3D(const struct cudaMemcpy3DParms *parameters);

// The same between two devices.
struct cudaMemcpy3DPeerParms {
    cudaArray_t srcArray;
    struct cudaPos srcPos;
    struct cudaPitchedPtr srcPtr;
    int srcDevice;
    cudaArray_t dstArray;
    struct cudaPos dstPos;
    struct cudaPitchedPtr dstPtr;
    int dstDevice;
    struct cudaExtent extent;
};

cudaError_t cudaMemcpy3DPeer(const struct cudaMemcpy3DPeerParms *parameters);
cudaError_t cudaMemcpy3DPeerAsync(const struct cudaMemcpy3DPeerParms *parameters,
                                  cudaStream_t stream CUDA_CPU_DEFAULT(0));
cudaError_t cudaMemcpy3DAsync(const struct cudaMemcpy3DParms *parameters,
                              cudaStream_t stream CUDA_CPU_DEFAULT(0));

#define cudaArrayDefault 0u
#define cudaArrayLayered 1u // depth counts layers
#define cudaArraySurfaceLoadStore 2u
#define cudaArrayCubemap 4u // depth counts faces: 6, or layered 6 a layer
#define cudaArrayTextureGather 8u

cudaError_t cudaMalloc3DArray(cudaArray_t *array, const struct cudaChannelFormatDesc *format,
                              struct cudaExtent size, unsigned flags CUDA_CPU_DEFAULT(0));

cudaError_t cudaMallocArray(cudaArray_t *array, const struct cudaChannelFormatDesc *format,
                            size_t width, size_t height CUDA_CPU_DEFAULT(0),
                            unsigned flags CUDA_CPU_DEFAULT(0));
cudaError_t cudaFreeArray(cudaArray_t array);
// An array and smaller ones, each level half the size of the one before.
cudaError_t cudaMallocMipmappedArray(cudaMipmappedArray_t *arrays,
                                     const struct cudaChannelFormatDesc *format,
                                     struct cudaExtent size, unsigned levels,
                                     unsigned flags CUDA_CPU_DEFAULT(0));
cudaError_t cudaGetMipmappedArrayLevel(cudaArray_t *array, cudaMipmappedArray_const_t arrays,
                                       unsigned level);
cudaError_t cudaFreeMipmappedArray(cudaMipmappedArray_t arrays);
cudaError_t cudaGetChannelDesc(struct cudaChannelFormatDesc *format, cudaArray_const_t array);
cudaError_t cudaArrayGetInfo(struct cudaChannelFormatDesc *format, struct cudaExtent *extent,
                             unsigned *flags, cudaArray_t array);
cudaError_t cudaMemcpyToArray(cudaArray_t to, size_t x, size_t y, const void *from, size_t bytes,
                              enum cudaMemcpyKind kind);
cudaError_t cudaMemcpyFromArray(void *to, cudaArray_const_t from, size_t x, size_t y, size_t bytes,
                                enum cudaMemcpyKind kind);
cudaError_t cudaMemcpy2DToArray(cudaArray_t to, size_t x, size_t y, const void *from, size_t pitch,
                                size_t width, size_t height, enum cudaMemcpyKind kind);
cudaError_t cudaMemcpy2DFromArray(void *to, size_t pitch, cudaArray_const_t from, size_t x,
                                  size_t y, size_t width, size_t height, enum cudaMemcpyKind kind);
cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t to, size_t x, size_t y, const void *from,
                                     size_t pitch, size_t width, size_t height,
                                     enum cudaMemcpyKind kind,
                                     cudaStream_t stream CUDA_CPU_DEFAULT(0));
cudaError_t cudaMemcpy2DFromArrayAsync(void *to, size_t pitch, cudaArray_const_t from, size_t x,
                                       size_t y, size_t width, size_t height,
                                       enum cudaMemcpyKind kind,
                                       cudaStream_t stream CUDA_CPU_DEFAULT(0));

cudaError_t cudaMemcpyToArrayAsync(cudaArray_t to, size_t x, size_t y, const void *from,
                                   size_t bytes, enum cudaMemcpyKind kind,
                                   cudaStream_t stream CUDA_CPU_DEFAULT(0));
cudaError_t cudaMemcpyFromArrayAsync(void *to, cudaArray_const_t from, size_t x, size_t y,
                                     size_t bytes, enum cudaMemcpyKind kind,
                                     cudaStream_t stream CUDA_CPU_DEFAULT(0));
cudaError_t
cudaMemcpyArrayToArray(cudaArray_t to, size_t to_x, size_t to_y, cudaArray_const_t from,
                       size_t from_x, size_t from_y, size_t bytes,
                       enum cudaMemcpyKind kind CUDA_CPU_DEFAULT(cudaMemcpyDeviceToDevice));
cudaError_t
cudaMemcpy2DArrayToArray(cudaArray_t to, size_t to_x, size_t to_y, cudaArray_const_t from,
                         size_t from_x, size_t from_y, size_t width, size_t height,
                         enum cudaMemcpyKind kind CUDA_CPU_DEFAULT(cudaMemcpyDeviceToDevice));

#ifdef __cplusplus
} // extern "C"
#endif

#endif
