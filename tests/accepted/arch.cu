// SPDX-License-Identifier: MIT
// What the source says to the device's pass alone, or to the host's: by __CUDA_ARCH__ in functions, classes, types, constants
// and namespaces.
#ifdef __CUDA_ARCH__
#include <wchar.h> // its types are declared in extern "C" by the host's pass, where stdio.h includes them
#endif
#include "numbers.h"
#ifndef __CUDA_ARCH__
#include <string>
#include <vector>
#endif

namespace definition_of_one_pass {
__device__ int f(int);
__global__ void k(int *o) { *o = f(2); }
#ifdef __CUDA_ARCH__
__device__ int f(int x) { return x + 5; }
#endif
}

namespace enumerators {
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
}

namespace kernel_and_header {
__global__ void k(int *o) {
#if __CUDA_ARCH__ >= 700
    *o = 7;
#elif defined(__CUDA_ARCH__)
    *o = 3;
#else
    *o = 1;
#endif
}
bool right(int n) {
#ifndef __CUDA_ARCH__
    std::vector<std::string> v(n);
    return v.size() == 7;
#endif
}
}

namespace method {
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
}

namespace spaces {
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
}

namespace order {
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
}

namespace parameter_names {
#if __CUDA_ARCH__ >= 500
static __device__ unsigned f(unsigned a, unsigned b, unsigned) { return a + b; }
__device__ int g(int, int (&a)[2], int n = 3) { return a[0] + n; }
__device__ int g(float) { return 7; }
template <class T> __device__ T h(T a, T *b) { return a + *b; }
struct S { int x; __device__ int m(int a) { return x + a; } };
#else
static __device__ unsigned f(unsigned x, unsigned y, unsigned z) { return x + y + z; }
__device__ int g(int x, int (&y)[2], int m = 3) { return x + y[0] + m; }
__device__ int g(float z) { return 8; }
template <class T> __device__ T h(T c, T *d) { return c - *d; }
struct S { int x; __device__ int m(int b) { return x - b; } };
#endif
__global__ void k(int *o) {
    int a[2] = {1, 2};
    S s = {5};
    o[0] = g(4, a) + 10 * g(1.0f) + 100 * f(1, 2, 3) + 1000 * h(3, a) + 10000 * s.m(4);
}
}

namespace return_and_loop {
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
}

namespace same_names {
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
    for (auto &x : {1, 2}) lanes += x;
    *at = lanes;
#endif
}
int sum() {
    int helper = 5;
    part x = {1};
#ifndef __CUDA_ARCH__
    helper += only() + data{2}.sum + x.of_host();
#endif
    return helper;
}
}

namespace shared {
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
}

namespace specialisations {
template <class T> struct width { static const int value = sizeof(T); };
#ifndef __CUDA_ARCH__
template <> struct width<char> { static const int value = 10; };
#endif
template <> struct width<short> { static const int value = 20; };
#ifdef __CUDA_ARCH__
template <> struct width<float> { static const int value = 30; };
#endif
__global__ void k(int *o) { *o = width<float>::value + width<short>::value; }
}

int main() {
    int *const o = numbers(), a[2] = {-1, 2};
    definition_of_one_pass::k<<<1, 1>>>(o); IS(*o == 7);
    enumerators::k<<<1, 1>>>(o); IS(*o == 23 + 256 + 24 && enumerators::Rows<40>::length() == 7 && enumerators::HALF == 8);
    kernel_and_header::k<<<1, 1>>>(o); IS(kernel_and_header::right(*o));
    method::k<<<1, 1>>>(o); IS(*o == 102 && method::v(1).get() == 1);
    spaces::k<<<1, 1>>>(o); IS(*o == 33 && spaces::parts::side({1}) == 24);
    order::k<<<1, 1>>>(o); IS(*o == 6 && order::a::get() == 10);
    parameter_names::k<<<1, 1>>>(o); IS(*o == 4 + 70 + 300 + 4000 + 90000);
    return_and_loop::k<<<1, 1>>>(o); IS(*o == 6 && return_and_loop::count(a, 2) == 2);
    same_names::k<<<1, 1>>>(o); IS(*o == 36 && same_names::sum() == 10);
    shared::k<<<1, 1>>>(o); IS(*o == 4 && shared::f(1) == 1);
    specialisations::k<<<1, 1>>>(o); IS(*o == 50 && specialisations::width<char>::value + specialisations::width<short>::value == 30);
    return wrong;
}
