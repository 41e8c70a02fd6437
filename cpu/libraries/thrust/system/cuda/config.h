// SPDX-License-Identifier: MIT
// Takes the place of Thrust's own, which asks for CUB.
#ifndef CUDA_CPU_THRUST_CONFIG_H
#define CUDA_CPU_THRUST_CONFIG_H

#include <thrust/detail/config.h>

#include <cuda_runtime.h>

#define THRUST_RUNTIME_FUNCTION __host__ __device__ inline
#define THRUST_HOST_FUNCTION __host__ inline
#define THRUST_DEVICE_FUNCTION __device__ inline
#define THRUST_FUNCTION __host__ __device__ inline

#endif
