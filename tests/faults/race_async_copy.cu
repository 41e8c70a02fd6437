// SPDX-License-Identifier: MIT
// Fault: two stages of asynchronous copies, and a wait that leaves the last one under way, before
// either is read. check-race names the copy and who reads. --mended: all of them are waited for.

#include <cuda_pipeline.h>

#include "fault.h"

const int THREADS = 64;

__global__ void reverse(const int *in, int *out, bool mended) {
    __shared__ int stage[2][THREADS];
    const int i = threadIdx.x;
    for (int k = 0; k < 2; k++) {
        __pipeline_memcpy_async(&stage[k][i], &in[k * THREADS + i], sizeof(int)); // fault
        __pipeline_commit();
    }
    if (mended)
        __pipeline_wait_prior(0);
    else
        __pipeline_wait_prior(1);
    __syncthreads();
    out[i] = stage[0][THREADS - 1 - i];
    out[THREADS + i] = stage[1][THREADS - 1 - i]; // fault
}

int main(int argc, char **) {
    int *dev_in = zeros<int>(2 * THREADS), *dev_out = room<int>(2 * THREADS);
    reverse<<<1, THREADS>>>(dev_in, dev_out, argc > 1);
    FINISH(dev_in, dev_out);
}
