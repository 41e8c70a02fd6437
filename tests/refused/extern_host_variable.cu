// SPDX-License-Identifier: MIT
extern int shared_count;
__global__ void k(int *a) {
    a[0] = shared_count; // refused
}
