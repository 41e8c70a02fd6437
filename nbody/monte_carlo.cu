// SPDX-License-Identifier: MIT
// Pi by random points: how many of those in a square are in the quarter of a circle?
//
// What it teaches: random numbers in parallel. A generator with a state, handed from number to
// number, is a queue. One that works from a counter has none: number i needs i and the seed, so any
// thread may take any number, the numbers do not depend on the launch, and the host can work out
// the same. And the error falls only with the root of the number of points. After nbody.
//
//     monte_carlo; monte_carlo --size 10000000000; monte_carlo --help
//
// It prints the time of the whole job and of its parts, the kernel alone with its points per
// nanosecond, and pi with its error and the error that is to be expected.
#include <math.h>

#include "chapter.h"
#include "philox.h"

#define ABOUT "Works out pi by counting random points, with a generator that works from a counter."
const size_t DEFAULT_SIZE = 1 << 20; // points
const int THREADS = 256;             // in a block
const int BLOCKS_EACH = 8;           // blocks for each multiprocessor
const size_t COUNTED = 1 << 22;      // the host counts so many points itself
typedef unsigned long long wide;

// How many of points 2 i and 2 i + 1, the two that counter i gives, are in the circle. Coordinates
// of 31 bits, whose squares are exact: so host and device agree on every point.
__host__ __device__ static inline unsigned int inside(wide i, uint64_t seed, size_t n) {
    const struct philox_words random = philox(i, seed);
    unsigned int count = 0;
    for (int k = 0; k < 2; k++) {
        const wide x = random.word[2 * k] >> 1, y = random.word[2 * k + 1] >> 1;
        count += 2 * i + k < n && x * x + y * y < 1ULL << 62;
    }
    return count;
}

// One thread: the counters i, i + stride, ...; one atomic for each warp. Bound by arithmetic.
__global__ void count_inside(wide *total, size_t n, uint64_t seed) {
    const wide stride = (wide)gridDim.x * blockDim.x;
    unsigned int mine = 0;
    for (wide i = threadIdx.x + (wide)blockIdx.x * blockDim.x; 2 * i < n; i += stride)
        mine += inside(i, seed, n);
    for (int distance = warpSize / 2; distance > 0; distance /= 2)
        mine += __shfl_down_sync(0xffffffff, mine, distance);
    if (threadIdx.x % warpSize == 0)
        atomicAdd(total, (wide)mine);
}

// The vectors of the authors' own tests (Random123, kat_vectors).
static bool philox_right(void) {
    const struct philox_words zeros = {{0, 0, 0, 0}}, ones = {{~0u, ~0u, ~0u, ~0u}};
    const struct philox_words a = philox_keyed(zeros, 0, 0), b = philox_keyed(ones, ~0u, ~0u);
    const struct philox_words wanted_a = {{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}};
    const struct philox_words wanted_b = {{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}};
    return memcmp(&a, &wanted_a, sizeof a) == 0 && memcmp(&b, &wanted_b, sizeof b) == 0;
}

// Few points are counted again; of many it is asked whether they err more than chance does, which
// six standard deviations are for one run in 500 million.
static bool verify(wide count, size_t n, uint64_t seed) {
    const double p = acos(-1) / 4, deviation = sqrt(p * (1 - p) * (double)n);
    if (n > COUNTED)
        return fabs((double)count - p * (double)n) <= 6 * deviation;
    wide expected = 0;
    for (wide i = 0; 2 * i < n; i++)
        expected += inside(i, seed, n);
    if (count != expected)
        fprintf(stderr, "first mismatch: %llu points inside, expected %llu\n", count, expected);
    return count == expected;
}

int main(int argc, char **argv) {
    struct options options = options_default(DEFAULT_SIZE);
    const struct option_row rows[] = {
        {"size", OPTION_COUNT, &options.size, 1, 1e15, "points"},
        {"seed", OPTION_SEED, &options.seed, 0, 0, "another seed gives other points"},
    };
    options_parse(&options, argc, argv, ABOUT, rows);
    const size_t n = options.size;
    struct report report = report_begin(&options);
    int multiprocessors;
    HANDLE_ERROR(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0));
    const size_t needed = (n + 2 * THREADS - 1) / (2 * THREADS);
    const size_t most = (size_t)(multiprocessors * BLOCKS_EACH);
    const unsigned blocks = (unsigned)(needed < most ? needed : most);

    wide *dev_total, total;
    struct stopwatch span = stopwatch_start();
    HANDLE_ERROR(cudaMalloc(&dev_total, sizeof *dev_total));
    stopwatch_lap(&span, "allocate");
    HANDLE_ERROR(cudaMemset(dev_total, 0, sizeof *dev_total));
    count_inside<<<blocks, THREADS>>>(dev_total, n, options.seed);
    HANDLE_ERROR(cudaGetLastError());
    stopwatch_lap(&span, "kernel");
    HANDLE_ERROR(cudaMemcpy(&total, dev_total, sizeof total, cudaMemcpyDeviceToHost));
    stopwatch_lap(&span, "copy out");
    stopwatch_stop(&span);
    bool right = philox_right() && verify(total, n, options.seed);
    report_span(&report, &span, right);

    struct timing t = timing_start(options.runs, dev_total, sizeof *dev_total);
    while (timing_next(&t)) {
        HANDLE_ERROR(cudaMemsetAsync(dev_total, 0, sizeof *dev_total));
        count_inside<<<blocks, THREADS>>>(dev_total, n, options.seed);
    }
    HANDLE_ERROR(cudaMemcpy(&total, dev_total, sizeof total, cudaMemcpyDeviceToHost));
    right = right && verify(total, n, options.seed);
    report_kernel(&report, "kernel", &t, (double)n / (t.median_ms * 1e6), "points per ns", right);
    HANDLE_ERROR(cudaFree(dev_total));
    const double pi = 4 * (double)total / (double)n;
    const double off = fabs(pi - acos(-1)), expected = 1.64 / sqrt((double)n);
    report_row(&report, "pi", NULL, off, "off", right);
    report_row(&report, "chance", NULL, expected, "off to be expected", right);
    return report_end(&report, "pi is about %.9g, off by %.2g; to be expected: %.2g", pi, off,
                      expected);
}
