// SPDX-License-Identifier: MIT
// Ways in which threads put their accesses in order without a barrier of the block: fences with
// atomics, locks, flags, warps. All are right, so check-race has nothing to say of them
// (tests/faults.t).
#include <cooperative_groups.h>

#include "tap.h"

const int THREADS = 64, BLOCKS = 6, LANES = 32;

// The last block to be done adds up what all have left; one thread of each block writes.
__global__ void last_block(int *part, unsigned *done, int *result) {
    __shared__ bool last;
    if (threadIdx.x == 0) {
        part[blockIdx.x] = blockIdx.x + 1;
        __threadfence();
        last = atomicAdd(done, 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (last && threadIdx.x < gridDim.x) atomicAdd(result, part[threadIdx.x]);
}

// The same, where all threads write, and one of them counts the block.
__global__ void last_block_of_all(int *part, unsigned *done, int *result) {
    __shared__ bool last;
    part[threadIdx.x + blockIdx.x * blockDim.x] = 1;
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0) last = atomicAdd(done, 1) == gridDim.x - 1;
    __syncthreads();
    if (!last) return;
    int sum = 0;
    for (unsigned b = 0; b < gridDim.x; b++) sum += part[threadIdx.x + b * blockDim.x];
    atomicAdd(result, sum);
}

// A lock around a sum that is no atomic.
__global__ void locked(int *lock, int *sum) {
    if (threadIdx.x > 0) return;
    while (atomicCAS(lock, 0, 1) != 0)
        ;
    __threadfence();
    *sum += 2;
    __threadfence();
    atomicExch(lock, 0);
}

// Each block waits for the flag of the one before it and goes on with its number.
__global__ void chain(volatile int *flag, int *number) {
    if (threadIdx.x > 0) return;
    while (blockIdx.x > 0 && flag[blockIdx.x - 1] == 0)
        ;
    __threadfence();
    number[blockIdx.x] = blockIdx.x > 0 ? number[blockIdx.x - 1] + 3 : 3;
    __threadfence();
    flag[blockIdx.x] = 1;
}

// The last thread of a block to be done, by a count in shared memory.
__global__ void last_thread(int *result) {
    __shared__ int value[THREADS];
    __shared__ unsigned done;
    if (threadIdx.x == 0) done = 0;
    __syncthreads();
    value[threadIdx.x] = threadIdx.x;
    __threadfence_block();
    if (atomicAdd(&done, 1) < blockDim.x - 1) return;
    __threadfence_block();
    int sum = 0;
    for (unsigned i = 0; i < blockDim.x; i++) sum += value[i];
    *result = sum;
}

// Each warp folds its part of shared memory by itself.
__global__ void folds(int *result) {
    __shared__ int value[THREADS];
    const int lane = threadIdx.x % LANES;
    value[threadIdx.x] = threadIdx.x;
    __syncwarp();
    for (int reach = LANES / 2; reach > 0; reach /= 2) {
        const int other = lane < reach ? value[threadIdx.x + reach] : 0;
        __syncwarp();
        value[threadIdx.x] += other;
        __syncwarp();
    }
    if (lane == 0) atomicAdd(result, value[threadIdx.x]);
}

// Eight lanes at a time hand a number round; the tiles do not wait for each other.
__global__ void rounds(int *result) {
    __shared__ int value[THREADS];
    const auto tile = cooperative_groups::tiled_partition<8>(cooperative_groups::this_thread_block());
    const int first = threadIdx.x / 8 * 8, rank = tile.thread_rank();
    int mine = rank;
    for (int turn = 0; turn < 3; turn++) {
        value[threadIdx.x] = mine;
        tile.sync();
        mine = value[first + (rank + 1) % 8];
        tile.sync();
    }
    atomicAdd(result, mine == (rank + 3) % 8);
}

// Neighbours write the bytes of one word, and read across after the barrier.
__global__ void bytes(int *result) {
    __shared__ unsigned char value[THREADS];
    value[threadIdx.x] = (unsigned char)threadIdx.x;
    __syncthreads();
    atomicAdd(result, value[threadIdx.x ^ 1]);
}

// A largest value by compare and swap, which begins with a plain load.
__global__ void largest(int *most) {
    const int mine = (threadIdx.x * 37 + blockIdx.x) % 101;
    int seen = *most, expected;
    do {
        expected = seen;
        seen = atomicCAS(most, expected, mine > expected ? mine : expected);
    } while (seen != expected);
}

// The same in a function that leaves the swap out where nothing is to do; the compiler may have it
// once for thread 0 and once for the others.
__device__ void raise_to(int *most, int mine) {
    int seen = *most, expected;
    do {
        expected = seen;
        if (expected >= mine) break;
        seen = atomicCAS(most, expected, mine);
    } while (seen != expected);
}
__global__ void largest_of_blocks(int *most) {
    __shared__ int block_most;
    if (threadIdx.x == 0) block_most = -1;
    __syncthreads();
    for (int i = threadIdx.x; i < 5 * THREADS; i += THREADS) raise_to(&block_most, (i * 37 + blockIdx.x) % 101);
    __syncthreads();
    if (threadIdx.x == 0) raise_to(most, block_most);
}

// A jump over arrays that nothing wrote: what the checks put after one must not stand in its way.
__global__ void jump(int *result, int n) {
    if (n < 0) goto end;
    {
        int first[2], second[2] = {n, n};
        first[0] = second[1];
        *result = first[0] + second[0];
    }
    int unused[2];
end:
    *result += sizeof unused;
}

static const int RESULT = THREADS * BLOCKS, OTHER = RESULT + 1, WORDS = RESULT + 2;
static int *dev_words, *dev_result, *dev_other;

static void begin(void) { must(cudaMemset(dev_words, 0, WORDS * sizeof *dev_words)); }

// What the kernel has left in one of the words.
static int word(int at) {
    int words[WORDS];
    fetch(words, dev_words);
    return words[at];
}

int main(void) {
    const int up_to_threads = THREADS * (THREADS - 1) / 2;
    must(cudaMalloc(&dev_words, WORDS * sizeof *dev_words));
    dev_result = dev_words + RESULT;
    dev_other = dev_words + OTHER;

#define LEAVES(words, expected, kernel, blocks, threads, ...)                                                          \
    begin();                                                                                                           \
    kernel<<<blocks, threads>>>(__VA_ARGS__);                                                                          \
    ok(word(RESULT) == (expected), words)
    unsigned *const done = (unsigned *)dev_other;
    LEAVES("the last block adds up", BLOCKS * (BLOCKS + 1) / 2, last_block, BLOCKS, THREADS, dev_words, done,
           dev_result);
    LEAVES("the last block adds up what all threads wrote", THREADS * BLOCKS, last_block_of_all, BLOCKS, THREADS,
           dev_words, done, dev_result);
    LEAVES("a lock", 2 * BLOCKS, locked, BLOCKS, THREADS, dev_other, dev_result);
    begin();
    chain<<<BLOCKS, THREADS>>>(dev_words + THREADS, dev_words);
    ok(word(BLOCKS - 1) == 3 * BLOCKS, "a chain of flags");
    LEAVES("the last thread of a block", up_to_threads, last_thread, 1, THREADS, dev_result);
    LEAVES("warps that fold by themselves", up_to_threads, folds, 1, THREADS, dev_result);
    LEAVES("tiles of eight", THREADS, rounds, 1, THREADS, dev_result);
    LEAVES("bytes of one word", up_to_threads, bytes, 1, THREADS, dev_result);
    LEAVES("compare and swap", 100, largest, BLOCKS, THREADS, dev_result);
    LEAVES("compare and swap, or not", 100, largest_of_blocks, BLOCKS, THREADS, dev_result);
    LEAVES("a jump over an array", 22, jump, 1, 1, dev_result, 7);
    must(cudaFree(dev_words));
    return done_testing();
}
