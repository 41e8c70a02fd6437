// SPDX-License-Identifier: MIT
// thrust::cuda::par and par_nosync, and both .on(stream).
#ifndef CUDA_CPU_THRUST_PAR_H
#define CUDA_CPU_THRUST_PAR_H

#include <thrust/detail/execute_with_allocator.h>
#include <thrust/system/cuda/detail/execution_policy.h>
#include <thrust/system/cuda/detail/util.h>

THRUST_NAMESPACE_BEGIN

namespace cuda_cub {

// A policy of one stream. An algorithm that returns nothing but an iterator waits for it if
// `waits`.
template <class Derived, bool waits> class on_stream : public execution_policy<Derived> {
    cudaStream_t stream;

  public:
    __host__ __device__ on_stream(cudaStream_t stream = default_stream()) : stream(stream) {}
    __host__ __device__ Derived on(cudaStream_t other) const {
        Derived result = thrust::detail::derived_cast(*this);
        static_cast<on_stream &>(result).stream = other;
        return result;
    }
    __host__ __device__ friend cudaStream_t get_stream(const on_stream &policy) {
        return policy.stream;
    }
    __host__ __device__ friend bool waits_for_stream(const on_stream &) { return waits; }
};

template <class Derived> struct execute_on_stream_base : on_stream<Derived, true> {
    using on_stream<Derived, true>::on_stream;
};
template <class Derived> struct execute_on_stream_nosync_base : on_stream<Derived, false> {
    using on_stream<Derived, false>::on_stream;
};
struct execute_on_stream : execute_on_stream_base<execute_on_stream> {
    using execute_on_stream_base<execute_on_stream>::execute_on_stream_base;
};
struct execute_on_stream_nosync : execute_on_stream_nosync_base<execute_on_stream_nosync> {
    using execute_on_stream_nosync_base<execute_on_stream_nosync>::execute_on_stream_nosync_base;
};

struct par_t : execution_policy<par_t>,
               thrust::detail::allocator_aware_execution_policy<execute_on_stream_base> {
    using stream_attachment_type = execute_on_stream;
    __host__ __device__ constexpr par_t() {}
    __host__ __device__ execute_on_stream on(cudaStream_t stream) const { return stream; }
};

struct par_nosync_t
    : execution_policy<par_nosync_t>,
      thrust::detail::allocator_aware_execution_policy<execute_on_stream_nosync_base> {
    using stream_attachment_type = execute_on_stream_nosync;
    __host__ __device__ constexpr par_nosync_t() {}
    __host__ __device__ execute_on_stream_nosync on(cudaStream_t stream) const { return stream; }
    __host__ __device__ friend bool waits_for_stream(const par_nosync_t &) { return false; }
};

static const par_t par;
static const par_nosync_t par_nosync;

} // namespace cuda_cub

namespace system {
namespace cuda {
using thrust::cuda_cub::par;
using thrust::cuda_cub::par_nosync;
namespace detail {
using thrust::cuda_cub::par_nosync_t;
using thrust::cuda_cub::par_t;
} // namespace detail
} // namespace cuda
} // namespace system

namespace cuda {
using thrust::cuda_cub::par;
using thrust::cuda_cub::par_nosync;
} // namespace cuda

THRUST_NAMESPACE_END

#endif
