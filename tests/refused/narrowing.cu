// SPDX-License-Identifier: MIT
// Numbers in braces that narrow, which nvcc refuses: one case after each `////`.
//// numbers in braces that narrow, made by new or without a name
struct A { int x; int get() { return x; } };
struct B { int x; B(int y, int z = 0) : x(y + z) {} };
struct D : B {
    A a;
    int y;
    D(double d) : B({d}), a(A{d}), y{1} {} // error
    D(float d) : B(1), a{A{d}}, y{2} {} // error
    D(double d, int) : B(1), a{d}, y{d} {}
};
int by_value(int a);
int of(A a);

void f(double d, bool q) {
    new int{d}; // error
    new A{d}; // error
    new int[2]{d, 1}; // error
    new A(A{d}); // error
    new B{d};
    new B(1, {d}); // error
    by_value({d}); // error
    of({d}); // error
    of(A{d}); // error
    A{d}.get(); // error
    (void)A{d}; // error
    (void)((A)A{d}).x; // error
    if (A{d}.x) // error
        return;
    A a;
    a = A{d}; // error
    a = {d}; // error
    throw A{d}; // error
}
//// numbers in braces that narrow, handed over in declarations
struct B { int x; B(int y, int z = 0) : x(y + z) {} };
struct E { B b; int y; };
int by_value(int a);
void f(double d) {
    B a({d}); // error
    B b({d}, 1); // error
    B c(1, {d}); // error
    int x = by_value({d}); // error
    const int &r{d}; // error
    const int &s = {d}; // error
    E e = {{d}, 1};
}
//// numbers in braces that narrow, in lists of the library's
#include <array>
#include <map>
#include <vector>
struct L { L(std::initializer_list<int>) {} };
void take(std::initializer_list<int>);
std::vector<int> g(double d) {
    std::vector<int> v = {d}, w{d, 1}; // error
    take({d, 2}); // error
    std::initializer_list<int> l = {d}; // error
    L own{d}; // error
    std::array<int, 2> a{d, 1};
    std::map<int, int> m{{d, 1}};
    std::vector<int>{d}; // error
    return {d}; // error
}
std::array<int, 1> h(double d) { return {d}; }
int i(double d) { return std::array<int, 1>{d}[0]; } // error
//// numbers in braces that narrow, for operators, nested lists and methods of the library's
#include <array>
#include <map>
#include <vector>
struct V {
    int &operator[](int i);
    int operator()(double a, int b);
};
struct S {
    S(int);
};
struct W {
    int operator[](S s);
};
__device__ int read(const int *a, int i);
void host(V v, W w, double d, std::array<int, 3> &three) {
    v[{d}] = 1; // error
    v({d}, {1});
    v(1, {d}); // error
    w[{d}];    // warned of
    three[{d}] = 2; // error
    std::vector<int> numbers;
    numbers.push_back({d}); // error
    std::vector<std::vector<int>> nested{{1, 2},
                                         {3, d}}; // error
    std::vector<std::pair<int, int>> pairs{{1, d}};
    std::map<int, int> map{{1, d}};
}
//// numbers in braces that narrow, for templates, defaults and lambdas
template <class T> T f(T x) { return x; }
template <class T> __global__ void k(T x, int y) {}
double outside;
struct A { int x; };
struct S { A a = A{outside}; A b{outside}; A c = {outside}; }; // error
void by_value(int = {outside}, A = {outside}); // error
void more(int x = {outside}) {} // error
void g(double d) {
    f<int>({d}); // error
    f<double>({d});
    k<int><<<1, 1>>>({d}, 1); // error
    k<int><<<1, 1>>>(1, {d}); // error
    auto l = [=]() -> int { return {d}; }; // error
    auto m = [=] { return A{d}; }; // error
    auto n = [=] { A a{d}; return int{d} + a.x; };
    S s;
}
//// constants that narrow, where device code makes a value
struct A { int x; };
struct B { int x; __device__ B(int y) : x(y) {} };
__device__ int by_value(int x) { return x; }
__device__ int f() {
    int x = by_value({3.5}) + A{3.5}.x; // error
    x = {2.5}; // error
    by_value({1.5}); // error
    delete new int{3.5}; // error
    return {x + 0.5}; // error
}
__global__ void k(int *o) { *o = f() + B(1).x; }
//// constants that narrow, of the host's
struct A { int x; };
A a = A{3.5}; // error
int b = int{3.5};
int f() {
    int x{3.5}; // error
    A c = {2.5}; // error
    return x + c.x + int{2.5};
}
A g() { return {3.5}; } // error
//// a number in braces that narrows, behind a function that ends without a value
struct A { int x; };
int of(int x) { if (x) return 1; }
void to(A a);
void f(double d) { to(A{d}); } // error
