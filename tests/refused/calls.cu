// SPDX-License-Identifier: MIT
// Host code in device code: one case after each `////`, refused at the line that says `// error`.
//// loads and stores past the cache of what has no overload of them
#include <cuda_fp16.h>
struct p {
    float x;
};
__global__ void k(p *a, float3 *b, int **c, bool *d, volatile float *e, float4 *f, half2 *g, long *h) {
    a[0] = __ldg(a + 1); // error
    b[0] = __ldg(&b[1]); // error
    c[0] = __ldcs(c + 1); // error
    d[0] = __ldcg(d + 1); // error
    e[0] = __ldg(e + 1); // error
    __stcs(b, b[1]); // error
    f[0] = __ldg(f + 1);
    g[0] = __ldg(g + 1);
    h[0] = __ldcs(h + 1);
    __stwt(f, f[1]);
}
//// ... in a template
struct p {
    float x;
};
template <class T> __device__ T load(const T *a) {
    return __ldg(a); // error
}
__global__ void k(p *a, float4 *f) {
    f[1] = load(f);
    a[1] = load(a);
}
//// a function in a kernel
float square(float x) { return x * x; }
__global__ void k(float *out) {
    out[threadIdx.x] = square(2); // error
}
//// a function that is declared first and defined later
float square(float x);
__global__ void k(float *out) {
    out[threadIdx.x] = 1 + square(threadIdx.x); // error
}
float square(float x) { return x * x; }
//// a function in a __device__ function
int wrap(int i, int n) { return (i + n) % n; }
__device__ int left(int i, int n) {
    return wrap(i - 1, n); // error
}
__global__ void k(int *out) { out[0] = left(0, 5); }
//// an inline function of a header's kind
static inline int clamp_index(int i, int n) { return i < 0 ? 0 : i >= n ? n - 1 : i; }
__global__ void k(int *a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    a[i] = a[clamp_index(i + 1, n)]; // error
}
//// a __host__ function by name
__host__ int id(int x) { return x; }
__global__ void k(int *a) {
    *a = id(3); // error
}
//// a function in a namespace
namespace util { inline int area(int w, int h) { return w * h; } }
__global__ void k(int *a) {
    *a = util::area(3, 4); // error
}
//// a function by using namespace
namespace util { int area(int w, int h) { return w * h; } }
using namespace util;
__global__ void k(int *a) {
    *a = area(3, 4); // error
}
//// a function in an if
bool inside(int x, int n) { return x >= 0 && x < n; }
__global__ void k(int *a, int n) {
    if (inside(threadIdx.x, n)) // error
        a[threadIdx.x] = 1;
}
//// a function in a loop's head
int steps(int n) { return n / 2; }
__global__ void k(int *a, int n) {
    for (int i = 0; i < steps(n); i++) // error
        a[i] = i;
}
//// a function as an argument of a device function
int host_value() { return 3; }
__device__ int twice(int x) { return 2 * x; }
__global__ void k(int *a) {
    a[0] = twice(host_value()); // error
}
//// a function with no result
void report(int x) { (void)x; }
__global__ void k(int x) {
    report(x); // error
}
//// a template function
template <class T> T largest(T a, T b) { return a > b ? a : b; }
__global__ void k(int *a) {
    a[0] = largest(a[1], a[2]); // error
}
//// a template function with its argument
template <typename T> T half(T a) { return a / 2; }
__global__ void k(float *a) {
    a[0] = half<float>(a[1]); // error
}
//// from a template kernel
float square(float x) { return x * x; }
template <class T> __global__ void k(T *a) {
    a[0] = square(a[1]); // error
}
template __global__ void k<float>(float *);
//// from a template kernel that is launched
float square(float x) { return x * x; }
template <class T> __global__ void k(T *a) {
    a[0] = square(a[1]); // error
}
int main() { k<float><<<1, 1>>>(nullptr); }
//// an overload that is the host's
int scale(int x) { return x; }
__device__ float scale(float x) { return x; }
__global__ void k(int *a) {
    a[0] = scale(1); // error
}
//// a constexpr function
constexpr int cube(int x) { return x * x * x; }
__global__ void k(int *a) {
    a[0] = cube(a[1]); // error
}
//// a method
struct point { float x, y; float norm() const { return x * x + y * y; } };
__global__ void k(point *p, float *out) {
    out[threadIdx.x] = p[threadIdx.x].norm(); // error
}
//// a method through a pointer
class stack {
    int data[8], top;
  public:
    void push(int v) { data[top++] = v; }
};
__global__ void k(stack *s) {
    s->push(1); // error
}
//// a method defined outside its class
struct counter { int n; void up(); };
void counter::up() { n++; }
__global__ void k(counter *c) {
    c->up(); // error
}
//// a static method
struct grid { static int cells(int n) { return n * n; } };
__global__ void k(int *a) {
    *a = grid::cells(4); // error
}
//// a getter of a kernel's parameter
class image {
    int w;
  public:
    int width() const { return w; }
};
__global__ void k(image im, int *out) {
    out[0] = im.width(); // error
}
//// a method of a template class
template <class T> struct box { T v; T get() const { return v; } };
__global__ void k(box<int> b, int *out) {
    out[0] = b.get(); // error
}
//// a method that is called from a __device__ method
struct ring {
    int n;
    int wrap(int i) const { return i % n; }
    __device__ int next(int i) const {
        return wrap(i + 1); // error
    }
};
__global__ void k(ring r, int *out) { out[0] = r.next(3); }
//// an inherited method
struct base { int n; int size() const { return n; } };
struct derived : base {};
__global__ void k(derived d, int *out) {
    out[0] = d.size(); // error
}
//// an operator
struct complex { float r, i; };
complex operator+(complex a, complex b) { return {a.r + b.r, a.i + b.i}; }
__global__ void k(complex *a) {
    a[0] = a[1] + a[2]; // error
}
//// a member operator
struct vec { float x; vec operator*(float s) const { return {x * s}; } };
__global__ void k(vec *v) {
    v[0] = v[1] * 2.0f; // error
}
//// operator []
struct array { int *p; int &operator[](int i) { return p[i]; } };
__global__ void k(array a) {
    a[threadIdx.x] = 1; // error
}
//// operator ()
struct functor { int operator()(int x) const { return x + 1; } };
__global__ void k(functor f, int *a) {
    a[0] = f(a[0]); // error
}
//// operator +=
struct sum { float v; sum &operator+=(float x) { v += x; return *this; } };
__global__ void k(sum *s) {
    s[0] += 1; // error
}
//// operator ==
struct key { int a; };
bool operator==(const key &l, const key &r) { return l.a == r.a; }
__global__ void k(key *p, int *out) {
    out[0] = p[0] == p[1]; // error
}
//// an assignment operator
struct cell { int v; cell &operator=(const cell &o) { v = o.v; return *this; } };
__global__ void k(cell *c) {
    c[0] = c[1]; // error
}
//// an operator of float3
__host__ float3 operator*(float3 a, float s) { return make_float3(a.x * s, a.y * s, a.z * s); }
__global__ void k(float3 *a) {
    a[0] = a[0] * 2.0f; // error
}
//// a constructor
struct vec { float x; vec(float x) : x(x) {} };
__global__ void k(float *out) {
    vec v(1); // error
    out[0] = v.x;
}
//// a default constructor
struct counter { int n; counter() { n = 5; } };
__global__ void k(int *out) {
    counter c; // error
    out[0] = c.n;
}
//// a constructor in braces
struct pair { int a, b; pair(int a, int b) : a(a), b(b) {} };
__global__ void k(int *out) {
    pair p{1, 2}; // error
    out[0] = p.a;
}
//// a constructor of a temporary
struct vec { float x; vec(float x) : x(x) {} };
__global__ void k(vec *v) {
    v[0] = vec(2); // error
}
//// a copy constructor
struct buffer { int n; buffer() = default; buffer(const buffer &o) { n = o.n; } };
__global__ void k(buffer *b) {
    buffer c = b[0]; // error
    b[1].n = c.n;
}
//// an implicit conversion through a constructor
struct meters { float v; meters(float v) : v(v) {} };
__device__ float length(meters m) { return m.v; }
__global__ void k(float *out) {
    out[0] = length(2.0f); // error
}
//// a destructor
struct guard { int *p; ~guard() { *p = 0; } };
__global__ void k(int *out) {
    guard g = {out};
    out[1] = 1; // error
}
//// destructors, however a block ends
struct guard { int *p; ~guard() { *p = 0; } };
__device__ int f(int *out) {
    guard g = {out};
    return out[2]; // error
}
__global__ void k1(int *out) {
    guard g = {out};
    if (out[0])
        return; // error
    while (out[1]) {
        out[1] = f(out);
        out[2] = 1; // error
    }
}
__global__ void k2(int *out) {
    guard g = {out};
    for (int i = 0; i < 3; i++) { // error
        guard h = {out};
        if (out[i])
            break; // error
        for (;;)
            break;
        out[2] = 1;
    } // error
}
__global__ void k3(int *out) {
    while (out[0]) {
        guard g = {out};
        if (out[1])
            continue; // error
        out[1]++;
        break; // error
    }
    guard g = {out};
    if (out[3]) {
        out[4] = 1;
    } else {
        out[5] = 1;
        out[6] = 1; // error
    }
}
//// a conversion operator
struct meters { float v; operator float() const { return v; } };
__global__ void k(meters *m, float *out) {
    out[0] = m[0]; // error
}
//// a conversion operator in a condition
struct handle { int n; explicit operator bool() const { return n; } };
__global__ void k(handle h, int *out) {
    if (h) // error
        out[0] = 1;
}
//// a host lambda of the kernel's parameter
template <class F> __global__ void k(F f, int *out) {
    out[0] = f(1); // error
}
int main() {
    auto f = [](int x) { return x + 1; };
    k<<<1, 1>>>(f, nullptr); // error
}
//// a global lambda
auto add = [](int a, int b) { return a + b; };
__global__ void k(int *out) {
    out[0] = add(1, 2); // error
}
//// a host functor in a device template
struct plus { int operator()(int a, int b) const { return a + b; } };
template <class Op> __device__ int apply(Op op, int a, int b) {
    return op(a, b); // error
}
__global__ void k(int *out) { out[0] = apply(plus(), 1, 2); }
//// from a device lambda's body, in a kernel
int host_one() { return 1; }
__global__ void k(int *out) {
    auto f = [&]() { return host_one(); }; // error
    out[0] = f();
}
//// new of a class with a constructor
struct node { int v; node(int v) : v(v) {} };
__global__ void k(node **out) {
    out[0] = new node(1); // error
}
//// a recursive host function
int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
__global__ void k(int *out) {
    out[threadIdx.x] = fib(threadIdx.x); // error
}
//// a function behind a macro
int host_pow(int a) { return a * a; }
#define POW(x) host_pow(x)
__global__ void k(int *out) {
    out[0] = POW(3); // error
}
//// a friend function of the host
class money {
    int c;
    friend int cents(const money &m) { return m.c; }
};
__global__ void k(money *m, int *out) {
    out[0] = cents(*m); // error
}
//// a member of a class of members
struct inner { int v; int get() { return v; } };
struct outer { inner in; };
__global__ void k(outer *o, int *out) {
    out[0] = o->in.get(); // error
}
//// a __host__ __device__ function that calls the device's
__device__ int f(int x) { return x; }
__host__ __device__ int g(int x) {
    return f(x); // error
}
//// a function's address
int square(int x) { return x * x; }
__global__ void k(int *out) {
    int (*f)(int) = square; // error
    out[0] = f(2);
}
//// a group of threads on the host
#include <cooperative_groups.h>
int main() {
    auto block = cooperative_groups::this_thread_block(); // error
}
//// a value of a member that only device code makes
int h() { return 1; }
struct A { int v = h(); }; // error
__global__ void k(int *o) {
    A a;
    o[0] = a.v;
}
int main() { k<<<1, 1>>>(nullptr); }
//// the host, in an if constexpr that is taken
int h(int x) { return x; }
template <bool B> __global__ void k(int *o) {
    if constexpr (B)
        o[0] = h(1); // error
    else
        o[0] = 2;
}
int main() { k<true><<<1, 1>>>(nullptr); }
//// what a function returns is made by a host constructor
struct C {
    int a;
    C(int x) : a(x) {}
};
__device__ C make(int x) {
    return x; // error
}
//// what a function returns is made by a host constructor of two
struct C {
    int a, b;
    C(int x, int y = 2) : a(x), b(y) {}
};
__device__ C make(int x) {
    if (x > 3)
        return {x, 2}; // error
    return x + 1; // error
}
__global__ void k(int *o) { o[0] = make(o[1]).a; }
//// a method of the host, of a class that a typedef names
typedef struct {
    int v;
    int f() { return 1; }
} S;
__global__ void k(int *o) {
    S s;
    *o = s.f(); // error
}
//// a function of the host whose name is in parentheses
int (f)(int x) { return x; }
__global__ void k(int *o) {
    *o = f(1); // error
}
//// a function of the library whose name is in parentheses
#include <cstdlib>
__global__ void k(int *o) {
    *o = (rand)(); // error
}
//// the address of a function of the library
#include <cstdlib>
__global__ void k(int *o) {
    int (*p)(void) = rand; // error
    *o = p();
}
//// a kernel whose name is in parentheses
__global__ void k(int *o) { *o = 1; }
void h(int *p) {
    (k)(p); // error
}
//// a function of the device whose name is in parentheses
__device__ int f(int x) { return x; }
int h(int p) {
    return (f)(p); // error
}
//// a method of the host in parentheses
struct H {
    int f() { return 1; }
};
__global__ void k(int *o) {
    H h;
    *o = (h.f)(); // error
}
//// the address of a method of the host
struct H {
    int f() { return 1; }
};
__global__ void k(int *o) {
    H h;
    int (H::*m)() = &H::f; // error
    *o = (h.*m)();
}
//// a pure virtual method of the host
struct A { virtual int f() = 0; };
__global__ void k(A *a, int *o) {
    o[0] = a->f(); // error
}
//// a method of the host beside the device's with another argument
struct S {
    __device__ int f(int) { return 1; }
    int f(float) { return 2; }
};
__global__ void k(int *o) {
    S s;
    o[0] = s.f(1);
    o[1] = s.f(1.5f); // error
}
//// a const method of the host beside the device's
struct S {
    int v;
    __device__ int f() { return v; }
    int f() const { return v + 1; }
};
__global__ void k(int *o, const S s) {
    o[0] = s.f(); // error
}
//// a constructor = default, and one that nobody wrote, whose members the host makes: told behind the last kernel
struct H { int x; H() { x = 3; } };
struct S { H h; S() = default; };
struct M { H h; };
__global__ void k(int *o) {
    S s;
    M m;
    o[0] = s.h.x + m.h.x;
}
__global__ void next(int *o) { o[0] = 1; } // error
//// an assignment that nobody wrote, of a member that the host assigns
struct B { int x; B &operator=(const B &o) { x = o.x + 1; return *this; } };
struct D { B b; };
__global__ void k(D *o) {
    o[1] = o[0];
} // error
//// a copy that nobody wrote, of a member that the host copies
struct B { int x; B() = default; B(const B &o) { x = o.x + 1; } };
struct D { B b; };
__global__ void k(D *o) {
    D a = o[0];
    o[1].b.x = a.b.x;
} // error
//// a constructor of the host that is inherited
struct B { int x; B(int v) : x(v) {} };
struct D : B { using B::B; };
__global__ void k(int *o) {
    D a(3);
    o[0] = a.x;
} // error
//// a base that the host makes
struct B { int x; B(int v) : x(v) {} };
struct D : B { __device__ D() : B(3) {} };
__global__ void k(int *o) {
    D a;
    o[0] = a.x;
} // error
//// a member that the host destroys
struct H { int x = 0; ~H() { x = 0; } };
struct M { H h; };
__global__ void k(int *o) {
    M m;
    o[0] = m.h.x;
} // error
//// objects that the host destroys, at the end of blocks in the kernel
struct H {
    int x;
    __device__ H() {}
    ~H() { x = 0; }
};
__global__ void k(int *o) {
    {
        H h;
        o[1] = h.x;
    } // error
    for (int i = 0; i < 3; i++) {
        H g;
        o[i] = g.x;
    } // error
    o[5] = 1;
}
//// a device lambda that captures by reference
// nvcc --extended-lambda
template <class F> __global__ void k(F f, int *out) { out[0] = f(1); }
int main() {
    int a = 3, b = 4;
    k<<<1, 1>>>([&a, b] __device__(int x) { // error
        return x + b + a;
    }, nullptr);
    k<<<1, 1>>>([a, b] __device__(int x) {
        return x + b + a;
    }, nullptr);
    k<<<1, 1>>>([=, p = &a] __device__(int x) { return p ? x + b : 0; }, nullptr);
    auto all = [&] __host__ __device__(int x) { // error
        return x +
               a; // error
    };
    k<<<1, 1>>>(all, nullptr);
}
//// a device lambda of a private method
// nvcc --extended-lambda
template <class F> __global__ void k(F f, int *out) { out[0] = f(1); }
class worker {
    void go() {
        k<<<1, 1>>>([] __device__(int x) { return x; }, nullptr); // error
    }
public:
    void come() {
        k<<<1, 1>>>([] __device__(int x) { return x; }, nullptr);
    }
    worker() { go(); }
};
//// a device lambda that calls the host
// nvcc --extended-lambda
int next(int x) { return x + 1; }
int step = 3;
__device__ int right(int x) { return x; }
template <class F> __global__ void k(F f, int *out) { out[0] = f(1); }
int main() {
    k<<<1, 1>>>([] __device__(int x) { return right(x) + threadIdx.x; }, nullptr);
    k<<<1, 1>>>([] __device__(int x) {
        return next(x) + // error
               step;     // error
    }, nullptr);
}
//// a device lambda outside functions
// nvcc --extended-lambda
auto l = [] __device__ (int x) { return x + 1; };
template <class F> __global__ void k(F f, int *o) { *o = f(3); }
int main() {
    k<<<1, 1>>>(l, (int *)0); // error
    auto m = [] __device__ (int x) { return x + 1; };
    k<<<1, 1>>>(m, (int *)0);
}
//// functions of the host where a type is asked for, and beside it
#include <new>
constexpr int h(int i) { return i + 1; }
template <int n> __device__ int g() { return n; }
template <int n> struct box { int x; };
template <class T, int n> struct of { T x; };
struct node { int x; __device__ node(int x) : x(x) {} };
__global__ void k(int *o, int i) {
    o[0] = g<h(1)>(); // error
    box<h(2)> b; // error
    of<decltype(h(3)), 2> c;
    of<decltype(h(3)), h(4)> d; // error
    decltype(h(1)) x = h(i); // error
    decltype(h(1)) y = sizeof(h(i)), z[h(1)]; // error
    o[1] = decltype(h(1))(h(i)); // error
    o[2] = sizeof h(1) + h(i); // error
    node *n = new (o + sizeof h(1)) node(h(1)); // error
    enum { A = sizeof(h(1)), B = h(1) }; // error
}
//// a constructor that nobody wrote, of an object with another name for its class
struct H { int x; H() { x = 3; } };
namespace n { struct A { H h; }; }
using B = n::A;
__global__ void k(int *o) {
    B b[2];
    o[0] = b[0].h.x;
} // error
//// device lambdas in functions that nvcc cannot name, and generic ones of both sides
// nvcc --extended-lambda
template <class F> __global__ void k(F f) { f(1); }
auto deduced() {
    k<<<1, 1>>>([] __device__(int) {}); // error
    return 1;
}
auto trailing() -> int {
    k<<<1, 1>>>([] __device__(int) {});
    return 1;
}
void local_class() {
    struct L {
        void go() {
            k<<<1, 1>>>([] __device__(int) {}); // error
        }
    };
    L().go();
}
void in_generic() {
    auto go = [](auto) {
        k<<<1, 1>>>([] __device__(int) {}); // error
    };
    go(1);
    auto plain = [](int) {
        k<<<1, 1>>>([] __device__(int) {});
        k<<<1, 1>>>([] __device__(auto) {});
    };
    plain(1);
}
void both_sides() {
    k<<<1, 1>>>([] __host__ __device__(auto) {}); // error
    k<<<1, 1>>>([] __host__ __device__(int) {});
}
//// constructors that nobody wrote, of what a class has, its base, and its base's elements
struct H { int x; H() { x = 3; } };
struct S { H h; };
using A = S;
struct T { A s[3]; };
struct U : T { int y; };
__global__ void k(int *o) {
    U u;
    o[0] = u.s[1].h.x;
} // error
//// a constructor that nobody wrote, called by one of the device
struct H { int x; H() { x = 3; } };
struct S { H h; };
struct T { S s; int y; __device__ T() : y(2) {} };
__global__ void k(int *o) {
    T t;
    o[0] = t.s.h.x + t.y;
} // error
//// a constructor that nobody wrote, called by a template that is given a pointer; the host has one, too
struct H { int x; H() { x = 3; } };
struct S { H h; };
template <class T> __device__ int get(T *) { T t; return t.h.x; }
__global__ void k(int *o, S *s) { o[0] = get(s); } // error
int main() {
    S (*s)[2] = nullptr;
    return s != nullptr;
}
//// a copy that nobody wrote, into a lambda
struct H { int x; __host__ __device__ H() { x = 3; } H(const H &o) : x(o.x) {} };
struct S { H h; };
__global__ void k(int *o, S *s) {
    S &r = *s;
    auto f = [r] { return r.h.x; };
    o[0] = f();
} // error
//// an assignment that nobody wrote, of objects that the host only makes
struct H { int x; H &operator=(const H &o) { x = o.x; return *this; } };
struct S { H h; };
struct T { S s; };
__global__ void k(T *t) { t[0] = t[1]; } // error
int main() {
    T t = {};
    return t.s.h.x;
}
//// a value of a member, by braces
int h() { return 3; }
struct S { int v = h(); int w = 2; }; // error
__global__ void k(int *o) {
    S s = {};
    o[0] = s.v;
}
//// a device method that a template of the host's calls, of a type that is known
struct known {
    int x;
    __device__ int get() const { return x; }
};
template <class T> T from(T x, known k) { return x + k.get(); } // error
int main() { return from(1, known{2}); }
//// a constexpr function of the host's that says how often a loop is unrolled
constexpr int twice(int x) { return x * 2; }
__host__ __device__ constexpr int thrice(int x) { return x * 3; }
__global__ void k(int *o) {
#pragma unroll thrice(2)
    for (int i = 0; i < 6; i++)
        o[i] = i;
#pragma unroll (twice(2)) // error
    for (int i = 0; i < 4; i++)
        o[i] = i;
#pragma unroll twice(2) // error
    for (int i = 0; i < 4; i++)
        o[i] = i;
}
//// methods of the device in a template of the host's, of what no parameter changes
struct known {
    int x;
    __device__ int get() { return x; }
    __device__ static int fixed(int y) { return y; }
};
template <class T> struct pack {
    known k;
    T t;
    __device__ T own() { return t; }
    int a() { return k.get(); }         // error
    T b() { return this->own(); }       // error
    T c(pack &p) { return p.own(); }    // error
    int d() { return known::fixed(t); } // error
    T e() { return own(); }
};
int main() {
    pack<int> p{{1}, 2};
    return p.a() + p.b() + p.c(p) + p.d() + p.e();
}
//// operators of the host that a GPU's shifts and divisions could be taken for
struct S {
    int v;
    S operator<<(int n) const { return S{v << n}; }
    S &operator/=(int n) { v /= n; return *this; }
};
S operator>>(S s, int n) { s.v >>= n; return s; }
int operator%(S s, S n) { return s.v % n.v; }
S &operator<<=(S &s, int n) { s.v <<= n; return s; }
template <typename T> struct V { T x; };
template <typename T> V<T> operator/(V<T> a, T b) { return {a.x / b}; }
__global__ void k(int *p, int n) {
    S s{4};
    s = s << n; // error
    s /= n; // error
    s = s >> n; // error
    *p = s % s; // error
    s <<= n; // error
    V<int> v{3};
    v = v / n; // error
    *p = v.x / n << n;
}
//// ... that the library has
#include <iostream>
__global__ void k(int n) {
    std::cout << n; // error
}
//// begin() and end() of the host, which are no methods
struct range { int *p; };
int *begin(range r) { return r.p; }
int *end(range r) { return r.p + 1; }
__global__ void k(int *p) {
    range r{p};
    for (int v // error
         : r)
        *p += v;
}
//// ... that are constexpr: where nothing else is wrong
struct I {
    int *p;
    constexpr int operator*() { return *p; }
    constexpr I &operator++() { p++; return *this; }
    constexpr bool operator!=(I o) { return p != o.p; }
};
struct range {
    int *p;
    constexpr int *begin() const { return p; }
    constexpr int *end() const { return p + 1; }
};
struct steps { int *p; __device__ I begin() { return {p}; } __device__ I end() { return {p + 1}; } };
__global__ void k(int *p) {
    for (int v : range{p})
        *p += v;
    for (int v : steps{p}) // error
        *p += v;
}
//// get() of the host, by names that are bound to what it gives
#include <tuple>
struct P { int a, b; template <size_t I> int get() { return I ? a : b; } };
template <> struct std::tuple_size<P> { static const int value = 2; };
template <size_t I> struct std::tuple_element<I, P> { using type = int; };
__global__ void k(int *p) {
    P x{1, 2};
    auto [a, b] = x; // error
    *p = a + b;
}
//// methods and operators over lines: called where the object stands, and named where their names do
#include <vector>
struct builder {
    int v;
    __device__ builder &add(int x) {
        v += x;
        return *this;
    }
    builder &mul(int x) {
        v *= x;
        return *this;
    }
    builder &operator+=(int) { return *this; }
    int get() { return v; }
};
__global__ void k(int *o, std::vector<int> *v) {
    builder b{1}, *p = &b;
    o[0] = b.add(2) // error
               .mul(3) // error
               .add(1)
               .get(); // error
    o[1] =
        b.mul( // error
             2)
            .v;
    b // error
        += 3;
    p // error
        ->mul(3); // error
    v // error
        ->push_back( // error
            3);
    o[2] = (*v) // error
        [2];
}
