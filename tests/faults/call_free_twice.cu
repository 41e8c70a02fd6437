// SPDX-License-Identifier: MIT
// Fault: a buffer that frees its memory in its destructor is copied, and so it is freed twice, by
// the same line. Every build says by whom that was called. --mended: it is handed on by reference.
#include "fault.h"

struct Buffer {
    int *numbers;
    explicit Buffer(size_t bytes) { HANDLE_ERROR(cudaMalloc(&numbers, bytes)); }
    ~Buffer() {
        if (cudaFree(numbers)) // fault: twice
            cudaGetLastError();
    }
};

__global__ void fill(int *numbers) { numbers[threadIdx.x] = threadIdx.x; }

static void by_value(Buffer buffer) {
    fill<<<1, 32>>>(buffer.numbers);
    HANDLE_ERROR(cudaDeviceSynchronize());
}

static void by_reference(const Buffer &buffer) {
    fill<<<1, 32>>>(buffer.numbers);
    HANDLE_ERROR(cudaDeviceSynchronize());
}

static void work(bool mended) {
    Buffer buffer(32 * sizeof(int));
    if (mended)
        by_reference(buffer);
    else
        by_value(buffer); // fault: a copy of it goes here
}

int main(int argc, char **) { work(argc > 1); }
