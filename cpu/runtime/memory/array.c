// SPDX-License-Identifier: MIT
// Arrays, those of several levels too, and copies to and from them.
#include <stdlib.h>

#include "array.h"
#include "diagnose/diagnose.h"
#include "memory/memory.h"

size_t cuda_cpu_texel_bytes(const struct cudaChannelFormatDesc *f) {
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
    size_t bytes = cuda_cpu_texel_bytes(format);
    cudaGetDeviceProperties(&limits, 0);
    if (bytes == 0)
        return cuda_cpu_error(cudaErrorInvalidChannelDescriptor);
    const int *most = depth && !layered && !cubemap ? limits.maxTexture3D : limits.maxTexture2D;
    if (width > (size_t)most[0] || height > (size_t)most[1] ||
        depth > (size_t)most[layered ? 0 : 1])
        return cuda_cpu_error(cudaErrorInvalidValue);
    struct cudaArray *a = calloc(1, sizeof *a);
    if (!a)
        return cuda_cpu_error(cudaErrorMemoryAllocation);
    *a = (struct cudaArray){*format, width, height, depth, bytes, flags, NULL};
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
    const cudaError_t error = cudaFree(array->data);
    if (error == cudaSuccess)
        free(array);
    return error;
}

// ---- mipmaps -----------------------------------------------------------------------------------

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
    for (unsigned level = 0; arrays && level < arrays->levels; level++) {
        const cudaError_t error = cudaFreeArray(arrays->level[level]);
        if (error != cudaSuccess)
            return error;
    }
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
    size_t row = a->width * a->texel_bytes, rows = a->height ? a->height : 1;
    if (x > row || width > row - x || y > rows || height > rows - y)
        return NULL;
    return a->data + y * row + x;
}

// What keeps a copy of rows, with this pitch in memory, from going to an array or coming from one.
static cudaError_t check(cudaArray_const_t a, bool to_array, size_t pitch, size_t width,
                         size_t height, enum cudaMemcpyKind kind) {
    if (!a)
        return cudaErrorInvalidResourceHandle;
    if (height > 1 && pitch < width) {
        cuda_cpu_say(NULL, "rows of %zu bytes do not fit a pitch of %zu", width, pitch);
        return cudaErrorInvalidPitchValue;
    }
    if (kind != cudaMemcpyDefault && kind != cudaMemcpyDeviceToDevice &&
        kind != (to_array ? cudaMemcpyHostToDevice : cudaMemcpyDeviceToHost)) {
        cuda_cpu_say(NULL, "the direction is not that of a copy %s an array",
                     to_array ? "to" : "from");
        return cudaErrorInvalidMemcpyDirection;
    }
    return cudaSuccess;
}

static cudaError_t copy_rows_to(cudaArray_t to, size_t x, size_t y, const void *from, size_t pitch,
                                size_t width, size_t height, enum cudaMemcpyKind kind, bool async,
                                cudaStream_t stream) {
    CUDA_CPU_ALIVE();
    const cudaError_t error = check(to, true, pitch, width, height, kind);
    if (error != cudaSuccess)
        return cuda_cpu_error(error);
    char *start = place(to, x, y, width, height);
    if (!start)
        return cuda_cpu_error(cudaErrorInvalidValue);
    return cuda_cpu_copy((struct cuda_cpu_copy){start, from, to->width * to->texel_bytes, pitch,
                                                width, height, 0, 0, 0, false},
                         kind, async, stream);
}

static cudaError_t copy_rows_from(void *to, size_t pitch, cudaArray_const_t from, size_t x,
                                  size_t y, size_t width, size_t height, enum cudaMemcpyKind kind,
                                  bool async, cudaStream_t stream) {
    CUDA_CPU_ALIVE();
    const cudaError_t error = check(from, false, pitch, width, height, kind);
    if (error != cudaSuccess)
        return cuda_cpu_error(error);
    char *start = place(from, x, y, width, height);
    if (!start)
        return cuda_cpu_error(cudaErrorInvalidValue);
    return cuda_cpu_copy((struct cuda_cpu_copy){to, start, pitch, from->width * from->texel_bytes,
                                                width, height, 0, 0, 0, false},
                         kind, async, stream);
}

cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t to, size_t x, size_t y, const void *from,
                                     size_t pitch, size_t width, size_t height,
                                     enum cudaMemcpyKind kind, cudaStream_t stream) {
    return copy_rows_to(to, x, y, from, pitch, width, height, kind, true, stream);
}

cudaError_t cudaMemcpy2DToArray(cudaArray_t to, size_t x, size_t y, const void *from, size_t pitch,
                                size_t width, size_t height, enum cudaMemcpyKind kind) {
    return copy_rows_to(to, x, y, from, pitch, width, height, kind, false, NULL);
}

cudaError_t cudaMemcpy2DFromArrayAsync(void *to, size_t pitch, cudaArray_const_t from, size_t x,
                                       size_t y, size_t width, size_t height,
                                       enum cudaMemcpyKind kind, cudaStream_t stream) {
    return copy_rows_from(to, pitch, from, x, y, width, height, kind, true, stream);
}

cudaError_t cudaMemcpy2DFromArray(void *to, size_t pitch, cudaArray_const_t from, size_t x,
                                  size_t y, size_t width, size_t height, enum cudaMemcpyKind kind) {
    return copy_rows_from(to, pitch, from, x, y, width, height, kind, false, NULL);
}

// The one-dimensional copies run on over the ends of rows.
static char *run(cudaArray_const_t a, size_t x, size_t y, size_t bytes) {
    size_t row = a->width * a->texel_bytes, rows = a->height ? a->height : 1;
    size_t start = y * row + x;
    return start <= rows * row && bytes <= rows * row - start ? a->data + start : NULL;
}

static cudaError_t copy_run_to(cudaArray_t to, size_t x, size_t y, const void *from, size_t bytes,
                               enum cudaMemcpyKind kind, bool async, cudaStream_t stream) {
    CUDA_CPU_ALIVE();
    const cudaError_t error = check(to, true, bytes, bytes, 1, kind);
    if (error != cudaSuccess)
        return cuda_cpu_error(error);
    char *start = run(to, x, y, bytes);
    return start ? cuda_cpu_copy(cuda_cpu_flat_copy(start, from, bytes), kind, async, stream)
                 : cuda_cpu_error(cudaErrorInvalidValue);
}

static cudaError_t copy_run_from(void *to, cudaArray_const_t from, size_t x, size_t y, size_t bytes,
                                 enum cudaMemcpyKind kind, bool async, cudaStream_t stream) {
    CUDA_CPU_ALIVE();
    const cudaError_t error = check(from, false, bytes, bytes, 1, kind);
    if (error != cudaSuccess)
        return cuda_cpu_error(error);
    char *start = run(from, x, y, bytes);
    return start ? cuda_cpu_copy(cuda_cpu_flat_copy(to, start, bytes), kind, async, stream)
                 : cuda_cpu_error(cudaErrorInvalidValue);
}

cudaError_t cudaMemcpyToArray(cudaArray_t to, size_t x, size_t y, const void *from, size_t bytes,
                              enum cudaMemcpyKind kind) {
    return copy_run_to(to, x, y, from, bytes, kind, false, NULL);
}

cudaError_t cudaMemcpyFromArray(void *to, cudaArray_const_t from, size_t x, size_t y, size_t bytes,
                                enum cudaMemcpyKind kind) {
    return copy_run_from(to, from, x, y, bytes, kind, false, NULL);
}

cudaError_t cudaMemcpyToArrayAsync(cudaArray_t to, size_t x, size_t y, const void *from,
                                   size_t bytes, enum cudaMemcpyKind kind, cudaStream_t stream) {
    return copy_run_to(to, x, y, from, bytes, kind, true, stream);
}

cudaError_t cudaMemcpyFromArrayAsync(void *to, cudaArray_const_t from, size_t x, size_t y,
                                     size_t bytes, enum cudaMemcpyKind kind, cudaStream_t stream) {
    return copy_run_from(to, from, x, y, bytes, kind, true, stream);
}

cudaError_t cudaMemcpyArrayToArray(cudaArray_t to, size_t to_x, size_t to_y, cudaArray_const_t from,
                                   size_t from_x, size_t from_y, size_t bytes,
                                   enum cudaMemcpyKind kind) {
    CUDA_CPU_ALIVE();
    if (!to || !from)
        return cuda_cpu_error(cudaErrorInvalidResourceHandle);
    char *end = run(to, to_x, to_y, bytes), *start = run(from, from_x, from_y, bytes);
    return start && end ? cudaMemcpy(end, start, bytes, kind)
                        : cuda_cpu_error(cudaErrorInvalidValue);
}

cudaError_t cudaMemcpy2DArrayToArray(cudaArray_t to, size_t to_x, size_t to_y,
                                     cudaArray_const_t from, size_t from_x, size_t from_y,
                                     size_t width, size_t height, enum cudaMemcpyKind kind) {
    CUDA_CPU_ALIVE();
    if (!to || !from)
        return cuda_cpu_error(cudaErrorInvalidResourceHandle);
    char *end = place(to, to_x, to_y, width, height);
    char *start = place(from, from_x, from_y, width, height);
    if (!start || !end)
        return cuda_cpu_error(cudaErrorInvalidValue);
    return cudaMemcpy2D(end, to->width * to->texel_bytes, start, from->width * from->texel_bytes,
                        width, height, kind);
}
