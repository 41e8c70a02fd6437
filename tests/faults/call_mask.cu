// SPDX-License-Identifier: MIT
// A shuffle in a branch names all lanes of the warp; those beyond the edge do not come.
#include "fault.h"

__global__ void sums(int *sum, int n, bool mended) {
    const unsigned mask = mended ? __ballot_sync(0xffffffff, threadIdx.x < n) : 0xffffffff;
    int mine = threadIdx.x;
    if (threadIdx.x < n) {
        const int next = __shfl_down_sync(mask, mine, 1); // fault
        if (threadIdx.x + 1 < n) mine += next;
        sum[threadIdx.x] = mine;
    }
}

int main(int argc, char **) {
    int *dev_sum = room<int>(32);
    sums<<<1, 32>>>(dev_sum, 20, argc > 1);
    FINISH(dev_sum);
}
