// SPDX-License-Identifier: MIT
// CUDA on the CPU: what the toolkit has in a header of this name. To where a conversion rounds.
#ifndef CUDA_CPU_DEVICE_TYPES_H
#define CUDA_CPU_DEVICE_TYPES_H

enum cudaRoundMode { cudaRoundNearest, cudaRoundZero, cudaRoundPosInf, cudaRoundMinInf };

#endif
