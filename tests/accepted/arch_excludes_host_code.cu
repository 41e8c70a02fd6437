// SPDX-License-Identifier: MIT
#ifndef __CUDA_ARCH__
static int only_here(int x) { return x + 1; }
#endif
__global__ void k(int *o) { *o = 1; }
int main() {
    int *p;
    cudaMallocManaged(&p, 16);
#ifndef __CUDA_ARCH__
    k<<<1, 1>>>(p);
    return cudaDeviceSynchronize() || !(only_here(*p) == 2);
#endif
}
