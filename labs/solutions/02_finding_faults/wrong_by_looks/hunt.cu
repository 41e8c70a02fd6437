// SPDX-License-Identifier: MIT
// Lab 2, finding faults: typically wrong. Only what shows is mended.
#include "checks.h"

const int THREADS = 128; // in a block

static int blocks_for(int n) {
    return (n + THREADS - 1) / THREADS;
}

// What the host does around most of the kernels below: one array there, one back.
static int *to_device(const int *host, int n) {
    int *dev;
    CHECK(cudaMalloc(&dev, n * sizeof *dev));
    CHECK(cudaMemcpy(dev, host, n * sizeof *dev, cudaMemcpyHostToDevice));
    return dev;
}

static void from_device(int *host, int *dev, int n) {
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(host, dev, n * sizeof *dev, cudaMemcpyDeviceToHost));
    CHECK(cudaFree(dev));
}

// Task 1: out[i] is the larger of in[i] and its right neighbour; the last one has no neighbour.
__global__ void alder(const int *in, int *out, int n) {
    const int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n)
        out[i] = max(in[i], in[i + 1]);
}

// Task 2: the numbers of each block, back to front. The last block may be shorter.
__global__ void birch(const int *in, int *out, int n) {
    __shared__ int tile[THREADS];
    const int t = threadIdx.x, first = blockIdx.x * blockDim.x;
    const int count = min((int)blockDim.x, n - first);
    if (t < count)
        tile[t] = in[first + t];
    __syncthreads();
    if (t < count)
        out[first + t] = tile[count - 1 - t];
}

// Task 3: how often each value from 0 to VALUES - 1 occurs.
__global__ void cedar(const int *in, int *count, int n) {
    const int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n)
        count[in[i]] += 1;
}

// Task 4: out[i] is the sum of the up to four elements from i on.
__global__ void dogwood(const int *in, int *out, int n) {
    const int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i >= n)
        return;
    int window[4], sum = 0;
    for (int k = 0; k < 4; k++)
        window[k] = i + k < n ? in[i + k] : 0;
    for (int k = 0; k < 4; k++)
        sum += window[k];
    out[i] = sum;
}

// Task 5: the sum of each block of THREADS numbers, by folding in half.
__global__ void elm(const int *in, int *out, int n) {
    __shared__ int tile[THREADS];
    const int t = threadIdx.x, i = t + blockIdx.x * blockDim.x;
    tile[t] = i < n ? in[i] : 0;
    __syncthreads();
    for (int half = THREADS / 2; half > 0; half /= 2) {
        if (t < half)
            tile[t] += tile[t + half];
        __syncthreads();
    }
    if (t == 0)
        out[blockIdx.x] = tile[0];
}

// Task 6: out[i] = 2 in[i]. The kernel is right.
__global__ void fir(const int *in, int *out, int n) {
    const int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n)
        out[i] = 2 * in[i];
}

static void task_6(const int *in, int *out, int n) {
    int *dev_in, *dev_out;
    CHECK(cudaMalloc(&dev_in, n * sizeof(int)));
    CHECK(cudaMalloc(&dev_out, n * sizeof(int)));
    CHECK(cudaMemcpy(dev_in, in, n * sizeof(int), cudaMemcpyHostToDevice));
    fir<<<blocks_for(n), THREADS>>>(dev_in, dev_out, n);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(out, dev_out, n * sizeof(int), cudaMemcpyDeviceToHost));
    CHECK(cudaFree(dev_in));
    CHECK(cudaFree(dev_out));
}

// Task 7: the same kernel again, with as many threads a block as n asks for.
static void task_7(const int *in, int *out, int n) {
    int *dev_in = to_device(in, n), *dev_out = to_device(out, n);
    const int threads = n < 100 ? 32 : 1024;
    fir<<<(n + threads - 1) / threads, threads>>>(dev_in, dev_out, n);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(out, dev_out, n * sizeof(int), cudaMemcpyDeviceToHost));
    CHECK(cudaFree(dev_in));
    CHECK(cudaFree(dev_out));
}

int main(int argc, char **argv) {
    lab_begin(argc, argv, 1000);
    const int n = (int)lab_size();
    int *in = lab_ints("in", n, VALUES);
    int *out = lab_blank_ints(n > VALUES ? n : VALUES);
    int *dev;
    if (lab_task(1, "neighbours")) {
        int *dev_in = to_device(in, n);
        dev = to_device(out, n);
        alder<<<blocks_for(n), THREADS>>>(dev_in, dev, n);
        from_device(out, dev, n);
        CHECK(cudaFree(dev_in));
        lab_result(out, n);
    }
    if (lab_task(2, "back to front")) {
        int *dev_in = to_device(in, n);
        dev = to_device(out, n);
        birch<<<blocks_for(n), THREADS>>>(dev_in, dev, n);
        from_device(out, dev, n);
        CHECK(cudaFree(dev_in));
        lab_result(out, n);
    }
    if (lab_task(3, "histogram")) {
        int *dev_in = to_device(in, n);
        CHECK(cudaMalloc(&dev, VALUES * sizeof *dev));
        CHECK(cudaMemset(dev, 0, VALUES * sizeof *dev));
        cedar<<<blocks_for(n), THREADS>>>(dev_in, dev, n);
        from_device(out, dev, VALUES);
        CHECK(cudaFree(dev_in));
        lab_result(out, VALUES);
    }
    if (lab_task(4, "windows")) {
        int *dev_in = to_device(in, n);
        dev = to_device(out, n);
        dogwood<<<blocks_for(n), THREADS>>>(dev_in, dev, n);
        from_device(out, dev, n);
        CHECK(cudaFree(dev_in));
        lab_result(out, n);
    }
    if (lab_task(5, "sums of blocks")) {
        int *dev_in = to_device(in, n);
        dev = to_device(out, blocks_for(n));
        elm<<<blocks_for(n), THREADS>>>(dev_in, dev, n);
        from_device(out, dev, blocks_for(n));
        CHECK(cudaFree(dev_in));
        lab_result(out, blocks_for(n));
    }
    memset(out, LAB_POISON, n * sizeof *out);
    if (lab_task(6, "twice")) {
        task_6(in, out, n);
        lab_result(out, n);
    }
    memset(out, LAB_POISON, n * sizeof *out);
    if (lab_task(7, "twice, in larger blocks")) {
        task_7(in, out, n);
        lab_result(out, n);
    }
    free(in);
    free(out);
    return lab_end();
}
