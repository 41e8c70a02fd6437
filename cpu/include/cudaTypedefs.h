// SPDX-License-Identifier: MIT
// Types of pointers to the driver API's functions, for those that cuda.h here declares.
#ifndef CUDA_CPU_TYPEDEFS_H
#define CUDA_CPU_TYPEDEFS_H

#include "cuda.h"

typedef decltype(&cuTensorMapEncodeTiled) PFN_cuTensorMapEncodeTiled_v12000;
typedef PFN_cuTensorMapEncodeTiled_v12000 PFN_cuTensorMapEncodeTiled;

#endif
