// SPDX-License-Identifier: MIT
typedef int (*op_t)(int);
__device__ int inc(int x) { return x + 1; }
__device__ int dbl(int x) { return x * 2; }
__device__ op_t table[] = {inc, dbl};
__global__ void k(int *o) {
    op_t f = o[1] > 5 ? inc : dbl;
    o[0] = f(3) + table[1](4);
}
int main() {
    int *p;
    cudaMallocManaged(&p, 8);
    p[1] = 0;
    k<<<1, 1>>>(p);
    return cudaDeviceSynchronize() || *p != 14;
}
