// SPDX-License-Identifier: MIT
template <class T> __global__ void k(T *a, T *b) { a[0] = b[0]; }
int main() {
    int *p = nullptr;
    float *q = nullptr;
    k<<<1, 1>>>(p, q); // refused
}
