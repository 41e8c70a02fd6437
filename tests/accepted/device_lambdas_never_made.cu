// SPDX-License-Identifier: MIT
// nvcc --extended-lambda
int host(int x) { return x; }
template <typename F> void take(F *) {}
template <typename F> void take_value(F) {}
template <typename F> __global__ void in_vain(F f, int *p) { *p = f(3); }
int main() {
    auto g = [] __device__(int x) { return host(x); };
    take(&g);
    auto h = [] __device__(int x) { return host(x); };
    take_value(h);
}
