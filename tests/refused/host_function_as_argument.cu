// SPDX-License-Identifier: MIT
int host_value() { return 3; }
__device__ int twice(int x) { return 2 * x; }
__global__ void k(int *a) {
    a[0] = twice(host_value()); // refused
}
