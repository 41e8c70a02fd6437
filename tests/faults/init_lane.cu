// SPDX-License-Identifier: MIT
// Half a warp adds up, and takes from lanes that do not come.
#include "fault.h"

__global__ void sum(int *result, bool mended) {
    int mine = threadIdx.x;
    if (threadIdx.x >= 16) return;
    for (int reach = mended ? 8 : 16; reach > 0; reach /= 2)
        mine += __shfl_down_sync(0xffff, mine, reach); // fault: no lane is 16 further on
    if (threadIdx.x == 0) *result = mine;
}

int main(int argc, char **) {
    const bool mended = argc > 1;
    int *dev_result = room<int>();
    sum<<<1, 32>>>(dev_result, mended);
    printf("%d\n", sum_of(dev_result, 1));
    RELEASE(dev_result);
}
