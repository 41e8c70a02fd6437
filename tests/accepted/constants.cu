// SPDX-License-Identifier: MIT
// Constants of the host that kernels use, and what their values may be.
#include <cmath>
#include <cstring>
#include "numbers.h"

namespace constant_mathematics {
constexpr float up = ceil(1.5f), size = fabs(-1.5f), more = std::ceil(2.5);
__device__ double above = std::ceil(0.5), whole = fabs(-2);
const float same = ceil(2.5f);
__global__ void k(int *o) { *o = (up + size + more + above + whole + same) * 2; }
}

namespace constant_sizes_and_infinities {
int host;
const int size = sizeof host;
const float most = INFINITY, none = NAN;
const double huge = HUGE_VAL;
__global__ void k(int *o) { *o = most == huge && none != none ? size : 0; }
}

namespace constants_declared_before_their_value {
extern const float half;
struct S { static const int n; static const float f; };
template <class T> struct U { static const T one; };
namespace N {
extern const int m;
}
const float half = 0.5f;
const int S::n = 3;
const float S::f = 1.5f;
template <class T> const T U<T>::one = 1;
const int N::m = 4;
__global__ void k(int *o) { *o = (half + S::n + S::f + U<float>::one + N::m) * 2; }
}

namespace strlen_of_literals {
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
}

namespace host_constants_in_kernel {
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
}

namespace elements_by_value {
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
    for (const int y = table[1]; i < y; i++) o[0] = 0;
    delete[] v;
    delete w;
    delete[] x;
}
}

namespace elements_needed_at_compile_time {
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
    if constexpr (table[1] == 2) o[3] = sizeof(table[i]);
}
}

namespace pointers_to_members {
struct S { int a, b; __device__ int f() { return 10 * a; } __device__ int g(int x) const { return b + x; } };
__device__ int S::*p = nullptr, S::*second = &S::b;
__device__ int (S::*q)() = nullptr;
__device__ int (S::*r)() = &S::f;
__device__ int S::*t[3] = {nullptr, &S::a, 0};
__constant__ int (S::*y[2])(int) const = {&S::g, nullptr};
__managed__ int S::*m = nullptr;
constexpr int S::*none = nullptr;
constexpr int S::*some = &S::b;
constexpr int (S::*no_function)() = nullptr;
struct T { int S::*p; int (S::*f)(); };
__constant__ T both = {&S::b, nullptr};
__global__ void k(int *o, S s, int S::*a, int S::*z, T x) {
    o[0] = p == nullptr && !q && !t[0] && t[1] && !y[1] && !z && none == nullptr && !no_function && !both.f && !x.f;
    o[1] = s.*second + s.*a, o[2] = (s.*r)(), o[3] = (&s)->*t[1], o[4] = (s.*y[0])(3);
    o[5] = s.*some + s.*both.p + s.*x.p, o[6] = s.*m;
}
void test() {
    int *o = numbers();
    m = &S::a;
    k<<<1, 1>>>(o, S{1, 2}, &S::a, nullptr, T{&S::a, nullptr});
    cudaDeviceSynchronize();
    const int wanted[] = {1, 3, 10, 1, 5, 5, 1};
    bool right = true;
    for (int i = 0; i < 7; i++) right = right && o[i] == wanted[i];
    IS(right);
}
}

namespace constant_members_defined_again {
struct V { int x; };
struct S {
    static const int a = 1;
    static constexpr int b = 2, c[2] = {3, 4};
    static constexpr V d = {5};
    static const int e, f;
};
const int S::a;
constexpr int S::b, S::c[2];
constexpr V S::d;
const int S::e = S::f + a; // of a value that stands below
const int S::f = 6;
template <class T> struct A { static const T a = 7; static const int b; };
template <class T> const T A<T>::a;
template <class T> const int A<T>::b = A<T>::a + 1;
__global__ void k(int *o) { *o = S::a + S::b + S::c[1] + S::d.x + S::f + A<int>::a + A<int>::b; }
}

namespace elements_by_address {
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
    table[1];
    if (*(table + 1) == 2 && &table[1] != nullptr) o[0]++;
}
}

namespace elements_of_const_arrays {
const int table[3] = {1, 2, 3};
const int square[2][2] = {{1, 2}, {3, 4}};
struct pair { int a, b; };
const pair pairs[2] = {{1, 2}, {3, 4}};
__global__ void k(int *o) {
    *o = *table + *(table + 1) + *square[1] + *(square[1] + 1) + **square + pairs[0].b + (pairs + 1)->a;
}
}

int main() {
    int *const o = numbers();
    elements_of_const_arrays::k<<<1, 1>>>(o); IS(*o == 16);
    constant_members_defined_again::k<<<1, 1>>>(o); IS(*o == 33);
    constant_mathematics::k<<<1, 1>>>(o); IS(*o == 25);
    constant_sizes_and_infinities::k<<<1, 1>>>(o); IS(*o == 4);
    constants_declared_before_their_value::k<<<1, 1>>>(o); IS(*o == 20);
    strlen_of_literals::k<<<1, 1>>>(o); IS(*o == 13);
    host_constants_in_kernel::k<<<1, 1>>>(o); IS(*o == 50 && host_constants_in_kernel::plain == 1);
    elements_by_value::k<<<1, 1>>>(o, 7); IS(o[0] == 50 && o[1] == 22);
    elements_needed_at_compile_time::k<<<1, 1>>>(o, 2); IS(o[0] == 26 && o[1] == 10 && o[2] == 17 && o[3] == 4);
    pointers_to_members::test();
    elements_by_address::k<<<1, 1>>>(o, {}); IS(o[0] == 12 && o[1] == 14 && o[2] == 5 && o[3] == 19 && o[4] == 11);
    return wrong;
}
