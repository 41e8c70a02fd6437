// SPDX-License-Identifier: MIT
// The largest of many numbers and its place: under a lock, and without one.
//
// What it teaches: a lock made of atomicCAS, the fences that it needs, and why a kernel does better
// without. Blocks that want it stand in line, one after the other; a warp whose threads want it may
// never go on. What is to be changed together fits one word of 64 bits here, and atomicMax changes
// that at once.
//
//     lock; lock --size 100000        --help lists the options
//
// It prints the time of the whole job (with the lock) and of its parts, then of both kernels alone,
// and whether number and place are right.
#include "chapter.h"
#include "random.h"

#define ABOUT "Finds the largest of many numbers and its place, with a lock and without."
const size_t DEFAULT_SIZE = 1 << 20; // numbers
const int THREADS = 256;             // in a block
typedef unsigned long long wide;

struct found {
    unsigned int number, place; // of equal numbers the last one
};

// 1 while a thread holds it. What was written before the lock was given back is seen by the next
// holder, because of the fences; and `volatile` has it read again each time.
__device__ void take(int *lock) {
    while (atomicCAS(lock, 0, 1) != 0)
        ;
    __threadfence();
}
__device__ void give_back(int *lock) {
    __threadfence();
    atomicExch(lock, 0);
}

// The number in the upper half, so that it decides; the place in the lower.
__host__ __device__ static inline wide packed(unsigned int number, unsigned int place) {
    return (wide)number << 32 | place;
}

// The largest of a block, by folding in half. Every thread of the block has to call it.
__device__ wide largest_of_block(const unsigned int *numbers, size_t n) {
    __shared__ wide own[THREADS];
    const size_t i = threadIdx.x + (size_t)blockIdx.x * blockDim.x;
    own[threadIdx.x] = i < n ? packed(numbers[i], (unsigned int)i) : 0;
    __syncthreads();
    for (int half = THREADS / 2; half > 0; half /= 2) {
        if (threadIdx.x < half && own[threadIdx.x + half] > own[threadIdx.x])
            own[threadIdx.x] = own[threadIdx.x + half];
        __syncthreads();
    }
    return own[0];
}

// One thread of each block takes the lock: never two of a warp. If one of them held it, and the
// warp went on with those that wait, as GPUs before Volta did, it would wait for ever.
__global__ void under_lock(const unsigned int *numbers, size_t n, int *lock,
                           volatile struct found *found) {
    const wide own = largest_of_block(numbers, n);
    if (threadIdx.x == 0) {
        take(lock);
        if (own > packed(found->number, found->place)) {
            found->number = (unsigned int)(own >> 32);
            found->place = (unsigned int)own;
        }
        give_back(lock);
    }
}

__global__ void by_atomic(const unsigned int *numbers, size_t n, wide *found) {
    const wide own = largest_of_block(numbers, n);
    if (threadIdx.x == 0)
        atomicMax(found, own);
}

int main(int argc, char **argv) {
    struct options options = options_default(DEFAULT_SIZE);
    const struct option_row rows[] = {
        {"size", OPTION_COUNT, &options.size, 1, 4294967295.0, "numbers"},
        {"seed", OPTION_SEED, &options.seed, 0, 0, "another seed gives other numbers"},
    };
    options_parse(&options, argc, argv, ABOUT, rows);

    const size_t n = options.size, bytes = n * sizeof(unsigned int);
    unsigned int *numbers = (unsigned int *)host_alloc(&options, n, sizeof *numbers);
    struct report report = report_begin(&options);
    wide expected = 0, result;
    for (size_t i = 0; i < n; i++) {
        numbers[i] = 1 + (unsigned int)(random_number(options.seed, i) * (1 << 24));
        const wide here = packed(numbers[i], (unsigned int)i);
        expected = here > expected ? here : expected;
    }

    // The whole job, once, with the lock.
    const unsigned blocks = (unsigned)((n + THREADS - 1) / THREADS);
    unsigned int *dev_numbers;
    struct found *dev_found, found;
    int *dev_lock;
    struct stopwatch span = stopwatch_start();
    HANDLE_ERROR(cudaMalloc(&dev_numbers, bytes));
    HANDLE_ERROR(cudaMalloc(&dev_found, sizeof *dev_found));
    HANDLE_ERROR(cudaMalloc(&dev_lock, sizeof *dev_lock));
    stopwatch_lap(&span, "allocate");
    HANDLE_ERROR(cudaMemcpy(dev_numbers, numbers, bytes, cudaMemcpyHostToDevice));
    HANDLE_ERROR(cudaMemset(dev_lock, 0, sizeof *dev_lock));
    stopwatch_lap(&span, "copy in");
    HANDLE_ERROR(cudaMemsetAsync(dev_found, 0, sizeof *dev_found));
    under_lock<<<blocks, THREADS>>>(dev_numbers, n, dev_lock, dev_found);
    HANDLE_ERROR(cudaGetLastError());
    stopwatch_lap(&span, "kernel");
    HANDLE_ERROR(cudaMemcpy(&found, dev_found, sizeof found, cudaMemcpyDeviceToHost));
    stopwatch_lap(&span, "copy out");
    stopwatch_stop(&span);
    report_span(&report, &span, packed(found.number, found.place) == expected);

    // Both kernels alone, many times; the last result of each is checked too.
    struct timing locked = timing_start(options.runs, dev_found, sizeof *dev_found);
    while (timing_next(&locked)) {
        HANDLE_ERROR(cudaMemsetAsync(dev_found, 0, sizeof *dev_found));
        under_lock<<<blocks, THREADS>>>(dev_numbers, n, dev_lock, dev_found);
    }
    HANDLE_ERROR(cudaMemcpy(&found, dev_found, sizeof found, cudaMemcpyDeviceToHost));
    report_kernel(&report, "under a lock", &locked, (double)bytes / (locked.median_ms * 1e6),
                  "GB/s", packed(found.number, found.place) == expected);

    wide *dev_packed = (wide *)dev_found; // as large, and zero is the least here too
    struct timing atomic = timing_start(options.runs, dev_packed, sizeof result);
    while (timing_next(&atomic)) {
        HANDLE_ERROR(cudaMemsetAsync(dev_packed, 0, sizeof result));
        by_atomic<<<blocks, THREADS>>>(dev_numbers, n, dev_packed);
    }
    HANDLE_ERROR(cudaMemcpy(&result, dev_packed, sizeof result, cudaMemcpyDeviceToHost));
    report_kernel(&report, "atomicMax", &atomic, (double)bytes / (atomic.median_ms * 1e6), "GB/s",
                  result == expected);

    HANDLE_ERROR(cudaFree(dev_numbers));
    HANDLE_ERROR(cudaFree(dev_found));
    HANDLE_ERROR(cudaFree(dev_lock));
    free(numbers);
    return report_end(&report, "the largest of %zu numbers is %u, at %u", n,
                      (unsigned int)(expected >> 32), (unsigned int)expected);
}
