// SPDX-License-Identifier: MIT
// All threads of a grid are to wait for each other, in a kernel that was launched as any other.
#include <cooperative_groups.h>

#include "fault.h"

__global__ void first_and_last(int *value) {
    cooperative_groups::grid_group grid = cooperative_groups::this_grid();
    value[grid.thread_rank()] = grid.thread_rank();
    grid.sync(); // fault
    if (grid.thread_rank() == 0) value[0] = value[grid.size() - 1];
}

int main(int argc, char **) {
    const bool mended = argc > 1;
    int *dev_value;
    HANDLE_ERROR(cudaMalloc(&dev_value, 64 * sizeof *dev_value));
    void *arguments[] = {&dev_value};
    if (mended)
        HANDLE_ERROR(cudaLaunchCooperativeKernel((void *)first_and_last, 2, 32, arguments, 0, 0));
    else
        first_and_last<<<2, 32>>>(dev_value);
    const cudaError_t error = cudaDeviceSynchronize();
    printf("%s\n", cudaGetErrorName(error));
    return error == cudaSuccess ? cudaFree(dev_value) : 0;
}
