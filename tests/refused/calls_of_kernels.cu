// SPDX-License-Identifier: MIT
__global__ void k(int *a) { a[0] = 1; }
template <class T> __global__ void of_template(T *a) { a[0] = 1; }
__device__ void f(int *a) {
    k(a); // refused
}
__global__ void caller(int *a) {
    k(a); // refused
}
int main() {
    int *p = nullptr;
    k(p);                        // refused
    of_template<float>(nullptr); // refused
    of_template(p);              // refused
    k<<1, 1>>(p);                // refused
}
