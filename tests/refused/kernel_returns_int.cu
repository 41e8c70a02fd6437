// SPDX-License-Identifier: MIT
__global__ int k(int *a) { // refused
    return a[0];
}
