// SPDX-License-Identifier: MIT
// cudaFuncGetAttributes tells how much static shared memory a kernel has: of plain kernels, templates, those of a
// namespace or with C's name; none for dynamic shared memory, nor for a kernel without.
#include "numbers.h"

__global__ void one(float *x) {
    __shared__ float a[1024];
    a[threadIdx.x] = x[threadIdx.x];
    __syncthreads();
    x[threadIdx.x] = a[1023 - threadIdx.x];
}

template <class T, int N> __global__ void two(T *x) {
    __shared__ T a[N], b[2 * N];
    a[threadIdx.x] = x[threadIdx.x];
    b[threadIdx.x] = x[threadIdx.x] + 1;
    __syncthreads();
    x[threadIdx.x] = a[N - 1 - threadIdx.x] + b[threadIdx.x ^ 1];
}

namespace inner {
static __global__ void three(double *x) {
    __shared__ double a[8][16];
    __shared__ int count;
    if (threadIdx.x == 0) count = (int)x[0];
    a[0][threadIdx.x] = x[threadIdx.x];
    __syncthreads();
    x[threadIdx.x] = a[0][15 - threadIdx.x] + count;
}
} // namespace inner

extern "C" __global__ void four(char *x) {
    __shared__ char a[128];
    a[threadIdx.x] = x[threadIdx.x];
    __syncthreads();
    x[threadIdx.x] = a[127 - threadIdx.x];
}

__global__ void dynamic(float *x) {
    extern __shared__ float a[];
    a[threadIdx.x] = x[threadIdx.x];
    __syncthreads();
    x[threadIdx.x] = a[31 - threadIdx.x];
}

__global__ void none(float *x) { x[threadIdx.x] += 1; }

template <class Kernel> static size_t size_of(Kernel *kernel) {
    cudaFuncAttributes a;
    return cudaFuncGetAttributes(&a, kernel) == cudaSuccess ? a.sharedSizeBytes : ~(size_t)0;
}

int main() {
    IS(size_of(one) == 4096);
    IS(size_of(two<float, 256>) == 3 * 1024);
    IS(size_of(two<double, 64>) == 3 * 512);
    IS(size_of(inner::three) == 8 * 16 * 8 + 4);
    IS(size_of(four) == 128);
    IS(size_of(dynamic) == 0 && size_of(none) == 0);
    return wrong;
}
