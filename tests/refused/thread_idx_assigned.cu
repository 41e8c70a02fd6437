// SPDX-License-Identifier: MIT
__global__ void k(int *a) {
    threadIdx.x = 0; // refused
    a[0] = 1;
}
