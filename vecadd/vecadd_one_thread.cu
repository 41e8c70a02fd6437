// SPDX-License-Identifier: MIT
// Vector addition by a single thread of a GPU.
//
// What it teaches: a kernel, its launch, and how data gets to the device and back. The loop is the
// same as on a CPU; a GPU thread is slow, which is why the next programs use many.
//
//     vecadd_one_thread --size 1000000        --help lists the options
//
// It prints the time of the whole job and of its parts, the time of the kernel alone with its
// bandwidth, and whether the sums are right.
#include "chapter.h"
#include "vectors.h"

#define ABOUT "Adds two vectors of ints with one block of one thread."
const size_t DEFAULT_SIZE = 1 << 18; // elements

// The only thread adds every element, one after the other. Bound by latency: it waits hundreds of
// cycles for each pair of numbers, while the rest of the GPU has nothing to do.
__global__ void add(const int *a, const int *b, int *c, size_t n) {
    for (size_t i = 0; i < n; i++)
        c[i] = a[i] + b[i];
}

int main(int argc, char **argv) {
    const struct options options = vectors_options(DEFAULT_SIZE, argc, argv, ABOUT);

    // The vectors on the host.
    const size_t n = options.size;
    const size_t bytes = n * sizeof(int);
    int *a = (int *)host_alloc(&options, n, sizeof *a);
    int *b = (int *)host_alloc(&options, n, sizeof *b);
    int *c = (int *)host_alloc(&options, n, sizeof *c);
    struct report report = report_begin(&options);
    vectors_fill(a, b, n, options.seed);

    // The whole job, once: memory on the device, the vectors there, the kernel, the sum back.
    int *dev_a, *dev_b, *dev_c;
    struct stopwatch span = stopwatch_start();
    HANDLE_ERROR(cudaMalloc(&dev_a, bytes));
    HANDLE_ERROR(cudaMalloc(&dev_b, bytes));
    HANDLE_ERROR(cudaMalloc(&dev_c, bytes));
    stopwatch_lap(&span, "allocate");
    stopwatch_poison(&span, dev_c, bytes);
    HANDLE_ERROR(cudaMemcpy(dev_a, a, bytes, cudaMemcpyHostToDevice));
    HANDLE_ERROR(cudaMemcpy(dev_b, b, bytes, cudaMemcpyHostToDevice));
    stopwatch_lap(&span, "copy in");
    add<<<1, 1>>>(dev_a, dev_b, dev_c, n);
    HANDLE_ERROR(cudaGetLastError());
    stopwatch_lap(&span, "kernel");
    HANDLE_ERROR(cudaMemcpy(c, dev_c, bytes, cudaMemcpyDeviceToHost));
    stopwatch_lap(&span, "copy out");
    stopwatch_stop(&span);
    size_t wrong = vectors_wrong(c, n, options.seed);

    // The kernel alone, many times; the last sum is checked too.
    struct timing t = timing_start(options.runs, dev_c, bytes);
    while (timing_next(&t))
        add<<<1, 1>>>(dev_a, dev_b, dev_c, n);
    HANDLE_ERROR(cudaMemcpy(c, dev_c, bytes, cudaMemcpyDeviceToHost));
    wrong += vectors_wrong(c, n, options.seed);

    // Two vectors read and one written, in bytes a nanosecond.
    const double bandwidth = 3.0 * (double)bytes / (t.median_ms * 1e6);
    report_span(&report, &span, wrong == 0);
    report_kernel(&report, "kernel", &t, bandwidth, "GB/s", wrong == 0);

    HANDLE_ERROR(cudaFree(dev_a));
    HANDLE_ERROR(cudaFree(dev_b));
    HANDLE_ERROR(cudaFree(dev_c));
    free(a);
    free(b);
    free(c);
    return report_end(&report, "%zu wrong among %zu sums", wrong, n);
}
