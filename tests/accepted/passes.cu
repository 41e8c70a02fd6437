// SPDX-License-Identifier: MIT
// __CUDA_ARCH__, which is there in device code alone: one case after each `////`; each prints ok.
//// in a __host__ __device__ function
#include <cstdio>
__host__ __device__ int where() {
#ifdef __CUDA_ARCH__
    return 1;
#else
    return 2;
#endif
}
__global__ void k(int *o) { *o = where(); }
int main() {
    int *p;
    cudaMallocManaged(&p, 16);
    k<<<1, 1>>>(p);
    cudaDeviceSynchronize();
    printf(*p == 1 && where() == 2 ? "ok\n" : "wrong\n");
}
//// host-only code in #ifndef
#include <cstdio>
#ifndef __CUDA_ARCH__
static int only_here(int x) { return x + 1; }
#endif
__global__ void k(int *o) { *o = 1; }
int main() {
    int *p;
    cudaMallocManaged(&p, 16);
#ifndef __CUDA_ARCH__
    k<<<1, 1>>>(p);
    cudaDeviceSynchronize();
    printf(only_here(*p) == 2 ? "ok\n" : "wrong\n");
#endif
}
//// a macro that differs
#include <cstdio>
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 600
#define SIDE 10
#else
#define SIDE 20
#endif
__host__ __device__ int side() { return SIDE; }
__global__ void k(int *o) { *o = SIDE + side(); }
int main() {
    int *p;
    cudaMallocManaged(&p, 16);
    k<<<1, 1>>>(p);
    cudaDeviceSynchronize();
    printf(*p == 20 && SIDE + side() == 40 ? "ok\n" : "wrong\n");
}
//// in a kernel
#include <cstdio>
__global__ void k(int *o) {
#if __CUDA_ARCH__ >= 700
    *o = 7;
#elif defined(__CUDA_ARCH__)
    *o = 3;
#else
    *o = 1;
#endif
}
int main() {
    int *p;
    cudaMallocManaged(&p, 16);
    k<<<1, 1>>>(p);
    cudaDeviceSynchronize();
    printf(*p == 7 ? "ok\n" : "wrong\n");
}
//// a device function that is only there on the device
#include <cstdio>
#ifdef __CUDA_ARCH__
__device__ int helper(int x) { return x * 3; }
#endif
__global__ void k(int *o) {
#ifdef __CUDA_ARCH__
    *o = helper(2);
#endif
}
int main() {
    int *p;
    cudaMallocManaged(&p, 16);
    k<<<1, 1>>>(p);
    cudaDeviceSynchronize();
    printf(*p == 6 ? "ok\n" : "wrong\n");
}
//// in a method
#include <cstdio>
struct v {
    int x;
    __host__ __device__ v(int x) : x(x) {
#ifdef __CUDA_ARCH__
        this->x += 100;
#endif
    }
    __host__ __device__ int get() const {
#ifndef __CUDA_ARCH__
        return x;
#else
        return x + 1;
#endif
    }
};
__global__ void k(int *o) { *o = v(1).get(); }
int main() {
    int *p;
    cudaMallocManaged(&p, 16);
    k<<<1, 1>>>(p);
    cudaDeviceSynchronize();
    printf(*p == 102 && v(1).get() == 1 ? "ok\n" : "wrong\n");
}
//// in a template
#include <cstdio>
template <class T> __host__ __device__ T value(T x) {
#ifdef __CUDA_ARCH__
    return x + T(1);
#else
    return x;
#endif
}
__global__ void k(int *o) { *o = value(1) + value(1.0f); }
int main() {
    int *p;
    cudaMallocManaged(&p, 16);
    k<<<1, 1>>>(p);
    cudaDeviceSynchronize();
    printf(*p == 4 && value(1) == 1 ? "ok\n" : "wrong\n");
}
//// a constant that differs
#include <cstdio>
#ifdef __CUDA_ARCH__
constexpr int width = 32;
#else
constexpr int width = 8;
#endif
__host__ __device__ int twice() { return 2 * width; }
__global__ void k(int *o) { o[0] = width; o[1] = twice(); }
int main() {
    int *p;
    cudaMallocManaged(&p, 16);
    k<<<1, 1>>>(p);
    cudaDeviceSynchronize();
    printf(p[0] == 32 && p[1] == 64 && width == 8 && twice() == 16 ? "ok\n" : "wrong\n");
}
//// a function twice, for either side
#include <cstdio>
#ifdef __CUDA_ARCH__
__device__ int f(int x) { return x + 1; }
#else
int f(int x) { return x + 2; }
#endif
__host__ __device__ int g(int x) { return f(x); }
__global__ void k(int *o) {
#ifdef __CUDA_ARCH__
    *o = f(1);
#endif
}
int main() {
    int *p;
    cudaMallocManaged(&p, 16);
    k<<<1, 1>>>(p);
    cudaDeviceSynchronize();
    printf(*p == 2 && f(1) == 3 && g(1) == 3 ? "ok\n" : "wrong\n");
}
//// a host header that the device does not have
#include <cstdio>
#ifndef __CUDA_ARCH__
#include <string>
#include <vector>
#endif
__global__ void k(int *o) { *o = 4; }
int main() {
    int *p;
    cudaMallocManaged(&p, 16);
    k<<<1, 1>>>(p);
    cudaDeviceSynchronize();
#ifndef __CUDA_ARCH__
    std::vector<std::string> v(*p);
    printf(v.size() == 4 ? "ok\n" : "wrong\n");
#endif
}
//// in host code only, which never sees it
#include <cstdio>
int main() {
#ifdef __CUDA_ARCH__
    printf("wrong\n");
#else
    printf("ok\n");
#endif
}
//// a return and a loop in both branches
#include <cstdio>
__host__ __device__ int count(const int *a, int n) {
    int c = 0;
    for (int i = 0; i < n; i++) {
#ifdef __CUDA_ARCH__
        if (a[i] < 0) return -1;
        c += 2;
#else
        c++;
#endif
    }
    return c;
}
__global__ void k(int *o) { int a[3] = {1, 2, 3}; *o = count(a, 3); }
int main() {
    int *p, a[2] = {-1, 2};
    cudaMallocManaged(&p, 16);
    k<<<1, 1>>>(p);
    cudaDeviceSynchronize();
    printf(*p == 6 && count(a, 2) == 2 ? "ok\n" : "wrong\n");
}
//// a typedef that differs
#include <cstdio>
#ifdef __CUDA_ARCH__
typedef float real;
#else
typedef double real;
#endif
__global__ void k(int *o) { *o = sizeof(real); }
int main() {
    int *p;
    cudaMallocManaged(&p, 16);
    k<<<1, 1>>>(p);
    cudaDeviceSynchronize();
    printf(*p == 4 && sizeof(real) == 8 ? "ok\n" : "wrong\n");
}
//// enumerators of a class, what is computed of them, and a constant
#include <cstdio>
#ifdef __CUDA_ARCH__
const int SIZE = 48;
#else
const int SIZE = 16;
#endif
const int HALF = SIZE / 2;
template <int N> class Rows {
    enum { WIDTH = N + 1 };
    enum {
#ifdef __CUDA_ARCH__
        BANKS = 32,
#else
        BANKS = 16,
#endif
        PADDING = BANKS - WIDTH % BANKS
    };
    int data[WIDTH + PADDING];

  public:
    static int length() { return PADDING; }
    __device__ int size() {
        data[WIDTH + PADDING - 1] = PADDING;
        return data[WIDTH + PADDING - 1];
    }
};
__global__ void k(int *o) {
    __shared__ Rows<40> rows;
    *o = rows.size() + (int)sizeof rows + HALF;
}
int main() {
    int *p;
    cudaMallocManaged(&p, 16);
    k<<<1, 1>>>(p);
    cudaDeviceSynchronize();
    printf(*p == 23 + 256 + 24 && Rows<40>::length() == 7 && HALF == 8 ? "ok\n" : "wrong %d\n", *p);
}
//// __shared__ in what a __host__ __device__ function is on the device
#include <cstdio>
__host__ __device__ int f(int x) {
#ifdef __CUDA_ARCH__
    __shared__ int s;
    s = x;
    __syncthreads();
    return s;
#else
    return x;
#endif
}
__global__ void k(int *o) { o[0] = f(4); }
int main() {
    int *o;
    cudaMallocManaged(&o, 4);
    k<<<1, 1>>>(o);
    cudaDeviceSynchronize();
    puts(o[0] + f(1) == 5 ? "ok" : "wrong");
}
//// device functions of both passes, whose parameters have different names
#include <cstdio>
#if __CUDA_ARCH__ >= 500
static __device__ unsigned f(unsigned a, unsigned b, unsigned) { return a + b; }
__device__ int g(int, int (&a)[2], int n = 3) { return a[0] + n; }
__device__ int g(float) { return 7; }
template <class T> __device__ T h(T a, T *b) { return a + *b; }
struct S {
    int x;
    __device__ int m(int a) { return x + a; }
};
#else
static __device__ unsigned f(unsigned x, unsigned y, unsigned z) { return x + y + z; }
__device__ int g(int x, int (&y)[2], int m = 3) { return x + y[0] + m; }
__device__ int g(float z) { return 8; }
template <class T> __device__ T h(T c, T *d) { return c - *d; }
struct S {
    int x;
    __device__ int m(int b) { return x - b; }
};
#endif
__global__ void k(int *o) {
    int a[2] = {1, 2};
    S s = {5};
    o[0] = g(4, a) + 10 * g(1.0f) + 100 * f(1, 2, 3) + 1000 * h(3, a) + 10000 * s.m(4);
}
int main() {
    int *o;
    cudaMallocManaged(&o, 4);
    k<<<1, 1>>>(o);
    cudaDeviceSynchronize();
    printf(o[0] == 4 + 70 + 300 + 4000 + 90000 ? "ok\n" : "wrong %d\n", o[0]);
}
//// namespaces of which one pass has more
#include <cstdio>
#ifndef __CUDA_ARCH__
namespace parts {
struct shape { int sides; };
namespace inner { struct line { int length; }; }
inline int sum(shape s, inner::line l) { return s.sides * l.length; }
}
namespace parts { template <class T> struct box { T held; }; }
#endif
namespace parts { template <class T> struct plain { typedef T type; }; }
namespace parts {
template <class T> struct plain<const T> { typedef T type; };
#ifdef __CUDA_ARCH__
namespace inner { __device__ int lanes() { return 32; } }
#endif
}
namespace parts { namespace inner { struct point { int x; }; } }
namespace parts {
__host__ __device__ int side(inner::point p) {
#ifdef __CUDA_ARCH__
    return p.x + inner::lanes();
#else
    return p.x + sum({4}, {5}) + box<int>{3}.held;
#endif
}
}
__global__ void k(int *o) { parts::plain<const int>::type a = parts::side({1}); *o = a; }
int main() {
    int *p;
    cudaMallocManaged(&p, 16);
    k<<<1, 1>>>(p);
    cudaDeviceSynchronize();
    printf(*p == 33 && parts::side({1}) == 24 ? "ok\n" : "wrong\n");
}
//// what both passes have, in another order
#include <cstdio>
#define FIRST namespace a { struct first { int x; }; inline int one() { return 1; } } extern "C" { struct c_first; }
#define SECOND namespace a { struct second { int x; }; inline int two() { return 2; } } extern "C" { struct c_second; }
#ifdef __CUDA_ARCH__
SECOND
namespace a { struct third { int x; }; }
FIRST
#else
FIRST
SECOND
namespace a { struct third { int x, y; }; }
#endif
namespace a {
__host__ __device__ int get() {
#ifdef __CUDA_ARCH__
    return first{1}.x + second{2}.x + third{3}.x;
#else
    return first{1}.x + second{2}.x + third{3, 4}.y + one() + two();
#endif
}
}
__global__ void k(int *o) { *o = a::get(); }
int main() {
    int *p;
    cudaMallocManaged(&p, 16);
    k<<<1, 1>>>(p);
    cudaDeviceSynchronize();
    printf(*p == 6 && a::get() == 10 ? "ok\n" : "wrong\n");
}
//// specialisations of one pass alone
#include <cstdio>
template <class T> struct width { static const int value = sizeof(T); };
#ifndef __CUDA_ARCH__
template <> struct width<char> { static const int value = 10; };
#endif
template <> struct width<short> { static const int value = 20; };
#ifdef __CUDA_ARCH__
template <> struct width<float> { static const int value = 30; };
#endif
__global__ void k(int *o) { *o = width<float>::value + width<short>::value; }
int main() {
    int *p;
    cudaMallocManaged(&p, 16);
    k<<<1, 1>>>(p);
    cudaDeviceSynchronize();
    printf(*p == 50 && width<char>::value + width<short>::value == 30 ? "ok\n" : "wrong\n");
}
//// a function that both passes declare, and the device's alone defines
#include <cstdio>
__device__ int f(int);
__global__ void k(int *o) { *o = f(2); }
#ifdef __CUDA_ARCH__
__device__ int f(int x) { return x + 5; }
#endif
int main() {
    int *p;
    cudaMallocManaged(&p, 16);
    k<<<1, 1>>>(p);
    cudaDeviceSynchronize();
    printf(*p == 7 ? "ok\n" : "wrong\n");
}
//// kernels whose parameters differ
#include <cstdio>
#ifdef __CUDA_ARCH__
typedef float real;
__global__ void plain(const int *__restrict__ a, int *o) { *o = *a + 1; }
__global__ void more(int *o, int n = 4) { *o += n; }
#else
typedef double real;
__global__ void plain(int *a, int *o) { *o = *a; }
__global__ void more(int *o) { *o = 0; }
#endif
__global__ void numbers(real x, int *o) { *o += x; }
int main() {
    int *p;
    cudaMallocManaged(&p, 16);
    p[1] = 2;
    plain<<<1, 1>>>(p + 1, p);
    more<<<1, 1>>>(p);
    numbers<<<1, 1>>>(10, p);
    cudaDeviceSynchronize();
    printf(*p == 3 + 4 + 10 ? "ok\n" : "wrong %d\n", *p);
}
//// the same names in both passes, one pass's own and locals
#include <cstdio>
#ifdef __CUDA_ARCH__
__device__ int helper() { return 1; }
enum { LANES = 32 };
#else
static int only() { return 2; }
struct data { int sum; };
#endif
struct part {
    int own;
#ifndef __CUDA_ARCH__
    int of_host() const { return own; }
#endif
};
__global__ void k(int *o) {
#ifdef __CUDA_ARCH__
    const int data = 3, sum = LANES;
    *o = helper() + data + sum;
#else
    int lanes = 5, *at = o;
    for (auto &x : {1, 2})
        lanes += x;
    *at = lanes;
#endif
}
int main() {
    int helper = 5, *p;
    cudaMallocManaged(&p, 16);
    k<<<1, 1>>>(p);
    cudaDeviceSynchronize();
    part x = {1};
#ifndef __CUDA_ARCH__
    helper += only() + data{2}.sum + x.of_host();
#endif
    printf(*p + helper == 36 + 10 ? "ok\n" : "wrong %d %d\n", *p, helper);
}
//// methods that the two passes have apart, called by . and ->, and others by a name that one class has alike
#include <cstdio>
struct T {
    int n;
#ifdef __CUDA_ARCH__
    __device__ int side() const { return n + 100; }
    __device__ int twice() const { return 2 * n + 100; }
#else
    int side() const { return n; }
    int twice() const { return 2 * n; }
#endif
};
struct other {
    int n;
    __host__ __device__ int plain() const { return n; }
};
__global__ void k(T t, const T *p, other o, int *a) {
#ifdef __CUDA_ARCH__
    *a = t.side() + 1000 * t.twice() + o.plain();
#endif
}
int main() {
    int *a, n;
    cudaMalloc(&a, sizeof *a);
    T t{3};
    k<<<1, 1>>>(t, &t, other{2}, a);
    cudaMemcpy(&n, a, sizeof n, cudaMemcpyDeviceToHost);
    puts(n == 103 + 106000 + 2 && t.side() == 3 && (&t)->twice() == 6 ? "ok" : "wrong");
}
