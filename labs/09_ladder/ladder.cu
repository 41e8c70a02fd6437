// SPDX-License-Identifier: MIT
// Lab 9, a ladder: the sum of n numbers, rung by rung. README.md beside this file tells what to do;
// the lines to write are marked TODO. It compiles and runs as it is, and says what is missing.
//
//     make ladder && bin/ladder
#include "checks.h"

const int THREADS = 256; // in a block

// Rung 1, which is here: each thread adds its element to one word of the device's memory.
__global__ void rung_1(const int *a, int *sum, int n) {
    const int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n)
        atomicAdd(sum, a[i]);
}

// Rung 2: the block folds in shared memory, and adds once.
__global__ void rung_2(const int *a, int *sum, int n) {
    // TODO 2
}

// Rung 3: the threads of a warp fold by __shfl_down_sync, without shared memory; what the warps are
// left with meets in shared memory or in one atomic a warp. The grid is small: a thread adds up
// many elements first.
__global__ void rung_3(const int *a, int *sum, int n) {
    // TODO 3
}

// Rung 4: as rung 3, and a thread loads four elements at a time (int4). n need not be a multiple of
// four.
__global__ void rung_4(const int *a, int *sum, int n) {
    // TODO 4
}

// One word of the device's memory, 0.
static int *zero_on_device(void) {
    int *dev_sum;
    CHECK(cudaMalloc(&dev_sum, sizeof *dev_sum));
    CHECK(cudaMemset(dev_sum, 0, sizeof *dev_sum));
    return dev_sum;
}

// The sum comes back, is handed in, and its memory is freed.
static void hand_in(int *dev_sum) {
    int sum;
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(&sum, dev_sum, sizeof sum, cudaMemcpyDeviceToHost));
    CHECK(cudaFree(dev_sum));
    lab_result(&sum, 1);
}

int main(int argc, char **argv) {
    lab_begin(argc, argv, 1000003);
    const int n = (int)lab_size(), blocks = (n + THREADS - 1) / THREADS;
    const int few = blocks < 16 ? blocks : 16;
    int *a = lab_ints("a", n, BELOW), *dev_a;
    CHECK(cudaMalloc(&dev_a, n * sizeof *dev_a));
    CHECK(cudaMemcpy(dev_a, a, n * sizeof *dev_a, cudaMemcpyHostToDevice));
    if (lab_task(1, "an atomic a thread")) {
        int *dev_sum = zero_on_device();
        rung_1<<<blocks, THREADS>>>(dev_a, dev_sum, n);
        hand_in(dev_sum);
    }
    if (lab_task(2, "shared memory")) {
        int *dev_sum = zero_on_device();
        rung_2<<<blocks, THREADS>>>(dev_a, dev_sum, n);
        hand_in(dev_sum);
    }
    if (lab_task(3, "shuffles")) {
        int *dev_sum = zero_on_device();
        rung_3<<<few, THREADS>>>(dev_a, dev_sum, n);
        hand_in(dev_sum);
    }
    if (lab_task(4, "four at a time")) {
        int *dev_sum = zero_on_device();
        rung_4<<<few, THREADS>>>(dev_a, dev_sum, n);
        hand_in(dev_sum);
    }
    CHECK(cudaFree(dev_a));
    free(a);
    return lab_end();
}
