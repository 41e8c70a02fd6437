// SPDX-License-Identifier: MIT
__global__ void k(int *a) {
    __shared__ int s = 0; // refused
    a[0] = s;
}
