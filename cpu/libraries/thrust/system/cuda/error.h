// SPDX-License-Identifier: MIT
// The runtime's errors as thrust::system_error has them: of the category cuda_category().
#ifndef CUDA_CPU_THRUST_ERROR_H
#define CUDA_CPU_THRUST_ERROR_H

#include <string>

#include <thrust/system/cuda/config.h>
#include <thrust/system/error_code.h>

THRUST_NAMESPACE_BEGIN

namespace system {
namespace cuda {
namespace detail {

class error_category : public thrust::system::error_category {
  public:
    const char *name() const override { return "cuda"; }
    std::string message(int error) const override {
        return std::string(cudaGetErrorName((cudaError_t)error)) + ": " +
               cudaGetErrorString((cudaError_t)error);
    }
};

} // namespace detail
} // namespace cuda

inline const error_category &cuda_category() {
    static const cuda::detail::error_category category;
    return category;
}

} // namespace system

using system::cuda_category;

THRUST_NAMESPACE_END

#endif
