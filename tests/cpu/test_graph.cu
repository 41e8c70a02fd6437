// SPDX-License-Identifier: MIT
// Graphs: captured from one stream, from several that part and join, made by hand; launched often.
#include <string.h>

#include "tap.h"

__global__ void add(int *x, int n, int value) {
    const int i = (int)(threadIdx.x + blockIdx.x * blockDim.x);
    if (i < n) x[i] += value;
}

__global__ void sum(const int *a, const int *b, int *to, int n) {
    const int i = (int)(threadIdx.x + blockIdx.x * blockDim.x);
    if (i < n) to[i] = a[i] + 10 * b[i];
}

static void count(void *data) { ++*(int *)data; }

const int N = 500;
static int *dev_a, *dev_b, *dev_c, *host;
static cudaStream_t stream, other;

static int answer(int i) {
    must(cudaStreamSynchronize(stream));
    return host[i];
}

static void test_capture(void) {
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaStreamCaptureStatus status;
    size_t nodes = 0;
    int calls = 0;
    must(cudaMemset(dev_a, 0, N * sizeof(int)));
    must(cudaDeviceSynchronize());
    must(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    for (int i = 1; i <= 3; i++) add<<<2, 256, 0, stream>>>(dev_a, N, i);
    must(cudaGetLastError());
    must(cudaMemcpyAsync(host, dev_a, N * sizeof(int), cudaMemcpyDeviceToHost, stream));
    must(cudaLaunchHostFunc(stream, count, &calls));
    must(cudaStreamIsCapturing(stream, &status));
    ok(status == cudaStreamCaptureStatusActive, "a stream that is being captured");
    must(cudaStreamEndCapture(stream, &graph));
    must(cudaStreamIsCapturing(stream, &status));
    ok(status == cudaStreamCaptureStatusNone, "and is no more");
    must(cudaGraphGetNodes(graph, NULL, &nodes));
    ok(nodes == 5, "a node for each piece of work");
    host[0] = -1;
    must(cudaStreamSynchronize(stream));
    ok(host[0] == -1 && calls == 0, "capture runs nothing");

    must(cudaGraphInstantiate(&exec, graph, 0));
    must(cudaGraphDestroy(graph)); // the executable one has its own
    must(cudaGraphLaunch(exec, stream));
    ok(answer(0) == 6 && host[N - 1] == 6 && calls == 1, "a launch");
    for (int i = 0; i < 50; i++) must(cudaGraphLaunch(exec, stream));
    must(cudaGraphExecDestroy(exec)); // may come before the launches have ended
    ok(answer(N - 1) == 6 * 51 && calls == 51, "many launches");
}

static void test_fork(void) {
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaEvent_t fork, join;
    must(cudaEventCreateWithFlags(&fork, cudaEventDisableTiming));
    must(cudaEventCreateWithFlags(&join, cudaEventDisableTiming));
    must(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    must(cudaMemsetAsync(dev_a, 0, N * sizeof(int), stream));
    must(cudaEventRecord(fork, stream));
    must(cudaStreamWaitEvent(other, fork, 0));
    must(cudaMemsetAsync(dev_b, 0, N * sizeof(int), other));
    add<<<2, 256, 0, other>>>(dev_b, N, 7);
    add<<<2, 256, 0, stream>>>(dev_a, N, 2);
    must(cudaEventRecord(join, other));
    must(cudaStreamWaitEvent(stream, join, 0));
    sum<<<2, 256, 0, stream>>>(dev_a, dev_b, dev_c, N);
    must(cudaMemcpyAsync(host, dev_c, N * sizeof(int), cudaMemcpyDeviceToHost, stream));
    must(cudaStreamEndCapture(stream, &graph));
    must(cudaGraphInstantiate(&exec, graph, 0));
    must(cudaMemsetAsync(dev_c, 0, N * sizeof(int), stream));
    must(cudaGraphLaunch(exec, stream));
    ok(answer(0) == 72 && host[N - 1] == 72, "two streams that part and join");
    host[0] = 0;
    must(cudaGraphLaunch(exec, other));
    must(cudaStreamSynchronize(other));
    ok(host[0] == 72, "launched in the other stream");
    must(cudaGraphExecDestroy(exec));
    must(cudaGraphDestroy(graph));

    // what must not be
    must(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed));
    must(cudaEventRecord(fork, stream));
    must(cudaStreamWaitEvent(other, fork, 0));
    add<<<2, 256, 0, other>>>(dev_b, N, 7);
    answers(cudaErrorStreamCaptureUnjoined, cudaStreamEndCapture(stream, &graph));
    ok(graph == NULL, "and no graph");
    must(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed));
    answers(cudaErrorStreamCaptureUnsupported, cudaStreamSynchronize(stream));
    answers(cudaErrorStreamCaptureInvalidated, cudaStreamEndCapture(stream, &graph));
    cudaGetLastError();
    add<<<2, 256, 0, stream>>>(dev_a, N, 1);
    answers(cudaSuccess, cudaStreamSynchronize(stream));
    must(cudaEventDestroy(fork));
    must(cudaEventDestroy(join));
}

static void test_by_hand(void) {
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaGraphNode_t set, first, second, copy, call;
    int n = N, value = 4, calls = 0;
    must(cudaGraphCreate(&graph, 0));
    cudaMemsetParams set_parameters;
    memset(&set_parameters, 0, sizeof set_parameters);
    set_parameters.dst = dev_a;
    set_parameters.elementSize = 4;
    set_parameters.value = 1000;
    set_parameters.width = N;
    set_parameters.height = 1;
    must(cudaGraphAddMemsetNode(&set, graph, NULL, 0, &set_parameters));
    void *arguments[] = {&dev_a, &n, &value};
    cudaKernelNodeParams kernel_parameters = {};
    kernel_parameters.func = (void *)add;
    kernel_parameters.gridDim = dim3(2);
    kernel_parameters.blockDim = dim3(256);
    kernel_parameters.kernelParams = arguments;
    must(cudaGraphAddKernelNode(&first, graph, &set, 1, &kernel_parameters));
    value = 5;
    must(cudaGraphAddKernelNode(&second, graph, &first, 1, &kernel_parameters));
    must(cudaGraphAddMemcpyNode1D(&copy, graph, &second, 1, host, dev_a, N * sizeof(int), cudaMemcpyDeviceToHost));
    cudaHostNodeParams host_parameters;
    memset(&host_parameters, 0, sizeof host_parameters);
    host_parameters.fn = count;
    host_parameters.userData = &calls;
    must(cudaGraphAddHostNode(&call, graph, &copy, 1, &host_parameters));
    must(cudaGraphInstantiate(&exec, graph, 0));
    must(cudaGraphLaunch(exec, stream));
    must(cudaGraphLaunch(exec, stream));
    ok(answer(0) == 1009 && host[N - 1] == 1009 && calls == 2, "a graph made by hand");
    must(cudaGraphExecDestroy(exec));
    must(cudaGraphDestroy(graph));
}

int main(void) {
    must(cudaMalloc(&dev_a, N * sizeof(int)));
    must(cudaMalloc(&dev_b, N * sizeof(int)));
    must(cudaMalloc(&dev_c, N * sizeof(int)));
    must(cudaMallocHost((void **)&host, N * sizeof(int)));
    must(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    must(cudaStreamCreate(&other));
    test_capture();
    test_fork();
    test_by_hand();
    must(cudaStreamDestroy(stream));
    must(cudaStreamDestroy(other));
    free_all(dev_a, dev_b, dev_c);
    must(cudaFreeHost(host));
    answers(cudaSuccess, cudaGetLastError());
    return done_testing();
}
