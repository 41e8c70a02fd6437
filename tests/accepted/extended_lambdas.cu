// SPDX-License-Identifier: MIT
// nvcc --extended-lambda
#include <functional>
struct box { int n, m[2]; __host__ __device__ constexpr int get(int x) const { return x + n; } };
constexpr box b{3, {4, 5}};
constexpr auto lam = [](int x) { return x + 1; };
template <class F> __host__ __device__ int apply(F f) { return f(1); }
template <class F> __global__ void run(F f, int *a) { *a += f(1); }
__global__ void k(int *a) {
    const int two = 2;
    int m = b.m[1];
    auto own = [](int x) { return x + 1; };
    *a = b.get(2) + b.get(two) + m + apply(own);
}
int main() {
    int *a, n = 4;
    std::function<int(int)> f = [] __host__ __device__(int x) { return x; };
    auto l = [] __device__(int x) { return x + 10; };
    cudaMallocManaged(&a, sizeof *a);
    k<<<1, 1>>>(a);
    run<<<1, 1>>>(l, a);
    run<<<1, 1>>>([=] __attribute__((noinline)) __device__(int x) -> decltype(int(3)) { return x + n; }, a);
    return cudaDeviceSynchronize() || !(*a == 5 + 5 + 5 + 2 + 11 + 5 && lam(1) == 2 && f(3) == 3);
}
