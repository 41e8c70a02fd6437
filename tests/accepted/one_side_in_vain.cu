// SPDX-License-Identifier: MIT
// Code of one side that nothing calls from there, which nvcc accepts: in templates, in what only the other side calls, in sizes.
#include <vector>
#include "numbers.h"

namespace class_template_methods_on_host {
template <class T> struct base {
    T d;
    __device__ T first() const { return d; }
};
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
    if (argc > 5)
        return a.sum() + a.both() + a.later();
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
struct E {
    __device__ E() {}
    __device__ E(int) {}
    __device__ ~E() {}
    __device__ operator int() { return 1; }
};
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
struct S {
    unsigned index() { return threadIdx.x; }
    uint3 blockIdx;
    unsigned own() { return blockIdx.x; }
};
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
struct S {
    int v;
    __device__ S() : v(5) {}
    __device__ S(int) : v(host()) { list.clear(); }
};
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
struct inner {
    int v = base();
    __device__ inner() {}
};
struct outer {
    inner in;
    int w = 1;
    __device__ outer() {}
};
struct whole {
    struct part {
        int v;
        __device__ part() { v = base(); }
    } in;
    __device__ whole() {}
};
__device__ inline int in_vain() { return outer().w + whole().in.v; }
__global__ void k(outer *p, whole *q, int *o) { *o = p->in.v + q->in.v + sizeof(outer); }
void test() {
    int *o = numbers();
    o[1] = o[2] = o[3] = o[4] = 5;
    k<<<1, 1>>>((outer *)(o + 1), (whole *)(o + 3), o);
    IS(*o == 18);
}
}

namespace default_arguments_of_other_side {
__device__ int of_device() { return 3; }
int of_host() { return 4; }
int f(int x = of_device()) { return x; }
struct S {
    int f(int x = of_device()) { return x; }
};
__global__ void k(int *o, int x = of_host()) { o[0] = x + of_device(); }
void test() {
    int *o = numbers();
    k<<<1, 1>>>(o);
    IS(o[0] == 7 && f(2) + S().f(1) == 3);
}
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
void test() {
    int *p = numbers();
    k<<<1, 1>>>(p);
    IS(*p == 14 && one{}.v == 1 && two{2}.v == 1);
}
}

namespace if_constexpr_not_taken_on_host {
int h(int x) { return x; }
template <bool B> __global__ void k(int *o) {
    if constexpr (B)
        o[0] = h(1);
    else
        o[0] = 2;
}
template <int N> __global__ void sized(int *o) {
    const int n = 3;
    constexpr int m = n + N;
    int a[n], b[m + 1], c[N];
    a[2] = b[m] = c[N - 1] = 5;
    o[1] = a[2] + b[m] + c[N - 1];
}
}

int main(int argc, char **argv) {
    int *const o = numbers();
    class_template_methods_on_host::test(argc, argv);
    host_templates_calling_device::test(argc, argv);
    thread_idx_in_uncalled_host_function::test();
    uncalled_constructor_beside_called::k<<<1, 1>>>(o); IS(*o == 5);
    arrays_made_by_other_side::test();
    constructors_never_called::test();
    default_arguments_of_other_side::test();
    member_default_replaced::test();
    if_constexpr_not_taken_on_host::k<false><<<1, 1>>>(o); if_constexpr_not_taken_on_host::sized<2><<<1, 1>>>(o); IS(o[0] == 2 && o[1] == 15);
    return wrong;
}
