// SPDX-License-Identifier: MIT
__device__ int odd(int n);
__device__ int even(int n) { return n == 0 ? 1 : odd(n - 1); }
__device__ int odd(int n) { return n == 0 ? 0 : even(n - 1); }
__host__ __device__ int fact(int n) { return n < 2 ? 1 : n * fact(n - 1); }
__global__ void k(int *o) { o[0] = even(10) + fact(4); }
int main() {
    int *p;
    cudaMallocManaged(&p, 16);
    k<<<1, 1>>>(p);
    return cudaDeviceSynchronize() || !(p[0] == fact(4) + 1);
}
