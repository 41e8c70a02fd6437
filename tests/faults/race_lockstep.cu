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
        if (mended)
            __syncwarp();
        part[lane] = mine; // fault: and written here, in another lane
        if (mended)
            __syncwarp();
    }
    if (lane == 0)
        *result = mine;
}

int main(int argc, char **) {
    const bool mended = argc > 1;
    int numbers[THREADS], result, *dev_numbers, *dev_result;
    for (int i = 0; i < THREADS; i++)
        numbers[i] = 3 * i + 1;
    HANDLE_ERROR(cudaMalloc(&dev_numbers, sizeof numbers));
    HANDLE_ERROR(cudaMalloc(&dev_result, sizeof result));
    HANDLE_ERROR(cudaMemcpy(dev_numbers, numbers, sizeof numbers, cudaMemcpyHostToDevice));
    sum<<<1, THREADS>>>(dev_numbers, dev_result, mended);
    HANDLE_ERROR(cudaGetLastError());
    HANDLE_ERROR(cudaMemcpy(&result, dev_result, sizeof result, cudaMemcpyDeviceToHost));
    RELEASE(dev_numbers, dev_result);
}
