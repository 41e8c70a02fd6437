// SPDX-License-Identifier: MIT
// Lab 15, unified memory. README.md beside this file tells what to do; the lines to write are
// marked TODO. It compiles and runs as it is, and says what is missing.
//
//     make unified && bin/unified
#include "checks.h"

const int THREADS = 256; // in a block

static int blocks_for(int n) {
    return (n + THREADS - 1) / THREADS;
}

// Task 1. out[i] = 3 a[i] + 1. a and out are the host's own, from malloc; so take an array of
// managed memory, let the host put a there, let the device work in place, and let the host take the
// result to out. No cudaMemcpy.
__global__ void triple(int *x, int n) {
    // TODO 1
}

static void managed(const int *a, int *out, int n) {
    // TODO 1: cudaMallocManaged, a loop, a launch, what else?, a loop, cudaFree
}

// Task 2. In turns, ROUNDS times, with the numbers in managed memory: the device makes 2 x[i] +
// round of each, for round 1, 2, ...; then the host takes `round` from each x[i] whose i is a
// multiple of EVERY.
__global__ void twice(int *x, int n, int round) {
    const int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n)
        x[i] = 2 * x[i] + round;
}

static void in_turns(const int *a, int *out, int n) {
    // TODO 2
}

// Task 3. out[i] = table[a[i]]; and out[n], which the host works out, is the sum of the table. All
// arrays in managed memory. Both sides only read the table: advise so. a goes to the device before
// the launch, and the result back to the host after it, in one piece each: lab_prefetch,
// lab_advise.
__global__ void look_up(const int *a, const int *table, int *out, int n) {
    const int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n)
        out[i] = table[a[i]];
}

static void with_hints(const int *a, const int *table, int *out, int n) {
    // TODO 3: cudaMemAdviseSetReadMostly; device 0, and cudaCpuDeviceId for the host
}

// Task 4. No managed memory: ROUNDS rounds on dev_x, which has n numbers. Each round needs memory
// for n numbers of its own, only while it lasts: the stream allocates and frees it, and the host
// waits for nothing.
__global__ void add_round(const int *x, int *scratch, int n, int round) {
    const int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n)
        scratch[i] = x[i] + round;
}

__global__ void take_neighbour(int *x, const int *scratch, int n) {
    const int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n)
        x[i] = scratch[i + 1 < n ? i + 1 : 0];
}

static void in_a_stream(int *dev_x, int n, cudaStream_t stream) {
    // TODO 4: cudaMallocAsync, two launches, cudaFreeAsync
}

int main(int argc, char **argv) {
    lab_begin(argc, argv, 10000);
    const int n = (int)lab_size();
    int *a = lab_ints("a", n, BELOW), *table = lab_ints("table", BELOW, BELOW);
    if (lab_task(1, "managed memory")) {
        int *out = lab_blank_ints(n);
        managed(a, out, n);
        lab_result(out, n);
        free(out);
    }
    if (lab_task(2, "device and host in turns")) {
        int *out = lab_blank_ints(n);
        in_turns(a, out, n);
        lab_result(out, n);
        free(out);
    }
    if (lab_task(3, "with hints")) {
        int *out = lab_blank_ints(n + 1);
        with_hints(a, table, out, n);
        lab_result(out, n + 1);
        free(out);
    }
    if (lab_task(4, "memory of the stream")) {
        int *out = lab_blank_ints(n), *dev_x;
        cudaStream_t stream;
        CHECK(cudaStreamCreate(&stream));
        CHECK(cudaMalloc(&dev_x, n * sizeof *dev_x));
        CHECK(cudaMemcpyAsync(dev_x, a, n * sizeof *a, cudaMemcpyHostToDevice, stream));
        in_a_stream(dev_x, n, stream);
        CHECK(cudaMemcpyAsync(out, dev_x, n * sizeof *out, cudaMemcpyDeviceToHost, stream));
        CHECK(cudaStreamSynchronize(stream));
        CHECK(cudaFree(dev_x));
        CHECK(cudaStreamDestroy(stream));
        lab_result(out, n);
        free(out);
    }
    free(a);
    free(table);
    return lab_end();
}
