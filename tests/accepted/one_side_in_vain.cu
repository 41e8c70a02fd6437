// SPDX-License-Identifier: MIT
// Code of one side that nothing calls from there, which nvcc accepts: in templates, in what only the other side calls, in sizes.
#include <vector>
#include "numbers.h"

namespace class_template_methods_on_host {
template <class T> struct base { T d; __device__ T first() const { return d; } };
template <class T> struct array : base<T> {
    T e;
    using base<T>::first;
    __device__ T get(int i) const { return e + i; }
    static __device__ T twice(T x) { return 2 * x; }
    __device__ T operator[](int i) const { return get(i); }
    T sum() const {
        array copy = *this;
        return get(1) + array::get(2) + twice(3) + first() + (*this)[1] + copy[2];
    }
    __host__ __device__ T both() const { return get(1); }
    T later() const;
};
template <class T> T array<T>::later() const { return get(3); }
int test(int argc, char **) {
    array<float> a{};
    if (argc > 5) return a.sum() + a.both() + a.later();
    return 0;
}
}

namespace host_templates_calling_device {
struct D {
    int v;
    __device__ int thing() { return v; }
    __device__ static int fixed(int x) { return x; }
    __device__ int operator()() { return v; }
    __device__ D operator-() { return *this; }
};
struct E { __device__ E() {} __device__ E(int) {} __device__ ~E() {} __device__ operator int() { return 1; } };
__device__ D operator+(D a, D) { return a; }
template <typename T> int by_method(T t) { return t.thing() + T::fixed(2) + t(); }
template <typename T> T by_operator(T t) { return t + -t; }
template <typename T> int by_captures(T t) { return [&] { return t.thing(); }(); }
template <typename T> void makes(T *p) { T a, b(1), *c = new T(2); delete c; }
template <typename T> int converts(T &t) { return t; }
template <typename T> int of_no_parameter(T, D a, E &b) { a = a + -a; return b; }
template <typename T> struct holder {
    T m;
    int get() { return m.thing(); }
    int own() { return get(); }
    __device__ int seen() { return 1; }
    int unseen() { return seen(); }
};
int test(int argc, char **) {
    D d{3};
    if (argc > 1000) {
        by_method(d), by_operator(d), by_captures(d);
        E *e = nullptr;
        makes(e), converts(*e), of_no_parameter(1, d, *e);
        holder<D> h{d};
        h.own(), h.unseen();
    }
    return 0;
}
}

namespace thread_idx_in_uncalled_host_function {
struct S { unsigned index() { return threadIdx.x; } uint3 blockIdx; unsigned own() { return blockIdx.x; } };
inline unsigned lanes() { return warpSize; }
template <class T> T size(T n) { return n * blockDim.x; }
void test() {
    S s = {};
    const bool right = sizeof threadIdx.x == 4 && sizeof(blockDim) == 12 && s.own() == 0;
    IS(right);
}
}

namespace uncalled_constructor_beside_called {
std::vector<int> list;
int host() { return 3; }
struct S { int v; __device__ S() : v(5) {} __device__ S(int) : v(host()) { list.clear(); } };
__global__ void k(int *o) {
    S s;
    *o = s.v;
}
}

namespace arrays_made_by_other_side {
struct M { ~M() {} };
struct A { M m; int x; };
struct D { int x = 3; __device__ D(int) {} __host__ __device__ D() {} D(char) : D(1) {} };
struct H { D d; H() : d(1) {} };
__global__ void k(int *o) {
    A a[2];
    a[0].x = 1, a[1].x = 2;
    A *b = new A[2];
    b[1].x = 4;
    *o = a[0].x + a[1].x + b[1].x;
    delete[] b;
}
void test() {
    int *o = numbers();
    k<<<1, 1>>>(o);
    cudaDeviceSynchronize();
    D d[2] = {1, 2};
    H h;
    IS(*o == 7 && d[1].x == 3 && h.d.x == 3 && D('a').x == 3);
}
}

namespace constructors_never_called {
int base() { return 3; }
struct inner { int v = base(); __device__ inner() {} };
struct outer { inner in; int w = 1; __device__ outer() {} };
struct whole {
    struct part { int v; __device__ part() { v = base(); } } in;
    __device__ whole() {}
};
__device__ inline int in_vain() { return outer().w + whole().in.v; }
__global__ void k(outer *p, whole *q, int *o) { *o = p->in.v + q->in.v + sizeof(outer); }
}

namespace default_arguments_of_other_side {
__device__ int of_device() { return 3; }
int of_host() { return 4; }
int f(int x = of_device()) { return x; }
struct S { int f(int x = of_device()) { return x; } };
__global__ void k(int *o, int x = of_host()) { o[0] = x + of_device(); }
}

namespace member_default_replaced {
int host() { return 1; }
struct one { int v = host(); };
struct two { int u; int v = host(); };
struct outer { one m{3}; two n; __device__ outer() : n{1, 2} {} };
__global__ void k(int *p) {
    one a{1}, b = {2};
    one c = one{1}, d{c};
    two e{1, 2}, f = e;
    outer g;
    *p = a.v + b.v + c.v + d.v + e.v + f.v + g.m.v + g.n.v;
}
}

namespace if_constexpr_not_taken_on_host {
int h(int x) { return x; }
template <bool B> __global__ void k(int *o) {
    if constexpr (B) o[0] = h(1);
    else o[0] = 2;
}
template <int N> __global__ void sized(int *o) {
    const int n = 3;
    constexpr int m = n + N;
    int a[n], b[m + 1], c[N];
    a[2] = b[m] = c[N - 1] = 5;
    o[1] = a[2] + b[m] + c[N - 1];
}
}

namespace host_functions_unevaluated {
int r(int i) { return i; }
template <int n> __device__ int number() { return n; }
template <class T> struct of { T v; };
template <class T> __device__ int f(T x = sizeof(decltype(r(1)))) { return x; }
__device__ int w(int x = sizeof(r(1))) { return x; }
__device__ auto u(int x) -> decltype(r(x)) { return x; }
__device__ auto v(int x) noexcept(noexcept(r(x))) { return x; }
__global__ void k(int *o, int i) {
    of<decltype(r(1))> c = {1};
    decltype(r(1)) d = 2;
    __typeof__(r(i)) e = 4;
    const decltype(r(3)) *p = o + 5;
    __shared__ decltype(r(1)) s[4];
    using t = decltype(r(2));
    auto l = [](int x) -> decltype(r(x)) { return x; };
    enum { SIZE = sizeof(r(i)) };
    int sum = 0;
    for (decltype(r(1)) y = 0; y < 3; y++) sum += y;
    if (decltype(r(1)) y = i) sum += y;
    s[0] = number<sizeof(r(1))>() + sizeof r(1) + alignof(decltype(r(1))) + noexcept(r(1)) + SIZE;
    o[0] = (decltype(r(1)))1.5f + decltype(r(1))(2) + decltype(r(1)){3} + static_cast<decltype(r(1))>(4.5);
    o[1] = c.v + d + e + t(7) + l(8) + sum + *p + s[0];
    o[2] = f<int>() + w() + u(1) + v(2);
}
}

namespace host_made_objects_by_pointer {
int h() { return 3; }
struct H { int x; H() { x = h(); } H &operator=(const H &o) { x = o.x; return *this; } };
struct S { H h; typedef int type; };
struct V { int v = h(); };
struct T { S *s; };
template <class C> __device__ int get(const C *c) { return c->h.x; }
template <class C> __device__ int size() { C(*c)[2] = nullptr; return sizeof *c; }
struct W { H h; };
static __device__ int unused() { W w; return w.h.x; }
__global__ void k(int *o, S *s, const V *v) {
    S(*a)[2] = (S(*)[2])s;
    S (*f)(int) = nullptr;
    S b = *s;
    V w = *v;
    T t = {s + 1};
    S::type n = f != nullptr;
    s = &b;
    o[0] = (*a)[1].h.x + get<S>(t.s) + get(s) + w.v + n + size<S>() / sizeof(S);
}
void test() {
    S *s;
    V *v;
    int *o = numbers();
    cudaMallocManaged(&s, 2 * sizeof *s);
    cudaMallocManaged(&v, sizeof *v);
    s[0] = s[1] = S();
    *v = V();
    k<<<1, 1>>>(o, s, v);
    IS(o[0] == 3 + 3 + 3 + 3 + 2);
}
}

namespace uncalled_code_and_specialisations {
int h(int x) { return x; }
template <class T> __global__ void never(T *o) { o[0] = h(1); }
namespace n {
template <class T> __global__ void namesake(T *o) { o[0] = h(1); }
template <class T> __global__ void seen(T *o) { o[0] = h(1); }
} // namespace n
namespace m {
template <class T> __global__ void namesake(T *o) { o[1] = 5; }
template <class T> __global__ void seen(T *o) { o[2] = 6; }
} // namespace m
using namespace m;
template <class T> __device__ T f(T x) { return x; }
template <> int f<int>(int x) { return x + 1; }
#pragma nv_exec_check_disable
template <class T> __host__ __device__ T g(T x) { return h(x); }
__global__ void k(int *o) {
    const int few = 3;
    o[0] = f(1);
    if constexpr (few > 5) o[0] = h(2);
    else o[0]++;
    if constexpr (false) o[0] = h(3);
}
void test() {
    int *o = numbers();
    k<<<1, 1>>>(o);
    m::namesake<<<1, 1>>>(o);
    seen<<<1, 1>>>(o);
    IS(o[0] == 3 && o[1] == 5 && o[2] == 6 && g(1) == 1);
}
}

int main(int argc, char **argv) {
    int *const o = numbers();
    class_template_methods_on_host::test(argc, argv);
    host_templates_calling_device::test(argc, argv);
    thread_idx_in_uncalled_host_function::test();
    uncalled_constructor_beside_called::k<<<1, 1>>>(o); IS(*o == 5);
    arrays_made_by_other_side::test();
    { using namespace constructors_never_called; o[1] = o[2] = o[3] = o[4] = 5; k<<<1, 1>>>((outer *)(o + 1), (whole *)(o + 3), o); IS(*o == 18); }
    { using namespace default_arguments_of_other_side; k<<<1, 1>>>(o); IS(*o == 7 && f(2) + S().f(1) == 3); }
    { using namespace member_default_replaced; k<<<1, 1>>>(o); IS(*o == 14 && one{}.v == 1 && two{2}.v == 1); }
    if_constexpr_not_taken_on_host::k<false><<<1, 1>>>(o); if_constexpr_not_taken_on_host::sized<2><<<1, 1>>>(o); IS(o[0] == 2 && o[1] == 15);
    o[5] = 100; host_functions_unevaluated::k<<<1, 1>>>(o, 2); IS(o[0] == 10 && o[1] == 143 && o[2] == 11);
    host_made_objects_by_pointer::test();
    uncalled_code_and_specialisations::test();
    return wrong;
}
