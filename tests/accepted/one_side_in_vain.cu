// SPDX-License-Identifier: MIT
// Code of one side that nothing calls from there, which nvcc accepts: in templates, in what only the other side calls, in sizes.
#include <vector>
#include <cstdio>
#include <memory>
#include <utility>
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

namespace device_code_of_dependent_types {
template <class T> __device__ T same(T x) { return x; }
template <class T> T sum(T x) { return x + __shfl_xor_sync(~0u, x, 1) + same(x); }
template <class T> T add(T *x) { return atomicAdd(x, 1); }
struct S {
    template <class T> T any(T x) { return __any_sync(~0u, x); }
};
int test(int argc, char **) {
    int x = 1;
    if (argc > 5)
        return sum(x) + add(&x) + S().any(x);
    return 0;
}
}

namespace device_methods_of_open_types {
template <class T> struct vec {
    T x;
    __device__ T squared() const { return x * x; }
};
struct plain {
    template <class T> __device__ T same(T x) const { return x; }
};
template <class T> T length(const vec<T> &v) { return v.squared(); }
template <class T> T through(T v, plain p) { return p.same(v); }
int test(int argc, char **) {
    if (argc > 1)
        return length(vec<int>{2}) + through(1, plain());
    return 0;
}
}

namespace overloaded_device_methods_in_template {
struct D {
    __device__ int a(int x) { return x; }
    __device__ int a(float x) { return (int)x; }
    __device__ int operator()(int x) { return x; }
    __device__ int operator()(float x) { return (int)x; }
};
template <typename T> int host(T t, D d) { return d.a(t) + d(t); }
int test(int argc, char **) {
    D d;
    if (argc > 1000)
        return host(1, d);
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

namespace temporaries_with_device_destructors {
struct E {
    int v;
    __device__ ~E() {}
};
int taken(E) { return 0; }
E given() { return {3}; }
struct holder {
    E m;
    holder() : m{3} {}
};
int unnamed(E &x) {
    const E &bound = given();
    return taken(x) + given().v + bound.v;
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

namespace uncalled_functions_and_overloads {
int n = 3;
static __host__ __device__ int unused() { return n; }
static inline __device__ int lost() { return n; }
static inline __device__ int lost_too() { return lost(); }
constexpr __host__ __device__ int small(int x) { return x > 3 ? n : x; }
struct A {
    int v;
    __host__ __device__ int forgotten() { return n + v; }
    __host__ __device__ virtual int never_made() { return n + v; }
    __device__ int less(int x) { return v - x; }
    float less(float x) { return n - x; }
};
__device__ float g(float x);
int g(int x) { return x + n; }
__device__ float g(float x) { return x / 2; }
__host__ __device__ int either() {
    int m = sizeof(n);
#ifndef __CUDA_ARCH__
    m += n - 3;
#endif
    return m;
}
struct B {
    int v;
    __host__ __device__ B(int v) : v(v) {}
    __device__ int less(int x) { return v - x; }
    float less(float x) { return n - x; }
};
__global__ void k(B *a) {
    B b(2);
    a->v = b.less(1) + (int)g(4.0f) + small(1) + either();
}
void test() {
    B *a;
    cudaMallocManaged(&a, sizeof *a);
    k<<<1, 1>>>(a);
    IS(a->v == 8 && g(1) == 4 && a->less(1.0f) == 2 && either() == 4);
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

namespace default_member_values_unused {
int base() { return 3; }
int variable = 4;
struct S {
    int n = base();
    int m = variable;
    __device__ S(int x) : n(x), m(x) {}
    __device__ S() : S(5) {}
    S(const char *) {}
};
struct in_vain {
    int n = base();
    __device__ in_vain() {}
};
__global__ void k(int *o) {
    S s(2), t;
    o[0] = s.n + s.m + t.n;
}
void test() {
    int *o, n;
    cudaMalloc(&o, sizeof *o);
    k<<<1, 1>>>(o);
    cudaMemcpy(&n, o, sizeof n, cudaMemcpyDeviceToHost);
    IS(n == 9 && S("").n == 3 && S("").m == 4);
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

namespace size_of_host_objects {
struct inner { int x; __host__ inner() : x(1) {} };
struct outer { inner i; };
__global__ void k(int *o) { o[0] = sizeof(outer); }
void test() {
    outer *const made = new outer;
    int *o = numbers();
    k<<<1, 1>>>(o);
    cudaDeviceSynchronize();
    const bool right = o[0] == sizeof(int) && made->i.x == 1;
    delete made;
    IS(right);
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

namespace kernel_parameter_copied_by_host {
struct Text {
    int length;
    Text() : length(5) {}
    Text(const Text &t) : length(t.length + 1) {}
    ~Text() { length = 0; }
};
struct Element {
    Text text;
    int value;
};
__global__ void k(Element e, int *o) { o[0] = e.value + (e.text.length > 5); }
void test() {
    Element *e = new Element;
    int *o;
    e->value = 3;
    cudaMallocManaged(&o, 4);
    k<<<1, 1>>>(*e, o);
    cudaDeviceSynchronize();
    delete e;
    IS(*o == 4);
}
}

namespace host_moved_objects_read {
struct H {
    int x;
    H() { x = 1; }
    H(const H &o) : x(o.x + 1) {}
    H &operator=(const H &o) { x = o.x + 8; return *this; }
};
struct S { H h[2]; };
struct M { std::unique_ptr<int> p; S s; };
__global__ void k(int *o, const S *s) { o[0] = s->h[1].x; }
void test() {
    M a, b = std::move(a);
    a = std::move(b);
    S *s;
    int *o;
    cudaMallocManaged(&s, sizeof *s);
    cudaMallocManaged(&o, sizeof *o);
    *s = a.s;
    k<<<1, 1>>>(o, s);
    IS(o[0] == 2 + 8 + 8);
}
}

int main(int argc, char **argv) {
    int *const o = numbers();
    class_template_methods_on_host::test(argc, argv);
    device_code_of_dependent_types::test(argc, argv);
    device_methods_of_open_types::test(argc, argv);
    overloaded_device_methods_in_template::test(argc, argv);
    host_templates_calling_device::test(argc, argv);
    thread_idx_in_uncalled_host_function::test();
    uncalled_constructor_beside_called::k<<<1, 1>>>(o); IS(*o == 5);
    arrays_made_by_other_side::test();
    uncalled_functions_and_overloads::test();
    constructors_never_called::test();
    default_arguments_of_other_side::test();
    default_member_values_unused::test();
    member_default_replaced::test();
    size_of_host_objects::test();
    if_constexpr_not_taken_on_host::k<false><<<1, 1>>>(o); if_constexpr_not_taken_on_host::sized<2><<<1, 1>>>(o); IS(o[0] == 2 && o[1] == 15);
    kernel_parameter_copied_by_host::test();
    host_moved_objects_read::test();
    return wrong;
}
