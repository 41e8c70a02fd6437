// SPDX-License-Identifier: MIT
// Lab 12, scan: a solution.
#include "checks.h"

// Task 1. The inclusive sum of a lane and all lanes below it, in five steps of __shfl_up_sync. All
// lanes of the warp call it.
__device__ int warp_scan(int sum) {
    const int lane = threadIdx.x % WARP;
    for (int distance = 1; distance < WARP; distance *= 2) {
        const int left = __shfl_up_sync(0xffffffff, sum, distance);
        if (lane >= distance)
            sum += left;
    }
    return sum;
}

// out[i] is the sum of the elements of its warp up to and with a[i]. Lanes without an element come
// along, with 0.
__global__ void scan_warps(const int *a, int *out, int n) {
    const int i = threadIdx.x + blockIdx.x * BLOCK;
    const int sum = warp_scan(i < n ? a[i] : 0);
    if (i < n)
        out[i] = sum;
}

// Task 2. The same for the elements of a block, in shared memory (Hillis and Steele): in the step
// of distance 1, 2, 4, ... each thread adds the sum that far to its left. The last thread also
// leaves the sum of the block in sums[].
__global__ void scan_blocks(const int *a, int *out, int *sums, int n) {
    __shared__ int tile[BLOCK];
    const int t = threadIdx.x, i = t + blockIdx.x * BLOCK;
    tile[t] = i < n ? a[i] : 0;
    __syncthreads();
    for (int distance = 1; distance < BLOCK; distance *= 2) {
        const int left = t >= distance ? tile[t - distance] : 0;
        __syncthreads();
        tile[t] += left;
        __syncthreads();
    }
    if (i < n)
        out[i] = tile[t];
    if (t == BLOCK - 1)
        sums[blockIdx.x] = tile[t];
}

// Task 3. One block: sums[b] becomes the sum of blocks 0 to b. There may be more than BLOCK of
// them, so it takes BLOCK at a time, and carries on what came before.
__global__ void scan_sums(int *sums, int blocks) {
    __shared__ int tile[BLOCK];
    const int t = threadIdx.x;
    int before = 0;
    for (int first = 0; first < blocks; first += BLOCK) {
        tile[t] = first + t < blocks ? sums[first + t] : 0;
        __syncthreads();
        for (int distance = 1; distance < BLOCK; distance *= 2) {
            const int left = t >= distance ? tile[t - distance] : 0;
            __syncthreads();
            tile[t] += left;
            __syncthreads();
        }
        if (first + t < blocks)
            sums[first + t] = before + tile[t];
        before += tile[BLOCK - 1];
        __syncthreads();
    }
}

// Each element of out[] learns what the blocks before its own have.
__global__ void add_sums(int *out, const int *sums, int n) {
    const int i = threadIdx.x + blockIdx.x * BLOCK;
    if (blockIdx.x > 0 && i < n)
        out[i] += sums[blockIdx.x - 1];
}

// Task 4. wanted[i] is 1 where a[i] is below LIMIT, else 0.
__global__ void want(const int *a, int *wanted, int n) {
    const int i = threadIdx.x + blockIdx.x * BLOCK;
    if (i < n)
        wanted[i] = a[i] < LIMIT;
}

// The wanted elements side by side, in their order; before[i] is how many wanted ones there are up
// to and with a[i]. The rest of kept[] stays as it is, -1.
__global__ void scatter(const int *a, const int *before, int *kept, int n) {
    const int i = threadIdx.x + blockIdx.x * BLOCK;
    if (i < n && a[i] < LIMIT)
        kept[before[i] - 1] = a[i];
}

static int *blank_on_device(int n) {
    int *host = lab_blank_ints(n), *dev;
    CHECK(cudaMalloc(&dev, n * sizeof *dev));
    CHECK(cudaMemcpy(dev, host, n * sizeof *dev, cudaMemcpyHostToDevice));
    free(host);
    return dev;
}

// The result comes back and is handed in.
static void hand_in(const int *dev, int n) {
    int *host = lab_blank_ints(n);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(host, dev, n * sizeof *dev, cudaMemcpyDeviceToHost));
    lab_result(host, n);
    free(host);
}

// All n elements: the three kernels of task 3.
static void scan(const int *dev_a, int *dev_out, int *dev_sums, int n) {
    const int blocks = (n + BLOCK - 1) / BLOCK;
    scan_blocks<<<blocks, BLOCK>>>(dev_a, dev_out, dev_sums, n);
    scan_sums<<<1, BLOCK>>>(dev_sums, blocks);
    add_sums<<<blocks, BLOCK>>>(dev_out, dev_sums, n);
}

int main(int argc, char **argv) {
    lab_begin(argc, argv, 100000);
    const int n = (int)lab_size(), blocks = (n + BLOCK - 1) / BLOCK;
    int *a = lab_ints("a", n, BELOW), *dev_a;
    CHECK(cudaMalloc(&dev_a, n * sizeof *dev_a));
    CHECK(cudaMemcpy(dev_a, a, n * sizeof *dev_a, cudaMemcpyHostToDevice));
    int *dev_sums = blank_on_device(blocks);

    if (lab_task(1, "warps")) {
        int *dev_out = blank_on_device(n);
        scan_warps<<<blocks, BLOCK>>>(dev_a, dev_out, n);
        hand_in(dev_out, n);
        CHECK(cudaFree(dev_out));
    }
    if (lab_task(2, "blocks")) {
        int *dev_out = blank_on_device(n);
        scan_blocks<<<blocks, BLOCK>>>(dev_a, dev_out, dev_sums, n);
        hand_in(dev_out, n);
        CHECK(cudaFree(dev_out));
    }
    if (lab_task(3, "all elements")) {
        int *dev_out = blank_on_device(n);
        scan(dev_a, dev_out, dev_sums, n);
        hand_in(dev_out, n);
        CHECK(cudaFree(dev_out));
    }
    if (lab_task(4, "what is below the limit")) {
        int *dev_wanted = blank_on_device(n), *dev_before = blank_on_device(n);
        int *dev_kept = blank_on_device(n);
        CHECK(cudaMemset(dev_kept, 0xff, n * sizeof *dev_kept)); // -1 where nothing is kept
        want<<<blocks, BLOCK>>>(dev_a, dev_wanted, n);
        scan(dev_wanted, dev_before, dev_sums, n);
        scatter<<<blocks, BLOCK>>>(dev_a, dev_before, dev_kept, n);
        hand_in(dev_kept, n);
        CHECK(cudaFree(dev_wanted));
        CHECK(cudaFree(dev_before));
        CHECK(cudaFree(dev_kept));
    }
    CHECK(cudaFree(dev_a));
    CHECK(cudaFree(dev_sums));
    free(a);
    return lab_end();
}
