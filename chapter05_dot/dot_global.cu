// SPDX-License-Identifier: MIT
// The dot product with global memory only: the GPU multiplies, the host adds.
//
// What it teaches: multiplying is easy to parallelise, because the products are independent; adding
// is not. Leaving it to the host costs a copy of all products and a loop on one core. Then
// dot_shared.
//
//     dot_global; dot_global --size 10000000        --help lists the options
//
// It prints the time of the whole job and of its parts, the time of the kernel alone with its
// bandwidth, the question of the published programs, and its answer.
#include "chapter.h"
#include "dot.h"

#define ABOUT "Multiplies two vectors of floats on the GPU and adds the products on the host."
const size_t DEFAULT_SIZE = 33 * 1024; // elements
const int THREADS = 256;               // in a block
const size_t MOST_BLOCKS = 0x7fffffff; // of a grid of one dimension

// One thread: one product, and it never meets another thread. Bound by memory: 12 bytes are moved
// for a single multiplication.
__global__ void multiply(const float *a, const float *b, float *c, size_t n) {
    const size_t i = threadIdx.x + (size_t)blockIdx.x * blockDim.x;
    if (i < n)
        c[i] = a[i] * b[i];
}

// What is left for the host. The sum is kept in a double: a float runs out of digits (dot_cpu).
static double add(const float *c, size_t n) {
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += c[i];
    return sum;
}

int main(int argc, char **argv) {
    const struct options options =
        dot_options(DEFAULT_SIZE, MOST_BLOCKS * (double)THREADS, argc, argv, ABOUT);

    const size_t n = options.size;
    const size_t bytes = n * sizeof(float);
    float *a = (float *)host_alloc(&options, n, sizeof *a);
    float *b = (float *)host_alloc(&options, n, sizeof *b);
    float *c = (float *)host_alloc(&options, n, sizeof *c);
    struct report report = report_begin(&options);
    dot_fill(a, b, n);

    // The whole job, once: memory on the device, the vectors there, the kernel, all products back,
    // and their sum.
    const unsigned blocks = (unsigned)((n + THREADS - 1) / THREADS);
    float *dev_a, *dev_b, *dev_c;
    struct stopwatch span = stopwatch_start();
    HANDLE_ERROR(cudaMalloc(&dev_a, bytes));
    HANDLE_ERROR(cudaMalloc(&dev_b, bytes));
    HANDLE_ERROR(cudaMalloc(&dev_c, bytes));
    stopwatch_lap(&span, "allocate");
    stopwatch_poison(&span, dev_c, bytes);
    HANDLE_ERROR(cudaMemcpy(dev_a, a, bytes, cudaMemcpyHostToDevice));
    HANDLE_ERROR(cudaMemcpy(dev_b, b, bytes, cudaMemcpyHostToDevice));
    stopwatch_lap(&span, "copy in");
    multiply<<<blocks, THREADS>>>(dev_a, dev_b, dev_c, n);
    HANDLE_ERROR(cudaGetLastError());
    stopwatch_lap(&span, "kernel");
    HANDLE_ERROR(cudaMemcpy(c, dev_c, bytes, cudaMemcpyDeviceToHost));
    stopwatch_lap(&span, "copy out");
    double result = add(c, n);
    stopwatch_lap(&span, "add");
    stopwatch_stop(&span);
    // Only the product is a float, and so only its rounding counts.
    struct dot_check check = dot_verify(a, b, n, result, 1);
    bool right = check.right;

    // The kernel alone, many times; the last products are checked too.
    struct timing t = timing_start(options.runs, dev_c, bytes);
    while (timing_next(&t))
        multiply<<<blocks, THREADS>>>(dev_a, dev_b, dev_c, n);
    HANDLE_ERROR(cudaMemcpy(c, dev_c, bytes, cudaMemcpyDeviceToHost));
    result = add(c, n);
    check = dot_verify(a, b, n, result, 1);
    right = right && check.right;

    // Two vectors read and one written, in bytes a nanosecond.
    const double bandwidth = 3.0 * (double)bytes / (t.median_ms * 1e6);
    report_span(&report, &span, right);
    report_kernel(&report, "kernel", &t, bandwidth, "GB/s", right);
    dot_ask(&options, "GPU", result, n);

    HANDLE_ERROR(cudaFree(dev_a));
    HANDLE_ERROR(cudaFree(dev_b));
    HANDLE_ERROR(cudaFree(dev_c));
    free(a);
    free(b);
    free(c);
    return report_end(&report, "relative error %.1e, %.1e allowed", check.error, check.tolerance);
}
