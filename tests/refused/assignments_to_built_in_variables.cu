// SPDX-License-Identifier: MIT
__global__ void k(int *a, uint3 i) {
    threadIdx.x = 0; // refused
    blockDim.x++;    // refused
    blockIdx = i;    // refused
    gridDim.y *= 2;  // refused
    warpSize = 16;   // refused
    a[0] = 1;
}
