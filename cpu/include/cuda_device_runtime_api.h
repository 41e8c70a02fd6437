// SPDX-License-Identifier: MIT
// CUDA on the CPU: what the toolkit has in a header of this name.
#include "cuda_runtime.h"
