// SPDX-License-Identifier: MIT
__global__ void k(int *a, int n) {
    __shared__ int s[n]; // refused
    a[0] = s[0];
}
