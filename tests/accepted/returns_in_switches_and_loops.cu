// SPDX-License-Identifier: MIT
// nvcc -w
// Functions whose every path returns, in a switch or a loop, some of types that cannot be made of nothing.
#include <cstdlib>
namespace after_trap { // or where nothing is known
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
}
struct S { int x; __device__ explicit S(int v) : x(v) {} };
enum E { A, B };
template <class T> struct W { T t; __device__ W(T v) : t(v) {} };
__device__ S f(int i) { switch (i) { case 0: return S(1); default: return S(2); } }
__device__ W<int> g(int i) { for (;;) { if (i++ > 3) return W<int>(i); } }
template <class T> __device__ W<T> h(T i) { while (true) { if (i++ > 3) return W<T>(i); } }
__device__ E e(int i) { switch (i) { case 0: return A; default: return B; } }
__device__ int *q(int *p) { do { return p; } while (1); }
template <class T> __device__ T tt(T i) { switch (i) { case 0: return 1; default: return 2; } }
__device__ dim3 d(int i) { switch (i) { case 0: return dim3(1); default: return dim3(2); } }
__device__ float4 v(int i) { switch (i) { case 0: return make_float4(1,1,1,1); default: return make_float4(2,2,2,2); } }
__device__ const S &r(const S &s) { switch (s.x) { case 0: return s; default: return s; } }
__device__ decltype(1 + 1) dt(int i) { switch (i) { case 0: return 1; default: return 2; } }
struct M { int x; M() = delete; __device__ M(int v, int) : x(v) {} };
__device__ M m(int i) { switch (i) { case 0: return M(1, 1); default: return M(2, 2); } }
__global__ void k(int *p) { *p = f(0).x + g(1).t + h(2).t + e(3) + *q(p) + tt(0) + d(0).x + (int)v(0).x + r(S(5)).x + dt(1) + m(0).x; }
int main() { int *p; cudaMallocManaged(&p, 4); *p = 0; k<<<1, 1>>>(p); int e = cudaDeviceSynchronize(); return e || *p != 1 + 5 + 5 + 1 + 0 + 1 + 1 + 1 + 5 + 2 + 1; }
