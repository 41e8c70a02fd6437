// SPDX-License-Identifier: MIT
// Fault: thread 0 hands out the address of a variable of its own. On a GPU every thread finds its
// own variable there. Mended: the value is in shared memory.
#include "fault.h"

const int N = 64; // elements

__global__ void scale(const int *in, int *out, bool mended) {
    __shared__ const int *factor;
    __shared__ int kept;
    const int mine = in[threadIdx.x];
    if (threadIdx.x == 0) {
        kept = mine;
        factor = mended ? &kept : &mine;
    }
    __syncthreads();
    out[threadIdx.x] = mine * *factor; // fault
    __syncthreads();
}

int main(int argc, char **) {
    int *in = zeros<int>(N), *out = room<int>(N);
    scale<<<1, N>>>(in, out, argc > 1);
    FINISH(out, in);
}
