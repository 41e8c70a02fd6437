// SPDX-License-Identifier: MIT
// Odd launches that nvcc takes: one case after each `////`; each prints ok.
//// default arguments at the definition
#include <cstdio>
__global__ void k(int *out, int a = 3, int b = 4) { *out = a * 10 + b; }
int main() {
    int *p, x, y, z;
    cudaMallocManaged(&p, 12);
    k<<<1, 1>>>(p); k<<<1, 1>>>(p + 1, 5); k<<<1, 1>>>(p + 2, 5, 6);
    cudaDeviceSynchronize();
    x = p[0], y = p[1], z = p[2];
    printf(x == 34 && y == 54 && z == 56 ? "ok\n" : "wrong\n");
}
//// default arguments of a template kernel
#include <cstdio>
template <class T> __global__ void k(T *out, T a = T(3)) { *out = a; }
int main() {
    float *p;
    cudaMallocManaged(&p, 8);
    k<<<1, 1>>>(p); k<float><<<1, 1>>>(p + 1, 5);
    cudaDeviceSynchronize();
    printf(p[0] == 3 && p[1] == 5 ? "ok\n" : "wrong\n");
}
//// default arguments at the declaration
#include <cstdio>
__global__ void k(int *out, int a = 7);
int main() {
    int *p;
    cudaMallocManaged(&p, 4);
    k<<<1, 1>>>(p);
    cudaDeviceSynchronize();
    printf(*p == 7 ? "ok\n" : "wrong\n");
}
__global__ void k(int *out, int a) { *out = a; }
//// 0 and NULL and nullptr for pointers of a template kernel
#include <cstdio>
template <class T> __global__ void k(T *out, int *b, const float *c, T *d) { *out = !b && !c && !d; }
int main() {
    int *p;
    cudaMallocManaged(&p, 12);
    p[0] = p[1] = p[2] = 0;
    k<int><<<1, 1>>>(p, 0, 0, 0);
    k<int><<<1, 1>>>(p + 1, NULL, NULL, NULL);
    k<int><<<1, 1>>>(p + 2, nullptr, nullptr, nullptr);
    cudaDeviceSynchronize();
    printf(p[0] && p[1] && p[2] ? "ok\n" : "wrong\n");
}
//// NULL for a pointer of a plain kernel
#include <cstdio>
__global__ void k(int *out, int *b, float *c) { *out = !b && !c; }
int main() {
    int *p;
    cudaMallocManaged(&p, 4);
    k<<<1, 1>>>(p, NULL, 0);
    cudaDeviceSynchronize();
    printf(*p ? "ok\n" : "wrong\n");
}
//// a host function with the kernel's name
#include <cstdio>
__global__ void scale(float *a, float s) { a[threadIdx.x] *= s; }
void scale(float *a, int n, float s) { scale<<<1, n>>>(a, s); }
int main() {
    float *p;
    cudaMallocManaged(&p, 16);
    for (int i = 0; i < 4; i++) p[i] = i;
    scale(p, 4, 2);
    cudaDeviceSynchronize();
    printf(p[3] == 6 ? "ok\n" : "wrong\n");
}
//// kernels named as functions of libc are
#include <cstdio>
#include <strings.h>
#include <cstring>
#include <unistd.h>
__global__ void index(int *a) { a[threadIdx.x] = threadIdx.x; }
__global__ void reduce(int *a) { a[0] += a[1]; }
__global__ void fill(int *a, int v) { a[2] = v; }
__global__ void write(int *a) { a[3] = 9; }
__global__ void copy(int *a) { a[4] = a[3]; }
int main() {
    int *p;
    cudaMallocManaged(&p, 32);
    index<<<1, 5>>>(p); reduce<<<1, 1>>>(p); fill<<<1, 1>>>(p, 7); write<<<1, 1>>>(p); copy<<<1, 1>>>(p);
    cudaDeviceSynchronize();
    printf(p[0] == 1 && p[2] == 7 && p[4] == 9 ? "ok\n" : "wrong\n");
}
//// kernels named as those of the standard library, with using namespace std
#include <algorithm>
#include <cstdio>
#include <vector>
using namespace std;
__global__ void fill(int *a, int v) { a[threadIdx.x] = v; }
__global__ void transform(int *a) { a[threadIdx.x] *= 2; }
__global__ void count(int *a, int n) { a[0] = n; }
int main() {
    vector<int> v(3, 1);
    int *p;
    cudaMallocManaged(&p, 32);
    fill<<<1, 4>>>(p, 3);
    transform<<<1, 4>>>(p);
    count<<<1, 1>>>(p, (int)v.size());
    cudaDeviceSynchronize();
    printf(p[0] == 3 && p[1] == 6 ? "ok\n" : "wrong\n");
}
//// a grid and no block
#include <cstdio>
__global__ void k(int *a) { a[blockIdx.x] = blockDim.x; }
int main() {
    int *p;
    cudaMallocManaged(&p, 32);
    k<<<5>>>(p);
    cudaDeviceSynchronize();
    printf(p[4] == 1 ? "ok\n" : "wrong\n");
}
//// a launch in a macro
#include <cstdio>
#define LAUNCH(kernel, n, ...) kernel<<<(n + 31) / 32, 32>>>(__VA_ARGS__)
__global__ void k(int *a, int n) { if (threadIdx.x < n) a[threadIdx.x] = n; }
int main() {
    int *p;
    cudaMallocManaged(&p, 32);
    LAUNCH(k, 4, p, 4);
    cudaDeviceSynchronize();
    printf(p[3] == 4 ? "ok\n" : "wrong\n");
}
//// a launch over many lines with comments
#include <cstdio>
__global__ void k(int *a, int n) { a[0] = n; }
int main() {
    int *p;
    cudaMallocManaged(&p, 32);
    k // the kernel
        <<<dim3(1, 1), // the grid
           dim3(1),
           0, /* shared */ 0
        >>>(
            p,
            4 // four
        );
    cudaDeviceSynchronize();
    printf(p[0] == 4 ? "ok\n" : "wrong\n");
}
//// an overloaded kernel
#include <cstdio>
__global__ void set(int *a, int v) { *a = v; }
__global__ void set(float *a, float v) { *a = v + 0.5f; }
template <class T> __global__ void set(T *a) { *a = 9; }
int main() {
    int *p; float *q; double *r;
    cudaMallocManaged(&p, 4); cudaMallocManaged(&q, 4); cudaMallocManaged(&r, 8);
    set<<<1, 1>>>(p, 1); set<<<1, 1>>>(q, 2); set<<<1, 1>>>(r);
    cudaDeviceSynchronize();
    printf(*p == 1 && *q == 2.5f && *r == 9 ? "ok\n" : "wrong\n");
}
//// a kernel through a pointer
#include <cstdio>
__global__ void one(int *a) { *a = 1; }
__global__ void two(int *a) { *a = 2; }
int main() {
    int *p;
    cudaMallocManaged(&p, 8);
    void (*table[])(int *) = {one, two};
    for (int i = 0; i < 2; i++)
        table[i]<<<1, 1>>>(p + i);
    auto f = two;
    (*f)<<<1, 1>>>(p + 0);
    cudaDeviceSynchronize();
    printf(p[0] == 2 && p[1] == 2 ? "ok\n" : "wrong\n");
}
//// a parameter with a kernel's name
#include <cstdio>
__global__ void kernel(int *a) { *a = 1; }
__global__ void other(int *a) { *a = 2; }
void run(void (*kernel)(int *), int *p) { kernel<<<1, 1>>>(p); }
int main() {
    int *p;
    cudaMallocManaged(&p, 8);
    run(other, p);
    cudaDeviceSynchronize();
    printf(*p == 2 ? "ok\n" : "wrong\n");
}
//// a kernel as a template argument
#include <cstdio>
__global__ void one(int *a) { *a = 1; }
template <void (*K)(int *)> void run(int *p) { K<<<1, 1>>>(p); }
template <class F> void run_any(F f, int *p) { f<<<1, 1>>>(p); }
int main() {
    int *p;
    cudaMallocManaged(&p, 8);
    run<one>(p);
    run_any(one, p + 1);
    cudaDeviceSynchronize();
    printf(p[0] + p[1] == 2 ? "ok\n" : "wrong\n");
}
//// the address of a template kernel
#include <cstdio>
template <class T, int n> __global__ void k(T *a) { *a = n; }
int main() {
    int *p;
    cudaMallocManaged(&p, 8);
    void (*f)(int *) = k<int, 5>;
    f<<<1, 1>>>(p);
    auto g = &k<int, 6>;
    g<<<1, 1>>>(p + 1);
    cudaDeviceSynchronize();
    printf(p[0] == 5 && p[1] == 6 ? "ok\n" : "wrong\n");
}
//// kernels in namespaces and by using
#include <cstdio>
namespace a { namespace b { __global__ void k(int *p) { *p = 1; } template <class T> __global__ void t(T *p) { *p = 4; } } }
namespace { __global__ void hidden(int *p) { *p = 2; } }
namespace c = a::b;
using a::b::t;
int main() {
    int *p;
    cudaMallocManaged(&p, 20);
    a::b::k<<<1, 1>>>(p);
    c::k<<<1, 1>>>(p + 1);
    hidden<<<1, 1>>>(p + 2);
    ::a::b::k<<<1, 1>>>(p + 3);
    t<<<1, 1>>>(p + 4);
    using namespace a::b;
    k<<<1, 1>>>(p + 3);
    cudaDeviceSynchronize();
    printf(p[0] == 1 && p[1] == 1 && p[2] == 2 && p[3] == 1 && p[4] == 4 ? "ok\n" : "wrong\n");
}
//// a kernel in the argument-dependent namespace, defined outside
#include <cstdio>
namespace n { __global__ void k(int *p, int v = 8); }
__global__ void n::k(int *p, int v) { *p = v; }
int main() {
    int *p;
    cudaMallocManaged(&p, 8);
    n::k<<<1, 1>>>(p);
    cudaDeviceSynchronize();
    printf(*p == 8 ? "ok\n" : "wrong\n");
}
//// a friend kernel
#include <cstdio>
class counter {
    int n = 3;
    friend __global__ void read(const counter *c, int *out);
    template <class T> friend __global__ void read_as(const counter *c, T *out);
};
__global__ void read(const counter *c, int *out) { *out = c->n; }
template <class T> __global__ void read_as(const counter *c, T *out) { *out = c->n; }
int main() {
    int *p; counter *c;
    cudaMallocManaged(&p, 8); cudaMallocManaged(&c, sizeof *c);
    *c = counter();
    read<<<1, 1>>>(c, p);
    read_as<<<1, 1>>>(c, p + 1);
    cudaDeviceSynchronize();
    printf(p[0] == 3 && p[1] == 3 ? "ok\n" : "wrong\n");
}
//// extern "C", static
#include <cstdio>
extern "C" __global__ void c_kernel(int *p) { *p = 1; }
extern "C" { __global__ void d_kernel(int *p) { *p = 2; } }
static __global__ void s_kernel(int *p) { *p = 3; }
static __global__ void __launch_bounds__(128, 2) i_kernel(int *p) { *p = 4; }
__global__ static void t_kernel(int *p) { *p = 5; }
void __global__ v_kernel(int *p) { *p = 6; }
int main() {
    int *p;
    cudaMallocManaged(&p, 24);
    c_kernel<<<1, 1>>>(p); d_kernel<<<1, 1>>>(p + 1); s_kernel<<<1, 1>>>(p + 2); i_kernel<<<1, 1>>>(p + 3);
    t_kernel<<<1, 1>>>(p + 4); v_kernel<<<1, 1>>>(p + 5);
    cudaDeviceSynchronize();
    int s = 0;
    for (int i = 0; i < 6; i++) s = s * 10 + p[i];
    printf(s == 123456 ? "ok\n" : "wrong\n");
}
//// a pack of parameters
#include <cstdio>
template <class... T> __global__ void sum(int *out, T... v) { *out = (v + ... + 0); }
template <int... n> __global__ void sum_of(int *out) { *out = (n + ... + 0); }
int main() {
    int *p;
    cudaMallocManaged(&p, 12);
    sum<<<1, 1>>>(p, 1, 2, 3);
    sum<<<1, 1>>>(p + 1);
    sum_of<4, 5><<<1, 1>>>(p + 2);
    cudaDeviceSynchronize();
    printf(p[0] == 6 && p[1] == 0 && p[2] == 9 ? "ok\n" : "wrong\n");
}
//// template parameters without a name, with defaults, templates of templates
#include <cstdio>
#include <type_traits>
template <class T, class = std::enable_if_t<std::is_integral<T>::value>> __global__ void k(T *a) { *a = 1; }
template <class T, std::enable_if_t<std::is_floating_point<T>::value, int> = 0> __global__ void k(T *a) { *a = 2; }
template <class T> struct box { T v; };
template <template <class> class B, class T = int, int n = 3> __global__ void b(B<T> x, T *a) { *a = x.v + n; }
int main() {
    int *p; float *q;
    cudaMallocManaged(&p, 8); cudaMallocManaged(&q, 4);
    k<<<1, 1>>>(p); k<<<1, 1>>>(q);
    b<<<1, 1>>>(box<int>{5}, p + 1);
    cudaDeviceSynchronize();
    printf(p[0] == 1 && *q == 2 && p[1] == 8 ? "ok\n" : "wrong\n");
}
//// parameters without a name and arrays
#include <cstdio>
__global__ void k(int a[], int, const float [4], int (*f)[2]) { a[0] = 5 + (f == nullptr); }
__global__ void none(void) {}
int main() {
    int *p;
    cudaMallocManaged(&p, 8);
    float *q = nullptr;
    k<<<1, 1>>>(p, 3, q, nullptr);
    none<<<1, 1>>>();
    cudaDeviceSynchronize();
    printf(*p == 6 ? "ok\n" : "wrong\n");
}
//// braces among the arguments
#include <cstdio>
struct point { int x, y; };
__global__ void k(int *a, point p) { *a = p.x * p.y; }
template <class T> __global__ void t(T *a, point p, int2 q) { *a = p.x + q.y; }
int main() {
    int *p;
    cudaMallocManaged(&p, 8);
    k<<<1, 1>>>(p, {3, 4});
    t<<<{1, 1, 1}, {1}>>>(p + 1, {3, 4}, {5, 6});
    cudaDeviceSynchronize();
    printf(p[0] == 12 && p[1] == 9 ? "ok\n" : "wrong\n");
}
//// conversions of arguments
#include <cstdio>
enum kind { small = 2 };
struct wrapper { int *p; operator int *() const { return p; } };
__global__ void k(int *a, float f, double d, char c, kind q) { *a = f + d + c + q; }
int main() {
    int *p;
    cudaMallocManaged(&p, 8);
    wrapper w = {p};
    k<<<1, 1>>>(w, 1, 2.5f, 3, small);
    cudaDeviceSynchronize();
    printf(*p == 8 ? "ok\n" : "wrong\n");
}
//// a launch in a condition's branch without braces, and in a comma
#include <cstdio>
__global__ void k(int *a) { ++*a; }
int main() {
    int *p, n = 2;
    cudaMallocManaged(&p, 8);
    *p = 0;
    if (n > 1) k<<<1, 1>>>(p); else k<<<1, 1>>>(nullptr);
    for (int i = 0; i < n; i++) k<<<1, 1>>>(p), k<<<1, 1>>>(p);
    n ? k<<<1, 1>>>(p) : k<<<1, 1>>>(p);
    (void)0, k<<<1, 1>>>(p);
    cudaDeviceSynchronize();
    printf(*p == 7 ? "ok\n" : "wrong\n");
}
//// arguments that launch
#include <cstdio>
__global__ void inc(int *a, int v) { *a += v; }
int launch(int *p, int v) { inc<<<1, 1>>>(p, v); cudaDeviceSynchronize(); return v; }
int main() {
    int *p;
    cudaMallocManaged(&p, 8);
    p[0] = p[1] = 0;
    inc<<<1, launch(p, 1)>>>(p + 1, launch(p, 10));
    cudaDeviceSynchronize();
    printf(p[0] == 11 && p[1] == 10 ? "ok\n" : "wrong\n");
}
//// a launch in a template, a lambda, a method, a static initialiser
#include <cstdio>
template <class T> __global__ void set(T *a, T v) { *a = v; }
template <class T> void go(T *a, T v) { set<T><<<1, 1>>>(a, v); set<<<1, 1>>>(a + 1, v); }
struct app { int *p; void run() { set<<<1, 1>>>(p, 3); } };
int main() {
    int *p;
    cudaMallocManaged(&p, 20);
    go(p, 1);
    auto f = [&](int v) { set<<<1, 1>>>(p + 2, v); };
    f(2);
    app{p + 3}.run();
    static const bool done = (set<<<1, 1>>>(p + 4, 4), true);
    cudaDeviceSynchronize();
    printf(done && p[0] == 1 && p[1] == 1 && p[2] == 2 && p[3] == 3 && p[4] == 4 ? "ok\n" : "wrong\n");
}
//// an explicit specialisation and instantiation
#include <cstdio>
template <class T> __global__ void k(T *a) { *a = 1; }
template <> __global__ void k<float>(float *a) { *a = 2; }
template __global__ void k<int>(int *);
int main() {
    int *p; float *q;
    cudaMallocManaged(&p, 8); cudaMallocManaged(&q, 8);
    k<<<1, 1>>>(p); k<<<1, 1>>>(q);
    cudaDeviceSynchronize();
    printf(*p == 1 && *q == 2 ? "ok\n" : "wrong\n");
}
//// shifts that look like launches
#include <cstdio>
int main() {
    int a = 1, b = 2, c = 1 << (1 << 1 << b);
    bool d = a <b, e = b> a;
    printf(c == 256 && d && e ? "ok\n" : "wrong\n");
}
//// two launches in one line with streams and shared memory
#include <cstdio>
__global__ void k(int *a) { extern __shared__ int s[]; s[threadIdx.x] = threadIdx.x; __syncthreads(); a[threadIdx.x] = s[blockDim.x - 1 - threadIdx.x]; }
int main() {
    int *p;
    cudaMallocManaged(&p, 64);
    cudaStream_t s; cudaStreamCreate(&s);
    k<<<1, 4, 4 * sizeof(int), s>>>(p); k<<<1, 4, 16>>>(p + 4);
    cudaDeviceSynchronize();
    printf(p[0] == 3 && p[7] == 0 ? "ok\n" : "wrong\n");
}
//// const and reference parameters
#include <cstdio>
__global__ void k(int *const __restrict__ a, const int n, const int &m) { *a = n; }
int main() {
    int *p;
    cudaMallocManaged(&p, 8);
    p[1] = 4;
    k<<<1, 1>>>(p, 3, p[1]);
    cudaDeviceSynchronize();
    printf(*p == 3 ? "ok\n" : "wrong\n");
}
//// a kernel of C++17
#include <cstdio>
template <auto n, class T> __global__ void k(T *a) {
    if constexpr (n > 2)
        *a = n;
    else
        *a = -n;
}
struct pair { int a, b; };
__global__ void s(int *o) {
    auto [x, y] = pair{3, 4};
    if (int z = x + y; z > 5) *o = z;
}
namespace a::b { __global__ void c(int *o) { *o = 5; } }
int main() {
    int *p;
    cudaMallocManaged(&p, 16);
    k<3><<<1, 1>>>(p); k<1><<<1, 1>>>(p + 1); s<<<1, 1>>>(p + 2); a::b::c<<<1, 1>>>(p + 3);
    cudaDeviceSynchronize();
    printf(p[0] == 3 && p[1] == -1 && p[2] == 7 && p[3] == 5 ? "ok\n" : "wrong\n");
}
//// a kernel outside namespaces, by using
#include <cstdio>
__global__ void k(int *o) { o[0]++; }
namespace n {
using ::k;
}
int main() {
    int *o;
    cudaMallocManaged(&o, 4);
    n::k<<<1, 1>>>(o);
    cudaDeviceSynchronize();
    puts(o[0] == 1 ? "ok" : "wrong");
}
//// variables that hide a kernel, declared in four ways
#include <cstdio>
#include <utility>
typedef void (*pointer)(int *);
__global__ void k(int *out) { *out = 1; }
__global__ void other(int *out) { *out = 2; }
int main() {
    int *p;
    cudaMallocManaged(&p, 20);
    {
        pointer k(&other);
        k<<<1, 1>>>(p);
    }
    for (pointer k : {other})
        k<<<1, 1>>>(p + 1);
    {
        auto [k, last] = std::make_pair(other, 0);
        k<<<1, 1>>>(p + 2 + last);
    }
    {
        void (*k)(int *) = other;
        k<<<1, 1>>>(p + 3);
    }
    k<<<1, 1>>>(p + 4);
    cudaDeviceSynchronize();
    printf(p[0] == 2 && p[1] == 2 && p[2] == 2 && p[3] == 2 && p[4] == 1 ? "ok\n" : "wrong\n");
}
//// kernels that are declared in the function that launches them
#include <cstdio>
void twice(int *p) {
    __global__ void set(int *, int);
    set<<<1, 1>>>(p, 3);
    {
        extern __global__ void __launch_bounds__(32) add(int *, int);
        add<<<1, 1>>>(p, 4);
    }
    cudaDeviceSynchronize();
}
__global__ void set(int *p, int n) { *p = n; }
__global__ void add(int *p, int n) { *p += n; }
int main() {
    int *p;
    cudaMallocManaged(&p, sizeof *p);
    twice(p);
    printf(*p == 7 ? "ok\n" : "wrong\n");
}
//// numbers of a local enumeration, and large parameters that just fit
#include <cstdio>
struct large { int values[8188]; };
template <class T> __global__ void fill(T *out, int n) { out[threadIdx.x] = n; }
__global__ void last(const large all, int *out) { out[0] += all.values[8187]; }
int main() {
    enum { COUNT = 3 };
    int *out;
    static large all;
    all.values[8187] = 4;
    cudaMallocManaged(&out, COUNT * sizeof *out);
    fill<<<1, COUNT>>>(out, COUNT);
    last<<<1, 1>>>(all, out);
    cudaDeviceSynchronize();
    puts(out[0] == 7 && out[2] == 3 ? "ok" : "wrong");
}
//// parameters of kernel templates, of all kinds
#include <cstdio>
#include <type_traits>
enum kind { A, B };
template <class T> struct box { T v; };
template <class T, int n, T v> __global__ void all(int *out) {
    __shared__ T s[32];
    s[threadIdx.x] = n;
    __syncthreads();
    out[0] = s[3] + v;
}
template <template <class> class C, typename T, class... R> __global__ void packed(int *out, C<T> c, R... r) {
    out[1] = c.v + sizeof...(r);
}
template <kind k, unsigned long n = (3 > 2)> __global__ void numbers(int *out) { out[2] = k + n; }
template <class T, class = std::enable_if_t<(sizeof(T) > 2)>> __global__ void unnamed(int *out, T x) { out[3] = x; }
template <int... n> __global__ void many(int *out) { out[4] = (n + ... + 0); }
template <typename T, typename std::remove_reference<T>::type n> __global__ void member(int *out) { out[5] = n; }
int main() {
    int *p;
    cudaMallocManaged(&p, 24);
    all<int, 2, 3><<<1, 32>>>(p);
    packed<<<1, 1>>>(p, box<int>{7}, 1, 2);
    numbers<B><<<1, 1>>>(p);
    unnamed<<<1, 1>>>(p, 5);
    many<1, 2, 3><<<1, 1>>>(p);
    member<int &, 9><<<1, 1>>>(p);
    cudaDeviceSynchronize();
    printf(p[0] == 5 && p[1] == 9 && p[2] == 2 && p[3] == 5 && p[4] == 6 && p[5] == 9 ? "ok\n" : "wrong\n");
}
//// launches by other expressions than a kernel's name
#include <cstdio>
namespace n {
template <class T> __global__ void add(T *p, T x = 1) { *p += x; }
namespace m {
__global__ void fill(int *p, int x = 3) { *p = x; }
} // namespace m
} // namespace n
__global__ void _twice(int *p) { *p *= 2; }
namespace v {
void (*fill)(int *, int);
}
struct runner {
    void (*add)(int *, int);
    void run(int *p) { add<<<1, 1>>>(p, 5); }
};
struct table {
    void (*fill[2])(int *, int);
};
void (*pick(bool fills))(int *, int) { return fills ? n::m::fill : n::add<int>; }
int main() {
    using n::add, n::m::fill;
    int *p, wrong = 0;
    cudaMallocManaged(&p, sizeof *p);
    auto is = [&](int x) { cudaDeviceSynchronize(); wrong += *p != x; };
    (fill)<<<1, 1>>>(p);
    is(3);
    (n::add<int>)<<<1, 1>>>(p, 2);
    is(5);
    (add)<<<1, 1>>>(p, 2);
    is(7);
    add<<<1, 1>>>(p);
    is(8);
    (&n::m::fill)<<<1, 1>>>(p, 4);
    is(4);
    v::fill = fill;
    v::fill<<<1, 1>>>(p, 7);
    is(7);
    runner{n::add<int>}.run(p);
    is(12);
    pick(true)<<<1, 1>>>(p, 8);
    is(8);
    table t = {{fill, add<int>}}, *of = &t;
    t.fill[1]<<<1, 1>>>(p, 8);
    is(16);
    of->fill[0]<<<1, 1>>>(p, 1);
    is(1);
    (wrong ? v::fill : &add<int>)<<<1, 1>>>(p, 9);
    is(10);
    ::n::m::fill<<<1, 1>>>(p, 11);
    is(11);
    [&](auto kernel) { kernel<<<1, 1>>>(p); }(_twice);
    is(22);
    int x = 30;
    void *arguments[] = {&p, &x};
    void *const kernels[] = {(void *)n::m::fill, (void *)&add<int>, (void *)_twice};
    cudaLaunchKernel(kernels[0], dim3(1), dim3(1), arguments, 0, nullptr);
    is(30);
    cudaLaunchKernel(kernels[1], dim3(1), dim3(1), arguments, 0, nullptr);
    is(60);
    cudaLaunchKernel(kernels[2], dim3(1), dim3(1), arguments, 0, nullptr);
    is(120);
    cudaLaunchKernel(reinterpret_cast<const void *>(&n::add<int>), dim3(1), dim3(1), arguments, 0, nullptr);
    is(150);
    cudaLaunchKernel((void *)static_cast<void (*)(int *, int)>(n::m::fill), dim3(1), dim3(1), arguments, 0, nullptr);
    is(30);
    cudaLaunchKernel((void *)(void (*)(int *))_twice, dim3(1), dim3(1), arguments, 0, nullptr);
    is(60);
    puts(wrong ? "wrong" : "ok");
}
//// a lambda with an attribute in front of __device__
// nvcc --extended-lambda
#include <cstdio>
template <class F> __global__ void k(F f, int *o) {
    o[0] = f(1);
}
int main() {
    int *o, n = 4;
    cudaMallocManaged(&o, 4);
    k<<<1, 1>>>([=] __attribute__((noinline)) __device__ (int x) -> decltype(int(3)) { return x + n; }, o);
    cudaDeviceSynchronize();
    printf(o[0] == 5 ? "ok\n" : "wrong\n");
}
//// types whose names private and local types have, too
#include <cstdio>
template <class T> __global__ void k(T t, int *o) { o[0] += sizeof(t); }
template <class T> __global__ void kk(int *o) { o[0] += sizeof(T); }
template <int n> __global__ void kn(int *o) { o[0] += n; }
class C {
    struct P {};
    struct Q { int a; };
    enum E { A };

  public:
    struct R {};
    static void f(int *o) { kn<sizeof(Q)><<<1, 1>>>(o); }
};
struct P { int a[2]; };
namespace other {
struct L { int a[3]; };
enum E { B };
} // namespace other
struct D {
    struct Q {};
    static void f(int *o) {
        kk<Q><<<1, 1>>>(o);
        kk<P><<<1, 1>>>(o);
        kk<::P><<<1, 1>>>(o);
        kk<C::R><<<1, 1>>>(o);
        kk<other::E><<<1, 1>>>(o);
    }
};
int main() {
    struct L {};
    other::L l;
    int *o;
    cudaMallocManaged(&o, 4);
    C::f(o);
    D::f(o);
    k<<<1, 1>>>(l, o);
    k<<<1, 1>>>(P(), o);
    kk<D::Q><<<1, 1>>>(o);
    cudaDeviceSynchronize();
    printf(o[0] == 4 + 1 + 8 + 8 + 1 + 4 + 12 + 8 + 1 ? "ok\n" : "%d\n", o[0]);
}
//// parameters with their kernel's name
#include <cstdio>
__global__ void zero_point(int n, int *zero_point) {
    if (threadIdx.x < n)
        zero_point[threadIdx.x] = 3;
}
__global__ void both(int both, int *o) { o[1] = both; }
template <class T> __global__ void sum(T *sum, int n = 5) {
    __shared__ int part;
    part = n;
    __syncthreads();
    sum[2] = part;
}
namespace N {
__global__ void k(int (*k)[4]) { (*k)[3] = 6; }
}
int main() {
    int *o;
    cudaMallocManaged(&o, 16);
    zero_point<<<1, 1>>>(1, o);
    both<<<1, 1>>>(2, o);
    sum<<<1, 1>>>(o);
    N::k<<<1, 1>>>((int(*)[4])o);
    cudaDeviceSynchronize();
    printf(o[0] == 3 && o[1] == 2 && o[2] == 5 && o[3] == 6 ? "ok\n" : "wrong\n");
}
//// kernels whose names headers have for types, launched and by their address
#include <algorithm>
#include <cstdio>
#include <functional>
template <class T> __global__ void run(T *a, T v) { *a = v; }
template <class T> __global__ void extent(T *a) { *a = 2; }
template <class T, int n> __global__ void plus(T *a) { *a = n; }
__global__ void rank(int *a) { *a = 4; }
namespace mine { template <class T> __global__ void pair(T *a) { *a = 5; } }
using mine::pair;
int main() {
    int *p, six = 6, right = 0;
    cudaMallocManaged(&p, 24);
    run<<<1, 1>>>(p, 1); extent<int><<<1, 1>>>(p + 1); plus<int, 3><<<1, 1>>>(p + 2);
    rank<<<1, 1>>>(p + 3); pair<<<1, 1>>>(p + 4);
    int *at = p + 5;
    void *arguments[] = {&at, &six};
    cudaLaunchKernel((void *)run<int>, 1, 1, arguments, 0, 0);
    cudaDeviceSynchronize();
    for (int i = 0; i < 6; i++)
        right += p[i] == i + 1;
    printf(right == 6 ? "ok\n" : "wrong\n");
}
//// kernels of C++20, whose parameters each launch gives their types
// nvcc -std=c++20
#include <cstdio>
#include <concepts>
struct pair_of_ints { int a, b; };
__global__ void assign(auto *p, auto v) { *p = v; }
__global__ void turned(std::integral auto *p, const std::integral auto v) {
    __shared__ int s[2];
    s[threadIdx.x] = v + threadIdx.x;
    __syncthreads();
    p[threadIdx.x] = s[1 - threadIdx.x];
}
__global__ void sum(int *p, auto... v) { *p = (v + ...); }
__global__ void product(auto x, int *p) { *p = x.a * x.b; }
template <class T> __global__ void mixed(T *p, auto, auto v) { *p = v; }
__global__ void later(auto x, int *p);
int main() {
    int *p;
    cudaMallocManaged(&p, 28);
    assign<<<1, 1>>>(p, 2.5);
    turned<<<1, 2>>>(p + 1, (short)3);
    sum<<<1, 1>>>(p + 3, 1, 2, 3LL);
    product<<<1, 1>>>(pair_of_ints{3, 5}, p + 4);
    mixed<<<1, 1>>>(p + 5, 1.5f, 7);
    later<<<1, 1>>>(8, p + 6);
    cudaDeviceSynchronize();
    printf(p[0] == 2 && p[1] == 4 && p[2] == 3 && p[3] == 6 && p[4] == 15 && p[5] == 7 && p[6] == 8 ? "ok\n" : "wrong\n");
}
__global__ void later(auto x, int *p) { *p = x; }
//// arguments that cannot be copied
#include <cstdio>
struct fixed { int n; fixed(int n) : n(n) {} fixed(const fixed &) = delete; };
struct moved { int n; moved(int n) : n(n) {} moved(moved &&o) : n(o.n) { o.n = 0; } };
__global__ void k(fixed a, int *p) { *p = a.n; }
__global__ void turned(moved a, int *p) {
    __shared__ int s[2];
    s[threadIdx.x] = a.n + threadIdx.x;
    __syncthreads();
    p[threadIdx.x] = s[1 - threadIdx.x];
}
template <class T> __global__ void t(T a, int *p) { *p = a.n; }
int main() {
    int *p;
    cudaMallocManaged(&p, 16);
    moved m(5);
    k<<<1, 1>>>(fixed(4), p);
    turned<<<1, 2>>>(static_cast<moved &&>(m), p + 1);
    t<fixed><<<1, 1>>>(fixed(7), p + 3);
    cudaDeviceSynchronize();
    printf(p[0] == 4 && p[1] == 6 && p[2] == 5 && p[3] == 7 && m.n == 0 ? "ok\n" : "wrong\n");
}
//// template kernels that are declared before they are defined, and launched in between
#include <cstdio>
namespace n {
template <class T, int N> __global__ void fill(T *p, T by = 2);
template <class T> __global__ void fill(T *p, int a, int b);
template <class T> struct Use { static void go(T *p) { fill<T, 3><<<1, 3>>>(p); fill<<<1, 3>>>(p, 1, 2); } };
template <class T, int N> __global__ void fill(T *p, T by) { p[threadIdx.x] = N * by; }
template <class T> __global__ void fill(T *p, int a, int b) { p[threadIdx.x] += a + b; }
}
template <class T> __global__ void k(T);
template <class T> __global__ void k(T);
template <class T> __global__ void k(T p) { p[threadIdx.x]++; }
int main() {
    int *p;
    cudaMallocManaged(&p, 12);
    n::Use<int>::go(p);
    k<<<1, 3>>>(p);
    k<int *><<<1, 3>>>(p);
    cudaDeviceSynchronize();
    puts(p[0] == 11 && p[2] == 11 ? "ok" : "wrong");
}
//// stars in parentheses among a kernel's parameters
#include <cstdio>
typedef int (*digit)(int);
typedef digit (*choice)(float);
__device__ int plus3(int x) { return x + 3; }
__device__ digit choose(float) { return plus3; }
__device__ choice chosen = choose;
__global__ void a(int (*__restrict__ q)[2], const int (*const __restrict p)[3], void (*)(int)) { (*q)[1] = p[1][2]; }
__global__ void b(int (*(*f)(float))(int), int *o, int (*p[2]), int (*none[])(int)) {
    o[0] = f(1.f)(7);
    *p[1] = 4 + (none != nullptr);
}
template <class T, int N> __global__ void c(T *__restrict__ *__restrict__ p, T (*__restrict__ q)[N]) { (*q)[0] = **p * N; }
int main() {
    int *o, **p, (*q)[2], (*m)[3];
    cudaMallocManaged(&o, 8);
    cudaMallocManaged(&p, 16);
    cudaMallocManaged(&q, 8);
    cudaMallocManaged(&m, 24);
    m[1][2] = 6;
    p[0] = p[1] = o + 1;
    choice f;
    cudaMemcpyFromSymbol(&f, chosen, sizeof f);
    a<<<1, 1>>>(q, m, nullptr);
    b<<<1, 1>>>(f, o, p, nullptr);
    c<<<1, 1>>>(p, q);
    cudaDeviceSynchronize();
    printf(q[0][1] == 6 && o[0] == 10 && o[1] == 4 && q[0][0] == 8 ? "ok\n" : "wrong\n");
}
//// kernels whose names members and functions of namespaces have, with others of arguments
#include <algorithm>
#include <cstdio>
#include <numeric>
using std::fill;
struct S {
    int v;
    static void sum(int *o, int a, int b, int c) { *o = a + b + c; }
    friend __global__ void twice(S s, int *o, int by);
    void go(int *o);
};
__global__ void sum(int *o, int a) { *o += a; }
__global__ void twice(S s, int *o, int by) { *o = s.v * by; }
__global__ void twice(int *o) { *o *= 2; }
__global__ void fill(int *o, int a, int b) { *o = a + b; }
namespace n { __global__ void sum(int *o, int a, int b) { *o += a + b; } }
void S::go(int *o) { ::sum<<<1, 1>>>(o, v); }
int main() {
    int *o;
    cudaMallocManaged(&o, sizeof *o);
    S s{3};
    twice<<<1, 1>>>(s, o, 2); // 6
    twice<<<1, 1>>>(o);       // 12
    s.go(o);                  // 15
    {
        using n::sum;
        sum<<<1, 1>>>(o, 1, 4); // 20
    }
    bool right = cudaDeviceSynchronize() == cudaSuccess && *o == 20;
    fill<<<1, 1>>>(o, 1, 2);
    right = cudaDeviceSynchronize() == cudaSuccess && *o == 3 && right;
    puts(right ? "ok" : "wrong");
    return cudaFree(o);
}
//// kernels whose parameters are declared in parentheses
#include <cstdio>
__global__ void k(int(n), float *(p), int(a)[3]) { p[threadIdx.x] = n + a[0]; }
__global__ void f(int(g)(float), int *o) { *o = g ? g(1.0f) : 1; }
template <class T> __global__ void t(T(v), T *o) { *o = 2 * v; }
int main() {
    float *p;
    int *a;
    cudaMallocManaged(&p, 4);
    cudaMallocManaged(&a, 12);
    a[0] = 4;
    k<<<1, 1>>>(3, p, a);
    cudaDeviceSynchronize();
    const bool right = *p == 7;
    t<<<1, 1>>>(4, a);
    f<<<1, 1>>>(nullptr, a + 1);
    cudaDeviceSynchronize();
    printf(right && a[0] == 8 && a[1] == 1 ? "ok\n" : "wrong\n");
}
