// SPDX-License-Identifier: MIT
// The first program: a hundred threads, each with one sum of its own. CUDA C with nothing around
// it.
#include <stdio.h>

__global__ void add(const int *a, const int *b, int *c) {
    int i = threadIdx.x; // this thread's number, from 0 to 99
    c[i] = a[i] + b[i];
}

int main() {
    int a[100], b[100], c[100], *dev_a, *dev_b, *dev_c;
    for (int i = 0; i < 100; i++)
        a[i] = -i, b[i] = i * i;
    cudaMalloc(&dev_a, sizeof a); // memory on the device
    cudaMalloc(&dev_b, sizeof b);
    cudaMalloc(&dev_c, sizeof c);
    cudaMemcpy(dev_a, a, sizeof a, cudaMemcpyHostToDevice);
    cudaMemcpy(dev_b, b, sizeof b, cudaMemcpyHostToDevice);
    add<<<1, 100>>>(dev_a, dev_b, dev_c); // one block of a hundred threads
    cudaMemcpy(c, dev_c, sizeof c, cudaMemcpyDeviceToHost);
    printf("%d + %d = %d\n", a[99], b[99], c[99]);
    cudaFree(dev_a), cudaFree(dev_b), cudaFree(dev_c);
}
