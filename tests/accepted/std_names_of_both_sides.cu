// SPDX-License-Identifier: MIT
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <utility>
template <class T> __global__ void k(int *o, T t) {
    o[0] = std::size_t(t) + sizeof(std::uint32_t) + std::abs(-3);
}
int main() {
    int *o;
    auto pair = std::make_pair(1, 2);
    cudaMallocManaged(&o, 4);
    k<<<1, 1>>>(o, pair.second);
    return cudaDeviceSynchronize() || o[0] != 9;
}
