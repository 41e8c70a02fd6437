// SPDX-License-Identifier: MIT
// nvcc -rdc=true
// Each thread of a kernel has a last error of its own; 2048 launches may be nested in each other, as on an H200, and
// one that is refused does not run. The tail stream is no deeper: a kernel may follow itself as often as it likes.
#include <stdio.h>
__device__ int ran, wrong, deepest, turns;
__device__ void expect(bool right, int line) {
    if (!right) {
        printf("line %d: not so\n", line);
        atomicAdd(&wrong, 1);
    }
}
#define EXPECT(condition) expect(condition, __LINE__)
__global__ void one() { atomicAdd(&ran, 1); }
__global__ void shapes() {
    if (threadIdx.x % 2) one<<<1, 2000>>>();
    else one<<<1, 1>>>();
    const bool failed = cudaPeekAtLastError() != cudaSuccess;
    EXPECT(failed == (threadIdx.x % 2 == 1));
    EXPECT(cudaGetLastError() == (failed ? cudaErrorInvalidConfiguration : cudaSuccess));
    EXPECT(cudaGetLastError() == cudaSuccess);
    one<<<0, 1>>>();
    EXPECT(cudaGetLastError() == cudaErrorInvalidConfiguration);
    one<<<1, 1, 300000>>>();
    EXPECT(cudaGetLastError() == cudaErrorInvalidConfiguration);
}
__global__ void deep(int depth) {
    deepest = depth;
    deep<<<1, 1>>>(depth + 1);
    EXPECT(cudaGetLastError() == (depth < 2048 ? cudaSuccess : cudaErrorLaunchPendingCountExceeded));
}
__global__ void turn(int left) {
    turns++;
    if (left > 0) turn<<<1, 1, 0, cudaStreamTailLaunch>>>(left - 1);
    EXPECT(cudaGetLastError() == cudaSuccess);
}
__global__ void fire(int depth) {
    if (depth > 0) fire<<<1, 1, 0, cudaStreamFireAndForget>>>(depth - 1);
    else one<<<1, 1, 0, cudaStreamPerThread>>>();
    EXPECT(cudaGetLastError() == cudaSuccess);
}
__global__ void streams() {
    cudaStream_t s, t;
    cudaEvent_t e;
    EXPECT(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking) == cudaSuccess);
    EXPECT(cudaStreamCreateWithFlags(&t, cudaStreamNonBlocking) == cudaSuccess);
    EXPECT(s != t);
    EXPECT(cudaEventCreateWithFlags(&e, cudaEventDisableTiming) == cudaSuccess);
    one<<<1, 1, 0, s>>>();
    EXPECT(cudaEventRecord(e, s) == cudaSuccess);
    EXPECT(cudaStreamWaitEvent(t, e, 0) == cudaSuccess);
    one<<<1, 1, 0, t>>>();
    EXPECT(cudaGetLastError() == cudaSuccess);
    EXPECT(cudaEventDestroy(e) == cudaSuccess);
    EXPECT(cudaStreamDestroy(s) == cudaSuccess);
    EXPECT(cudaStreamDestroy(t) == cudaSuccess);
}
__global__ void crash() { *(volatile int *)16 = 1; }
__global__ void crashes() {
    crash<<<1, 1>>>();
    one<<<1, 1>>>();
}
static int ran_then(int expected, const char *what) {
    int n, none = 0;
    const cudaError_t e = cudaMemcpyFromSymbol(&n, ran, sizeof n);
    printf("%s: %d, %s\n", what, n, cudaGetErrorName(e));
    cudaMemcpyToSymbol(ran, &none, sizeof none);
    return n != expected;
}
int main() {
    int bad = 0, n, deep_one, all_turns;
    shapes<<<1, 32>>>();
    bad += ran_then(16, "shapes");
    fire<<<4, 1>>>(20);
    bad += ran_then(4, "fire and forget");
    streams<<<1, 1>>>();
    bad += ran_then(2, "streams");
    deep<<<1, 1>>>(0);
    turn<<<1, 1>>>(1000);
    cudaMemcpyFromSymbol(&deep_one, deepest, sizeof n);
    cudaMemcpyFromSymbol(&all_turns, turns, sizeof n);
    cudaMemcpyFromSymbol(&n, wrong, sizeof n);
    printf("deepest %d, %d turns, %d wrong\n", deep_one, all_turns, n);
    crashes<<<1, 1>>>();
    const cudaError_t last = cudaGetLastError(), e = cudaDeviceSynchronize();
    printf("%s, then %s\n", cudaGetErrorName(last), cudaGetErrorName(e));
    return bad + n || deep_one != 2048 || all_turns != 1001 || last != cudaSuccess || e != cudaErrorIllegalAddress;
}
