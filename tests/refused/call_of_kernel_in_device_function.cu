// SPDX-License-Identifier: MIT
__global__ void k(int *a) { a[0] = 1; }
__device__ void f(int *a) {
    k(a); // refused
}
