// SPDX-License-Identifier: MIT
// What a stream calls, by cudaStreamAddCallback, cudaLaunchHostFunc or a graph's node, may not call the runtime: each
// call that would use the device is refused there, none waits for ever, and the host goes on. An event that has been
// reached needs no waiting. The codes are an H200's. After a crash host functions are not called.
// says cudaDeviceSynchronize at .*: called by a function that a stream calls, which may not call the runtime
// says cudaStreamSynchronize at
// says cudaMalloc at
// says cudaFree at
// says cudaMemcpy at
// says cudaMemcpyAsync at
// says cudaMemset at
// says cudaMemcpyFromSymbol at
// says cudaStreamCreate at
// says cudaSetDevice at
// says cudaGetDevice at
// says cudaDeviceGetAttribute at
// says cudaStreamGetFlags at
// says cudaStreamAddCallback at
// says cudaLaunchHostFunc at
// says kernel crashes
// says kernel nothing at .*: launched by a function that a stream calls, which may not call the runtime
#include <stdio.h>

__device__ int variable;
__global__ void nothing() {}
__global__ void crashes(int *p) { *p = 1; }

static cudaStream_t stream;
static cudaEvent_t event;
static int *dev, refused, others;

static void note(cudaError_t e) { ++*(e == cudaErrorNotPermitted ? &refused : &others); }

static void CUDART_CB empty(cudaStream_t, cudaError_t, void *) {}

static void call_all() {
    int *p, host = 0, n;
    float ms;
    cudaStream_t s;
    note(cudaDeviceSynchronize());
    note(cudaStreamSynchronize(stream));
    others += cudaEventSynchronize(event) || cudaEventQuery(event) || cudaEventElapsedTime(&ms, event, event) ||
              cudaGetDeviceCount(&n) || cudaStreamAddCallback(stream, NULL, NULL, 0) != cudaErrorInvalidValue;
    cudaGetLastError();
    note(cudaStreamAddCallback(stream, empty, NULL, 0));
    note(cudaLaunchHostFunc(stream, NULL, NULL));
    note(cudaStreamGetFlags(stream, (unsigned *)&n));
    note(cudaGetDevice(&n));
    note(cudaDeviceGetAttribute(&n, cudaDevAttrWarpSize, 0));
    note(cudaMalloc(&p, 4));
    note(cudaFree(dev));
    note(cudaMemcpy(&host, dev, 4, cudaMemcpyDeviceToHost));
    note(cudaMemcpyAsync(&host, dev, 4, cudaMemcpyDeviceToHost, stream));
    note(cudaMemset(dev, 0, 4));
    note(cudaMemcpyFromSymbol(&host, variable, 4));
    note(cudaStreamCreate(&s));
    note(cudaSetDevice(0));
    nothing<<<1, 1>>>();
    note(cudaGetLastError());
}

static void CUDART_CB callback(cudaStream_t, cudaError_t, void *) { call_all(); }
static void CUDART_CB function(void *) { call_all(); }

int main() {
    enum { CALLS = 16 };
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaStreamCreate(&stream);
    cudaEventCreate(&event);
    cudaMalloc(&dev, 4);
    cudaEventRecord(event, stream);
    nothing<<<1, 1, 0, stream>>>();
    cudaStreamAddCallback(stream, callback, NULL, 0);
    cudaLaunchHostFunc(stream, function, NULL);
    int wrong = cudaStreamSynchronize(stream) != cudaSuccess || refused != 2 * CALLS;

    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    cudaLaunchHostFunc(stream, function, NULL);
    cudaStreamEndCapture(stream, &graph);
    const cudaHostNodeParams node = {function, NULL};
    cudaGraphNode_t added;
    cudaGraphAddHostNode(&added, graph, NULL, 0, &node);
    cudaGraphInstantiate(&exec, graph, 0);
    cudaGraphLaunch(exec, stream);
    wrong |= cudaDeviceSynchronize() != cudaSuccess || refused != 4 * CALLS || others != 0;
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    wrong |= cudaStreamAddCallback(stream, callback, NULL, 0) != cudaErrorStreamCaptureUnsupported ||
             cudaStreamEndCapture(stream, &graph) != cudaErrorStreamCaptureInvalidated;
    printf("%d calls were refused, %d were not\n", refused, others);
    wrong |= cudaFree(dev) != cudaSuccess;
    crashes<<<1, 1, 0, stream>>>((int *)16);
    cudaLaunchHostFunc(stream, function, NULL);
    return wrong || cudaStreamSynchronize(stream) != cudaErrorIllegalAddress || refused != 4 * CALLS;
}
