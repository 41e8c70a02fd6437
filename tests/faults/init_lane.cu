// SPDX-License-Identifier: MIT
// Half a warp adds up, and takes from lanes that do not come.
#include "fault.h"

__global__ void sum(int *result, bool mended) {
    int mine = threadIdx.x;
    if (threadIdx.x >= 16)
        return;
    for (int reach = mended ? 8 : 16; reach > 0; reach /= 2)
        mine += __shfl_down_sync(0xffff, mine, reach); // fault: 16 further on nobody is
    if (threadIdx.x == 0)
        *result = mine;
}

int main(int argc, char **) {
    const bool mended = argc > 1;
    int result, *dev_result;
    HANDLE_ERROR(cudaMalloc(&dev_result, sizeof result));
    sum<<<1, 32>>>(dev_result, mended);
    HANDLE_ERROR(cudaGetLastError());
    HANDLE_ERROR(cudaMemcpy(&result, dev_result, sizeof result, cudaMemcpyDeviceToHost));
    printf("%d\n", result);
    HANDLE_ERROR(cudaFree(dev_result));
}
