// SPDX-License-Identifier: MIT
// Lab 8, streams: typically wrong. The host waits instead of the stream.
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
    const size_t bytes = n * sizeof(int);
    cudaStream_t stream;
    int *dev_in, *dev_out;
    CHECK(cudaStreamCreate(&stream));
    CHECK(cudaMalloc(&dev_in, bytes));
    CHECK(cudaMalloc(&dev_out, bytes));
    CHECK(cudaMemcpyAsync(dev_in, in, bytes, cudaMemcpyHostToDevice, stream));
    first<<<blocks_for(n), THREADS, 0, stream>>>(dev_in, dev_out, n);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpyAsync(out, dev_out, bytes, cudaMemcpyDeviceToHost, stream));
    CHECK(cudaStreamSynchronize(stream));
    CHECK(cudaStreamDestroy(stream));
    CHECK(cudaFree(dev_in));
    CHECK(cudaFree(dev_out));
}

// Task 2. The same in CHUNKS pieces over STREAMS streams, so that the copies of one piece and the
// kernel of another can run at the same time. The last piece may be shorter, and there may be fewer
// elements than pieces.
static void in_pieces(const int *in, int *out, int n) {
    const int piece = (n + CHUNKS - 1) / CHUNKS;
    cudaStream_t streams[STREAMS];
    int *dev_in, *dev_out;
    for (int s = 0; s < STREAMS; s++)
        CHECK(cudaStreamCreate(&streams[s]));
    CHECK(cudaMalloc(&dev_in, n * sizeof *dev_in));
    CHECK(cudaMalloc(&dev_out, n * sizeof *dev_out));
    for (int c = 0; c * piece < n; c++) {
        const int at = c * piece, count = n - at < piece ? n - at : piece;
        cudaStream_t stream = streams[c % STREAMS];
        CHECK(cudaMemcpyAsync(dev_in + at, in + at, count * sizeof *in, cudaMemcpyHostToDevice,
                              stream));
        first<<<blocks_for(count), THREADS, 0, stream>>>(dev_in + at, dev_out + at, count);
        CHECK(cudaGetLastError());
        CHECK(cudaMemcpyAsync(out + at, dev_out + at, count * sizeof *out, cudaMemcpyDeviceToHost,
                              stream));
    }
    for (int s = 0; s < STREAMS; s++) {
        CHECK(cudaStreamSynchronize(streams[s]));
        CHECK(cudaStreamDestroy(streams[s]));
    }
    CHECK(cudaFree(dev_in));
    CHECK(cudaFree(dev_out));
}

// Task 3. While the device works out the sum of first(a[i]) into sums[0], the host works out the
// sum of b[i] into sums[1]. The launch must not be waited for before the host's loop.
static void side_by_side(const int *a, const int *b, int *sums, int n) {
    const size_t bytes = n * sizeof(int);
    cudaStream_t stream;
    int *dev_in, *dev_sum;
    CHECK(cudaStreamCreate(&stream));
    CHECK(cudaMalloc(&dev_in, bytes));
    CHECK(cudaMalloc(&dev_sum, sizeof *dev_sum));
    CHECK(cudaMemsetAsync(dev_sum, 0, sizeof *dev_sum, stream));
    CHECK(cudaMemcpyAsync(dev_in, a, bytes, cudaMemcpyHostToDevice, stream));
    sum_up<<<blocks_for(n), THREADS, 0, stream>>>(dev_in, dev_sum, n);
    CHECK(cudaGetLastError());
    for (int i = 0; i < n; i++)
        sums[1] += b[i];
    CHECK(cudaStreamSynchronize(stream));
    CHECK(cudaMemcpy(&sums[0], dev_sum, sizeof *dev_sum, cudaMemcpyDeviceToHost));
    CHECK(cudaStreamDestroy(stream));
    CHECK(cudaFree(dev_in));
    CHECK(cudaFree(dev_sum));
}

// Task 4. x = first(a) in one stream, y = first(b) in another; then out = second(x, y) in the
// first, which has to wait for y. The host waits for nobody before the end.
static void with_an_event(const int *a, const int *b, int *out, int n) {
    const size_t bytes = n * sizeof(int);
    cudaStream_t left, right;
    cudaEvent_t done;
    int *dev_a, *dev_b, *dev_x, *dev_y;
    CHECK(cudaStreamCreate(&left));
    CHECK(cudaStreamCreate(&right));
    CHECK(cudaEventCreate(&done));
    CHECK(cudaMalloc(&dev_a, bytes));
    CHECK(cudaMalloc(&dev_b, bytes));
    CHECK(cudaMalloc(&dev_x, bytes));
    CHECK(cudaMalloc(&dev_y, bytes));
    CHECK(cudaMemcpyAsync(dev_b, b, bytes, cudaMemcpyHostToDevice, right));
    first<<<blocks_for(n), THREADS, 0, right>>>(dev_b, dev_y, n);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpyAsync(dev_a, a, bytes, cudaMemcpyHostToDevice, left));
    first<<<blocks_for(n), THREADS, 0, left>>>(dev_a, dev_x, n);
    CHECK(cudaGetLastError());
    CHECK(cudaStreamSynchronize(right));
    second<<<blocks_for(n), THREADS, 0, left>>>(dev_x, dev_y, dev_a, n);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpyAsync(out, dev_a, bytes, cudaMemcpyDeviceToHost, left));
    CHECK(cudaStreamSynchronize(left));
    CHECK(cudaEventDestroy(done));
    CHECK(cudaStreamDestroy(left));
    CHECK(cudaStreamDestroy(right));
    CHECK(cudaFree(dev_a));
    CHECK(cudaFree(dev_b));
    CHECK(cudaFree(dev_x));
    CHECK(cudaFree(dev_y));
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
