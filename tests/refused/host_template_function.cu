// SPDX-License-Identifier: MIT
template <class T> T largest(T a, T b) { return a > b ? a : b; }
__global__ void k(int *a) {
    a[0] = largest(a[1], a[2]); // refused
}
