// SPDX-License-Identifier: MIT
// Running sums of any number of numbers, in one pass.
//
// What it teaches: decoupled look-back. Three kernels read and write all sums twice. Here each
// block scans its tile, tells the others the tile's sum, and looks back over what those before it
// have told, until it meets one that knows all that comes before. So every number is read once and
// every sum written once. It needs an order in which blocks begin, and gets it from an atomic.
//
//     scan_one_pass; scan_one_pass --size 100000000        --help lists the options
//
// It prints the time of the whole job and of its parts, then of the kernel alone, and whether the
// sums, which are exclusive ones here, are right.
#include "chapter.h"
#include "tiles.h"
#include "scan.h"

#define ABOUT "Works out running sums in one pass over the numbers."
const size_t DEFAULT_SIZE = 1 << 20; // numbers
const int TILE = 1024;               // numbers and threads of a block: one each
const size_t MOST_BLOCKS = 0x7fffffff;

// One thread: one number, and what comes before it. Bound by memory, and at the start by the tiles'
// waiting for each other (tiles.h).
__global__ void scan(const unsigned int *numbers, unsigned int *sums, size_t n, tile_state *states,
                     unsigned int *next) {
    const unsigned int tile = tile_next(next);
    const size_t i = threadIdx.x + (size_t)tile * TILE;
    const unsigned int number = i < n ? numbers[i] : 0;
    unsigned int total;
    const unsigned int sum = block_scan(number, &total);
    const unsigned int before = tile_begin(states, tile, total);
    if (i < n)
        sums[i] = before + sum - number;
}

int main(int argc, char **argv) {
    const struct options options =
        scan_options(DEFAULT_SIZE, MOST_BLOCKS * (double)TILE, argc, argv, ABOUT);

    const size_t n = options.size, bytes = n * sizeof(unsigned int);
    unsigned int *numbers = (unsigned int *)host_alloc(&options, n, sizeof *numbers);
    unsigned int *sums = (unsigned int *)host_alloc(&options, n, sizeof *sums);
    unsigned int *expected = (unsigned int *)host_alloc(&options, n, sizeof *expected);
    struct report report = report_begin(&options);
    scan_fill(numbers, n, options.seed);
    scan_reference(numbers, expected, n, n, false);

    // The whole job, once: memory on the device, the numbers there, the kernel, the sums back. The
    // states of the tiles, and after them the number of the next tile, are zeros at first.
    const unsigned tiles = (unsigned)((n + TILE - 1) / TILE);
    const size_t state_bytes = (tiles + 1) * sizeof(tile_state);
    unsigned int *dev_numbers, *dev_sums;
    tile_state *dev_states;
    struct stopwatch span = stopwatch_start();
    HANDLE_ERROR(cudaMalloc(&dev_numbers, bytes));
    HANDLE_ERROR(cudaMalloc(&dev_sums, bytes));
    HANDLE_ERROR(cudaMalloc(&dev_states, state_bytes));
    unsigned int *const dev_next = (unsigned int *)(dev_states + tiles);
    stopwatch_lap(&span, "allocate");
    stopwatch_poison(&span, dev_sums, bytes);
    HANDLE_ERROR(cudaMemcpy(dev_numbers, numbers, bytes, cudaMemcpyHostToDevice));
    stopwatch_lap(&span, "copy in");
    HANDLE_ERROR(cudaMemsetAsync(dev_states, 0, state_bytes));
    scan<<<tiles, TILE>>>(dev_numbers, dev_sums, n, dev_states, dev_next);
    HANDLE_ERROR(cudaGetLastError());
    stopwatch_lap(&span, "kernel");
    HANDLE_ERROR(cudaMemcpy(sums, dev_sums, bytes, cudaMemcpyDeviceToHost));
    stopwatch_lap(&span, "copy out");
    stopwatch_stop(&span);
    size_t wrong = scan_verify(sums, expected, n);

    // The kernel alone, many times, with the zeros that it begins with; the last sums are checked
    // too.
    struct timing t = timing_start(options.runs, dev_sums, bytes);
    while (timing_next(&t)) {
        HANDLE_ERROR(cudaMemsetAsync(dev_states, 0, state_bytes));
        scan<<<tiles, TILE>>>(dev_numbers, dev_sums, n, dev_states, dev_next);
    }
    HANDLE_ERROR(cudaMemcpy(sums, dev_sums, bytes, cudaMemcpyDeviceToHost));
    wrong += scan_verify(sums, expected, n);

    // Every number read and every sum written.
    report_span(&report, &span, wrong == 0);
    report_kernel(&report, "kernel", &t, 2.0 * (double)bytes / (t.median_ms * 1e6), "GB/s",
                  wrong == 0);

    HANDLE_ERROR(cudaFree(dev_numbers));
    HANDLE_ERROR(cudaFree(dev_sums));
    HANDLE_ERROR(cudaFree(dev_states));
    free(numbers);
    free(sums);
    free(expected);
    return report_end(&report, "%zu wrong among 2 x %zu sums", wrong, n);
}
