// SPDX-License-Identifier: MIT
// Of the runtime's device management: the functions and the fields of cudaDeviceProp that CUDA 13
// removed. CUDA 11 and 12 still have them.
#ifndef COMMON_LEGACY_DEVICE_H
#define COMMON_LEGACY_DEVICE_H

#include <cuda_runtime.h>

#if CUDART_VERSION >= 13000

// A process has had one context a device, not one a thread, since CUDA 4.
#define cudaThreadSynchronize cudaDeviceSynchronize
#define cudaThreadExit cudaDeviceReset
#define cudaThreadGetLimit cudaDeviceGetLimit
#define cudaThreadSetLimit cudaDeviceSetLimit
#define cudaThreadGetCacheConfig cudaDeviceGetCacheConfig
#define cudaThreadSetCacheConfig cudaDeviceSetCacheConfig

struct legacy_device_prop : cudaDeviceProp {
    int clockRate, memoryClockRate; // kHz
    int deviceOverlap, kernelExecTimeoutEnabled, computeMode, maxTexture1DLinear;
    int singleToDoublePrecisionPerfRatio, cooperativeMultiDeviceLaunch;
};

static inline cudaError_t cudaGetDeviceProperties(legacy_device_prop *prop, int device) {
    cudaError_t error = cudaGetDeviceProperties(static_cast<cudaDeviceProp *>(prop), device);
    const struct {
        int *field;
        cudaDeviceAttr attribute;
    } gone[] = {
        {&prop->clockRate, cudaDevAttrClockRate},
        {&prop->memoryClockRate, cudaDevAttrMemoryClockRate},
        {&prop->deviceOverlap, cudaDevAttrGpuOverlap},
        {&prop->kernelExecTimeoutEnabled, cudaDevAttrKernelExecTimeout},
        {&prop->computeMode, cudaDevAttrComputeMode},
        {&prop->maxTexture1DLinear, cudaDevAttrMaxTexture1DLinearWidth},
        {&prop->singleToDoublePrecisionPerfRatio, cudaDevAttrSingleToDoublePrecisionPerfRatio},
    };
    for (size_t i = 0; error == cudaSuccess && i < sizeof gone / sizeof *gone; i++)
        error = cudaDeviceGetAttribute(gone[i].field, gone[i].attribute, device);
    prop->cooperativeMultiDeviceLaunch = 0; // no toolkit that lacks the field can do it
    return error;
}

#define cudaDeviceProp legacy_device_prop

#endif

#endif
