// SPDX-License-Identifier: MIT
// Fault: a tile in shared memory is filled again while slower threads still read what was in it:
// the barrier at the end of the loop is missing. The one after the filling is there.
// check-race names both lines. --mended: with both barriers.
#include "fault.h"

const int THREADS = 64, TILES = 4;

__global__ void sums(const float *numbers, float *result, bool mended) {
    __shared__ float tile[THREADS];
    const int i = threadIdx.x;
    float sum = 0;
    for (int t = 0; t < TILES; t++) {
        tile[i] = numbers[t * THREADS + i]; // fault: filled again here
        __syncthreads();
        for (int k = 0; k < THREADS; k++)
            sum += tile[(i + k) % THREADS]; // fault: while others are still here
        if (mended)
            __syncthreads();
    }
    result[i] = sum;
}

int main(int argc, char **) {
    const bool mended = argc > 1;
    float numbers[TILES * THREADS], result[THREADS], *dev_numbers, *dev_result;
    for (int i = 0; i < TILES * THREADS; i++)
        numbers[i] = i * 0.5f;
    HANDLE_ERROR(cudaMalloc(&dev_numbers, sizeof numbers));
    HANDLE_ERROR(cudaMalloc(&dev_result, sizeof result));
    HANDLE_ERROR(cudaMemcpy(dev_numbers, numbers, sizeof numbers, cudaMemcpyHostToDevice));
    sums<<<1, THREADS>>>(dev_numbers, dev_result, mended);
    HANDLE_ERROR(cudaGetLastError());
    HANDLE_ERROR(cudaMemcpy(result, dev_result, sizeof result, cudaMemcpyDeviceToHost));
    RELEASE(dev_numbers, dev_result);
}
