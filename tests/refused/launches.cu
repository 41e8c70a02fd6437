// SPDX-License-Identifier: MIT
// Launches: one case after each `////`, refused at the line that says `// error`.
//// a kernel called as a function
__global__ void k(int *a) { a[0] = 1; }
int main() {
    k(nullptr); // error
}
//// a kernel without arguments, called
__global__ void hello() {}
int main() {
    hello(); // error
}
//// a template kernel called as a function
template <class T> __global__ void k(T *a) { a[0] = 1; }
int main() {
    int *p = nullptr;
    k(p); // error
}
//// a template kernel called with its arguments
template <class T> __global__ void k(T *a) { a[0] = 1; }
int main() {
    k<float>(nullptr); // error
}
//// a kernel of a namespace, called
namespace n { __global__ void k(int *a) { a[0] = 1; } }
int main() {
    n::k(nullptr); // error
}
//// a kernel called by a kernel
__global__ void fill(int *a) { a[threadIdx.x] = 1; }
__global__ void k(int *a) {
    fill(a); // error
}
//// a kernel that calls itself
__global__ void k(int *a, int n) {
    a[n] = n;
    if (n > 0)
        k(a, n - 1); // error
}
//// a kernel called by a __device__ function
__global__ void k(int *a) { a[0] = 1; }
__device__ void f(int *a) {
    k(a); // error
}
//// a kernel launched by a kernel
__global__ void child(int *a) { a[threadIdx.x] = 1; }
__global__ void parent(int *a) {
    child<<<1, 32>>>(a); // error
}
//// a kernel that launches itself
__global__ void k(int *a, int n) {
    if (n > 0)
        k<<<1, 1>>>(a, n - 1); // error
}
//// a launch of a host function
void f(int *a) { a[0] = 1; }
int main() {
    f<<<1, 1>>>(nullptr); // error
}
//// a launch of a __device__ function
__device__ void f(int *a) { a[0] = 1; }
int main() {
    f<<<1, 1>>>(nullptr); // error
}
//// a launch of nothing
int main() {
    nothing<<<1, 1>>>(5); // error
}
//// a launch of a variable
int main() {
    int x = 1;
    x<<<1, 1>>>(5); // error
}
//// a misspelt kernel
__global__ void vector_add(int *a) { a[0] = 1; }
int main() {
    vectoradd<<<1, 1>>>(nullptr); // error
}
//// too few arguments
__global__ void k(int *a, int n) { a[0] = n; }
int main() {
    int *p = nullptr;
    k<<<1, 1>>>(p); // error
}
//// too many arguments
__global__ void k(int *a, int n) { a[0] = n; }
int main() {
    int *p = nullptr;
    k<<<1, 1>>>(p, 1, 2); // error
}
//// no arguments at all
__global__ void k(int *a, int n) { a[0] = n; }
int main() {
    k<<<1, 1>>>(); // error
}
//// one argument for none
__global__ void k() {}
int main() {
    k<<<1, 1>>>(1); // error
}
//// arguments in the wrong order
__global__ void k(int *a, int n) { a[0] = n; }
int main() {
    int *p = nullptr;
    k<<<1, 1>>>(5, p); // error
}
//// an int for a pointer
__global__ void k(int *a) { a[0] = 1; }
int main() {
    int n = 5;
    k<<<1, 1>>>(n); // error
}
//// a float pointer for an int pointer
__global__ void k(int *a) { a[0] = 1; }
int main() {
    float *p = nullptr;
    k<<<1, 1>>>(p); // error
}
//// a pointer for an int
__global__ void k(int *a, int n) { a[0] = n; }
int main() {
    int *p = nullptr;
    k<<<1, 1>>>(p, p); // error
}
//// a pointer to a pointer
__global__ void k(int *a) { a[0] = 1; }
int main() {
    int *p = nullptr;
    k<<<1, 1>>>(&p); // error
}
//// a void pointer for a float pointer
__global__ void k(float *a) { a[0] = 1; }
int main() {
    void *p = nullptr;
    k<<<1, 1>>>(p); // error
}
//// a const pointer for a plain one
__global__ void k(float *a) { a[0] = 1; }
int main() {
    const float *p = nullptr;
    k<<<1, 1>>>(p); // error
}
//// a vector for a pointer
#include <vector>
__global__ void k(float *a) { a[0] = 1; }
int main() {
    std::vector<float> v(3);
    k<<<1, 1>>>(v); // error
}
//// a struct for another
struct a_t { int x; };
struct b_t { int x; };
__global__ void k(a_t a) {}
int main() {
    b_t b = {1};
    k<<<1, 1>>>(b); // error
}
//// too few for a template kernel
template <class T> __global__ void k(T *a, int n) { a[0] = n; }
int main() {
    int *p = nullptr;
    k<int><<<1, 1>>>(p); // error
}
//// types that do not agree in a template kernel
template <class T> __global__ void k(T *a, T *b) { a[0] = b[0]; }
int main() {
    int *p = nullptr;
    float *q = nullptr;
    k<<<1, 1>>>(p, q); // error
}
//// a template argument that cannot be deduced
template <class T> __global__ void k(int n) {}
int main() {
    k<<<1, 1>>>(5); // error
}
//// a pointer of another type for a template kernel
template <class T> __global__ void k(T *a) { a[0] = 1; }
int main() {
    float *p = nullptr;
    k<int><<<1, 1>>>(p); // error
}
//// no overload fits
__global__ void k(int *a) { a[0] = 1; }
__global__ void k(float *a) { a[0] = 1; }
int main() {
    double *p = nullptr;
    k<<<1, 1>>>(p); // error
}
//// no grid and no block
__global__ void k() {}
int main() {
    k<<<>>>(); // error
}
//// five in the configuration
__global__ void k() {}
int main() {
    k<<<1, 1, 0, 0, 0>>>(); // error
}
//// a pointer in the configuration
__global__ void k() {}
int main() {
    int *n = nullptr;
    k<<<n, 1>>>(); // error
}
//// a string in the configuration
__global__ void k() {}
int main() {
    k<<<1, "32">>>(); // error
}
//// a stream in the place of the shared memory
__global__ void k() {}
int main() {
    cudaStream_t s;
    cudaStreamCreate(&s);
    k<<<1, 1, s>>>(); // error
}
//// a float3 for the grid
__global__ void k() {}
int main() {
    float3 g = {1, 1, 1};
    k<<<g, 1>>>(); // error
}
//// a launch without its arguments
__global__ void k() {}
int main() {
    k<<<1, 1>>>; // error
}
//// two brackets only
__global__ void k(int *a) { a[0] = 1; }
int main() {
    k<<1, 1>>(nullptr); // error
}
//// a local struct as a template argument
template <class T> __global__ void k(T t) {}
int main() {
    struct local { int x; } l = {1};
    k<<<1, 1>>>(l); // error
}
//// a local struct, named
template <class T> __global__ void k(int n) {}
int main() {
    struct local { int x; };
    k<local><<<1, 1>>>(5); // error
}
//// a private type as a template argument
template <class T> __global__ void k(T t) {}
class app {
    struct state { int x; };
  public:
    void run() {
        state s = {1};
        k<<<1, 1>>>(s); // error
    }
};
int main() { app().run(); }
//// a lambda with a local of the host
template <class F> __global__ void k(F f) { f(); } // error
int main() {
    int n = 5;
    auto f = [=]() { return n; };
    k<<<1, 1>>>(f); // error
}
//// the result of a launch
__global__ void k() {}
int main() {
    int r = k<<<1, 1>>>(); // error
    return r;
}
//// a launch in an expression
__global__ void k() {}
int main() {
    return k<<<1, 1>>>() + 1; // error
}
//// a temporary for a reference
__global__ void k(int &x) { x = 1; }
int main() {
    k<<<1, 1>>>(5); // error
}
//// dim3 from three in parentheses of a list
__global__ void k(int n) {}
int main() {
    dim3 block = {1, 2, 3, 4}; // error
    k<<<1, block>>>(1);
}
//// launched before it is declared
int main() {
    k<<<1, 1>>>(); // error
}
__global__ void k() {}
//// lambdas of the device without --extended-lambda
template <class F> __global__ void k(int *o, F f) { o[0] = f(2); }
__global__ void g(int *o) {
    auto f = [=] __device__ (int x) { return x + 1; }; // error
    o[0] = f(2);
}
int main() {
    k<<<1, 1>>>((int *)0, [] __device__ (int x) { return x * 2; }); // error
}
//// a missing semicolon behind a launch
__global__ void k(int *a) {
    a[0] = 1
    a[1] = 2; // error
}
int f(int);
int main() {
    k<<<1, 1>>>(0)
    f(3); // error
    f(1)
        // nothing but this
    f(2); // error
}
//// a kernel that is deleted
__global__ void k(int *o) = delete;
int main() {
    k<<<1, 1>>>(0); // error
}
//// a pointer to a local type for a template's parameter
template <class T> __global__ void k(T *p) {}
template <class T> __global__ void plain(T n, void *p) {}
int main() {
    struct L { int x; };
    L *p = nullptr;
    plain<<<1, 1>>>(3, p);
    k<<<1, 1>>>(p); // error
}
//// a launch in a function of both sides
__global__ void k(int *o) { o[0] = 1; }
__host__ __device__ void f(int *o) {
    k<<<1, 1>>>(o); // error
}
//// parameters that a launch cannot hand over
struct table {
    float rows[100][100];
};
__global__ void first(table t, float *out) { // error
    out[0] = t.rows[0][0];
}
__global__ void second(const table &t, float *out);
template <class T>
__global__ void
third(float *out, // error
      T t) {
    out[0] = t.rows[0][0];
}
template <int N> struct some { double values[N]; };
template <int N> __global__ void fourth(double *out, some<N> s) {
    out[0] = s.values[0];
}
int main() {
    static table t;
    third<<<1, 1>>>(nullptr, t);
    static some<4000> s;
    fourth<<<1, 1>>>(nullptr, s);
}
//// parameters that are too large only together
struct half { double values[2048]; };
__global__ void k(half a, half b, double *out) { // error
    out[0] = a.values[0] + b.values[0];
}
//// parameters without names, packs and an instantiation that are too large
struct large { double values[4096]; };
__global__ void unnamed(large) { // error
}
template <class... T> __global__ void several(double *out, T... rest) { // error
    out[0] = sizeof...(rest);
}
template <class T> struct twice { T a, b; };
template <class T> __global__ void asked(twice<T>) { // error
}
template __global__ void asked(twice<large>);
int main() {
    static twice<double[2047]> half;
    several<<<1, 1>>>(nullptr, half.a[0], half);
}
//// a function of the host as a template's argument
int square(int x) { return x * x; }
template <int (*F)(int)>
__global__ void k(int *out) {
    out[0] = F(3); // error
}
int main() {
    k<square><<<1, 1>>>(nullptr);
}
//// a function object of the library
#include <functional>
template <class F> __global__ void k(int *out, F f) {
    out[0] = f(out[1], out[2]); // error
}
int main() {
    k<<<1, 1>>>(nullptr, std::plus<int>());
}
//// a local type by another name, and a local enumeration
template <class T> __global__ void k(T value, int *out) { out[0] = 1; }
template <class T> __global__ void of_pointer(T *values) { values[0] = T(); }
template <class T> struct box { T value; };
template <class T> __global__ void of_box(box<T> b) {}
int main() {
    struct local { int x; };
    using renamed = local;
    typedef local also;
    renamed a{1};
    also *b = nullptr;
    box<local> c;
    c.value.x = 1;
    enum { FEW = 3 };
    k<<<1, 1>>>(a, nullptr);  // error
    of_pointer<<<1, 1>>>(b);  // error
    of_box<<<1, 1>>>(c);      // error
    using boxed = box<also>;
    boxed d;
    k<<<1, 1>>>(d, nullptr); // error
    using other = box<int>;
    other e;
    k<<<1, 1>>>(e, nullptr);
    k<<<1, 1>>>(FEW, nullptr); // error
}
//// a type without a name
struct { int x; } unnamed;
typedef struct { int x; } named;
named other;
template <class T> __global__ void k(T value, int *out) { out[0] = value.x; }
int main() {
    k<<<1, 1>>>(other, nullptr);
    k<<<1, 1>>>(unnamed, nullptr); // error
}
//// too few arguments, over many lines
__global__ void k(float *a, int n, const float *b, int last = 1) { a[0] = n + b[0] + last; }
int main() {
    float *a = nullptr;
    k<<<1,
        1>>>(
        a,
        3); // error
}
//// too many arguments, over many lines
__global__ void k(float *a, int n) { a[0] = n; }
int main() {
    float *a = nullptr;
    k<<<1, 1>>>(a,
        3,
        4, // error
        5);
}
//// what does not fit a template kernel, over many lines, is told where that is named
template <class T> __global__ void k(T *a, int n) { a[0] = n; }
__global__ void one(float *a, int n) { a[0] = n; }
__global__ void one(double *a, int n) { a[0] = n; }
int main() {
    int *a = nullptr;
    k<float> // error
        <<<1, 1>>>(
        a, 3);
    k<<<1, // error
        1>>>(
        a);
    one // error
        <<<1,
        1>>>
        (a,
         1);
    k
        <<<1,
        1>>>
        (a, undefined); // error
}
//// a template of a type without a name
enum { A, B } e[3];
struct { int x; } s;
struct S { enum { C }; };
template <typename T> __global__ void value(T t) {}
template <typename T> __global__ void address(T *t, int n) {}
template <int N> __global__ void number(int n) {}
void launch() {
    value<<<1, 1>>>(A); // error
    value<<<1, 1>>>(S::C); // error
    value<int><<<1, 1>>>(A);
    value<<<1, 1>>>(A + 1);
    address<<<1, 1>>>(e, A); // error
    address<<<1, 1>>>(&s, B); // error
    number<B><<<1, 1>>>(A);
}
//// objects of the library that a launch cannot hand over
#include <array>
using large = std::array<double, 8192>;
__global__ void k(large a, int *b) { *b = 0; } // error
//// a template of what is private in a class, by an enumerator and in another class
class A {
    enum E { X };
    struct P { int x; };
    struct Q { struct R { int x; }; };
    void launch();
public:
    struct S { int x; };
};
template <typename T> __global__ void value(T t) {}
void A::launch() {
    value<<<1, 1>>>(X); // error
    value<<<1, 1>>>(P{1}); // error
    value<<<1, 1>>>(Q::R{1}); // error
    value<<<1, 1>>>(S{1});
    value<int><<<1, 1>>>(X);
}
//// __global__ is misspelt: the line of the word is told
__globl__ void third(int n) {} int main() { third<<<1, 32>>>(3); } // error
//// a lambda with an attribute in front of __device__, and no option for it
template <class F> __global__ void k(F f, int *o) {
    o[0] = f(1);
}
void h(int *o) {
    k<<<1, 1>>>([=] __attribute__((noinline)) __device__ (int x) { return x; }, o); // error
}
//// private and local types of variables whose types are deduced, and of bases
template <class T> __global__ void k(T t) {}
template <class T> __global__ void kk() {}
class C {
    struct P {};
    static void f() {
        auto p = P();
        k<<<1, 1>>>(p); // error
    }

  protected:
    struct Q {};
};
struct D : C {
    static void f() {
        kk<Q><<<1, 1>>>(); // error
    }
};
void g() {
    struct L {};
    auto l = L();
    k<<<1, 1>>>(l); // error
}
//// launches of what is no function
struct C {
    void operator()() {}
};
int main() {
    C c;
    int n = 3;
    auto f = [](int x) {};
    c<<<1, 1>>>(); // error
    f<<<1, 1>>>(3); // error
    n<<<1, 1>>>(3); // error
}
//// numbers in braces that narrow
struct couple { int a, b; };
struct nest { couple p; };
__global__ void k(int a) {}
__global__ void small(char c, unsigned u) {}
__global__ void by_value(couple p, nest n, float4 f) {}
__global__ void fits(float f, double d, long l) {}
__device__ int back(double d) {
    return {d}; // error
}
void called(int i, couple p);
void h(double d, int i, size_t n) {
    k<<<1, 1>>>({d}); // error
    small<<<1, 1>>>(
        {i}, // error
        {i}); // error
    by_value<<<1, 1>>>({i, i},
                     {{i,
                       d}}, // error
                     {1,
                      d, // error
                      2, 3});
    k<<<1, 1, {i}>>>(1); // error
    k<<<1, 1, {n}>>>({i});
    fits<<<{2, 3}, {1}>>>({3.5}, {3}, {i});
    called({d}, {1, 2}); // error
    i = {d}; // error
}
//// shared arrays that are too large only together
struct tile { float v[64][64]; };
enum { WIDTH = 90 };
__shared__ int outside[8000], beside[8000];
__device__ int f(int x) {
    __shared__ int t[8000];
    t[threadIdx.x] = x;
    __syncthreads();
    return t[3];
}
__global__ void two(int *a) { // error
    __shared__ int s[8000];
    __shared__ int t[8000];
    s[threadIdx.x] = *a;
    t[threadIdx.x] = *a;
    __syncthreads();
    *a = s[3] + t[4];
}
__global__ void objects(float *a) { // error
    __shared__ tile x, y, z, w;
    x.v[0][threadIdx.x] = y.v[0][threadIdx.x] = z.v[0][threadIdx.x] = w.v[0][threadIdx.x] = *a;
    __syncthreads();
    *a = x.v[0][3] + y.v[0][3] + z.v[0][3] + w.v[0][3];
}
__global__ void calls(int *a) { // error
    constexpr int width = 8000;
    __shared__ int s[width];
    s[threadIdx.x] = *a;
    __syncthreads();
    *a = s[3] + f(*a);
}
__global__ void both_outside(int *a) { // error
    outside[threadIdx.x] = beside[threadIdx.x] = *a;
    __syncthreads();
    *a = outside[3] + beside[4];
}
template <int N> __global__ void made(int *a) { // error
    __shared__ int s[N][2], t[N];
    for (int i = 0; i < 1; i++) {
        s[threadIdx.x][i] = *a;
        t[threadIdx.x] = *a;
    }
    __syncthreads();
    *a = s[3][1] + t[4];
}
__global__ void alone(int *a) {
    __shared__ int s[8000], t[4000];
    s[threadIdx.x] = t[threadIdx.x] = *a;
    __syncthreads();
    *a = s[3] + t[3] + sizeof(outside);
}
__global__ void unread(int *a) {
    __shared__ int s[8000], t[8000];
    s[threadIdx.x] = *a;
    t[threadIdx.x] = *a;
    __syncthreads();
    *a = s[3] + sizeof t;
}
void h(int *a) { made<8000><<<1, 1>>>(a), made<80><<<1, 1>>>(a); }
//// types that are private in their class, of members that a template kernel is given
template <class T> __global__ void k(T *p) { p->v = 1; }
class owner {
    struct item {
        int v;
    };
    struct deep {
        struct in {
            int v;
        };
    };
    item *items;
    deep::in *within;

public:
    struct open {
        int v;
    };
    open *given;
    void run() {
        k<<<1, 1>>>(items); // error
        k<<<1, 1>>>(within); // error
        k<<<1, 1>>>(given);
    }
};
int main() { owner().run(); }
//// a parameter that is gone, and the launch that still gives it
__global__ void k(float *a) {
    if (threadIdx.x < n) // error
        a[threadIdx.x] = 1;
}
int main() {
    k<<<1, 1>>>(0, 3); // error
}
//// a function of the host's, whatever memory it is said to be in
__device__ int one() { return 1; }
__constant__ void k(int *o) { *o = one(); } // error
int main() {
    k<<<1, 1>>>(0); // error
}
//// launches through pointers, whose arguments stand in other lines
template <class T> __global__ void kern(T *p, int n) {}
int main() {
    void (*k)(int *, int) = kern<int>, (*ks[2])(float *, int) = {kern<float>, kern};
    auto a = kern<int>;
    int i = 0;
    k<<<1, 1>>>(
        1.5, // error
        i);
    ks[1]<<<1,
            1>>>(
        0,
        &i); // error
    a<<<1, 1>>>(&i); // error
    a<<<1, 1>>>(&i, 2, 3); // error
    (*k)<<<1, 1>>>(
        &i,
        2);
}
//// numbers of arguments, over many lines, for kernels of a name that classes and headers have, too
#include <algorithm>
#include <numeric>
struct S {
    int count;
    int scale(int a, int b, int c) { return a + b + c; }
};
__global__ void sum(const int *a, int *o) { *o = a[0]; }
__global__ void fill(int *o, int value = 0) { *o = value; }
__global__ void reduce(const int *a, int *o) { *o = a[0]; }
__global__ void scale(int *o, int by) { *o *= by; }
__global__ void count(int *o) { *o = 0; }
void h(int *a, int *o) {
    sum<<<1,
          32>>>(a,
                o,
                32); // error
    fill<<<1, 32>>>(
        o,
        1,
        2); // error
    reduce<<<1, 32>>>(
        a
    ); // error
    scale<<<1, 32>>>(
        o,
        S().scale(1, 2, 3),
        3); // error
    count<<<1, 32>>>(
        o,
        S().count); // error
}
