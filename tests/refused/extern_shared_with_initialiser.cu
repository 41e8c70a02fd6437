// SPDX-License-Identifier: MIT
extern __shared__ int outside[] = {1, 2}; // refused
__global__ void k(int *o) { o[0] = outside[0]; }
