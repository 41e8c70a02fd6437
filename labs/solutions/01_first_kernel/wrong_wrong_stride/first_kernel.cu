// SPDX-License-Identifier: MIT
// Lab 1, the first kernel: typically wrong. The stride is the block's and not the grid's: right,
// but each element is written by several threads.
#include "checks.h"

const int THREADS = 256; // in a block

// Task 1. One thread an element: out[i] = FACTOR * in[i].
__global__ void scale(const float *in, float *out, int n) {
    const int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n)
        out[i] = FACTOR * in[i];
}

// The host's side of task 1: memory on the device, the numbers there, the launch, the result back.
static void scale_on_device(const float *in, float *out, int n) {
    const size_t bytes = n * sizeof(float);
    float *dev_in, *dev_out;
    CHECK(cudaMalloc(&dev_in, bytes));
    CHECK(cudaMalloc(&dev_out, bytes));
    CHECK(cudaMemcpy(dev_in, in, bytes, cudaMemcpyHostToDevice));
    CHECK(cudaMemset(dev_out, LAB_POISON, bytes));
    scale<<<(n + THREADS - 1) / THREADS, THREADS>>>(dev_in, dev_out, n);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(out, dev_out, bytes, cudaMemcpyDeviceToHost));
    CHECK(cudaFree(dev_in));
    CHECK(cudaFree(dev_out));
}

// Task 2. The same for two inputs: out[i] = a[i] + b[i]. Now the kernel and its host's side are
// yours.
__global__ void add(const float *a, const float *b, float *out, int n) {
    const int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n)
        out[i] = a[i] + b[i];
}

static void add_on_device(const float *a, const float *b, float *out, int n) {
    const size_t bytes = n * sizeof(float);
    float *dev_a, *dev_b, *dev_out;
    CHECK(cudaMalloc(&dev_a, bytes));
    CHECK(cudaMalloc(&dev_b, bytes));
    CHECK(cudaMalloc(&dev_out, bytes));
    CHECK(cudaMemcpy(dev_a, a, bytes, cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(dev_b, b, bytes, cudaMemcpyHostToDevice));
    add<<<(n + THREADS - 1) / THREADS, THREADS>>>(dev_a, dev_b, dev_out, n);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(out, dev_out, bytes, cudaMemcpyDeviceToHost));
    CHECK(cudaFree(dev_a));
    CHECK(cudaFree(dev_b));
    CHECK(cudaFree(dev_out));
}

// Task 3. The sum again, but by a grid of a fixed size, whatever n is: BLOCKS blocks of THREADS
// threads. Each thread takes several elements.
const int BLOCKS = 4;

__global__ void add_strided(const float *a, const float *b, float *out, int n) {
    for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += blockDim.x)
        out[i] = a[i] + b[i];
}

static void add_strided_on_device(const float *a, const float *b, float *out, int n) {
    const size_t bytes = n * sizeof(float);
    float *dev_a, *dev_b, *dev_out;
    CHECK(cudaMalloc(&dev_a, bytes));
    CHECK(cudaMalloc(&dev_b, bytes));
    CHECK(cudaMalloc(&dev_out, bytes));
    CHECK(cudaMemcpy(dev_a, a, bytes, cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(dev_b, b, bytes, cudaMemcpyHostToDevice));
    add_strided<<<BLOCKS, THREADS>>>(dev_a, dev_b, dev_out, n);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(out, dev_out, bytes, cudaMemcpyDeviceToHost));
    CHECK(cudaFree(dev_a));
    CHECK(cudaFree(dev_b));
    CHECK(cudaFree(dev_out));
}

// Task 4. out is in, back to front.
__global__ void reverse(const float *in, float *out, int n) {
    const int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n)
        out[i] = in[n - 1 - i];
}

static void reverse_on_device(const float *in, float *out, int n) {
    const size_t bytes = n * sizeof(float);
    float *dev_in, *dev_out;
    CHECK(cudaMalloc(&dev_in, bytes));
    CHECK(cudaMalloc(&dev_out, bytes));
    CHECK(cudaMemcpy(dev_in, in, bytes, cudaMemcpyHostToDevice));
    reverse<<<(n + THREADS - 1) / THREADS, THREADS>>>(dev_in, dev_out, n);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(out, dev_out, bytes, cudaMemcpyDeviceToHost));
    CHECK(cudaFree(dev_in));
    CHECK(cudaFree(dev_out));
}

int main(int argc, char **argv) {
    lab_begin(argc, argv, 1000);
    const int n = (int)lab_size();
    float *in = lab_floats("in", n), *other = lab_floats("other", n);
    float *out = lab_blank_floats(n);
    if (lab_task(1, "scale")) {
        scale_on_device(in, out, n);
        lab_result(out, n);
    }
    memset(out, LAB_POISON, n * sizeof *out);
    if (lab_task(2, "add")) {
        add_on_device(in, other, out, n);
        lab_result(out, n);
    }
    memset(out, LAB_POISON, n * sizeof *out);
    if (lab_task(3, "add, grid-stride")) {
        add_strided_on_device(in, other, out, n);
        lab_result(out, n);
    }
    memset(out, LAB_POISON, n * sizeof *out);
    if (lab_task(4, "reverse")) {
        reverse_on_device(in, out, n);
        lab_result(out, n);
    }
    free(in);
    free(other);
    free(out);
    return lab_end();
}
