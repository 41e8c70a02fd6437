// SPDX-License-Identifier: MIT
// Fault: a kernel keeps the address of its shared array, and the next one reads there, where its
// blocks have no such array. Mended: it keeps it in global memory.
#include "fault.h"

const int N = 32; // elements

__device__ const int *kept;

__global__ void squares(int *global, bool mended) {
    __shared__ int square[N];
    const int t = threadIdx.x;
    square[t] = global[t] = t * t;
    __syncthreads();
    if (t == 0) kept = mended ? global : square;
}

__global__ void differences(int *out) {
    const int t = threadIdx.x;
    out[t] = kept[t] - (t > 0 ? kept[t - 1] : 0); // fault
}

int main(int argc, char **) {
    const bool mended = argc > 1;
    int *global = room<int>(N), *out = room<int>(N);
    squares<<<1, N>>>(global, mended);
    differences<<<1, N>>>(out);
    FINISH(out, global);
}
