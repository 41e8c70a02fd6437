// SPDX-License-Identifier: MIT
#include <cstdio>
__global__ void k(int *out, int *b, float *c) { *out = !b && !c; }
int main() {
    int *p;
    cudaMallocManaged(&p, 4);
    k<<<1, 1>>>(p, NULL, 0);
    return cudaDeviceSynchronize() || !(*p);
}
