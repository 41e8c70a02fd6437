// SPDX-License-Identifier: MIT
// Which error a bad call returns, as an H200 does: symbols and kernels that are none, captures,
// pitches, arrays, textures, peers; and what a reset leaves after a crash.
#include <string.h>

#include "tap.h"

__device__ int variable[16];
__constant__ float table[8];
__global__ void write(int *p) { *p = 1; }

static void symbols(char *host) {
    void *address;
    size_t bytes;
    int *heap = (int *)malloc(64);
    must(cudaGetSymbolSize(&bytes, variable));
    ok(bytes == sizeof variable, "the size of a variable");
    must(cudaGetSymbolAddress(&address, table));
    char local[64];
    answers(cudaErrorInvalidSymbol, cudaGetSymbolAddress(&address, local));
    answers(cudaErrorInvalidSymbol, cudaGetSymbolSize(&bytes, local));
    answers(cudaErrorInvalidSymbol, cudaMemcpyToSymbol(local, host, 4));
    answers(cudaErrorInvalidSymbol, cudaMemcpyFromSymbol(host, *heap, 4));
    answers(cudaErrorInvalidValue, cudaMemcpy(host, local, 4, cudaMemcpyDeviceToHost));
    free(heap);
}

static void kernels(char *host) {
    cudaFuncAttributes attributes;
    void *arguments[] = {&host};
    const void *const data = host;
    answers(cudaErrorInvalidResourceHandle, cudaFuncSetAttribute(data, cudaFuncAttributeMaxDynamicSharedMemorySize, 1));
    answers(cudaErrorInvalidResourceHandle, cudaFuncGetAttributes(&attributes, data));
    answers(cudaErrorInvalidResourceHandle, cudaLaunchKernel(data, dim3(1), dim3(1), arguments, 0, 0));
    answers(cudaSuccess, cudaFuncGetAttributes(&attributes, write));
}

static void captures(void) {
    cudaStream_t stream, other;
    cudaGraph_t graph;
    cudaGraphNode_t node;
    void *pointer;
    make_all(stream, other);
    must(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    answers(cudaErrorStreamCaptureUnsupported, cudaMalloc(&pointer, 64));
    answers(cudaErrorStreamCaptureInvalidated, cudaStreamEndCapture(stream, &graph));
    must(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed));
    answers(cudaSuccess, cudaMalloc(&pointer, 64));
    answers(cudaSuccess, cudaStreamEndCapture(stream, &graph));
    must(cudaFree(pointer));
    must(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    answers(cudaSuccess, cudaMallocAsync(&pointer, 64, other));
    answers(cudaSuccess, cudaStreamEndCapture(stream, &graph));
    answers(cudaErrorInvalidValue, cudaGraphAddKernelNode(&node, graph, NULL, 0, NULL));
    must(cudaFreeAsync(pointer, other));
    must(cudaDeviceSynchronize());
    cudaGetLastError();
}

static void arrays(char *host, int *dev) {
    const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    const cudaMemcpyKind up = cudaMemcpyHostToDevice, down = cudaMemcpyDeviceToHost;
    cudaArray_t array;
    must(cudaMallocArray(&array, &format, 8, 8));
    answers(cudaErrorInvalidValue, cudaMemset2D(dev, 8, 0, 16, 2));
    answers(cudaErrorInvalidPitchValue, cudaMemcpy2DToArray(array, 0, 0, host, 32, 33, 8, up));
    answers(cudaErrorInvalidValue, cudaMemcpy2DToArray(array, 0, 0, host, 32, 32, 9, up));
    answers(cudaErrorInvalidMemcpyDirection, cudaMemcpy2DFromArray(host, 32, array, 0, 0, 32, 8, up));
    answers(cudaErrorInvalidResourceHandle, cudaMemcpy2DToArray(NULL, 0, 0, host, 32, 32, 8, up));
    answers(cudaSuccess, cudaMemcpy2DFromArray(host, 32, array, 0, 0, 32, 8, down));

    cudaResourceDesc resource = {};
    cudaTextureDesc how = {};
    cudaTextureObject_t texture;
    cudaSurfaceObject_t surface;
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    answers(cudaErrorInvalidResourceHandle, cudaCreateTextureObject(&texture, &resource, NULL, NULL));
    how.readMode = cudaReadModeNormalizedFloat;
    answers(cudaErrorInvalidNormSetting, cudaCreateTextureObject(&texture, &resource, &how, NULL));
    answers(cudaSuccess, cudaCreateSurfaceObject(&surface, &resource));
    answers(cudaSuccess, cudaDestroyTextureObject(0));

    char rows[160];
    cudaPitchedPtr volume;
    must(cudaMalloc3D(&volume, make_cudaExtent(40, 2, 2)));
    cudaMemcpy3DParms p = {};
    p.srcPtr = volume;
    p.dstPtr = make_cudaPitchedPtr(rows, 10, 10, 2);
    p.extent = make_cudaExtent(40, 2, 2);
    p.kind = down;
    answers(cudaErrorInvalidPitchValue, cudaMemcpy3D(&p));
    p.dstPtr.pitch = 40;
    answers(cudaSuccess, cudaMemcpy3D(&p));
    p.srcPos = make_cudaPos(volume.pitch - 39, 0, 0); // past the pitch, and past a plane's rows: by the position
    answers(cudaErrorInvalidValue, cudaMemcpy3D(&p));
    p.srcPos = make_cudaPos(0, 1, 0), p.extent.depth = 1;
    answers(cudaErrorInvalidValue, cudaMemcpy3D(&p));
    p.srcPos = {}, p.srcPtr.ysize = p.dstPtr.ysize = 0; // which a single plane does without
    answers(cudaSuccess, cudaMemcpy3D(&p));
}

static void devices(void) {
    int device;
    answers(cudaErrorPeerAccessUnsupported, cudaDeviceEnablePeerAccess(0, 0));
    answers(cudaErrorPeerAccessNotEnabled, cudaDeviceDisablePeerAccess(0));
    answers(cudaErrorInvalidValue, cudaDeviceGetByPCIBusId(&device, "none"));
    answers(cudaSuccess, cudaMemGetInfo(NULL, NULL));
}

int main(void) {
    char host[4096];
    int *dev;
    memset(host, 0, sizeof host);
    must(cudaMalloc(&dev, sizeof host));
    symbols(host);
    kernels(host);
    captures();
    arrays(host, dev);
    devices();

    write<<<1, 1>>>((int *)16);
    answers(cudaErrorIllegalAddress, cudaDeviceSynchronize());
    answers(cudaSuccess, cudaSetDevice(0));
    answers(cudaErrorIllegalAddress, cudaMalloc(&dev, 4));
    answers(cudaSuccess, cudaDeviceReset());
    answers(cudaErrorIllegalAddress, cudaGetLastError());
    answers(cudaSuccess, cudaGetLastError());
    answers(cudaErrorDevicesUnavailable, cudaSetDevice(0));
    answers(cudaErrorDevicesUnavailable, cudaInitDevice(0, 0, 0));
    answers(cudaErrorDevicesUnavailable, cudaMalloc(&dev, 4));
    answers(cudaErrorDevicesUnavailable, cudaFree(dev));
    return done_testing();
}
