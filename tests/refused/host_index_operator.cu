// SPDX-License-Identifier: MIT
struct array { int *p; int &operator[](int i) { return p[i]; } };
__global__ void k(array a) {
    a[threadIdx.x] = 1; // refused
}
