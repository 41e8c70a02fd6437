// SPDX-License-Identifier: MIT
#include <strings.h>
#include <cstring>
#include <unistd.h>
__global__ void index(int *a) { a[threadIdx.x] = threadIdx.x; }
__global__ void reduce(int *a) { a[0] += a[1]; }
__global__ void fill(int *a, int v) { a[2] = v; }
__global__ void write(int *a) { a[3] = 9; }
__global__ void copy(int *a) { a[4] = a[3]; }
int main() {
    int *p;
    cudaMallocManaged(&p, 32);
    index<<<1, 5>>>(p); reduce<<<1, 1>>>(p); fill<<<1, 1>>>(p, 7); write<<<1, 1>>>(p); copy<<<1, 1>>>(p);
    return cudaDeviceSynchronize() || !(p[0] == 1 && p[2] == 7 && p[4] == 9);
}
