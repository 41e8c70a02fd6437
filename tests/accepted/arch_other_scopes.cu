// SPDX-License-Identifier: MIT
// nvcc -Xcompiler -Wall,-Wextra,-Werror
// Names that the two passes declare differently, beside namesakes in other scopes and overloads in the same one, which
// both passes have.
#include <algorithm>
#include "numbers.h"

// another namespace, whose own is found first; inline ones; what `using` brings
namespace n {
inline namespace v1 {
#ifdef __CUDA_ARCH__
__device__ int f(float x) { return (int)x + 2; }
__device__ int min(int a, int b) { return a < b ? a : b; }
constexpr int width = 32;
#else
int f(float x) { return (int)x + 3; }
int min(int a, int b) { return (a < b ? a : b) + 100; }
constexpr int width = 8;
#endif
} // namespace v1
} // namespace n
using namespace n;
namespace m {
__host__ __device__ int f(int x) { return x + 1; }
__host__ __device__ int twice(int x) { return 2 * f(x); }
constexpr int width = 5;
} // namespace m
namespace q {
using namespace n;
__host__ __device__ int f(const char *s) { return s[0]; }
} // namespace q
namespace r {
using n::f;
__host__ __device__ int f(const char *s) { return s[0]; }
} // namespace r

// enumerators and other names of types
namespace first {
#ifdef __CUDA_ARCH__
enum kind { FAST = 1, SLOW };
typedef float real;
#else
enum kind { FAST = 5, SLOW };
typedef double real;
#endif
} // namespace first
namespace second {
enum kind { FAST = 7, SLOW };
typedef short real;
struct user { typedef char real; __host__ __device__ static unsigned bytes() { return sizeof(real); } };
} // namespace second
__global__ void kinds(int *o) {
    *o = first::FAST * 100 + second::FAST * 10 + second::SLOW;
    *o += 1000 * (sizeof(first::real) * 100 + sizeof(second::real) * 10 + second::user::bytes());
}

// a namespace inside, and a function that the device alone has
__host__ __device__ int e(int x) { return x + 1; }
namespace inside {
#ifdef __CUDA_ARCH__
__device__ int e(int x) { return x + 2; }
#endif
__global__ void k(int *o) { *o = e(1) + 10 * ::e(1); }
} // namespace inside
// overloads in one scope, of which one differs: prototypes, templates, methods, arguments by default
struct S { int v; };
struct T { int v; };
__host__ __device__ int g(S s, int by = 1);
template <class X> __host__ __device__ int g(X *x) { return x->v + 7; }
#ifdef __CUDA_ARCH__
__device__ int g(T s) { return s.v * 4; }
#else
int g(T s) { return s.v * 5; }
#endif
__host__ __device__ int g(S s, int by) { return s.v * 3 * by; }
struct A {
    __host__ __device__ static int h(int x) { return x; }
#ifdef __CUDA_ARCH__
    __device__ static int h(float x) { return x * 2; }
#else
    static int h(float x) { return x * 3; }
#endif
    __host__ __device__ int all() { return h(1) + h(10.0f); }
};
struct B { __host__ __device__ static int h(int x) { return x + 100; } };

__global__ void k(int *o) {
    S s{1};
    o[0] = m::f(1) + 10 * n::f(1.0f) + 100 * f(2.f) + 1000 * m::twice(1);
    o[1] = q::f("\2") + 10 * r::f(4.f) + n::v1::f(1.f) * 100 + 1000 * n::min(1, 2) + 10000 * ::min(7, 8);
    o[2] = width + m::width + n::width;
    o[3] = g(s) + 10 * g(T{1}) + 100 * g(&s) + 1000 * g(s, 2);
    o[4] = A().all() + B::h(1) + A::h(2.f);
}

#define EXPECT(found, expected) IS((found) == (int)(expected))
int main() {
    int *o = numbers();
    S s{1};
    k<<<1, 1>>>(o);
    inside::k<<<1, 1>>>(o + 5);
    kinds<<<1, 1>>>(o + 6);
    EXPECT(o[0], 2 + 30 + 400 + 4000);
    EXPECT(o[1], 2 + 60 + 300 + 1000 + 70000);
    EXPECT(o[2], 32 + 5 + 32);
    EXPECT(o[3], 3 + 40 + 800 + 6000);
    EXPECT(o[4], 1 + 20 + 101 + 4);
    EXPECT(o[5], 3 + 20);
    EXPECT(o[6], 100 + 70 + 8 + 1000 * (400 + 20 + 1));
    EXPECT(first::FAST + second::FAST + sizeof(first::real), 5 + 7 + 8);
    EXPECT(m::f(1) + 10 * n::f(1.0f) + 100 * f(2.f) + 1000 * m::twice(1), 2 + 40 + 500 + 4000);
    EXPECT(q::f("\2") + 10 * r::f(4.f) + 1000 * n::min(1, 2) + std::min(7, 8), 2 + 70 + 101000 + 7);
    EXPECT(n::width + m::width, 13);
    EXPECT(e(1), 2);
    EXPECT(g(s) + 10 * g(T{1}) + 100 * g(&s) + 1000 * g(s, 2), 3 + 50 + 800 + 6000);
    EXPECT(A().all() + B::h(1) + A::h(2.f), 1 + 30 + 101 + 6);
    return wrong;
}
