// SPDX-License-Identifier: MIT
// A histogram with counters for each block in shared memory, which are added up at the end.
//
// What it teaches: privatisation. Where many threads wait for few counters, each group of them gets
// counters of its own, and only the sums meet in global memory: 256 atomics for a block instead of
// one for each byte. Those in shared memory wait for the block's own threads alone. After
// hist_global; then hist_warps.
//
//     hist_shared; hist_shared --values 1; diff hist_global.cu hist_shared.cu
//
// It prints the time of the whole job and of its parts, then of the kernel alone, and whether the
// counters are right.
#include "chapter.h"
#include "histogram.h"

#define ABOUT "Counts bytes with atomics in shared memory, block by block."
const int THREADS = 256; // in a block

// One thread: the bytes i, i + stride, i + 2 stride, ..., into the counters of its block, and some
// of these into the grid's. Bound by the atomics in shared memory.
__global__ void histogram(const unsigned char *data, size_t n, unsigned int *counters) {
    __shared__ unsigned int own[BINS];
    for (int bin = threadIdx.x; bin < BINS; bin += blockDim.x)
        own[bin] = 0;
    __syncthreads(); // the zeros are there before the first count

    const size_t stride = (size_t)gridDim.x * blockDim.x;
    for (size_t i = threadIdx.x + (size_t)blockIdx.x * blockDim.x; i < n; i += stride)
        atomicAdd(&own[data[i]], 1);
    __syncthreads(); // all counts are there before the sums

    for (int bin = threadIdx.x; bin < BINS; bin += blockDim.x)
        atomicAdd(&counters[bin], own[bin]);
}

int main(int argc, char **argv) {
    size_t values = BINS;
    const struct options options = histogram_options(&values, argc, argv, ABOUT);

    const size_t n = options.size;
    unsigned int counters[BINS], expected[BINS];
    unsigned char *data = (unsigned char *)host_alloc(&options, n, 1);
    struct report report = report_begin(&options);
    histogram_fill(data, n, values, options.seed);
    histogram_reference(data, n, expected);

    // As published: twice as many blocks as the device has multiprocessors.
    int processors;
    HANDLE_ERROR(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0));
    const int blocks = 2 * processors;

    // The whole job, once: memory on the device, the bytes there, the kernel, the counters back.
    unsigned char *dev_data;
    unsigned int *dev_counters;
    struct stopwatch span = stopwatch_start();
    HANDLE_ERROR(cudaMalloc(&dev_data, n));
    HANDLE_ERROR(cudaMalloc(&dev_counters, sizeof counters));
    stopwatch_lap(&span, "allocate");
    stopwatch_poison(&span, dev_counters, sizeof counters);
    HANDLE_ERROR(cudaMemcpy(dev_data, data, n, cudaMemcpyHostToDevice));
    stopwatch_lap(&span, "copy in");
    HANDLE_ERROR(cudaMemsetAsync(dev_counters, 0, sizeof counters));
    histogram<<<blocks, THREADS>>>(dev_data, n, dev_counters);
    HANDLE_ERROR(cudaGetLastError());
    stopwatch_lap(&span, "kernel");
    HANDLE_ERROR(cudaMemcpy(counters, dev_counters, sizeof counters, cudaMemcpyDeviceToHost));
    stopwatch_lap(&span, "copy out");
    stopwatch_stop(&span);
    int wrong = histogram_verify(counters, expected, n);

    // The kernel alone, many times, with the zeros that it begins with; the last counters are
    // checked too.
    struct timing t = timing_start(options.runs, dev_counters, sizeof counters);
    while (timing_next(&t)) {
        HANDLE_ERROR(cudaMemsetAsync(dev_counters, 0, sizeof counters));
        histogram<<<blocks, THREADS>>>(dev_data, n, dev_counters);
    }
    HANDLE_ERROR(cudaMemcpy(counters, dev_counters, sizeof counters, cudaMemcpyDeviceToHost));
    wrong += histogram_verify(counters, expected, n);

    report_span(&report, &span, wrong == 0);
    report_kernel(&report, "kernel", &t, (double)n / (t.median_ms * 1e6), "GB/s", wrong == 0);

    HANDLE_ERROR(cudaFree(dev_data));
    HANDLE_ERROR(cudaFree(dev_counters));
    free(data);
    return report_end(&report, "%d wrong among 2 x %d counters", wrong, BINS);
}
