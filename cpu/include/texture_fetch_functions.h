// SPDX-License-Identifier: MIT
// CUDA on the CPU: texture objects, by the toolkit's header's name.
#include "cuda_runtime.h"
