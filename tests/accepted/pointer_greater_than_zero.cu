// SPDX-License-Identifier: MIT
#include <cstdio>
struct S { int *p; };
template <class T> struct F { T a : 3; __device__ int up() { a++; return ++a; } };
struct alignas(8) O { int x; __device__ bool operator>(int y) const { return x > y; } __device__ O &operator++() { x++; return *this; } };
template <class T> __device__ bool is_there(T *p) { return p > 0 && p + 1 > 0 && 0 <= p; }
template <class T> __device__ T next(T x) { return ++x; }
template <class T> struct counter { T n, m[2]; __device__ T up() { n++; ++n; m[1]++; return n; } __device__ T set(T x) { return x++; } };
template <class T> __host__ __device__ void up(T &x, T *y) { x++; (*y)++; ++y[1]; ++*y; }
__global__ void k(int *o, S s) {
    int *&r = o;
    O big = {3};
    int n = 0;
    n += o > 0; n += s.p > NULL; n += r >= 0; n += big > 0; n += (o) > (0); n += 0 < s.p; n += is_there(o); n += (o <= 0) + (o < 0);
    bool b[2] = {false, false}, c = next(false);
    counter<bool> d = {false, {false, false}};
    n += d.up() + d.m[1] + c + d.set(false);
    up(c = false, b);
    n += c + b[0] + b[1];
    counter<int> e = {1, {2, 3}};
    n += e.up();
    n += next(3);
    n += next(O{3}).x;
    n += (int)next(2.5f);
    int i = 1, j[2] = {2, 3};
    up(i, j);
    n += F<int>{0}.up();
    *o = n * 1000 + i + j[0] + j[1];
}
int main() {
    int *o;
    cudaMallocManaged(&o, sizeof *o);
    S s = {o};
    k<<<1, 1>>>(o, s);
    return cudaDeviceSynchronize() || *o != 29010;
}
