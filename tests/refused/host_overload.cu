// SPDX-License-Identifier: MIT
int scale(int x) { return x; }
__device__ float scale(float x) { return x; }
__global__ void k(int *a) {
    a[0] = scale(1); // refused
}
