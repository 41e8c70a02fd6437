// SPDX-License-Identifier: MIT
// One pointer for host and device: memory that moves to the side that touches it.
//
// What it teaches: cudaMallocManaged. No copies are left in the program; what is left to the
// programmer is to wait for the kernel before the host reads. After vecadd; then memory_ways.
//
//     managed; managed --size 67108864; managed --help
//
// It prints the time of the whole job and of its parts, then the kernel alone, when all pages have
// long been on the device, and whether the sums are right.
#include "chapter.h"
#include "managed.h"
#include "sums.h"

#define ABOUT "Adds two arrays in managed memory, which host and device reach by one pointer."
const size_t DEFAULT_SIZE = 1 << 20; // sums

int main(int argc, char **argv) {
    const struct options options = sums_options(DEFAULT_SIZE, argc, argv, ABOUT);
    managed_needed(&options, options.size, 3 * sizeof(int));
    const size_t n = options.size, bytes = n * sizeof(int);
    struct report report = report_begin(&options);

    // The whole job, once. The host writes a and b, the device reads them: so their pages move, one
    // by one, when a thread touches them. That is part of the kernel's time.
    int *a, *b, *c;
    struct stopwatch span = stopwatch_start();
    HANDLE_ERROR(cudaMallocManaged(&a, bytes));
    HANDLE_ERROR(cudaMallocManaged(&b, bytes));
    HANDLE_ERROR(cudaMallocManaged(&c, bytes));
    stopwatch_lap(&span, "allocate");
    sums_fill(a, b, n, options.seed);
    stopwatch_skip(&span);
    add<<<sums_blocks(n), SUMS_THREADS>>>(a, b, c, n);
    HANDLE_ERROR(cudaGetLastError());
    stopwatch_lap(&span, "kernel");
    stopwatch_stop(&span); // waits: before that, c is not the host's to read
    size_t wrong = sums_wrong(c, n, options.seed);
    report_span(&report, &span, wrong == 0);

    // The kernel alone, many times: the host does not touch the pages, so they stay where they are.
    struct timing t = timing_start(options.runs, c, bytes);
    while (timing_next(&t))
        add<<<sums_blocks(n), SUMS_THREADS>>>(a, b, c, n);
    wrong += sums_wrong(c, n, options.seed);
    report_kernel(&report, "kernel", &t, 3.0 * (double)bytes / (t.median_ms * 1e6), "GB/s",
                  wrong == 0);

    HANDLE_ERROR(cudaFree(a));
    HANDLE_ERROR(cudaFree(b));
    HANDLE_ERROR(cudaFree(c));
    return report_end(&report, "%zu wrong among 2 x %zu sums", wrong, n);
}
