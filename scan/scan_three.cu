// SPDX-License-Identifier: MIT
// Running sums of any number of floats, by three kernels.
//
// What it teaches: blocks cannot wait for each other, but kernels follow one another. The first
// scans each tile by itself and leaves the tile's sum, the second scans these sums, the third adds
// to each tile what comes before it. And the order of additions: in floats these sums end in other
// digits than those of a loop, and are more exact.
//
//     scan_three; scan_three --size 100000000        --help lists the options
//
// It prints the time of the whole job and of its parts, then of the three kernels together, how far
// a loop in floats is off, and whether the sums are right.
#include "chapter.h"
#include "tiles.h"
#include "scan.h"

#define ABOUT "Works out the running sums of floats by three kernels."
const size_t DEFAULT_SIZE = 1 << 20; // numbers
const int TILE = 1024;               // numbers and threads of a block: one each
const size_t MOST_BLOCKS = 0x7fffffff;

// One thread: one number, and its inclusive sum within the tile. Bound by memory.
__global__ void scan_tiles(const float *numbers, float *sums, float *of_tile, size_t n) {
    const size_t i = threadIdx.x + (size_t)blockIdx.x * TILE;
    const float number = i < n ? numbers[i] : 0;
    float total;
    const float sum = block_scan(number, &total);
    if (i < n)
        sums[i] = sum;
    if (threadIdx.x == 0)
        of_tile[blockIdx.x] = total;
}

// One block, for all tiles: 1024 of their sums at a time, and what came before is carried on. Bound
// by latency; but there are few of them.
__global__ void scan_of_tiles(float *of_tile, unsigned int tiles) {
    float before = 0;
    for (unsigned int first = 0; first < tiles; first += TILE) {
        const unsigned int i = first + threadIdx.x;
        const float number = i < tiles ? of_tile[i] : 0;
        float total;
        const float sum = block_scan(number, &total);
        if (i < tiles)
            of_tile[i] = before + sum;
        before += total;
        __syncthreads(); // all have read the total before the next turn changes it
    }
}

// One thread: one sum, which learns what all tiles before its own have. Bound by memory.
__global__ void add_of_tiles(float *sums, const float *of_tile, size_t n) {
    const size_t i = threadIdx.x + (size_t)blockIdx.x * TILE;
    if (blockIdx.x > 0 && i < n)
        sums[i] += of_tile[blockIdx.x - 1];
}

static void scan(const float *dev_numbers, float *dev_sums, float *dev_of_tile, size_t n) {
    const unsigned tiles = (unsigned)((n + TILE - 1) / TILE);
    scan_tiles<<<tiles, TILE>>>(dev_numbers, dev_sums, dev_of_tile, n);
    scan_of_tiles<<<1, TILE>>>(dev_of_tile, tiles);
    add_of_tiles<<<tiles, TILE>>>(dev_sums, dev_of_tile, n);
    HANDLE_ERROR(cudaGetLastError());
}

// How many additions of floats follow each other on the way to the last sum: two scans of a block,
// each of two scans of a warp, a turn for each 1024 tiles, and what is added to a tile.
static size_t roundings(size_t n) {
    return 2 * (5 + 5 + 1) + n / TILE / TILE + 1 + 1;
}

int main(int argc, char **argv) {
    const struct options options =
        scan_options(DEFAULT_SIZE, MOST_BLOCKS * (double)TILE, argc, argv, ABOUT);

    const size_t n = options.size, bytes = n * sizeof(float);
    float *numbers = (float *)host_alloc(&options, n, sizeof *numbers);
    float *sums = (float *)host_alloc(&options, n, sizeof *sums);
    float *expected = (float *)host_alloc(&options, n, sizeof *expected);
    struct report report = report_begin(&options);
    double exact = 0;
    float by_loop = 0;
    for (size_t i = 0; i < n; i++) {
        numbers[i] = random_number(options.seed, i);
        expected[i] = (float)(exact += numbers[i]);
        by_loop += numbers[i];
    }

    // The whole job, once: memory on the device, the numbers there, the kernels, the sums back.
    const size_t tile_bytes = (n + TILE - 1) / TILE * sizeof(float);
    float *dev_numbers, *dev_sums, *dev_of_tile;
    struct stopwatch span = stopwatch_start();
    HANDLE_ERROR(cudaMalloc(&dev_numbers, bytes));
    HANDLE_ERROR(cudaMalloc(&dev_sums, bytes));
    HANDLE_ERROR(cudaMalloc(&dev_of_tile, tile_bytes));
    stopwatch_lap(&span, "allocate");
    stopwatch_poison(&span, dev_sums, bytes);
    HANDLE_ERROR(cudaMemcpy(dev_numbers, numbers, bytes, cudaMemcpyHostToDevice));
    stopwatch_lap(&span, "copy in");
    scan(dev_numbers, dev_sums, dev_of_tile, n);
    stopwatch_lap(&span, "kernels");
    HANDLE_ERROR(cudaMemcpy(sums, dev_sums, bytes, cudaMemcpyDeviceToHost));
    stopwatch_lap(&span, "copy out");
    stopwatch_stop(&span);
    const double tolerance = verify_sum_tolerance(roundings(n));
    size_t wrong = verify_floats(sums, expected, n, 0, tolerance);

    // The kernels alone, many times; the last sums are checked too.
    struct timing t = timing_start(options.runs, dev_sums, bytes);
    while (timing_next(&t))
        scan(dev_numbers, dev_sums, dev_of_tile, n);
    HANDLE_ERROR(cudaMemcpy(sums, dev_sums, bytes, cudaMemcpyDeviceToHost));
    wrong += verify_floats(sums, expected, n, 0, tolerance);

    // Every number read and every sum written, as if it were done at once.
    report_span(&report, &span, wrong == 0);
    report_kernel(&report, "kernels", &t, 2.0 * (double)bytes / (t.median_ms * 1e6), "GB/s",
                  wrong == 0);
    if (!options.csv)
        printf("the last sum: %.9g, off by %.1e of it; by a loop in floats %.9g, off by %.1e\n",
               sums[n - 1], fabs(sums[n - 1] - exact) / exact, by_loop,
               fabs(by_loop - exact) / exact);

    HANDLE_ERROR(cudaFree(dev_numbers));
    HANDLE_ERROR(cudaFree(dev_sums));
    HANDLE_ERROR(cudaFree(dev_of_tile));
    free(numbers);
    free(sums);
    free(expected);
    return report_end(&report, "%zu wrong among 2 x %zu sums, %.1e of each allowed", wrong, n,
                      tolerance);
}
