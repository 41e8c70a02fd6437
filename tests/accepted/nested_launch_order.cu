// SPDX-License-Identifier: MIT
// nvcc -rdc=true
// A grid is complete when all that it has launched is: children in the order of a block's stream, each with its own
// children; then the tail stream; and the next work of the host's stream after all of it.
#include <stdio.h>
__device__ int events[64], count;
__device__ void note(int what) { events[atomicAdd(&count, 1)] = what; }
__global__ void leaf(int what) { note(what); }
__global__ void child(int what) {
    if (threadIdx.x == 63) note(what);
    __syncthreads();
    if (threadIdx.x == 0) {
        leaf<<<1, 1, 0, cudaStreamTailLaunch>>>(what + 2);
        leaf<<<1, 1>>>(what + 1);
    }
}
template <class T> __global__ void tail(T left) { // launches itself, its type deduced
    note(90 - left);
    if (left > 0) tail<<<1, 1, 0, cudaStreamTailLaunch>>>(left - 1);
    leaf<<<1, 1>>>(190 - left);
}
__global__ void parent() {
    if (threadIdx.x == 0) {
        tail<<<1, 1, 0, cudaStreamTailLaunch>>>(2);
        leaf<<<1, 1, 0, cudaStreamTailLaunch>>>(99);
        child<<<1, 64>>>(10);
        child<<<1, 64>>>(20);
    }
    __syncthreads();
    if (threadIdx.x == 1) child<<<1, 64>>>(30);
}
int main() {
    static const int right[] = {10, 11, 12, 20, 21, 22, 30, 31, 32, 88, 188, 89, 189, 90, 190, 99, 7};
    enum { N = sizeof right / sizeof *right };
    int n, got[64], wrong = 0;
    parent<<<1, 32>>>();
    leaf<<<1, 1>>>(7);
    cudaMemcpyFromSymbol(&n, count, sizeof n);
    cudaMemcpyFromSymbol(got, events, sizeof got);
    for (int i = 0; i < n; i++) printf("%d ", got[i]);
    for (int i = 0; i < N; i++) wrong += got[i] != right[i];
    printf("\n%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    return n != N || wrong;
}
