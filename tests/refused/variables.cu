// SPDX-License-Identifier: MIT
// The host's variables in device code, and exceptions and types that it cannot have: one case after each `////`.
//// a global
int limit = 100;
__global__ void k(int *a) {
    a[threadIdx.x] = limit; // error
}
//// a global that is written
int total;
__global__ void k(int *a) {
    total += a[threadIdx.x]; // error
}
//// a global array
float table[16];
__global__ void k(float *a) {
    a[threadIdx.x] = table[threadIdx.x]; // error
}
//// a static global
static int counter = 0;
__global__ void k() {
    counter++; // error
}
//// a global pointer
int *dev_data;
__global__ void k() {
    dev_data[threadIdx.x] = 1; // error
}
//// a const float array
const float weights[3] = {1, 2, 3};
__global__ void k(float *a, int i) {
    a[0] = weights[i]; // error
}
//// a constexpr array
constexpr int offsets[4] = {0, 1, 2, 3};
__global__ void k(int *a) {
    a[0] = offsets[threadIdx.x]; // error
}
//// a const int whose value only run time knows
#include <cstdlib>
const int seed = rand();
__global__ void k(int *a) {
    a[0] = seed; // error
}
//// a reference to a constant
const int size = 5;
__global__ void k(const int **a) {
    a[0] = &size; // error
}
//// a global in a device function
int n = 5;
__device__ int get() {
    return n; // error
}
__global__ void k(int *a) { a[0] = get(); }
//// a global of a namespace
namespace config { int width = 5; }
__global__ void k(int *a) {
    a[0] = config::width; // error
}
//// a static member
struct settings { static int width; };
int settings::width = 5;
__global__ void k(int *a) {
    a[0] = settings::width; // error
}
//// an inline static member
struct settings { inline static int width = 5; };
__global__ void k(int *a) {
    a[0] = settings::width; // error
}
//// a static member in a method
struct pool {
    static int used;
    __device__ int next() {
        return used++; // error
    }
};
int pool::used = 0;
__global__ void k(pool p, int *a) { a[0] = p.next(); }
//// a global struct
struct config { int w, h; };
config cfg = {1, 2};
__global__ void k(int *a) {
    a[0] = cfg.w; // error
}
//// a global in an atomic
int hits;
__global__ void k() {
    atomicAdd(&hits, 1); // error
}
//// a host array instead of its copy
float host_a[8];
__global__ void k(float *out) {
    int i = threadIdx.x;
    out[i] = host_a[i] * 2; // error
}
//// an extern variable
extern int shared_count;
__global__ void k(int *a) {
    a[0] = shared_count; // error
}
//// a global from a template kernel
double gravity = 9.81;
template <class T> __global__ void k(T *a) {
    a[0] = gravity; // error
}
template __global__ void k<double>(double *);
//// a local of the host through a lambda's reference
__global__ void k(int *a) {
    int x = 1;
    auto f = [&]() { throw 1; }; // error
    f();
    a[0] = x;
}
//// throw
__global__ void k(int n) {
    if (n < 0)
        throw n; // error
}
//// try and catch
__global__ void k(int *a) {
    try { // error
        a[0] = 1;
    } catch (...) {
        a[0] = 2;
    }
}
//// throw of an exception
#include <stdexcept>
__device__ int check(int n) {
    if (n < 0)
        throw std::runtime_error("negative"); // error
    return n;
}
__global__ void k(int *a) { a[0] = check(a[0]); }
//// typeid
#include <typeinfo>
__global__ void k(const char **a, int x) {
    a[0] = typeid(x).name(); // error
}
//// dynamic_cast
struct base { __device__ virtual void f() {} };
struct derived : base {};
__global__ void k(base *b, derived **d) {
    d[0] = dynamic_cast<derived *>(b); // error
}
//// long double
__global__ void k(long double *a) {
    __int128 x = 1;
    a[0] = x;
    missing = 2; // error
}
//// threadIdx is written
__global__ void k(int *a) {
    threadIdx.x = 0; // error
    a[0] = 1;
}
//// blockDim is counted up
__global__ void k(int *a) {
    blockDim.x++; // error
    a[0] = 1;
}
//// blockIdx is assigned as a whole
__global__ void k(uint3 i) {
    blockIdx = i; // error
}
//// gridDim in a compound assignment
__global__ void k() {
    gridDim.y *= 2; // error
}
//// threadIdx by a reference
__device__ void zero(unsigned &x) { x = 0; }
__global__ void k() {
    zero(threadIdx.x); // error
}
//// warpSize is written
__global__ void k() {
    warpSize = 16; // error
}
//// threadIdx by ++ in front
__global__ void k() {
    ++threadIdx.y; // error
}
//// threadIdx's address
__global__ void k() {
    uint3 *p = &threadIdx; // error
    p->x = 1;
}
//// constexpr static array of a class
struct dirs { static constexpr int dx[2] = {0, 1}; };
__global__ void k(int *a, int i) {
    a[0] = dirs::dx[i]; // error
}
//// a kernel writes __constant__
__constant__ int c;
__global__ void k() {
    c = 5; // error
}
//// a kernel counts a __constant__ up
__constant__ int c;
__global__ void k() {
    c += 2; // error
}
//// a constant of an unnamed namespace, and one behind its name
namespace { __constant__ int q; }
namespace a { __constant__ int r; }
__global__ void k(int *out) {
    q = 3; // error
    a::r = 4; // error
    { int q = 4; q++; }
    q++; // error
    out[0] = q;
}
//// an array whose size is a parameter
__global__ void k(int *o, int n) {
    int a[n]; // error
    a[0] = o[1];
    o[0] = a[0];
}
int main() { k<<<1, 1>>>(nullptr, 2); }
//// an array whose size is worked out of a parameter, in a device function
__device__ float f(const int n) {
    float a[2][n + 1]; // error
    a[0][0] = 1;
    return a[0][0];
}
__global__ void k(float *o) { o[0] = f(3); }
int main() { k<<<1, 1>>>(nullptr); }
//// thread_local in a kernel
__global__ void k(int *o) {
    thread_local int a; // error
    o[0] = a = 1;
}
int main() { k<<<1, 1>>>(nullptr); }
//// __shared__ in a __host__ __device__ function
__host__ __device__ int f(int x) {
    __shared__ int s; // error
    return x;
}
__global__ void k(int *o) { o[0] = f(1); }
int main() { k<<<1, 1>>>(nullptr); }
//// a constant of the host's by reference
const int limit = 5;
__device__ int get(const int &x) { return x; }
__global__ void k(int *o) {
    o[0] = limit + 1;
    o[1] = get(limit); // error
}
//// a constant of the host's for a template's reference
const float most = 5;
template <class T> __device__ const T &larger(const T &a, const T &b) { return a < b ? b : a; }
__global__ void k(float *o) {
    o[0] = larger(o[1], most); // error
}
//// a reference to a constant of the host's
const int limit = 5;
__global__ void k(int *o) {
    const int &r = limit; // error
    o[0] = r;
}
//// a static constexpr member by reference
struct S { static constexpr int limit = 5; };
__device__ int get(int a, const int &x) { return a + x; }
__global__ void k(int *o) {
    o[0] = get(S::limit, 3);
    o[1] = get(3, S::limit); // error
}
//// a __shared__ array of nothing
__global__ void k(int *o) {
    __shared__ int s[0]; // error
    o[0] = s[0];
}
//// a __device__ array of nothing
__device__ float z[4][0]; // error
__global__ void k(float *o) { o[0] = z[0][0]; }
//// a variable of the host in a function of both sides
int n = 3;
__host__ __device__ int f() {
    return n; // error
}
int main() { return f(); }
//// a variable of the host in an inline function of both sides that a kernel calls
int n = 3;
inline __host__ __device__ int f() {
    return n; // error
}
__global__ void k(int *o) { o[0] = f(); }
//// std::cout in a function of both sides
#include <iostream>
__host__ __device__ void f() {
    std::cout << "host"; // error
}
__global__ void k(int *o) { f(); }
//// a variable of the device that holds the address of one of the host
int h = 3;
__device__ int *c = &h; // error
__global__ void k(int *o) { o[0] = *c; }
//// a variable of the device whose destructor does something
struct S {
    int x;
    __host__ __device__ ~S() { x = 3; }
};
__device__ S s; // error
__global__ void k(int *o) { o[0] = s.x; }
//// extern __shared__ of two types, outside a kernel and in it
extern __shared__ int s[];
__global__ void k(float *o) {
    extern __shared__ float s[]; // error
    o[0] = s[0];
}
//// a method of a constant of the host
struct S {
    int a, b;
    __device__ int sum() const { return a + b; }
};
constexpr S g = {1, 2};
__global__ void k(int *o) {
    o[0] = g.a;
    o[1] = g.sum(); // error
}
//// a __device__ member
struct S {
    static __device__ int x; // error
};
__device__ int S::x = 3; // error
__global__ void k(int *o) { o[0] = S::x; }
//// a variable of the host in methods and constructors of both sides, whoever calls them
int n = 3;
struct A {
    int x;
    __host__ __device__ A() { x = n; } // error
    __host__ __device__ int get() { return x + n; } // error
    __host__ __device__ int more();
};
__host__ __device__ int A::more() { return n; } // error
int main() {
    A a;
    return a.get();
}
//// a variable of the host in a template of both sides, and in a function by its address
int n = 3;
template <class T> __host__ __device__ T f(T x) { return x + n; } // error
static __host__ __device__ int g() { return n; } // error
int main() {
    int (*p)() = g;
    return f(1) + p();
}
//// a variable of the host in a function that gives another its value
int n = 3;
inline __host__ __device__ int f() { return n; } // error
int x = f();
//// values of the device that only the mathematics know
#include <cmath>
__constant__ float b = sqrtf(2); // error
__device__ float c[2] = {1, expf(3)}; // error
__global__ void k(float *o) { o[0] = b + c[1]; }
//// the address of a function of the host in a variable of the device
int h(int x) { return x; }
__device__ int (*p)(int) = h; // error
__global__ void k(int *o) { o[0] = p(1); }
//// elements of constants of the host that are read when the kernel runs
constexpr float F[3] = {1, 2, 3};
struct S {
    static constexpr int v[2] = {1, 2};
};
__global__ void k(float *o, int i) {
    constexpr float f = F[1];
    o[0] = S::v[1];
    o[1] = f + F[1]; // error
    o[2] = S::v[i]; // error
}
//// extern __shared__ that is volatile in one place
__global__ void k(int *o) {
    extern __shared__ int a[];
    o[0] = a[0];
}
__global__ void next(int *o) {
    extern volatile __shared__ int a[]; // error
    o[0] = a[0];
}
//// several variables of one declaration
#include <cstdlib>
const int known = 3, seed = rand(), other = 5;
static int e = 3, *f = &e;
struct node { node *next; int v; } list = {&list, 3}, *head = &list;
__device__ int on_device = sizeof(on_device), *its = &on_device;
__global__ void k(int *o) {
    o[0] = known + other + on_device + *its;
    o[1] = seed; // error
    o[2] = e; // error
    o[3] = *f; // error
    o[4] = list.v; // error
    o[5] = head->v; // error
}
struct constants {
    static constexpr int a[3] = {1, 2, 3}, b[2] = {4, 5};
};
template <int N> __device__ int element() { return constants::a[N]; }
__global__ void m(int *o) { *o = element<1>(); }
//// elements of a class's constants by indices that name variables, or not
struct S {
    static constexpr int a[3] = {1, 2, 3};
    static constexpr int b[2][2] = {{1, 2}, {3, 4}};
};
enum { two = 2 };
constexpr int one = 1;
template <int N> __device__ int t() { return S::a[N]; }
__global__ void k(int *o, const int n) {
    const int i = 1;
    constexpr int m = 2;
    o[0] = S::a[i]; // error
    o[1] = S::a[m]; // error
    o[2] = S::a[one]; // error
    o[3] = S::b[1][i]; // error
    o[4] = S::a[n]; // error
    o[5] = S::a[threadIdx.x]; // error
    o[6] = S::b[m - 1][0]; // error
    o[7] = S::a[i > 0 ? 1 : 2]; // error
    o[8] = S::a[two];
    o[9] = S::b[1][1];
    o[10] = t<1>();
    o[11] = S::a[(int)1];
    o[12] = S::a[-1 + 2];
    o[13] = S::a[sizeof(char)];
    constexpr int c = S::a[m];
    const int d = S::a[m];
    o[14] = c + d;
}
//// elements of a constant of the host that it does not have, and addresses that are kept
constexpr int table[3] = {1, 2, 3};
struct pair { int a, b; };
constexpr pair pairs[2] = {{1, 2}, {3, 4}};
struct row { static constexpr int in[3] = {4, 5, 6}; };
__device__ int referred(const int &x) { return x; }
__global__ void k(int *o) {
    int n = 1;
    int a = table[3]; // error
    int b = table[-1]; // error
    int c = *(table + 3); // error
    int d = pairs[2].a; // error
    int e = row::in[3]; // error
    int f = (o[0] = 1, table[1]); // error
    int g = reinterpret_cast<const int &>(table[1]); // error
    decltype(auto) h = (table[1]); // error
    const int &l = *(table + 1); // error
    const int *m = table + 1; // error
    o[0] = *(table + n); // error
    o[1] = &table[n] - table; // error
    o[2] = (&table[1])[1]; // error
    o[3] = referred(*(table + 1)); // error
    o[4] = a + b + c + d + e + f + g + h + l + *m;
}
//// elements of a constant of the host that are not worked out in a value
constexpr int table[3] = {1, 2, 3};
constexpr int square[2][2] = {{1, 2}, {3, 4}};
struct refers { int a; __device__ refers(const int &x) : a(x) {} };
__device__ int referred(const int &x) { return x; }
__device__ int returned() { return table[1]; } // error
__global__ void k(int *o, int i) {
    const int j = 1, changes = i;
    int a = o[table[1]]; // error
    int b = i ? table[1] : 0; // error
    int c = table[changes]; // error
    int d = referred(table[1]); // error
    int e = square[1][i]; // error
    int f = table[j] + table[i]; // error
    const int &g = table[1]; // error
    const int *h = table; // error
    const int *l = square[1]; // error
    refers m(table[1]); // error
    int n = o[i] += table[1]; // error
    int p = [&] { o[0] = table[1]; return 1; }(); // error
    b = table[1]; // error
    o[0] = *new int(table[1]); // error
    o[1] = *new int{table[1]}; // error
    o[2] = *new int[table[i]]; // error
    o[3] = a + b + c + d + e + f + g + *h + *l + m.a + n + p;
}
//// the host's constant pointers where their address is needed, and to what the host has
int on_host[4];
constexpr const char *word = "abc";
constexpr const int *there = on_host;
const char *const name = "abc";
const int *const none = nullptr;
template <class T> __device__ int by_reference(const T &p) { return p != nullptr; }
__device__ int by_value(const void *p) { return p != nullptr; }
__global__ void k(int *o) {
    const char *const &a = word; // error
    auto &b = word; // error
    o[0] = by_reference(word); // error
    o[1] = by_reference(none); // error
    o[2] = by_value(name); // error
    o[3] = by_value(there); // error
    o[4] = *there; // error
    o[5] = *a + *b;
}
//// variables of classes that only a constructor makes
struct S { int x; virtual __device__ int f() { return 1; } };
struct derived : S { int y; };
struct holder { S s[2]; };
struct on_host { int x; virtual int f() { return 1; } };
struct base { int x; };
struct by_virtual_base : virtual base { int y = 1; };
struct ended { int x = 0; virtual __device__ ~ended() {} };
struct stores { int x; __device__ stores() { x = 1; } };
struct above : stores { __device__ above() {} };
typedef S other;
namespace n { struct T { int x; virtual __device__ int f() { return 1; } }; }
__device__ S a; // error
__constant__ S b; // error
__managed__ S c; // error
__shared__ S d; // error
__device__ S e[3]; // error
__device__ derived f; // error
__device__ holder g; // error
__device__ on_host h; // error
__device__ by_virtual_base i; // error
__device__ ended j; // error
__device__ other k; // error
__device__ n::T l; // error
__device__
    S
    m // error
    ,
    o; // error
__shared__ stores p; // error
__device__ above q[2]; // error
//// local arrays of nothing
const int none = 0;
__global__ void k(int *o) {
    int a[0]; // error
    o[0] = sizeof(a);
}
__host__ __device__ void f(int *o) {
    int a[2][none]; // error
    o[0] = sizeof(a);
}
void host(int *o) {
    int a[0];
    o[0] = sizeof(a);
}
//// constants that get their value behind
extern const float half;
struct S {
    static const int n;
};
struct T {
    static const int n;
};
const int T::n = 4;
__global__ void k(float *a) {
    a[0] = half; // error
    a[1] = S::n; // error
    a[2] = T::n;
}
const float half = 0.5f;
const int S::n = 3;
//// constants of constants that are worked out when the program runs
int f();
const int q = f();
const int r = q + 1, two = 2;
const int s = r;
const float t = two * 0.5f;
__global__ void k(int *a) {
    a[0] = r; // error
    a[1] = s; // error
    a[2] = two + t;
}
//// constants of the mathematics
#include <cmath>
const double root = sqrt(2.0);
const float pi = 4 * std::atan(1.0f), three = 3;
const double turn = 2 * acos(-1.0);
const float up = ceil(1.5f), size = fabs(-1.5f);
const double other = fabs(-1.5);
const float low = std::floor(1.5f);
__global__ void k(float *a) {
    a[0] = root; // error
    a[1] = pi; // error
    a[2] = turn; // error
    a[3] = up + size + three;
    a[4] = other; // error
    a[5] = low; // error
}
//// constexpr of the mathematics
#include <cmath>
constexpr float up = fabs(1.5); // error
//// variables of the device with values of the mathematics
#include <cmath>
__device__ float up = fabs(1.5); // error
//// mathematics in constants
#include <cmath>
const double v0 = fmod(2.0, 3.0);
const double v1 = trunc(2.0);
const double v2 = hypot(2.0, 3.0);
const double v3 = fmax(2.0, 3.0);
const double v4 = cosh(2.0);
const double v5 = copysign(2.0, 3.0);
const double v6 = fpclassify(2.0);
const double v7 = std::lgamma(2.0);
const double v8 = nan("");
const double v9 = ldexp(2.0, 3);
const double v10 = fma(2.0, 3.0, 4.0);
const double v11 = erff(2.0f);
const double v12 = isless(2.0, 3.0);
const double v13 = llabs(2ll);
const double v14 = abs(2);
const double v15 = abs(2.0);
const double v16 = ceil(2.5);
const double v17 = copysign(2.0f, 3.0f);
const double v18 = fabs(2);
const double v19 = fabs(2.0f);
const double v20 = fpclassify(2);
const double v21 = isfinite(2.0);
const double v22 = isinf(2.0);
const double v23 = isnan(2.0f);
const double v24 = isnormal(2.0);
const double v25 = signbit(2.0);
const double v26 = std::abs(2.0);
const double v27 = std::ceil(2.0);
__global__ void k(double *o) {
    o[0] = v0; // error
    o[1] = v1; // error
    o[2] = v2; // error
    o[3] = v3; // error
    o[4] = v4; // error
    o[5] = v5; // error
    o[6] = v6; // error
    o[7] = v7; // error
    o[8] = v8; // error
    o[9] = v9; // error
    o[10] = v10; // error
    o[11] = v11; // error
    o[12] = v12; // error
    o[13] = v13; // error
    o[14] = v14;
    o[15] = v15;
    o[16] = v16;
    o[17] = v17;
    o[18] = v18;
    o[19] = v19;
    o[20] = v20;
    o[21] = v21;
    o[22] = v22;
    o[23] = v23;
    o[24] = v24;
    o[25] = v25;
    o[26] = v26;
    o[27] = v27;
}
//// mathematics in constexpr
#include <cmath>
constexpr double v0 = fmod(2.0, 3.0); // error
constexpr double v1 = trunc(2.0); // error
constexpr double v2 = hypot(2.0, 3.0); // error
constexpr double v3 = fmax(2.0, 3.0); // error
constexpr double v4 = cosh(2.0); // error
constexpr double v5 = copysign(2.0, 3.0); // error
constexpr double v6 = fpclassify(2.0); // error
constexpr double v7 = std::lgamma(2.0); // error
constexpr double v8 = nan(""); // error
constexpr double v9 = ldexp(2.0, 3); // error
constexpr double v10 = fma(2.0, 3.0, 4.0); // error
constexpr double v11 = erff(2.0f); // error
constexpr double v12 = isless(2.0, 3.0); // error
constexpr double v13 = llabs(2ll); // error
constexpr double v14 = abs(2);
constexpr double v15 = abs(2.0);
constexpr double v16 = ceil(2.5);
constexpr double v17 = copysign(2.0f, 3.0f);
constexpr double v18 = fabs(2);
constexpr double v19 = fabs(2.0f);
constexpr double v20 = fpclassify(2);
constexpr double v21 = isfinite(2.0);
constexpr double v22 = isinf(2.0);
constexpr double v23 = isnan(2.0f);
constexpr double v24 = isnormal(2.0);
constexpr double v25 = signbit(2.0);
constexpr double v26 = std::abs(2.0);
constexpr double v27 = std::ceil(2.0);
__global__ void k(double *o) {
    o[0] = v0;
    o[1] = v1;
    o[2] = v2;
    o[3] = v3;
    o[4] = v4;
    o[5] = v5;
    o[6] = v6;
    o[7] = v7;
    o[8] = v8;
    o[9] = v9;
    o[10] = v10;
    o[11] = v11;
    o[12] = v12;
    o[13] = v13;
    o[14] = v14;
    o[15] = v15;
    o[16] = v16;
    o[17] = v17;
    o[18] = v18;
    o[19] = v19;
    o[20] = v20;
    o[21] = v21;
    o[22] = v22;
    o[23] = v23;
    o[24] = v24;
    o[25] = v25;
    o[26] = v26;
    o[27] = v27;
}
//// mathematics in variables of the device
#include <cmath>
__device__ double v0 = fmod(2.0, 3.0); // error
__device__ double v1 = trunc(2.0); // error
__device__ double v2 = hypot(2.0, 3.0); // error
__device__ double v3 = fmax(2.0, 3.0); // error
__device__ double v4 = cosh(2.0); // error
__device__ double v5 = copysign(2.0, 3.0); // error
__device__ double v6 = fpclassify(2.0); // error
__device__ double v7 = std::lgamma(2.0); // error
__device__ double v8 = nan(""); // error
__device__ double v9 = ldexp(2.0, 3); // error
__device__ double v10 = fma(2.0, 3.0, 4.0); // error
__device__ double v11 = erff(2.0f); // error
__device__ double v12 = isless(2.0, 3.0); // error
__device__ double v13 = llabs(2ll); // error
__device__ double v14 = abs(2);
__device__ double v15 = abs(2.0);
__device__ double v16 = ceil(2.5);
__device__ double v17 = copysign(2.0f, 3.0f);
__device__ double v18 = fabs(2);
__device__ double v19 = fabs(2.0f);
__device__ double v20 = fpclassify(2);
__device__ double v21 = isfinite(2.0);
__device__ double v22 = isinf(2.0);
__device__ double v23 = isnan(2.0f);
__device__ double v24 = isnormal(2.0);
__device__ double v25 = signbit(2.0);
__device__ double v26 = std::abs(2.0);
__device__ double v27 = std::ceil(2.0);
__global__ void k(double *o) {
    o[0] = v0;
    o[1] = v1;
    o[2] = v2;
    o[3] = v3;
    o[4] = v4;
    o[5] = v5;
    o[6] = v6;
    o[7] = v7;
    o[8] = v8;
    o[9] = v9;
    o[10] = v10;
    o[11] = v11;
    o[12] = v12;
    o[13] = v13;
    o[14] = v14;
    o[15] = v15;
    o[16] = v16;
    o[17] = v17;
    o[18] = v18;
    o[19] = v19;
    o[20] = v20;
    o[21] = v21;
    o[22] = v22;
    o[23] = v23;
    o[24] = v24;
    o[25] = v25;
    o[26] = v26;
    o[27] = v27;
}
//// two memories at once, in a function
__global__ void k(int *o) {
    __shared__ __managed__ int a; // error
    __shared__ __constant__ int b; // error
    static __managed__ __constant__ int c; // error
    static __constant__ __managed__ int d[2]; // error
    static __shared__ __managed__ int f; // error
    __constant__ __shared__ int g[2]; // error
    __shared__ __device__ int right;
    static __device__ __constant__ int too;
    *o = a + b + c + d[0] + f + g[0] + right + too;
}
void h() { __shared__ __managed__ int c; } // error
//// variables of the device that are declared with extern, and again
extern __device__ int a;
__device__ int a; // error
extern __constant__ float b[];
__constant__ float b[4]; // error
namespace inner {
extern __device__ int a, c;
__device__ int d;
extern __device__ int d; // error
}
namespace inner {
extern __device__ int c; // error
}
__device__ int e;
extern int e; // error
//// an extern variable of two memories in a function
__global__ void k(int *a) {
    extern __managed__ __constant__ int c; // error
    a[0] = c;
}
//// extern, and no __shared__, in a kernel
__global__ void k(float *o) {
    extern float s[];
    o[0] = sizeof(s[0]);
    s[1] = 1; // error
}
//// constant members whose values are worked out when the program begins
int f();
int run_time = 3;
struct S { static const int a, b, c, d, e; };
const int S::a = S::a + 1;
const int S::b = b + 1;
const int S::c = f();
const int S::d = run_time + 1;
const int S::e = 3;
__global__ void k(int *o) {
    o[0] = S::a; // error
    o[1] = S::b; // error
    o[2] = S::c; // error
    o[3] = S::d; // error
    o[4] = S::e;
}
//// addresses of the host's constant members
struct S {
    static const int a = 1, b;
    static constexpr int c = 2;
    __device__ const int *m() { return &c; } // error
};
const int S::b = 3;
template <class T> struct A { static const int a = 4; };
__device__ int f(const int *p) { return *p; }
__global__ void k(const int **o) {
    o[0] = &S::a; // error
    o[1] = &S::b; // error
    o[2] = S().m();
    o[3] += f(&S::c); // error
    o[4] += o[3] == &S::c; // error
    o[5] = &A<int>::a; // error
    o[6] += *&S::a;
}
//// shared memory of a launch's size with a value
extern __shared__ int outside[] = {1, 2}; // error
__global__ void k(int *o) { o[0] = outside[0]; }
//// extern __shared__ outside functions, with two sizes, or of two types
extern __shared__ int sized[64];
extern __shared__ int sized[];
extern __shared__ int sized[32]; // error
extern __shared__ float rows[][4];
extern __shared__ float rows[][5]; // error
extern __shared__ int number;
extern __shared__ unsigned number; // error
namespace n { extern __shared__ float open[]; }
namespace n { extern __shared__ double open[]; } // error
__global__ void k(int *o) {
    extern __shared__ int sized[16]; // error
    o[0] = sized[0];
}
//// extern __shared__ of a known size outside functions, declared twice
extern __shared__ int open[];
extern __shared__ int open[64]; // error
extern __shared__ int sized[64];
extern __shared__ int sized[64]; // error
extern __shared__ int number;
extern __shared__ int number; // error
__global__ void k(int *o) { o[0] = open[0] + sized[0] + number; }
