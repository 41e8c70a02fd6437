// SPDX-License-Identifier: MIT
double gravity = 9.81;
template <class T> __global__ void k(T *a) {
    a[0] = gravity; // refused
}
template __global__ void k<double>(double *);
