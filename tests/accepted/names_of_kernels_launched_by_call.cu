// SPDX-License-Identifier: MIT
// A kernel that is launched by a call, or in a graph, is called by its name, whatever scope and arguments it has.
// says kernel quotient: an integer divided by zero at .*
// says kernel remainder_of: an integer divided by zero at .*
// says kernel shared_out: an integer divided by zero at .*
#include <stdio.h>

namespace numbers {
static __global__ void quotient(int *n) { *n = 7 / *n; }
} // namespace numbers
namespace {
template <int N, class T> __global__ void remainder_of(T *n, void (*)(int)) { *n = N % *n; }
} // namespace
extern "C" __global__ void shared_out(int *n) { *n = 5 / *n; }

int main() {
    int *n;
    void (*none)(int) = nullptr;
    void *arguments[] = {&n, &none};
    cudaGraph_t graph;
    cudaGraphNode_t node;
    cudaGraphExec_t exec;
    cudaKernelNodeParams params = {};
    params.func = (void *)shared_out;
    params.gridDim = params.blockDim = 1;
    params.kernelParams = arguments;
    cudaMallocManaged(&n, sizeof *n);
    *n = 0;
    cudaLaunchCooperativeKernel((void *)numbers::quotient, 1, 1, arguments, 0, 0);
    cudaMemset(n, 0, sizeof *n);
    cudaLaunchKernel((const void *)remainder_of<3, int>, 1, 1, arguments, 0, 0);
    cudaMemset(n, 0, sizeof *n);
    if (cudaGraphCreate(&graph, 0) || cudaGraphAddKernelNode(&node, graph, nullptr, 0, &params) ||
        cudaGraphInstantiate(&exec, graph, nullptr, nullptr, 0) || cudaGraphLaunch(exec, 0))
        return 1;
    return cudaDeviceSynchronize() || *n != -1;
}
