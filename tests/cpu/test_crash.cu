// SPDX-License-Identifier: MIT
// A kernel that touches an address that is nobody's: every later call fails, and says why.
#include "tap.h"

__global__ void crash(int *out, int *address) {
    __syncthreads(); // so that fibers are under way when it happens
    if (threadIdx.x == 5) *address = 1;
    __syncthreads();
    out[threadIdx.x] = 1;
}

int main(void) {
    int *dev;
    must(cudaMalloc(&dev, 4096));
    crash<<<4, 64>>>(dev, (int *)16);
    answers(cudaErrorIllegalAddress, cudaDeviceSynchronize());
    answers(cudaErrorIllegalAddress, cudaGetLastError());
    answers(cudaSuccess, cudaGetLastError()); // told once; but every further call fails again
    answers(cudaErrorIllegalAddress, cudaMemset(dev, 0, 4));
    int *other;
    answers(cudaErrorIllegalAddress, cudaMalloc(&other, 4));
    answers(cudaErrorIllegalAddress, cudaFree(dev));
    crash<<<1, 32>>>(dev, (int *)16);
    answers(cudaErrorIllegalAddress, cudaPeekAtLastError());
    return done_testing();
}
