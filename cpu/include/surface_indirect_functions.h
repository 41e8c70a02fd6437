// SPDX-License-Identifier: MIT
// CUDA on the CPU: surface objects, by the toolkit's header's name.
#include "cuda_runtime.h"
