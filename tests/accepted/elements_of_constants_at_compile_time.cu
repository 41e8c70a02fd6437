// SPDX-License-Identifier: MIT
#include <algorithm>
constexpr int F[3] = {1, 2, 3};
struct S {
    static constexpr int v[2] = {4, 5};
};
__device__ bool before(int a, int b) { return a < b; }
template <class T> int take(T) { return 1; }
[[maybe_unused]] static inline int never() { return threadIdx.x; }
__global__ void k(int *o) {
    extern __shared__ int a[];
    constexpr int f = F[1];
    static_assert(F[0] == 1, "one");
    int many[F[2]] = {before(1, 2)};
    o[0] = S::v[1];
    o[0] += f + many[0];
}
__global__ void next(int *o) {
    extern __shared__ signed int a[];
    o[0] = a[0];
}
int main() {
    int *o;
    cudaMallocManaged(&o, sizeof *o);
    k<<<1, 1, 4>>>(o);
    return cudaDeviceSynchronize() || !(*o + take(before) == 9);
}
