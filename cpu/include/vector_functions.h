// SPDX-License-Identifier: MIT
// CUDA on the CPU: make_float3 and its kin, by the toolkit's header's name.
#include "cuda_runtime.h"
