// SPDX-License-Identifier: MIT
// Blocks that spin until another block has written a flag get on, although there are more of them
// than cores: those that wait for an earlier one, those that wait for a later one, and all for all.
#include "tap.h"

enum { THREADS = 32, BLOCKS = 40, FEW = 6 };

// ---- chains: each block adds one to what the block before it left

__device__ int wait_for(volatile int *flag) {
    while (*flag == 0)
        ;
    return *flag;
}

__global__ void split_volatile(volatile int *flag, int *to, int) {
    __shared__ int before;
    if (threadIdx.x == 0) {
        if (blockIdx.x > 0)
            while (flag[blockIdx.x - 1] == 0)
                ;
        before = blockIdx.x > 0 ? to[blockIdx.x - 1] : 0;
    }
    __syncthreads();
    if (threadIdx.x == 5) {
        to[blockIdx.x] = before + 1;
        __threadfence();
        flag[blockIdx.x] = 1;
    }
}

__global__ void split_atomic(int *flag, int *to, int) {
    __shared__ int before;
    if (threadIdx.x == 0) {
        while (atomicAdd(flag, 0) != (int)blockIdx.x)
            ;
        before = blockIdx.x > 0 ? to[blockIdx.x - 1] : 0;
    }
    __syncthreads();
    if (threadIdx.x == 5) {
        to[blockIdx.x] = before + 1;
        __threadfence();
        atomicAdd(flag, 1);
    }
}

__global__ void whole(volatile int *flag, int *to, int) {
    int before = 0;
    if (threadIdx.x == 0 && blockIdx.x > 0) {
        wait_for(&flag[blockIdx.x - 1]);
        before = to[blockIdx.x - 1];
    }
    before = __shfl_sync(0xffffffff, before, 0);
    if (threadIdx.x == 5) {
        to[blockIdx.x] = before + 1;
        __threadfence();
        flag[blockIdx.x] = 1;
    }
}

// ---- chains of threads, 32 side by side

__device__ void link(volatile int *flag, int *to, int i) {
    if (i >= THREADS)
        while (flag[i - THREADS] == 0)
            ;
    to[i] = i >= THREADS ? to[i - THREADS] + 1 : 1;
    __threadfence();
    flag[i] = 1;
}

__global__ void flat(volatile int *flag, int *to, int n) {
    const int i = (int)(threadIdx.x + blockIdx.x * blockDim.x);
    if (i < n) link(flag, to, i);
}

// With fewer blocks than turns: the first block's second turn waits for the last block's first.
__global__ void strided(volatile int *flag, int *to, int n) {
    for (int i = (int)(threadIdx.x + blockIdx.x * blockDim.x); i < n; i += (int)(blockDim.x * gridDim.x))
        link(flag, to, i);
}

// ---- those that wait for what comes later

__global__ void later(volatile int *flag, int *to, int) {
    if (threadIdx.x == 0) {
        if (blockIdx.x + 1 < gridDim.x) wait_for(&flag[blockIdx.x + 1]);
        to[blockIdx.x] = (int)blockIdx.x + 1;
        __threadfence();
        flag[blockIdx.x] = 1;
    }
}

__global__ void all_meet(int *count, int *to, int) {
    __shared__ int there;
    if (threadIdx.x == 0) {
        atomicAdd(count, 1);
        while ((there = atomicAdd(count, 0)) < (int)gridDim.x)
            ;
    }
    __syncthreads();
    if (threadIdx.x == 7) to[blockIdx.x] = there - (int)gridDim.x + 1 + (int)blockIdx.x;
}

// The first block, and no other, waits; by `round` launches the others have counted up so often.
__global__ void first_waits(int *count, int *to, int round) {
    if (threadIdx.x == 0) {
        if (blockIdx.x == 0)
            while (atomicAdd(count, 0) < round * ((int)gridDim.x - 1))
                ;
        else
            atomicAdd(count, 1);
        to[blockIdx.x] = (int)blockIdx.x + 1;
    }
}

// ---- asleep meanwhile: __nanosleep lets others go on

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

static int *flags, *dev;

// launch: a kernel by its name, for a pointer to one hides how it may run.
template <class Launch> static void get_on(const char *what, int n, int side, Launch launch) {
    static int out[BLOCKS * THREADS];
    must(cudaMemset(flags, 0, sizeof out));
    must(cudaMemset(dev, 0, sizeof out));
    launch();
    must(cudaMemcpy(out, dev, sizeof out, cudaMemcpyDeviceToHost));
    ok(each(n, [&](int i) { return out[i] == i / side + 1; }), "%s", what);
}

int main(void) {
    must(cudaMalloc(&flags, BLOCKS * THREADS * sizeof(int)));
    must(cudaMalloc(&dev, BLOCKS * THREADS * sizeof(int)));
    get_on("a volatile flag of the block before, split", BLOCKS, 1,
           [] { split_volatile<<<BLOCKS, THREADS>>>(flags, dev, 0); });
    get_on("an atomic one", BLOCKS, 1, [] { split_atomic<<<BLOCKS, THREADS>>>(flags, dev, 0); });
    get_on("with a warp function, whole", BLOCKS, 1, [] { whole<<<BLOCKS, THREADS>>>(flags, dev, 0); });
    get_on("a row of threads", BLOCKS * THREADS, THREADS,
           [] { flat<<<BLOCKS, THREADS>>>(flags, dev, BLOCKS * THREADS); });
    get_on("a strided loop, from turn to turn", 3 * FEW * THREADS, THREADS,
           [] { strided<<<FEW, THREADS>>>(flags, dev, 3 * FEW * THREADS); });
    get_on("the later block", FEW, 1, [] { later<<<FEW, THREADS>>>(flags, dev, 0); });
    get_on("all meet all", FEW, 1, [] { all_meet<<<FEW, THREADS>>>(flags, dev, 0); });
    get_on("the first waits for all others, whichever core has it", FEW, 1, [] {
        for (int round = 1; round <= 20; round++) first_waits<<<FEW, THREADS>>>(flags, dev, round);
    });
    int *const words = managed(1024), *const more = managed(1024);
    enum { CHAIN = 96 };
    backwards<<<1, CHAIN>>>(words, more);
    finish();
    ok(*words == CHAIN && each(CHAIN, [&](int i) { return more[i] == CHAIN - 1 - i; }),
       "each thread waits for the one that starts after it");
    *words = more[0] = more[1] = 0;
    to_and_fro<<<1, 64>>>(words, more, 10);
    finish();
    ok(*words == 60 && more[0] == 30 && more[1] == 30, "two warps take turns between barriers");
    *words = 0;
    across<<<2, 64>>>(words, more);
    finish();
    ok(more[1] == 7, "a block waits for another one");
    in_a_warp<<<1, 32>>>(words);
    finish();
    ok(each(32, [&](int i) { return words[i] == 31 * 32 / 2; }),
       "lanes that slept and lanes that did not meet in a shuffle");
    free_all(flags, dev, words, more);
    return done_testing();
}
