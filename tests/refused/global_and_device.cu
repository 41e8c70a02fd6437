// SPDX-License-Identifier: MIT
__global__ __device__ void k(int *a) { a[0] = 1; } // refused
