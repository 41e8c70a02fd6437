// SPDX-License-Identifier: MIT
// The driver API, as far as include/cuda.h has it: each function is the runtime's under another
// name, with codes of the same numbers. A context is a device; the handle is its number, from 1.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "cuda.h"
#include "diagnose/diagnose.h"

#define ALIVE()                                                                                    \
    do {                                                                                           \
        if (!__atomic_load_n(&cuda_cpu_started, __ATOMIC_RELAXED))                                 \
            return CUDA_ERROR_NOT_INITIALIZED;                                                     \
    } while (0)

// The runtime's answer as the driver's: it does not become the runtime's last error.
static CUresult result(cudaError_t error) {
    if (error != cudaSuccess)
        cudaGetLastError();
    return (CUresult)error;
}

CUresult cuInit(unsigned flags) {
    if (flags != 0)
        return CUDA_ERROR_INVALID_VALUE;
    __atomic_store_n(&cuda_cpu_started, true, __ATOMIC_RELAXED);
    return CUDA_SUCCESS;
}

CUresult cuDriverGetVersion(int *version) {
    return result(cudaDriverGetVersion(version));
}

CUresult cuGetErrorName(CUresult error, const char **name) {
    if (!name)
        return CUDA_ERROR_INVALID_VALUE;
    switch ((int)error) {
#define NAMED(number, text)                                                                        \
    case number:                                                                                   \
        *name = #text;                                                                             \
        return CUDA_SUCCESS;
        CUDA_CPU_RESULTS(NAMED)
#undef NAMED
    default:
        *name = NULL;
        return CUDA_ERROR_INVALID_VALUE;
    }
}

CUresult cuGetErrorString(CUresult error, const char **text) {
    const CUresult known = cuGetErrorName(error, text);
    if (known == CUDA_SUCCESS)
        *text = cudaGetErrorString((cudaError_t)error);
    return known;
}

// ---- devices and contexts ----------------------------------------------------------------------

CUresult cuDeviceGetCount(int *count) {
    ALIVE();
    return result(cudaGetDeviceCount(count));
}

CUresult cuDeviceGet(CUdevice *device, int number) {
    int count = 0;
    ALIVE();
    if (!device)
        return CUDA_ERROR_INVALID_VALUE;
    cudaGetDeviceCount(&count);
    if (number < 0 || number >= count)
        return CUDA_ERROR_INVALID_DEVICE;
    *device = number;
    return CUDA_SUCCESS;
}

CUresult cuDeviceGetName(char *name, int room, CUdevice device) {
    struct cudaDeviceProp p;
    ALIVE();
    if (!name || room < 1)
        return CUDA_ERROR_INVALID_VALUE;
    const CUresult error = result(cudaGetDeviceProperties(&p, device));
    if (error == CUDA_SUCCESS)
        snprintf(name, (size_t)room, "%s", p.name);
    return error;
}

CUresult cuDeviceTotalMem(size_t *bytes, CUdevice device) {
    struct cudaDeviceProp p;
    ALIVE();
    if (!bytes)
        return CUDA_ERROR_INVALID_VALUE;
    const CUresult error = result(cudaGetDeviceProperties(&p, device));
    if (error == CUDA_SUCCESS)
        *bytes = p.totalGlobalMem;
    return error;
}

CUresult cuDeviceGetAttribute(int *value, CUdevice_attribute attribute, CUdevice device) {
    ALIVE();
    return result(cudaDeviceGetAttribute(value, (enum cudaDeviceAttr)attribute, device));
}

CUresult cuCtxSetCurrent(CUcontext context) {
    ALIVE();
    return context ? result(cudaSetDevice((int)(uintptr_t)context - 1)) : CUDA_SUCCESS;
}

CUresult cuDevicePrimaryCtxRetain(CUcontext *context, CUdevice device) {
    CUdevice there;
    if (!context)
        return CUDA_ERROR_INVALID_VALUE;
    const CUresult error = cuDeviceGet(&there, device);
    if (error == CUDA_SUCCESS)
        *context = (CUcontext)(uintptr_t)(device + 1);
    return error;
}

CUresult cuDevicePrimaryCtxRelease(CUdevice device) {
    CUdevice there;
    return cuDeviceGet(&there, device);
}

CUresult cuCtxCreate(CUcontext *context, CUctxCreateParams *parameters, unsigned flags,
                     CUdevice device) {
    (void)parameters, (void)flags;
    const CUresult error = cuDevicePrimaryCtxRetain(context, device);
    return error == CUDA_SUCCESS ? cuCtxSetCurrent(*context) : error;
}

CUresult cuCtxDestroy(CUcontext context) {
    ALIVE();
    return context ? CUDA_SUCCESS : CUDA_ERROR_INVALID_CONTEXT;
}

CUresult cuCtxGetDevice(CUdevice *device) {
    ALIVE();
    return result(cudaGetDevice(device));
}

CUresult cuCtxGetCurrent(CUcontext *context) {
    CUdevice device;
    if (!context)
        return CUDA_ERROR_INVALID_VALUE;
    const CUresult error = cuCtxGetDevice(&device);
    return error == CUDA_SUCCESS ? cuDevicePrimaryCtxRetain(context, device) : error;
}

CUresult cuCtxSynchronize(void) {
    ALIVE();
    return result(cudaDeviceSynchronize());
}

// ---- memory ------------------------------------------------------------------------------------

CUresult cuMemGetInfo(size_t *free_bytes, size_t *total_bytes) {
    ALIVE();
    return result(cudaMemGetInfo(free_bytes, total_bytes));
}

CUresult cuMemAlloc(CUdeviceptr *pointer, size_t bytes) {
    void *start = NULL;
    ALIVE();
    if (!pointer || bytes == 0)
        return CUDA_ERROR_INVALID_VALUE;
    const CUresult error = result(cuda_cpu_malloc(&start, bytes));
    *pointer = (CUdeviceptr)(uintptr_t)start;
    return error;
}

CUresult cuMemFree(CUdeviceptr pointer) {
    ALIVE();
    return pointer ? result(cudaFree((void *)(uintptr_t)pointer)) : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuMemcpyHtoD(CUdeviceptr to, const void *from, size_t bytes) {
    ALIVE();
    return result(cudaMemcpy((void *)(uintptr_t)to, from, bytes, cudaMemcpyHostToDevice));
}

CUresult cuMemcpyDtoH(void *to, CUdeviceptr from, size_t bytes) {
    ALIVE();
    return result(cudaMemcpy(to, (const void *)(uintptr_t)from, bytes, cudaMemcpyDeviceToHost));
}

CUresult cuMemcpyDtoD(CUdeviceptr to, CUdeviceptr from, size_t bytes) {
    ALIVE();
    return result(cudaMemcpy((void *)(uintptr_t)to, (const void *)(uintptr_t)from, bytes,
                             cudaMemcpyDeviceToDevice));
}

CUresult cuMemsetD8(CUdeviceptr to, unsigned char value, size_t count) {
    ALIVE();
    return result(cudaMemset((void *)(uintptr_t)to, value, count));
}

CUresult cuMemsetD32(CUdeviceptr to, unsigned value, size_t count) {
    static const size_t AT_ONCE = 4096; // numbers
    unsigned numbers[4096];
    CUresult error = CUDA_SUCCESS;
    ALIVE();
    for (size_t i = 0; i < AT_ONCE; i++)
        numbers[i] = value;
    for (; count > 0 && error == CUDA_SUCCESS; to += sizeof numbers) {
        const size_t now = count < AT_ONCE ? count : AT_ONCE;
        error = cuMemcpyHtoD(to, numbers, now * sizeof *numbers);
        count -= now;
    }
    return error;
}
