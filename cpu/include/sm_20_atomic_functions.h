// SPDX-License-Identifier: MIT
// CUDA on the CPU: atomics, by the toolkit's header's name.
#include "cuda_runtime.h"
