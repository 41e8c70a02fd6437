// SPDX-License-Identifier: MIT
// Lab 8, streams. README.md beside this file tells what to do; the lines to write are marked TODO.
// It compiles and runs as it is, and says what is missing.
//
//     make streams && bin/streams
#include "checks.h"

const int THREADS = 256; // in a block

__global__ void first(const int *in, int *out, int n) {
    const int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n)
        out[i] = 3 * in[i] + 1;
}

__global__ void second(const int *x, const int *y, int *out, int n) {
    const int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n)
        out[i] = x[i] * 2 - y[i];
}

// The sum of the elements in *sum, which is 0 when the kernel starts.
__global__ void sum_up(const int *in, int *sum, int n) {
    const int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n)
        atomicAdd(sum, 3 * in[i] + 1);
}

static int blocks_for(int n) {
    return (n + THREADS - 1) / THREADS;
}

// Task 1. out = first(in), in one stream of its own and with asynchronous copies. in and out are in
// pinned memory. When this returns, out is there.
static void in_one_stream(const int *in, int *out, int n) {
    // TODO 1
}

// Task 2. The same in CHUNKS pieces over STREAMS streams, so that the copies of one piece and the
// kernel of another can run at the same time. The last piece may be shorter, and there may be fewer
// elements than pieces.
static void in_pieces(const int *in, int *out, int n) {
    // TODO 2
}

// Task 3. While the device works out the sum of first(a[i]) into sums[0], the host works out the
// sum of b[i] into sums[1]. The launch must not be waited for before the host's loop.
static void side_by_side(const int *a, const int *b, int *sums, int n) {
    // TODO 3
}

// Task 4. x = first(a) in one stream, y = first(b) in another; then out = second(x, y) in the
// first, which has to wait for y. The host waits for nobody before the end.
static void with_an_event(const int *a, const int *b, int *out, int n) {
    // TODO 4
}

int main(int argc, char **argv) {
    lab_begin(argc, argv, 100000);
    const int n = (int)lab_size();
    int *plain_a = lab_ints("a", n, BELOW), *plain_b = lab_ints("b", n, BELOW);
    int *a, *b, *out;
    CHECK(cudaMallocHost(&a, n * sizeof *a)); // pinned: asynchronous copies need it
    CHECK(cudaMallocHost(&b, n * sizeof *b));
    CHECK(cudaMallocHost(&out, n * sizeof *out));
    memcpy(a, plain_a, n * sizeof *a);
    memcpy(b, plain_b, n * sizeof *b);

    memset(out, LAB_POISON, n * sizeof *out);
    if (lab_task(1, "one stream")) {
        in_one_stream(a, out, n);
        lab_result(out, n);
    }
    memset(out, LAB_POISON, n * sizeof *out);
    if (lab_task(2, "pieces in several streams")) {
        in_pieces(a, out, n);
        lab_result(out, n);
    }
    if (lab_task(3, "host and device side by side")) {
        int sums[2] = {0, 0};
        side_by_side(a, b, sums, n);
        lab_result(sums, 2);
    }
    memset(out, LAB_POISON, n * sizeof *out);
    if (lab_task(4, "one stream waits for another")) {
        with_an_event(a, b, out, n);
        lab_result(out, n);
    }
    CHECK(cudaFreeHost(a));
    CHECK(cudaFreeHost(b));
    CHECK(cudaFreeHost(out));
    free(plain_a);
    free(plain_b);
    return lab_end();
}
