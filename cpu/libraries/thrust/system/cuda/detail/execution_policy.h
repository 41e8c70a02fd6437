// SPDX-License-Identifier: MIT
// The tag of Thrust's device system and the base of its policies, by Thrust's own names for CUDA's:
// so programs find thrust::cuda::par and the rest, and Thrust finds the algorithms beside it.
#ifndef CUDA_CPU_THRUST_EXECUTION_POLICY_H
#define CUDA_CPU_THRUST_EXECUTION_POLICY_H

#include <thrust/detail/allocator_aware_execution_policy.h>
#include <thrust/detail/execution_policy.h>
#include <thrust/iterator/detail/any_system_tag.h>
#include <thrust/system/cpp/detail/execution_policy.h>
#include <thrust/system/cuda/config.h>
#include <thrust/version.h>

THRUST_NAMESPACE_BEGIN

namespace cuda_cub {

struct tag;
template <class> struct execution_policy;

template <> struct execution_policy<tag> : thrust::execution_policy<tag> { using tag_type = tag; };

struct tag : execution_policy<tag>,
             thrust::detail::allocator_aware_execution_policy<cuda_cub::execution_policy> {};

template <class Derived> struct execution_policy : thrust::execution_policy<Derived> {
    using tag_type = tag;
    __host__ __device__ operator tag() const { return tag(); }
};

// Two systems in one call, as in a copy from the host.
template <class System1, class System2>
struct cross_system : execution_policy<cross_system<System1, System2>> {
    thrust::execution_policy<System1> &system1;
    thrust::execution_policy<System2> &system2;
    __host__ __device__ cross_system(thrust::execution_policy<System1> &system1,
                                     thrust::execution_policy<System2> &system2)
        : system1(system1), system2(system2) {}
};

template <class System1, class System2>
__host__ __device__ cross_system<System1, System2>
select_system(const execution_policy<System1> &system1,
              const thrust::cpp::execution_policy<System2> &system2) {
    return {const_cast<execution_policy<System1> &>(system1),
            const_cast<thrust::cpp::execution_policy<System2> &>(system2)};
}

template <class System1, class System2>
__host__ __device__ cross_system<System1, System2>
select_system(const thrust::cpp::execution_policy<System1> &system1,
              const execution_policy<System2> &system2) {
    return {const_cast<thrust::cpp::execution_policy<System1> &>(system1),
            const_cast<execution_policy<System2> &>(system2)};
}

} // namespace cuda_cub

namespace system {
namespace cuda {
namespace detail {
using thrust::cuda_cub::execution_policy;
using thrust::cuda_cub::tag;
} // namespace detail
using thrust::cuda_cub::execution_policy;
using thrust::cuda_cub::tag;
} // namespace cuda
} // namespace system

namespace cuda {
using thrust::cuda_cub::execution_policy;
using thrust::cuda_cub::tag;
} // namespace cuda

THRUST_NAMESPACE_END

#endif
