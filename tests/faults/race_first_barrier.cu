// SPDX-License-Identifier: MIT
// Fault: no barrier between the sums that the threads of a block leave in shared memory and the
// first fold, which adds up pairs of them. The others are there. Every build says so, and
// check-race names both lines. --mended: with the barrier.
#include "fault.h"

const int THREADS = 64, NUMBERS = 1000;

__global__ void sum(const float *numbers, float *result, bool mended) {
    __shared__ float part[THREADS];
    const int t = threadIdx.x;
    float own = 0;
    for (int i = t; i < NUMBERS; i += THREADS) own += numbers[i];
    part[t] = own; // fault: written here
    if (mended) __syncthreads();
    for (int half = THREADS / 2; half > 0; half /= 2) {
        if (t < half) part[t] += part[t + half]; // fault: read here, perhaps before
        __syncthreads();
    }
    if (t == 0) *result = part[0];
}

int main(int argc, char **) {
    float *dev_numbers = zeros<float>(NUMBERS), *dev_result = room<float>();
    sum<<<1, THREADS>>>(dev_numbers, dev_result, argc > 1);
    FINISH(dev_numbers, dev_result);
}
