// SPDX-License-Identifier: MIT
struct s {
    __global__ void k(int *a) { a[0] = 1; } // refused
};
