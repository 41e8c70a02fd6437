// SPDX-License-Identifier: MIT
// For headers whose functions a source of the host's may call, too (halves, random numbers): what
// these are made of, where cuda_runtime.h leaves it out.
#ifndef CUDA_CPU_BOTH_SIDES_H
#define CUDA_CPU_BOTH_SIDES_H

#include "cuda_runtime.h"

#ifndef CUDA_CPU_DEVICE
#include <math.h>
#include <new>
#include <string.h>
#include <type_traits>
#include <utility>

#include "cuda_cpu/launch.h"
#include "cuda_cpu/device.h"
#endif

#endif
