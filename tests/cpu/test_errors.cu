// SPDX-License-Identifier: MIT
// The runtime's answers to mistakes, and to what looks like one: the codes are those that an H200
// gave with CUDA 13.0. Every failure becomes the last error; cudaGetLastError clears it.
#include <string.h>

#include "tap.h"

__constant__ int table[16];

int main(void) {
    char host[64] = {0}, *dev, *second;
    void *pointer;
    must(cudaMalloc(&dev, 64));

    answers(cudaErrorInvalidValue, cudaMemcpy(dev, host, 65, cudaMemcpyHostToDevice));
    answers(cudaErrorInvalidValue, cudaPeekAtLastError());
    answers(cudaErrorInvalidValue, cudaGetLastError());
    answers(cudaSuccess, cudaGetLastError());

    answers(cudaErrorInvalidValue, cudaFree(host));
    answers(cudaSuccess, cudaFree(NULL));
    answers(cudaSuccess, cudaMalloc(&pointer, 0));
    answers(cudaErrorMemoryAllocation, cudaMalloc(&pointer, (size_t)1 << 60));
    answers(cudaErrorInvalidValue, cudaMalloc((void **)NULL, 4));
    answers(cudaErrorMemoryAllocation, cudaHostAlloc(&pointer, (size_t)1 << 55, 0));
    answers(cudaErrorInvalidValue, cudaFreeHost(host));
    answers(cudaSuccess, cudaFreeHost(NULL));
    must(cudaMalloc(&second, 100));
    answers(cudaSuccess, cudaFree(second));
    answers(cudaErrorInvalidValue, cudaFree(second));
    answers(cudaErrorInvalidValue, cudaFree(dev + 8));

    answers(cudaErrorInvalidValue, cudaMemcpy(dev + 32, host, 33, cudaMemcpyHostToDevice));
    answers(cudaErrorInvalidValue, cudaMemcpy(host, dev + 32, 33, cudaMemcpyDeviceToHost));
    answers(cudaErrorInvalidValue, cudaMemcpy(dev, host, 64, cudaMemcpyDeviceToHost));
    answers(cudaErrorInvalidValue, cudaMemcpy(dev, host, 64, cudaMemcpyDeviceToDevice));
    answers(cudaErrorInvalidValue, cudaMemcpy(host, host, 64, cudaMemcpyHostToDevice));
    answers(cudaErrorInvalidValue, cudaMemcpy(host, host, 64, cudaMemcpyDeviceToDevice));
    answers(cudaSuccess, cudaMemcpy(dev, dev, 64, cudaMemcpyHostToDevice)); // one address space
    answers(cudaSuccess, cudaMemcpy(host, dev, 64, cudaMemcpyHostToHost));
    answers(cudaErrorInvalidMemcpyDirection, cudaMemcpy(dev, host, 4, (cudaMemcpyKind)9));
    answers(cudaSuccess, cudaMemcpy(dev, host, 0, cudaMemcpyHostToDevice));
    answers(cudaSuccess, cudaMemcpy(dev, host, 64, cudaMemcpyDefault));
    answers(cudaErrorInvalidValue, cudaMemset(dev, 0, 65));
    answers(cudaErrorInvalidValue, cudaMemset(dev + 1, 0, 64));
    answers(cudaErrorInvalidValue, cudaMemcpyToSymbol(table, host, 65));
    answers(cudaErrorInvalidValue, cudaMemcpyToSymbol(table, host, 8, 60));
    answers(cudaSuccess, cudaMemcpyToSymbol(table, host, 64));

    answers(cudaErrorInvalidValue, cudaMemset(host, 0, 4));
    answers(cudaErrorInvalidPitchValue, cudaMemcpy2D(dev, 4, host, 8, 8, 2, cudaMemcpyHostToDevice));
    answers(cudaErrorInvalidValue, cudaMemcpy2D(dev, 16, host, 16, 16, 5, cudaMemcpyHostToDevice));
    answers(cudaErrorInvalidResourceHandle, cudaStreamDestroy(0));
    answers(cudaErrorInvalidResourceHandle, cudaEventDestroy(0));
    answers(cudaErrorInvalidValue, cudaHostAlloc(&pointer, 4, 99));
    answers(cudaErrorInvalidValue, cudaHostGetDevicePointer(&pointer, host, 0));

    cudaEvent_t start, stop;
    float ms;
    make_all(start, stop);
    answers(cudaErrorInvalidResourceHandle, cudaEventElapsedTime(&ms, start, stop));
    answers(cudaSuccess, cudaEventQuery(start));
    answers(cudaSuccess, cudaEventSynchronize(start));
    must(cudaEventRecord(start));
    answers(cudaErrorInvalidResourceHandle, cudaEventElapsedTime(&ms, start, stop));
    must(cudaEventRecord(stop));
    must(cudaEventSynchronize(stop));
    answers(cudaSuccess, cudaEventElapsedTime(&ms, start, stop));
    ok(ms >= 0 && ms < 60000, "an elapsed time");
    free_all(start, stop);
    must(cudaEventCreateWithFlags(&start, cudaEventDisableTiming));
    must(cudaEventCreateWithFlags(&stop, cudaEventDisableTiming));
    must(cudaEventRecord(start));
    must(cudaEventRecord(stop));
    must(cudaEventSynchronize(stop));
    answers(cudaErrorInvalidResourceHandle, cudaEventElapsedTime(&ms, start, stop));
    free_all(start, stop);

    struct cudaDeviceProp properties;
    int value;
    answers(cudaErrorInvalidDevice, cudaSetDevice(99));
    answers(cudaErrorInvalidDevice, cudaSetDevice(-1));
    answers(cudaErrorInvalidDevice, cudaGetDeviceProperties(&properties, 99));
    answers(cudaErrorInvalidValue, cudaDeviceGetAttribute(&value, (cudaDeviceAttr)9999, 0));
    answers(cudaErrorInvalidDevice, cudaDeviceGetAttribute(&value, cudaDevAttrWarpSize, 99));
    answers(cudaSuccess, cudaDeviceGetAttribute(&value, cudaDevAttrWarpSize, 0));
    ok(value == 32, "a warp has 32 threads");
    must(cudaGetDeviceProperties(&properties, 0));
    ok(properties.name[0] && properties.multiProcessorCount > 0 && properties.totalGlobalMem > 0, "the device: %s",
       properties.name);
    ok(properties.maxThreadsPerBlock == 1024 && properties.totalConstMem == 65536,
       "its limits are those that launches are held to");

    ok(strcmp(cudaGetErrorName(cudaErrorIllegalAddress), "cudaErrorIllegalAddress") == 0 &&
           strcmp(cudaGetErrorString(cudaErrorInvalidValue), "invalid argument") == 0 &&
           strcmp(cudaGetErrorString((cudaError_t)12345), "unrecognized error code") == 0,
       "errors have names and texts");
    cudaGetLastError();
    must(cudaFree(dev));
    answers(cudaSuccess, cudaGetLastError());
    return done_testing();
}
