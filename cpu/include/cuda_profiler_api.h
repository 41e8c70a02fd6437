// SPDX-License-Identifier: MIT
// CUDA on the CPU: cudaProfilerStart and cudaProfilerStop, by the toolkit's header's name.
#include "cuda_runtime.h"
