// SPDX-License-Identifier: MIT
// Fault: a counter in shared memory is set to zero by one thread and counted up by all, with
// atomics, but with no barrier between: who comes first counts in vain. check-race names both
// lines. --mended: with the barrier.
#include "fault.h"

const int THREADS = 64;

__global__ void count(const int *numbers, int *result, bool mended) {
    __shared__ int found;
    if (threadIdx.x == 0)
        found = 0; // fault: written here
    if (mended)
        __syncthreads();
    if (numbers[threadIdx.x] % 2 == 0)
        atomicAdd(&found, 1); // fault: changed here, perhaps before
    __syncthreads();
    if (threadIdx.x == 0)
        *result = found;
}

int main(int argc, char **) {
    const bool mended = argc > 1;
    int numbers[THREADS], *dev_numbers, *dev_result;
    for (int i = 0; i < THREADS; i++)
        numbers[i] = 2 * i;
    HANDLE_ERROR(cudaMalloc(&dev_numbers, sizeof numbers));
    HANDLE_ERROR(cudaMalloc(&dev_result, sizeof *dev_result));
    HANDLE_ERROR(cudaMemcpy(dev_numbers, numbers, sizeof numbers, cudaMemcpyHostToDevice));
    count<<<1, THREADS>>>(dev_numbers, dev_result, mended);
    HANDLE_KERNELS();
    RELEASE(dev_numbers, dev_result);
}
