// SPDX-License-Identifier: MIT
// Arrays and texture objects for the tests of them.
#ifndef TEXTURES_H
#define TEXTURES_H

#include <string.h>

#include "tap.h"

// The settings of a texture, with a border of 7.
static inline cudaTextureDesc how(cudaTextureFilterMode filter, cudaTextureReadMode read, bool normalized,
                                  cudaTextureAddressMode address = cudaAddressModeClamp) {
    cudaTextureDesc d;
    memset(&d, 0, sizeof d);
    d.filterMode = filter;
    d.readMode = read;
    for (int axis = 0; axis < 3; axis++) d.addressMode[axis] = address;
    d.normalizedCoords = normalized;
    d.borderColor[0] = 7;
    return d;
}

// width x height texels; height 0: a line.
template <class T>
static cudaArray_t array_of(const T *texels, size_t width, size_t height = 0, unsigned flags = 0,
                            cudaChannelFormatDesc format = cudaCreateChannelDesc<T>()) {
    cudaArray_t array;
    must(cudaMallocArray(&array, &format, width, height, flags));
    must(cudaMemcpy2DToArray(array, 0, 0, texels, width * sizeof(T), width * sizeof(T), height ? height : 1,
                             cudaMemcpyHostToDevice));
    return array;
}

// Texels for an array of three dimensions.
static inline void fill(cudaArray_t array, float *texels, int width, int height, int depth) {
    cudaMemcpy3DParms copy;
    memset(&copy, 0, sizeof copy);
    copy.srcPtr = make_cudaPitchedPtr(texels, (size_t)width * 4, (size_t)width, (size_t)height);
    copy.dstArray = array;
    copy.extent = make_cudaExtent((size_t)width, (size_t)height, (size_t)depth);
    copy.kind = cudaMemcpyHostToDevice;
    must(cudaMemcpy3D(&copy));
}

static inline cudaResourceDesc resource_of(cudaArray_t array) {
    cudaResourceDesc resource;
    memset(&resource, 0, sizeof resource);
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    return resource;
}

static inline cudaTextureObject_t texture_of(cudaArray_t array, const cudaTextureDesc &description) {
    const cudaResourceDesc resource = resource_of(array);
    cudaTextureObject_t object;
    must(cudaCreateTextureObject(&object, &resource, &description, NULL));
    return object;
}

static inline void release(cudaTextureObject_t texture, cudaArray_t array) {
    must(cudaDestroyTextureObject(texture));
    must(cudaFreeArray(array));
}

#endif
