// SPDX-License-Identifier: MIT
// Device code on the host: one case after each `////`, refused at the line that says `// error`.
//// a __device__ function in main
__device__ int twice(int x) { return 2 * x; }
int main() {
    return twice(1); // error
}
//// a __device__ function in a function
__device__ float f(float x) { return x; }
float sum(int n) {
    float s = 0;
    for (int i = 0; i < n; i++)
        s += f(i); // error
    return s;
}
//// a __device__ template
template <class T> __device__ T twice(T x) { return 2 * x; }
int main() {
    return twice(1); // error
}
//// a __device__ function in a namespace
namespace dev { __device__ int one() { return 1; } }
int main() {
    return dev::one(); // error
}
//// a __device__ method
struct vec { float x; __device__ float twice() { return 2 * x; } };
int main() {
    vec v = {1};
    return v.twice(); // error
}
//// a __device__ constructor
struct vec { float x; __device__ vec(float x) : x(x) {} };
int main() {
    vec v(1); // error
    return v.x;
}
//// a __device__ operator
struct vec { float x; };
__device__ vec operator+(vec a, vec b) { return {a.x + b.x}; }
int main() {
    vec a = {1}, b = {2};
    vec c = a + b; // error
    return c.x;
}
//// a __device__ operator []
struct arr { int *p; __device__ int &operator[](int i) { return p[i]; } };
int main() {
    arr a = {nullptr};
    return a[0]; // error
}
//// a __device__ conversion
struct meters { float v; __device__ operator float() const { return v; } };
int main() {
    meters m = {1};
    float f = m; // error
    return f;
}
//// a __device__ static method
struct s { __device__ static int f() { return 1; } };
int main() {
    return s::f(); // error
}
//// an inherited __device__ method
struct base { __device__ int f() { return 1; } };
struct derived : base {};
int main() {
    derived d;
    return d.f(); // error
}
//// __syncthreads
int main() {
    __syncthreads(); // error
}
//// __syncthreads in a function
void barrier(int *a) {
    a[0] = 1;
    __syncthreads(); // error
}
//// atomicAdd
int main() {
    int n = 0;
    atomicAdd(&n, 1); // error
    return n;
}
//// atomicMax
int count;
void f() {
    atomicMax(&count, 1); // error
}
//// atomicCAS
int f(int *lock) {
    return atomicCAS(lock, 0, 1); // error
}
//// atomicExch of floats
float f(float *x) {
    return atomicExch(x, 1.0f); // error
}
//// __threadfence
void f() {
    __threadfence(); // error
}
//// __shfl_down_sync
float f(float x) {
    return __shfl_down_sync(0xffffffff, x, 1); // error
}
//// __ballot_sync
unsigned f(int x) {
    return __ballot_sync(0xffffffff, x); // error
}
//// __syncwarp
void f() {
    __syncwarp(); // error
}
//// clock64
long f() {
    return clock64(); // error
}
//// __popc
int f(unsigned x) {
    return __popc(x); // error
}
//// mathematics that the host has not
double f(double x, float y, const double *v) {
    double d = norm3d(x, 1, 2); // error
    d += rnorm4df(y, y, y, y); // error
    d += norm(3, v); // error
    d += rhypot(x, 2.0); // error
    d += cyl_bessel_i0(x); // error
    d += cyl_bessel_i1f(y); // error
    d += fdividef(y, 2); // error
    return d + rsqrt(x) + sinpi(x) + erfinv(x) + normcdf(x) + rcbrt(x) + exp10(x) + erfcxf(y) + cospif(y);
}
__device__ double g(double x, float y, const double *v) {
    return norm3d(x, 1, 2) + norm(3, v) + rhypot(x, 2.0) + cyl_bessel_i0(x) + fdividef(y, 2);
}
struct vector {
    double x;
};
double norm(vector v) { return v.x; }
double h(vector v) { return norm(v); }
//// __sincosf
float f(float x) {
    float s, c;
    __sincosf(x, &s, &c); // error
    return s + c;
}
//// __sinf
float f(float x) {
    return __sinf(x); // error
}
//// __fdividef
float f(float x) {
    return __fdividef(x, 2); // error
}
//// __ldg
int f(const int *x) {
    return __ldg(x); // error
}
//// __mul24
int f(int x) {
    return __mul24(x, 3); // error
}
//// __float_as_int
int f(float x) {
    return __float_as_int(x); // error
}
//// saturate
float f(float x) {
    return __saturatef(x); // error
}
//// __trap
void f() {
    __trap(); // error
}
//// __shared__ in main
int main() {
    __shared__ int s[4]; // error
    s[0] = 1;
}
//// __shared__ in a host function
int f(int n) {
    __shared__ int s; // error
    s = n;
    return s;
}
//// a __device__ lambda's body in the host
__device__ int dev_one() { return 1; }
int main() {
    auto f = [] { return dev_one(); }; // error
    return f();
}
//// in a template of the host
__device__ int dev_one() { return 1; }
template <class T> T f(T x) {
    return x + dev_one(); // error
}
int main() { return f(1); }
//// in a method of the host
__device__ int dev_one() { return 1; }
struct app {
    int run() {
        return dev_one(); // error
    }
};
int main() { return app().run(); }
//// a __device__ overload that fits better
__device__ int pick(float x) { return x; }
int pick(int *x) { return *x; }
int main() {
    return pick(1.0f); // error
}
//// in a call's argument
__device__ int dev_one() { return 1; }
__global__ void k(int n) {}
int main() {
    k<<<1, 1>>>(dev_one()); // error
}
//// a __device__ function through a macro
__device__ int dev_one() { return 1; }
#define ONE() dev_one()
int main() {
    return ONE(); // error
}
//// a default argument that the host does not know
int f(int x = (__syncthreads(), 3)) { return x; } // error
//// a template made of a type that is named
template <class T> T fold(T v) {
    return v + __shfl_down_sync(~0u, v, 1); // error
}
template int fold<int>(int);
//// device code in a template that depends on nothing
__device__ int one(int x) { return x; }
template <class T> T f(T v) {
    return v + one(3); // error
}
int main() { return f(2); }
//// the address of a variable of the device in a pointer of its type
__device__ int n;
int main() {
    int *p;
    return cudaGetSymbolAddress(&p, n); // error
}
//// a method of a local class is the host's
__global__ void k(int *o) {
    struct local {
        int get() {
            return 2;
        }
    };
    local l;
    o[0] = l.get(); // error
}
//// a barrier in a method of a local class, the host's
void f() {
    struct local {
        int get() {
            __syncthreads(); // error
            return 1;
        }
    };
    local l;
    l.get();
}
//// a host's function in a constructor's list
int h(int x) {
    return x;
}
__global__ void k(int *o) {
    struct local {
        int x;
        __device__ local(int a) : x(h(a)) { // error
        }
    };
    local l(3);
    o[0] = l.x;
}
//// delete calls the host's destructor
struct H {
    int x;
    ~H() {
        x = 0;
    }
};
__global__ void k(H *o) {
    delete o; // error
}
//// a loop over an object calls the host's begin() and end()
struct H {
    int a[3];
    int *begin() {
        return a;
    }
    int *end() {
        return a + 3;
    }
};
__global__ void k(int *o, H h) {
    for (int x : h) // error
        o[0] += x;
}
//// ++ of a bool, which the host's code has no longer
struct S {
    bool b = false;
    bool set() { return b++; } // error
};
__host__ __device__ void f(bool &b) {
    ++b; // error
}
__device__ void g(bool &b) { b++; }
//// -- of a bool, which nobody has
__device__ void g(bool &b) { b--; } // error
//// a reference that could change an index
__global__ void k(int *o) {
    unsigned &r = threadIdx.x; // error
    const unsigned &same = threadIdx.x;
    o[0] = r + same;
}
//// functions that are try blocks
int of_host(int x) try { return x; } catch (...) { return 0; }
__device__ int f(int x)
try // error
{
    return x;
} catch (...) {
    return 0;
}
struct S {
    int x;
    __device__ S() try : x(1) {} catch (...) {} // error
};
//// return; in a function of the host that returns something, and goes on
int f(int n) {
    if (n)
        return; // error
    return 1;
}
//// an expression as a statement of its own, and a block behind it
#include <cstdio>
#include <cstdlib>
int f(int *a) {
    a = (int *)malloc(4);
    ( a == NULL )
    { // error
        return 911;
    }
    return 0;
}
//// -diag-error, of what is read in the host's code
// nvcc -diag-error=20091
__device__ int x;
int f() { return x; } // error
//// -Werror all-warnings, of calls of the host's functions
// nvcc -Werror all-warnings
void host() {}
__host__ __device__ void f() { host(); } // error
__global__ void k() { f(); }
//// what half has for the device alone
#include <cuda_bf16.h>
#include <cuda_fp16.h>
__global__ void k(half *h) { h[0] = hexp(__hfma(h[1], h[2], h[3])); }
int main() {
    half h = __float2half(1.0f), g = __hadd_sat(h, h);
    half r = hsin(h); // error
    r = __hfma(h, g, r); // error
    half2 two = h2exp2(__half2half2(r)); // error
    nv_bfloat16 b = __float2bfloat16(1.0f);
    b = __hmul(b, b);
    b = hsqrt(b); // error
    return __hgt(r, h) + (int)two.x;
}
//// what half and bfloat16 become for the device alone, and what blocks of cooperative groups do
#include <cooperative_groups.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
namespace cg = cooperative_groups;
__global__ void k(half *h, int *o) {
    cg::thread_block b = cg::this_thread_block();
    b.sync();
    o[b.thread_rank()] = __half2int_rn(h[0]) + __half2short_rd(h[1]) + b.size();
}
void host(cg::thread_block b) {
    b.sync(); // error
    int n = b.size() + // error
        b.thread_rank(); // error
}
int main() {
    half h = __int2half_rn(3);
    __nv_bfloat16 f = __int2bfloat16_rn(2);
    int n = __half2int_rz(h) + __bfloat162int_rz(f);
    n += __half2int_rn(h); // error
    n += __half2ushort_ru(h); // error
    n += __bfloat162int_rn(f); // error
    return n;
}
//// methods and functions of cooperative groups
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
namespace cg = cooperative_groups;
void a(cg::grid_group &g) { g.sync(); } // error
int b(cg::grid_group &g) { return g.thread_rank(); } // error
int c(cg::thread_block_tile<8> &t) { return t.shfl(3, 0); } // error
int d(cg::thread_block_tile<8> &t) { return t.meta_group_rank(); } // error
int e(cg::coalesced_group &c) { return c.num_threads(); } // error
int f(cg::thread_group &g) { return g.thread_rank(); } // error
int g(cg::thread_block_tile<8> &t) { return cg::reduce(t, 3, cg::plus<int>()); } // error
void h(cg::thread_block_tile<8> &t) { cg::sync(t); } // error
//// a class template's method calls one of the device by an object
template <class T> struct array {
    T d;
    __device__ T get(int i) const { return d + i; }
    T sum() const {
        return this->get(1); // error
    }
};
int main() {
    array<float> a{};
    return a.sum();
}
//// ... or without, where the class is made of types that are known
template <class T> struct array {
    T d;
    __device__ T get(int i) const { return d + i; }
    T sum() const {
        return get(1); // error
    }
};
template struct array<float>;
int main() {
    array<float> a{};
    return a.sum();
}
