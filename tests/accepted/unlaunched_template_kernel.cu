// SPDX-License-Identifier: MIT
template <class F> __global__ void k(const F &&f, int &&x) { f(x); }
template <class F> __global__ void l(F f) { f(); }
int main() {}
