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
        for (int k = 0; k < THREADS; k++) sum += tile[(i + k) % THREADS]; // fault: while others are still here
        if (mended) __syncthreads();
    }
    result[i] = sum;
}

int main(int argc, char **) {
    float numbers[TILES * THREADS];
    for (int i = 0; i < TILES * THREADS; i++) numbers[i] = i * 0.5f;
    float *dev_numbers = on_device(numbers), *dev_result = room<float>(THREADS);
    sums<<<1, THREADS>>>(dev_numbers, dev_result, argc > 1);
    FINISH(dev_numbers, dev_result);
}
