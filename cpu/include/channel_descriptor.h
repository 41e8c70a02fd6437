// SPDX-License-Identifier: MIT
// CUDA on the CPU: channel descriptors, by the toolkit's header's name.
#include "cuda_runtime.h"
