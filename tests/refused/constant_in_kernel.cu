// SPDX-License-Identifier: MIT
__global__ void k(int *a) {
    __constant__ int c = 3; // refused
    a[0] = c;
}
