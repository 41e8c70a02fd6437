// SPDX-License-Identifier: MIT
// Fault: a sum in shared memory starts from what happens to be there, and only the kernel's
// own printf shows it. check-init names the line. --mended: it starts from 0.
#include "fault.h"

__global__ void count(bool mended) {
    __shared__ int sum;
    if (mended && threadIdx.x == 0) sum = 0;
    __syncthreads();
    atomicAdd(&sum, 1); // fault
    __syncthreads();
    if (threadIdx.x == 0 && sum != (int)blockDim.x) printf("a block of %u threads counted %d\n", blockDim.x, sum);
}

int main(int argc, char **) {
    const bool mended = argc > 1;
    count<<<1, 32>>>(mended);
    HANDLE_KERNELS();
}
