// SPDX-License-Identifier: MIT
__global__ void k(int *a) {
    blockDim.x++; // refused
    a[0] = 1;
}
