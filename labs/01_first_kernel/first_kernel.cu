// SPDX-License-Identifier: MIT
// Lab 1, the first kernel. README.md beside this file tells what to do; the lines to write are
// marked TODO. It compiles and runs as it is, and says what is missing.
//
//     make first_kernel && bin/first_kernel
//     bin/first_kernel --size 333 --task 2
#include "checks.h"

const int THREADS = 256; // in a block

// Task 1. One thread an element: out[i] = FACTOR * in[i].
__global__ void scale(const float *in, float *out, int n) {
    // TODO 1: which element is this thread's? Is there one for it at all?
}

// The host's side of task 1: memory on the device, the numbers there, the launch, the result back.
static void scale_on_device(const float *in, float *out, int n) {
    const size_t bytes = n * sizeof(float);
    float *dev_in, *dev_out;
    CHECK(cudaMalloc(&dev_in, bytes));
    CHECK(cudaMalloc(&dev_out, bytes));
    CHECK(cudaMemcpy(dev_in, in, bytes, cudaMemcpyHostToDevice));
    CHECK(cudaMemset(dev_out, LAB_POISON, bytes));
    // TODO 1: launch scale with as many blocks of THREADS threads as n elements need.
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(out, dev_out, bytes, cudaMemcpyDeviceToHost));
    CHECK(cudaFree(dev_in));
    CHECK(cudaFree(dev_out));
}

// Task 2. The same for two inputs: out[i] = a[i] + b[i]. Now the kernel and its host's side are
// yours.
// TODO 2: a kernel add.

static void add_on_device(const float *a, const float *b, float *out, int n) {
    // TODO 2: memory for a, b and out on the device, copies, launch, copy back, free.
}

// Task 3. The sum again, but by a grid of a fixed size, whatever n is: BLOCKS blocks of THREADS
// threads. Each thread takes several elements.
const int BLOCKS = 4;

__global__ void add_strided(const float *a, const float *b, float *out, int n) {
    // TODO 3: a grid-stride loop.
}

static void add_strided_on_device(const float *a, const float *b, float *out, int n) {
    // TODO 3: as in task 2, with <<<BLOCKS, THREADS>>>.
}

// Task 4. out is in, back to front.
static void reverse_on_device(const float *in, float *out, int n) {
    // TODO 4: kernel and host's side.
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
