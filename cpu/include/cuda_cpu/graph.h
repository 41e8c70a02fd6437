// SPDX-License-Identifier: MIT
// Graphs: work captured from streams or put together by hand, launched as one.
#ifndef CUDA_CPU_GRAPH_H
#define CUDA_CPU_GRAPH_H

#include "cuda_cpu/api.h"

#ifdef __cplusplus
#include "cuda_cpu/types.h"
extern "C" {
#endif

typedef struct cuda_cpu_graph *cudaGraph_t;
typedef struct cuda_cpu_node *cudaGraphNode_t;
typedef struct cuda_cpu_graph_exec *cudaGraphExec_t;

enum cudaStreamCaptureMode {
    cudaStreamCaptureModeGlobal = 0,
    cudaStreamCaptureModeThreadLocal = 1,
    cudaStreamCaptureModeRelaxed = 2
};

enum cudaStreamCaptureStatus {
    cudaStreamCaptureStatusNone = 0,
    cudaStreamCaptureStatusActive = 1,
    cudaStreamCaptureStatusInvalidated = 2
};

struct cudaMemsetParams {
    void *dst;
    size_t pitch;
    unsigned value, elementSize; // elements of 1, 2 or 4 bytes
    size_t width, height;        // in elements, in rows
};

struct cudaHostNodeParams {
    cudaHostFn_t fn;
    void *userData;
};

cudaError_t cudaStreamBeginCapture(cudaStream_t stream, enum cudaStreamCaptureMode mode);
cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t *graph);
cudaError_t cudaStreamIsCapturing(cudaStream_t stream, enum cudaStreamCaptureStatus *status);

cudaError_t cudaGraphCreate(cudaGraph_t *graph, unsigned flags);
cudaError_t cudaGraphDestroy(cudaGraph_t graph);
cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t *nodes, size_t *count);
cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                  const cudaGraphNode_t *before, size_t count);
cudaError_t cudaGraphAddHostNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                 const cudaGraphNode_t *before, size_t count,
                                 const struct cudaHostNodeParams *parameters);
cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                   const cudaGraphNode_t *before, size_t count,
                                   const struct cudaMemsetParams *parameters);
cudaError_t cudaGraphAddMemcpyNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                   const cudaGraphNode_t *before, size_t count,
                                   const struct cudaMemcpy3DParms *parameters);
cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t *node, cudaGraph_t graph,
                                     const cudaGraphNode_t *before, size_t count, void *to,
                                     const void *from, size_t bytes, enum cudaMemcpyKind kind);
cudaError_t cuda_cpu_add_kernel_node(cudaGraphNode_t *node, cudaGraph_t graph,
                                     const cudaGraphNode_t *before, size_t count,
                                     const void *function, const unsigned shape[6], size_t shared,
                                     void **arguments);

cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t *exec, cudaGraph_t graph,
                                          unsigned long long flags CUDA_CPU_DEFAULT(0));
cudaError_t cudaGraphUpload(cudaGraphExec_t exec, cudaStream_t stream);
cudaError_t cudaGraphLaunch(cudaGraphExec_t exec, cudaStream_t stream);
cudaError_t cudaGraphExecDestroy(cudaGraphExec_t exec);

#ifdef __cplusplus
} // extern "C"

struct cudaKernelNodeParams {
    void *func;
    dim3 gridDim, blockDim;
    unsigned sharedMemBytes;
    void **kernelParams, **extra;
};

static inline cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t *node, cudaGraph_t graph,
                                                 const cudaGraphNode_t *before, size_t count,
                                                 const cudaKernelNodeParams *p) {
    const unsigned shape[6] = {p->gridDim.x,  p->gridDim.y,  p->gridDim.z,
                               p->blockDim.x, p->blockDim.y, p->blockDim.z};
    return cuda_cpu_add_kernel_node(node, graph, before, count, p->func, shape, p->sharedMemBytes,
                                    p->kernelParams);
}

// As toolkits from 12 on have it, and those before.
static inline cudaError_t cudaGraphInstantiate(cudaGraphExec_t *exec, cudaGraph_t graph,
                                               unsigned long long flags = 0) {
    return cudaGraphInstantiateWithFlags(exec, graph, flags);
}

static inline cudaError_t cudaGraphInstantiate(cudaGraphExec_t *exec, cudaGraph_t graph,
                                               cudaGraphNode_t *, char *log, size_t room) {
    if (log && room > 0)
        log[0] = '\0';
    return cudaGraphInstantiateWithFlags(exec, graph, 0);
}
#endif

#endif
