// SPDX-License-Identifier: MIT
__global__ void k(int *a) {
    __shared__ int s[4] = {1, 2, 3, 4}; // refused
    a[0] = s[0];
}
