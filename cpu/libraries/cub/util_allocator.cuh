// SPDX-License-Identifier: MIT
// cub::CachingDeviceAllocator, which keeps nothing: memory is given back when it is freed.
#ifndef CUDA_CPU_CUB_UTIL_ALLOCATOR_H
#define CUDA_CPU_CUB_UTIL_ALLOCATOR_H

#include <cub/util.cuh>

namespace cub {

struct CachingDeviceAllocator {
    template <class... Setting> CachingDeviceAllocator(Setting...) {}
    cudaError_t DeviceAllocate(void **memory, size_t bytes, cudaStream_t = nullptr) {
        return cudaMalloc(memory, bytes);
    }
    template <class T>
    cudaError_t DeviceAllocate(T **memory, size_t bytes, cudaStream_t = nullptr) {
        return cudaMalloc((void **)memory, bytes);
    }
    cudaError_t DeviceFree(void *memory) { return cudaFree(memory); }
    cudaError_t FreeAllCached() { return cudaSuccess; }
};

} // namespace cub

#endif
