// SPDX-License-Identifier: MIT
// Fault: each warp adds up its own numbers by shuffles, and the first warp adds up the warps' sums
// without waiting for the others: the barrier between is missing. Every build says so.
// --mended: with the barrier.
#include "fault.h"

const int THREADS = 64, WARPS = THREADS / 32;

__device__ float of_lanes(float sum) {
    for (int offset = 16; offset > 0; offset /= 2) sum += __shfl_down_sync(0xffffffff, sum, offset);
    return sum;
}

__global__ void total(const float *numbers, float *result, bool mended) {
    __shared__ float of_warp[WARPS];
    float sum = of_lanes(numbers[threadIdx.x]);
    if (threadIdx.x % 32 == 0) of_warp[threadIdx.x / 32] = sum; // fault: written here
    if (mended) __syncthreads();
    sum = threadIdx.x < WARPS ? of_warp[threadIdx.x] : 0; // fault: read before it is
    sum = of_lanes(sum);
    if (threadIdx.x == 0) *result = sum;
}

int main(int argc, char **) {
    float *dev_numbers = zeros<float>(THREADS), *dev_result = room<float>();
    total<<<1, THREADS>>>(dev_numbers, dev_result, argc > 1);
    FINISH(dev_numbers, dev_result);
}
