// SPDX-License-Identifier: MIT
// Memory of the device system is the runtime's: so kernels may use it, and the checks know it.
#ifndef CUDA_CPU_THRUST_MALLOC_AND_FREE_H
#define CUDA_CPU_THRUST_MALLOC_AND_FREE_H

#include <thrust/detail/raw_pointer_cast.h>
#include <thrust/system/cuda/detail/util.h>
#include <thrust/system/detail/bad_alloc.h>

THRUST_NAMESPACE_BEGIN

namespace cuda_cub {

template <class Derived>
__host__ __device__ void *malloc(execution_policy<Derived> &, std::size_t bytes) {
    void *memory = nullptr;
    if (cuda_cpu::on_device())
        return ::malloc(bytes);
    const cudaError_t status = cudaMalloc(&memory, bytes);
    if (status != cudaSuccess) {
        cudaGetLastError(); // it is thrown instead
        throw thrust::system::detail::bad_alloc(thrust::cuda_category().message(status).c_str());
    }
    return memory;
}

template <class Derived, class Pointer>
__host__ __device__ void free(execution_policy<Derived> &, Pointer pointer) {
    void *const memory = (void *)thrust::raw_pointer_cast(pointer);
    if (cuda_cpu::on_device())
        ::free(memory);
    else
        throw_on_error(cudaFree(memory), "thrust: free");
}

} // namespace cuda_cub

THRUST_NAMESPACE_END

#endif
