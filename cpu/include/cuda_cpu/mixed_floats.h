// SPDX-License-Identifier: MIT
// A half and a bfloat16 do not add up: the toolkit's convert to many numbers each, so that a
// program has to say in which to reckon. Ours convert to float alone, and would.
#ifndef CUDA_CPU_MIXED_FLOATS_H
#define CUDA_CPU_MIXED_FLOATS_H

#define CUDA_CPU_OPERATOR(result, operation)                                                       \
    result operator operation(const __half &, const __nv_bfloat16 &) = delete;                     \
    result operator operation(const __nv_bfloat16 &, const __half &) = delete;
CUDA_CPU_OPERATOR(float, +)
CUDA_CPU_OPERATOR(float, -)
CUDA_CPU_OPERATOR(float, *)
CUDA_CPU_OPERATOR(float, /)
CUDA_CPU_OPERATOR(bool, ==)
CUDA_CPU_OPERATOR(bool, !=)
CUDA_CPU_OPERATOR(bool, <)
CUDA_CPU_OPERATOR(bool, <=)
CUDA_CPU_OPERATOR(bool, >)
CUDA_CPU_OPERATOR(bool, >=)
#undef CUDA_CPU_OPERATOR

#endif
