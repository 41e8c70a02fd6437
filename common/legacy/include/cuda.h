// SPDX-License-Identifier: MIT
// For want of the toolkit's cuda.h: programs include it out of habit and call the runtime. The
// driver API itself (cuInit ...) is not on the CPU backend.
#include <cuda_runtime.h>
