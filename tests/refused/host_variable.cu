// SPDX-License-Identifier: MIT
int limit = 100;
__global__ void k(int *a) {
    a[threadIdx.x] = limit; // refused
}
