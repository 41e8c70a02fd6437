// SPDX-License-Identifier: MIT
// What is warned of in any C++, in device code and in the host's, at the line that says `// warning`, and built: one
// case after each `////`.
//// variables of a kernel that nothing names
struct point { int x, y; };
__global__ void k(int *o, int n, int parameter) {
    int a; // warning
    int b = 3; // warning
    float c[4]; // warning
    point d, e = {1, 2}; // warning
    int *f = o; // warning
    int &g = o[0]; // warning
    __shared__ int h[4]; // warning
    static int i; // warning
    const int j = 3; // warning
    auto l = [] { return 1; }; // warning
    float4 m; // warning
    dim3 p(1, 2); // warning
    int q = o[n] + n * 2, r = threadIdx.x; // warning
    float s = n * 2.0f; // warning
    for (int t = 0, u = 1; u < n; u++) // warning
        o[u] = 1;
    {
        int a; // warning
    }
    int list[] = {1, 2}; // warning
label: // warning
    o[1] = 2;
}
//// variables of the host's that nothing names
#include <cstdio>
enum colour { red, green };
int f(int *o, int n, int parameter) {
    int a; // warning
    double b = 1.5; // warning
    const char *c = "text"; // warning
    colour d = red; // warning
    int e = n + 1, g = o[n]; // warning
    FILE *file; // warning
    static int once = 1; // warning
    for (int i = 0; i < n; i++) {
        int inner = i; // warning
    }
    return [](int x) {
        int in_lambda; // warning
        return x;
    }(n);
}
int main() {
    cudaDeviceProp properties; // warning
    int *dev, n = 3; // warning
    return 0;
}
//// variables and parameters that are set and never used
struct point { int x, y; };
__global__ void k(int *o, int n, int changed, point corner) { // warning
    int a; // warning
    a = 4;
    int b = 1; // warning
    b = n;
    int c[4]; // warning
    c[n] = 1;
    point d; // warning
    d.x = 1;
    __shared__ float s[32]; // warning
    s[threadIdx.x] = 1;
    int *p; // warning
    p = o;
    float4 v; // warning
    v = make_float4(1, 2, 3, 4);
    int e, f; // warning
    e = f = 1;
    int g = n; // warning
    (void)g;
    int h; // warning
    if ((h = n))
        o[0] = 1;
    changed = 3;
    corner.y = 4;
}
int host(int n) {
    int a; // warning
    for (a = 0; n > 0; a = n)
        n--;
    int b = 2; // warning
    return n + sizeof(b);
}
//// numbers in braces that the host converts, which may leave a flag behind
// nvcc -diag-suppress=2361 -Xcompiler=-Wno-narrowing
struct S {
    int a, b;
};
void f(double d, float g, int n) {
    int a[] = {1, d};
    S s{g, 1};
    int b = int{d};
    int c[] = {1, n}; // warning
    S t{n, 1}; // warning
}
//// variables that are used before they have a value
struct point { int x, y; };
__device__ int get(int);
__global__ void k(int *o, int n) {
    int a;
    o[0] = a; // warning
    o[1] = a;
    int b;
    b += 1; // warning
    int c[3];
    o[2] = c[1]; // warning
    point d;
    o[3] = d.y; // warning
    int *p;
    p[0] = 1; // warning
    int e = e; // warning
    for (int i = 0; i < n; i++) {
        int inner;
        o[i] = inner; // warning
    }
    int f;
    if (n)
        o[4] = f; // warning
    else
        f = 1;
    float g;
    o[5] = sqrtf(g * 2); // warning
    int h;
    h++; // warning
}
int host(int n) {
    int a;
    return a + n; // warning
}
__device__ int just_return() {
    int a;
    return a; // warning
}
//// printf in device code
#include <cstdio>
__global__ void k(float f, int n, size_t size, double d, long l, long long ll, const char *s, int *p, unsigned u) {
    printf("%d\n", f); // warning
    printf("%f\n", n); // warning
    printf("%d %d\n", n); // warning
    printf("%d\n", n, n); // warning
    printf("%d\n", ll); // warning
    printf("%ld\n", n); // warning
    printf("%zu %d\n", n, n); // warning
    printf("%d\n", size); // warning
    printf("%s\n", n); // warning
    printf("%s\n", p); // warning
    printf("%p\n", n); // warning
    printf("%x\n", p); // warning
    printf("%c\n", f); // warning
    printf("%5.2f\n", n); // warning
    printf("%*d\n", d, n); // warning
    printf("%.*f\n", l, d); // warning
    printf("%d\n", "text"); // warning
    printf("%f\n", threadIdx.x); // warning
    printf("%d " "%f\n", n, n); // warning
    printf("%d %d\n",
           n,
           n * 1.5); // warning
    printf("%d\n", sizeof(int)); // warning
    printf("%u %lu\n", u, u); // warning
    printf("%k\n", n); // warning
    std::printf("%d\n", d); // warning
    ::printf("%i\n", d); // warning
    printf("100%% of %d\n", d); // warning
}
template <class T> __global__ void generic(T *o) { printf("%d\n", 2.0); } // warning
int main() {
    generic<<<1, 1>>>((int *)nullptr);
    printf("%d %d\n", 1); // warning
    printf("%d\n", 1, 2); // warning
}
//// comparisons of what has no sign with zero
__global__ void k(int *o, unsigned u, unsigned char c, size_t size, unsigned short s, int n) {
    if (u < 0) o[0] = 1; // warning
    if (u >= 0) o[0] = 1; // warning
    if (0 > u) o[0] = 1; // warning
    if (0 <= u) o[0] = 1; // warning
    if (c < 0) o[0] = 1; // warning
    if (s >= 0) o[0] = 1; // warning
    if (threadIdx.x < 0) o[0] = 1; // warning
    if (blockIdx.x * blockDim.x + threadIdx.x >= 0) o[0] = 1; // warning
    for (unsigned i = 10; i >= 0; i--) o[i] = 1; // warning
    for (size_t i = size; i >= 0; --i) o[i] = 1; // warning
    while (u >= 0u) u--; // warning
    o[0] = u - 1 < 0 ? 1 : 2; // warning
    if (u
        < // warning
        0)
        o[1] = 1;
    if ((unsigned)n < 0) o[0] = 1; // warning
    if (u >= 0 && u < 5) o[0] = 1; // warning
}
int host(size_t n) { return n < 0; } // warning
//// = where == may be meant
__global__ void k(int *o, int n, int m, bool b) {
    if (n = 1) o[0] = 1; // warning
    while (n = 0) o[0] = 1; // warning
    if ((n = 3) || m) o[0] = 1; // warning
    if (m == 1 && (n = 2)) o[0] = n; // warning
    if (b = true) o[0] = b; // warning
    o[0] = (n = 1) ? 1 : 2; // warning
    if (!(n = 1)) o[1] = 1; // warning
    for (; n = 1;) o[0] = 1; // warning
    do o[1]++; while (n = 1); // warning
}
int host(int n) {
    if (n = -1) // warning
        return n;
    return 0;
}
//// expressions that do nothing
__global__ void k(int *o, int n, float f, unsigned u) {
    5; // warning
    n; // warning
    n + 1; // warning
    n == 1; // warning
    o[0]; // warning
    *o; // warning
    -n; // warning
    (n == 1); // warning
    "text"; // warning
    n ? 1 : 2; // warning
    n, o[1] = 1; // warning
    threadIdx.x; // warning
    &n; // warning
    f * 2; // warning
    for (n; n < 3; n + 1) // warning
        n++;
    if (n) 5; // warning
    n == 1 && u; // warning
    n // warning
        << 3;
    k; // warning
    __syncthreads; // warning
}
int host(int *o, int n) {
    n == 1; // warning
    o[n]; // warning
    return n;
}
//// functions that end without a value
__device__ int a(int x) { if (x) return 1; } // warning
__device__ int b(int x) { } // warning
__device__ int c(int x) { switch (x) { case 1: return 1; } } // warning
__device__ int d(int x) { for (;;) { if (x) break; } } // warning
__device__ int e(int x) { for (int i = 0; i < 3; i++) return 1; } // warning
__device__ int f(int x) {
    if (x > 1)
        return 1;
    else if (x < 1)
        return 2;
} // warning
__device__ int g(int x) { while (x) { if (x) return x; } } // warning
template <class T> __device__ int h(T *x) { if (x[0]) return 1; } // warning
__global__ void k(int *x) { x[0] = h(x); }
struct S { __device__ int m() const { } }; // warning
int host(int x) { if (x) return 1; } // warning
//// loops that nothing leads to
__device__ void a(int *x) {
    return;
    for (int i = 0; i < 3; i++) // warning
        x[i] = 1;
}
__device__ void b(int *x) { return; while (x[0]) x[0]--; } // warning
__device__ void c(int *x) { return; do { x[0] = 1; } while (x[1]); } // warning
__device__ void d(int *x) {
    while (x[0]) {
        break;
        for (;;) // warning
            x[0] = 1;
    }
}
//// functions and variables of the file alone that nothing names
static void f() {} // warning
static __device__ int g() { return 1; } // warning
static int h(int); // warning
static __global__ void k() { int inner; } // warning
static int i; // warning
static __device__ float j[4]; // warning
static __constant__ int l; // warning
const int m = 3; // warning
constexpr float n = 1.5f; // warning
namespace { int o; void p() {} } // warning
namespace named { static int q; } // warning
inline int r() { int inner; return 1; } // warning
//// classes and inline functions of the file alone that nothing names
struct p {
    int v;
};
struct made {
    made() {}
};
static inline int one() { return 1; } // warning
static __forceinline__ __device__ int two() { return 2; } // warning
static constexpr int three() { return 3; } // warning
namespace {
inline __device__ int four() { return 4; } // warning
inline int five = 5; // warning
}
static p six; // warning
static __device__ p seven; // warning
static p eight[3] = {}; // warning
static made nine;
inline int ten() { return 10; }
inline const int eleven = 11;
//// variables in front of a condition
__global__ void k(int *a) {
    if (int v = a[0]; a[1] > 2) // warning
        a[2] = 1;
    if (auto v = a[0]; a[1] > 2) // warning
        a[2] = 1;
    else
        a[3] = 2;
    if (int v = a[0], w = 3; w > v)
        a[2] = 1;
    switch (int v = a[1]; a[2]) { // warning
    case 1: a[1] = 2;
    }
    if (int v = a[0])
        a[2] = 1;
    int last; // warning
}
//// templates whose names members have, too
struct member {
    int f;
};
template <class T> __device__ void f(T *a) {
    int v; // warning
    *a = 1;
}
template <class T, int n> __global__ void k(T *a) {
    int v = n; // warning
    f(a);
}
__global__ void j(int *a, member m) {
    f(a);
    a[1] = m.f;
}
int main() { k<int, 3><<<1, 1>>>(nullptr); }
//// what pragmas let through
#pragma nv_diag_suppress 177
__global__ void a(int *o) { int x; }
#pragma nv_diag_default 177
__global__ void b(int *o) { int x; } // warning
#pragma nv_diag_suppress 177, 550
__global__ void c(int *o) { int x, y; y = 1; }
#pragma nv_diag_default 177
__global__ void d(int *o) { int y; y = 1; int x; } // warning
#pragma nv_diagnostic push
#pragma nv_diag_suppress declared_but_not_referenced
__global__ void e(int *o) { int x; }
#pragma nv_diagnostic pop
__global__ void f(int *o) { int x; } // warning
#pragma diag_suppress 174
__global__ void g(int *o) {
    5; // warning
#pragma nv_diag_suppress 177
    int x;
#pragma nv_diag_warning 177
    int y; // warning
}
#pragma nv_diag_once 549
__global__ void h(int *o) {
    int x, y;
    o[0] = x; // warning
    o[1] = y;
}
#pragma nv_diag_default 549
__global__ void i(int *o) {
    int x;
    o[0] = x;
}
//// numbers that are suppressed
// nvcc -diag-suppress=177,549
__global__ void k(int *o) {
    int a, b;
    o[0] = b;
    int c; // warning
    c = 1;
}
//// numbers that the front end is told to suppress
// nvcc -Xcudafe --diag_suppress=550
__global__ void k(int *o) {
    int a; // warning
    int c;
    c = 1;
}
//// a macro's words stand where it does
#define UNUSED_VARIABLE int of_macro
#define SET(x) x = 1
__global__ void k(int *o) {
    UNUSED_VARIABLE; // warning
    int y; // warning
    SET(y);
    o[0] = 1;
}
//// values in front of a comma that nobody takes
__device__ int number(int x) { return x; }
__global__ void k(int *a, int n) {
    int i = threadIdx.x;
    a[0] = (i, n);                              // warning
    a[1] = n > 3 ? (i, 4) : 5;                  // warning
    for (; i < 3, n > 2; i++) a[2] = 1;         // warning
    a[n, 3] = number((i, n));                   // warning
    a[4] = (number(1), n);
    a[5] = (i++, n);
    a[6] = ((void)i, n);
}
int host(int i, int n) { return i, n + 1; }     // warning
//// lambdas that end without a value
__global__ void k(int *a) {
    auto f = [](int x) -> int {
        if (x) return 2;
    }; // warning
    auto g = [](int x) {
        if (x) return 2;
    }; // warning
    auto h = [](int x) -> void { };
    auto endless = [](int x) -> int { while (1) { } };
    auto either = [](int x) { if (x) return 1; else return 2; };
    a[0] = f(1) + g(1) + endless(2) + either(1);
    h(1);
}
int main() {
    auto f = [](int x) -> int * {
        if (x) return nullptr;
    }; // warning
    return f(1) != nullptr;
}
//// objects of classes whose constructors are defaulted
struct plain {
    int v;
    plain() = default;
};
struct derived : plain {
    plain b;
    ~derived() = default;
};
struct made {
    int v;
    made();
};
made::made() = default;
struct shared : virtual plain {};
__global__ void k(int *a) {
    plain x;   // warning
    plain y;   // warning
    derived z; // warning
    plain w;
    a[0] = w.v; // warning
    y.v = 3;
}
int host() {
    derived x; // warning
    plain y; // warning
    y.v = 3;
    made z;
    shared s;
    return 0;
}
//// ++ of a bool
typedef bool flag;
struct S {
    bool b;
};
__device__ void f(bool &b) { b++; } // warning
__global__ void k(bool *p, S *s) {
    flag b = false;
    b++; // warning
    if (++s->b || // warning
        p[0]++)   // warning
        f(b);
    p[1] = b = p[2] + 1;
}
//// ++ of a bool in the host's code, by an old standard
// nvcc -std=c++14
int count() {
    int n = 0;
    bool b = false;
    ++n;
    b++; // warning
    return n + b;
}
//// results with a qualifier that says nothing
#include <string>
typedef const int constant;
__device__ const int a() { return 1; } // warning
const int b();                         // warning
const int b() { return 1; }            // warning
volatile long c() { return 1; }        // warning
static unsigned const d(int x) { return x; } // warning
template <class T> const T e(T x) { return x; }
template <class T> const bool f(T) { return true; } // warning
struct s {
    virtual const double g() const { return 1; } // warning
    static const bool h();                       // warning
};
const char *i() { return ""; }
const int &j(const int &x) { return x; }
const std::string k() { return ""; }
const float4 l(float4 x) { return x; }
constant m() { return 1; }
constexpr int n() { return 1; }
[[nodiscard]] auto o() -> const int { return 1; }
const auto p() { return 1; }
__global__ void kernel(int *out) {
    auto q = []() -> const int { return a(); };
    *out = q();
}
int main() { return d(e(1) + f(2)); }
//// pragmas in device code that nvcc does not know
#pragma unrol
__global__ void k(int *a, int n) {
#pragma unrol // warning
    for (int i = 0; i < n; i++)
        a[i] = 1;
#pragma unrolled 4 // warning
    for (int i = 0; i < n; i++)
        a[i] = 1;
#pragma omp parallel for
#pragma unroll 2
    for (int i = 0; i < n; i++)
        a[i] = 1;
#pragma nounroll // warning
#pragma GCC diagnostic push
#pragma nv_diag_suppress 20199
#pragma unrol
    a[0] = 1;
}
struct s {
    __device__ void f(int *a) {
        a[0] = 2;
#pragma unrol
    }
};
void host(int *a) {
#pragma unrol
    a[0] = 1;
}
//// constants that arithmetic has no room for
const int big = 65536;
__host__ __device__ int f(int n) {
    const int own = 1048576;
    return n + (own + 2147483647); // warning
}
int outside = big * big; // warning
long g(bool b) {
    int a = 1024 * 1024 * 1024 * 4; // warning
    if (b)
        a = 1 + 2147483647 * 2; // warning
    a -= -2147483647 - 2; // warning
    unsigned c = 4294967295u + 1, d = 1u << 31;
    long e = 1024L * 1024 * 1024 * 4;
    e += sizeof(65536 * 65536) + (false ? big * big : 1);
    return f(-2147483647 - 1) + a + c + d + e + outside;
}
//// shifts by too much, and divisions by zero, of the host's
int f(int a, long b, unsigned char c) {
    a = a << 32; // warning
    a <<= 33; // warning
    b = b >> 63;
    b = b >> 64; // warning
    a += c << 31;
    a += c << -1; // warning
    a /= 0; // warning
    return a + b % 0; // warning
}
//// what pragmas name by words
#pragma nv_diag_suppress integer_sign_change, shift_count_too_large, divide_by_zero, mod_by_zero
#pragma nv_diag_suppress negative_shift_count, partial_override, unsigned_compare_with_zero
#pragma nv_diag_suppress unsigned_compare_with_negative
struct A {
    virtual void f(int);
    virtual void f(float);
};
struct B : A {
    void f(int);
};
__global__ void k(int *p, unsigned char c, unsigned u) {
    p[1] = (p[0] << 32) + (p[0] >> -1);
    p[2] = p[1] / 0 + p[0] % 0;
    p[3] = c == -1 || u < 0;
    u = -1;
    p[4] = u;
#pragma nv_diag_default integer_sign_change
    u = -1; // warning
    p[5] = u;
}
//// constants that are cut off where they are converted
void takes(int, short);
__global__ void k(unsigned char *p, int n) {
    p[0] = 256; // warning
    p[1] = 255;
    short s = 70000; // warning
    if (n > 3)
        p[2] = s;
    p[3] = n ? 300 : 1;
    p[4] += 300;
    p[5] = (unsigned char)300;
}
short outside = 0x1ffff; // warning
short bits = 0xffff;
struct S {
    unsigned char c = 1000; // warning
};
unsigned char f(S s) {
    takes(1, 70000); // warning
    takes(70000, 1);
    if (s.c)
        return 256; // warning
    return 255;
}
//// constants that change their sign in calls, results and arithmetic
#include <climits>
#include <cstddef>
#include <cstdio>
#define NONE -1
const int minus = -1;
void takes(int, unsigned);
void two(unsigned, int);
void two(unsigned, float);
__global__ void k(unsigned n, int *p) { p[0] = n; }
struct S {
    void takes_too(size_t);
};
unsigned f(unsigned a, size_t b, unsigned char c, S s, int *p) {
    takes(-1,
          -1); // warning
    takes(1 << 31, 1 << 31); // warning
    takes(-(1 << 3), 1u << 31);
    two(-1, 2); // warning
    k<<<1, 1>>>(-1, p); // warning
    s.takes_too(-2); // warning
    if (a == NONE) // warning
        return -1; // warning
    if (a + -1 > 3 && // warning
        b != minus) // warning
        a += -2; // warning
    a &= -2; // warning
    a = a ==
        (int)-1; // warning
    if (c == -1) // warning
        a = ~0;
    if (c + -1 > 3 || a == (unsigned)-1 || a == UINT_MAX || a == INT_MIN || b == EOF)
        a = a << 3;
    printf("%d\n", -1);
    return a == 0xffffffff || minus == -1;
}
//// addresses of and references to what a function has itself
struct S {
    int x[3], *p;
};
__device__ int &f() {
    int a = 1;
    return
        a; // warning
}
int outside;
int &reference(bool b, S &r, S *t, S v) {
    static int stays;
    static S all = {};
    int one = 1, two = 2, &other = outside;
    if (b)
        return v.x[1]; // warning
    if (r.p)
        return b ? one : two; // warning
    if (t)
        return stays;
    if (*r.p)
        return all.x[2];
    if (*t->p)
        return other;
    return b ? r.x[1] : b ? t->x[1] : v.p[2];
}
const int &temporary() { return 1; } // warning
int *address(bool b, S v, int *p) {
    int a[4] = {1};
    static int stays[4];
    if (b)
        return p + a[0];
    if (*p)
        return a; // warning
    if (v.p)
        return &v.x[1]; // warning
    if (v.x[0])
        return stays + 1;
    return
        a + 1; // warning
}
__global__ void k(int *p) { *p = f() + *p; }
//// overloads of a virtual method of which some are overridden
struct A {
    virtual void f(int);
    virtual void f(float);
    virtual void g(int) const;
    virtual void g(int);
    virtual void h(int) = 0;
    void h(float);
};
struct Some : A { // warning
    void f(int);
    void g(int) override;
    void h(int);
};
struct Between : A {};
struct Below // warning
    : Between {
    int x;
    void g(int) override;
};
struct Used : A {
    using A::f;
    void f(int);
};
struct All : A {
    void f(int);
    void f(float);
    void g(int) const;
    void g(int);
};
//// methods that hide virtual ones
struct base {
    virtual float area() const { return 0; }
    virtual void f(int) {}
    __device__ virtual int g(int) { return 1; }
};
struct no_const : base {
    float area() { return 1; } // warning
};
struct others : base {
    void f(double) {}   // warning
    void f(int, int) {} // warning
    int g(double) { return 1; } // warning
};
struct of_device : base {
    __device__ void f(double) {} // warning
};
struct below : no_const {
    float area(int) { return 1; } // warning
};
typedef int number;
struct same : base {
    float area() const { return 1; }
    void f(number) {}
    void f(double) {}
    __device__ int g(const int) { return 1; }
};
struct used : base {
    using base::f;
    void f(double) {}
    template <class T> int g(T) { return 1; }
};
template <class T> struct open : base {
    void f(T *) {}
};
//// negative numbers that become unsigned
#include <cstddef>
#include <cstdint>
struct S {
    unsigned n;
};
__device__ void f(unsigned *p, S s) {
    uint32_t a = -1; // warning
    const size_t b = (-2); // warning
    unsigned long long c(-5); // warning
    p[0] = -1; // warning
    s.n = -1; // warning
    static unsigned d = -1; // warning
    unsigned e = 3, f = -1; // warning
    for (unsigned i = -1; i < 3; i++) // warning
        *p = (unsigned)(a + b + c + d + e + f + s.n + i);
}
__global__ void k(unsigned *p) { f(p, S{3}); }
int main() {
    auto l = [] {
        unsigned n = -1; // warning
        return n;
    };
    return l() == 3;
}
//// ... that do not, or say so
#include <climits>
#include <cstdint>
#include <string>
int main(int argc, char **) {
    unsigned a = -0, b = -1u, c = (unsigned)-1, d = ~0, e = 0u - 1, f = -argc, g = unsigned(-1);
    int8_t h = -1;
    int16_t i = -1;
    int32_t j = -1;
    long k = -1;
    float l = -1;
    size_t m = std::string::npos;
    uint64_t n = -1ull, o = UINT_MAX, p = -1 + 2;
    auto q = -1;
    return a + b + c + d + e + f + g + h + i + j + k + (int)l + m + n + o + p + q == 3;
}
//// return; in functions of the host that return something: the last statement, and in main
template <class T> T g(T n) { return; }
template <class T> int h(T n) { return; } // warning
struct S {
    operator int() { return; } // warning
    float operator+(int) { return; } // warning
    S() { return; }
};
auto nothing() { return; }
int main(int n, char **) {
    if (n > 1)
        return; // warning
    return; // warning
}
//// __host__ and its kin on what they do not apply to
struct M { int x; };
__managed__ int f0() { return 1; } // warning
__shared__ // warning
int f1(int a) { return a; }
template <class T> __constant__ T f2(T a) { return a; } // warning
__constant__ __device__ int f3(int a) { return a; } // warning
struct S {
    __shared__ int m() { return 1; } // warning
    __host__ int y; // warning
};
int f4(__host__ int a, // warning
       __global__ int *b) { // warning
    return a + *b;
}
int f5(__managed__ int a) { return a; } // warning
int l() {
    __host__ M m = {1}; // warning
    __global__ M n = {1}; // warning
    __host__ int *p = &m.x; // warning
    M __host__ o = m; // warning
    static __host__ int r = 1; // warning
    for (__host__ int i = 0; i < 3; i++) // warning
        r += i;
    __global__ const int d = 3; // warning
    return *p + r + d + n.x + o.x;
}
__global__ void k(int *o, __host__ int n) { // warning
    __host__ M m = {1}; // warning
    __shared__ __host__ int s; // warning
    __host__ __shared__ int t; // warning
    s = t = 1;
    o[0] = m.x + s + t + n;
}
__shared__ __global__ void j() {} // warning
//// functions that are given pointers to functions
__global__ void k(float *p) { p[0] = 1; }
float f(void (*kernel)(float *), float *p) {
    float ms = 0;
    int unused; // warning
    kernel<<<1, 2>>>(p);
    ms; // warning
    return ms;
}
int g(int (*const each)(int), int n) {
    return each(n) + n;
}
//// pointers cast to integers without room for them, in device code
__device__ int f(const int *p, float *q) {
    unsigned a = (unsigned)p; // warning
    int b = (int)q + 1; // warning
    short c = (short)p; // warning
    char d = (char)&b; // warning
    bool e = (bool)p;
    long g = (long)p;
    int arr[3] = {b};
    int h = (int)arr; // warning
    return a + b + c + d + e + g + h;
}
//// const that has been said before
const const int a = 3; // warning
int f(const int const *p) { // warning
    int const b = a;
    const const float c = 2.0f; // warning
    return *p + b + c;
}
__global__ void k(const int const *p, int *o) { // warning
    const const int n = 3; // warning
    *o = n + *p;
}
//// literals that become char *
#include <cstdlib>
void g(char *p);
char *s = "x"; // warning
char *f() {
    char *t = "text"; // warning
    g("x"); // warning
    return *t ? t : s;
}
//// numbers of enumerations in comparisons that nobody asks for
enum mode { SLOW, FAST };
struct T { int mode; };
void f(T t) {
    SLOW; // warning
}
//// literals with more than one character
int f() { return 'ab'; } // warning
__device__ int g() { return 'abcde'; } // warning
//// names in [a, b] of which none is used
#include <tuple>
struct P { int a, b; };
struct Q { int a; ~Q() {} };
int host(P p, int s) {
    auto [a, b] = p; // warning
    auto [c, d] = p; // of which one is used
    auto &[e, f] = p; // warning
    const auto &[g, h]{p};
    auto [i] = Q(); // warning
    int all[2] = {1, 2};
    auto [j, k] = all; // warning
    auto [l, m] = std::make_pair(1, 2); // values that are got by functions
    [[maybe_unused]] auto [n, o] = p;
    if (auto [a, b] = p; s) // warning
        s++;
    return s + d + g;
}
template <class T> int made(T p) {
    auto [a, b] = p;
    return 1;
}
__global__ void k(P p) {
    auto [a, b] = p; // warning
}
int main() { return host(P(), made(P())); }
//// signs lost by overloads, methods, constructors, defaults and ? :
struct S {
    unsigned u;
    S(unsigned x) : u(x) {}
    void m(unsigned x = -1) { u = x; } // warning
    void m(int, int) {}
};
void f(unsigned, int) {}
void f(float) {}
__device__ unsigned g(unsigned x = -1) { return x; } // warning
int main(int n, char **) {
    f(-1, 2); // warning
    f(-1);
    S s(-1), t = S(-1); // warning
    s.m(-1); // warning
    s.m(-1, 2);
    unsigned a = n ? 1u : -1; // warning
    unsigned b = n ? -1 : 2;
    return a + b + t.u;
}
//// numbers of floating point that do not fit
float a = 1e-46; // warning
float b = 1e-45, d = 0.0;
int e = 2147483647.5;
unsigned long long f = -1.0; // warning
int g(int x) { return x; }
__device__ int h() {
    float x = -1e-300; // warning
    char y = 300.0; // warning
    int z = 3.0e9f; // warning
    y = 1.5;
    return x + y + z;
}
int main() { return e + f + g(3e9); } // warning
//// methods that hide virtual ones of a template
template <class T> struct A {
    virtual void f(int);
    virtual void g(float) const;
    virtual void h(T); // nobody asks what T is
};
struct B : A<int> {
    virtual void f(float); // warning
    void g(float); // warning
    void h(int);
};
struct C : A<float> {
    void f(int);
    void g(float) const;
};
template <class T> struct D {
    virtual void f(int);
};
template <> struct D<int> {};
struct E : D<int> {
    void f(float);
};
int main() {}
//// variables that lambdas set and never use
__global__ void k(int *a) {
    auto l = [&](int i) {
        int e = 0; // warning
        e = a[i];
        a[i] = 1;
    };
    l(2);
}
void host(int *p) {
    auto l = [](int q) {
        int e; // warning
        e = q;
        return [](int r) {
            int inner; // warning
            inner = r;
            return r;
        }(q);
    };
    *p = l(2);
}
//// the program's own functions that format as printf does
#include <cstdarg>
void a(const char *, ...) __attribute__((format(printf, 1, 2)));
__attribute__((__format__(__printf__, 2, 3))) void b(int, const char *, ...);
struct L {
    void c(const char *, ...) __attribute__((format(printf, 2, 3)));
    static void d(const char *, ...) __attribute__((format(printf, 1, 2)));
    __attribute__((format(printf, 2, 0))) void v(const char *, va_list);
    [[gnu::format(printf, 2, 3)]] void e(const char *, ...);
};
void plain(const char *, ...);
template <class T> __attribute__((format(printf, 2, 3))) void t(T, const char *, ...);
__attribute__((format(printf, 1, 2))) void twice(const char *, ...);
void twice(int, const char *, ...);
void f(L l, L *p, va_list x) {
    a("%d"); // warning
    a("%d", 1, 2); // warning
    b(3, "%d"); // warning
    b(3, "%q", 1); // warning
    l.c("%d"); // warning
    p->c("%d %d", 3); // warning
    L::d("%d"); // warning
    l.d("%d", 1, 2); // warning
    l.v("%d", x);
    l.e("%d"); // warning
    plain("%d");
    t(1, "%d");
    twice("%d");
    a("%d", 1.5);
}
__device__ int say(const char *, ...) __attribute__((format(printf, 1, 2)));
__device__ void g() {
    say("%d", 1.5); // warning
    say("%d"); // warning
}
//// members and references that nobody does anything with
#include <iostream>
#include <vector>
struct I {
    int q;
};
struct C {
    C();
    ~C();
};
enum M { FAST, SLOW };
struct S {
    int x;
    I in, ai[3];
    C c;
    static int st;
    M mode;
    int &ref, *p;
    void (*fp)(int);
    volatile int v;
    void f() {
        x; // warning
        in; // warning
        in.q; // warning
        ai[1]; // warning
        c; // warning
        st; // warning
        S::st; // warning
        this->x; // warning
        this->in.q; // warning
        (*this).x; // warning
        *this; // warning
        ref; // warning
        *p; // warning
        p[2]; // warning
        x == 3; // warning
        x + st; // warning
        mode == FAST; // warning
        fp; // warning
        v++;
    }
    void g();
};
void S::g() {
    x; // warning
    mode == SLOW; // warning
    c; // warning
}
void each(int);
void h(S s, S &r, const S &cr, S *p, std::vector<int> &rv, int &n, const int &cn, bool &b, void (*fp)(int)) {
    s; // warning
    r; // warning
    *p; // warning
    p->x; // warning
    r.x; // warning
    cr.in.q; // warning
    r.mode == FAST; // warning
    rv; // warning
    n; // warning
    !b; // warning
    n + cn; // warning
    &n; // warning
    fp; // warning
    &each; // warning
    std::cout; // warning
    (s.x); // warning
    s.x, r.x; // warning
    static_cast<long>(n); // warning
    for (int i = 0; i < n; n + 1) // warning
        i++;
}
//// in templates that nobody asks for
template <class T> __device__ void f(T a, int b, unsigned u, int *p, T *q) {
    b == 2; // warning
    b; // warning
    a; // warning
    *p; // warning
    *q;
    if (u < 0) // warning
        b++;
    if (b = 3) // warning
        b++;
    u = -1; // warning
    unsigned char c = 300; // warning
    b = b / 0; // warning
    b = b << 40; // warning
    b = 2147483647 + 1; // warning
    int unused;
    int set;
    set = 2;
    int unset;
    b = unset; // warning
    __syncthreads; // warning
}
template <class T> struct S {
    int m;
    __device__ void f() {
        m == 2; // warning
    }
};
//// divisions by constants that are 0, and shifts by such that are too large
const int zero = 0;
constexpr int big = 40;
struct S {
    int m;
    unsigned long l;
    __device__ int f() {
        return m / 0 + // warning
               m % zero; // warning
    }
    __device__ long k() {
        return (l << 64) + // warning
               (m << 32) + // warning
               (l << 63);
    }
};
__device__ void f(int &a, float &b, unsigned &u, double d) {
    a /= 0; // warning
    a %= zero; // warning
    a <<= 33; // warning
    b /= 0; // warning
    b /= 0.0f; // warning
    u >>= big; // warning
    a = a / (1 - 1); // warning
    a = a << (30 + 5); // warning
    a = a
        <<
        35; // warning
    a = a
        %
        0; // warning
    d = d / 0.0; // warning
    d = 1.0 / 0.0;
    b = 0.0f / 0.0f;
    a = 0 / a;
}
double host(double d) { return d / 0.0; } // warning
//// negative numbers for launches, dim3s and atomics
__global__ void k() {}
__global__ void add(unsigned *a, unsigned long long *b, int *c) {
    atomicAdd(a, -1); // warning
    atomicAdd(&a[2], -1); // warning
    atomicSub(a, -1); // warning
    atomicAdd(b, -1); // warning
    atomicCAS(a, -1, 2); // warning
    atomicAdd(c, -1);
    atomicAnd(a, ~1);
    atomicAdd((unsigned long long *)c, -1ll); // warning
    __shared__ unsigned s;
    atomicAdd(&s, -1); // warning
    atomicSub(&s, 1u);
}
void f() {
    dim3 d(-1); // warning
    dim3 e = -1; // warning
    dim3 g(1, -2), h(3, 4); // warning
    k<<<-1, 1>>>(); // warning
    k<<<1, -3>>>(); // warning
    k<<<1, 3, -3>>>(); // warning
    k<<<dim3(1, -1), 1>>>(); // warning
    k<<<d, e>>>();
    k<<<g, h>>>();
}
//// letters, and numbers that are cast
__device__ int f() {
    unsigned char a = '\377'; // warning
    unsigned b = '\xff'; // warning
    unsigned c = -'a'; // warning
    unsigned char d = 'a' - 'b'; // warning
    int e = 'a' * 'b' * 'c' * 'd' * 'e'; // warning
    int g = (unsigned)-1; // warning
    unsigned h = (int)3000000000u; // warning
    int i = 1u << 31; // warning
    char j = '\x41', k = '\n', l = '\\', m = (char)200;
    int n = (unsigned)0xffffffff, o = (unsigned char)300;
    return a + b + c + d + e + g + h + i + j + k + l + m + n + o;
}
//// handles that nothing names
typedef int *numbers;
using text = const char *;
void h(float *d) {
    cudaEvent_t start, stop; // warning
    cudaStream_t s; // warning
    cudaStream_t all[3]; // warning
    cudaGraph_t g; // warning
    numbers a; // warning
    text b; // warning
    cudaEventCreate(&start);
}
//// values that a launch is given
__global__ void k(int *a, int n) {}
void h() {
    int *p, n;
    k<<<1, 1>>>(p, n); // warning
}
//// functions without an end, by what members, references and parameters are
struct B {
    int m;
    bool operator<(const B &o) const {
        if (m < o.m)
            return true;
    } // warning
    int f() {
        if (m)
            return 1;
    } // warning
    int g() {
        for (; m;)
            return 3;
    } // warning
    int i() {
        while (true)
            if (m)
                return 3;
    }
};
const int N = 3;
int global;
int g1() {
    if (N)
        return 2;
}
int g2() {
    if (global)
        return 2;
} // warning
int g3(const int n) {
    if (n)
        return 2;
} // warning
int g4(const B &b) {
    if (b.m > N)
        return 2;
} // warning
template <class T> __device__ T t(T a) {
    a++;
} // warning
template <class T> __device__ T never(T a) { a++; }
__global__ void k(int *a) { *a = t(*a); }
//// what follows loops that nothing leads to
int g5(int n) {
    return n;
    while (n) // warning
        n--;
} // warning
int g6(int n) {
    return n;
    while (1) // warning
        n--;
}
int g7(int n) {
    return n;
    for (;;) // warning
        break;
} // warning
int g8(int n) {
    return n;
    for (int i = 0; i < n; i++) // warning
        return 2;
    n++;
}
int g9(int n) {
    return n;
    while (n) // warning
        n--;
    return n;
}
//// what the host's compiler would say of device code alone
[[nodiscard]] __device__ int dropped() { return 2; }
[[deprecated("use young")]] __device__ int old(int a) { return a; }
[[deprecated]] int older(int a);
enum A { A1 };
enum B { B1 };
__device__ const char *name() {
    char *s = "abc"; // warning
    return s;
}
__global__ void k(int *o, A a) {
    dropped(); // warning
    o[0] = old(1); // warning
    if (a == B1)
        o[1] = 2;
}
__device__ int &f() {
    static int i;
    return i;
}
int host(A a) {
    if (a == B1) // warning
        return 1;
    return older(3); // warning
}
//// pragmas about what the C++ compiler finds
void g(char *);
void a() { g("abc"); } // warning
#pragma nv_diagnostic push
#pragma nv_diag_suppress 2464, 177
void b() { g("abc"); }
#pragma nv_diagnostic pop
void d() { g("abc"); } // warning
#pragma nv_diag_suppress 2464
__global__ void k(char **p) { p[0] = "abc"; }
#pragma nv_diag_default 2464
void i() { g("abc"); } // warning
//// options about it
// nvcc -diag-suppress=2464,177
void g(char *);
void a() {
    int unused;
    g("abc");
    unsigned u = -1; // warning
    char c = 'ab'; // warning
}
//// qualifiers of what is cast to
struct S {
    int m;
};
int f(float a, float *p, void *v, S s, int n) {
    using ci = const int;
    const float *q = (const float *)p;
    float *r = (float *const)p; // warning
    r = static_cast<float *const>(v); // warning
    S t = (const S)s;
    n = (ci)a + ci(a) + const_cast<const int &>(n);
    return (const int)a + // warning
           static_cast<const int>(a) + // warning
           (const unsigned)n + q[0] + r[0] + t.m; // warning
}
//// comparisons of constants with zero, and of others
const unsigned K = 4;
template <unsigned N> bool g() { return N >= 0 && N - 1 >= 0 && unsigned(N) >= 0; }
bool f(unsigned u, int n) {
    const unsigned k = n;
    if (sizeof(int) - 5 >= 0 || 3u - 5 >= 0 || K >= 0 || K - 5 >= 0 || (unsigned)3 >= 0)
        return g<2>();
    return u * 0 >= 0 || // warning
           k >= 0 || // warning
           (unsigned)n >= 0; // warning
}
//// what nvcc's front end leaves out, or writes anew
[[frobnicate]] int f() { return 1; }
__attribute__((frobnicate)) int g() { return 1; }
float h() { return 1e40f; }
const char *s = "a\qb"; // warning
//// functions that take arrays by reference, and pointers to them
template <int N> __device__ void f(int (&a)[N]) {
    int unused;
    unsigned u = -1; // warning
}
__device__ void g(int (&a)[3], const unsigned n) {
    int unused; // warning
    if (n < 0) // warning
        a[0] = 1;
}
void h(int n, int (*p)[4], int (&r)(int)) {
    int unused; // warning
}
//// numbers by other names
#include <cstdint>
struct T { using value_type = int; };
void f() {
    std::size_t a; // warning
    std::uint32_t b = 2; // warning
    T::value_type c; // warning
    ::size_t d; // warning
}
//// templates: what depends on what they are given
template <int N> void f(int a) {
    N == 2;
    N;
    a == N; // warning
}
template <int N> void g(int a) {
    N == 2; // warning
    N; // warning
}
void h() { g<3>(1); }
template <class T> void t(T a, int b) {
    a == b;
    sizeof(T);
    T::x;
    a.x;
    (T)b;
    -a;
    b == sizeof(T); // warning
}
//// what is deleted is of no type
struct unknown;
__global__ void k(void *p, const void *q, void **s, int *i, int **j) {
    delete p; // warning
    delete[] q; // warning
    delete s[0]; // warning
    delete (void *)i; // warning
    delete i;
    delete[] j;
    delete *j;
    delete s;
}
