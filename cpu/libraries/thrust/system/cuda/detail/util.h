// SPDX-License-Identifier: MIT
// What the algorithms share: the stream of a policy, errors, and work in shares.
#ifndef CUDA_CPU_THRUST_UTIL_H
#define CUDA_CPU_THRUST_UTIL_H

#include <cstddef>
#include <exception>

#include "cuda_cpu/shares.h"
#include <thrust/detail/raw_pointer_cast.h>
#include <thrust/system/cuda/detail/execution_policy.h>
#include <thrust/system/cuda/error.h>
#include <thrust/system_error.h>
#include <thrust/type_traits/is_contiguous_iterator.h>

THRUST_NAMESPACE_BEGIN

namespace cuda_cub {

// ---- policies -----------------------------------------------------------------------------------

__host__ __device__ inline cudaStream_t default_stream() {
#ifdef CUDA_API_PER_THREAD_DEFAULT_STREAM
    return cudaStreamPerThread;
#else
    return cudaStreamLegacy;
#endif
}

template <class Derived>
__host__ __device__ cudaStream_t get_stream(const execution_policy<Derived> &) {
    return default_stream();
}
template <class Derived>
__host__ __device__ bool waits_for_stream(const execution_policy<Derived> &) {
    return true;
}

template <class Derived>
__host__ __device__ cudaStream_t stream(const execution_policy<Derived> &policy) {
    return get_stream(thrust::detail::derived_cast(policy));
}

// ---- errors -------------------------------------------------------------------------------------

__host__ __device__ inline void terminate() {
    if (cuda_cpu::on_device())
        __trap();
    else
        std::terminate();
}

// Compiled once, and not into each algorithm.
__attribute__((cold, noinline)) __host__ __device__ inline void fail(cudaError_t status,
                                                                     const char *what) {
    if (cuda_cpu::on_device())
        __trap();
    else
        throw thrust::system_error(status, thrust::cuda_category(), what);
}

__host__ __device__ inline void throw_on_error(cudaError_t status, const char *what = "thrust") {
    if (status != cudaSuccess)
        fail(status, what);
}

template <class Derived>
__host__ __device__ cudaError_t synchronize(const execution_policy<Derived> &policy) {
    return cudaStreamSynchronize(cuda_cub::stream(policy));
}

// ---- work ---------------------------------------------------------------------------------------

using cuda_cpu::cores;
using cuda_cpu::cut;
using cuda_cpu::cut_apart;
using cuda_cpu::shares;

template <class Derived, class Work>
__host__ __device__ void enqueue(execution_policy<Derived> &policy, std::size_t count,
                                 const Work &work) {
    throw_on_error(cuda_cpu::run_shares(cuda_cub::stream(policy), count, work), "thrust: launch");
}

// The end of an algorithm whose answer the host has not asked for.
template <class Derived> __host__ __device__ void finish(execution_policy<Derived> &policy) {
    if (!cuda_cpu::on_device() && waits_for_stream(thrust::detail::derived_cast(policy)))
        throw_on_error(synchronize(policy), "thrust: synchronize");
}

// The pointer that an iterator over neighbouring elements stands for; another iterator as it is.
// Thrust's own pointers ask at every element which side they are on.
template <class Iterator> __host__ __device__ auto unwrap(Iterator it) {
    if constexpr (thrust::is_contiguous_iterator<Iterator>::value)
        return thrust::raw_pointer_cast(&*it);
    else
        return it;
}

} // namespace cuda_cub

THRUST_NAMESPACE_END

#endif
