// SPDX-License-Identifier: MIT
#include "numbers.h"
struct V {
    int v;
    __device__ V operator+(V o) { return {v + o.v}; }
    __device__ V operator/(int n) { return {v / n}; }
    __device__ V &operator<<(int n) { v += n; return *this; }
    __device__ int operator%(int) && { return 1; }
    __device__ int operator%(int) & { return 2; }
    __device__ int operator%(int) const & { return 3; }
};
struct W { int v; };
struct M {
    int v;
    __device__ M(int x) : v(x) {}
    M(const M &) = delete;
};
struct Stream {
    int *to;
    template <class T> __device__ Stream &operator>>(const T &t) { *to++ = (int)t; return *this; }
    unsigned few : 4;
};
__device__ W &&operator<<(W &&w, int n) { w.v += n; return (W &&) w; }
__device__ int operator<<(int &n, V v) { return n += v.v; }
__device__ int operator/(const int &n, W &w) { return const_cast<int &>(n) += w.v++; }
__device__ int operator/(int n, M &&m) { return n + m.v; }
__device__ W &operator<<=(W &w, int &n) { w.v += n++; return w; }
__global__ void k(int *o, int n, int many) {
    V a{10}, b{20};
    const V c{1};
    W w{1};
    V q = (a + b) / n;
    q << n << n;
    (a + b) << n;
    o[0] = q.v;
    o[1] = V{1} % n * 100 + b % n * 10 + c % n;
    W x = W{1} << n << n;
    o[2] = x.v;
    int m = 0;
    m << a;
    m / w;
    o[3] = m / M(2) + w.v;
    w <<= m;
    o[4] = w.v + m;
    Stream s{o + 5, 3};
    s >> (1 << many) >> (-1 >> many) >> s.few >> 7 / n;
}
int main() {
    static const int expected[] = {16, 123, 7, 15, 25, 0, -1, 3, 2};
    int *const o = numbers();
    k<<<1, 1>>>(o, 3, 40);
    for (int i = 0; i < 9; i++)
        IS(o[i] == expected[i]);
    return wrong;
}
