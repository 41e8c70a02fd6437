// SPDX-License-Identifier: MIT
template <class T> __global__ void k(T *a) { a[0] = 1; }
int main() {
    int *p = nullptr;
    k(p); // refused
}
