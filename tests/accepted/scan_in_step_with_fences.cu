// SPDX-License-Identifier: MIT
// A warp's scan from when lanes ran in step, with a fence between its lines: the lanes store, then all go on; they
// read, then all store. (`make check-race` names it: a fence orders the accesses of one thread alone.)
#include <stdio.h>
__global__ void scan(int *out) {
    __shared__ int s[48];
    int i = threadIdx.x + 16;
    s[threadIdx.x] = 0;
    __threadfence_block();
    s[i] = 1;
    __threadfence_block();
    s[i] += s[i - 1];
    __threadfence_block();
    s[i] += s[i - 2];
    __threadfence_block();
    s[i] += s[i - 4];
    __threadfence_block();
    s[i] = s[i] + s[i - 8];
    __threadfence_block();
    s[i] += s[i - 16];
    __threadfence_block();
    out[threadIdx.x] = s[i];
}
int main() {
    int *out, wrong = 0;
    cudaMallocManaged(&out, 32 * sizeof *out);
    scan<<<1, 32>>>(out);
    wrong += cudaDeviceSynchronize() != cudaSuccess;
    for (int i = 0; i < 32; i++) wrong += out[i] != i + 1;
    if (wrong) printf("%d wrong\n", wrong);
    return wrong != 0;
}
