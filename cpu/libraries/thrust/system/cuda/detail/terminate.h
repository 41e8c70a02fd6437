// SPDX-License-Identifier: MIT
// How Thrust ends a kernel that has no memory left.
#ifndef CUDA_CPU_THRUST_TERMINATE_H
#define CUDA_CPU_THRUST_TERMINATE_H

#include <cstdio>

#include <thrust/system/cuda/detail/util.h>

THRUST_NAMESPACE_BEGIN

namespace system {
namespace cuda {
namespace detail {

__device__ inline void terminate() {
    thrust::cuda_cub::terminate();
}

__host__ __device__ inline void terminate_with_message(const char *message) {
    printf("%s\n", message);
    thrust::cuda_cub::terminate();
}

} // namespace detail
} // namespace cuda
} // namespace system

THRUST_NAMESPACE_END

#endif
