// SPDX-License-Identifier: MIT
// Arguments that cannot be copied, operators that the program or C++ gives a meaning of their own.
#include <utility>
#include "numbers.h"

namespace references_to_functions {
int host(int x) { return x; }
__managed__ int shared_with_host[2] = {3, 4};
__global__ void k(int *o, int (&q)(int), int (&a)[2], int n = 3) { *o = n + a[1]; }
template <class F, class A> __global__ void l(int *o, F &f, A &&a) { *o += a[0]; }
}

namespace address_of_device_function_on_host {
__device__ int f(int x) { return x + 1; }
struct Both {
    int v;
    __host__ __device__ Both(int x) : v(x) {}
    __host__ __device__ friend Both operator+(Both a, Both b) { return Both(a.v + b.v); }
};
__device__ Both operator-(Both a, Both b) { return Both(a.v - b.v); }
__global__ void k(int *out) { *out = (Both(f(3)) - Both(1)).v; }
}

namespace move_only_arguments {
struct plain { int x; plain(int x) : x(x) {} plain(const plain &) = delete; plain(plain &&) = default; };
struct own { int x; own(int x) : x(x) {} own(const own &) = delete; own(own &&o) : x(o.x) { o.x = 0; } };
struct holds { plain p; int y; };
class hides { int x; hides(const hides &) = default; public: hides(int x) : x(x) {} hides(hides &&) = default; __device__ int get() { return x; } };
__global__ void k(int *o, plain p, own w, hides h) { *o = p.x + w.x + h.get(); }
template <class T> __global__ void one(int *o, T t) { *o += t.x; }
__global__ void held(int *o, const __grid_constant__ holds h) { *o += h.p.x + h.y; }
__global__ void split(int *o, plain p) {
    __shared__ int s[32];
    p.x += threadIdx.x;
    s[threadIdx.x] = p.x;
    __syncthreads();
    if (threadIdx.x == 3) atomicAdd(o, s[31 - threadIdx.x] + p.x);
}
void test() {
    int *o = numbers();
    plain b(2);
    k<<<1, 1>>>(o, std::move(b), own(20), hides(200));
    one<<<1, 1>>>(o, plain(1000));
    one<own><<<1, 1>>>(o, own(2000));
    held<<<1, 1>>>(o, holds{plain(10000), 20000});
    split<<<1, 32>>>(o, plain(100000));
    auto pointer = split;
    pointer<<<1, 32>>>(o, plain(1000000));
    cudaLaunchConfig_t config = {};
    config.gridDim = config.blockDim = 1;
    cudaLaunchKernelEx(&config, one<plain>, o, plain(10000000));
    IS(*o == 222 + 3000 + 30000 + 200031 + 2000031 + 10000000);
}
}

namespace atomics_with_order {
__global__ void k(int **p, int *base) {
    __shared__ int *s[2];
    if (threadIdx.x == 0) s[0] = s[1] = base;
    __syncthreads();
    int *const before = __nv_atomic_fetch_add(&s[threadIdx.x], 4, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_BLOCK);
    __nv_atomic_fetch_sub(&s[threadIdx.x], 8 * threadIdx.x, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_BLOCK);
    __nv_atomic_add(p, 8, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);
    __nv_atomic_fetch_max(p + 1, base + 1, __NV_ATOMIC_SEQ_CST, __NV_THREAD_SCOPE_DEVICE);
    __syncthreads();
    p[2 + threadIdx.x] = s[threadIdx.x];
    p[4 + threadIdx.x] = before;
}
void test() {
    int **p, *base;
    cudaMallocManaged(&p, 6 * sizeof *p);
    cudaMallocManaged(&base, 64 * sizeof *base);
    p[0] = base;
    p[1] = nullptr;
    k<<<1, 2>>>(p, base + 10);
    IS(p[0] == base + 4 && p[1] == base + 11 && p[2] == base + 11 && p[3] == base + 9 && p[4] == base + 10 &&
         p[5] == base + 10);
}
}

namespace pointer_greater_than_zero_at_barrier {
template <class T> __global__ void k(T *o, int *p) {
    __shared__ T a[32];
    T x = o[threadIdx.x];
    x++;
    a[threadIdx.x] = x;
    if (p > 0) x++;
    __syncthreads();
    o[threadIdx.x] = a[31 - threadIdx.x]++;
    if (0 < p) *p = 1;
}
}

namespace members_defined_side_by_side {
struct owner { static int copied, ended; int *p; };
int owner::copied, owner::ended;
__global__ void borrow(owner o, int *to) { to[0] = *o.p; }
}

namespace dim3_from_uint3 {
__global__ void k() {
    dim3 a = threadIdx, b(blockIdx), c{threadIdx};
    dim3 d = dim3(threadIdx);
    uint3 e = {1, 2, 3};
    dim3 f = e;
}
void host(int n) {
    dim3 a(n, 2);
    dim3 b{(unsigned)n};
}
}

namespace stars_in_parentheses {
typedef int (*digit)(int);
typedef digit (*choice)(float);
__device__ int plus3(int x) { return x + 3; }
__device__ digit choose(float) { return plus3; }
__device__ choice chosen = choose;
__global__ void a(int (*__restrict__ q)[2], const int (*const __restrict p)[3], void (*)(int)) { (*q)[1] = p[1][2]; }
__global__ void b(int (*(*f)(float))(int), int *o, int (*p[2]), int (*none[])(int)) {
    o[0] = f(1.f)(7);
    *p[1] = 4 + (none != nullptr);
}
template <class T, int N> __global__ void c(T *__restrict__ *__restrict__ p, T (*__restrict__ q)[N]) { (*q)[0] = **p * N; }
void test() {
    int *o, **p, (*q)[2], (*m)[3];
    cudaMallocManaged(&o, 8);
    cudaMallocManaged(&p, 16);
    cudaMallocManaged(&q, 8);
    cudaMallocManaged(&m, 24);
    m[1][2] = 6;
    p[0] = p[1] = o + 1;
    choice f;
    cudaMemcpyFromSymbol(&f, chosen, sizeof f);
    a<<<1, 1>>>(q, m, nullptr);
    b<<<1, 1>>>(f, o, p, nullptr);
    c<<<1, 1>>>(p, q);
    IS(q[0][1] == 6 && o[0] == 10 && o[1] == 4 && q[0][0] == 8);
}
}

namespace operators_that_need_a_reference {
struct V {
    int v;
    __device__ V operator+(V o) { return {v + o.v}; }
    __device__ V operator/(int n) { return {v / n}; }
    __device__ V &operator<<(int n) { v += n; return *this; }
    __device__ int operator%(int) && { return 1; }
    __device__ int operator%(int) & { return 2; }
    __device__ int operator%(int) const & { return 3; }
};
struct W { int v; };
struct M { int v; __device__ M(int x) : v(x) {} M(const M &) = delete; };
struct Stream {
    int *to;
    template <class T> __device__ Stream &operator>>(const T &t) { *to++ = (int)t; return *this; }
    unsigned few : 4;
};
__device__ W &&operator<<(W &&w, int n) { w.v += n; return (W &&) w; }
__device__ int operator<<(int &n, V v) { return n += v.v; }
__device__ int operator/(const int &n, W &w) { return const_cast<int &>(n) += w.v++; }
__device__ int operator/(int n, M &&m) { return n + m.v; }
__device__ W &operator<<=(W &w, int &n) { w.v += n++; return w; }
__global__ void k(int *o, int n, int many) {
    V a{10}, b{20};
    const V c{1};
    W w{1};
    V q = (a + b) / n;
    q << n << n;
    (a + b) << n;
    o[0] = q.v;
    o[1] = V{1} % n * 100 + b % n * 10 + c % n;
    W x = W{1} << n << n;
    o[2] = x.v;
    int m = 0;
    m << a;
    m / w;
    o[3] = m / M(2) + w.v;
    w <<= m;
    o[4] = w.v + m;
    Stream s{o + 5, 3};
    s >> (1 << many) >> (-1 >> many) >> s.few >> 7 / n;
}
}

namespace pointer_greater_than_zero {
struct S { int *p; };
struct O { int x; __device__ bool operator>(int y) const { return x > y; } };
template <class T> __device__ bool is_there(T *p) { return p > 0 && p + 1 > 0 && 0 <= p; }
__global__ void k(int *o, S s) {
    int *&r = o;
    O big = {3};
    int n = 0;
    n += o > 0; n += s.p > NULL; n += r >= 0; n += big > 0; n += (o) > (0); n += 0 < s.p; n += is_there(o); n += (o <= 0) + (o < 0);
    *o = n;
}
}

int main() {
    int *const o = numbers();
    { using namespace references_to_functions; k<<<1, 1>>>(o, host, shared_with_host); l<<<1, 1>>>(o, host, shared_with_host); IS(*o == 10); }
    int (*const address)(int) = address_of_device_function_on_host::f;
    address_of_device_function_on_host::k<<<1, 1>>>(o); IS(address && *o == 3);
    move_only_arguments::test();
    atomics_with_order::test();
    int *const p = numbers();
    pointer_greater_than_zero_at_barrier::k<<<1, 32>>>(p, (int *)0); IS(p[3] == 1);
    { using namespace members_defined_side_by_side; o[1] = 1; borrow<<<1, 1>>>(owner{o + 1}, o); IS(*o == 1 && owner::copied == owner::ended); }
    stars_in_parentheses::test();
    static const int expected[] = {16, 123, 7, 15, 25, 0, -1, 3, 2};
    operators_that_need_a_reference::k<<<1, 1>>>(o, 3, 40);
    for (int i = 0; i < 9; i++) IS(o[i] == expected[i]);
    pointer_greater_than_zero::k<<<1, 1>>>(o, pointer_greater_than_zero::S{o}); IS(*o == 7);
    return wrong;
}
