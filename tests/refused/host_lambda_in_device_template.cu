// SPDX-License-Identifier: MIT
constexpr auto lam = [](int x) { return x + 1; };
template <class F> __device__ int apply(F f, int x) {
    return f(x); // refused
}
__global__ void k(int *a) {
    *a = apply(lam, 3);
}
