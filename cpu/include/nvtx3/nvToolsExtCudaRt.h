// SPDX-License-Identifier: MIT
// NVTX: names for what the runtime made.
#ifndef CUDA_CPU_NVTX_CUDART_H
#define CUDA_CPU_NVTX_CUDART_H

#include "nvToolsExt.h"

#include "cuda_runtime_api.h"

static inline void nvtxNameCudaDeviceA(int device, const char *name) {
    (void)device, (void)name;
}
static inline void nvtxNameCudaStreamA(cudaStream_t stream, const char *name) {
    (void)stream, (void)name;
}
static inline void nvtxNameCudaEventA(cudaEvent_t event, const char *name) {
    (void)event, (void)name;
}
#define nvtxNameCudaDevice nvtxNameCudaDeviceA
#define nvtxNameCudaStream nvtxNameCudaStreamA
#define nvtxNameCudaEvent nvtxNameCudaEventA

#endif
