// SPDX-License-Identifier: MIT
__device__ int f(int a);
__device__ int f(float a);
namespace N { __device__ int g(const int *); }
__global__ void k(int *o) { o[0] = f(1) + f(1.f) + N::g(o + 1); }
inline __device__ int f(int b) { return b + 1; }
__device__ int f(float) { return 7; }
namespace N { __inline__ __device__ int g(int const *p) { return *p; } }
int main() {
    int *o;
    cudaMallocManaged(&o, 8);
    o[1] = 5;
    k<<<1, 1>>>(o);
    return cudaDeviceSynchronize() || o[0] != 2 + 7 + 5;
}
