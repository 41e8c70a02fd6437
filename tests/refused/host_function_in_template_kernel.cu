// SPDX-License-Identifier: MIT
float square(float x) { return x * x; }
template <class T> __global__ void k(T *a) {
    a[0] = square(a[1]); // refused
}
template __global__ void k<float>(float *);
