// SPDX-License-Identifier: MIT
// What a device says of itself, in the fields that an old cudaDeviceProp had.
#include "../common/book.h"

int main(void) {
    cudaDeviceProp prop;
    int count, dev, value;
    HANDLE_ERROR(cudaGetDeviceCount(&count));
    memset(&prop, 0, sizeof(cudaDeviceProp));
    prop.major = 1;
    prop.minor = 3;
    HANDLE_ERROR(cudaChooseDevice(&dev, &prop));
    for (int i = 0; i < count; i++) {
        HANDLE_ERROR(cudaGetDeviceProperties(&prop, i));
        printf("%d: %s, capability %d.%d, %d multiprocessors\n", i, prop.name, prop.major, prop.minor,
               prop.multiProcessorCount);
        printf("clock %d kHz, memory clock %d kHz\n", prop.clockRate, prop.memoryClockRate);
        printf("copies while it computes: %d, kernels have a time limit: %d, mode %d\n", prop.deviceOverlap,
               prop.kernelExecTimeoutEnabled, prop.computeMode);
        printf("longest linear texture %d, ratio %d\n", prop.maxTexture1DLinear, prop.singleToDoublePrecisionPerfRatio);
        HANDLE_ERROR(cudaDeviceGetAttribute(&value, cudaDevAttrClockRate, i));
        if (value != prop.clockRate || prop.maxTexture1DLinear < 1 || prop.name[0] == 0) return 1;
    }
    struct cudaDeviceProp again = {0};
    if (cudaGetDeviceProperties(&again, count) == cudaSuccess) return 1;
    return count > 0 && dev < count ? 0 : 1;
}
