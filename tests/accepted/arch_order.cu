// SPDX-License-Identifier: MIT
#define FIRST namespace a { struct first { int x; }; inline int one() { return 1; } } extern "C" { struct c_first; }
#define SECOND namespace a { struct second { int x; }; inline int two() { return 2; } } extern "C" { struct c_second; }
#ifdef __CUDA_ARCH__
SECOND
namespace a { struct third { int x; }; }
FIRST
#else
FIRST
SECOND
namespace a { struct third { int x, y; }; }
#endif
namespace a {
__host__ __device__ int get() {
#ifdef __CUDA_ARCH__
    return first{1}.x + second{2}.x + third{3}.x;
#else
    return first{1}.x + second{2}.x + third{3, 4}.y + one() + two();
#endif
}
}
__global__ void k(int *o) { *o = a::get(); }
int main() {
    int *p;
    cudaMallocManaged(&p, 16);
    k<<<1, 1>>>(p);
    return cudaDeviceSynchronize() || !(*p == 6 && a::get() == 10);
}
