// SPDX-License-Identifier: MIT
#include <cstdio>
#include <tuple>
struct range {
    int *p;
    __device__ int *begin() { return p; }
    __device__ int *end() { return p + 1; }
};
struct pair {
    int a, b;
    template <size_t I> __device__ int get() { return I ? a : b; }
};
template <> struct std::tuple_size<pair> { static const int value = 2; };
template <size_t I> struct std::tuple_element<I, pair> { using type = int; };
int host(int *p) {
    range r{p};
    for (int v : r)
        *p += v;
    pair x{1, 2};
    auto [a, b] = x;
    return a + b;
}
__host__ __device__ void both(int *p) {
    range r{p};
    for (int v : r)
        *p += v;
}
__global__ void k(int *p) { both(p); }
int main() {}
