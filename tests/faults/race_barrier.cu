// SPDX-License-Identifier: MIT
// Fault: no barrier between the threads that write shared memory and those that read it.
// check-race names both lines. --mended: with the barrier.
#include "fault.h"

const int THREADS = 64;

__global__ void reverse(int *numbers, bool mended) {
    __shared__ int turned[THREADS];
    const int i = threadIdx.x;
    turned[THREADS - 1 - i] = numbers[i]; // fault: written here
    if (mended) __syncthreads();
    numbers[i] = turned[i]; // fault: read here, perhaps before
}

int main(int argc, char **) {
    const bool mended = argc > 1;
    int numbers[THREADS], *dev_numbers;
    for (int i = 0; i < THREADS; i++) numbers[i] = i * i;
    HANDLE_ERROR(cudaMalloc(&dev_numbers, sizeof numbers));
    HANDLE_ERROR(cudaMemcpy(dev_numbers, numbers, sizeof numbers, cudaMemcpyHostToDevice));
    reverse<<<1, THREADS>>>(dev_numbers, mended);
    HANDLE_ERROR(cudaGetLastError());
    HANDLE_ERROR(cudaMemcpy(numbers, dev_numbers, sizeof numbers, cudaMemcpyDeviceToHost));
    HANDLE_ERROR(cudaFree(dev_numbers));
}
