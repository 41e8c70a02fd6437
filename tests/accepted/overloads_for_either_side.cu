// SPDX-License-Identifier: MIT
__device__ int f(int x) { return x + 1; }
__host__ int f(float x) { return x + 2; }
__global__ void k(int *o) { *o = f(1); }
int main() {
    int *p;
    cudaMallocManaged(&p, 8);
    k<<<1, 1>>>(p);
    return cudaDeviceSynchronize() || !(*p == 2 && f(1.0f) == 3);
}
