// SPDX-License-Identifier: MIT
template <class T> T sum(T x) { return x + __shfl_xor_sync(~0u, x, 1); }
template <class T> T index(T x) { return x + threadIdx.x; }
struct S {
    template <class T> T sum(T x) { return x + __shfl_xor_sync(~0u, x, 1); }
};
int main() {}
