// SPDX-License-Identifier: MIT
void barrier(int *a) {
    a[0] = 1;
    __syncthreads(); // refused
}
