// SPDX-License-Identifier: MIT
// nvcc -rdc=true
// Memory that kernels ask for, fill and copy, in the order of the block's stream.
#include <stdio.h>
__device__ int *list;
__device__ int result[4];
__global__ void add(int *to, const int *from) { to[threadIdx.x] += from[threadIdx.x]; }
__global__ void show(const int *p) {
    for (int i = 0; i < 4; i++) result[i] = p[i];
}
__global__ void make() {
    int *a;
    if (cudaMalloc((void **)&list, 4 * sizeof(int)) != cudaSuccess ||
        cudaMalloc((void **)&a, 4 * sizeof(int)) != cudaSuccess)
        return;
    for (int i = 0; i < 4; i++) a[i] = i;
    cudaMemsetAsync(list, 1, 4 * sizeof(int), 0); // 0x01010101
    add<<<1, 4>>>(list, a);
    cudaMemcpyAsync(a, list, 4 * sizeof(int), cudaMemcpyDeviceToDevice, 0);
    add<<<1, 4>>>(list, a);
    show<<<1, 1>>>(list);
}
__global__ void give_back() {
    if (cudaFree(list) != cudaSuccess) result[0] = -1;
}
int main() {
    int r[4], device = -1, wrong = 0;
    make<<<1, 1>>>();
    give_back<<<1, 1>>>();
    cudaMemcpyFromSymbol(r, result, sizeof r);
    for (int i = 0; i < 4; i++) wrong += r[i] != 2 * (0x01010101 + i);
    printf("%x %x, %s\n", r[0], r[3], cudaGetErrorName(cudaDeviceSynchronize()));
    cudaGetDevice(&device);
    return wrong || device != 0;
}
