// SPDX-License-Identifier: MIT
// Allocations in a stream's order, and the pools they come from.
#ifndef CUDA_CPU_POOL_H
#define CUDA_CPU_POOL_H

#include "cuda_cpu/api.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct cuda_cpu_pool *cudaMemPool_t;

enum cudaMemPoolAttr {
    cudaMemPoolReuseFollowEventDependencies = 1,
    cudaMemPoolReuseAllowOpportunistic = 2,
    cudaMemPoolReuseAllowInternalDependencies = 3,
    cudaMemPoolAttrReleaseThreshold = 4, // 64 bits, as those below
    cudaMemPoolAttrReservedMemCurrent = 5,
    cudaMemPoolAttrReservedMemHigh = 6,
    cudaMemPoolAttrUsedMemCurrent = 7,
    cudaMemPoolAttrUsedMemHigh = 8
};

enum cudaMemAllocationType { cudaMemAllocationTypeInvalid = 0, cudaMemAllocationTypePinned = 1 };
enum cudaMemAllocationHandleType {
    cudaMemHandleTypeNone = 0,
    cudaMemHandleTypePosixFileDescriptor = 1
};

struct cudaMemPoolProps {
    enum cudaMemAllocationType allocType;
    enum cudaMemAllocationHandleType handleTypes;
    struct cudaMemLocation location;
    void *win32SecurityAttributes;
    size_t maxSize;
    unsigned short usage;
    unsigned char reserved[54];
};

// Who may reach a pool's memory; 1, only to read, is for memory that is not allocated by a stream.
enum cudaMemAccessFlags {
    cudaMemAccessFlagsProtNone = 0,
    cudaMemAccessFlagsProtRead = 1,
    cudaMemAccessFlagsProtReadWrite = 3
};

struct cudaMemAccessDesc {
    struct cudaMemLocation location;
    enum cudaMemAccessFlags flags;
};

cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t *pool, int device);
cudaError_t cudaDeviceGetMemPool(cudaMemPool_t *pool, int device);
cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t pool);
cudaError_t cudaMemPoolCreate(cudaMemPool_t *pool, const struct cudaMemPoolProps *properties);
cudaError_t cudaMemPoolDestroy(cudaMemPool_t pool);
cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, enum cudaMemPoolAttr attribute,
                                    void *value);
cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t pool, enum cudaMemPoolAttr attribute,
                                    void *value);
// Kept and told again: a kernel reaches another device's memory whether it may or not.
cudaError_t cudaMemPoolSetAccess(cudaMemPool_t pool, const struct cudaMemAccessDesc *given,
                                 size_t count);
cudaError_t cudaMemPoolGetAccess(enum cudaMemAccessFlags *flags, cudaMemPool_t pool,
                                 struct cudaMemLocation *location);
cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, size_t bytes);
cudaError_t cudaFreeAsync(void *pointer, cudaStream_t stream);
// NULL: the current device's pool.
cudaError_t cuda_cpu_malloc_from_pool(void **pointer, size_t bytes, cudaMemPool_t pool,
                                      cudaStream_t stream);

#ifdef __cplusplus
} // extern "C"
#endif

// For C, and where C++ can deduce no type.
static inline cudaError_t cudaMallocAsync(void **pointer, size_t bytes, cudaStream_t stream) {
    return cuda_cpu_malloc_from_pool(pointer, bytes, NULL, stream);
}

static inline cudaError_t cudaMallocFromPoolAsync(void **pointer, size_t bytes, cudaMemPool_t pool,
                                                  cudaStream_t stream) {
    return cuda_cpu_malloc_from_pool(pointer, bytes, pool, stream);
}

#ifdef __cplusplus
static inline cudaError_t cudaMallocAsync(void **pointer, size_t bytes, cudaMemPool_t pool,
                                          cudaStream_t stream) {
    return cuda_cpu_malloc_from_pool(pointer, bytes, pool, stream);
}

template <class T>
static inline cudaError_t cudaMallocAsync(T **pointer, size_t bytes, cudaStream_t stream) {
    return cuda_cpu_malloc_from_pool((void **)pointer, bytes, nullptr, stream);
}

template <class T>
static inline cudaError_t cudaMallocAsync(T **pointer, size_t bytes, cudaMemPool_t pool,
                                          cudaStream_t stream) {
    return cuda_cpu_malloc_from_pool((void **)pointer, bytes, pool, stream);
}

template <class T>
static inline cudaError_t cudaMallocFromPoolAsync(T **pointer, size_t bytes, cudaMemPool_t pool,
                                                  cudaStream_t stream) {
    return cuda_cpu_malloc_from_pool((void **)pointer, bytes, pool, stream);
}
#endif

#endif
