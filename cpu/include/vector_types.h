// SPDX-License-Identifier: MIT
// CUDA on the CPU: the vector types, by the toolkit's header's name.
#include "cuda_runtime.h"
