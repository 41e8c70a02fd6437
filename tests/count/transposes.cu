// SPDX-License-Identifier: MIT
// A matrix transposed in three ways, and copied: a ladder of versions whose order `make count
// --model` predicts (docs/counters.md).
//
//     transposes [N]        N: rows and columns, a multiple of 32
#include <stdio.h>
#include <stdlib.h>

const int TILE = 32;

__global__ void copy(const float *a, float *b, int n) {
    int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
    b[y * n + x] = a[y * n + x];
}
__global__ void transpose_naive(const float *a, float *b, int n) {
    int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
    b[x * n + y] = a[y * n + x];
}
__global__ void transpose_tile(const float *a, float *b, int n) {
    __shared__ float s[TILE][TILE];
    int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
    s[threadIdx.y][threadIdx.x] = a[y * n + x];
    __syncthreads();
    x = blockIdx.y * TILE + threadIdx.x;
    y = blockIdx.x * TILE + threadIdx.y;
    b[y * n + x] = s[threadIdx.x][threadIdx.y];
}
__global__ void transpose_padded(const float *a, float *b, int n) {
    __shared__ float s[TILE][TILE + 1];
    int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
    s[threadIdx.y][threadIdx.x] = a[y * n + x];
    __syncthreads();
    x = blockIdx.y * TILE + threadIdx.x;
    y = blockIdx.x * TILE + threadIdx.y;
    b[y * n + x] = s[threadIdx.x][threadIdx.y];
}

int main(int argc, char **argv) {
    const int n = argc > 1 ? atoi(argv[1]) : 256;
    const dim3 grid(n / TILE, n / TILE), block(TILE, TILE);
    const size_t bytes = (size_t)n * n * sizeof(float);
    float *a, *b;
    cudaMalloc(&a, bytes);
    cudaMalloc(&b, bytes);
    cudaMemset(a, 0x3e, bytes);
    copy<<<grid, block>>>(a, b, n);
    transpose_naive<<<grid, block>>>(a, b, n);
    transpose_tile<<<grid, block>>>(a, b, n);
    transpose_padded<<<grid, block>>>(a, b, n);
    cudaError_t error = cudaDeviceSynchronize();
    printf("%s\n", cudaGetErrorString(error));
    cudaFree(a);
    cudaFree(b);
    return error != cudaSuccess;
}
