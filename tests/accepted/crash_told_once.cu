// SPDX-License-Identifier: MIT
// The copy that waits tells of the crash, the program looks at its answer, and of the calls after it, whose answers it
// drops, nothing is said. All blocks crash, and the program ends as soon as it knows: one of them is told of all the same.
// says kernel crash: argument 1 points to where no memory is
// says kernel crash, block .*: illegal access to address 0x10 at .*crash_told_once.cu:HERE$
#include <stdio.h>

__global__ void crash(int *p) {
    memset(p, 1, blockDim.x); // HERE
}

int main() {
    int *dev, host = 7;
    cudaMalloc(&dev, sizeof host);
    crash<<<16, 16>>>((int *)16);
    const cudaError_t copied = cudaMemcpy(&host, dev, sizeof host, cudaMemcpyDeviceToHost);
    cudaFree(dev);
    printf("%s %d\n", cudaGetErrorName(copied), host);
    return copied != cudaErrorIllegalAddress || host != 7;
}
