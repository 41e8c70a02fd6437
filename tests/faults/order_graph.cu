// SPDX-License-Identifier: MIT
// Two nodes of a graph use the same memory, and no edge is between them.
#include "fault.h"

const int N = 128;

__global__ void count(int *number) {
    number[threadIdx.x]++; // fault
}

int main(int argc, char **) {
    const bool mended = argc > 1;
    int *dev_number;
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaGraphNode_t cleared, counted;
    HANDLE_ERROR(cudaMalloc(&dev_number, N * sizeof *dev_number));
    HANDLE_ERROR(cudaGraphCreate(&graph, 0));
    cudaMemsetParams clear = {};
    clear.dst = dev_number;
    clear.elementSize = sizeof *dev_number;
    clear.width = N;
    clear.height = 1;
    HANDLE_ERROR(cudaGraphAddMemsetNode(&cleared, graph, NULL, 0, &clear));
    void *arguments[] = {&dev_number};
    cudaKernelNodeParams launch = {};
    launch.func = (void *)count;
    launch.gridDim = 1;
    launch.blockDim = N;
    launch.kernelParams = arguments;
    HANDLE_ERROR(cudaGraphAddKernelNode(&counted, graph, mended ? &cleared : NULL, mended, &launch));
    HANDLE_ERROR(cudaGraphInstantiate(&exec, graph, 0));
    HANDLE_ERROR(cudaGraphLaunch(exec, NULL)); // fault: of which is the number?
    HANDLE_ERROR(cudaDeviceSynchronize());
    HANDLE_ERROR(cudaGraphExecDestroy(exec));
    HANDLE_ERROR(cudaGraphDestroy(graph));
    HANDLE_ERROR(cudaFree(dev_number));
}
