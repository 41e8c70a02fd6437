// SPDX-License-Identifier: MIT
// Odd device and host code that nvcc takes: one case after each `////`; each prints ok.
//// constants of the host in kernels
#include <cstdio>
const int n = 5;
constexpr float pi = 3.0f;
static const unsigned m = 1 << 3;
const float half = 0.5f;
enum { seven = 7 };
struct size { static const int w = 4; static constexpr int h = 6; enum { d = 2 }; };
constexpr int twice(int x) { return 2 * x; }
constexpr int ten = twice(5);
int plain = 1;
__global__ void k(int *a) {
    int local[ten];
    local[0] = n + pi + m + half * 2 + seven + size::w + size::h + size::d + ten + sizeof(plain);
    a[0] = local[0];
    decltype(plain) z = 1;
    a[1] = z;
}
int main() {
    int *p;
    cudaMallocManaged(&p, 8);
    k<<<1, 1>>>(p);
    cudaDeviceSynchronize();
    printf(p[0] == 50 && plain == 1 ? "ok\n" : "wrong\n");
}
//// __host__ __device__ everywhere
#include <cstdio>
struct vec {
    float x, y;
    __host__ __device__ vec(float x = 0, float y = 0) : x(x), y(y) {}
    __host__ __device__ vec operator+(vec o) const { return vec(x + o.x, y + o.y); }
    __host__ __device__ float dot(vec o) const { return x * o.x + y * o.y; }
    __host__ __device__ operator bool() const { return x != 0; }
    __host__ __device__ ~vec() {}
};
__host__ __device__ vec operator*(float s, vec v) { return vec(s * v.x, s * v.y); }
__device__ __host__ inline float norm2(vec v) { return v.dot(v); }
__global__ void k(float *o) {
    vec a(1, 2), b = 2.0f * a + a;
    if (b) *o = norm2(b);
}
int main() {
    float *p;
    cudaMallocManaged(&p, 8);
    k<<<1, 1>>>(p);
    cudaDeviceSynchronize();
    printf(*p == norm2(2.0f * vec(1, 2) + vec(1, 2)) ? "ok\n" : "wrong\n");
}
//// host and device functions of one name with different parameters
#include <cstdio>
__device__ int f(int x) { return x + 1; }
__host__ int f(float x) { return x + 2; }
__global__ void k(int *o) { *o = f(1); }
int main() {
    int *p;
    cudaMallocManaged(&p, 8);
    k<<<1, 1>>>(p);
    cudaDeviceSynchronize();
    printf(*p == 2 && f(1.0f) == 3 ? "ok\n" : "wrong\n");
}
//// a class with methods of both sides
#include <cstdio>
class buffer {
    int *p, n;
  public:
    buffer(int n) : n(n) { cudaMallocManaged(&p, n * sizeof(int)); }
    void release() { cudaFree(p); }
    __device__ int &operator[](int i) { return p[i]; }
    __host__ __device__ int size() const { return n; }
    int host(int i) { return p[i]; }
};
__global__ void k(buffer b) { if (threadIdx.x < b.size()) b[threadIdx.x] = threadIdx.x; }
int main() {
    buffer b(4);
    k<<<1, 8>>>(b);
    cudaDeviceSynchronize();
    printf(b.host(3) == 3 ? "ok\n" : "wrong\n");
    b.release();
}
//// a local variable with a host function's name
#include <cstdio>
int total(int x) { return x; }
int count = 3;
__global__ void k(int *o) {
    int total = 5;
    int count = 2;
    *o = total + count;
}
int main() {
    int *p;
    cudaMallocManaged(&p, 8);
    k<<<1, 1>>>(p);
    cudaDeviceSynchronize();
    printf(*p + total(1) + count == 11 ? "ok\n" : "wrong\n");
}
//// a member with a host function's name
#include <cstdio>
int size() { return 1; }
int width = 2;
struct image { int width; __device__ int size() const { return width * width; } };
__global__ void k(image im, int *o) { *o = im.size() + im.width; }
int main() {
    int *p;
    cudaMallocManaged(&p, 8);
    k<<<1, 1>>>(image{3}, p);
    cudaDeviceSynchronize();
    printf(*p == 12 && size() + width == 3 ? "ok\n" : "wrong\n");
}
//// a lambda in a kernel
#include <cstdio>
__global__ void k(int *o) {
    int n = 3;
    auto add = [&](int x) { return x + n; };
    auto twice = [=](auto x) { return 2 * x; };
    o[0] = add(4);
    o[1] = twice(n);
}
int main() {
    int *p;
    cudaMallocManaged(&p, 8);
    k<<<1, 1>>>(p);
    cudaDeviceSynchronize();
    printf(p[0] == 7 && p[1] == 6 ? "ok\n" : "wrong\n");
}
//// functors
#include <cstdio>
struct plus { __device__ int operator()(int a, int b) const { return a + b; } };
template <class Op> __global__ void k(Op op, int *o) { o[0] = op(1, 2); }
int main() {
    int *p;
    cudaMallocManaged(&p, 8);
    k<<<1, 1>>>(plus(), p);
    cudaDeviceSynchronize();
    printf(p[0] == 3 ? "ok\n" : "wrong\n");
}
//// the standard library's types and traits
#include <cstdint>
#include <cstdio>
#include <initializer_list>
#include <type_traits>
#include <utility>
#include <vector>
template <class T> __global__ void k(T *o, std::size_t n) {
    static_assert(std::is_same<T, std::uint32_t>::value, "");
    T sum = 0;
    for (int i : {1, 2, 3}) sum += i;
    T moved = std::move(sum);
    o[0] = std::forward<T>(moved) + n;
}
int main() {
    std::vector<int> v(4);
    uint32_t *p;
    cudaMallocManaged(&p, 8);
    k<<<1, 1>>>(p, v.size());
    cudaDeviceSynchronize();
    printf(p[0] == 10 ? "ok\n" : "wrong\n");
}
//// mathematics with std
#include <cmath>
#include <cstdio>
__global__ void k(float *o) {
    o[0] = std::sqrt(16.0f) + std::abs(-2.0f) + std::fabs(1.0) + std::pow(2.0, 3.0) + std::floor(1.5f) + std::fmax(1.0, 2.0);
    o[1] = sqrtf(4) + max(1, 2) + min(3.0f, 4.0f) + abs(-3) + std::isnan(1.0f);
}
int main() {
    float *p;
    cudaMallocManaged(&p, 8);
    k<<<1, 1>>>(p);
    cudaDeviceSynchronize();
    printf(p[0] == 18 && p[1] == 10 ? "ok\n" : "wrong\n");
}
//// memory and printing in kernels
#include <cassert>
#include <cstdio>
#include <cstring>
#include <new>
struct node { int v; __device__ node(int v) : v(v) {} };
__global__ void k(int *o) {
    int *a = (int *)malloc(16), *b = new int[4];
    memset(a, 0, 16); memcpy(b, a, 16);
    node *n = new node(5);
    char room[sizeof(node)];
    node *m = new (room) node(6);
    assert(b[0] == 0);
    o[0] = a[1] + b[2] + n->v + m->v;
    free(a); delete[] b; delete n;
    if (o[0] == 11) printf("ok\n");
}
int main() {
    int *p;
    cudaMallocManaged(&p, 8);
    k<<<1, 1>>>(p);
    cudaDeviceSynchronize();
}
//// defaulted functions and aggregates
#include <cstdio>
struct p { int x = 3; p() = default; p(const p &) = default; p &operator=(const p &) = default; };
struct q { p a; int b = 2; };
struct base { int n; __device__ base(int n) : n(n) {} };
struct derived : base { using base::base; };
__global__ void k(int *o) {
    q a, b = a;
    b = a;
    derived d(4);
    int s = 0;
    for (int i = 0; i < 1; i++) s += b.a.x + b.b + d.n;
    *o = s;
}
int main() {
    int *p;
    cudaMallocManaged(&p, 8);
    k<<<1, 1>>>(p);
    cudaDeviceSynchronize();
    printf(*p == 9 ? "ok\n" : "wrong\n");
}
//// function pointers on the device
#include <cstdio>
typedef int (*op_t)(int);
__device__ int inc(int x) { return x + 1; }
__device__ int dbl(int x) { return x * 2; }
__device__ op_t table[] = {inc, dbl};
__global__ void k(int *o) {
    op_t f = o[1] > 5 ? inc : dbl;
    o[0] = f(3) + table[1](4);
}
int main() {
    int *p;
    cudaMallocManaged(&p, 8);
    p[1] = 0;
    k<<<1, 1>>>(p);
    cudaDeviceSynchronize();
    printf(*p == 14 ? "ok\n" : "wrong\n");
}
//// variables of the device
#include <cstdio>
__device__ int a = 3, b[2] = {4, 5};
__constant__ float c[3] = {1, 2, 3};
__device__ const int d = 6;
static __device__ volatile int e;
__managed__ int m = 7;
struct pt { int x, y; };
__device__ pt origin = {1, 2};
__constant__ pt places[2] = {{1, 2}, {3, 4}};
namespace n { __device__ int f = 8; }
__device__ int g = 9;
__device__ int *pointer = nullptr;
__global__ void k() { m += a + b[1] + c[2] + d + origin.y + places[1].x + n::f + g + (pointer == nullptr); e = 1; }
int main() {
    int x = 10;
    cudaMemcpyToSymbol(a, &x, sizeof x);
    k<<<1, 1>>>();
    cudaDeviceSynchronize();
    printf(m == 7 + 10 + 5 + 3 + 6 + 2 + 3 + 8 + 9 + 1 ? "ok\n" : "wrong\n");
}
//// shared memory of every kind
#include <cstdio>
struct pt { float x, y; };
constexpr int tile = 4;
template <int n> __global__ void k(float *o) {
    __shared__ float a[tile][n + 1], b;
    __shared__ pt p;
    static __shared__ int s;
    __shared__ alignas(16) char bytes[n * 2];
    extern __shared__ float dynamic[];
    if (threadIdx.x == 0) { b = 1; p = {2, 3}; s = 4; a[1][n] = 5; bytes[0] = 6; dynamic[1] = 7; }
    __syncthreads();
    o[threadIdx.x] = b + p.y + s + a[1][n] + bytes[0] + dynamic[1];
}
int main() {
    float *p;
    cudaMallocManaged(&p, 16);
    k<3><<<1, 4, 64>>>(p);
    cudaDeviceSynchronize();
    printf(p[3] == 26 ? "ok\n" : "wrong\n");
}
//// one extern __shared__ in two kernels
#include <cstdio>
extern __shared__ int outside[];
__global__ void k(int *o) { extern __shared__ char buffer[]; buffer[0] = 1; o[0] = buffer[0]; }
__global__ void l(int *o) { extern __shared__ char buffer[]; buffer[0] = 2; o[1] = buffer[0]; }
__global__ void m(int *o) { outside[0] = 3; o[2] = outside[0]; }
int main() {
    int *p;
    cudaMallocManaged(&p, 16);
    k<<<1, 1, 16>>>(p); l<<<1, 1, 16>>>(p); m<<<1, 1, 16>>>(p);
    cudaDeviceSynchronize();
    printf(p[0] + p[1] + p[2] == 6 ? "ok\n" : "wrong\n");
}
//// template device functions that only one side instantiates
#include <cstdio>
#include <cstdlib>
template <class F> __host__ __device__ int apply(F f, int x) { return f(x); }
struct dev { __device__ int operator()(int x) const { return x + threadIdx.x; } };
__global__ void k(int *o) { *o = apply(dev(), 3); }
int main() {
    int *p;
    cudaMallocManaged(&p, 16);
    k<<<1, 1>>>(p);
    cudaDeviceSynchronize();
    printf(*p == 3 ? "ok\n" : "wrong\n");
}
//// a class of the host only, beside kernels
#include <cstdio>
#include <string>
#include <vector>
struct timer { timer() : t(0) {} ~timer() { t = 1; } double t; operator double() const { return t; } };
struct journal { std::vector<std::string> lines; void add(const std::string &s) { lines.push_back(s); } };
journal &operator<<(journal &l, const char *s) { l.add(s); return l; }
template <class T> __global__ void k(T *o) { *o = 1; }
int main() {
    timer t;
    journal l;
    l << "a" << "b";
    int *p;
    cudaMallocManaged(&p, 16);
    k<<<1, 1>>>(p);
    cudaDeviceSynchronize();
    printf(*p == 1 && l.lines.size() == 2 && t == 0.0 ? "ok\n" : "wrong\n");
}
//// unions, bit fields, enums of classes, statics
#include <cstdio>
union bits { float f; unsigned u; };
enum class color : unsigned char { red, green };
struct flags { unsigned a : 3, b : 5; };
__device__ int next() { static int n = 0; return ++n; }
__global__ void k(int *o) {
    bits b; b.f = 1.0f;
    flags f = {5, 9};
    color c = color::green;
    next();
    o[0] = (b.u >> 23) + f.b + static_cast<int>(c) + next();
}
int main() {
    int *p;
    cudaMallocManaged(&p, 16);
    k<<<1, 1>>>(p);
    cudaDeviceSynchronize();
    printf(p[0] == 127 + 9 + 1 + 2 ? "ok\n" : "wrong\n");
}
//// virtual functions of the device
#include <cstdio>
struct shape { __device__ virtual int area() const { return 0; } __device__ virtual ~shape() {} };
struct square : shape { int a; __device__ square(int a) : a(a) {} __device__ int area() const override { return a * a; } };
__global__ void k(int *o) { shape *s = new square(3); o[0] = s->area(); delete s; }
int main() {
    int *p;
    cudaMallocManaged(&p, 16);
    k<<<1, 1>>>(p);
    cudaDeviceSynchronize();
    printf(p[0] == 9 ? "ok\n" : "wrong\n");
}
//// recursion and forward declarations on the device
#include <cstdio>
__device__ int odd(int n);
__device__ int even(int n) { return n == 0 ? 1 : odd(n - 1); }
__device__ int odd(int n) { return n == 0 ? 0 : even(n - 1); }
__host__ __device__ int fact(int n) { return n < 2 ? 1 : n * fact(n - 1); }
__global__ void k(int *o) { o[0] = even(10) + fact(4); }
int main() {
    int *p;
    cudaMallocManaged(&p, 16);
    k<<<1, 1>>>(p);
    cudaDeviceSynchronize();
    printf(p[0] == fact(4) + 1 ? "ok\n" : "wrong\n");
}
//// methods defined outside their class, the qualifier at the declaration
#include <cstdio>
struct v { int x; __device__ int get() const; __host__ __device__ void set(int y); int host(); };
__device__ int v::get() const { return x; }
__host__ __device__ void v::set(int y) { x = y; }
int v::host() { return x + 100; }
__global__ void k(int *o) { v a; a.set(4); *o = a.get(); }
int main() {
    int *p;
    cudaMallocManaged(&p, 16);
    k<<<1, 1>>>(p);
    cudaDeviceSynchronize();
    v b; b.set(1);
    printf(*p == 4 && b.host() == 101 ? "ok\n" : "wrong\n");
}
//// an operator of the program whose right operand may be anything
#include <cstdio>
struct Box {
    unsigned s;
};
template <class T> __device__ unsigned operator%(const Box &box, T &&x) {
    return x += box.s;
}
struct Sink {
    int sum;
    template <class T> __device__ Sink &operator<<(const T &x) {
        sum += (int)x;
        return *this;
    }
};
__global__ void k(int *out, unsigned n, int d) {
    const Box box = {3u};
    Sink sink = {};
    (void)(box % n);
    sink << n << 2.5f << (out[1] >> d);
    out[threadIdx.x] = sink.sum / d;
}
int main() {
    int *out;
    cudaMallocManaged(&out, 2 * sizeof *out);
    out[1] = 16;
    k<<<1, 1>>>(out, 4, 2);
    printf("%s", cudaDeviceSynchronize() == cudaSuccess && out[0] == (7 + 2 + 4) / 2 ? "ok" : "no");
}
//// digraphs
#include <cstdio>
__global__ void k(int *o, int n) <% int a<:2:> = <%1, 2%>; if (n > 1 and not (n == 3)) o<:0:> = a<:1:> bitor 4; %>
int main() {
    int *o;
    cudaMallocManaged(&o, 8);
    k<<<1, 1>>>(o, 2);
    cudaDeviceSynchronize();
    printf(o[0] == 6 ? "ok" : "no");
}
//// functions of this file alone that nothing calls
// nvcc --diag-suppress=177
#include <cstdio>
int h() { return 1; }
static __device__ int f() { return h(); }
inline __device__ int g() { return h(); }
struct S {
    __device__ S() { h(); }
    __device__ int m() { return h(); }
};
int main() {
    printf(h() == 1 ? "ok" : "no");
}
//// the host in an if constexpr that is not taken, arrays whose size is a constant of the function's
#include <cstdio>
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
int main() {
    int *o;
    cudaMallocManaged(&o, 8);
    k<false><<<1, 1>>>(o);
    sized<2><<<1, 1>>>(o);
    cudaDeviceSynchronize();
    puts(o[0] == 2 && o[1] == 15 ? "ok" : "wrong");
}
//// what a pointer in constant memory points to is written
#include <cstdio>
struct P {
    int *to, at;
};
__constant__ P c[2];
__global__ void k() { c[1].to[c[1].at] = 7; }
int main() {
    int *o;
    cudaMallocManaged(&o, 8);
    const P p[2] = {{nullptr, 0}, {o, 1}};
    cudaMemcpyToSymbol(c, p, sizeof p);
    k<<<1, 1>>>();
    cudaDeviceSynchronize();
    puts(o[1] == 7 ? "ok" : "wrong");
}
//// a class in a kernel, with methods of the device
#include <cstdio>
__global__ void k(int *o) {
    struct L {
        int a;
        __device__ L(int x) : a(x) {}
        __device__ int *where() { return &a; }
        __device__ int operator()(int x) const { return a * x; }
    };
    L l(threadIdx.x);
    *l.where() += 2;
    __syncthreads();
    o[threadIdx.x] = l(3);
}
int main() {
    int *o;
    cudaMallocManaged(&o, 8);
    k<<<1, 2>>>(o);
    cudaDeviceSynchronize();
    puts(o[0] == 6 && o[1] == 9 ? "ok" : "wrong");
}
//// parameters without a name, of types that a bit field without a name has, too
#include <cstdio>
struct B {
    unsigned int a : 3;
    unsigned int : 0;
    float b;
};
__device__ int f(int) { return 2; }
int f(float) { return 1; }
__global__ void k(int *o) { o[0] = f(1); }
int main() {
    int *o;
    cudaMallocManaged(&o, 4);
    k<<<1, 1>>>(o);
    cudaDeviceSynchronize();
    puts(o[0] + f(1.f) == 3 ? "ok" : "wrong");
}
//// assembly of the host's, and of both
#include <cstdio>
int twice(int x) {
    void *p = &&done;
    asm("addl %0, %0" : "+r"(x));
    goto *p;
done:
    return x;
}
__device__ int lane() {
    int x;
    asm volatile("" ::: "memory");
    asm("mov.u32 %0, %%laneid;" : "=r"(x));
    return x;
}
__device__ int promoted(short s, unsigned char c) { // numbers of 32 bits
    int x, y, z;
    asm("mov.u32 %0, %1;" : "=r"(x) : "r"(~c));
    asm("mov.u32 %0, %1;" : "=r"(y) : "r"(c ? s : c));
    asm("mov.u32 %0, %1;" : "=r"(z) : "r"(s << 2));
    return x + y + z;
}
__global__ void k(int *o, int *p) {
    if (!o)
        promoted(1, 2);
    if (o && p)
        o[threadIdx.x] = lane();
    asm volatile("" ::: "memory");
}
int main() {
    int *o;
    cudaMallocManaged(&o, 8);
    k<<<1, 2>>>(o, o);
    cudaDeviceSynchronize();
    puts(o[1] + twice(o[1]) == 3 ? "ok" : "wrong");
}
//// constants of the host's by value, and by reference where they become another type
#include <cstdio>
const int limit = 5;
struct S { static constexpr int least = 2; };
__device__ int sum(int a, const int &b) { return a + b; }
__device__ double twice(const double &x) { return 2 * x; }
template <class T> __device__ T larger(T a, T b) { return a < b ? b : a; }
__global__ void k(int *o) {
    const int &r = limit + 1, own = limit;
    o[0] = sum(limit, r) + sum(S::least, +S::least) + sum(1, own);
    o[1] = (int)twice(limit) + larger(limit, S::least);
}
int main() {
    int *o;
    cudaMallocManaged(&o, 8);
    k<<<1, 1>>>(o);
    cudaDeviceSynchronize();
    puts(o[0] == 21 && o[1] == 15 ? "ok" : "wrong");
}
//// what parameters are by default, worked out by the other side
#include <cstdio>
__device__ int of_device() { return 3; }
int of_host() { return 4; }
int f(int x = of_device()) { return x; }
struct S {
    int f(int x = of_device()) { return x; }
};
__global__ void k(int *o, int x = of_host()) { o[0] = x + of_device(); }
int main() {
    int *o;
    cudaMallocManaged(&o, 4);
    k<<<1, 1>>>(o);
    cudaDeviceSynchronize();
    puts(o[0] == 7 && f(2) + S().f(1) == 3 ? "ok" : "wrong");
}
//// templates of the host's with device code in them that nobody asks for
#include <cstdio>
template <class T> T sum(T x) { return x + __shfl_xor_sync(~0u, x, 1); }
template <class T> T index(T x) { return x + threadIdx.x; }
struct S {
    template <class T> T sum(T x) { return x + __shfl_xor_sync(~0u, x, 1); }
};
int main() { puts("ok"); }
//// atomics of signed numbers of 64 bits, arrays by their tag, letters without their header
#include <cstdio>
__device__ long long bits = 12;
__global__ void k(int n) {
    atomicOr(&bits, 1);
    atomicAnd(&bits, -5ll);
    atomicXor(&bits, 1ll << 40);
    switch (n) {
    case 0:
        atomicMax(&bits, 0);
        break;
    }
}
int main() {
    struct cudaArray *a = NULL;
    long long h;
    k<<<1, 1>>>(1);
    cudaMemcpyFromSymbol(&h, bits, sizeof h);
    puts(h == (1ll << 40 | 9) && a == NULL && isdigit('7') && toupper('a') == 'A' ? "ok" : "no");
}
//// extern __shared__ outside functions, declared twice; extern variables that are defined with -rdc=true
// nvcc -rdc=true
#include <cstdio>
extern __shared__ int numbers[];
extern __shared__ int numbers[];
extern __device__ int sum;
__device__ int sum;
extern __device__ int sum;
__global__ void k(int *a) {
    numbers[threadIdx.x] = threadIdx.x;
    __syncthreads();
    sum = 3;
    a[threadIdx.x] = numbers[31 - threadIdx.x] + sum;
}
int main() {
    int *a;
    cudaMallocManaged(&a, 32 * sizeof *a);
    k<<<1, 32, 32 * sizeof *a>>>(a);
    puts(cudaDeviceSynchronize() == cudaSuccess && a[0] == 34 && a[31] == 3 ? "ok" : "wrong");
    return cudaFree(a);
}
//// templates of the host's whose device code is of types that only a call shows
#include <cstdio>
template <class T> __device__ T same(T x) { return x; }
template <class T> T sum(T x) { return x + __shfl_xor_sync(~0u, x, 1) + same(x); }
template <class T> T add(T *x) { return atomicAdd(x, 1); }
struct S {
    template <class T> T any(T x) { return __any_sync(~0u, x); }
};
int main(int argc, char **) {
    int x = 1;
    if (argc > 5)
        return sum(x) + add(&x) + S().any(x);
    puts("ok");
}
//// the address of a variable of the device for nobody
#include <cstdio>
__device__ int n;
int main() {
    printf(cudaGetSymbolAddress(0, n) == cudaErrorInvalidValue ? "ok\n" : "wrong\n");
}
//// methods of a local class, and what constructors give members, are code of the device
#include <cstdio>
struct outside {
    int a, b;
    __device__ outside(int n, int by) : a(n << by), b{n << by} {
        a += n << by;
    }
};
__global__ void k(int *o, int n, int by) {
    struct inside {
        int a;
        unsigned low : 3;
        __device__ inside(int n, int by) : a(n << by), low(7) {
            low >>= 1;
        }
        __device__ int shifted(int by) const {
            return (low << by) + a;
        }
    };
    o[0] = outside(n, by).a + outside(n, by).b + inside(n, by).shifted(by);
}
int main() {
    int *o;
    cudaMallocManaged(&o, sizeof *o);
    *o = 1;
    k<<<1, 1>>>(o, 3, 35);
    cudaDeviceSynchronize();
    puts(*o == 0 ? "ok" : "a count of 35 is not clamped");
}
//// compound operators on bit-fields; attributes of parameters; __device__ in front of __shared__
#include <cstdio>
struct fields {
    int low : 6;
    unsigned high : 5;
};
__device__ __shared__ int room;
__global__ void k([[maybe_unused]] int unused, int *o, int n, int z) {
    fields f = {5, 7}, *p = &f;
    f.high <<= n;
    p->low %= z;
    room = f.high;
    __syncthreads();
    o[0] = room + (p->low == -1 ? 1 : 2);
}
int main() {
    int *o;
    cudaMallocManaged(&o, sizeof *o);
    k<<<1, 1>>>(0, o, 33, 0);
    cudaDeviceSynchronize();
    puts(*o == 1 ? "ok" : "wrong");
}
//// what nobody asks for calls the host; a specialisation is its template's; a pragma lets off
#include <cstdio>
int h(int x) { return x; }
template <class T> __global__ void never(T *o) { o[0] = h(1); }
template <class T> __device__ T f(T x) { return x; }
template <> int f<int>(int x) { return x + 1; }
#pragma nv_exec_check_disable
template <class T> __host__ __device__ T g(T x) { return h(x); }
__global__ void k(int *o) {
    const int few = 3;
    o[0] = f(1);
    if constexpr (few > 5)
        o[0] = h(2);
    else
        o[0]++;
    if constexpr (false)
        o[0] = h(3);
}
int main() {
    int *o;
    cudaMallocManaged(&o, sizeof *o);
    k<<<1, 1>>>(o);
    cudaDeviceSynchronize();
    puts(*o == 3 && g(1) == 1 ? "ok" : "wrong");
}

//// functions that nothing calls, and overloads of as many parameters
#include <cstdio>
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
int main() {
    B *a;
    cudaMallocManaged(&a, sizeof *a);
    k<<<1, 1>>>(a);
    cudaDeviceSynchronize();
    printf(a->v == 8 && g(1) == 4 && a->less(1.0f) == 2 && either() == 4 ? "ok\n" : "wrong\n");
}
//// a kernel that a function declares itself
#include <cstdio>
int main() {
    __global__ void k(int *o, float x);
    int *o;
    cudaMallocManaged(&o, sizeof *o);
    k<<<1, 1>>>(o, 3);
    cudaDeviceSynchronize();
    puts(*o == 6 ? "ok" : "wrong");
}
__global__ void k(int *o, float x) { *o = 2 * x; }
//// constants of the host whose elements the compiler needs; functions of the device by their address in host code
#include <algorithm>
#include <cstdio>
constexpr int F[3] = {1, 2, 3};
struct S {
    static constexpr int v[2] = {4, 5};
};
__device__ bool before(int a, int b) { return a < b; }
template <class T> int take(T) { return 1; }
[[maybe_unused]] static inline int never() { return threadIdx.x; }
__global__ void k(int *o) {
    extern __shared__ int a[];
    constexpr int f = F[1];
    static_assert(F[0] == 1, "one");
    int many[F[2]] = {before(1, 2)};
    o[0] = S::v[1];
    o[0] += f + many[0];
}
__global__ void next(int *o) {
    extern __shared__ signed int a[];
    o[0] = a[0];
}
int main() {
    int *o;
    cudaMallocManaged(&o, sizeof *o);
    k<<<1, 1, 4>>>(o);
    cudaDeviceSynchronize();
    puts(*o + take(before) == 9 ? "ok" : "wrong");
}
//// variables of the device in its functions, where they are static; kernels of types that mean void
#include <cstdio>
struct sums { int a, b; };
using nothing = void;
using alias_of_nothing = nothing;
namespace names { typedef void of_nothing; }
template <class T> struct same { using type = T; };
__device__ int count() {
    static __device__ sums s;
    static __device__ int table[3] = {5, 6, 7};
    s.a++;
    return s.a + table[1];
}
__global__ alias_of_nothing first(int *out) {
    static __constant__ int table[2] = {3, 4};
    static __managed__ int times;
    times++;
    out[0] = table[1] + times;
}
__global__ names::of_nothing second(int *out) { out[1] = count() + count(); }
__global__ same<void>::type third(int *out) { out[2] = 1; }
__global__ auto fourth(int *out) -> nothing { out[3] = 1; }
int main() {
    int *out;
    cudaMallocManaged(&out, 16);
    first<<<1, 1>>>(out);
    second<<<1, 1>>>(out);
    third<<<1, 1>>>(out);
    fourth<<<1, 1>>>(out);
    cudaDeviceSynchronize();
    puts(out[0] == 5 && out[1] == 15 && out[2] == 1 && out[3] == 1 ? "ok" : "wrong");
}
//// something in front of a condition, in kernels with barriers
#include <cstdio>
__device__ int next(int v) {
    if (int w = v + 1; w % 3)
        return w;
    else
        switch (int x = w * 2; x & 3) {
        case 0: return x;
        default: return x + w;
        }
}
__global__ void k(int *a) {
    __shared__ int s[32];
    int i = threadIdx.x;
    s[i] = i;
    __syncthreads();
    if (int v = s[31 - i]; v & 1)
        i = v;
    else if (v = v + 2; v > 8)
        i = v + 1;
    __syncthreads();
    s[threadIdx.x] = i;
    __syncthreads();
    if (const int all = blockDim.x; all == 32) {
        i += s[(threadIdx.x + 1) % all];
        __syncthreads();
    }
    a[threadIdx.x] = next(i);
}
int main() {
    int *a, wrong = 0, s[32];
    cudaMallocManaged(&a, 32 * sizeof *a);
    if (dim3 threads(32); a)
        k<<<1, threads>>>(a);
    if (cudaError_t e = cudaDeviceSynchronize(); e != cudaSuccess)
        return 1;
    for (int i = 0; i < 32; i++) {
        const int v = 31 - i;
        s[i] = v & 1 ? v : v + 2 > 8 ? v + 3 : i;
    }
    for (int i = 0; i < 32; i++) {
        const int w = s[i] + s[(i + 1) % 32] + 1, x = 2 * w;
        wrong += a[i] != (w % 3 ? w : x & 3 ? x + w : x);
    }
    puts(wrong ? "wrong" : "ok");
}
//// the mathematics of any numbers, where constexpr functions of the host may be called
// nvcc --expt-relaxed-constexpr
#include <cmath>
#include <cstdio>
__global__ void k(double *a, int n) {
    a[0] = sqrt(n) + ceil(n / 2) + exp(n - n) + std::fmax(n, 2.5) + fmin(1, a[0]) + isnan(n) + log2((unsigned)n);
}
int main() {
    double *a;
    cudaMallocManaged(&a, sizeof *a);
    a[0] = 8;
    k<<<1, 1>>>(a, 16);
    cudaDeviceSynchronize();
    puts(a[0] == 4 + 8 + 1 + 16 + 1 + 0 + 4 ? "ok" : "wrong");
}
//// __shared__ behind the type, and behind its stars
#include <cstdio>
__shared__ int *outside;
int *__shared__ beside;
__global__ void k(float *a, int *n) {
    float __shared__ s[16];
    float __shared__ t[16][2], one;
    unsigned __shared__ int u[16];
    int *__shared__ p;
    int *__shared__ q[2], count;
    const int i = threadIdx.x;
    s[i] = a[i];
    t[i][1] = 2;
    u[i] = i;
    if (i == 0) {
        one = 1;
        p = n;
        q[1] = outside = beside = n + 1;
    }
    if (i == 1)
        count = 3;
    __syncthreads();
    a[i] = s[15 - i] + t[i / 2][1] + one + u[15 - i] + p[0] + *q[1] + *outside + *beside + count;
}
int main() {
    float *a;
    int *n, wrong = 0;
    cudaMallocManaged(&a, 16 * sizeof *a);
    cudaMallocManaged(&n, 2 * sizeof *n);
    n[0] = 100, n[1] = 200;
    for (int i = 0; i < 16; i++)
        a[i] = i;
    k<<<1, 16>>>(a, n);
    cudaDeviceSynchronize();
    for (int i = 0; i < 16; i++)
        wrong += a[i] != 2 * (15 - i) + 2 + 1 + 100 + 600 + 3;
    puts(wrong ? "wrong" : "ok");
}
//// consteval functions, methods and constructors of the host
// nvcc -std=c++20
#include <cstdio>
consteval int square(int n) { return n * n; }
struct S {
    int v;
    consteval S(int a) : v(a) {}
    consteval int twice() const { return 2 * v; }
};
template <class T> consteval T half(T t) { return t / 2; }
__device__ int f(int v = square(2)) { return v; }
__global__ void k(int *a) {
    constexpr S s(3);
    __shared__ int memory[square(2)];
    memory[0] = 1;
    a[0] = square(4) + f() + half(8) + s.twice() + S(5).v + memory[0] + (int)sizeof memory;
}
int main() {
    int *a;
    cudaMallocManaged(&a, sizeof *a);
    k<<<1, 1>>>(a);
    cudaDeviceSynchronize();
    puts(a[0] == 52 ? "ok" : "wrong");
}
//// kernels with requirements
// nvcc -std=c++20
#include <concepts>
#include <cstdio>
template <class T> requires (sizeof(T) == 8) __global__ void k(T *o) { *o = 8; }
template <class T> requires (sizeof(T) == 4) && std::floating_point<T> || std::same_as<T, int>
__global__ void k(T *o) {
    __shared__ T s[2];
    s[threadIdx.x] = threadIdx.x;
    __syncthreads();
    o[threadIdx.x] = s[1 - threadIdx.x];
}
template <class T> requires requires(T t) { t + 1; } __device__ T next(T x) { return x + 1; }
template <class T> requires true __global__ void m(T *o) { *o = next(*o); }
int main() {
    int *p;
    double *q;
    cudaMallocManaged(&p, 8);
    cudaMallocManaged(&q, 8);
    k<<<1, 2>>>(p);
    k<<<1, 1>>>(q);
    m<<<1, 1>>>(q);
    cudaDeviceSynchronize();
    puts(p[0] == 1 && p[1] == 0 && *q == 9 ? "ok" : "wrong");
}
//// functions of the host that are named where nothing is evaluated
#include <cstdio>
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
    for (decltype(r(1)) y = 0; y < 3; y++)
        sum += y;
    if (decltype(r(1)) y = i)
        sum += y;
    s[0] = number<sizeof(r(1))>() + sizeof r(1) + alignof(decltype(r(1))) + noexcept(r(1)) + SIZE;
    o[0] = (decltype(r(1)))1.5f + decltype(r(1))(2) + decltype(r(1)){3} + static_cast<decltype(r(1))>(4.5);
    o[1] = c.v + d + e + t(7) + l(8) + sum + *p + s[0];
    o[2] = f<int>() + w() + u(1) + v(2);
}
int main() {
    int *o;
    cudaMallocManaged(&o, 32);
    o[5] = 100;
    k<<<1, 1>>>(o, 2);
    cudaDeviceSynchronize();
    printf(o[0] == 10 && o[1] == 143 && o[2] == 11 ? "ok\n" : "wrong\n");
}
//// elements of a constant where the compiler needs them itself
#include <cstdio>
constexpr int table[3] = {1, 2, 3};
template <int n> __device__ int number() { return n; }
template <int n> struct box { static constexpr int value = n; int x; };
__global__ void k(int *o, int i) {
    enum { A = table[1] };
    using second = box<table[1]>;
    box<table[2]> b = {5};
    int a[table[1]] = {6, 7};
    int(*p)[table[1]] = &a;
    alignas(table[1] * 4) int z = 3;
    constexpr int c = table[2];
    static_assert(table[1] == 2, "");
    switch (i) {
    case table[1]: o[1] = 10; break;
    default: o[1] = 11;
    }
    o[0] = number<table[1]>() + box<table[1]>::value + second::value + A + b.x + (*p)[1] + z + c;
    o[2] = sizeof(box<table[1]>) + sizeof(int[table[1]]) + (box<table[1]>{4}).x + noexcept(table[i]);
    if constexpr (table[1] == 2)
        o[3] = sizeof(table[i]);
}
int main() {
    int *o;
    cudaMallocManaged(&o, 16);
    k<<<1, 1>>>(o, 2);
    cudaDeviceSynchronize();
    printf(o[0] == 26 && o[1] == 10 && o[2] == 17 && o[3] == 4 ? "ok\n" : "%d %d %d %d\n", o[0], o[1], o[2], o[3]);
}
//// elements of a constant of the host that are worked out in a value
#include <cstdio>
constexpr int table[3] = {1, 2, 3};
constexpr int square[2][2] = {{1, 2}, {3, 4}};
struct pair { int a, b; };
constexpr pair pairs[2] = {{1, 2}, {3, 4}};
struct made { int a; __device__ made(int x) : a(x) {} };
struct holds { int a; __device__ holds() : a(table[1]) {} };
__device__ int same(int x) { return x; }
__global__ void k(int *o, int i) {
    const int j = 1;
    const int a = table[1];
    static const int b = table[2];
    int c = table[j] + i, d = same(table[1]) * square[1][0], e = pairs[1].b, f[2] = {table[1], i};
    const bool g = table[1] == 2 && i > table[0];
    pair h = {table[1], i};
    made l(table[1]), m = table[2];
    holds n;
    auto p = [] { return table[1]; };
    int q = j ? table[1] : i, r = table[table[0]], s = min(table[1], i), *t = o + table[1];
    const int &u = table[1] + i;
    int *v = new int[table[1]], *w = new int(table[2]), (*x)[2] = new int[i][table[1]];
    o[0] = a + b + c + d + e + f[0] + f[1] + g + h.a + h.b + l.a + m.a + n.a;
    o[1] = p() + q + r + s + (t - o) + u + *w;
    for (const int y = table[1]; i < y; i++)
        o[0] = 0;
    delete[] v;
    delete w;
    delete[] x;
}
int main() {
    int *o;
    cudaMallocManaged(&o, 16);
    k<<<1, 1>>>(o, 7);
    cudaDeviceSynchronize();
    printf(o[0] == 50 && o[1] == 22 ? "ok\n" : "%d %d\n", o[0], o[1]);
}
//// elements of a constant of the host by their address, and members of them, anywhere
// nvcc --diag-suppress=174
#include <cstdio>
constexpr int table[3] = {1, 2, 3};
struct pair { int a, b; };
constexpr pair pairs[2] = {{1, 2}, {3, 4}};
struct row { static constexpr int in[3] = {4, 5, 6}; };
struct array { int v[3]; __device__ int &operator[](int i) { return v[i]; } };
__device__ int same(int x) { return x; }
__device__ int second() { return *(table + 1); }
__device__ void dropped(int *o) { return (void)table[1]; }
template <int N> __device__ int nth() { return *(table + N); }
__global__ void k(int *o, pair w) {
    const int n = 1;
    array v = {{7, 8, 9}};
    o[0] = *(table + 1) + *table + **&table + *&table[n] + *(row::in + 1);
    o[1] = pairs[1].a + (*(pairs + 1)).b + (&pairs[1])->a + *&pairs[1].b;
    o[2] = (&table[3] - table) + (table == nullptr) + (table + 1 < table + 2) + !table + (table ? 1 : 2);
    int a = 1[table], b = v[table[1]], c = (w = pairs[1]).a, d = (&table[1])[1], e = (0, table[1]);
    o[3] = a + b + c + d + e;
    w = *(pairs + 1);
    o[*(table + 2) + 1] = same(*(table + 1)) + second() + nth<2>() + w.b;
    dropped(o);
    (void)table[o[0]];
    table[1];
    if (*(table + 1) == 2 && &table[1] != nullptr)
        o[0]++;
}
int main() {
    int *o;
    cudaMallocManaged(&o, 32);
    k<<<1, 1>>>(o, {});
    cudaDeviceSynchronize();
    printf(o[0] == 12 && o[1] == 14 && o[2] == 5 && o[3] == 19 && o[4] == 11 ? "ok\n" : "%d %d %d %d %d\n", o[0], o[1],
           o[2], o[3], o[4]);
}
//// the size of what the host alone makes
#include <cstdio>
struct inner { int x; __host__ inner() : x(1) {} };
struct outer { inner i; };
__global__ void k(int *o) { o[0] = sizeof(outer); }
int main() {
    outer *const made = new outer;
    int *o;
    cudaMallocManaged(&o, 4);
    k<<<1, 1>>>(o);
    cudaDeviceSynchronize();
    printf(o[0] == sizeof(int) && made->i.x == 1 ? "ok\n" : "%d\n", o[0]);
    delete made;
}
//// what namespace std has of both sides, and a value that a template is given
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <utility>
template <class T> __global__ void k(int *o, T t) {
    o[0] = std::size_t(t) + sizeof(std::uint32_t) + std::abs(-3);
}
int main() {
    int *o;
    auto pair = std::make_pair(1, 2);
    cudaMallocManaged(&o, 4);
    k<<<1, 1>>>(o, pair.second);
    cudaDeviceSynchronize();
    printf(o[0] == 9 ? "ok\n" : "wrong\n");
}
//// operators that want what nobody else has, or a reference
#include <cstdio>
struct V {
    int v;
    __device__ V operator+(V o) { return {v + o.v}; }
    __device__ V operator/(int n) { return {v / n}; }
    __device__ V &operator<<(int n) {
        v += n;
        return *this;
    }
    __device__ int operator%(int) && { return 1; }
    __device__ int operator%(int) & { return 2; }
    __device__ int operator%(int) const & { return 3; }
};
struct W {
    int v;
};
struct M {
    int v;
    __device__ M(int x) : v(x) {}
    M(const M &) = delete;
};
struct Stream {
    int *to;
    template <class T> __device__ Stream &operator>>(const T &t) {
        *to++ = (int)t;
        return *this;
    }
    unsigned few : 4;
};
__device__ W &&operator<<(W &&w, int n) {
    w.v += n;
    return (W &&) w;
}
__device__ int operator<<(int &n, V v) {
    return n += v.v;
}
__device__ int operator/(const int &n, W &w) {
    return const_cast<int &>(n) += w.v++;
}
__device__ int operator/(int n, M &&m) {
    return n + m.v;
}
__device__ W &operator<<=(W &w, int &n) {
    w.v += n++;
    return w;
}
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
    int *o, wrong = 0;
    cudaMallocManaged(&o, 64);
    k<<<1, 1>>>(o, 3, 40);
    cudaDeviceSynchronize();
    for (int i = 0; i < 9; i++)
        wrong += o[i] != expected[i];
    printf(wrong ? "wrong\n" : "ok\n");
}
//// an element that is worked out from what another lane had, by an index with an effect
#include <cstdio>
__global__ void k(int *o) {
    int a[8] = {1, 2, 3, 4, 5, 6, 7, 8}, n = 0, q = 2;
    a[n++] += a[q ^ 1];
    a[++n] -= a[q ^ 1];
    o[0] = n * 100 + a[0] * 10 + a[2];
}
int main() {
    int *o;
    cudaMallocManaged(&o, 4);
    k<<<1, 1>>>(o);
    cudaDeviceSynchronize();
    printf(*o == 249 ? "ok\n" : "wrong\n");
}
//// several arrays of one extern __shared__, and alignas in the middle
#include <cstdio>
extern __shared__ int outside[], rows[][4];
__device__ alignas(64) int n = 3;
alignas(32) static __device__ const int m[2] = {4, 5};
__global__ void k(int *o) {
    extern __shared__ int a[], *b[];
    a[threadIdx.x] = threadIdx.x;
    __syncthreads();
    o[threadIdx.x] = outside[7 - threadIdx.x] * 100 + rows[1][threadIdx.x % 4] * 10 + n + m[1];
    o[8] = b[0] == (int *)(1ll << 32) && (size_t)&n % 64 == 0 && (size_t)&m % 32 == 0;
}
int main() {
    int *o;
    cudaMallocManaged(&o, 64);
    k<<<1, 8, 32>>>(o);
    cudaDeviceSynchronize();
    printf(o[2] == 568 && o[8] ? "ok\n" : "wrong\n");
}
//// what a kernel gets by value, and the host copies
#include <cstdio>
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
int main() {
    Element *e = new Element;
    int *o;
    e->value = 3;
    cudaMallocManaged(&o, 4);
    k<<<1, 1>>>(*e, o);
    cudaDeviceSynchronize();
    printf(*o == 4 ? "ok\n" : "wrong\n");
    delete e;
}
//// kernels that templates are given
#include <cstdio>
typedef void kernel(int *o);
__global__ void one(int *o) { o[0]++; }
template <kernel *f> static void by_name(int *o) { f<<<1, 1>>>(o); }
template <void (*f)(int *)> static void by_pointer(int *o) { f<<<1, 1>>>(o); }
template <auto f> static void by_any(int *o) { f<<<1, 1>>>(o); }
template <class F> static void by_type(F f, int *o) { f<<<1, 1>>>(o); }
template <class F, F f> static void by_both(int *o) { f<<<1, 1>>>(o); }
int main() {
    int *o;
    cudaMallocManaged(&o, 4);
    *o = 0;
    by_name<one>(o);
    by_pointer<one>(o);
    by_any<one>(o);
    by_type(one, o);
    by_both<kernel *, one>(o);
    cudaDeviceSynchronize();
    printf(*o == 5 ? "ok\n" : "wrong\n");
}
//// constants whose value stands in parentheses
#include <algorithm>
#include <cstdio>
constexpr unsigned a = 4, b = 2;
struct S {
    static constexpr int value = 3;
    int x, y;
    constexpr S(int x, int y) : x(x), y(y) {}
};
namespace N {
constexpr int v = 5;
constexpr int f(int x) { return x + 1; }
enum E { red, green };
enum class F { blue = 7 };
}
typedef int T;
constexpr int sq(int x) { return x * x; }
constexpr unsigned n1(a *b), n2(a << b), n3(a & b), n4(a - b), n5(n4 * 2);
constexpr int n6(sq(a)), n7(N::v), n8(N::f(2)), n9(S::value * 2), n10(sizeof(T) * 2), n11(~3);
constexpr int n12((a)), n13(N::green), n14((int)N::F::blue), n15(static_cast<T>(a)), n16(T(a) * 2);
constexpr int n17(a > b ? a : b), n18(a == b), n19(int(a) + 1), n20(::N::v * 1), n21(not a);
constexpr int n22(std::max(3, 4)), n23(alignof(T)), n24(S(1, 2).x), n25(unsigned(a) * b), n26(T{3});
constexpr char n27('a');
constexpr S s(a, b), s2(T(a), b), s3(decltype(a)(b), N::green);
constexpr bool n30(T(a) == 4);
constexpr float inf(__builtin_inff());
using N::v;
template <class U> struct V {
    static constexpr int w = 3;
};
template <class U> constexpr int vt(V<U>::w * 2);
constexpr int n31(v), n32(V<int>::w), n33(__LINE__);
static const int n28(a);
const int n29(a * 2);
__device__ int from_product(a *b);
__constant__ int from_call(sq(3));
// functions all
int fun1(T x), fun2(T), fun3(T (*)(int)), fun4(S), fun5(S &), fun6(const S &s), fun7(struct S);
int fun8(T(x)), fun9(...), fun13(T(a), T b), fun14(T(a) = 3), fun15(decltype(a)(b)), fun16(V<int>);
__device__ int fun10(T *b) { return *b; }
__device__ int fun11(N::E) { return 1; }
template <class U> __device__ U fun12(U *b) { return *b; }
#define SUM                                                                                        \
    n1 + n2 + n3 + n4 + n5 + n6 + n7 + n8 + n9 + n10 + n11 + n12 + n13 + n14 + n15 + n16 + n17 +   \
        n18 + n19 + n20 + n21 + n22 + n23 + n24 + n25 + n26 + n27 + n28 + n29 + s.x +   \
        s2.x + s3.y + n30 + (inf > 3) + n31 + n32 + n33 + vt<int>
__global__ void k(int *o) {
    int c = 3;
    *o = SUM + from_product + from_call + fun10(&c) + fun11(N::red) + fun12(&c);
}
int main() {
    int *o;
    cudaMallocManaged(&o, 4);
    k<<<1, 1>>>(o);
    cudaDeviceSynchronize();
    printf(*o == (int)(SUM + 8 + 9 + 3 + 1 + 3) ? "ok\n" : "wrong\n");
}
//// the host's constant pointers in kernels
#include <cstdio>
__device__ int numbers[4] = {1, 2, 3, 4};
constexpr const char *word = "abc";
constexpr auto other = "xyz";
inline constexpr const char *format = "%s%s%s";
namespace N {
constexpr const char *end = "\n";
}
constexpr int *second = &numbers[1];
constexpr const int *none = nullptr;
int *const zero = 0;
struct named {
    const char *s;
};
__device__ int length(const char *s) {
    int n = 0;
    while (s[n])
        n++;
    return n;
}
__device__ const char *chosen(int i) { return i ? word : other; }
template <class T> __device__ bool is_null(T p) { return p == nullptr; }
__global__ void k(int *o) {
    const char *at = nullptr;
    named name = {other};
    if (o[0] == 17)
        printf(format, word, other, N::end);
    for (const char *c = word; *c; c++)
        o[0] += *c - 'a';
    at = word;
    name.s = word;
    auto first = [=] { return word[0]; };
    o[0] += length(word) + (none == nullptr) + is_null(none) + (zero ? 0 : 1) + *second + second[1];
    o[0] += (*chosen(o[1]) == 'x') + (*at == 'a') + (name.s[1] == 'b') + (first() == 'a');
    o[0] += (none ? *none : 5) + (*(word + 2) == 'c') + word[o[1] + 1] - 'b';
}
int main() {
    int *o;
    cudaMallocManaged(&o, 8);
    o[0] = o[1] = 0;
    k<<<1, 1>>>(o);
    cudaDeviceSynchronize();
    printf(*o == 3 + 3 + 3 + 2 + 3 + 4 + 5 + 1 ? "ok\n" : "wrong %d\n", *o);
}
//// the program's own things by names that the device's functions have
#include <cstdio>
namespace mine {
__forceinline__ __device__ float rsqrt(float x) { return x + 1; }
struct V {
    float sinpi;
    float rsqrtf(float y) { return sinpi + y; }
};
}
struct W {
    int exp10;
    __device__ int rsqrt(int x) { return exp10 + x; }
};
__global__ void k(double *o) {
    float rsqrtf(4), cospif = 1;
    double s, c;
    float (*f)(float) = sinpif;
    W w = {3};
    sincospi(0.5, &s, &c);
    o[0] = ::rsqrt(4.0) + rsqrt(16.0f) + mine::rsqrt(1) + rsqrtf + w.rsqrt(2) + cospif;
    o[1] = sinpi(0.5f) + cospi(1.0) + s + c + f(0.5);
}
int main() {
    double *o;
    mine::V v = {2};
    cudaMallocManaged(&o, 16);
    k<<<1, 1>>>(o);
    cudaDeviceSynchronize();
    printf(o[0] == 12.75 && o[1] == 2 && v.rsqrtf(3) == 5 && rsqrt(4.0) == 0.5 ? "ok\n" : "wrong\n");
}
//// functions that are declared first, and inline where they are defined
#include <cstdio>
__device__ int f(int a);
__device__ int f(float a);
namespace N { __device__ int g(const int *); }
__global__ void k(int *o) { o[0] = f(1) + f(1.f) + N::g(o + 1); }
inline __device__ int f(int b) { return b + 1; }
__device__ int f(float) { return 7; }
namespace N { __inline__ __device__ int g(int const *p) { return *p; } }
int main() {
    int *o;
    cudaMallocManaged(&o, 8);
    o[1] = 5;
    k<<<1, 1>>>(o);
    cudaDeviceSynchronize();
    puts(o[0] == 2 + 7 + 5 ? "ok" : "wrong");
}
//// signs in front of halves
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cstdio>
__global__ void k(float *o) {
    __half a = 3;
    __nv_bfloat16 b = 4;
    o[0] = (float)(+a * a) + (float)(+b - -b) + (float)(+__half2half2(a)).x;
}
int main() {
    float *o;
    cudaMallocManaged(&o, 4);
    k<<<1, 1>>>(o);
    cudaDeviceSynchronize();
    puts(*o == 9 + 8 + 3 ? "ok" : "wrong");
}
//// what the host alone makes, assigns and copies is pointed to, named and asked in kernels
// nvcc --diag-suppress=177
#include <cstdio>
int h() { return 3; }
struct H {
    int x;
    H() { x = h(); }
    H &operator=(const H &o) { x = o.x; return *this; }
};
struct S { H h; typedef int type; };
struct V { int v = h(); };
struct T { S *s; };
template <class C> __device__ int get(const C *c) { return c->h.x; }
template <class C> __device__ int size() { C(*c)[2] = nullptr; return sizeof *c; }
struct W { H h; };
static __device__ int nobody() { W w; return w.h.x; }
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
int main() {
    S *s;
    V *v;
    int *o;
    cudaMallocManaged(&s, 2 * sizeof *s);
    cudaMallocManaged(&v, sizeof *v);
    cudaMallocManaged(&o, sizeof *o);
    s[0] = s[1] = S();
    *v = V();
    k<<<1, 1>>>(o, s, v);
    cudaDeviceSynchronize();
    puts(o[0] == 3 + 3 + 3 + 3 + 2 ? "ok" : "wrong");
}
//// what the host moves, copies and assigns, and kernels read, has members of the host's
#include <cstdio>
#include <memory>
#include <utility>
struct H {
    int x;
    H() { x = 1; }
    H(const H &o) : x(o.x + 1) {}
    H &operator=(const H &o) { x = o.x + 8; return *this; }
};
struct S { H h[2]; };
struct M { std::unique_ptr<int> p; S s; };
__global__ void k(int *o, const S *s) { o[0] = s->h[1].x; }
int main() {
    M a, b = std::move(a);
    a = std::move(b);
    S *s;
    int *o;
    cudaMallocManaged(&s, sizeof *s);
    cudaMallocManaged(&o, sizeof *o);
    *s = a.s;
    k<<<1, 1>>>(o, s);
    cudaDeviceSynchronize();
    puts(o[0] == 2 + 8 + 8 ? "ok" : "wrong");
}
//// ++ of a bool in device code, by any name, its value asked for or not
// nvcc --extended-lambda -diag-suppress=708
#include <cstdio>
struct S {
    bool b, c;
};
typedef bool flag;
__device__ bool was(bool &b) { return b++; }
template <class F> __global__ void call(F f) { f(); }
__global__ void k(bool *p, S *s) {
    __shared__ bool seen[4];
    flag b = false;
    seen[threadIdx.x] = false;
    __syncthreads();
    b++;
    seen[3 - threadIdx.x]++;
    for (bool turn = false; !turn; turn++)
        s[threadIdx.x].b = ++s[threadIdx.x].c;
    __syncthreads();
    (*(p + threadIdx.x)) = was(b) && was(seen[threadIdx.x]) && s[threadIdx.x].b++;
}
int main() {
    bool *p;
    S *s;
    cudaMallocManaged(&p, 5);
    cudaMallocManaged(&s, 4 * sizeof *s);
    p[4] = s[0].c = s[1].c = s[2].c = s[3].c = false;
    k<<<1, 4>>>(p, s);
    call<<<1, 1>>>([=] __device__() { ++p[4]; });
    puts(cudaDeviceSynchronize() == cudaSuccess && p[0] && p[1] && p[2] && p[3] && p[4] ? "ok" : "wrong");
}
//// ++ of a bool in host code, by an old standard
// nvcc -std=c++14 -diag-suppress=708
#include <cstdio>
struct S {
    bool b = false;
    bool set() { return b++; }
};
int main() {
    bool b = false;
    S s;
    const int n = b++ + s.set();
    puts(n == 0 && b && s.b && ++b && s.set() ? "ok" : "wrong");
}
//// objects with virtual bases, which nvcc lets kernels make, by constructors that are no inline functions
#include <cstdio>
#include <fstream>
#include <sstream>
struct V {
    V();
    ~V();
};
struct S : virtual V {
    S();
    ~S();
};
__global__ void k(bool never) {
    if (never) {
        S s;
        std::ostringstream text;
        std::ifstream file;
    }
}
V::V() {}
V::~V() {}
S::S() {}
S::~S() {}
int main() {
    k<<<1, 1>>>(false);
    puts(cudaDeviceSynchronize() == cudaSuccess ? "ok" : "wrong");
}
//// atomics on addresses, with an order: they count bytes
#include <cstdio>
__global__ void k(int **p, int *base) {
    __shared__ int *s[2];
    if (threadIdx.x == 0) s[0] = s[1] = base;
    __syncthreads();
    int *const before = __nv_atomic_fetch_add(&s[threadIdx.x], 4, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_BLOCK);
    __nv_atomic_fetch_sub(&s[threadIdx.x], 8 * threadIdx.x, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_BLOCK);
    __nv_atomic_add(p, 8, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
    __nv_atomic_fetch_max(p + 1, base + 1, __NV_ATOMIC_SEQ_CST, __NV_THREAD_SCOPE_DEVICE);
    __syncthreads();
    p[2 + threadIdx.x] = s[threadIdx.x];
    p[4 + threadIdx.x] = before;
}
int main() {
    int **p, *base;
    cudaMallocManaged(&p, 6 * sizeof *p);
    cudaMallocManaged(&base, 64 * sizeof *base);
    p[0] = base;
    p[1] = nullptr;
    k<<<1, 2>>>(p, base + 10);
    cudaDeviceSynchronize();
    puts(p[0] == base + 4 && p[1] == base + 11 && p[2] == base + 11 && p[3] == base + 9 && p[4] == base + 10 &&
         p[5] == base + 10 ? "ok" : "wrong");
}
//// what the host's constant pointers point to, read
#include <cstdio>
const int seven = 7;
constexpr const int *p = &seven;
constexpr float two = 2;
constexpr const float *q = &two;
__device__ int get() { return *p; }
__global__ void k(int *o) {
    *o = *p;
    o[1] = get();
    o[2] = *q;
}
int main() {
    int *o;
    cudaMallocManaged(&o, 3 * sizeof *o);
    k<<<1, 1>>>(o);
    cudaDeviceSynchronize();
    puts(o[0] == 7 && o[1] == 7 && o[2] == 2 ? "ok" : "wrong");
}
//// tables of functions of the device, and constants that hold the host's
#include <cstdio>
__device__ int one(int x) { return x + 1; }
__host__ __device__ int two(int x) { return x + 2; }
int host(int x) { return x + 3; }
struct op { const char *name; int (*f)(int); };
struct pair { int n; int (*f)(int); };
__device__ int (*table[])(int) = {one, two};
__constant__ op ops[] = {{"one", one}, {"two", two}};
__device__ int (*lambda[])(int) = {[](int x) { return x + 4; }};
constexpr int (*on_device)(int) = one;
constexpr int (*nothing)(int) = nullptr;
constexpr int (*on_host[])(int) = {host};
constexpr pair held = {5, host}, several[] = {{6, host}};
__global__ void k(int *a) {
    *a = table[0](1) + table[1](1) + ops[1].f(1) + lambda[0](1) + on_device(1) + (nothing == nullptr) + held.n +
         several[0].n;
}
int main() {
    int *a;
    cudaMallocManaged(&a, sizeof *a);
    k<<<1, 1>>>(a);
    cudaDeviceSynchronize();
    puts(*a == 2 + 3 + 3 + 5 + 2 + 1 + 5 + 6 && on_host[0](1) == 4 && held.f(1) == 4 ? "ok" : "wrong");
}
//// constant objects whose methods nvcc works out, and lambdas
// nvcc --extended-lambda
#include <cstdio>
#include <functional>
struct box {
    int n, m[2];
    __host__ __device__ constexpr int get(int x) const { return x + n; }
};
constexpr box b{3, {4, 5}};
constexpr auto lam = [](int x) { return x + 1; };
template <class F> __host__ __device__ int apply(F f) { return f(1); }
template <class F> __global__ void run(F f, int *a) { *a += f(1); }
__global__ void k(int *a) {
    const int two = 2;
    int m = b.m[1];
    auto own = [](int x) { return x + 1; };
    *a = b.get(2) + b.get(two) + m + apply(own);
}
int main() {
    int *a;
    std::function<int(int)> f = [] __host__ __device__(int x) { return x; };
    auto l = [] __device__(int x) { return x + 10; };
    cudaMallocManaged(&a, sizeof *a);
    k<<<1, 1>>>(a);
    run<<<1, 1>>>(l, a);
    cudaDeviceSynchronize();
    puts(*a == 5 + 5 + 5 + 2 + 11 && lam(1) == 2 && f(3) == 3 ? "ok" : "wrong");
}
//// lambdas that capture parameters of static functions, and variables beside static ones
#include <cstdio>
template <class F> __host__ __device__ int apply(F f) { return f(1); }
static __device__ int held(int n, const int *p) { return apply([n, p](int x) { return n + *p + x; }); }
__global__ void k(int *a) {
    static const int five = 5;
    int own = five;
    a[1] = held(2, a) + apply([own](int x) { return own * x; });
}
static int host(int n) {
    static int calls;
    const int now = ++calls, more = n;
    return [n, now, more](int x) { return n + now + more + x; }(1);
}
int main() {
    int *a;
    cudaMallocManaged(&a, 2 * sizeof *a);
    a[0] = 7;
    k<<<1, 1>>>(a);
    cudaDeviceSynchronize();
    puts(a[1] == 2 + 7 + 1 + 5 && host(3) == 3 + 1 + 3 + 1 ? "ok" : "wrong");
}
//// variables of classes whose constructors do nothing, or are constexpr
#include <cstdio>
struct none { virtual __device__ int f() { return 1; } };
struct valued { int x = 2; virtual __device__ int f() { return x; } };
struct below : valued { int y = 3; __device__ int f() override { return x + y; } };
struct known { int x; __host__ __device__ constexpr known() : x(4) {} virtual __device__ int f() { return x; } };
struct empty { int x; __host__ __device__ empty() {} };
struct around { empty e[2]; __device__ around() {} };
__device__ none a;
__device__ valued b, c{};
__device__ below d[2];
__device__ known e;
__device__ empty f, g{};
__constant__ empty h;
__shared__ empty i;
__device__ around j;
__global__ void k(int *o) {
    i.x = 5;
    f.x = 6;
    valued *const p = &d[1];
    *o = a.f() + b.f() + c.f() + p->f() + e.f() + f.x + g.x + h.x + i.x + j.e[1].x;
}
int main() {
    int *o;
    cudaMallocManaged(&o, sizeof *o);
    k<<<1, 1>>>(o);
    cudaDeviceSynchronize();
    puts(*o == 1 + 2 + 2 + 5 + 4 + 6 + 5 ? "ok" : "wrong");
}
//// constants that are declared before they get their value
#include <cstdio>
extern const float half;
struct S {
    static const int n;
    static const float f;
};
template <class T> struct U {
    static const T one;
};
namespace N {
extern const int m;
}
const float half = 0.5f;
const int S::n = 3;
const float S::f = 1.5f;
template <class T> const T U<T>::one = 1;
const int N::m = 4;
__global__ void k(float *a) { *a = half + S::n + S::f + U<float>::one + N::m; }
int main() {
    float *a;
    cudaMallocManaged(&a, sizeof *a);
    k<<<1, 1>>>(a);
    cudaDeviceSynchronize();
    puts(*a == 10 ? "ok" : "wrong");
}
//// values of the mathematics that nvcc works out
#include <cmath>
#include <cstdio>
constexpr float up = ceil(1.5f), size = fabs(-1.5f), more = std::ceil(2.5);
__device__ double above = std::ceil(0.5), whole = fabs(-2);
const float same = ceil(2.5f);
__global__ void k(float *a) { *a = up + size + more + above + whole + same; }
int main() {
    float *a;
    cudaMallocManaged(&a, sizeof *a);
    k<<<1, 1>>>(a);
    cudaDeviceSynchronize();
    puts(*a == 12.5f ? "ok" : "wrong");
}
//// constants of sizes and infinities
#include <cmath>
#include <cstdio>
int host;
const int size = sizeof host;
const float most = INFINITY, none = NAN;
const double huge = HUGE_VAL;
__global__ void k(float *a) { *a = most == huge && none != none ? size : 0; }
int main() {
    float *a;
    cudaMallocManaged(&a, sizeof *a);
    k<<<1, 1>>>(a);
    cudaDeviceSynchronize();
    puts(*a == 4 ? "ok" : "wrong");
}
//// members of a class that are defined side by side, in front of a kernel that takes the class
#include <cstdio>
struct owner { static int copied, ended; int *p; };
int owner::copied, owner::ended;
__global__ void borrow(owner o, int *to) { to[0] = *o.p; }
int main() {
    int *p;
    cudaMallocManaged(&p, 8);
    p[1] = 1;
    borrow<<<1, 1>>>(owner{p + 1}, p);
    cudaDeviceSynchronize();
    printf(p[0] == 1 && owner::copied == owner::ended ? "ok\n" : "wrong\n");
}
//// shared memory of what if constexpr leaves out
#include <cstdio>
__device__ int f(int x) {
    __shared__ int s[8000];
    s[threadIdx.x] = x;
    __syncthreads();
    return s[0];
}
template <bool B> __global__ void k(int *o) {
    __shared__ int s[8000];
    s[threadIdx.x] = *o;
    __syncthreads();
    if constexpr (B)
        *o = f(*o);
    else
        *o = s[0] + 1;
}
int main() {
    int *p;
    cudaMallocManaged(&p, 4);
    k<false><<<1, 1>>>(p);
    cudaDeviceSynchronize();
    printf(*p == 1 ? "ok\n" : "wrong\n");
}
//// a template kernel that nobody launches, with references of all kinds
#include <cstdio>
template <class F> __global__ void k(const F &&f, int &&x) { f(x); }
template <class F> __global__ void l(F f) { f(); }
int main() { puts("ok"); }
//// a function of the host's that an object outside functions holds, while the compiler is asked
#include <cstdio>
#include <functional>
struct number { int x; };
static int operator+(number, number) { return 1; }
static void say() { printf("ok\n"); }
std::function<void()> saying = say;
int main() {
    saying();
    return number{0} + number{0} - 1;
}
//// functions that return pointers to functions, and references to arrays
#include <cstdio>
__device__ int next(int x) { return x + 1; }
__device__ int last(int x) { return x - 1; }
__device__ int (*pick(int which))(int);
__device__ int (*pick(int which))(int) { return which ? next : last; }
__device__ int (&row(int (&a)[2][3]))[3] { return a[1]; }
struct picks {
    __device__ int (*get() const)(int) { return next; }
};
__global__ void k(int *a) {
    int m[2][3] = {{1, 2, 3}, {4, 5, 6}};
    *a = pick(1)(10) + pick(0)(100) + row(m)[2] + picks().get()(1000);
}
int main() {
    int *p;
    cudaMallocManaged(&p, 4);
    k<<<1, 1>>>(p);
    cudaDeviceSynchronize();
    printf(*p == 11 + 99 + 6 + 1001 ? "ok\n" : "wrong\n");
}
//// device methods that templates of the host's call, of types that are open
#include <cstdio>
template <class T> struct vec {
    T x;
    __device__ T squared() const { return x * x; }
};
struct plain {
    template <class T> __device__ T same(T x) const { return x; }
};
template <class T> T length(const vec<T> &v) { return v.squared(); }
template <class T> T through(T v, plain p) { return p.same(v); }
int main(int argc, char **argv) {
    if (argc > 1)
        return length(vec<int>{2}) + through(1, plain());
    printf("ok\n");
}
//// functions of the host that read threadIdx, and are called nowhere, or in vain
#include <cstdio>
struct S {
    unsigned index() { return threadIdx.x; }
    uint3 blockIdx;
    unsigned own() { return blockIdx.x; }
};
inline unsigned lanes() { return warpSize; }
template <class T> T size(T n) { return n * blockDim.x; }
int main() {
    S s = {};
    const bool right = sizeof threadIdx.x == 4 && sizeof(blockDim) == 12 && s.own() == 0;
    puts(right ? "ok" : "WRONG");
}
//// the library's containers beside kernels, by pointer in them; templates that nobody asks for
#include <algorithm>
#include <cstdio>
#include <map>
#include <vector>
struct S {
    std::map<int, int> m;
    std::vector<int> v;
    int n;
};
__global__ void k(S *s, int *a) {
    std::map<int, int> *const m = &s->m;
    a[0] = m ? (int)sizeof(std::map<int, int>) : s->n;
}
template <class T> __global__ void in_vain(T *a) {
    std::map<T, int> m;
    a[0] = std::max(3, 5);
}
int main() {
    S s, t = s;
    s.m[3] = 4;
    s.v.push_back(5);
    t = s;
    puts(t.m[3] == 4 && t.v[0] == 5 ? "ok" : "WRONG");
}
//// __device__ beside extern __shared__, in any order
#include <cstdio>
extern __shared__ __device__ int whole[];
__global__ void k(int *a) {
    extern __shared__ __device__ int c[];
    extern int __shared__ __device__ d[];
    __shared__ extern __device__ __align__(16) int e[];
    whole[threadIdx.x] = threadIdx.x;
    __syncthreads();
    a[threadIdx.x] = c[7 - threadIdx.x] + d[threadIdx.x] + e[0];
}
int main() {
    int *a;
    cudaMallocManaged(&a, 8 * sizeof *a);
    k<<<1, 8, 8 * sizeof *a>>>(a);
    cudaDeviceSynchronize();
    bool right = true;
    for (int i = 0; i < 8; i++)
        right = right && a[i] == 7;
    puts(right ? "ok" : "WRONG");
    return cudaFree(a);
}
//// p > 0 for pointers, and ++ of bools that templates are made for
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
    cudaDeviceSynchronize();
    puts(*o == 29010 ? "ok" : "wrong");
}
//// ... at a barrier
#include <cstdio>
template <class T> __global__ void k(T *o, int *p) {
    __shared__ T a[32];
    T x = o[threadIdx.x];
    x++;
    a[threadIdx.x] = x;
    if (p > 0) x++;
    __syncthreads();
    o[threadIdx.x] = a[31 - threadIdx.x]++;
    if (0 < p) *p = 1;
}
int main() {
    bool *o;
    cudaMallocManaged(&o, 32);
    k<<<1, 32>>>(o, (int *)0);
    cudaDeviceSynchronize();
    puts(o[3] ? "ok" : "wrong");
}
//// strlen of literals
#include <cstdio>
#include <cstring>
const int four = strlen("abcd");
template <int N> __device__ int value() { return N; }
__global__ void k(int *o) {
    constexpr int three = std::strlen("a" "bc");
    __shared__ int a[strlen("ab")];
    enum { one = strlen("a") };
    a[0] = strlen("abcde");
    static_assert(strlen("a") == 1, "");
    *o = four + three + a[0] + one + value<strlen("")>();
}
int main() {
    int *o;
    cudaMallocManaged(&o, sizeof *o);
    k<<<1, 1>>>(o);
    cudaDeviceSynchronize();
    puts(*o == 13 ? "ok" : "wrong");
}
//// functions that functions declare
#include <cstdio>
__device__ int next(int x) { return x + 1; }
__global__ void k(int *o) {
    __device__ int next(int);
    __host__ void later(int);
    *o = next(3);
}
void later(int *o) {
    __global__ void k(int *);
    __device__ int next(int);
    k<<<1, 1>>>(o);
}
int main() {
    int *o;
    cudaMallocManaged(&o, sizeof *o);
    later(o);
    cudaDeviceSynchronize();
    puts(*o == 4 ? "ok" : "wrong");
}
//// copysign of two types
#include <cmath>
#include <cstdio>
__host__ __device__ double sum(double x, float y) { return copysign(x, y) + copysign(y, x); }
__global__ void k(double *o, double x, float y) { *o = sum(x, y) + copysign(y, -1.0f) + std::copysign(x, 1.0); }
int main() {
    double *o;
    cudaMallocManaged(&o, sizeof *o);
    k<<<1, 1>>>(o, 2, -3);
    cudaDeviceSynchronize();
    puts(*o == sum(2, -3) - 3 + 2 && std::copysign(1, -2.0f) == -1 ? "ok" : "wrong");
}
//// std::array with --expt-relaxed-constexpr, and addresses of constants in what nothing calls
// nvcc --expt-relaxed-constexpr
#include <array>
#include <cstdio>
constexpr std::array<int, 3> a = {1, 2, 3};
const std::array<int, 2> b = {4, 5};
struct S { static constexpr int n = 1; __device__ const int *f() { return &n; } };
inline __device__ int in_vain(int i) { return a[i] + *&S::n; }
template <class T> __device__ const T *also(T) { return &S::n; }
__device__ int sum(std::array<int, 3> x) {
    int n = 0;
    for (int y : x) n += y;
    for (auto i = x.begin(); i != x.end(); ++i) n += *i;
    return n + x[threadIdx.x] + x.at(1) + x.back();
}
__global__ void k(int *o) {
    constexpr int two = a[1];
    *o = sum({1, 2, 3}) + a[0] + b[1] + a.size() + a.front() + std::get<2>(a) + two;
}
int main() {
    int *o;
    cudaMallocManaged(&o, sizeof *o);
    k<<<1, 1>>>(o);
    cudaDeviceSynchronize();
    puts(*o == 33 ? "ok" : "wrong");
}
//// values of members that no constructor of the device asks for
#include <cstdio>
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
int main() {
    int *o, n;
    cudaMalloc(&o, sizeof *o);
    k<<<1, 1>>>(o);
    cudaMemcpy(&n, o, sizeof n, cudaMemcpyDeviceToHost);
    puts(n == 9 && S("").n == 3 && S("").m == 4 ? "ok" : "wrong");
}
//// what the library's functions give, asked for its type and size alone
#include <cstdio>
#include <string>
#include <vector>
std::vector<double> numbers;
std::string name();
__global__ void k(int *o) {
    decltype(numbers[0] + 1) d = 2.5;
    o[0] = sizeof(numbers[0]) + sizeof(numbers.at(1)) * 10 + (sizeof(name().c_str()[0]) + noexcept(numbers[0])) * 100;
    o[1] = d * 2;
}
int main() {
    int *o;
    cudaMallocManaged(&o, 2 * sizeof *o);
    k<<<1, 1>>>(o);
    cudaDeviceSynchronize();
    puts(o[0] == 288 && o[1] == 5 ? "ok" : "wrong");
}
//// constructors that nothing calls but what nothing calls
#include <cstdio>
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
int main() {
    int *o;
    cudaMallocManaged(&o, 7 * sizeof *o);
    o[1] = o[2] = o[3] = o[4] = 5;
    k<<<1, 1>>>((outer *)(o + 1), (whole *)(o + 3), o);
    cudaDeviceSynchronize();
    puts(*o == 18 ? "ok" : "wrong");
}
//// lambdas of the device by names that nobody calls
// nvcc --extended-lambda
#include <cstdio>
int host(int x) { return x; }
template <class F> __global__ void k(F f, int *o) { *o = f(1); }
int main() {
    int *o;
    cudaMallocManaged(&o, sizeof *o);
    auto f = [] __device__(int i) { return host(i); };
    auto g = f;
    auto h = [] __device__(int i) { return i + 4; };
    k<<<1, 1>>>(h, o);
    cudaDeviceSynchronize();
    puts(*o + sizeof f + sizeof g == 7 ? "ok" : "wrong");
}
//// whose it is, said among other attributes
#include <cstdio>
__attribute__((device, unused)) static int f(int x) { return x; }
__attribute__((host,
    device, noinline, aligned(16))) int h(int x) { return x * 2; }
static __attribute__((constant, aligned(16))) int c[4] = {1, 2, 3, 4};
__attribute__((global, launch_bounds(64))) void k(int *o) {
    __attribute__((shared, unused)) int s[4];
    s[0] = c[2];
    o[0] = f(1) + h(3) + s[0];
}
int main() {
    int *o;
    cudaMallocManaged(&o, sizeof *o);
    k<<<1, 1>>>(o);
    cudaDeviceSynchronize();
    puts(*o == 10 && h(2) == 4 ? "ok" : "wrong");
}
//// words of CUDA's headers beside __align__
#include <cstdio>
#include <cstdlib>
struct __builtin_align__(16) p { int a, b; };
__no_return__ void done() {
    puts("ok");
    exit(0);
}
int CUDARTAPI twice(int x) { return 2 * x; }
__global__ void k(p *a) { a[1].b = alignof(p) + sizeof(p); }
int main() {
    p *a;
    cudaMallocManaged(&a, 2 * sizeof *a);
    k<<<1, 1>>>(a);
    cudaDeviceSynchronize();
    if (a[1].b == twice(16))
        done();
    puts("wrong");
}
//// a constructor that nothing calls, beside one that is called
#include <cstdio>
#include <vector>
std::vector<int> numbers;
int host() { return 3; }
struct S {
    int v;
    __device__ S() : v(5) {}
    __device__ S(int) : v(host()) { numbers.clear(); }
};
__global__ void k(int *o) {
    S s;
    *o = s.v;
}
int main() {
    int *o;
    cudaMallocManaged(&o, sizeof *o);
    k<<<1, 1>>>(o);
    cudaDeviceSynchronize();
    puts(*o == 5 ? "ok" : "wrong");
}
//// templates of the host that call the device's by their parameters, and operators of it
#include <cstdio>
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
int main(int argc, char **) {
    D d{3};
    if (argc > 1000) {
        by_method(d), by_operator(d), by_captures(d);
        E *e = nullptr;
        makes(e), converts(*e), of_no_parameter(1, d, *e);
        holder<D> h{d};
        h.own(), h.unseen();
    }
    puts("ok");
}
//// objects without names whose destructors are the device's, in the host's code
#include <cstdio>
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
int main() { puts("ok"); }
//// begin(), end() and get() of the device that the host's code calls without their names
#include <cstdio>
#include <tuple>
struct range {
    int *p;
    __device__ int *begin() { return p; }
    __device__ int *end() { return p + 1; }
};
struct pair {
    int a, b;
    template <size_t I> __device__ int get() { return I ? a : b; }
};
template <> struct std::tuple_size<pair> { static const int value = 2; };
template <size_t I> struct std::tuple_element<I, pair> { using type = int; };
int host(int *p) {
    range r{p};
    for (int v : r)
        *p += v;
    pair x{1, 2};
    auto [a, b] = x;
    return a + b;
}
__host__ __device__ void both(int *p) {
    range r{p};
    for (int v : r)
        *p += v;
}
__global__ void k(int *p) { both(p); }
int main() { puts("ok"); }
//// a member's value that calls the host, and another in its place
#include <cstdio>
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
int main() {
    int *p;
    cudaMallocManaged(&p, sizeof *p);
    k<<<1, 1>>>(p);
    cudaDeviceSynchronize();
    puts(*p == 14 && one{}.v == 1 && two{2}.v == 1 ? "ok" : "wrong");
}
//// overloaded methods of the device that a template of the host's calls for what it is given
#include <cstdio>
struct D {
    __device__ int a(int x) { return x; }
    __device__ int a(float x) { return (int)x; }
    __device__ int operator()(int x) { return x; }
    __device__ int operator()(float x) { return (int)x; }
};
template <typename T> int host(T t, D d) { return d.a(t) + d(t); }
int main(int argc, char **) {
    D d;
    if (argc > 1000)
        return host(1, d);
    puts("ok");
}
//// groups, by all that makes them; templates of the host that are given one
#include <cooperative_groups.h>
#include <cstdio>
namespace cg = cooperative_groups;
template <typename G> __host__ __device__ int both(G &g) { g.sync(); return g.size() + g.thread_rank(); }
template <typename G> int host(G &g) { g.sync(); return g.size(); }
struct kept {
    cg::thread_block b;
    cg::thread_block_tile<8> t;
    __device__ kept() : b(cg::this_thread_block()), t(cg::tiled_partition<8>(b)) {}
};
__global__ void k(int *p) {
    cg::thread_block b = cg::this_thread_block();
    cg::thread_block_tile<8> t = cg::tiled_partition<8>(b);
    cg::thread_block_tile<8, cg::thread_block> own = cg::tiled_partition<8>(b);
    auto part = cg::tiled_partition<4>(own);
    cg::thread_block_tile<4> same = part;
    cg::grid_group g = cg::this_grid(), copy = g;
    cg::thread_group any = t;
    kept all;
    *p = both(t) + both(part) + both(any) + copy.size() + part.meta_group_size() + same.size() + all.t.size();
}
int main(int argc, char **) {
    int *p;
    if (argc > 1000)
        return host(*(cg::thread_block *)nullptr);
    cudaMallocManaged(&p, sizeof *p);
    k<<<1, 1>>>(p);
    cudaDeviceSynchronize();
    puts(*p > 8 ? "ok" : "wrong");
}
//// lambdas of the device that no device code is made for
// nvcc --extended-lambda
#include <cstdio>
int host(int x) { return x; }
template <typename F> void take(F *) {}
template <typename F> void take_value(F) {}
template <typename F> __global__ void in_vain(F f, int *p) { *p = f(3); }
int main() {
    auto g = [] __device__(int x) { return host(x); };
    take(&g);
    auto h = [] __device__(int x) { return host(x); };
    take_value(h);
    puts("ok");
}
//// ranges of both sides, and one of the host's beside them
#include <cstdio>
template <class T, int N> struct fixed {
    T d[N];
    __host__ __device__ T *begin() { return d; }
    __host__ __device__ T *end() { return d + N; }
};
struct list {
    int *a, n;
    int *begin() const { return a; }
    int *end() const { return a + n; }
};
__global__ void k(int *o) {
    fixed<int, 3> f = {{1, 2, 3}};
    int a[2] = {4, 5};
    for (int x : f)
        *o += x;
    for (int x : a)
        *o += x;
}
int main() {
    int *p, s = 0;
    cudaMallocManaged(&p, 4);
    *p = 0;
    k<<<1, 1>>>(p);
    cudaDeviceSynchronize();
    for (int x : list{p, 1})
        s += x;
    printf(s == 15 ? "ok\n" : "wrong\n");
}
//// a class template's methods on the host, which name the device's of their own class
#include <cstdio>
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
int main(int argc, char **) {
    array<float> a{};
    if (argc > 5)
        return a.sum() + a.both() + a.later();
    printf("ok\n");
}
//// __shared__ outside functions, declared once more as extern
#include <cstdio>
__shared__ int numbers[7];
extern __shared__ int numbers[];
__global__ void k(int *o) {
    numbers[threadIdx.x] = threadIdx.x + 1;
    __syncthreads();
    int sum = 0;
    for (int n : numbers)
        sum += n;
    *o = sum;
}
int main() {
    int *o;
    cudaMallocManaged(&o, sizeof *o);
    k<<<1, 7>>>(o);
    puts(cudaDeviceSynchronize() == cudaSuccess && *o == 28 ? "ok" : "wrong");
    return cudaFree(o);
}
//// extern __shared__ outside functions, declared twice by aliases and sizes of one meaning
#include <cstdio>
typedef int whole[];
typedef int four[4];
struct pair { int a, b; };
typedef pair both;
typedef pair pairs[];
const int n = 4;
extern __shared__ whole a;
extern __shared__ whole a;
extern __shared__ int a[];
extern __shared__ four b[];
extern __shared__ int b[][n];
extern __shared__ int b[][2 + 2];
extern __shared__ pair c[];
extern __shared__ both c[];
extern __shared__ pairs c;
extern __shared__ unsigned int d[];
extern __shared__ unsigned d[];
extern __shared__ const float *e[];
extern __shared__ float const *e[];
namespace other { extern __shared__ float a[]; }
__global__ void k(int *o) {
    extern __shared__ both c[];
    c[0].b = 3;
    *o = c[0].b;
}
int main() {
    int *o;
    cudaMallocManaged(&o, sizeof *o);
    k<<<1, 1, 64>>>(o);
    puts(cudaDeviceSynchronize() == cudaSuccess && *o == 3 ? "ok" : "wrong");
    return cudaFree(o);
}
