// SPDX-License-Identifier: MIT
// Running sums within a block: each 512 numbers by themselves, in four ways.
//
// What it teaches: steps against work. Hillis and Steele's scan needs few steps and n log n
// additions; Blelloch's makes a tree, up and down, with 2 n additions and twice the steps, and its
// strides are powers of two, which all meet in few banks of shared memory until it is padded. A
// scan by warps has hardly any barriers. After scan_warp; then scan_three.
//
//     scan_block; scan_block --size 100000000; make count P=scan_block; scan_block --help
//
// It prints the time of the whole job (by warps), then of the four kernels, and if they are right.
#include "chapter.h"
#include "tiles.h"
#include "scan.h"

#define ABOUT "Works out the running sums of each 512 numbers, within a block."
const size_t DEFAULT_SIZE = 1 << 20; // numbers
const int TILE = 512;                // numbers of a block
const size_t MOST_BLOCKS = 0x7fffffff;

// One thread: one number. In the step of distance d it adds the sum d places to its left. Between
// reading and writing is a barrier, or some would read the new sums. Bound by 2 x 9 barriers.
__global__ void scan_hillis_steele(const unsigned int *numbers, unsigned int *sums, size_t n) {
    __shared__ unsigned int shared[TILE];
    const int t = threadIdx.x;
    const size_t i = t + (size_t)blockIdx.x * TILE;
    shared[t] = i < n ? numbers[i] : 0;
    __syncthreads();
    for (int distance = 1; distance < TILE; distance *= 2) {
        const unsigned int left = t >= distance ? shared[t - distance] : 0;
        __syncthreads();
        shared[t] += left;
        __syncthreads();
    }
    if (i < n)
        sums[i] = shared[t];
}

// A free place after each 32, so that places 32 or a multiple of it apart lie in different banks.
template <bool PADDED> __device__ inline int place(int k) {
    return PADDED ? k + k / WARP : k;
}

// One thread: two numbers, t and t + 256. Upwards the sums of pairs, fours, eights ... are put at
// the right end of each; downwards each tells its left half what comes before both, and its right
// half that and the sum of the left. Exclusive sums remain. Bound by 20 barriers, and by the banks.
template <bool PADDED>
__global__ void scan_blelloch(const unsigned int *numbers, unsigned int *sums, size_t n) {
    __shared__ unsigned int shared[TILE + TILE / WARP];
    const int t = threadIdx.x, half = TILE / 2;
    const size_t i = t + (size_t)blockIdx.x * TILE, j = i + half;
    shared[place<PADDED>(t)] = i < n ? numbers[i] : 0;
    shared[place<PADDED>(t + half)] = j < n ? numbers[j] : 0;
    for (int distance = 1; distance < TILE; distance *= 2) {
        __syncthreads();
        const int right = (t + 1) * 2 * distance - 1;
        if (right < TILE)
            shared[place<PADDED>(right)] += shared[place<PADDED>(right - distance)];
    }
    __syncthreads();
    if (t == 0)
        shared[place<PADDED>(TILE - 1)] = 0;
    for (int distance = TILE / 2; distance > 0; distance /= 2) {
        __syncthreads();
        const int right = (t + 1) * 2 * distance - 1;
        if (right < TILE) {
            const unsigned int left = shared[place<PADDED>(right - distance)];
            shared[place<PADDED>(right - distance)] = shared[place<PADDED>(right)];
            shared[place<PADDED>(right)] += left;
        }
    }
    __syncthreads();
    if (i < n)
        sums[i] = shared[place<PADDED>(t)] + numbers[i]; // inclusive, as the others
    if (j < n)
        sums[j] = shared[place<PADDED>(t + half)] + numbers[j];
}

// One thread: one number; two barriers (block_scan in tiles.h). Bound by memory.
__global__ void scan_by_warps(const unsigned int *numbers, unsigned int *sums, size_t n) {
    const size_t i = threadIdx.x + (size_t)blockIdx.x * TILE;
    const unsigned int number = i < n ? numbers[i] : 0;
    unsigned int total;
    const unsigned int sum = block_scan(number, &total);
    if (i < n)
        sums[i] = sum;
}

static const char *const WAYS[] = {"Hillis and Steele", "Blelloch", "Blelloch padded", "by warps"};

static void scan(int way, const unsigned int *dev_numbers, unsigned int *dev_sums, size_t n) {
    const unsigned blocks = (unsigned)((n + TILE - 1) / TILE);
    if (way == 0)
        scan_hillis_steele<<<blocks, TILE>>>(dev_numbers, dev_sums, n);
    else if (way == 1)
        scan_blelloch<false><<<blocks, TILE / 2>>>(dev_numbers, dev_sums, n);
    else if (way == 2)
        scan_blelloch<true><<<blocks, TILE / 2>>>(dev_numbers, dev_sums, n);
    else
        scan_by_warps<<<blocks, TILE>>>(dev_numbers, dev_sums, n);
    HANDLE_ERROR(cudaGetLastError());
}

int main(int argc, char **argv) {
    const struct options options =
        scan_options(DEFAULT_SIZE, MOST_BLOCKS * (double)TILE, argc, argv, ABOUT);

    const size_t n = options.size, bytes = n * sizeof(unsigned int);
    unsigned int *const numbers = (unsigned int *)host_alloc(&options, 3 * n, sizeof *numbers);
    unsigned int *const sums = numbers + n, *const expected = sums + n;
    struct report report = report_begin(&options);
    scan_fill(numbers, n, options.seed);
    scan_reference(numbers, expected, n, TILE, true);

    // The whole job, once: memory on the device, the numbers there, the kernel, the sums back.
    unsigned int *dev_numbers, *dev_sums;
    struct stopwatch span = stopwatch_start();
    HANDLE_ERROR(cudaMalloc(&dev_numbers, bytes));
    HANDLE_ERROR(cudaMalloc(&dev_sums, bytes));
    stopwatch_lap(&span, "allocate");
    stopwatch_poison(&span, dev_sums, bytes);
    HANDLE_ERROR(cudaMemcpy(dev_numbers, numbers, bytes, cudaMemcpyHostToDevice));
    stopwatch_lap(&span, "copy in");
    scan(3, dev_numbers, dev_sums, n);
    stopwatch_lap(&span, "kernel");
    HANDLE_ERROR(cudaMemcpy(sums, dev_sums, bytes, cudaMemcpyDeviceToHost));
    stopwatch_lap(&span, "copy out");
    stopwatch_stop(&span);
    size_t wrong = scan_verify(sums, expected, n);
    report_span(&report, &span, wrong == 0);

    // The four kernels alone, many times; the last sums of each are checked too.
    for (int way = 0; way < 4; way++) {
        struct timing t = timing_start(options.runs, dev_sums, bytes);
        t.budget_ms = TIMING_BUDGET_MS / 4;
        while (timing_next(&t))
            scan(way, dev_numbers, dev_sums, n);
        HANDLE_ERROR(cudaMemcpy(sums, dev_sums, bytes, cudaMemcpyDeviceToHost));
        const size_t wrong_here = scan_verify(sums, expected, n);
        report_kernel(&report, WAYS[way], &t, 2.0 * (double)bytes / (t.median_ms * 1e6), "GB/s",
                      wrong_here == 0);
        wrong += wrong_here;
    }

    HANDLE_ERROR(cudaFree(dev_numbers));
    HANDLE_ERROR(cudaFree(dev_sums));
    free(numbers);
    return report_end(&report, "%zu wrong among 5 x %zu sums", wrong, n);
}
