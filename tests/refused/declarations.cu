// SPDX-License-Identifier: MIT
// Declarations: one case after each `////`, refused at the line that says `// error`.
//// __shared__ with an initialiser
__global__ void k(int *a) {
    __shared__ int s = 0; // error
    a[0] = s;
}
//// a __shared__ array with an initialiser
__global__ void k(int *a) {
    __shared__ int s[4] = {1, 2, 3, 4}; // error
    a[0] = s[0];
}
//// __shared__ with braces
__global__ void k(int *a) {
    __shared__ int s{1}; // error
    a[0] = s;
}
//// a __shared__ array whose size is a parameter
__global__ void k(int *a, int n) {
    __shared__ int s[n]; // error
    a[0] = s[0];
}
//// a __shared__ array whose size is blockDim
__global__ void k(int *a) {
    __shared__ int s[blockDim.x]; // error
    a[0] = s[0];
}
//// a __shared__ array without a size
__global__ void k(int *a) {
    __shared__ int s[]; // error
    a[0] = s[0];
}
//// a missing semicolon behind __shared__
__global__ void k(int *a) {
    __shared__ int s[4]
    s[0] = 1; // error
    a[0] = s[0];
}
//// a missing bracket behind the size of __shared__
__global__ void k(int *a) {
    __shared__ int s[4; // error
    s[0] = 1;
    a[0] = s[0];
}
int main() { k<<<1, 1>>>(nullptr); }
//// a missing semicolon behind a class, in front of a function
struct p {
    float x;
}
__device__ float get(p v) { // error
    return v.x;
}
//// a missing semicolon behind a class and behind an enumeration, in front of a kernel
struct p {
    float x;
}
__global__ void k(p *a) { a->x = 1; } // error
enum e { one, two }

__global__ void l(e *a) { *a = one; } // error
//// a missing semicolon behind a member
struct p {
    float x, y
    float z; // error
    int v[3] // the last
}; // error
//// a kernel's last brace is missing, and nothing follows
__global__ void k(int *a) {
    for (int i = 0; i < 3; i++) {
        a[i] = 1;
}
//// a namespace's last brace is missing
namespace n {
__global__ void k(int *a) { a[0] = 1; }
//// a missing semicolon in front of __shared__
__global__ void k(int *a) {
    int i = threadIdx.x
    __shared__ int s[4]; // error
    a[0] = i;
}
//// __constant__ in a kernel
__global__ void k(int *a) {
    __constant__ int c = 3; // error
    a[0] = c;
}
//// __constant__ in main
int main() {
    __constant__ int c; // error
}
//// __device__ in a kernel
__global__ void k(int *a) {
    __device__ int c = 3; // error
    a[0] = c;
}
//// __device__ in main
int main() {
    __device__ int c; // error
}
//// const in front of __constant__ and of __device__, in functions
__global__ void k(int *a) {
    const __constant__ int c = 3; // error
    constexpr __constant__ int d[2] = {1, 2}; // error
    const __device__ int e = 4; // error
    const static __device__ int f = 5;
    const static int g = 6;
    a[0] = c + d[1] + e + f + g;
}
//// ... in functions of the host
int main() {
    const __constant__ int c = 3; // error
    volatile __device__ int e = 4; // error
    const static __managed__ int f = 5; // error
    const static int g = 6;
    return c + e + f + g;
}
//// __managed__ in a function
int main() {
    __managed__ int c; // error
}
//// a kernel that returns an int
__global__ int k(int *a) { // error
    return a[0];
}
//// a kernel that returns a pointer
__global__ float *k(float *a) { // error
    return a;
}
//// a kernel of type auto
__global__ auto k(int *a) { return a[0]; } // error
//// a kernel with a return value
__global__ void k(int *a) {
    return a[0]; // error
}
//// a kernel without a type
__global__ k(int *a) { a[0] = 1; } // error
//// a kernel that is a method
struct s {
    __global__ void k(int *a) { a[0] = 1; } // error
};
//// a kernel that is a static method
struct s {
    static __global__ void k(int *a) { a[0] = 1; } // error
};
//// a kernel that is a method, defined outside
struct s {
    __global__ void k(int *a); // error
};
//// a kernel that is an operator
struct s { int x; };
__global__ void operator+(s a, s b) {} // error
//// a kernel with an ellipsis
__global__ void k(int n, ...) {} // error
//// a kernel with a reference to an rvalue
__global__ void k(int &&n) {} // error
//// a kernel with initializer_list
#include <initializer_list>
__global__ void k(std::initializer_list<int> n) {} // error
//// __global__ and __device__
__global__ __device__ void k(int *a) { a[0] = 1; } // error
//// __host__ and __global__
__host__ __global__ void k(int *a) { a[0] = 1; } // error
//// constexpr kernels
__global__ constexpr void k(int *a) { a[0] = 1; } // error
//// main as a kernel
__global__ int main() { return 0; } // error
//// a kernel in a function
int main() {
    __global__ void k(int *a) { a[0] = 1; } // error
}
//// two types of one extern __shared__
__global__ void k(int *a) {
    extern __shared__ int buffer[];
    a[0] = buffer[0];
}
__global__ void l(float *a) {
    extern __shared__ float buffer[]; // error
    a[0] = buffer[0];
}
//// two types of one extern __shared__, by what templates are given
template <class T> struct box { T v; };
template <class T> __global__ void one(T *a) { extern __shared__ T s[]; s[0] = a[0]; a[0] = s[0]; }
template <class T, int n> __global__ void two(T *a) {
    extern __shared__ T w[]; // error
    w[0] = a[n];
}
template <int n, class T> __global__ void second(T *a) {
    extern __shared__ T z[]; // error
    z[0] = a[n];
}
template <class T> __global__ void named(T *a) {
    extern __shared__ box<T> v[]; // error
    v[0].v = a[0];
}
using real = float;
template <class T> void go(T *t) { one<T><<<1, 1, 64>>>(t); }
int main() {
    one<float><<<1, 1, 64>>>(nullptr);
    one<real><<<1, 1, 64>>>(nullptr);
    go<float>(nullptr);
    two<float, 1><<<1, 1, 64>>>(nullptr);
    two<int, 2><<<1, 1, 64>>>(nullptr);
    second<1, float><<<1, 1, 64>>>(nullptr);
    second<1, int><<<1, 1, 64>>>(nullptr);
    void (*f)(int *) = named<int>;
    f(nullptr);
    cudaFuncSetAttribute(named<float>, cudaFuncAttributeMaxDynamicSharedMemorySize, 100);
}
//// two sizes of one extern __shared__
__global__ void k(int *a) {
    extern __shared__ int buffer[16];
    a[0] = buffer[0];
}
__global__ void l(int *a) {
    extern __shared__ int buffer[32]; // error
    a[0] = buffer[0];
}
//// extern __shared__ of a template's type
template <class T> __global__ void k(T *a) {
    extern __shared__ T buffer[]; // error
    a[0] = buffer[0];
}
int main() {
    k<int><<<1, 1>>>(nullptr);
    k<float><<<1, 1>>>(nullptr);
}
//// a device variable with a value of run time
#include <cstdlib>
__device__ int seed = rand(); // error
//// a constant with a function's value
int f() { return 5; }
__constant__ int c = f(); // error
//// a constant of a global
int n = 5;
__constant__ int c = n; // error
//// a device variable of a class with a constructor
struct v { int x; __host__ __device__ v() : x(1) {} };
__device__ v g; // error
//// a constant of a class with a constructor
struct v { int x; __host__ __device__ v(int x) : x(x) {} };
__constant__ v g(3); // error
//// a device array of math
#include <cmath>
double z = 2;
__device__ double a[2] = {sqrt(z), 1}; // error
//// a device variable of another's value
__device__ int a = 5;
__device__ int b = a; // error
//// a device variable of type void
__device__ void x; // error
//// a device variable twice
__device__ int x;
__device__ int x; // error
//// a device reference
int n;
__device__ int &r = n; // error
//// a device variable of two spaces
__device__ __constant__ __shared__ int x; // error
//// a std::vector in device memory
#include <vector>
__device__ std::vector<int> v; // error
//// a missing semicolon in a kernel
__global__ void k(int *a) {
    int i = threadIdx.x
    a[i] = 1; // error
}
//// an undeclared name
__global__ void k(int *a) {
    a[i] = 1; // error
}
//// a local static with a constructor
struct v { int x; __device__ v(int x) : x(x) {} };
__global__ void k(int *a) {
    static v s(a[0]); // error
    a[0] = s.x;
}
//// a launch bound twice
__global__ void __launch_bounds__(0.5) k(int *a) {} // error
//// __device__ main
__device__ int main() { return 0; } // error
//// host and device definitions of one function
int f(int x) { return x; }
__device__ int f(int x) { return x; } // error
//// __restrict__ on what is no pointer
__global__ void k(int __restrict__ n) {} // error
//// a kernel defined as a friend
struct s {
    friend __global__ void k(s *) {} // error
};
//// a virtual function of the other side
struct base { virtual float f() { return 0; } };
struct derived : base {
    __device__ float f() override { return 1; } // error
};
//// static members in a memory of the device
struct A {
    static __device__ int x; // error
};
struct B {
    static __constant__ const int n = 4; // error
};
template <class T> struct C {
    __device__ inline static T q = 3; // error
};
//// launch bounds of a variable
int threads = 128;
__global__ void __launch_bounds__(threads) k(int *a) { // error
    a[0] = 1;
}
//// launch bounds of a __device__ function
__device__ __launch_bounds__(128) int f(int x) { // error
    return x;
}
__global__ void k(int *a) {
    a[0] = f(1);
}
//// numbers whose header nobody has included
__global__ void k(int *a) {
    a[0] = (uint8_t)a[1]; // error
    a[1] = sizeof(uintptr_t); // error
}
//// constants that no constexpr function works out
#include <cmath>
constexpr double pi = 4 * atan(1.0); // error
constexpr int cube(int x) { return x * x * x; }
constexpr int eight = cube(2);
const double e = exp(1.0);
__global__ void k(float *a) {
    constexpr float root = sqrtf(2.0f); // error
    constexpr int m = abs(-3);
    const float s = sinf(1);
    a[0] = root + m + s;
}
//// qualifiers behind the parameters
__device__ int f(int x) { return x; }
int g(int x) __device__ { return x; } // error
void k(int *a) __global__ { // error
    a[0] = 1;
}
//// a kernel of a type that nobody knows
__global__ void k(flaot *a) { // error
    a[0] = 1;
}
int main() {
    k<<<1, 1>>>(0);
}
//// __shared__ behind the type, with an initialiser
__global__ void k(int *a) {
    int __shared__ s = 3; // error
    a[0] = s;
}
//// a variable of the device in a body, behind its type
__global__ void k(int *a) {
    int __device__ n; // error
    a[0] = 1;
}
//// a variable of the device for each thread of the host
__device__ thread_local int n; // error
//// a kernel that says that it throws nothing
__global__ void k(int *o) noexcept { // error
    o[0] = 1;
}
//// a kernel redeclared as the host's
__global__ void k(int *o);
void k(int *p) { // error
    p[0] = 1;
}
//// a function of the host redeclared as a kernel
void k(int *o);
__global__ void k(int *o) { // error
    o[0] = 1;
}
//// a kernel's list of arguments
#include <cstdarg>
__global__ void k(va_list l) { // error
}
//// managed and const
__managed__ const int x = 3; // error
//// an inline variable of the device
inline __device__ int x = 3; // error
namespace {
inline __device__ int y = 3;
}
//// bounds behind the parameters
__global__ void k() __launch_bounds__(256) { // error
}
//// a shared array of a constant that is zero
const int N = 0;
__global__ void k(int *o) {
    __shared__ int s[N];  // error
    __shared__ int t[0u]; // error
    o[0] = s[0] + t[0];
}
//// shared memory of a type that a value gives, and a reference
__global__ void k(int *o) {
    __shared__ auto s = 3;    // error
    __shared__ int &t = o[1]; // error
    o[0] = s + t;
}
//// a __device__ lambda outside functions, without --extended-lambda
auto f = [] __device__(int x) { return x; }; // error
int main() { return 0; }
//// a goto over what gives a variable its value
__global__ void k(int *o) {
    if (o[0])
        goto end; // error
    int x = 3;
    o[1] = x;
end:
    o[0] = 1;
}
//// __grid_constant__ of what can change
struct numbers { int x; };
__global__ void k(__grid_constant__ numbers n, int *out) { // error
    out[0] = n.x;
}
__global__ void of_pointer(const int *__grid_constant__ p, int *out) { // error
    out[0] = *p;
}
__global__ void right(const __grid_constant__ numbers n, numbers const __grid_constant__ m, int *const __grid_constant__ out) {
    out[0] = n.x + m.x;
}
//// __grid_constant__ of a reference
struct numbers { int x; };
__global__ void k(const __grid_constant__ numbers &n, int *out) { // error
    out[0] = n.x;
}
//// __grid_constant__ of what is no kernel's
struct numbers { int x; };
__device__ int f(const __grid_constant__ numbers n) { // error
    return n.x;
}
int g(const __grid_constant__ numbers n) { // error
    return n.x;
}
//// a pack, and a type behind it
template <class... Types, class Last> // error
__global__ void k(int *out, Last last) {
    out[0] = last;
}
int main() {
    k<<<1, 1>>>(nullptr, 1);
}
//// too many launch bounds
__global__ void __launch_bounds__(256, 1, 1, 1) k(int *out) { // error
    out[0] = 1;
}
//// launch bounds of nothing
__global__ void __launch_bounds__() k(int *out) { // error
    out[0] = 1;
}
//// a cluster of no blocks
__global__ void __cluster_dims__(0) k(int *out) { // error
    out[0] = 1;
}
//// __grid_constant__ in one of two declarations
struct P { int x; };
__global__ void k(const __grid_constant__ P p, int *a);
__global__ void k(const P p, int *b) {} // error
__global__ void next(const P);
__global__ void next(const __grid_constant__ P p) {} // error
__global__ void last(const P __grid_constant__ p);
__global__ void last(const __grid_constant__ P q) {}
//// __maxnreg__
__global__ void __launch_bounds__(128) __maxnreg__(32) k() {} // error
__device__ void __maxnreg__(32) d() {} // error
__global__ void __maxnreg__(0) none() {} // error
__global__ void __maxnreg__(40) some() {}
//// names with letters that the device's linker does not know
__device__ int größe; // error
__device__ int fläche(int x) { return x; } // error
__global__ void übung(int *ä) { // error
    int ö = 3;
    *ä = ö;
}
int straße() { return 1; }
//// names that functions of CUDA's headers have
static const int all[] = {1}; // error
__device__ int any; // error
unsigned ballot[32]; // error
enum { none, syncthreads_and }; // error
typedef int dadd; // error
using double2int = int; // error
int fdivide = 3; // error
//// functions that CUDA's headers define
__device__ bool all(bool x) { return x; } // error
int any(bool x) { return x; } // error
unsigned ballot(bool);
//// what stands behind a function that returns a pointer to one is read
__device__ int twice(int x) { return 2 * x; }
__device__ int (*pick(bool))(int) { return twice; }
__global__ void k(int *a) {
    __shared__ int s = 0; // error
    a[0] = s;
}
int main() { k<<<1, 1>>>(nullptr); }
//// a method of the device that overrides one of the host's, and one that does not
struct base {
    virtual void f(int) {}
};
struct overrides : base {
    __device__ void f(int) {} // error
};
struct other : base {
    __device__ void f(double) {}
};
struct middle : base {};
struct below : middle {
    __device__ void f(int) {} // error
};
//// a class without a ; in front of a kernel
struct S { int x; }

__global__
void k(S s) { } // error
//// a kernel in a class, on two lines
struct S {
    __global__ // error
    void k(int *o) { *o = 1; }
};
//// __launch_bounds__ by a name that nothing declares
#define THREADS 128
const int K = 3;
namespace ns {
const int Q = 32;
enum { E = 64 };
}
template <int N> __global__ void __launch_bounds__(N) a(int *o) { o[0] = 1; }
template <class T> __global__ void __launch_bounds__(T::n * sizeof(int), true ? 1 : 2) b(int *o) { o[0] = 1; }
__global__ void __launch_bounds__(THREADS, K) c(int *o) { o[0] = 1; }
__global__ void __launch_bounds__(ns::Q + ns::E) d(int *o) { o[0] = 1; }
__global__ void __launch_bounds__(THREAD) k(int *o) { o[0] = 1; } // error
__global__ void __launch_bounds__(THREADS, 2 * BLOCKS) l(int *o) { o[0] = 1; } // error
template <int N> __global__ void __launch_bounds__(M) m(int *o) { o[0] = 1; } // error
//// __global__ in front of template
__global__ // error
template <class T> void k(T *o) { o[0] = 1; }
__device__ inline int one() { return 1; }
//// a half and a bfloat16 in one expression
#include <cuda_bf16.h>
#include <cuda_fp16.h>
__global__ void k(half *h, __nv_bfloat16 *b, float *f) {
    f[0] = h[0] + b[0]; // error
    f[1] = b[0] / h[0]; // error
    f[2] = b[0] < h[0]; // error
    f[3] = (float)b[0] * (float)h[0];
    f[4] = h[0] && b[0];
}
//// operators that are not there, whose right operand is no literal
struct S { int v; };
struct T { int v; T operator/(int n) { return T{v / n}; } };
__device__ S operator/(S, S) = delete;
template <class U> __device__ U of(U a, int n) { return a << n; }
__global__ void k(S s, float *f, int n, int *p) {
    s = s / s; // error
    s = s << n; // error
    *f = *f % n; // error
    *f %= n; // error
    f = f / n; // error
    s.v = n << *f; // error
    *p = s.v / n << of(n, n);
}
//// groups that nobody gives
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
struct kept { cg::thread_block b; };
__global__ void k(int *p) {
    cg::thread_block_tile<8> t; // error
    cg::thread_block b; // error
    cg::grid_group g; // error
    cg::coalesced_group c; // error
    kept all; // error
}
//// constructors that nobody wrote, and cannot be: where they are needed
struct one { int v; explicit one(int) {} };
struct two { private: two() {} };
struct A { one m; };
struct B { two m; one n; };
struct C : two { const int d; };
int host() { __syncthreads(); return 1; } // error
__global__ void k() {
    A a; // error
    B b; // error
    C c; // error
}
//// a ; that is missing behind a declaration: what it declares is there
__global__ void k(int *p) {
    int i
    i = 3; // error
    float *q
    q = 0; // error
    dim3 g
    dim3 h; // error
    g.x = 3;
    p[i] = h.x; // error
}
int main() {
    float a, *b
    a = 3; // error
    b = &a;
    int *p
    cudaMalloc(&p, 4); // error
    k<<<1, 1>>>(p);
    undefined(); // error
}
//// a ) that is missing: nvcc goes on at the end of the block
__global__ void k(int *p, int n) {
    if (p[0] { // error
        p[1] = 2;
    } else {
        p[2] = 3;
    }
    undefined();
} // error
template <typename T> __device__ int g(T n) {
    if (n > 2) {
        for (int i = 0; i < n; i++ { // error
            n += 2;
        }
        undefined();
    } // error
    return undefined; // error
}
__global__ void l(int *p, int n) {
    for (int i = 0; i < n; i++
        p[i] = 2; // error
    undefined();
} // error
int main() {
    undefined(); // error
}
//// kernels with an ellipsis, launched
__global__ void log(const char *f, ...) {} // error
__global__ void tell(const char *, int n, ...); // error
__global__ void nothing(...) {} // error
template <class T> __global__ void each(T *p, ...) {} // error
int main() {
    int i = 0;
    log<<<1, 1>>>("x", 1);
    log<<<1, 1>>>("x");
    tell<<<1, 1>>>("x", 1, i, 2.5);
    nothing<<<1, 1>>>();
    nothing<<<1, 1>>>(i);
    each<<<1, 1>>>(&i, 2);
}
