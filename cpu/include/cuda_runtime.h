// SPDX-License-Identifier: MIT
// CUDA on the CPU: takes the toolkit's cuda_runtime.h's place, by its name.
#ifndef CUDA_CPU_RUNTIME_H
#define CUDA_CPU_RUNTIME_H

#include "cuda_cpu/macros_away.h"

#define CUDA_CPU_BACKEND 1
#define CUDART_VERSION 13000

// By these other headers know that the toolkit's are there.
#define __CUDA_RUNTIME_H__
#define __CUDA_RUNTIME_API_H__
#define __DRIVER_TYPES_H__
#define __DRIVER_FUNCTIONS_H__
#define __VECTOR_TYPES_H__
#define __VECTOR_FUNCTIONS_H__
#define __CHANNEL_DESCRIPTOR_H__
#define __HOST_DEFINES_H__

#if defined(__CUDACC__) || defined(__CUDA__)
#define CUDA_CPU_DEVICE 1 // code of the device is read here

#ifdef __CUDA__ // clangd's front end: whatever stands behind this may be called from either side
#include <new>
#include <tuple>
#include <type_traits>
#include <utility>
#pragma clang force_cuda_host_device begin
#endif

// nvcc includes these unasked, and CUDA code relies on it.
#include <ctype.h>
#include <limits.h>
#include <math.h>
#include <new>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <utility>

#include "device_types.h"
#include "cuda_cpu/api.h"
#include "cuda_cpu/types.h"
#include "cuda_cpu/launch.h"
#include "cuda_cpu/device.h"
#include "cuda_cpu/texture.h"
#include "cuda_cpu/surface.h"
#include "cuda_cpu/warp.h"
#include "cuda_cpu/function.h"
#include "cuda_cpu/count_names.h"
#include "cuda_cpu/cluster.h"
#include "cuda_cpu/pool.h"
#include "cuda_cpu/ptx.h"
#include "cuda_cpu/graph.h"

#ifdef __CUDA__
#include "cuda_cpu/editor.h"
#pragma clang force_cuda_host_device end
#endif

#else
#include "cuda_cpu/plain.h"
#endif

#include "library_types.h"

#include "cuda_cpu/macros_back.h"

#endif
