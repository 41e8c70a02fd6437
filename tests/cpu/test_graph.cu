// SPDX-License-Identifier: MIT
// Graphs: captured from one stream, from several that part and join, made by hand, launched often; taken apart and
// changed: nodes, their kinds and edges; copies; graphs in graphs; and other work for a graph that is instantiated
// already.
#include "tap.h"

__global__ void add(int *x, int n, int value) {
    const int i = (int)(threadIdx.x + blockIdx.x * blockDim.x);
    if (i < n) x[i] += value;
}

__global__ void twice(int *x, int n, int times) {
    const int i = (int)(threadIdx.x + blockIdx.x * blockDim.x);
    if (i < n) x[i] *= times;
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

// What a launch leaves at the ends of dev_a, having started from zeros.
static int result(cudaGraphExec_t exec) {
    must(cudaMemset(dev_a, 0, N * sizeof(int)));
    must(cudaDeviceSynchronize());
    must(cudaGraphLaunch(exec, stream));
    must(cudaStreamSynchronize(stream));
    must(cudaMemcpy(host, dev_a, N * sizeof(int), cudaMemcpyDeviceToHost));
    return host[0] == host[N - 1] ? host[0] : -1;
}

static int result_of(cudaGraph_t graph) {
    cudaGraphExec_t exec;
    must(cudaGraphInstantiate(&exec, graph, 0));
    const int left = result(exec);
    must(cudaGraphExecDestroy(exec));
    return left;
}

// A launch of (dev_a, N, value), whose arguments live on until the next one.
static cudaKernelNodeParams launch_of(void *kernel, int value) {
    static int n, given;
    static void *arguments[] = {&dev_a, &n, &given};
    n = N, given = value;
    cudaKernelNodeParams launch = {};
    launch.func = kernel;
    launch.gridDim = dim3(2);
    launch.blockDim = dim3(256);
    launch.kernelParams = arguments;
    return launch;
}

static cudaGraphNode_t add_kernel(cudaGraph_t graph, void *kernel, int value, const cudaGraphNode_t *before,
                                  size_t before_count) {
    const cudaKernelNodeParams launch = launch_of(kernel, value);
    cudaGraphNode_t node;
    must(cudaGraphAddKernelNode(&node, graph, before, before_count, &launch));
    return node;
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
    cudaStreamCaptureStatus status;
    unsigned long long id = 0;
    must(cudaStreamGetCaptureInfo(stream, &status, &id));
    ok(status == cudaStreamCaptureStatusActive && id != 0, "cudaStreamGetCaptureInfo");
    must(cudaStreamEndCapture(stream, &graph));
    size_t nodes = 0, edges = 0, kinds[6] = {};
    cudaGraphNode_t all[6];
    must(cudaGraphGetNodes(graph, NULL, &nodes));
    must(cudaGraphGetEdges(graph, NULL, NULL, NULL, &edges));
    ok(nodes == 6 && edges == 6, "two streams that part and join: six nodes, six edges");
    must(cudaGraphGetNodes(graph, all, &nodes));
    for (size_t i = 0; i < nodes; i++) {
        cudaGraphNodeType type;
        must(cudaGraphNodeGetType(all[i], &type));
        kinds[type < 6 ? type : 5]++;
    }
    ok(kinds[cudaGraphNodeTypeKernel] == 3 && kinds[cudaGraphNodeTypeMemcpy] == 1 &&
           kinds[cudaGraphNodeTypeMemset] == 2,
       "of the kinds that they are");
    must(cudaGraphInstantiate(&exec, graph, 0));
    must(cudaMemsetAsync(dev_c, 0, N * sizeof(int), stream));
    must(cudaGraphLaunch(exec, stream));
    ok(answer(0) == 72 && host[N - 1] == 72, "two streams that part and join");
    host[0] = 0;
    must(cudaGraphLaunch(exec, other));
    must(cudaStreamSynchronize(other));
    ok(host[0] == 72, "launched in the other stream");
    free_all(exec, graph);

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
    free_all(fork, join);
}

static void test_by_hand(void) {
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaGraphNode_t set, first, second, copy, call;
    int calls = 0;
    must(cudaGraphCreate(&graph, 0));
    cudaMemsetParams clear = {};
    clear.dst = dev_a;
    clear.elementSize = 4;
    clear.value = 1000;
    clear.width = N;
    clear.height = 1;
    must(cudaGraphAddMemsetNode(&set, graph, NULL, 0, &clear));
    first = add_kernel(graph, (void *)add, 4, &set, 1);
    second = add_kernel(graph, (void *)add, 5, &first, 1);
    must(cudaGraphAddMemcpyNode1D(&copy, graph, &second, 1, host, dev_a, N * sizeof(int), cudaMemcpyDeviceToHost));
    const cudaHostNodeParams calling = {count, &calls};
    must(cudaGraphAddHostNode(&call, graph, &copy, 1, &calling));
    must(cudaGraphInstantiate(&exec, graph, 0));
    must(cudaGraphLaunch(exec, stream));
    must(cudaGraphLaunch(exec, stream));
    ok(answer(0) == 1009 && host[N - 1] == 1009 && calls == 2, "a graph made by hand");
    free_all(exec, graph);
}

static void test_edges(void) {
    cudaGraph_t graph, clone;
    must(cudaGraphCreate(&graph, 0));
    // added in the wrong order: the edges put it right
    const cudaGraphNode_t last = add_kernel(graph, (void *)add, 5, NULL, 0);
    const cudaGraphNode_t middle = add_kernel(graph, (void *)twice, 10, NULL, 0);
    const cudaGraphNode_t first = add_kernel(graph, (void *)add, 3, NULL, 0);
    const cudaGraphNode_t from[2] = {first, middle}, to[2] = {middle, last};
    answers(cudaSuccess, cudaGraphAddDependencies(graph, from, to, NULL, 2));
    answers(cudaErrorInvalidValue, cudaGraphAddDependencies(graph, from, to, NULL, 1));
    cudaGetLastError();
    ok(result_of(graph) == 35, "edges added later order the nodes");

    size_t edges = 0, roots = 0, before = 0, after = 0;
    must(cudaGraphGetEdges(graph, NULL, NULL, NULL, &edges));
    must(cudaGraphGetRootNodes(graph, NULL, &roots));
    ok(edges == 2 && roots == 1, "two edges, one node to begin with");
    cudaGraphNode_t got_from[2] = {}, got_to[2] = {}, root = NULL, neighbour = NULL;
    must(cudaGraphGetEdges(graph, got_from, got_to, NULL, &edges));
    must(cudaGraphGetRootNodes(graph, &root, &roots));
    const bool straight = got_from[0] == first;
    ok(root == first && got_from[!straight] == first && got_to[!straight] == middle && got_from[straight] == middle &&
           got_to[straight] == last,
       "which ones");
    must(cudaGraphNodeGetDependencies(middle, NULL, NULL, &before));
    must(cudaGraphNodeGetDependentNodes(middle, NULL, NULL, &after));
    ok(before == 1 && after == 1, "one before, one after");
    must(cudaGraphNodeGetDependencies(middle, &neighbour, NULL, &before));
    ok(neighbour == first, "the one before");
    must(cudaGraphNodeGetDependentNodes(middle, &neighbour, NULL, &after));
    ok(neighbour == last, "the one after");

    must(cudaGraphClone(&clone, graph));
    cudaGraphNode_t twin = NULL;
    answers(cudaSuccess, cudaGraphNodeFindInClone(&twin, middle, clone));
    ok(twin != NULL && twin != middle, "a copy has nodes of its own");
    answers(cudaSuccess, cudaGraphRemoveDependencies(graph, from, to, NULL, 1));
    answers(cudaSuccess, cudaGraphDestroyNode(middle));
    must(cudaGraphGetNodes(graph, NULL, &edges));
    must(cudaGraphGetEdges(graph, NULL, NULL, NULL, &roots));
    ok(edges == 2 && roots == 0, "a node taken out, and its edges with it");
    ok(result_of(graph) == 8, "what is left of the graph");
    must(cudaGraphDestroy(graph));
    ok(result_of(clone) == 35, "the copy is as it was");

    // in a circle
    cudaGraphNode_t nodes[3];
    size_t three = 3;
    must(cudaGraphGetNodes(clone, nodes, &three));
    answers(cudaErrorInvalidValue, cudaGraphAddDependencies(clone, nodes, nodes, NULL, 1));
    cudaGetLastError();
    must(cudaGraphDestroy(clone));
}

static void test_children(void) {
    cudaGraph_t inner, outer, inside;
    cudaGraphExec_t exec;
    must(cudaGraphCreate(&inner, 0));
    const cudaGraphNode_t a = add_kernel(inner, (void *)add, 2, NULL, 0);
    add_kernel(inner, (void *)twice, 3, &a, 1);
    must(cudaGraphCreate(&outer, 0));
    cudaGraphNode_t first, second;
    answers(cudaSuccess, cudaGraphAddChildGraphNode(&first, outer, NULL, 0, inner));
    answers(cudaSuccess, cudaGraphAddChildGraphNode(&second, outer, &first, 1, inner));
    must(cudaGraphDestroy(inner)); // the nodes have copies
    add_kernel(outer, (void *)add, 1, &second, 1);
    must(cudaGraphInstantiate(&exec, outer, 0));
    ok(result(exec) == 25, "a graph twice within a graph"); // ((0 + 2) 3 + 2) 3 + 1
    cudaGraphNodeType type = cudaGraphNodeTypeEmpty;
    size_t nodes = 0;
    must(cudaGraphNodeGetType(first, &type));
    must(cudaGraphChildGraphNodeGetGraph(first, &inside));
    must(cudaGraphGetNodes(inside, NULL, &nodes));
    ok(type == cudaGraphNodeTypeGraph && nodes == 2, "a node that is a graph of two");
    free_all(exec, outer);
}

static void test_update(void) {
    cudaGraph_t graph, changed;
    cudaGraphExec_t exec;
    int calls = 0;
    must(cudaGraphCreate(&graph, 0));
    const cudaGraphNode_t first = add_kernel(graph, (void *)add, 2, NULL, 0);
    const cudaGraphNode_t second = add_kernel(graph, (void *)twice, 10, &first, 1);
    cudaHostNodeParams call = {count, &calls};
    cudaGraphNode_t last;
    must(cudaGraphAddHostNode(&last, graph, &second, 1, &call));
    must(cudaGraphInstantiate(&exec, graph, 0));
    ok(result(exec) == 20 && calls == 1, "a graph");

    cudaKernelNodeParams parameters = launch_of((void *)add, 7);
    answers(cudaSuccess, cudaGraphExecKernelNodeSetParams(exec, first, &parameters));
    ok(result(exec) == 70, "another argument for the first kernel");
    parameters = launch_of((void *)add, 4);
    answers(cudaSuccess, cudaGraphKernelNodeSetParams(first, &parameters));
    ok(result(exec) == 70, "in the graph itself it says nothing to what is instantiated");
    cudaGraphExecUpdateResultInfo info;
    answers(cudaSuccess, cudaGraphExecUpdate(exec, graph, &info));
    ok(result(exec) == 40 && info.result == cudaGraphExecUpdateSuccess, "until it is updated");
    answers(cudaSuccess, cudaGraphNodeSetEnabled(exec, second, 0));
    ok(result(exec) == 4, "a node switched off");
    answers(cudaSuccess, cudaGraphNodeSetEnabled(exec, second, 1));
    int others = 0;
    call.userData = &others;
    answers(cudaSuccess, cudaGraphExecHostNodeSetParams(exec, last, &call));
    ok(result(exec) == 40 && others == 1, "and on; another call at the end");

    must(cudaGraphClone(&changed, graph));
    add_kernel(changed, (void *)add, 1, NULL, 0);
    answers(cudaErrorGraphExecUpdateFailure, cudaGraphExecUpdate(exec, changed, &info));
    ok(info.result == cudaGraphExecUpdateErrorTopologyChanged, "a node more can't be taken over");
    cudaGetLastError();
    free_all(changed, graph, exec);
}

int main(void) {
    for (int **dev : {&dev_a, &dev_b, &dev_c}) *dev = room(N);
    must(cudaMallocHost((void **)&host, N * sizeof(int)));
    must(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    must(cudaStreamCreate(&other));
    test_capture();
    test_fork();
    test_by_hand();
    test_edges();
    test_children();
    test_update();
    free_all(stream, other, dev_a, dev_b, dev_c);
    must(cudaFreeHost(host));
    answers(cudaSuccess, cudaGetLastError());
    return done_testing();
}
