// SPDX-License-Identifier: MIT
// In whatever order the threads of a block run, each runs once: after a launch of smaller blocks,
// too.
#include <stdio.h>

__device__ int runs[512];

__global__ void count(int n) {
    const int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n) atomicAdd(&runs[i], 1);
}

int main() {
    int counted[512], wrong = 0;
    count<<<1, 32>>>(0);
    count<<<2, 256>>>(512);
    cudaMemcpyFromSymbol(counted, runs, sizeof counted);
    for (int i = 0; i < 512; i++) wrong += counted[i] != 1;
    if (wrong > 0) printf("%d threads did not run once\n", wrong);
    return wrong > 0;
}
