// SPDX-License-Identifier: MIT
// Several mistakes in one file. nvcc reads all of it, then looks at who calls whom, then makes device code, and stops
// behind the first of these where something is wrong: one case after each `////`, refused at the lines that say `// error`.
//// a function of the host's, and a name that nobody knows
int host(int x) { return x; }
__global__ void k(int *a) {
    a[0] = host(1);
    a[1] = unknown; // error
}
//// constexpr functions of the host's, and lambdas
constexpr int twice(int x) { return 2 * x; }
constexpr auto thrice = [](int x) { return 3 * x; };
__global__ void k(int *a) {
    a[0] = twice(a[1]) + thrice(2);
}
int main() { return unknown; } // error
//// what a kernel may not have, and a type that does not fit
#include <initializer_list>
#include <typeinfo>
int value();
__device__ int computed = value();
__global__ void child() {}
__global__ void of_rvalue(int &&n) {}
__global__ void of_list(std::initializer_list<int> list) {}
__global__ void k(int n, const __grid_constant__ int &m) {
    __device__ int placed;
    static int kept = n;
    thread_local int own;
    __shared__ int none[0];
    int sized[n];
    child<<<1, 1>>>();
    throw n;
}
int main() { int *p = 3.5; } // error
//// types that a template kernel cannot take, and a parameter that is too large
struct large { char bytes[40000]; };
__global__ void takes(large) {}
template <class T> __global__ void k(T) {}
int main() {
    struct local {};
    k<<<1, 1>>>(local());
    return unknown; // error
}
//// what both front ends find, in the order of its lines
__device__ int d(int x) { return x; }
__global__ void k(int *a) {
    threadIdx.x = 2; // error
    a[1] = unknown; // error
    __shared__ int s = 1; // error
}
int main() {
    k<<<1, 1>>>(1.5); // error
    int n = d(2); // error
    int *p = n; // error
    return *p + unknown; // error
}
//// an instance of a template, where the file is wrong by itself
template <class T> __device__ int member(T x) { return x.none; }
__global__ void k(int *a) {
    a[0] = member(3);
    a[1] = unknown; // error
}
//// an array of shared memory whose size nobody knows
__global__ void k(int *a) {
    __shared__ int s[blockDim.x]; // error
    a[0] = s[0] + unknown; // error
}
//// assembly that no assembler knows
__global__ void k(int *a) {
    asm("frobnicate;");
    a[0] = unknown; // error
}
//// numbers that narrow, in front of and behind what else is wrong
struct A { int x; };
__global__ void k(int a) {}
__device__ int f(double d) {
    return {d}; // error
}
int g(double d) {
    k<<<1, 1>>>({d}); // error
    return unknown; // error
}
__device__ int h(double d) {
    return {d}; // error
}
//// types that nobody knows, and what is declared of them
#include <string>
#include <vector>
__global__ void k(matrix m, int *a) { // error
    a[0] = m.width;
}
int main() {
    string s = "a"; // error
    std::vektor<int> v(3); // error
    return s.size() + v[0];
}
//// a bracket that does not close, and another mistake
__global__ void k(int *a) {
    a[1] = (2; // error
}
__global__ void l(int *a) {
    __syncthreads();
    a[1] = unknown; // error
}
//// calls over several lines, with too few arguments or too many
__device__ int two(int a, int b) { return a + b; }
__device__ void none() {}
struct S {
    __device__ int one(int a) { return a; }
};
__global__ void k(int *a) {
    a[0] = two(
        1
    ); // error
    a[1] = two(1,
               two(1, 2),
               4); // error
    S s;
    a[2] = s.one(
    ); // error
    none(
        a[1]); // error
}
//// what PTX does not have, in front of what device code does not
int host();
__global__ void k(int *o) {
    asm("foo.u32 %0, 1;" : "=r"(o[0]));
}
__global__ void l(int *o) {
    o[0] = host(); // error
}
//// a function in a kernel, and what stands behind it
__global__ void k(int *o) {
    o[0] = 1;
    __device__ int f(int x) { // error
        o[1] = passed;
    }
    if (o[2]) {
        o[2] = passed;
    }
    for (int i = 0; i < 4; i++)
        o[3] = passed;
    o[3] = f(1) + undeclared; // error
}
//// kernels in main, and in a block
int main() {
    __global__ void k(int *o) { *o = 1; } // error
    k<<<1, 1>>>(0);
    {
        static __device__ int f(int x) { return x; } // error
        if (f(1))
            return passed;
    }
    return undeclared; // error
}
//// a missing semicolon behind __shared__, and a mistake behind that
__global__ void k(int *a) {
    extern __shared__ float s[]
    s[0] = passed; // error
    a[0] = undeclared; // error
}
__global__ void l(int *a) {
    __shared__ int n
    if (a[0]) // error
        n = passed;
    a[1] = undeclared; // error
}
//// a missing semicolon behind a class, in front of a kernel, and a mistake behind that
struct p {
    float x;
}
__global__ void k(p *a) { a->x = 1; } // error
int main() { return undeclared; } // error
//// a misspelt qualifier in front of a type, and what it declares
_device_ int f(int x) { return x; } // error
__global__ void k(int *o) { o[0] = f(1); }
//// a kernel that is a static member, launched
struct S {
    static __global__ void k(int *a) { a[0] = 1; } // error
};
int main() { S::k<<<1, 1>>>(nullptr); }
//// a function that enable_if leaves out
#include <type_traits>
template <class T, class = typename std::enable_if<std::is_integral<T>::value>::type> __device__ T f(T x) { return x; }
__global__ void k(float *o) {
    o[0] = f(o[1]); // error
}
//// launches outside functions, and a mistake behind them
#include <cstdio>
template <class T> __global__ void k(T *o) { *o = 1; }
__global__ void l(int *o) { *o = 2; }
auto launched = [](int *o) { l<<<1, 1>>>(o); };
int *o;
l<<<1, 1>>>(o); // error
int main() {
    launched(o);
    return undeclared; // error
}
