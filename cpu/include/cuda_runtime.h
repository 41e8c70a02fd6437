// SPDX-License-Identifier: MIT
// CUDA on the CPU: takes the toolkit's cuda_runtime.h's place, by its name.
#ifndef CUDA_CPU_RUNTIME_H
#define CUDA_CPU_RUNTIME_H

#define CUDA_CPU_BACKEND 1
#ifndef __CUDACC__
#define __CUDACC__ 1
#endif
#define __CUDA_ARCH__ 900 // in host code too: one compilation serves both
#define CUDART_VERSION 13000

#ifdef __CUDA__ // clangd's front end: whatever stands behind this may be called from either side
#include <new>
#include <tuple>
#include <type_traits>
#include <utility>
#pragma clang force_cuda_host_device begin
#endif

// nvcc includes these unasked, and CUDA code relies on it.
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
#include "cuda_cpu/cluster.h"
#include "cuda_cpu/pool.h"
#include "cuda_cpu/graph.h"

#ifdef __CUDA__
#include "cuda_cpu/editor.h"
#pragma clang force_cuda_host_device end
#endif

#endif
