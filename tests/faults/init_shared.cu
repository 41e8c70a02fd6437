// SPDX-License-Identifier: MIT
// Fault: the threads of a block count in shared memory that no thread has set to zero.
// check-init names the line. --mended: one thread does, and the others wait for it.
#include "fault.h"

const int THREADS = 64;

__global__ void odd(const int *numbers, int *result, bool mended) {
    __shared__ int count;
    if (mended && threadIdx.x == 0) count = 0;
    __syncthreads();
    if (numbers[threadIdx.x] % 2) atomicAdd(&count, 1); // fault: to what?
    __syncthreads();
    if (threadIdx.x == 0) *result = count;
}

int main(int argc, char **) {
    const bool mended = argc > 1;
    int numbers[THREADS], result, *dev_numbers, *dev_result;
    for (int i = 0; i < THREADS; i++) numbers[i] = i * 5 % 7;
    HANDLE_ERROR(cudaMalloc(&dev_numbers, sizeof numbers));
    HANDLE_ERROR(cudaMalloc(&dev_result, sizeof result));
    HANDLE_ERROR(cudaMemcpy(dev_numbers, numbers, sizeof numbers, cudaMemcpyHostToDevice));
    odd<<<1, THREADS>>>(dev_numbers, dev_result, mended);
    HANDLE_ERROR(cudaGetLastError());
    HANDLE_ERROR(cudaMemcpy(&result, dev_result, sizeof result, cudaMemcpyDeviceToHost));
    printf("%d are odd\n", result);
    RELEASE(dev_numbers, dev_result);
}
