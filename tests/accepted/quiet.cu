// SPDX-License-Identifier: MIT
// Nothing is said of these, which look like what is warned of: one case after each `////`; each prints ok.
//// variables that are used, if only a little
#include <cstdio>
struct made { int x; __host__ __device__ made() : x(1) {} };
struct ended { int x; __host__ __device__ ~ended() {} };
__host__ __device__ int get() { return 1; }
__device__ void take(int &) {}
__device__ void take_all(int *) {}
__global__ void k(int *o, int n, int unused_parameter, int dropped_parameter) {
    int a;
    (void)a;
    [[maybe_unused]] int b = 3;
    __attribute__((unused)) int c;
    int d;
    o[0] = sizeof d;
    made e;
    ended f;
    int g = get(), h = n++;
    int i = 0;
    i++;
    int j = 1;
    j += 2;
    int l = 1;
    [&] { l = 2; }();
    const int m = 3;
    (void)m;
    volatile int p = 1;
    extern __shared__ int q[];
    int *r = o;
    r[1] = 1;
    int &s = o[2];
    s = 1;
    typedef int number;
    enum { nobody };
    struct local { int x; };
    if (int t = n)
        o[3] = 1;
    for (int u : {1, 2})
        o[4] = 1;
    int v = atomicAdd(o, 0);
    (void)dropped_parameter;
    int w;
    take(w);
    int x[2];
    take_all(x);
    o[5] = w;
    auto y = made();
    int z = max(n, 2);
}
template <class T> __global__ void never(T *o) { int a; T b = 3; 5 == o[0]; }
template <class T> __global__ void once(T *o) { T a = 3, b; b = 1; o[0] = 1; }
int main() {
    int *o;
    cudaMallocManaged(&o, 64);
    int first = get(), second = get();
    (void)second;
    made third;
    once<<<1, 1>>>(o + 8);
    k<<<1, 1, 64>>>(o, 1, 1, 1);
    cudaDeviceSynchronize();
    printf(o[8] == 1 ? "ok\n" : "wrong\n");
}
//// values that come in loops, by labels, references, addresses and in parts
#include <cstdio>
__device__ void set(int &x) { x = 1; }
__device__ void set_by(int *x) { *x = 1; }
__global__ void k(int *o, int n) {
    float sum;
    for (int i = 0; i < n; i++)
        sum += o[i];
    int a;
    while (n-- > 0) {
        if (n == 0)
            a = 1;
        else
            o[0] += a;
    }
    int b;
    if (n)
        b = 1;
    o[1] = b;
    int c;
    set(c);
    int d;
    set_by(&d);
    int e[2];
    e[0] = 1;
    int f;
    int &r = f;
    r = 2;
    float4 g;
    g.x = 1;
    __shared__ int s[2];
    int h;
    asm("mov.u32 %0, 1;" : "=r"(h));
    int l;
    o[2] = (n && ((l = n) > 0)) ? l : 0;
    dim3 m;
    o[3] = c + d + e[1] * 0 + f + (int)(g.y * 0) + s[0] * 0 + h + m.x;
    int p;
    goto end;
end:
    o[4] = p;
}
int main() {
    int *o;
    cudaMallocManaged(&o, 64);
    printf("ok\n");
}
//// printf with what it asks for
#include <cstdio>
enum colour { red };
template <class T> __global__ void generic(T x) { printf("%d %f\n", x, x); }
__global__ void k(int n, unsigned u, long l, unsigned long ul, long long ll, size_t size, float f, double d, char c, short s,
                  bool b, const char *text, void *p, int *q, const unsigned char *bytes, colour e) {
    printf("%d %u %d %u %x %o %i\n", n, n, u, u, u, n, s);
    printf("%ld %lu %lld %llu %zu %ld %lld\n", l, l, ll, ll, size, ll, ul);
    printf("%f %g %e %5.2f %lf %a\n", f, d, f, d, f, d);
    printf("%c %d %d %hd %hhd %d\n", c, c, s, n, n, b);
    printf("%s %s %p %p %p %s\n", text, "text", p, q, text, bytes);
    printf("%*d %.*f %% %-5d%+d%05d\n", n, n, n, d, n, n, n);
    printf("%d %d %d\n", e, 'c', threadIdx.x);
    printf("nothing\n");
    printf(text, n);
}
void host(float f, int n) {
    printf("%d\n", f);
    fprintf(stderr, "%d %d\n", n);
}
int main() { printf("ok\n"); }
//// comparisons, conditions and statements that mean what they say
#include <cassert>
#include <cstdio>
__global__ void k(int *o, unsigned u, int n, int m, bool b, float f, unsigned char c) {
    if (u > 0 || u <= 0 || u == 0 || n < 0 || n >= 0 || (c & 1) < 0 || (int)u < 0 || u < 0.0f || b < 0)
        o[0] = 1;
    if ((n = m))
        o[0] = 1;
    if (n = m)
        o[0] = 1;
    while ((n = o[1]) != o[1])
        ;
    bool d = n = 1;
    *o++;
    n ? o[0]++ : 2;
    n && o[0]++;
    (void)n;
    (void)(n == 1);
    o[0] = 1, 2;
    n = n;
    atomicAdd(o, 1) + 1;
    (o[0] = 1) + 1;
    n == 1 ? (void)0 : (void)1;
    *(volatile int *)o;
    assert(u >= 1);
    if (n == 1)
        ;
    for (;;) {
        if (n)
            break;
        n++;
    }
}
int main() { printf("ok\n"); }
//// functions whose ends nobody comes to
#include <cstdio>
#include <cstdlib>
[[noreturn]] void die();
__device__ int a(int x) { if (x) return 1; else return 2; }
__device__ int b(int x) { while (1) { if (x) return 1; } }
__device__ int c(int x) { switch (x) { case 1: return 1; default: return 2; } }
__device__ int d(int x) { for (;;) { if (x) return x; } }
__device__ int e() { __trap(); }
__device__ int f(int x) { do { return 1; } while (x); }
__device__ int g(int x) { if (1) return x; }
__device__ int h(int x) { if (x) return 1; __builtin_unreachable(); }
template <class T> __device__ int never(T x) { if (x) return 1; }
int i(int) { exit(1); }
int j(int) { throw 1; }
int l(int x) { if (x) return 1; die(); }
void die() { exit(1); }
int main() { printf("ok\n"); }
//// what other files see, and what is let off
#include <cstdio>
int everybodys;
__device__ int devices;
void anybodys() {}
[[maybe_unused]] static void let_off() {}
__attribute__((unused)) static int let_off_too;
static void recursive(int n) { if (n) recursive(n - 1); }
template <class T> static void generic(T) {}
static void by_address() {}
void (*address)() = by_address;
static volatile int watched;
int get() { return 1; }
static int asked = get();
extern int elsewhere;
int main() { printf("ok\n"); }
//// -w says nothing
// nvcc -w
#include <cstdio>
__global__ void k(int *o) {
    int a;
    o[0] + 1;
    unsigned u = 1;
    if (u < 0)
        printf("%d\n", 1.0);
}
int main() { printf("ok\n"); }
//// constants that #pragma unroll asks for, and attributes among others
#include <cstdio>
static const int all_of_them = 4;
[[gnu::used]] static int used() { return 1; }
__attribute__((noinline, unused)) static int let_off() { return 1; }
__global__ void k(int *o, int n) {
    const int some = 2;
    __attribute__((aligned(8), unused)) int a;
#pragma unroll some
    for (int i = 0; i < n; i++)
        o[i] = 1;
#pragma unroll(all_of_them)
    for (int i = 0; i < n; i++)
        o[i] = 2;
}
int main() { printf("ok\n"); }
//// parameters that are volatile
#include <cstdio>
struct point { int x; };
__global__ void k(volatile int *o, volatile point *p, volatile int n, int volatile m[]) {
    n;
    *o;
    o[1];
    p->x;
    m[0];
    *(o + 1) == 1;
    auto q = o;
    *q;
}
int main() { printf("ok\n"); }
//// a comma that is the program's, whose operands are given by value
#include <cstdio>
struct number { int x; };
__host__ __device__ number operator,(number a, int) { return a; }
__host__ __device__ int operator,(int n, number) { return n; }
__global__ void k(number a, int n) {
    number b;
    b.x = 1;
    a, 1;
    n, a;
    b, n;
}
int main() { printf("ok\n"); }
//// conversions of floating point, which may leave a flag behind
#include <cstdio>
double host(float f, int n) {
    double a = f;
    double b = f * 2;
    double c{f};
    double d[2] = {f, 1};
    float e[2] = {(float)n};
    int g = int(f);
    float h = float(n);
    return n;
}
int main() { printf("ok\n"); }
//// an index that gives a variable its value, and assignments whose variable is changed once more
#include <cstdio>
__global__ void k(int *o, int n) {
    int a;
    o[a = 0] = a;
    int b;
    (b = n)++;
    int c;
    (c = n) += 2;
}
int main() { printf("ok\n"); }
//// conditions that a part of them decides; loops behind what does not return
#include <cstdio>
#include <cstdlib>
__device__ int a(int n) { while (1 || n) ; }
__device__ int b(int n) { for (; (n++, true);) ; }
__device__ int c(int n) { if (!(0 && n)) return 1; }
__device__ int d(int n) { while (true ? 1 : n) ; }
int e(int n) { __builtin_abort(); }
__device__ void f() { __trap(); for (;;) ; }
void g() { exit(1); for (;;) ; }
__device__ void h(int *n) { return; n[0] = 1; while (n[0]) ; while (n[1]) ; }
int main() { printf("ok\n"); }
//// pragmas as programs write them that older toolkits compile, too
#include <cstdio>
#ifdef __NVCC_DIAG_PRAGMA_SUPPORT__
#pragma nv_diag_suppress 177
#else
#pragma diag_suppress 177
#endif
__global__ void k(int *o) { int a; }
int main() { printf("ok\n"); }
//// lambdas that hold objects, and begin and end them
#include <cstdio>
#include <string>
struct ended { ~ended() {} };
int main() {
    std::string s;
    ended e;
    auto a = [s] {};
    auto b = [=] { return s.size(); };
    auto c = [e] {};
    auto d = [x = s] {};
    auto f = [x = std::stoi("1")] {};
    auto &&g = [] {};
    printf("ok\n");
}
//// what a template sets, whatever it is made for
#include <cstdio>
template <int N> __device__ void a() {
    int x, y[N], z[3];
    x = 1;
    y[0] = 1;
    z[0] = 1;
    __shared__ int s[3];
    s[0] = 1;
}
__global__ void k(int *o) {
    a<3>();
    auto generic = [](auto x) {
        int c;
        c = 1;
        return x;
    };
    o[0] = generic(1);
}
int main() { printf("ok\n"); }
//// a dim3 that is made of a uint3, or of what is not known
#include <cstdio>
__global__ void k() {
    dim3 a = threadIdx, b(blockIdx), c{threadIdx};
    dim3 d = dim3(threadIdx);
    uint3 e = {1, 2, 3};
    dim3 f = e;
}
void host(int n) {
    dim3 a(n, 2);
    dim3 b{(unsigned)n};
}
int main() { printf("ok\n"); }
//// what may do something, and looks as if it did nothing
#include <cstdio>
#include <vector>
struct I {
    int &operator*() { return member; }
    int operator[](int) { return 1; }
    I *operator->();
    I operator!();
    bool operator==(const I &) const;
    int operator&&(const I &);
    I operator&();
    int member;
};
struct S {
    volatile int v;
    I i, *p;
    void f() {
        v;
        this->v;
        *i;
        i[2];
        i->member;
        i == *p;
        !i;
        &i;
        i && i;
    }
};
template <class T> void g(T *p, T &r) {
    *p;
    p[1];
    r == r;
    -r;
}
void h(S &s, volatile int *q, float x, float &y) {
    s.v;
    *q;
    q[1];
    *s.i;
    s.i[1];
    throw 1;
}
int main() { printf("ok\n"); }
//// divisions and shifts that have a result
#include <cstdio>
struct F {
    __device__ F operator/(int) { return *this; }
    __device__ F operator<<(int) { return *this; }
    __device__ F operator%(int) { return *this; }
};
template <int N> __device__ int shifts(int a) { return N == 0 ? a : a / N; }
__device__ void f(F x, int a, long b, unsigned char c, int n) {
    x / 0;
    x << 40;
    x % 0;
    b = b << 63;
    a = c << 31;
    a = a >> 31;
    b = 1ul << 40;
    a = a / (n - n);
    a = a << n;
    a = shifts<0>(2);
}
__global__ void k(unsigned *u, int *i, float *x) {
    atomicAdd(i, -1);
    atomicAdd(x, -1);
    atomicSub(u, 1);
    atomicAnd(u, ~1);
    atomicAnd(u, 0xffffffff);
}
int main() { printf("ok\n"); }
