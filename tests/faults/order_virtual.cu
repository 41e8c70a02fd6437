// SPDX-License-Identifier: MIT
// Fault: the host makes objects in managed memory, and a kernel calls their virtual functions,
// whose table is the host's. check-race names the line, and check-init does. --mended: a kernel
// makes them; the host only reads their data.
#include <new>

#include "fault.h"

struct shape {
    float side = 0;
    __host__ __device__ virtual float area() const = 0;
};
struct square : shape {
    __host__ __device__ square(float a) { side = a; }
    __host__ __device__ float area() const override { return side * side; }
};
const int N = 4;

__global__ void make(square *squares) { new (&squares[threadIdx.x]) square(threadIdx.x); }

__global__ void sum(const square *squares, float *total) {
    for (int i = 0; i < N; i++) {
        const shape *s = &squares[i];
        *total += s->area(); // fault
    }
}

int main(int argc, char **) {
    const bool mended = argc > 1;
    square *squares;
    float *total;
    HANDLE_ERROR(cudaMallocManaged(&squares, N * sizeof(square)));
    HANDLE_ERROR(cudaMallocManaged(&total, sizeof(float)));
    *total = 0;
    for (int i = 0; i < N; i++) // those that a kernel makes over are its own
        new (&squares[i]) square(i);
    if (mended) make<<<1, N>>>(squares);
    sum<<<1, 1>>>(squares, total);
    HANDLE_KERNELS();
    const bool right = *total == 0 + 1 + 4 + 9 && squares[3].side == 3;
    RELEASE(squares, total);
    return !right;
}
