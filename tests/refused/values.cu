// SPDX-License-Identifier: MIT
// Functions and objects of the host in the values of the device's variables, and in constants that
// device code reads: one case after each `////`, refused at the line that says `// error`.
//// #pragma unroll with a macro, which nobody replaces there, and with text
#define TURNS 4
const int turns = 2;
template <int n> __global__ void k(int *a) {
#pragma unroll TURNS // error
    for (int i = 0; i < TURNS; i++)
        a[i] = i;
#pragma unroll turns
    for (int i = 0; i < 4; i++)
        a[i] = i;
#pragma unroll (n * sizeof(int))
    for (int i = 0; i < 4; i++)
        a[i] = i;
#pragma unroll "4" // error
    for (int i = 0; i < 4; i++)
        a[i] = i;
}
int main() { k<3><<<1, 1>>>(nullptr); }
//// tables of functions of the host
int host(int x) { return x; }
constexpr int known(int x) { return x; }
typedef int (*fn)(int);
struct op { const char *name; int (*f)(int); };
struct S { static int f(int x) { return x; } };
namespace n { int f(int x) { return x; } int h; }
__device__ int (*table[])(int) = {host}; // error
__device__ int
    (*both[2])(int) // error
    = {
        host,
        host};
__constant__ fn named[3] = {&host, nullptr}; // error
__managed__ fn managed[] = {host}; // error
__device__ op one = {"a", host}; // error
__device__ op several[] = {{"a", nullptr}, // error
                           {"b", host}};
__device__ int (*single)(int) = host; // error
__device__ int (*constant[])(int) = {known}; // error
__device__ int number[] = {known(1)};
__device__ int (*member[])(int) = {S::f}; // error
__device__ int (*scoped[])(int) = {n::f}; // error
__device__ int *variable[] = {&n::h}; // error
//// of several functions of one name the host's
int f(int) { return 1; }
__device__ float f(float) { return 1; }
template <class T> T g(T x) { return x; }
__device__ int (*host[])(int) = {f}; // error
__device__ float (*device[])(float) = {f};
__device__ int (*of_template[])(int) = {g<int>}; // error
//// a table of functions of the library
#include <cstring>
__device__ size_t (*table[])(const char *) = {strlen}; // error
//// constants that hold functions of the host, read in a kernel
int host(int x) { return x; }
struct op { int n; int (*f)(int); };
typedef int (*fn)(int);
struct S { static constexpr fn member = host; };
constexpr int (*p)(int) = host;
constexpr int (*table[])(int) = {host};
constexpr op o = {1, host}, several[] = {{1, host}};
__device__ int (*from_table)(int) = table[0]; // error
__device__ int (*from_pointer)(int) = p; // error
__device__ int from_member = o.n;
__device__ fn to;
__global__ void k(int *a) {
    a[0] = o.n + several[0].n;
    a[1] =
        p(1); // error
    a[2] = o.f(1); // error
    a[3] = table[0](1); // error
    to =
        p; // error
    a[4] = p == nullptr;
    a[5] = S::member(1); // error
    a[6] = several[0].f(1); // error
}
//// a table of the host's, of functions of the device, read in a kernel
__device__ int dev(int x) { return x; }
constexpr int (*table[])(int) = {dev};
__global__ void k(int *a, int i) {
    a[0] = table[0](1); // error
    a[1] = table[i](1); // error
}
//// static and local tables of a kernel
int host(int x) { return x; }
__global__ void k(int *a) {
    static int (*kept[])(int) = {host}; // error
    int (*local[])(int) = {host}; // error
    *a = kept[0](1) + local[0](1);
}
//// methods of constant objects, whose arguments nobody knows
struct box {
    int n;
    __host__ __device__ constexpr int get(int x) const { return x + n; }
    __host__ __device__ constexpr int operator()(int x) const { return x + n; }
    __host__ __device__ constexpr int operator[](int x) const { return x + n; }
};
struct all { static constexpr box b{3}; };
constexpr box b{3}, empty{};
__device__ int f(int x) {
    return b.get(2) + b(2) + b[2];
}
__global__ void k(int *a) {
    a[0] = b.get(*a); // error
    a[1] = b(*a); // error
    a[2] = b[*a]; // error
    a[3] = b.get(threadIdx.x); // error
    a[4] = empty.get(*a); // error
    a[5] = all::b.get(*a); // error
}
//// elements of arrays in constant objects
struct piece { int q[2]; };
struct whole { int n[3]; piece p; };
constexpr whole w{{1, 2, 3}, {{4, 5}}};
__device__ int f(int x) { return x; }
__device__ int g() {
    return w.n[2]; // error
}
__global__ void k(int *a) {
    constexpr int early = w.n[1];
    int first = w.n[2];
    int second = w.n[*a]; // error
    a[0] = first + second + early + *w.n;
    a[1] = f(w.n[2]); // error
    a[2] = w.p.q[1]; // error
}
//// methods of the host in tables of the device
struct S {
    int m() { return 1; }
    static int s() { return 2; }
    __device__ int d() { return 3; }
    __host__ __device__ int b() { return 4; }
};
typedef int (S::*method)();
using other = int (S::*)();
__device__ method table[2] = { // error
    &S::m,
    &S::d};
__device__ method right[2] = {&S::b, &S::d};
__device__ int (*of_class)() = &S::s; // error
__constant__ other single = &S::m; // error
__device__ int (S::*direct)() = &S::m; // error
//// functions of the host that constexpr functions return
typedef int (*function)();
int h() { return 1; }
__device__ int d() { return 2; }
constexpr function get() { return h; }
constexpr function again() { return get(); }
constexpr function fine() { return d; }
__device__ function table[2] = { // error
    get(), 0};
__device__ function single = again(), right = fine(); // error
constexpr function held = get();
constexpr function also = fine();
__global__ void k(int *o) { *o = held(); } // error
__global__ void l(int *o) { *o = also(); }
//// in a kernel whose body opens on a line of its own, with shared memory and large parameters
struct large { float of[2000]; };
__device__ float get(large a, int i)
{
    __shared__ float s[4], t[4];
    s[i] = t[i] = a.of[i];
    return s[i] + t[i];
}
__global__ void k(large a, float *o)
{
    int r = blockIdx.y;
    int c = blockIdx; // error
    o[r] = get(a, c);
}
//// pointers and 0, ordered in the host's code
__global__ void k(int *p) { if (p > 0) *p = 1; }
void h(int *p) { if (p > 0) *p = 1; } // error
__host__ __device__ bool f(float **p) { return *p < 0; } // error
template <class T> bool g(T *p) { return 0 <= p; } // error
int main() { return g((int *)0); }
//// strlen of what is no literal
#include <cstring>
__global__ void k(int *p, const char *s) {
    p[0] = strlen(s); // error
    p[1] = strlen(*p ? "a" : "bc"); // error
    p[2] = strlen("abc");
}
//// constant pointers to methods of the host
struct S {
    int x;
    int h() { return x; }
    __device__ int d() { return x; }
};
constexpr int (S::*to_host)() = &S::h;
int (S::*const also)() = &S::h;
constexpr int (S::*to_device)() = &S::d;
__global__ void k(int *o)
{ // error
    S s{3}, *p = &s;
    o[0] = (s.*to_host)();
    o[1] = (p->*to_host)();
    o[2] = (s.*to_device)() + (p->*to_device)() + (to_host != nullptr);
}
__device__ int f() { // error
    S s{3};
    return (s.*also)();
}
__device__ int g(S s) {
    auto q = also; // error
    return (s.*q)();
}
int host(S s) { return (s.*to_host)(); }
