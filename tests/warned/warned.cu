// SPDX-License-Identifier: MIT
// What is warned of, at the line that says `// warning`, and built: one case after each `////`.
//// the host reads a __device__ variable
__device__ int n = 5;
int main() {
    return n; // warning
}
//// the host writes a __device__ variable
__device__ int n;
int main() {
    n = 5; // warning
}
//// the host counts one up
__device__ int n;
void f() {
    n++; // warning
}
//// the host reads a __device__ array
__device__ int a[4];
int main() {
    int x = a[2]; // warning
    return x;
}
//// the host writes a __constant__ array
__constant__ float table[4];
int main() {
    for (int i = 0; i < 4; i++)
        table[i] = i; // warning
}
//// the host reads a __constant__
__constant__ float pi;
float area(float r) {
    return r * r * pi; // warning
}
//// the host prints a __device__ variable
#include <cstdio>
__device__ int total;
int main() {
    printf("%d\n", total); // warning
}
//// a __device__ variable for an argument of a launch
__device__ int n;
__global__ void k(int) {}
int main() {
    k<<<1, 1>>>(n); // warning
}
//// a kernel writes a __constant__ array
__constant__ int c[4];
__global__ void k() {
    c[threadIdx.x] = threadIdx.x; // warning
}
//// __syncthreads without its parentheses
__global__ void k(int *a) {
    a[0] = 1;
    __syncthreads; // warning
}
//// a host function without its parentheses
void f() {}
int main() {
    f; // warning
}
//// an expression with no effect
__global__ void k(int *a) {
    a[0] + 1; // warning
}
//// __device__ for a member
struct s { __device__ int x; }; // warning
//// __shared__ for a member
struct s { __shared__ int x; }; // warning
//// __shared__ for a parameter
__device__ int f(__shared__ int *x) { return *x; } // warning
//// a class with a constructor in shared memory
struct v { int x; __device__ v() : x(1) {} };
__global__ void k(int *a) {
    __shared__ v s; // warning
    a[0] = s.x;
}
//// a __host__ function defined with __device__
int f(int x);
__device__ int f(int x) { return x; } // warning
//// a __host__ __device__ function that calls the host's
int f(int x) { return x; }
__host__ __device__ int g(int x) {
    return f(x); // warning
}
//// a kernel that writes __constant__, and what it calls, of which nvcc says nothing
__constant__ int c[4];
struct s {
    __device__ void set(int i) {
        c[i] = i;
    }
};
__device__ void set(int i) {
    c[i] = i;
}
__global__ void k(s a) {
    a.set(1);
    set(2);
    c[threadIdx.x] = 3; // warning
}
//// a member of a __device__ struct
struct point { int x, y; };
__device__ point origin;
int main() {
    return origin.x; // warning
}
//// a static __device__ variable
static __device__ int hits;
int main() {
    int h = hits; // warning
    return h;
}
//// a __device__ variable of a namespace
namespace d { __device__ int hits; }
int main() {
    return d::hits; // warning
}
//// a variable that is set and never used
__global__ void k(int *a) {
    int unused_value = 3; // warning
    a[0] = 1;
}
//// a member's value from a host function
int three() { return 3; }
struct D {
    int v = three(); // warning
};
__global__ void k(int *o) {
    D d;
    o[0] = d.v;
}
int main() {
    D d;
    return d.v;
}
//// an extern __shared__ array with a size
__global__ void k(int *o) {
    extern __shared__ int s[4]; // warning
    s[threadIdx.x] = o[1];
    o[0] = s[0];
}
//// an extern __shared__ array of nothing
__global__ void k(int *o) {
    extern __shared__ int s[0]; // warning
    s[threadIdx.x] = o[1];
    o[0] = s[0];
}
//// an extern __shared__ number outside a kernel
extern __shared__ int s; // warning
__global__ void k(int *o) {
    s = o[1];
    o[0] = s;
}
//// __constant__ arrays by their address
__constant__ int c[4];
__global__ void k(int *o) {
    *c = 3;       // warning
    *(c + 1) = 4; // warning
    o[0] = *c + c[1];
    o[1] = *(c + 2);
}
//// arrays in a __constant__ structure, and pointers
__constant__ struct {
    float *out;
    float own[3];
} each[5];
__constant__ float *one;
__global__ void k(float s, int i) {
    each[blockIdx.x].out[i] = s;
    *each[i].out = s;
    one[i] = s;
    *one = s;
    each[i].own[2] = s; // warning
}
//// a local that a store through a pointer does not declare
__constant__ int c[2];
__global__ void k(int *o) {
    *o = c[0];
    *c = 3; // warning
    c[1] = 4; // warning
}
//// __host__ and __global__ for variables
__host__ int n; // warning
__global__ int m; // warning
int main() {
    return n + m;
}
//// inline kernels
inline __global__ void k() {} // warning
template <class T> __forceinline__ __global__ void j() {} // warning
int main() {
    k<<<1, 1>>>();
    j<int><<<1, 1>>>();
}
//// a __device__ class
__device__ struct S { // warning
    int a;
};
__global__ void k(S *s) {
    s->a = 1;
}
//// labels in front of nothing
__global__ void k(int *a, int n) {
    if (a[0])
        goto end;
    switch (n) {
    case 1:
        a[0] = 1;
        break;
    default:
    } // warning
    a[1] = 2;
end:
} // warning
//// __constant__ memory through a local pointer
__constant__ int c[4], n;
__global__ void k(int *o, int i) {
    int *p = c;
    p[0] = 1; // warning
    int *q = &n;
    *q = 2; // warning
    int &r = c[2];
    r = 3; // warning
    int *either = i ? c : o;
    either[0] = 4;
    int *other = c;
    if (i)
        other = o;
    other[0] = c[i] + n;
}
//// a function of the device that returns nothing, in one place
__device__ int f(int x) {
    if (x > 0)
        return 1;
    auto plain = [](int) { return; };
    plain(x);
    return; // warning
}
__device__ void g(int) { return; }
__global__ void k(int *o) {
    *o = f(1);
    g(1);
    return;
}
//// a __device__ function declared again with __host__, too
__device__ int f(int x);
__host__ __device__ int f(int) { return 1; } // warning
//// a __device__ function declared again without
__device__ int f(int x);
int f(int x) { return x; } // warning
//// a method that is the device's outside its class alone
struct S { int f(); };
__device__ int S::f() { return 1; } // warning
__global__ void k(int *o) { S s; o[0] = s.f(); }
//// __shared__ for a kernel's parameter
__global__ void k(__shared__ int *o) { o[0] = 1; } // warning
int main() { k<<<1, 1>>>(nullptr); }
//// a __host__ __device__ function reads a __device__ variable
__device__ int v;
__host__ __device__ int f() {
    return v; // warning
}
__global__ void k(int *o) { o[0] = f(); }
//// the host writes shared memory
extern __shared__ int s[];
int main() {
    s[0] = 1; // warning
}
//// a class with virtual functions in shared memory
struct D { int x; __device__ virtual void f() {} };
__global__ void k(int *o) {
    __shared__ D s; // warning
    o[0] = s.x;
}
//// shifts and divisions by literals that have no result
__global__ void k(int *o, long long n) {
    o[0] = 1 << 40; // warning
    o[1] = o[2] >> -1; // warning
    o[2] = 5 / 0; // warning
    o[3] %= 0; // warning
    o[4] = (int)(n << 40) + (1 << 31) + 5 / 1;
}
//// a switch jumps over what gives a variable its value
__global__ void k(int *o) {
    switch (o[0]) { // warning
    case 1:
        int x = 3;
        o[0] = x;
    case 2:
        int y = 1, *z = o, w, v(4), u{5};
        w = y;
        *z = w + v + u;
    case 3:
        o[1] = 2;
    }
}
//// extern variables of the device
extern __constant__ int c; // warning
extern __device__ float each[4]; // warning
__global__ void k(float *o) { o[0] = c + each[0]; }
//// members and elements of __constant__ objects, and whole ones
struct S {
    float x;
    float2 v;
};
__constant__ S s;
__constant__ float4 f;
__global__ void k(float x) {
    s.x = x; // warning
    s.v.x += x; // warning
    f.x++; // warning
}
__global__ void whole(S t) {
    s = t; // warning
    f = make_float4(1, 2, 3, 4); // warning
}
//// extern __shared__ with a size that fits what was declared before
__global__ void k(int *o) {
    extern __shared__ int a[4]; // warning
    o[0] = a[0];
}
__global__ void next(int *o) {
    extern __shared__ int a[];
    o[0] = a[0];
}
__global__ void in_hexadecimal(int *out) {
    extern __shared__ int a[0x4u];
    out[0] = a[1];
}
//// classes in shared memory, some of whose parts do something where they begin or end
struct does_nothing { int x; __device__ does_nothing() {} __device__ ~does_nothing() {} };
struct begins { int x; __device__ begins() : x(1) {} };
struct ends { int x; __device__ ~ends() { x = 1; } };
struct has_member { begins b; };
struct has_base : begins { int y; };
__global__ void k(int *out) {
    __shared__ does_nothing a;
    __shared__ ends b;       // warning
    __shared__ has_member c; // warning
    __shared__ has_base d[2]; // warning
    out[0] = a.x + b.x + c.b.x + d[1].x;
}
//// the host reads a number of the device, beside constants and references
__device__ const int constant = 4;
__constant__ const float ratio = 0.5f;
struct object { int v; int get() { return v; } };
__device__ object one;
__device__ int number;
void change(int &x) { x = 1; }
void look(const int &x, int y) { (void)x, (void)y; }
template <class T> T sum(T x) { return number + x; }
int main() {
    int a[constant];
    a[0] = constant;
    float f = ratio;
    int &r = number;
    change(number);
    look(number, r);
    look(r, number); // warning
    return one.get() + sum(a[0]) + (int)f;
}
//// a __constant__ array of a class that is defined with it, whose name headers have, too
__constant__ struct C { int x, y[2]; } each[3];
__global__ void k(int i) {
    each[i].x = 1; // warning
    each[i].y[1] = i; // warning
}
//// __shared__ members of a local class
__global__ void k(int *p) {
    struct S {
        __shared__ int x; // warning
        int y;
    };
    S s = {3, 4};
    *p = s.x;
}
//// arrays and members of the device in host code, several to a declaration
struct S { int a[3]; struct { int z[2]; } in; };
__device__ S s;
__device__ int g[2][3], n, *p;
__constant__ struct { int v[2]; } un[4];
__constant__ S constant;
__global__ void k() {
    constant.in.z[1] = 1; // warning
}
int f(int i) {
    int x = s.a[i]; // warning
    x += g[1][i]; // warning
    x += n; // warning
    x += *p; // warning
    x += un[i].v[1]; // warning
    int *y = g[1];
    int *z = s.a;
    const void *u = un;
    n++; // warning
    return x + *y + *z + (u != 0);
}
//// #pragma unroll in front of what is no loop, and with a wrong number
#pragma unroll // warning
__global__ void k(int *o, int n) {
#pragma unroll // warning
    if (n)
        *o = 1;
#pragma unroll 4 // warning
    int a = n;
#pragma unroll // warning
    *o = a;
#pragma unroll 0 // warning
    for (int i = 0; i < n; i++)
        o[i] = i;
#pragma unroll (-1) // warning
    while (a--)
        o[a] += 1;
#pragma unroll 2
#pragma unroll 4
    for (int i = 0; i < n; i++)
        o[i] = i;
#pragma unroll // warning
}
struct S {
#pragma unroll // warning
    __device__ void f(int *o) { *o = 1; }
};
//// what is defaulted in its class is whose calls it
struct V {
    int a;
    __host__ __device__ V() = default; // warning
    __device__ V(const V &) = default; // warning
    __host__ // warning
        __device__ // warning
            V &operator=(const V &) = default;
    __host__ __device__ virtual ~V() = default;
    __device__ V(int) = delete;
};
struct W {
    int a;
    __device__ W();
};
__device__ W::W() = default;
__global__ void k(V *v) {
    W w;
    w.a = 1;
    v[0] = v[1];
    v[0].a = w.a;
}
//// a function declared again whose parameters have one type by other words
struct object { int number; };
typedef int number;
__device__ void plain(int);
void plain(const int x) { } // warning
__device__ void named(int);
void named(number x) { } // warning
__device__ void array(int *);
void array(int x[4]) { } // warning
template <class T> __device__ void generic(T);
template <class U> void generic(U x) { } // warning
__device__ void natural(unsigned);
void natural(unsigned int x) { } // warning
__device__ void tagged(struct object);
void tagged(object) { } // warning
__device__ void fixed(int const *const);
void fixed(const int *) { } // warning
namespace a { struct type { }; struct box { void get(type); }; }
namespace b { struct type { }; struct box { __device__ int get(type); }; __device__ int again(type); }
namespace b { int box::get(type) { return __popc(1); } // warning
int again(b::type) { return __popc(1); } } // warning
template <class T> struct list { template <class U> __device__ int get(U *); __device__ int get(int); };
template <class T> template <class V> int list<T>::get(V *) { return __popc(1); } // warning
template <class T> int list<T>::get(int) { return __popc(1); } // warning
__global__ void kernel(int *out) { *out = b::box().get({}) + b::again({}) + list<int>().get(out); }
int main() { }
//// constructors that nobody wrote: where objects are, by whatever name, and not where something points or refers to them
struct H { int x; H() { x = 3; } };
struct A { H h; };
struct B { H h; };
struct C { H h; };
typedef A other;
typedef B *pointer;
namespace apart { struct C { int x; }; }
__device__ int get(B const &b, const B *c) { return b.h.x + c->h.x; }
__global__ void k(pointer p, int *o) {
    other a;
    apart::C c = {1};
    o[0] = a.h.x + get(*p, p) + c.x;
} // warning
int main() {
    A a;
    B b;
    C c;
    return a.h.x + b.h.x + c.h.x;
}
//// constructors that nobody wrote, or that are = default, of classes of which both sides have objects in others
struct H { int x; H() { x = 3; } };
struct S { H h; };
struct D { H h; D() = default; };
struct A { S s; D d; };
struct B : S { D d[2]; };
__global__ void k(int *o) {
    A a;
    o[0] = a.s.h.x + a.d.h.x;
} // warning
int main() {
    B *b = new B;
    return b->h.x + b->d[1].h.x;
}
//// a constructor that nobody wrote is of the code that nothing calls, too
struct H { int x; H() { x = 3; } };
struct S { H h; };
inline __device__ int nobody() { S s; return s.h.x; }
__global__ void k(int *o) { o[0] = 1; } // warning
int main() {
    S s;
    return s.h.x;
}
//// dynamic shared memory in functions of the host
int read() { extern __shared__ int s[]; return s[0]; } // warning
void write(int n) {
    extern __shared__ int s[];
    s[n] = 1; // warning
    int *p = s; // warning
    *p = 2;
}
__host__ __device__ int both() {
    extern __shared__ int s[];
    return s[0]; // warning
}
__device__ int own() { extern __shared__ int s[]; return s[0]; }
void asked() { extern __shared__ int s[]; (void)sizeof s[0]; }
int main() {}
//// lambdas of the host that a template of both sides calls
template <class F> __host__ __device__ int apply(F f) {
    return f(1); // warning
}
#pragma nv_exec_check_disable
template <class F> __host__ __device__ int unchecked(F f) { return f(1); }
int host(int n) {
    return apply([=](int x) { return x + n; }) + unchecked([](int x) { return x; });
}
//// addresses of shared memory in host functions
struct S { int x, y[2]; };
extern __shared__ int out[];
__shared__ int one;
__device__ S on_device[3];
void takes(int *);
void refers(int &);
int *h(int **o) {
    extern __shared__ int s[];
    extern __shared__ S t[];
    *o = &s[1];      // warning
    takes(&s[2]);    // warning
    refers(s[2]);    // warning
    int &r = s[1];   // warning
    *o = &t[1].x;    // warning
    takes(t[1].y);   // warning
    *o = &one;       // warning
    *o = &on_device[1].x;
    r = t->x;        // warning
    r = on_device->x; // warning
    r = sizeof(s[0]);
    return &out[1]; // warning
}
//// references of the host in device code
const int h = 3;
const int &r = h;
constexpr int e[2] = {3, 4};
constexpr const int &s = e[1];
constexpr const int &t = 5;
__device__ int d;
int &u = d;
struct Q { static constexpr const int &v = 6; };
__global__ void k(int *a) {
    a[0] = r; // warning
    a[1] = s + 1; // warning
    int b[t]; // warning
    u = 3; // warning
    a[2] = Q::v; // warning
    a[3] = b[0] + sizeof(r); // warning
}
//// references of the device in host code
__device__ int b[2];
__device__ int &c = b[0], (&d)[2] = b;
int h() {
    int x = c; // warning
    c = 2; // warning
    int *p = &c; // warning
    cudaMemcpyToSymbol(d, &x, 4); // warning
    return d[1] + *p + sizeof(c); // warning
}
//// the host's functions in what a function of both sides does on the device
#include <cstdio>
#include <vector>
struct A { int x; A() : x(1) {} ~A() {} int get() { return x; } };
struct B { int x; B(int y) : x(y) {} };
struct R { int *begin() { return 0; } int *end() { return 0; } };
void host() {}
constexpr int constant(int x) { return x + 1; }
typedef void (*pointer)();
__host__ __device__ int plain(int x) {
#ifdef __CUDA_ARCH__
    host(); // warning
    A a; // warning
    puts("device"); // warning
    return a.get() + constant(x); // warning
#else
    host();
    return x;
#endif
}
template <class T> __host__ __device__ T made(T x) {
#ifdef __CUDA_ARCH__
    host(); // warning
#endif
    return x;
}
struct S {
    int x;
    __host__ __device__ S() {
#ifdef __CUDA_ARCH__
        host(); // warning
#endif
    }
    __host__ __device__ B get(A *a, R r) {
#ifdef __CUDA_ARCH__
        delete a; // warning
        for (int y : r) // warning
            x += y;
#endif
        return x; // warning
    }
};
__host__ __device__ pointer address() {
#ifdef __CUDA_ARCH__
    return host;
#else
    return 0;
#endif
}
#pragma nv_exec_check_disable
__host__ __device__ void let_off() {
#ifdef __CUDA_ARCH__
    host();
#endif
}
__global__ void k(int *o, A *a, R r) {
    S s;
    *o = plain(1) + made(2) + s.get(a, r).x;
    address();
    let_off();
}
int main() { return plain(1) + made(2); }
//// delete and loops over objects of the host in functions of both sides
struct A { int x; ~A() {} };
struct R { int *begin() { return 0; } int *end() { return 0; } };
__host__ __device__ int f(A *a, R r) {
    int x = 0;
    delete a; // warning
    for (int y : r) // warning
        x += y;
    return x;
}
__global__ void k(int *o, A *a, R r) { *o = f(a, r); }
//// return; in what a function of both sides does on the device
__host__ __device__ float *f(int x) {
#ifdef __CUDA_ARCH__
    if (x)
        return; // warning
    return 0;
#else
    (void)x;
    return 0;
#endif
}
struct S {
    __host__ __device__ int m(int x) {
#ifdef __CUDA_ARCH__
        if (x)
            return; // warning
#endif
        return x;
    }
};
__global__ void k(S s) { f(s.m(3)); }
//// constants that narrow, where a variable of device code is declared
struct A { int x; };
struct B { int x; __device__ B(int y) : x(y) {} };
struct C { A a; int y; };
__device__ int outside{3.5}, list[2] = {1, 2.5}; // warning
__constant__ A object = {3.5}; // warning
__device__ int f() {
    int x{3.5}, y = {2.5}; // warning
    int a[2] = {1, 2.5}; // warning
    static int s{1.5}; // warning
    A b{3.5}, c = {2.5}; // warning
    B d{3.5}, e = {2.5}; // warning
    C n = {{3.5}, 1}; // warning
    int2 v{3.5, 1}; // warning
    for (int i{0.5}; i < 2; i++) // warning
        x += i;
    return x + y + a[1] + s + b.x + c.x + d.x + e.x + n.y + v.x + outside + list[1] + object.x + int{3.5}; // warning
}
__device__ A object_of() { return {3.5}; } // warning
template <class T> __device__ T made() {
    T x{3.5}; // warning
    return x;
}
__host__ __device__ int both(int x) {
#ifdef __CUDA_ARCH__
    int y{3.5}; // warning
    return x + y;
#else
    return x;
#endif
}
__global__ void k(float *o, int n) {
    __shared__ int s[64];
    int y{2.5}; // warning
    float z{n}; // warning
    s[threadIdx.x] = y;
    __syncthreads();
    *o = f() + y + z + made<int>() + made<double>() + s[1] + object_of().x + both(1);
}
int host() { return int{3.5}; } // warning
//// constants that narrow, in kernels that are written down twice for the compiler
__global__ void flat(int *o) { int q[2] = {1, 2.5}; o[1] = q[0]; } // warning
__global__ void split(int *o) { __shared__ int s[64]; int q[2] = {1, 2.5}; s[threadIdx.x] = q[0]; __syncthreads(); o[1] = s[63 - threadIdx.x]; } // warning
//// what narrows where variables are declared, and by constructors
struct A { int x; };
struct B { int x; B(int y, int z = 0) : x(y + z) {} };
struct C { A a; C(A b) : a(b) {} };
struct D : A { A a; int x; D(double d) : A{d}, a{d}, x{d} {} }; // warning
int by_value(B b), of(A a);
double outside;
int a{outside}, b[2] = {outside, 1}; // warning
A c{outside}, d = A{outside}; // warning
void g(int = int{outside}); // warning
A object(double d) { return {d}; } // warning
B built(double d) { return {d}; } // warning
int f(double d, bool q) {
    const A &reference{d}; // warning
    A x = A{d}, y(A{d}), z = q ? A{d} : A{1}; // warning
    C m{{d}}, n(A{d}), o({d}); // warning
    B p{d}, r = {d, 2}; // warning
    int number = of(A{d}), other = A{d}.x; // warning
    p = {d}; // warning
    if (int i{d}) // warning
        return i;
    return int{d} + by_value({d}) + by_value(B{d}) + x.x + y.x + z.x + m.a.x + n.a.x + o.a.x + r.x + reference.x + // warning
           number + other;
}
//// extern variables of the device in functions, that nothing else declares
__device__ int defined;
__global__ void k(int *a) {
    extern __device__ int n; // warning
    extern __constant__ float table[4]; // warning
    extern __device__ int defined, later;
    a[0] = n + (int)table[1] + defined + later;
}
template <class T> __global__ void in_vain(T *a) {
    extern __device__ T none;
    a[0] = none;
}
void host() {
    extern __managed__ int m; // warning
    m = 3;
}
__device__ int again() {
    extern __device__ int n;
    return n;
}
__device__ int later;
//// ... with -rdc=true they may be another file's
// nvcc -rdc=true
__global__ void k(int *a) {
    __shared__ extern int s[3];
    extern __device__ int n;
    a[0] = n + s[0];
}
//// __host__ and its kin where they say nothing
__host__ int a; // warning
__global__ int b; // warning
struct S {
    __host__ int a; // warning
    __device__ int b; // warning
};
__device__ struct T { int x; }; // warning
__device__ int f(__host__ int x, __managed__ int y) { return x + y; } // warning
template <class T> void h(__global__ T x) { // warning
    __host__ T y = x; // warning
    y++;
}
__global__ void k(int *o) {
    __host__ int a = 1; // warning
    int __global__ b(2); // warning
    const __host__ int c = 3; // warning
    static __host__ int d; // warning
    for (__host__ int e = 1; e < 2; e++) // warning
        *o = a + b + c + d;
    *o += f(1, 2);
}
int main() {
    h(a + b);
}
//// -diag-suppress, of that
// nvcc -diag-suppress=1835,1866
__host__ int a;
__device__ struct T { int x; };
int main() { __host__ int b = a; return b; }
//// pragmas and numbers for what only CUDA C has
#pragma nv_diag_suppress 20011, 20039
void host() {}
void either();
__device__ void either();
__host__ __device__ void f() { host(); }
#pragma nv_diag_default 20011
__host__ __device__ void g() { host(); } // warning
#pragma nv_diagnostic push
#pragma nv_diag_suppress 20012, 20091, 20050
struct S { __host__ S() = default; };
__device__ int x;
int read() { return x; }
inline __global__ void k() { f(), g(); }
#pragma nv_diagnostic pop
int again() { return x; } // warning
//// -diag-suppress, of calls of the host's functions
// nvcc -diag-suppress=20011
void host() {}
__host__ __device__ void f() { host(); }
__device__ int x;
int read() { return x; } // warning
//// what a defaulted constructor calls, in a file without kernels
struct A {
    A() {}
    ~A() {}
};
struct C {
    A a;
    C() = default;
    ~C() = default;
};
__host__ __device__ void f() { C c; }
__device__ int g(int x) {
    f();
    return x; // warning
}
int main() { f(); }
//// methods of the host that inline functions of both sides call, whether nvcc compiles those or not
#include <string>
struct S {
    int m;
    int get() const { return m; }
    constexpr int three() const { return 3; }
    virtual int other() const { return m; }
    static int number() { return 2; }
    S &operator=(const S &o) { m = o.m; return *this; }
    S &operator=(int n) { m = n; return *this; }
    S() {}
    S(const S &) {}
};
int free_one(int a) { return a; }
inline __host__ __device__ int f(S &a) { return a.get(); } // warning
struct D {
    S s;
    int own() { return 2; }
    __host__ __device__ int a() { return s.three(); } // warning
    __host__ __device__ int b() { return s.other(); } // warning
    __host__ __device__ int c(std::string &t) { return t.size(); }
    __host__ __device__ int d(S &a) { s = a; return 2; } // warning
    __host__ __device__ int e() { return 2 * this->own(); } // warning
    __host__ __device__ int g() { return S::number(); } // warning
    __host__ __device__ int h() { s = 2; return free_one(1); } // warning
    __host__ __device__ int i() { return sizeof(own()); }
    template <class T> __host__ __device__ int j() { return own(); }
    __host__ __device__ int k();
};
#pragma nv_exec_check_disable
inline __host__ __device__ int g(S &a) { return a.get(); }
int main() {}
//// -diag-suppress, of methods of the host's
// nvcc -diag-suppress=20014
struct S {
    int get() { return 1; }
    __host__ __device__ int twice() { return 2 * get(); }

};
int main() { int unused; } // warning
//// a constructor and a destructor of both sides make and end a member of the library's
#include <string>
#include <vector>
struct made {
    std::vector<int> v;
    __host__ __device__ made(int n) : v(n) {} // warning
};
struct ended {
    std::string *s;
    std::vector<int> *v;
    __host__ __device__ ended() : s(nullptr), v(nullptr) {}
    __host__ __device__ ~ended() {}
};
int main() {
    made w(3);
    ended e;
    return w.v.size();
}
//// long double in bodies of device code, which are double there
struct object {
    double v;
    __device__ void set() {
        long double x = 1; // warning
        v = x;
    }
};
static __device__ double f(double a) {
    const long double y = a; // warning
    return y;
}
template <class T> __device__ T never(T t) {
    long double x = t;
    return x;
}
long double h(long double x) { return (long double)x; }
__global__ void k(object o, double *p) {
    o.set();
    p[0] = (long double)p[1]; // warning
    for (long double z = 0; z < 2; z++) // warning
        p[1] = f(2);
    long n = p[1];
    double d = n;
    p[3] = d;
}
