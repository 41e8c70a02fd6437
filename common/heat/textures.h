// SPDX-License-Identifier: MIT
// Texture objects over the cells of a room, one for each kind of memory: a launch takes one as a
// number, and a kernel reads through it what is in the memory then. The caller destroys it.
#ifndef TEXTURES_H
#define TEXTURES_H

#include <stddef.h>

#include <cuda_runtime.h>

#include "book.h"

// Over plain memory, for tex1Dfetch: a number finds a cell.
static inline cudaTextureObject_t texture_linear(float *dev_cells, size_t bytes) {
    struct cudaResourceDesc where = {};
    where.resType = cudaResourceTypeLinear;
    where.res.linear.devPtr = dev_cells;
    where.res.linear.desc = cudaCreateChannelDesc<float>();
    where.res.linear.sizeInBytes = bytes;
    struct cudaTextureDesc how = {};
    how.readMode = cudaReadModeElementType; // as they are
    cudaTextureObject_t texture;
    HANDLE_ERROR(cudaCreateTextureObject(&texture, &where, &how, NULL));
    return texture;
}

// Over size rows of size cells, for tex2D: a point finds a cell. pitch: bytes from row to row, as
// cudaMallocPitch gives them.
static inline cudaTextureObject_t texture_pitched(float *dev_cells, size_t pitch, size_t size) {
    struct cudaResourceDesc where = {};
    where.resType = cudaResourceTypePitch2D;
    where.res.pitch2D.devPtr = dev_cells;
    where.res.pitch2D.desc = cudaCreateChannelDesc<float>();
    where.res.pitch2D.width = size;
    where.res.pitch2D.height = size;
    where.res.pitch2D.pitchInBytes = pitch;
    struct cudaTextureDesc how = {};
    how.addressMode[0] = cudaAddressModeClamp; // outside, the nearest cell inside
    how.addressMode[1] = cudaAddressModeClamp;
    how.filterMode = cudaFilterModePoint;   // the cell that a point lies in
    how.readMode = cudaReadModeElementType; // as it is
    cudaTextureObject_t texture;
    HANDLE_ERROR(cudaCreateTextureObject(&texture, &where, &how, NULL));
    return texture;
}

#endif
