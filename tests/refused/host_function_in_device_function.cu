// SPDX-License-Identifier: MIT
int wrap(int i, int n) { return (i + n) % n; }
__device__ int left(int i, int n) {
    return wrap(i - 1, n); // refused
}
__global__ void k(int *out) { out[0] = left(0, 5); }
