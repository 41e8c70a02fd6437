// SPDX-License-Identifier: MIT
#include <type_traits>
template <class T, class = std::enable_if_t<std::is_integral<T>::value>> __global__ void k(T *a) { *a = 1; }
template <class T, std::enable_if_t<std::is_floating_point<T>::value, int> = 0> __global__ void k(T *a) { *a = 2; }
template <class T> struct box { T v; };
template <template <class> class B, class T = int, int n = 3> __global__ void b(B<T> x, T *a) { *a = x.v + n; }
int main() {
    int *p; float *q;
    cudaMallocManaged(&p, 8); cudaMallocManaged(&q, 4);
    k<<<1, 1>>>(p); k<<<1, 1>>>(q);
    b<<<1, 1>>>(box<int>{5}, p + 1);
    return cudaDeviceSynchronize() || !(p[0] == 1 && *q == 2 && p[1] == 8);
}
