// SPDX-License-Identifier: MIT
__global__ void k(int *a) {
    __shared__ int s[blockDim.x]; // refused
    a[0] = s[0];
}
