// SPDX-License-Identifier: MIT
// The first program of a course: one thread adds two numbers. No project header at all.
#include <stdio.h>
#include "cuda.h"
#include "device_launch_parameters.h"

__global__ void add(int a, int b, int *sum) { *sum = a + b; }

int main(void) {
    int sum = 0, *dev_sum;
    cudaMalloc((void **)&dev_sum, sizeof(int));
    add<<<1, 1>>>(19, 23, dev_sum);
    cudaThreadSynchronize();
    cudaMemcpy(&sum, dev_sum, sizeof(int), cudaMemcpyDeviceToHost);
    printf("19 + 23 = %d\n", sum);
    cudaFree(dev_sum);
    cudaThreadExit();
    return sum == 42 ? 0 : 1;
}
