// SPDX-License-Identifier: MIT
// nvcc -std=c++20
#include <concepts>
template <class T> requires (sizeof(T) == 8) __global__ void k(T *o) { *o = 8; }
template <class T> requires (sizeof(T) == 4) && std::floating_point<T> || std::same_as<T, int>
__global__ void k(T *o) {
    __shared__ T s[2];
    s[threadIdx.x] = threadIdx.x;
    __syncthreads();
    o[threadIdx.x] = s[1 - threadIdx.x];
}
template <class T> requires requires(T t) { t + 1; } __device__ T next(T x) { return x + 1; }
template <class T> requires true __global__ void m(T *o) { *o = next(*o); }
int main() {
    int *p;
    double *q;
    cudaMallocManaged(&p, 8);
    cudaMallocManaged(&q, 8);
    k<<<1, 2>>>(p);
    k<<<1, 1>>>(q);
    m<<<1, 1>>>(q);
    return cudaDeviceSynchronize() || !(p[0] == 1 && p[1] == 0 && *q == 9);
}
