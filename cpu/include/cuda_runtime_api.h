// SPDX-License-Identifier: MIT
// CUDA on the CPU: the runtime's functions, by the toolkit's header's name.
#include "cuda_runtime.h"
