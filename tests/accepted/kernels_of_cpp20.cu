// SPDX-License-Identifier: MIT
// nvcc -std=c++20
#include <concepts>
struct pair_of_ints { int a, b; };
__global__ void assign(auto *p, auto v) { *p = v; }
__global__ void turned(std::integral auto *p, const std::integral auto v) {
    __shared__ int s[2];
    s[threadIdx.x] = v + threadIdx.x;
    __syncthreads();
    p[threadIdx.x] = s[1 - threadIdx.x];
}
__global__ void sum(int *p, auto... v) { *p = (v + ...); }
__global__ void product(auto x, int *p) { *p = x.a * x.b; }
template <class T> __global__ void mixed(T *p, auto, auto v) { *p = v; }
__global__ void later(auto x, int *p);
// with requirements
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
    cudaMallocManaged(&p, 36);
    cudaMallocManaged(&q, 8);
    k<<<1, 2>>>(p + 7);
    k<<<1, 1>>>(q);
    m<<<1, 1>>>(q);
    assign<<<1, 1>>>(p, 2.5);
    turned<<<1, 2>>>(p + 1, (short)3);
    sum<<<1, 1>>>(p + 3, 1, 2, 3LL);
    product<<<1, 1>>>(pair_of_ints{3, 5}, p + 4);
    mixed<<<1, 1>>>(p + 5, 1.5f, 7);
    later<<<1, 1>>>(8, p + 6);
    return cudaDeviceSynchronize() || !(p[0] == 2 && p[1] == 4 && p[2] == 3 && p[3] == 6 && p[4] == 15 && p[5] == 7 && p[6] == 8 && p[7] == 1 && p[8] == 0 && *q == 9);
}
__global__ void later(auto x, int *p) { *p = x; }
