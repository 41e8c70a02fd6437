// SPDX-License-Identifier: MIT
// cuFFT on several devices: each holds a part of the array, and a transform collects the parts,
// runs on one core as any other, and hands them out again. In natural order a device has some
// planes of the first dimension; what a transform of two or three dimensions leaves is shuffled: a
// device has some rows of the second dimension, of every plane. In one dimension parts lie in
// natural order here, and in another, undocumented one on GPUs, until they are copied.
#include <stdlib.h>
#include <string.h>

#include "cufftXt.h"
#include "plan.h"

// The array in elements that are complex, or as large: real numbers are padded as in place.
struct shape {
    size_t planes, rows, row, element; // the last in bytes
};

static struct shape shape_of(const struct plan *p) {
    const bool halved = p->type != CUFFT_C2C && p->type != CUFFT_Z2Z;
    size_t n[RANKS] = {1, 1, 1};
    for (int i = 0; i < p->rank; i++)
        n[i] = (size_t)p->n[i];
    if (halved)
        n[p->rank - 1] = n[p->rank - 1] / 2 + 1;
    const size_t element = (p->type & 0x40) ? 16 : 8;
    return p->batch > 1 ? (struct shape){(size_t)p->batch, 1, n[0] * n[1] * n[2], element}
                        : (struct shape){n[0], n[1], n[2], element};
}

static bool is_shuffled(const struct shape *s, int format) {
    return s->rows > 1 &&
           (format == CUFFT_XT_FORMAT_INPLACE_SHUFFLED || format == CUFFT_XT_FORMAT_OUTPUT);
}

// What a device has of the planes or rows: from the first on, so many.
static void part_of(size_t all, int device, int devices, size_t *first, size_t *count) {
    const size_t share = all / (size_t)devices, rest = all % (size_t)devices, d = (size_t)device;
    *first = d * share + (d < rest ? d : rest);
    *count = share + (d < rest);
}

// Copies between the parts and the whole array in natural order, on the host or a device.
static cufftResult copy_parts(const struct plan *p, const cudaLibXtDesc *parts, char *whole,
                              bool to_whole) {
    const struct shape s = shape_of(p);
    const size_t row = s.row * s.element, plane = s.rows * row;
    const bool shuffled = is_shuffled(&s, parts->subFormat);
    for (int d = 0; d < p->devices; d++) {
        size_t first, count;
        part_of(shuffled ? s.rows : s.planes, d, p->devices, &first, &count);
        char *const at = whole + first * (shuffled ? row : plane), *const part =
                                                                       parts->descriptor->data[d];
        const size_t width = count * (shuffled ? row : plane), pitch = shuffled ? plane : width,
                     height = shuffled ? s.planes : 1;
        if (width > 0 &&
            cudaMemcpy2D(to_whole ? at : part, to_whole ? pitch : width, to_whole ? part : at,
                         to_whole ? width : pitch, width, height, cudaMemcpyDefault) != cudaSuccess)
            return CUFFT_INTERNAL_ERROR;
    }
    return CUFFT_SUCCESS;
}

static size_t bytes_of(const struct plan *p) {
    const struct shape s = shape_of(p);
    return s.planes * s.rows * s.row * s.element;
}

static struct plan *find(cufftHandle handle) {
    struct plan *const p = cuda_cpu_find_plan(handle);
    return p && p->made && p->devices > 0 ? p : NULL;
}

cufftResult cufftXtSetGPUs(cufftHandle handle, int count, int *devices) {
    struct plan *const p = cuda_cpu_find_plan(handle);
    int present = 0;
    if (!p || p->made)
        return CUFFT_INVALID_PLAN;
    if (count < 1 || count > MOST_DEVICES || !devices)
        return CUFFT_INVALID_VALUE;
    cudaGetDeviceCount(&present);
    for (int d = 0; d < count; d++)
        if (devices[d] < 0 || devices[d] >= present)
            return CUFFT_INVALID_DEVICE;
    memcpy(p->device, devices, (size_t)count * sizeof *devices);
    p->devices = count;
    return CUFFT_SUCCESS;
}

cufftResult cufftXtMalloc(cufftHandle handle, cudaLibXtDesc **made, cufftXtSubFormat format) {
    struct plan *const p = find(handle);
    if (!p)
        return CUFFT_INVALID_PLAN;
    const struct shape s = shape_of(p);
    cudaLibXtDesc *const parts = calloc(1, sizeof *parts);
    cudaXtDesc *const each = calloc(1, sizeof *each);
    if (!made || !parts || !each)
        return free(parts), free(each), made ? CUFFT_ALLOC_FAILED : CUFFT_INVALID_VALUE;
    *parts = (cudaLibXtDesc){.version = CUDART_VERSION + CUDA_XT_DESCRIPTOR_VERSION,
                             .descriptor = each,
                             .subFormat = format};
    parts->library = LIB_FORMAT_CUFFT;
    each->version = parts->version, each->nGPUs = p->devices;
    int current = 0;
    bool all = cudaGetDevice(&current) == cudaSuccess;
    for (int d = 0; d < p->devices; d++) { // room for either order
        size_t first, planes, rows;
        part_of(s.planes, d, p->devices, &first, &planes);
        part_of(s.rows, d, p->devices, &first, &rows);
        const size_t natural = planes * s.rows, shuffled = s.rows > 1 ? rows * s.planes : 0;
        each->size[d] = (natural > shuffled ? natural : shuffled) * s.row * s.element;
        each->GPUs[d] = p->device[d];
        cudaSetDevice(p->device[d]);
        all = all && (!each->size[d] || cudaMalloc(&each->data[d], each->size[d]) == cudaSuccess);
    }
    cudaSetDevice(current);
    *made = parts;
    return all ? CUFFT_SUCCESS : CUFFT_ALLOC_FAILED;
}

cufftResult cufftXtFree(cudaLibXtDesc *parts) {
    if (!parts)
        return CUFFT_INVALID_VALUE;
    for (int d = 0; d < parts->descriptor->nGPUs; d++)
        cudaFree(parts->descriptor->data[d]);
    free(parts->descriptor);
    free(parts);
    return CUFFT_SUCCESS;
}

// A copy between descriptors ends in natural order.
cufftResult cufftXtMemcpy(cufftHandle handle, void *to, void *from, cufftXtCopyType type) {
    struct plan *const p = find(handle);
    if (!p)
        return CUFFT_INVALID_PLAN;
    if (!to || !from || (unsigned)type > CUFFT_COPY_DEVICE_TO_DEVICE)
        return CUFFT_INVALID_VALUE;
    if (type == CUFFT_COPY_HOST_TO_DEVICE)
        return copy_parts(p, to, from, false);
    if (type == CUFFT_COPY_DEVICE_TO_HOST)
        return copy_parts(p, from, to, true);
    void *whole;
    if (cudaMalloc(&whole, bytes_of(p)) != cudaSuccess)
        return CUFFT_ALLOC_FAILED;
    ((cudaLibXtDesc *)to)->subFormat = CUFFT_XT_FORMAT_INPLACE;
    cufftResult result = copy_parts(p, from, whole, true);
    result = result == CUFFT_SUCCESS ? copy_parts(p, to, whole, false) : result;
    cudaFree(whole);
    return result;
}

cufftResult cufftXtExecDescriptor(cufftHandle handle, cudaLibXtDesc *from, cudaLibXtDesc *to,
                                  int direction) {
    struct plan *const p = find(handle);
    void *whole;
    if (!p)
        return CUFFT_INVALID_PLAN;
    if (!from || !to)
        return CUFFT_INVALID_VALUE;
    if (cudaMalloc(&whole, bytes_of(p)) != cudaSuccess)
        return CUFFT_ALLOC_FAILED;
    const struct shape s = shape_of(p);
    const bool shuffled = is_shuffled(&s, from->subFormat);
    cufftResult result = copy_parts(p, from, whole, true);
    result = result == CUFFT_SUCCESS ? cufftXtExec(handle, whole, whole, direction) : result;
    if (cudaStreamSynchronize(p->base.stream) != cudaSuccess && result == CUFFT_SUCCESS)
        result = CUFFT_EXEC_FAILED;
    to->subFormat = shuffled ? CUFFT_XT_FORMAT_INPLACE : CUFFT_XT_FORMAT_INPLACE_SHUFFLED;
    result = result == CUFFT_SUCCESS ? copy_parts(p, to, whole, false) : result;
    cudaFree(whole);
    return result;
}

// By the type's name; the direction is the type's own where numbers are real.
#define EXEC(letters, DIRECTION, DIRECTION_OF)                                                     \
    cufftResult cufftXtExecDescriptor##letters(cufftHandle handle, cudaLibXtDesc *from,            \
                                               cudaLibXtDesc *to DIRECTION) {                      \
        const struct plan *const p = find(handle);                                                 \
        if (p && p->type != CUFFT_##letters)                                                       \
            return CUFFT_INVALID_TYPE;                                                             \
        return cufftXtExecDescriptor(handle, from, to, DIRECTION_OF);                              \
    }
#define ASKED , int direction
EXEC(C2C, ASKED, direction)
EXEC(Z2Z, ASKED, direction)
EXEC(R2C, , CUFFT_FORWARD)
EXEC(D2Z, , CUFFT_FORWARD)
EXEC(C2R, , CUFFT_INVERSE)
EXEC(Z2D, , CUFFT_INVERSE)
