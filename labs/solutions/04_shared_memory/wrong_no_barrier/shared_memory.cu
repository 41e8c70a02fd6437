// SPDX-License-Identifier: MIT
// Lab 4, shared memory and reduction: typically wrong. The barriers behind the loads are missing.
#include "checks.h"

// Task 1. out[i] = a[i] - a[i - 1], and out[0] = 0. Each thread loads one element into shared
// memory and takes its neighbour's from there; one thread of the block has to load one more.
__global__ void difference(const int *a, int *out, int n) {
    __shared__ int tile[BLOCK];
    const int t = threadIdx.x, i = t + blockIdx.x * BLOCK;
    if (i < n)
        tile[t] = a[i];
    if (i >= n)
        return;
    if (i == 0)
        out[i] = 0;
    else
        out[i] = tile[t] - (t > 0 ? tile[t - 1] : a[i - 1]);
}

// Task 2. sums[b] is the sum of block b's elements. Fold in half until one is left.
__global__ void sum_blocks(const int *a, int *sums, int n) {
    __shared__ int tile[BLOCK];
    const int t = threadIdx.x, i = t + blockIdx.x * BLOCK;
    tile[t] = i < n ? a[i] : 0;
    for (int half = BLOCK / 2; half > 0; half /= 2) {
        if (t < half)
            tile[t] += tile[t + half];
        __syncthreads();
    }
    if (t == 0)
        sums[blockIdx.x] = tile[0];
}

// Task 3. The sum of all n elements in *sum, which is 0 when the kernel starts: one atomicAdd a
// block.
__global__ void sum_all(const int *a, int *sum, int n) {
    __shared__ int tile[BLOCK];
    const int t = threadIdx.x, i = t + blockIdx.x * BLOCK;
    tile[t] = i < n ? a[i] : 0;
    __syncthreads();
    for (int half = BLOCK / 2; half > 0; half /= 2) {
        if (t < half)
            tile[t] += tile[t + half];
        __syncthreads();
    }
    if (t == 0)
        atomicAdd(sum, tile[0]);
}

// Task 4. The sum of a[i] * b[i] in *sum. The grid has 8 blocks, whatever n is: each thread adds up
// its own products first, in a grid-stride loop.
__global__ void dot(const int *a, const int *b, int *sum, int n) {
    __shared__ int tile[BLOCK];
    const int t = threadIdx.x;
    int own = 0;
    for (int i = t + blockIdx.x * BLOCK; i < n; i += gridDim.x * BLOCK)
        own += a[i] * b[i];
    tile[t] = own;
    __syncthreads();
    for (int half = BLOCK / 2; half > 0; half /= 2) {
        if (t < half)
            tile[t] += tile[t + half];
        __syncthreads();
    }
    if (t == 0)
        atomicAdd(sum, tile[0]);
}

static int *to_device(const int *host, int n) {
    int *dev;
    CHECK(cudaMalloc(&dev, n * sizeof *dev));
    CHECK(cudaMemcpy(dev, host, n * sizeof *dev, cudaMemcpyHostToDevice));
    return dev;
}

// The result comes back, is handed in, and its memory is freed.
static void hand_in(int *dev, int n) {
    int *host = lab_blank_ints(n);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(host, dev, n * sizeof *dev, cudaMemcpyDeviceToHost));
    CHECK(cudaFree(dev));
    lab_result(host, n);
    free(host);
}

int main(int argc, char **argv) {
    lab_begin(argc, argv, 10000);
    const int n = (int)lab_size(), blocks = (n + BLOCK - 1) / BLOCK, zero = 0;
    int *a = lab_ints("a", n, BELOW), *b = lab_ints("b", n, BELOW), *blank = lab_blank_ints(n);
    int *dev_a = to_device(a, n), *dev_b = to_device(b, n);

    if (lab_task(1, "difference")) {
        int *dev_out = to_device(blank, n);
        difference<<<blocks, BLOCK>>>(dev_a, dev_out, n);
        hand_in(dev_out, n);
    }
    if (lab_task(2, "sums of blocks")) {
        int *dev_out = to_device(blank, blocks);
        sum_blocks<<<blocks, BLOCK>>>(dev_a, dev_out, n);
        hand_in(dev_out, blocks);
    }
    if (lab_task(3, "sum")) {
        int *dev_out = to_device(&zero, 1);
        sum_all<<<blocks, BLOCK>>>(dev_a, dev_out, n);
        hand_in(dev_out, 1);
    }
    if (lab_task(4, "dot product")) {
        int *dev_out = to_device(&zero, 1);
        dot<<<8, BLOCK>>>(dev_a, dev_b, dev_out, n);
        hand_in(dev_out, 1);
    }
    CHECK(cudaFree(dev_a));
    CHECK(cudaFree(dev_b));
    free(a);
    free(b);
    free(blank);
    return lab_end();
}
