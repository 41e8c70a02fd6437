// SPDX-License-Identifier: MIT
// Memory: allocations, copies and fills, and variables. What programs call is a template here,
// where it takes a pointer to a pointer of any type.
#ifndef CUDA_CPU_MEMORY_API_H
#define CUDA_CPU_MEMORY_API_H

#include <stddef.h>

#include "cuda_cpu/defaults.h"
#include "cuda_cpu/errors.h"
#include "cuda_cpu/stream_api.h"

#ifdef __cplusplus
extern "C" {
#endif

enum cudaMemcpyKind {
    cudaMemcpyHostToHost = 0,
    cudaMemcpyHostToDevice = 1,
    cudaMemcpyDeviceToHost = 2,
    cudaMemcpyDeviceToDevice = 3,
    cudaMemcpyDefault = 4
};

#define cudaHostAllocDefault 0u
#define cudaHostAllocPortable 1u
#define cudaHostAllocMapped 2u
#define cudaHostAllocWriteCombined 4u
#define cudaMemAttachGlobal 1u
#define cudaMemAttachHost 2u

cudaError_t cudaFree(void *pointer);
cudaError_t cudaFreeHost(void *pointer);
cudaError_t cudaHostGetFlags(unsigned *flags, void *pointer);
cudaError_t cudaMemcpy(void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind);
cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t bytes, enum cudaMemcpyKind kind,
                            cudaStream_t stream CUDA_CPU_DEFAULT(0));
cudaError_t cudaMemcpy2D(void *to, size_t to_pitch, const void *from, size_t from_pitch,
                         size_t width, size_t height, enum cudaMemcpyKind kind);
cudaError_t cudaMemcpy2DAsync(void *to, size_t to_pitch, const void *from, size_t from_pitch,
                              size_t width, size_t height, enum cudaMemcpyKind kind,
                              cudaStream_t stream CUDA_CPU_DEFAULT(0));
cudaError_t cudaMemset(void *to, int value, size_t bytes);
cudaError_t cudaMemsetAsync(void *to, int value, size_t bytes,
                            cudaStream_t stream CUDA_CPU_DEFAULT(0));
cudaError_t cudaMemset2D(void *to, size_t pitch, int value, size_t width, size_t height);
cudaError_t cudaMemset2DAsync(void *to, size_t pitch, int value, size_t width, size_t height,
                              cudaStream_t stream CUDA_CPU_DEFAULT(0));
cudaError_t cudaMemcpyPeer(void *to, int to_device, const void *from, int from_device,
                           size_t bytes);
cudaError_t cudaMemcpyPeerAsync(void *to, int to_device, const void *from, int from_device,
                                size_t bytes, cudaStream_t stream CUDA_CPU_DEFAULT(0));

#define cudaHostRegisterDefault 0u
#define cudaHostRegisterPortable 1u
#define cudaHostRegisterMapped 2u
#define cudaHostRegisterIoMemory 4u
#define cudaHostRegisterReadOnly 8u

cudaError_t cudaHostRegister(void *pointer, size_t bytes, unsigned flags);
cudaError_t cudaHostUnregister(void *pointer);

#define cudaCpuDeviceId (-1)
#define cudaInvalidDeviceId (-2)

enum cudaMemoryAdvise {
    cudaMemAdviseSetReadMostly = 1,
    cudaMemAdviseUnsetReadMostly = 2,
    cudaMemAdviseSetPreferredLocation = 3,
    cudaMemAdviseUnsetPreferredLocation = 4,
    cudaMemAdviseSetAccessedBy = 5,
    cudaMemAdviseUnsetAccessedBy = 6
};

enum cudaMemLocationType {
    cudaMemLocationTypeInvalid = 0,
    cudaMemLocationTypeDevice = 1,
    cudaMemLocationTypeHost = 2,
    cudaMemLocationTypeHostNuma = 3,
    cudaMemLocationTypeHostNumaCurrent = 4
};

struct cudaMemLocation {
    enum cudaMemLocationType type;
    int id;
};

// Behind cudaMemPrefetchAsync and cudaMemAdvise, which toolkits up to 12 give a device's number and
// later ones a location.
cudaError_t cuda_cpu_prefetch(const void *start, size_t bytes, int device, cudaStream_t stream);
cudaError_t cuda_cpu_advise(const void *start, size_t bytes, enum cudaMemoryAdvise advice,
                            int device);

// Many copies by one call. The hints say when the source may be read and where it lies: here it is
// read in the stream's order.
enum cudaMemcpySrcAccessOrder {
    cudaMemcpySrcAccessOrderInvalid = 0,
    cudaMemcpySrcAccessOrderStream = 1,
    cudaMemcpySrcAccessOrderDuringApiCall = 2,
    cudaMemcpySrcAccessOrderAny = 3
};
struct cudaMemcpyAttributes {
    enum cudaMemcpySrcAccessOrder srcAccessOrder;
    struct cudaMemLocation srcLocHint, dstLocHint;
    unsigned flags;
};
cudaError_t cudaMemcpyBatchAsync(void *const *to, const void *const *from, const size_t *bytes,
                                 size_t count, struct cudaMemcpyAttributes *attributes,
                                 size_t *first, size_t attribute_count, cudaStream_t stream);

enum cudaMemoryType {
    cudaMemoryTypeUnregistered = 0,
    cudaMemoryTypeHost = 1,
    cudaMemoryTypeDevice = 2,
    cudaMemoryTypeManaged = 3
};

struct cudaPointerAttributes {
    enum cudaMemoryType type;
    int device;
    void *devicePointer, *hostPointer;
};

cudaError_t cudaPointerGetAttributes(struct cudaPointerAttributes *attributes, const void *pointer);

// The allocators behind the typed templates below.
cudaError_t cuda_cpu_malloc(void **pointer, size_t bytes);
cudaError_t cuda_cpu_malloc_pitch(void **pointer, size_t *pitch, size_t width, size_t height);
cudaError_t cuda_cpu_malloc_host(void **pointer, size_t bytes, unsigned flags);
cudaError_t cuda_cpu_host_alloc(void **pointer, size_t bytes, unsigned flags);
cudaError_t cuda_cpu_malloc_managed(void **pointer, size_t bytes, unsigned flags);
cudaError_t cuda_cpu_host_device_pointer(void **device, void *host, unsigned flags);
// A copy between host memory and a __constant__ or __device__ variable of `size` bytes.
cudaError_t cuda_cpu_copy_symbol(void *symbol, size_t size, void *host, size_t bytes, size_t offset,
                                 enum cudaMemcpyKind kind, int to_symbol, int async,
                                 cudaStream_t stream);
cudaError_t cuda_cpu_symbol_address(void **pointer, const void *symbol, size_t size);
cudaError_t cuda_cpu_symbol_size(size_t *bytes, const void *symbol, size_t size);

#ifdef __cplusplus
} // extern "C"
#endif

// For C, and where C++ can deduce no type: cudaMalloc(nullptr, 4).
static inline cudaError_t cudaMalloc(void **pointer, size_t bytes) {
    return cuda_cpu_malloc(pointer, bytes);
}

static inline cudaError_t cudaMallocPitch(void **pointer, size_t *pitch, size_t width,
                                          size_t height) {
    return cuda_cpu_malloc_pitch(pointer, pitch, width, height);
}

static inline cudaError_t cudaMallocHost(void **pointer, size_t bytes) {
    return cuda_cpu_malloc_host(pointer, bytes, 0);
}

static inline cudaError_t cudaHostAlloc(void **pointer, size_t bytes, unsigned flags) {
    return cuda_cpu_host_alloc(pointer, bytes, flags);
}

static inline cudaError_t cudaHostGetDevicePointer(void **device, void *host, unsigned flags) {
    return cuda_cpu_host_device_pointer(device, host, flags);
}

static inline cudaError_t cudaMallocManaged(void **pointer, size_t bytes,
                                            unsigned flags CUDA_CPU_DEFAULT(cudaMemAttachGlobal)) {
    return cuda_cpu_malloc_managed(pointer, bytes, flags);
}

#ifdef __cplusplus
static inline cudaError_t cudaMallocHost(void **pointer, size_t bytes, unsigned flags) {
    return cuda_cpu_malloc_host(pointer, bytes, flags);
}

template <class T> static inline cudaError_t cudaMalloc(T **pointer, size_t bytes) {
    return cuda_cpu_malloc((void **)pointer, bytes);
}

namespace cuda_cpu {

static inline int device_of(cudaMemLocation location) {
    return location.type == cudaMemLocationTypeDevice ? location.id : cudaCpuDeviceId;
}

} // namespace cuda_cpu

static inline cudaError_t cudaMemPrefetchAsync(const void *start, size_t bytes,
                                               cudaMemLocation location, unsigned flags,
                                               cudaStream_t stream = nullptr) {
    return cuda_cpu_prefetch(flags ? nullptr : start, bytes, cuda_cpu::device_of(location), stream);
}

static inline cudaError_t cudaMemPrefetchAsync(const void *start, size_t bytes, int device,
                                               cudaStream_t stream = nullptr) {
    return cuda_cpu_prefetch(start, bytes, device, stream);
}

static inline cudaError_t cudaMemAdvise(const void *start, size_t bytes, cudaMemoryAdvise advice,
                                        cudaMemLocation location) {
    return cuda_cpu_advise(start, bytes, advice, cuda_cpu::device_of(location));
}

static inline cudaError_t cudaMemAdvise(const void *start, size_t bytes, cudaMemoryAdvise advice,
                                        int device) {
    return cuda_cpu_advise(start, bytes, advice, device);
}

template <class T, class U>
static inline cudaError_t cudaMemcpyBatchAsync(T *const *to, U *const *from, const size_t *bytes,
                                               size_t count, cudaMemcpyAttributes *attributes,
                                               size_t *first, size_t attribute_count,
                                               cudaStream_t stream) {
    return cudaMemcpyBatchAsync((void *const *)to, (const void *const *)from, bytes, count,
                                attributes, first, attribute_count, stream);
}

template <class T, class U>
static inline cudaError_t cudaMemcpyBatchAsync(T *const *to, U *const *from, const size_t *bytes,
                                               size_t count, cudaMemcpyAttributes attributes,
                                               cudaStream_t stream) {
    size_t first = 0;
    return cudaMemcpyBatchAsync((void *const *)to, (const void *const *)from, bytes, count,
                                &attributes, &first, 1, stream);
}

template <class T>
static inline cudaError_t cudaMallocPitch(T **pointer, size_t *pitch, size_t width, size_t height) {
    return cuda_cpu_malloc_pitch((void **)pointer, pitch, width, height);
}

template <class T>
static inline cudaError_t cudaMallocHost(T **pointer, size_t bytes, unsigned flags = 0) {
    return cuda_cpu_malloc_host((void **)pointer, bytes, flags);
}

template <class T>
static inline cudaError_t cudaHostAlloc(T **pointer, size_t bytes, unsigned flags) {
    return cuda_cpu_host_alloc((void **)pointer, bytes, flags);
}

template <class T>
static inline cudaError_t cudaMallocManaged(T **pointer, size_t bytes,
                                            unsigned flags = cudaMemAttachGlobal) {
    return cuda_cpu_malloc_managed((void **)pointer, bytes, flags);
}

template <class T>
static inline cudaError_t cudaHostGetDevicePointer(T **device, void *host, unsigned flags) {
    return cuda_cpu_host_device_pointer((void **)device, host, flags);
}

template <class T>
static inline cudaError_t cudaMemcpyToSymbol(const T &symbol, const void *from, size_t bytes,
                                             size_t offset = 0,
                                             cudaMemcpyKind kind = cudaMemcpyHostToDevice) {
    return cuda_cpu_copy_symbol((void *)&symbol, sizeof symbol, (void *)from, bytes, offset, kind,
                                1, 0, nullptr);
}

template <class T>
static inline cudaError_t cudaMemcpyToSymbolAsync(const T &symbol, const void *from, size_t bytes,
                                                  size_t offset, cudaMemcpyKind kind,
                                                  cudaStream_t stream = nullptr) {
    return cuda_cpu_copy_symbol((void *)&symbol, sizeof symbol, (void *)from, bytes, offset, kind,
                                1, 1, stream);
}

template <class T>
static inline cudaError_t cudaMemcpyFromSymbol(void *to, const T &symbol, size_t bytes,
                                               size_t offset = 0,
                                               cudaMemcpyKind kind = cudaMemcpyDeviceToHost) {
    return cuda_cpu_copy_symbol((void *)&symbol, sizeof symbol, to, bytes, offset, kind, 0, 0,
                                nullptr);
}

template <class T>
static inline cudaError_t cudaMemcpyFromSymbolAsync(void *to, const T &symbol, size_t bytes,
                                                    size_t offset, cudaMemcpyKind kind,
                                                    cudaStream_t stream = nullptr) {
    return cuda_cpu_copy_symbol((void *)&symbol, sizeof symbol, to, bytes, offset, kind, 0, 1,
                                stream);
}

template <class T> static inline cudaError_t cudaGetSymbolAddress(void **pointer, const T &symbol) {
    return cuda_cpu_symbol_address(pointer, (const void *)&symbol, sizeof symbol);
}

template <class T> static inline cudaError_t cudaGetSymbolSize(size_t *size, const T &symbol) {
    return cuda_cpu_symbol_size(size, (const void *)&symbol, sizeof symbol);
}
#endif

#endif
