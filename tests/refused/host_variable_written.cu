// SPDX-License-Identifier: MIT
int total;
__global__ void k(int *a) {
    total += a[threadIdx.x]; // refused
}
