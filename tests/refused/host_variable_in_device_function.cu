// SPDX-License-Identifier: MIT
int n = 5;
__device__ int get() {
    return n; // refused
}
__global__ void k(int *a) { a[0] = get(); }
