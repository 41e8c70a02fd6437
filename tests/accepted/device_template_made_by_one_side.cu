// SPDX-License-Identifier: MIT
#include <cstdlib>
template <class F> __host__ __device__ int apply(F f, int x) { return f(x); }
struct dev { __device__ int operator()(int x) const { return x + threadIdx.x; } };
__global__ void k(int *o) { *o = apply(dev(), 3); }
int main() {
    int *p;
    cudaMallocManaged(&p, 16);
    k<<<1, 1>>>(p);
    return cudaDeviceSynchronize() || *p != 3;
}
