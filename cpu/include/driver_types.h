// SPDX-License-Identifier: MIT
// CUDA on the CPU: the runtime's types, by the toolkit's header's name.
#include "cuda_runtime.h"
