// SPDX-License-Identifier: MIT
// Arrays and texture objects for the tests of them.
#ifndef TEXTURES_H
#define TEXTURES_H

#include <math.h>
#include <string.h>

#include <vector>

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

// ---- reads by a kernel ---------------------------------------------------------------------------

// Where the threads read, and what they get: each as many numbers as its kernel reads there.
typedef std::vector<float4> points;
typedef std::vector<float> values;
typedef void (*reader)(cudaTextureObject_t t, const float4 *at, float4 *got);

// Points on a line.
static inline points along(const values &x) {
    points at;
    for (const float each : x) at.push_back(make_float4(each, 0, 0, 0));
    return at;
}

// A kernel that reads once a thread, at (x, y, z, w); `to`: .x for one number, nothing for four.
#define READER(name, to, ...)                                                                                          \
    __global__ void name(cudaTextureObject_t t, const float4 *at, float4 *got) {                                       \
        const float x = at[threadIdx.x].x, y = at[threadIdx.x].y, z = at[threadIdx.x].z, w = at[threadIdx.x].w;        \
        (void)x, (void)y, (void)z, (void)w;                                                                            \
        got[threadIdx.x] to = __VA_ARGS__;                                                                             \
    }
__device__ static inline float4 floats_of(uchar4 c) { return make_float4(c.x, c.y, c.z, c.w); }

static inline void check(const char *what, reader kernel, cudaTextureObject_t t, const points &at, const values &wanted,
                         float tolerance = 0) {
    enum { MOST = 64 };
    static float4 *const from = managed<float4>(MOST), *const got = managed<float4>(MOST);
    memcpy(from, at.data(), at.size() * sizeof *from);
    for (int i = 0; i < MOST; i++) got[i] = make_float4(NAN, NAN, NAN, NAN);
    kernel<<<1, (unsigned)at.size()>>>(t, from, got);
    finish();
    const size_t channels = wanted.size() / at.size();
    int wrong = 0;
    for (size_t i = 0; i < wanted.size(); i++) {
        const float number = (&got[i / channels].x)[i % channels];
        if (!(fabsf(number - wanted[i]) <= tolerance)) {
            printf("# point %zu: %.9g, expected %.9g\n", i / channels, number, wanted[i]);
            wrong++;
        }
    }
    ok(wrong == 0, "%s", what);
}

// The same from an array.
static inline void check(const char *what, reader kernel, cudaArray_t array, const cudaTextureDesc &description,
                         const points &at, const values &wanted, float tolerance = 0) {
    const cudaTextureObject_t t = texture_of(array, description);
    check(what, kernel, t, at, wanted, tolerance);
    must(cudaDestroyTextureObject(t));
}

#endif
