// SPDX-License-Identifier: MIT
__global__ void k(int *out, int a = 7);
int main() {
    int *p;
    cudaMallocManaged(&p, 4);
    k<<<1, 1>>>(p);
    return cudaDeviceSynchronize() || *p != 7;
}
__global__ void k(int *out, int a) { *out = a; }
