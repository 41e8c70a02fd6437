// SPDX-License-Identifier: MIT
__global__ void fill(int *a) { a[threadIdx.x] = 1; }
__global__ void k(int *a) {
    fill(a); // refused
}
