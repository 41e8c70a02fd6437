// SPDX-License-Identifier: MIT
// __nanosleep lets others go on: threads that wait for a flag, of another thread of their block or
// of another block, see it in the end.
#include "tap.h"

// Each thread waits for the one after it, so the last one, which starts last, goes first.
__global__ void backwards(volatile int *turn, int *order) {
    const int me = (int)threadIdx.x, last = (int)blockDim.x - 1;
    while (*turn != last - me) __nanosleep(100);
    order[*turn] = me;
    __threadfence();
    *turn = last - me + 1;
}

// Two warps hand a ball to and fro, between barriers of the whole block.
__global__ void to_and_fro(volatile int *ball, int *touched, int turns) {
    const int side = (int)threadIdx.x / 32;
    for (int round = 0; round < 3; round++) {
        __syncthreads();
        if (threadIdx.x % 32 == 0)
            for (int turn = 0; turn < turns; turn++) {
                while (*ball % 2 != side) __nanosleep(20);
                touched[side]++;
                __threadfence_block();
                *ball = *ball + 1;
            }
        __syncthreads();
    }
}

// The last block waits for the first.
__global__ void across(volatile int *flag, int *seen) {
    if (blockIdx.x == 0) {
        if (threadIdx.x == 0) *flag = 7;
    } else if (threadIdx.x == 0) {
        while (*flag == 0) __nanosleep(1000);
        seen[blockIdx.x] = *flag;
    }
}

// Asleep in the middle of a warp's work.
__global__ void in_a_warp(int *sum) {
    if (threadIdx.x % 2) __nanosleep(2000);
    int all = (int)threadIdx.x;
    for (int step = 16; step > 0; step /= 2) all += __shfl_xor_sync(0xffffffff, all, step);
    if (threadIdx.x % 3 == 0) __nanosleep(500);
    __syncwarp();
    sum[threadIdx.x] = all;
}

int main() {
    int *words, *more;
    must(cudaMallocManaged(&words, 1024 * sizeof *words));
    must(cudaMallocManaged(&more, 1024 * sizeof *more));

    enum { CHAIN = 96 };
    memset(words, 0, 1024 * sizeof *words);
    memset(more, 0xff, 1024 * sizeof *more);
    backwards<<<1, CHAIN>>>(words, more);
    must(cudaDeviceSynchronize());
    int wrong = 0;
    for (int i = 0; i < CHAIN; i++) wrong += more[i] != CHAIN - 1 - i;
    ok(wrong == 0 && *words == CHAIN, "each thread waits for the one that starts after it");

    memset(words, 0, 1024 * sizeof *words);
    memset(more, 0, 1024 * sizeof *more);
    to_and_fro<<<1, 64>>>(words, more, 10);
    must(cudaDeviceSynchronize());
    ok(*words == 60 && more[0] == 30 && more[1] == 30, "two warps take turns between barriers");

    memset(words, 0, 1024 * sizeof *words);
    memset(more, 0, 1024 * sizeof *more);
    across<<<2, 64>>>(words, more);
    must(cudaDeviceSynchronize());
    ok(more[1] == 7, "a block waits for another one");

    in_a_warp<<<1, 32>>>(words);
    must(cudaDeviceSynchronize());
    ok(each(32, [&](int i) { return words[i] == 31 * 32 / 2; }),
       "lanes that slept and lanes that did not meet in a shuffle");

    free_all(words, more);
    return done_testing();
}
