// SPDX-License-Identifier: MIT
// Kernels that are templates or overloaded: what their parameters may be, and by whom they are launched.
#include <type_traits>
#include "numbers.h"
template <class T, int n> __global__ void store(T *a) { *a = n; }
template <class T> __global__ void special(T *a) { *a = 1; }
template <> __global__ void special<float>(float *a) { *a = 2; }
template __global__ void special<int>(int *);
__global__ void set(int *a, int v) { *a = v; }
__global__ void set(float *a, float v) { *a = v + 0.5f; }
template <class T> __global__ void set(T *a) { *a = 9; }
template <class T, class = std::enable_if_t<std::is_integral<T>::value>> __global__ void of_kind(T *a) { *a = 1; }
template <class T, std::enable_if_t<std::is_floating_point<T>::value, int> = 0> __global__ void of_kind(T *a) { *a = 2; }
template <class T> struct box { T v; };
template <template <class> class B, class T = int, int n = 3> __global__ void boxed(B<T> x, T *a) { *a = x.v + n; }
enum kind { A, B };
template <class T, int n, T v> __global__ void all(int *out) {
    __shared__ T s[32];
    s[threadIdx.x] = n;
    __syncthreads();
    out[0] = s[3] + v;
}
template <template <class> class C, typename T, class... R> __global__ void packed(int *out, C<T> c, R... r) { out[1] = c.v + sizeof...(r); }
template <kind k, unsigned long n = (3 > 2)> __global__ void of_values(int *out) { out[2] = k + n; }
template <class T, class = std::enable_if_t<(sizeof(T) > 2)>> __global__ void unnamed(int *out, T x) { out[3] = x; }
template <int... n> __global__ void many(int *out) { out[4] = (n + ... + 0); }
template <typename T, typename std::remove_reference<T>::type n> __global__ void member(int *out) { out[5] = n; }

// Launched before their definitions.
namespace n {
template <class T, int N> __global__ void fill(T *p, T by = 2);
template <class T> __global__ void fill(T *p, int a, int b);
template <class T> struct Use { static void go(T *p) { fill<T, 3><<<1, 3>>>(p); fill<<<1, 3>>>(p, 1, 2); } };
template <class T, int N> __global__ void fill(T *p, T by) { p[threadIdx.x] = N * by; }
template <class T> __global__ void fill(T *p, int a, int b) { p[threadIdx.x] += a + b; }
}
template <class T> __global__ void later(T);
template <class T> __global__ void later(T);
template <class T> __global__ void later(T p) { p[threadIdx.x]++; }

// Given to templates.
typedef void kernel(int *o);
__global__ void one(int *o) { o[0]++; }
template <kernel *f> static void by_name(int *o) { f<<<1, 1>>>(o); }
template <void (*f)(int *)> static void by_pointer(int *o) { f<<<1, 1>>>(o); }
template <auto f> static void by_any(int *o) { f<<<1, 1>>>(o); }
template <class F> static void by_type(F f, int *o) { f<<<1, 1>>>(o); }
template <class F, F f> static void by_both(int *o) { f<<<1, 1>>>(o); }

// C++17.
template <auto n, class T> __global__ void chosen(T *a) {
    if constexpr (n > 2) *a = n;
    else *a = -n;
}
struct pair { int a, b; };
__global__ void bound(int *o) {
    auto [x, y] = pair{3, 4};
    if (int z = x + y; z > 5) *o = z;
}
namespace a::b { __global__ void nested(int *o) { *o = 5; } }
int main() {
    int *o = numbers();
    float *const q = numbers<float>();
    double *const r = numbers<double>();
    void (*f)(int *) = store<int, 5>;
    f<<<1, 1>>>(o);
    auto g = &store<int, 6>;
    g<<<1, 1>>>(o + 1);
    special<<<1, 1>>>(o + 2); special<<<1, 1>>>(q);
    set<<<1, 1>>>(o + 3, 1); set<<<1, 1>>>(q + 1, 2); set<<<1, 1>>>(r);
    of_kind<<<1, 1>>>(o + 4); of_kind<<<1, 1>>>(q + 2);
    boxed<<<1, 1>>>(box<int>{5}, o + 5);
    IS(o[0] == 5 && o[1] == 6 && o[2] == 1 && o[3] == 1 && o[4] == 1 && o[5] == 8);
    IS(q[0] == 2 && q[1] == 2.5f && q[2] == 2 && *r == 9);
    all<int, 2, 3><<<1, 32>>>(o);
    packed<<<1, 1>>>(o, box<int>{7}, 1, 2);
    of_values<B><<<1, 1>>>(o);
    unnamed<<<1, 1>>>(o, 5);
    many<1, 2, 3><<<1, 1>>>(o);
    member<int &, 9><<<1, 1>>>(o);
    IS(o[0] == 5 && o[1] == 9 && o[2] == 2 && o[3] == 5 && o[4] == 6 && o[5] == 9);
    n::Use<int>::go(o);
    later<<<1, 3>>>(o);
    later<int *><<<1, 3>>>(o);
    IS(o[0] == 11 && o[2] == 11);
    *o = 0;
    by_name<one>(o);
    by_pointer<one>(o);
    by_any<one>(o);
    by_type(one, o);
    by_both<kernel *, one>(o);
    IS(*o == 5);
    chosen<3><<<1, 1>>>(o); chosen<1><<<1, 1>>>(o + 1); bound<<<1, 1>>>(o + 2); a::b::nested<<<1, 1>>>(o + 3);
    IS(o[0] == 3 && o[1] == -1 && o[2] == 7 && o[3] == 5);
    return wrong;
}
