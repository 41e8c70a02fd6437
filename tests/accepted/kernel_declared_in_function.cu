// SPDX-License-Identifier: MIT
int main() {
    __global__ void k(int *o, float x);
    int *o;
    cudaMallocManaged(&o, sizeof *o);
    k<<<1, 1>>>(o, 3);
    return cudaDeviceSynchronize() || *o != 6;
}
__global__ void k(int *o, float x) { *o = 2 * x; }
