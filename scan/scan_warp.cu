// SPDX-License-Identifier: MIT
// Running sums within a warp: each 32 numbers by themselves.
//
// What it teaches: how a scan becomes parallel. Every lane adds the sum of the lane 1 to its left,
// then of the lane 2 to its left, then 4, 8, 16: after five steps each has the sum of all lanes
// before it. Shuffles hand registers from lane to lane, with no memory and no barrier. Then
// scan_block.
//
//     scan_warp; scan_warp --size 100000000        --help lists the options
//
// It prints the time of the whole job and of its parts, then of the scan by shuffles alone and of
// one where a single lane of each warp adds up, and whether the sums are right.
#include "chapter.h"
#include "tiles.h"
#include "scan.h"

#define ABOUT "Works out the running sums of each 32 numbers, within a warp."
const size_t DEFAULT_SIZE = 1 << 20; // numbers
const int THREADS = 256;             // in a block
const size_t MOST_BLOCKS = 0x7fffffff;

// One thread: one sum, in five steps (warp_scan in tiles.h). A lane beyond the end adds zeros, for
// the others need its hand in the shuffles. Bound by memory.
__global__ void scan_by_shuffles(const unsigned int *numbers, unsigned int *sums, size_t n) {
    const size_t i = threadIdx.x + (size_t)blockIdx.x * blockDim.x;
    const unsigned int number = i < n ? numbers[i] : 0;
    const unsigned int sum = warp_scan(number);
    if (i < n)
        sums[i] = sum;
}

// The loop of the CPU: the first lane of each warp works, and 31 wait. Bound by its reads, each 128
// bytes from that of the next warp's.
__global__ void scan_by_one_lane(const unsigned int *numbers, unsigned int *sums, size_t n) {
    const size_t first = threadIdx.x + (size_t)blockIdx.x * blockDim.x;
    if (first % WARP != 0)
        return;
    unsigned int sum = 0;
    for (size_t i = first; i < first + WARP && i < n; i++)
        sums[i] = sum += numbers[i];
}

int main(int argc, char **argv) {
    const struct options options =
        scan_options(DEFAULT_SIZE, MOST_BLOCKS * (double)THREADS, argc, argv, ABOUT);

    const size_t n = options.size, bytes = n * sizeof(unsigned int);
    unsigned int *numbers = (unsigned int *)host_alloc(&options, n, sizeof *numbers);
    unsigned int *sums = (unsigned int *)host_alloc(&options, n, sizeof *sums);
    unsigned int *expected = (unsigned int *)host_alloc(&options, n, sizeof *expected);
    struct report report = report_begin(&options);
    scan_fill(numbers, n, options.seed);
    scan_reference(numbers, expected, n, WARP, true);

    // The whole job, once: memory on the device, the numbers there, the kernel, the sums back.
    const unsigned blocks = (unsigned)((n + THREADS - 1) / THREADS);
    unsigned int *dev_numbers, *dev_sums;
    struct stopwatch span = stopwatch_start();
    HANDLE_ERROR(cudaMalloc(&dev_numbers, bytes));
    HANDLE_ERROR(cudaMalloc(&dev_sums, bytes));
    stopwatch_lap(&span, "allocate");
    stopwatch_poison(&span, dev_sums, bytes);
    HANDLE_ERROR(cudaMemcpy(dev_numbers, numbers, bytes, cudaMemcpyHostToDevice));
    stopwatch_lap(&span, "copy in");
    scan_by_shuffles<<<blocks, THREADS>>>(dev_numbers, dev_sums, n);
    HANDLE_ERROR(cudaGetLastError());
    stopwatch_lap(&span, "kernel");
    HANDLE_ERROR(cudaMemcpy(sums, dev_sums, bytes, cudaMemcpyDeviceToHost));
    stopwatch_lap(&span, "copy out");
    stopwatch_stop(&span);
    const size_t wrong = scan_verify(sums, expected, n);

    // Both kernels alone, many times; the last sums of each are checked too.
    struct timing shuffles = timing_start(options.runs, dev_sums, bytes);
    while (timing_next(&shuffles))
        scan_by_shuffles<<<blocks, THREADS>>>(dev_numbers, dev_sums, n);
    HANDLE_ERROR(cudaMemcpy(sums, dev_sums, bytes, cudaMemcpyDeviceToHost));
    const size_t wrong_shuffles = scan_verify(sums, expected, n);

    struct timing lane = timing_start(options.runs, dev_sums, bytes);
    while (timing_next(&lane))
        scan_by_one_lane<<<blocks, THREADS>>>(dev_numbers, dev_sums, n);
    HANDLE_ERROR(cudaMemcpy(sums, dev_sums, bytes, cudaMemcpyDeviceToHost));
    const size_t wrong_lane = scan_verify(sums, expected, n);

    // Every number read and every sum written.
    const double megabytes = 2.0 * (double)bytes / 1e6; // over ms: GB/s
    report_span(&report, &span, wrong == 0);
    report_kernel(&report, "shuffles", &shuffles, megabytes / shuffles.median_ms, "GB/s",
                  wrong_shuffles == 0);
    report_kernel(&report, "one lane", &lane, megabytes / lane.median_ms, "GB/s", wrong_lane == 0);

    HANDLE_ERROR(cudaFree(dev_numbers));
    HANDLE_ERROR(cudaFree(dev_sums));
    free(numbers);
    free(sums);
    free(expected);
    return report_end(&report, "%zu wrong among 3 x %zu sums", wrong + wrong_shuffles + wrong_lane,
                      n);
}
