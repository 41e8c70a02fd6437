// SPDX-License-Identifier: MIT
__global__ void k(int *a) {
    return a[0]; // refused
}
