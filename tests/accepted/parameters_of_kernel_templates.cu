// SPDX-License-Identifier: MIT
#include <type_traits>
enum kind { A, B };
template <class T> struct box { T v; };
template <class T, int n, T v> __global__ void all(int *out) {
    __shared__ T s[32];
    s[threadIdx.x] = n;
    __syncthreads();
    out[0] = s[3] + v;
}
template <template <class> class C, typename T, class... R> __global__ void packed(int *out, C<T> c, R... r) {
    out[1] = c.v + sizeof...(r);
}
template <kind k, unsigned long n = (3 > 2)> __global__ void numbers(int *out) { out[2] = k + n; }
template <class T, class = std::enable_if_t<(sizeof(T) > 2)>> __global__ void unnamed(int *out, T x) { out[3] = x; }
template <int... n> __global__ void many(int *out) { out[4] = (n + ... + 0); }
template <typename T, typename std::remove_reference<T>::type n> __global__ void member(int *out) { out[5] = n; }
int main() {
    int *p;
    cudaMallocManaged(&p, 24);
    all<int, 2, 3><<<1, 32>>>(p);
    packed<<<1, 1>>>(p, box<int>{7}, 1, 2);
    numbers<B><<<1, 1>>>(p);
    unnamed<<<1, 1>>>(p, 5);
    many<1, 2, 3><<<1, 1>>>(p);
    member<int &, 9><<<1, 1>>>(p);
    return cudaDeviceSynchronize() || !(p[0] == 5 && p[1] == 9 && p[2] == 2 && p[3] == 5 && p[4] == 6 && p[5] == 9);
}
