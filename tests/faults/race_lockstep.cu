// SPDX-License-Identifier: MIT
// Fault: the last steps of a reduction rely on the lanes of a warp running in step, which they have
// not done since 2017. volatile keeps the numbers out of registers; it does not order the lanes.
// check-race names the line. --mended: with __syncwarp().
#include "fault.h"

const int THREADS = 32;

__global__ void sum(const int *numbers, int *result, bool mended) {
    __shared__ volatile int part[THREADS];
    const int lane = threadIdx.x;
    int mine = numbers[lane];
    part[lane] = mine;
    __syncwarp();
    for (int reach = THREADS / 2; reach > 0; reach /= 2) {
        mine += part[(lane + reach) % THREADS]; // fault: read here
        if (mended) __syncwarp();
        part[lane] = mine; // fault: and written here, in another lane
        if (mended) __syncwarp();
    }
    if (lane == 0) *result = mine;
}

int main(int argc, char **) {
    int *dev_numbers = zeros<int>(THREADS), *dev_result = room<int>();
    sum<<<1, THREADS>>>(dev_numbers, dev_result, argc > 1);
    FINISH(dev_numbers, dev_result);
}
