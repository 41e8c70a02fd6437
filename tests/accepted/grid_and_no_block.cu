// SPDX-License-Identifier: MIT
__global__ void k(int *a) { a[blockIdx.x] = blockDim.x; }
int main() {
    int *p;
    cudaMallocManaged(&p, 32);
    k<<<5>>>(p);
    return cudaDeviceSynchronize() || p[4] != 1;
}
