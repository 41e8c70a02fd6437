// SPDX-License-Identifier: MIT
#include <cstdlib>
[[noreturn]] void die();
__device__ int a(int x) { if (x) return 1; else return 2; }
__device__ int b(int x) { while (1) { if (x) return 1; } }
__device__ int c(int x) { switch (x) { case 1: return 1; default: return 2; } }
__device__ int d(int x) { for (;;) { if (x) return x; } }
__device__ int e() { __trap(); }
__device__ int f(int x) { do { return 1; } while (x); }
__device__ int g(int x) { if (1) return x; }
__device__ int h(int x) { if (x) return 1; __builtin_unreachable(); }
template <class T> __device__ int never(T x) { if (x) return 1; }
int i(int) { exit(1); }
int j(int) { throw 1; }
int l(int x) { if (x) return 1; die(); }
void die() { exit(1); }
int main() {}
