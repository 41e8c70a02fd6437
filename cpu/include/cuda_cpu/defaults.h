// SPDX-License-Identifier: MIT
// Arguments that C++ may leave out, and C may not.
#ifndef CUDA_CPU_DEFAULTS_H
#define CUDA_CPU_DEFAULTS_H

#ifdef __cplusplus
#define CUDA_CPU_DEFAULT(value) = value
#else
#define CUDA_CPU_DEFAULT(value)
#endif

#endif
