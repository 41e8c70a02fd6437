// SPDX-License-Identifier: MIT
namespace n { __global__ void k(int *p, int v = 8); }
__global__ void n::k(int *p, int v) { *p = v; }
int main() {
    int *p;
    cudaMallocManaged(&p, 8);
    n::k<<<1, 1>>>(p);
    return cudaDeviceSynchronize() || *p != 8;
}
