// SPDX-License-Identifier: MIT
// Fault: the launch asks for too little dynamic shared memory: bytes for as many chars as
// there are threads, where the kernel keeps an int for each.
#include "fault.h"

const int THREADS = 32; // a block

__global__ void reverse(int *out) {
    extern __shared__ int kept[];
    const int i = threadIdx.x;
    kept[i] = i; // fault
    __syncthreads();
    out[i] = kept[blockDim.x - 1 - i];
}

int main(int argc, char **) {
    const bool mended = argc > 1;
    int *out = room<int>(THREADS);
    reverse<<<1, THREADS, THREADS *(mended ? sizeof(int) : sizeof(char))>>>(out);
    FINISH(out);
}
