// SPDX-License-Identifier: MIT
// The part of the driver API that programs use beside the runtime.
#include <cuda.h>
#include <string.h>

#include "tap.h"

static bool is(CUresult expected, CUresult got) {
    if (got != expected) printf("# %d, not %d\n", (int)got, (int)expected);
    return got == expected;
}

__global__ void twice(int *numbers) { numbers[threadIdx.x] *= 2; }

int main(void) {
    enum { COUNT = 64 };
    int count = 0, value = 0, of_runtime = 0, version = 0;
    size_t total = 0, free_bytes = 0, all = 0;
    char name[256];
    const char *text = NULL;
    CUdevice device = -1;

    ok(is(CUDA_ERROR_NOT_INITIALIZED, cuDeviceGetCount(&count)), "nothing goes before cuInit");
    ok(is(CUDA_SUCCESS, cuInit(0)) && is(CUDA_SUCCESS, cuDeviceGetCount(&count)) && count >= 1,
       "cuInit; how many devices");
    ok(is(CUDA_SUCCESS, cuDriverGetVersion(&version)) && version >= 11000, "the version");
    ok(is(CUDA_SUCCESS, cuDeviceGet(&device, 0)) && device == 0 &&
           is(CUDA_ERROR_INVALID_DEVICE, cuDeviceGet(&device, 99)),
       "cuDeviceGet");
    device = 0;
    cudaDeviceProp prop;
    must(cudaGetDeviceProperties(&prop, 0));
    ok(is(CUDA_SUCCESS, cuDeviceGetName(name, sizeof name, device)) && strcmp(name, prop.name) == 0, "its name");
    ok(is(CUDA_SUCCESS, cuDeviceTotalMem(&total, device)) && total == prop.totalGlobalMem, "its memory");
    must(cudaDeviceGetAttribute(&of_runtime, cudaDevAttrMultiProcessorCount, 0));
    ok(is(CUDA_SUCCESS, cuDeviceGetAttribute(&value, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, device)) &&
           value == of_runtime,
       "an attribute");

    CUcontext context = NULL, current = NULL;
    ok(is(CUDA_SUCCESS, cuDevicePrimaryCtxRetain(&context, device)) && is(CUDA_SUCCESS, cuCtxSetCurrent(context)) &&
           is(CUDA_SUCCESS, cuCtxGetCurrent(&current)) && current == context,
       "the device's context");
    ok(is(CUDA_SUCCESS, cuMemGetInfo(&free_bytes, &all)) && free_bytes > 0 && free_bytes <= all, "cuMemGetInfo");

    CUdeviceptr numbers = 0, copy = 0, none = 0;
    int out[COUNT];
    bool right = is(CUDA_SUCCESS, cuMemAlloc(&numbers, sizeof out)) &&
                 is(CUDA_SUCCESS, cuMemAlloc(&copy, sizeof out)) && is(CUDA_SUCCESS, cuMemsetD32(numbers, 21, COUNT));
    twice<<<1, COUNT>>>((int *)numbers);
    right = right && is(CUDA_SUCCESS, cuCtxSynchronize()) &&
            is(CUDA_SUCCESS, cuMemcpyDtoD(copy, numbers, sizeof out)) &&
            is(CUDA_SUCCESS, cuMemcpyDtoH(out, copy, sizeof out));
    for (int i = 0; i < COUNT; i++) right = right && out[i] == 42;
    ok(right, "memory of the driver's in a kernel of the runtime's");
    ok(is(CUDA_ERROR_INVALID_VALUE, cuMemAlloc(&none, 0)), "no bytes");
    ok(is(CUDA_SUCCESS, cuMemFree(numbers)), "cuMemFree");

    ok(is(CUDA_SUCCESS, cuGetErrorName(CUDA_ERROR_OUT_OF_MEMORY, &text)) &&
           strcmp(text, "CUDA_ERROR_OUT_OF_MEMORY") == 0 &&
           is(CUDA_SUCCESS, cuGetErrorString(CUDA_ERROR_OUT_OF_MEMORY, &text)) && strcmp(text, "out of memory") == 0 &&
           is(CUDA_ERROR_INVALID_VALUE, cuGetErrorName((CUresult)123456, &text)) && !text,
       "names and texts of errors");
    ok(is(CUDA_SUCCESS, cuDevicePrimaryCtxRelease(device)), "the context is given back");
    return done_testing();
}
