// SPDX-License-Identifier: MIT
#include <cstdint>
#include <cstdio>
#include <initializer_list>
#include <type_traits>
#include <utility>
#include <vector>
template <class T> __global__ void k(T *o, std::size_t n) {
    static_assert(std::is_same<T, std::uint32_t>::value, "");
    T sum = 0;
    for (int i : {1, 2, 3}) sum += i;
    T moved = std::move(sum);
    o[0] = std::forward<T>(moved) + n;
}
int main() {
    std::vector<int> v(4);
    uint32_t *p;
    cudaMallocManaged(&p, 8);
    k<<<1, 1>>>(p, v.size());
    return cudaDeviceSynchronize() || p[0] != 10;
}
