// SPDX-License-Identifier: MIT
// The host's side of CUDA: the runtime functions that the CPU backend answers, with the error codes
// that a GPU's runtime gives for the same mistakes. Readable from C, as the runtime itself is.
#ifndef CUDA_CPU_API_H
#define CUDA_CPU_API_H

#include "cuda_cpu/errors.h"
#include "cuda_cpu/device_api.h"
#include "cuda_cpu/stream_api.h"
#include "cuda_cpu/memory_api.h"
#include "cuda_cpu/array_api.h"
#include "cuda_cpu/texture_api.h"
#include "cuda_cpu/graphics_api.h"

#ifdef __cplusplus
extern "C" {
#endif

cudaError_t cudaGetLastError(void); // the last failure of this host thread; clears it
cudaError_t cudaPeekAtLastError(void);
const char *cudaGetErrorName(cudaError_t error);
const char *cudaGetErrorString(cudaError_t error);

#ifdef __cplusplus
} // extern "C"
#endif

#endif
