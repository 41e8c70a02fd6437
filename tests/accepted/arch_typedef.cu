// SPDX-License-Identifier: MIT
#ifdef __CUDA_ARCH__
typedef float real;
#else
typedef double real;
#endif
__global__ void k(int *o) { *o = sizeof(real); }
int main() {
    int *p;
    cudaMallocManaged(&p, 16);
    k<<<1, 1>>>(p);
    return cudaDeviceSynchronize() || !(*p == 4 && sizeof(real) == 8);
}
