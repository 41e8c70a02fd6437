// SPDX-License-Identifier: MIT
// The largest of many floats: an atomic that CUDA does not have, made of atomicCAS.
//
// What it teaches: atomicCAS(address, seen, wanted) writes `wanted` if `seen` is still there, and
// returns what was there. In a loop it makes any operation atomic: read, work out the new value,
// try to swap it in, and begin again if another thread was faster. Where an order of whole
// numbers gives the same answer, one atomicMax does it; and a block that agrees on its own largest
// number first asks once for all its threads.
//
//     atomic_max; atomic_max --rising        --help lists the options
//
// It prints the time of the whole job (the loop) and of its parts, then of the three kernels alone,
// and whether the largest number is right.
#include "chapter.h"
#include "random.h"

#define ABOUT "Finds the largest of many floats with atomics."
const size_t DEFAULT_SIZE = 1 << 20; // numbers
const int THREADS = 256;             // in a block
const size_t MOST_BLOCKS = 0x7fffffff;

// The loop. atomicCAS knows whole numbers, so it is shown the bits of the floats. A thread whose
// number is not larger than what is there never swaps: in a random order few do.
__device__ float atomic_max(float *largest, float number) {
    int *bits = (int *)largest;
    int there = *(volatile int *)bits;
    while (number > __int_as_float(there)) {
        const int seen = there;
        there = atomicCAS(bits, seen, __float_as_int(number));
        if (there == seen)
            break; // swapped
    }
    return __int_as_float(there);
}

__global__ void max_by_loop(const float *numbers, size_t n, float *largest) {
    const size_t i = threadIdx.x + (size_t)blockIdx.x * blockDim.x;
    if (i < n)
        atomic_max(largest, numbers[i]);
}

// Floats in the order of whole numbers without a sign. Positive ones have it already; of negative
// ones all bits are turned round, for there more bits are less.
__host__ __device__ static inline unsigned int in_order(float number) {
    unsigned int bits;
    memcpy(&bits, &number, sizeof bits);
    return bits & 0x80000000u ? ~bits : bits | 0x80000000u;
}

__global__ void max_by_order(const float *numbers, size_t n, unsigned int *largest) {
    const size_t i = threadIdx.x + (size_t)blockIdx.x * blockDim.x;
    if (i < n)
        atomicMax(largest, in_order(numbers[i]));
}

// The block's own largest number first, in shared memory; then one thread asks for all.
__global__ void max_by_block(const float *numbers, size_t n, unsigned int *largest) {
    __shared__ unsigned int own;
    const size_t i = threadIdx.x + (size_t)blockIdx.x * blockDim.x;
    if (threadIdx.x == 0)
        own = 0;
    __syncthreads();
    if (i < n)
        atomicMax(&own, in_order(numbers[i]));
    __syncthreads();
    if (threadIdx.x == 0)
        atomicMax(largest, own);
}

// In [-1, 0): all negative, so that a zero in the result is wrong. Rising ones are each larger than
// the one before it, and neighbours may be equal where floats are too few.
static void make(float *numbers, size_t n, bool rising, uint64_t seed) {
    for (size_t i = 0; i < n; i++)
        numbers[i] = rising ? (float)((double)i / (double)n - 1) : random_number(seed, i) - 1;
}

int main(int argc, char **argv) {
    struct options options = options_default(DEFAULT_SIZE);
    bool rising = false;
    const struct option_row rows[] = {
        {"size", OPTION_COUNT, &options.size, 1, MOST_BLOCKS * (double)THREADS, "numbers"},
        {"rising", OPTION_ON, &rising, 0, 0, "each is larger than the one before it"},
        {"seed", OPTION_SEED, &options.seed, 0, 0, "another seed gives other numbers"},
    };
    options_parse(&options, argc, argv, ABOUT, rows);

    const size_t n = options.size, bytes = n * sizeof(float);
    float *numbers = (float *)host_alloc(&options, n, sizeof *numbers);
    struct report report = report_begin(&options);
    make(numbers, n, rising, options.seed);
    float expected = numbers[0], result;
    for (size_t i = 1; i < n; i++)
        expected = numbers[i] > expected ? numbers[i] : expected;

    // The whole job, once. What is there first has to be less than any number.
    const unsigned blocks = (unsigned)((n + THREADS - 1) / THREADS);
    const float least = -INFINITY;
    float *dev_numbers, *dev_largest;
    struct stopwatch span = stopwatch_start();
    HANDLE_ERROR(cudaMalloc(&dev_numbers, bytes));
    HANDLE_ERROR(cudaMalloc(&dev_largest, sizeof *dev_largest));
    stopwatch_lap(&span, "allocate");
    HANDLE_ERROR(cudaMemcpy(dev_numbers, numbers, bytes, cudaMemcpyHostToDevice));
    HANDLE_ERROR(cudaMemcpy(dev_largest, &least, sizeof least, cudaMemcpyHostToDevice));
    stopwatch_lap(&span, "copy in");
    max_by_loop<<<blocks, THREADS>>>(dev_numbers, n, dev_largest);
    HANDLE_ERROR(cudaGetLastError());
    stopwatch_lap(&span, "kernel");
    HANDLE_ERROR(cudaMemcpy(&result, dev_largest, sizeof result, cudaMemcpyDeviceToHost));
    stopwatch_lap(&span, "copy out");
    stopwatch_stop(&span);
    report_span(&report, &span, verify_floats(&result, &expected, 1, 0, 0) == 0);

    // The three kernels alone, many times, each with what it begins with; the last results of each
    // are checked too. The same memory holds a float or its place in the order.
    unsigned int *dev_place = (unsigned int *)dev_largest, place;
    const char *const name[] = {"atomicCAS in a loop", "atomicMax", "atomicMax by block"};
    for (int kernel = 0; kernel < 3; kernel++) {
        struct timing t = timing_start(options.runs, dev_largest, sizeof *dev_largest);
        while (timing_next(&t))
            if (kernel == 0) {
                HANDLE_ERROR(
                    cudaMemcpyAsync(dev_largest, &least, sizeof least, cudaMemcpyHostToDevice));
                max_by_loop<<<blocks, THREADS>>>(dev_numbers, n, dev_largest);
            } else {
                HANDLE_ERROR(cudaMemsetAsync(dev_place, 0, sizeof place));
                if (kernel == 1)
                    max_by_order<<<blocks, THREADS>>>(dev_numbers, n, dev_place);
                else
                    max_by_block<<<blocks, THREADS>>>(dev_numbers, n, dev_place);
            }
        HANDLE_ERROR(cudaMemcpy(&result, dev_largest, sizeof result, cudaMemcpyDeviceToHost));
        HANDLE_ERROR(cudaMemcpy(&place, dev_place, sizeof place, cudaMemcpyDeviceToHost));
        const bool right = kernel == 0 ? verify_floats(&result, &expected, 1, 0, 0) == 0
                                       : place == in_order(expected);
        report_kernel(&report, name[kernel], &t, (double)bytes / (t.median_ms * 1e6), "GB/s",
                      right);
    }

    HANDLE_ERROR(cudaFree(dev_numbers));
    HANDLE_ERROR(cudaFree(dev_largest));
    free(numbers);
    return report_end(&report, "the largest of %zu numbers is %.9g", n, expected);
}
