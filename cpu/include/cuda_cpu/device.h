// SPDX-License-Identifier: MIT
// What device code may call beyond the C library, an idea a file.
#ifndef CUDA_CPU_DEVICE_H
#define CUDA_CPU_DEVICE_H

#include <math.h>

#include "cuda_cpu/host_defines.h"
#include "cuda_cpu/minmax.h"
#include "cuda_cpu/integer.h"
#include "cuda_cpu/simd.h"
#include "cuda_cpu/rounding.h"
#include "cuda_cpu/convert.h"
#include "cuda_cpu/math.h"
#include "cuda_cpu/nv_atomic.h"
#include "cuda_cpu/access.h"
#include "cuda_cpu/arithmetic.h"
#include "cuda_cpu/in_order.h"

#endif
