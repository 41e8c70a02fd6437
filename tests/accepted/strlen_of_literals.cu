// SPDX-License-Identifier: MIT
#include <cstring>
const int four = strlen("abcd");
template <int N> __device__ int value() { return N; }
__global__ void k(int *o) {
    constexpr int three = std::strlen("a" "bc");
    __shared__ int a[strlen("ab")];
    enum { one = strlen("a") };
    a[0] = strlen("abcde");
    static_assert(strlen("a") == 1, "");
    *o = four + three + a[0] + one + value<strlen("")>();
}
int main() {
    int *o;
    cudaMallocManaged(&o, sizeof *o);
    k<<<1, 1>>>(o);
    return cudaDeviceSynchronize() || *o != 13;
}
