// SPDX-License-Identifier: MIT
// What constructors and destructors call for members, bases and elements: one case after each `////`.
//// a constructor that makes its own class, as the host's does
struct A {
    int x;
    A(int i) : x(i) {}
    __device__ A()
        : A(3) { // error
        x = 2;
    }
};
__global__ void k(int *a) {
    A x;
    *a = x.x;
}
//// members of a written constructor and destructor
struct M { M() {} ~M() {} };
struct A {
    M m;
    int x;
    __device__ A()
    { // error
        x = 1;
    }
    __device__ A(int)
    {
    }
    __device__ ~A()
    {
        x = 3;
    } // error
};
__global__ void k() {
    A a;
}
//// ... outside the class
struct M { M() {} ~M() {} };
struct A {
    M m;
    __device__ A();
    __device__ ~A();
};
__device__ A::A()
    { // error
    }
__device__ A::~A()
    {
    } // error
__global__ void k() { A a; }
//// members in the list, and not there
struct M { M() {} };
struct A {
    M m, n;
    int x;
    __device__ A()
        : n(), // error
          x(2)
    { // error
    }
};
__global__ void k() { A a; }
//// a base
struct M { ~M() {} };
struct A : M {
    __device__ ~A()
    {
    }
};
__global__ void k() {
    A a;
} // error
//// members that are arrays
struct A { A() {} };
struct D {
    A a[2];
    __device__ D() {} // error
};
__global__ void l() {
    D d;
}
//// what nobody wrote, behind the last function of its class
struct M { M() {} };
struct A {
    M m;
    __device__ ~A() {
    } // error
};
__global__ void k() {
    A a;
}
struct B {
    __device__ ~B() {
    }
};
__global__ void l() {
    B a;
}
//// ... of a class before
struct B {
    __device__ int get() {
        return 1; // error
    }
};
struct M { M() {} };
struct A {
    M m;
};
__global__ void k(int *o) {
    A a;
    B b;
    *o = b.get();
}
//// an array whose elements are made by a call
struct M { __device__ M() {} ~M() {} }; // error
struct A { M m; };
__global__ void k() {
    A a[2];
}
//// arrays on the host
struct A { __device__ A() {} __device__ A(int) {} __device__ ~A(); };
struct B { __device__ B() {} __device__ B(int) {} };
void h() {
    A b[2]; // error
    B c[2];
    B d[2] = {1, 2};
    new B[2]; // error
    new B[2]{1, 2};
    B e[2] = {B(1), // error
              2};
    B f; // error
}
//// what a class without constructors calls, in a file without kernels
struct A {
    A() {}
    ~A() {}
};
struct C {
    A a;
};
__device__ void f() { C c; }
__device__ void g(int x) {
    x++;
} // error
void host() {}
//// values of members, in classes whose constructors somebody wrote
#include <cstdlib>
int base() { return 3; }
int variable = 3;
struct B { int x; B(int y) : x(y) {} };
struct S {
    int m = 1, n =
        base(); // error
    int r = rand(); // error
    int v = variable; // error
    B b = B(3), c{4};
    __device__ S() {} // error
    __device__ S(int x) : m(x) {} // error
};
struct outside {
    int n = base(); // error
    __device__ outside();
};
__device__ outside::outside() {}
template <class T> struct of_type {
    T n = base(); // error
    __device__ of_type() {}
};
__global__ void k(int *o) {
    S s, t(3);
    of_type<int> u;
    o[0] = s.n + t.n + u.n;
}
//// ... and in one without any
int variable = 3;
struct S { int n = variable; }; // error
__global__ void k(int *o) {
    S s;
    o[0] = s.n;
}
//// ... in a class that is named where its member is declared alone
int start() { return 2; }
struct outer {
    struct inner {
        int v = start(); // error
        __device__ inner() {}
    } in;
    int w;
    __device__ outer(int w) : w(w) {}
};
__global__ void k(int *o) {
    outer x(1);
    o[0] = x.in.v + x.w;
}
//// a member's value in a class in a class, whose outer one is made by {} or a constructor
int host();
struct one {
    struct inner { int v = host(); }; // error
    inner m{};
    __device__ one() {}
};
struct inner { int v = host(); }; // error
struct two { inner m; __device__ two() : m{} {} };
struct mixed { int u, v = host(); }; // error
__global__ void k(int *p) {
    one a;
    two b;
    mixed c{1};
    *p = a.m.v + b.m.v + c.v;
}
mixed host_too() { return mixed{1}; }
//// a member's value by the device's constructor, beside the host's
int host();
struct S {
    int v = host(); // error
    S() {}
    __device__ S(int) {}
};
__global__ void k(int *p) { *p = S(1).v; }
int main() { return S().v; }
