// SPDX-License-Identifier: MIT
__global__ void k(int *a) {
    int __shared__ s = 3; // refused
    a[0] = s;
}
