// SPDX-License-Identifier: MIT
// CUDA on the CPU: the device's intrinsics, by the toolkit's header's name.
#include "cuda_runtime.h"
