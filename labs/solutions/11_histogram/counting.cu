// SPDX-License-Identifier: MIT
// Lab 11, atomics by way of a histogram: a solution.
#include "checks.h"

// Task 1. counters[v] is how many elements of a[] are v. The counters are 0 when the kernel starts.
// One thread for each element.
__global__ void count_global(const int *a, int *counters, int n) {
    const int i = threadIdx.x + blockIdx.x * BLOCK;
    if (i < n)
        atomicAdd(&counters[a[i]], 1);
}

// Task 2. The same, with counters of the block's own in shared memory: clear them, count, and add
// them to those of the grid. The grid has 8 blocks, whatever n is: each thread goes through a[] in
// a grid-stride loop.
__global__ void count_shared(const int *a, int *counters, int n) {
    __shared__ int own[BINS];
    for (int bin = threadIdx.x; bin < BINS; bin += BLOCK)
        own[bin] = 0;
    __syncthreads();
    for (int i = threadIdx.x + blockIdx.x * BLOCK; i < n; i += gridDim.x * BLOCK)
        atomicAdd(&own[a[i]], 1);
    __syncthreads();
    for (int bin = threadIdx.x; bin < BINS; bin += BLOCK)
        atomicAdd(&counters[bin], own[bin]);
}

// Task 3. An atomic maximum of floats, made of atomicCAS: *largest becomes number if that is
// larger.
__device__ void atomic_max(float *largest, float number) {
    int *bits = (int *)largest;
    int there = *(volatile int *)bits;
    while (number > __int_as_float(there)) {
        const int seen = there;
        there = atomicCAS(bits, seen, __float_as_int(number));
        if (there == seen)
            break; // swapped
    }
}

// *largest is -2 when the kernel starts, less than any element. One call of atomic_max for each
// block: its threads find the block's largest element first, by a fold in shared memory (lab 4).
__global__ void largest(const float *c, float *largest, int n) {
    __shared__ float tile[BLOCK];
    const int t = threadIdx.x, i = t + blockIdx.x * BLOCK;
    tile[t] = i < n ? c[i] : -2;
    __syncthreads();
    for (int half = BLOCK / 2; half > 0; half /= 2) {
        if (t < half && tile[t + half] > tile[t])
            tile[t] = tile[t + half];
        __syncthreads();
    }
    if (t == 0)
        atomic_max(largest, tile[0]);
}

// Task 4. The largest element of b[] and its place; of equal ones the last place. Both fit one word
// of 64 bits: the element above, the place below. One atomicMax for each thread will do. *found is
// 0 when the kernel starts.
__global__ void largest_and_place(const int *b, unsigned long long *found, int n) {
    const int i = threadIdx.x + blockIdx.x * BLOCK;
    if (i < n)
        atomicMax(found, (unsigned long long)b[i] << 32 | (unsigned)i);
}

// And out of the word again, on the host.
static void take_apart(unsigned long long found, int *element, int *place) {
    *element = (int)(found >> 32);
    *place = (int)(unsigned)found;
}

template <typename Number> static Number *to_device(const Number *host, int n) {
    Number *dev;
    CHECK(cudaMalloc(&dev, n * sizeof *dev));
    CHECK(cudaMemcpy(dev, host, n * sizeof *dev, cudaMemcpyHostToDevice));
    return dev;
}

// What a kernel has left: it comes back, and its memory is freed.
template <typename Number> static void from_device(Number *host, Number *dev, int n) {
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(host, dev, n * sizeof *dev, cudaMemcpyDeviceToHost));
    CHECK(cudaFree(dev));
}

int main(int argc, char **argv) {
    lab_begin(argc, argv, 10000);
    const int n = (int)lab_size(), blocks = (n + BLOCK - 1) / BLOCK;
    const int zeros[BINS] = {0};
    int *a = lab_ints("a", n, BINS), *b = lab_ints("b", n, BELOW);
    float *c = lab_floats("c", n);
    int *dev_a = to_device(a, n), *dev_b = to_device(b, n);
    float *dev_c = to_device(c, n);

    if (lab_task(1, "counters in global memory")) {
        int counters[BINS], *dev_counters = to_device(zeros, BINS);
        count_global<<<blocks, BLOCK>>>(dev_a, dev_counters, n);
        from_device(counters, dev_counters, BINS);
        lab_result(counters, BINS);
    }
    if (lab_task(2, "counters for each block")) {
        int counters[BINS], *dev_counters = to_device(zeros, BINS);
        count_shared<<<8, BLOCK>>>(dev_a, dev_counters, n);
        from_device(counters, dev_counters, BINS);
        lab_result(counters, BINS);
    }
    if (lab_task(3, "the largest float")) {
        float found = -2, *dev_found = to_device(&found, 1);
        largest<<<blocks, BLOCK>>>(dev_c, dev_found, n);
        from_device(&found, dev_found, 1);
        lab_result(&found, 1);
    }
    if (lab_task(4, "the largest element and its place")) {
        unsigned long long found = 0, *dev_found = to_device(&found, 1);
        int *result = lab_blank_ints(2);
        largest_and_place<<<blocks, BLOCK>>>(dev_b, dev_found, n);
        from_device(&found, dev_found, 1);
        take_apart(found, &result[0], &result[1]);
        lab_result(result, 2);
        free(result);
    }
    CHECK(cudaFree(dev_a));
    CHECK(cudaFree(dev_b));
    CHECK(cudaFree(dev_c));
    free(a);
    free(b);
    free(c);
    return lab_end();
}
