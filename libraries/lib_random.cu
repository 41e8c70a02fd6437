// SPDX-License-Identifier: MIT
// Pi by random points of cuRAND's, beside a generator of our own.
//
// What it teaches: two ways to use cuRAND. Kernels draw numbers themselves, from a state that each
// thread keeps; or the host asks for an array of numbers, which kernels read. And a generator is
// defined by its bits: our own Philox and the library's are the same. After monte_carlo.
//
//     lib_random; lib_random --size 1000000000; lib_random --help
//
// It prints the time of the whole job, then each way alone with its points per ns, and pi.
#include <curand.h>
#include <curand_kernel.h>
#include <math.h>

#include "chapter.h"
#include "philox.h"
#include "status.h"

#define ABOUT "Works out pi by counting random points, with numbers of our own and of cuRAND's."
const size_t DEFAULT_SIZE = 1 << 20; // points
const double MOST = 1e9;
const int THREADS = 256;      // in a block
const unsigned BLOCKS = 1056; // the numbers that a thread draws depend on how many there are
const int COMPARED = 1 << 10; // counters whose words are compared
typedef unsigned long long wide;

// Whether a point is in the quarter of the circle. Of 31 bits the squares are exact.
__device__ static inline bool inside(unsigned x, unsigned y) {
    const wide a = x >> 1, b = y >> 1;
    return a * a + b * b < 1ULL << 62;
}

__device__ static inline void add(wide *total, unsigned mine) {
    for (int distance = warpSize / 2; distance > 0; distance /= 2)
        mine += __shfl_down_sync(0xffffffff, mine, distance);
    if (threadIdx.x % warpSize == 0)
        atomicAdd(total, (wide)mine);
}

// Our own: counter i gives points 2 i and 2 i + 1, whichever thread asks for it.
__global__ void by_counter(wide *total, size_t n, uint64_t seed) {
    unsigned mine = 0;
    for (size_t i = threadIdx.x + (size_t)blockIdx.x * blockDim.x; 2 * i < n;
         i += BLOCKS * THREADS) {
        const struct philox_words w = philox(i, seed);
        mine += inside(w.word[0], w.word[1]) + (2 * i + 1 < n && inside(w.word[2], w.word[3]));
    }
    add(total, mine);
}

// cuRAND in a kernel: each thread has a sequence of its own, and a state that knows how far it is.
__global__ void by_state(wide *total, size_t n, uint64_t seed) {
    const size_t first = threadIdx.x + (size_t)blockIdx.x * blockDim.x;
    curandStatePhilox4_32_10_t state;
    curand_init(seed, first, 0, &state);
    unsigned mine = 0;
    for (size_t i = first; 2 * i < n; i += BLOCKS * THREADS) {
        const uint4 w = curand4(&state);
        mine += inside(w.x, w.y) + (2 * i + 1 < n && inside(w.z, w.w));
    }
    add(total, mine);
}

// cuRAND's array: two words for each point.
__global__ void by_array(wide *total, size_t n, const uint2 *points) {
    unsigned mine = 0;
    for (size_t i = threadIdx.x + (size_t)blockIdx.x * blockDim.x; i < n; i += BLOCKS * THREADS)
        mine += inside(points[i].x, points[i].y);
    add(total, mine);
}

// How often the library's words are not ours: sequence 0, from place 4 i on, is counter i.
__global__ void compare(wide *different, uint64_t seed) {
    const int i = threadIdx.x + blockIdx.x * blockDim.x;
    curandStatePhilox4_32_10_t state;
    curand_init(seed, 0, 4ULL * i, &state);
    const uint4 w = curand4(&state);
    const struct philox_words o = philox(i, seed);
    add(different, w.x != o.word[0] || w.y != o.word[1] || w.z != o.word[2] || w.w != o.word[3]);
}

static const char *const WAYS[] = {"own Philox", "cuRAND in the kernel", "cuRAND's array"};
enum { WAY_COUNT = sizeof WAYS / sizeof *WAYS };

static void count(int way, curandGenerator_t generator, wide *dev_total, uint2 *dev_points,
                  size_t n, uint64_t seed) {
    HANDLE_ERROR(cudaMemsetAsync(dev_total, 0, sizeof *dev_total));
    if (way == 0) {
        by_counter<<<BLOCKS, THREADS>>>(dev_total, n, seed);
    } else if (way == 1) {
        by_state<<<BLOCKS, THREADS>>>(dev_total, n, seed);
    } else {
        HANDLE_STATUS(curandSetGeneratorOffset(generator, 0)); // the same numbers each time
        HANDLE_STATUS(curandGenerate(generator, (unsigned *)dev_points, 2 * n));
        by_array<<<BLOCKS, THREADS>>>(dev_total, n, dev_points);
    }
    HANDLE_ERROR(cudaGetLastError());
}

// Off by more than six standard deviations is one right run in 500 million.
static bool likely(wide inside, size_t n) {
    const double p = acos(-1) / 4;
    return fabs((double)inside - p * (double)n) <= 6 * sqrt(p * (1 - p) * (double)n) + 1;
}

int main(int argc, char **argv) {
    struct options options = options_default(DEFAULT_SIZE);
    const struct option_row rows[] = {
        {"size", OPTION_COUNT, &options.size, 1, MOST, "points"},
        {"seed", OPTION_SEED, &options.seed, 0, 0, "another seed gives other points"},
    };
    options_parse(&options, argc, argv, ABOUT, rows);
    const size_t n = options.size;
    struct report report = report_begin(&options);
    wide *dev_total, total, different;
    uint2 *dev_points;
    curandGenerator_t generator;
    struct stopwatch span = stopwatch_start();
    HANDLE_STATUS(curandCreateGenerator(&generator, CURAND_RNG_PSEUDO_PHILOX4_32_10));
    HANDLE_STATUS(curandSetPseudoRandomGeneratorSeed(generator, options.seed));
    stopwatch_lap(&span, "generator");
    HANDLE_ERROR(cudaMalloc(&dev_total, sizeof *dev_total));
    HANDLE_ERROR(cudaMalloc(&dev_points, n * sizeof *dev_points));
    stopwatch_lap(&span, "allocate");
    HANDLE_ERROR(cudaMemset(dev_total, 0, sizeof *dev_total));
    compare<<<COMPARED / THREADS, THREADS>>>(dev_total, options.seed);
    HANDLE_ERROR(cudaMemcpy(&different, dev_total, sizeof different, cudaMemcpyDeviceToHost));
    count(2, generator, dev_total, dev_points, n, options.seed);
    HANDLE_ERROR(cudaMemcpy(&total, dev_total, sizeof total, cudaMemcpyDeviceToHost));
    stopwatch_lap(&span, "count");
    stopwatch_stop(&span);
    bool right = different == 0 && likely(total, n);
    report_span(&report, &span, right);

    for (int way = 0; way < WAY_COUNT; way++) {
        struct timing t = timing_start(options.runs, dev_total, sizeof *dev_total);
        t.budget_ms = TIMING_BUDGET_MS / WAY_COUNT;
        while (timing_next(&t))
            count(way, generator, dev_total, dev_points, n, options.seed);
        HANDLE_ERROR(cudaMemcpy(&total, dev_total, sizeof total, cudaMemcpyDeviceToHost));
        right = likely(total, n) && right;
        report_kernel(&report, WAYS[way], &t, (double)n / (t.median_ms * 1e6), "points per ns",
                      right);
    }
    HANDLE_STATUS(curandDestroyGenerator(generator));
    HANDLE_ERROR(cudaFree(dev_total));
    HANDLE_ERROR(cudaFree(dev_points));
    const double pi = 4 * (double)total / (double)n;
    return report_end(&report, "pi is about %.6g; %llu counters differ", pi, different);
}
