// SPDX-License-Identifier: MIT
// Variables of the device, of shared and of constant memory, in the ways to declare them.
#include <cstdio>
#include "numbers.h"

namespace device_variables {
__device__ int a = 3, b[2] = {4, 5};
__constant__ float c[3] = {1, 2, 3};
__device__ const int d = 6;
static __device__ volatile int e;
__managed__ int m = 7;
struct pt { int x, y; };
__device__ pt origin = {1, 2};
__constant__ pt places[2] = {{1, 2}, {3, 4}};
namespace n { __device__ int f = 8; }
__device__ int g = 9;
__device__ int *pointer = nullptr;
__global__ void k() { m += a + b[1] + c[2] + d + origin.y + places[1].x + n::f + g + (pointer == nullptr); e = 1; }
}

namespace several_arrays_of_extern_shared {
extern __shared__ int outside[], rows[][4];
__device__ alignas(64) int n = 3;
alignas(32) static __device__ const int m[2] = {4, 5};
__global__ void k(int *o) {
    extern __shared__ int a[], *b[];
    a[threadIdx.x] = threadIdx.x;
    __syncthreads();
    o[threadIdx.x] = outside[7 - threadIdx.x] * 100 + rows[1][threadIdx.x % 4] * 10 + n + m[1];
    o[8] = b[0] == (int *)(1ll << 32) && (size_t)&n % 64 == 0 && (size_t)&m % 32 == 0;
}
}

namespace device_beside_extern_shared {
extern __shared__ __device__ int whole[];
__global__ void k(int *a) {
    extern __shared__ __device__ int c[];
    extern int __shared__ __device__ d[];
    __shared__ extern __device__ __align__(16) int e[];
    whole[threadIdx.x] = threadIdx.x;
    __syncthreads();
    a[threadIdx.x] = c[7 - threadIdx.x] + d[threadIdx.x] + e[0];
}
}

namespace shared_after_type {
__shared__ int *outside;
int *__shared__ beside;
__global__ void k(float *a, int *n) {
    float __shared__ s[16];
    float __shared__ t[16][2], one;
    unsigned __shared__ int u[16];
    int *__shared__ p;
    int *__shared__ q[2], count;
    const int i = threadIdx.x;
    s[i] = a[i];
    t[i][1] = 2;
    u[i] = i;
    if (i == 0) {
        one = 1;
        p = n;
        q[1] = outside = beside = n + 1;
    }
    if (i == 1) count = 3;
    __syncthreads();
    a[i] = s[15 - i] + t[i / 2][1] + one + u[15 - i] + p[0] + *q[1] + *outside + *beside + count;
}
void test() {
    float *a;
    int *n;
    cudaMallocManaged(&a, 16 * sizeof *a);
    cudaMallocManaged(&n, 2 * sizeof *n);
    n[0] = 100, n[1] = 200;
    for (int i = 0; i < 16; i++) a[i] = i;
    k<<<1, 16>>>(a, n);
    cudaDeviceSynchronize();
    for (int i = 0; i < 16; i++) wrong += a[i] != 2 * (15 - i) + 2 + 1 + 100 + 600 + 3;
}
}

namespace shared_with_attribute_after_it {
template <bool B> struct Known { int x; };
__global__ void k(int *out) {
    __shared__ int s[4] __attribute__((aligned(16)));
    __shared__ Known<sizeof(int) >= 4> known;
    __shared__ struct { int a[4]; } own;
    s[threadIdx.x] = own.a[threadIdx.x] = threadIdx.x;
    if (threadIdx.x == 0) known.x = 5;
    __syncthreads();
    out[threadIdx.x] = s[3 - threadIdx.x] + own.a[3 - threadIdx.x] + known.x;
}
}

namespace static_device_variables_in_functions {
struct sums { int a, b; };
using nothing = void;
using alias_of_nothing = nothing;
namespace names { typedef void of_nothing; }
template <class T> struct same { using type = T; };
__device__ int count() {
    static __device__ sums s;
    static __device__ int table[3] = {5, 6, 7};
    s.a++;
    return s.a + table[1];
}
__global__ alias_of_nothing first(int *out) {
    static __constant__ int table[2] = {3, 4};
    static __managed__ int times;
    times++;
    out[0] = table[1] + times;
}
__global__ names::of_nothing second(int *out) { out[1] = count() + count(); }
__global__ same<void>::type third(int *out) { out[2] = 1; }
__global__ auto fourth(int *out) -> nothing { out[3] = 1; }
}

namespace device_references {
struct S { int a, b; };
__device__ int b[3] = {1, 2, 3}, single = 5;
__device__ int &one = b[1], &plain = single;
__device__ const int &read_only = b[2];
__device__ int (&all_of_b)[3] = b;
__device__ S s = {4, 5};
__device__ int &member = s.b;
__constant__ S &object = s;
__constant__ int table[2];
__device__ const int (&of_constant)[2] = table;
__device__ const int &temporary = 40 + 2;
__device__ int twice(int x) { return 2 * x; }
__device__ int (&function)(int) = twice;
__device__ int &again = one, other = 7, &third{other};
__global__ void k(int *o) {
    one += 10;
    again += 100;
    object.a = 9;
    third++;
    o[0] = b[1], o[1] = read_only, o[2] = all_of_b[0], o[3] = member, o[4] = s.a, o[5] = of_constant[1];
    o[6] = temporary, o[7] = function(4), o[8] = other, o[9] = plain;
    atomicAdd(&member, 1);
    o[10] = s.b;
}
void test() {
    int *o = numbers(), value = 50, two[2] = {60, 61}, back, *p, there;
    cudaMemcpyToSymbol(single, &value, sizeof value);
    cudaMemcpyToSymbol(table, two, sizeof two);
    k<<<1, 1>>>(o);
    const int wanted[] = {112, 3, 1, 5, 9, 61, 42, 8, 8, 50, 6};
    for (int i = 0; i < 11; i++) IS(o[i] == wanted[i]);
    cudaMemcpyFromSymbol(&back, b, sizeof back, sizeof back);
    cudaGetSymbolAddress((void **)&p, single);
    cudaMemcpy(&there, p, sizeof there, cudaMemcpyDefault);
    IS(back == 112 && there == 50);
}
}

namespace variables_with_trivial_constructors {
struct none { virtual __device__ int f() { return 1; } };
struct valued { int x = 2; virtual __device__ int f() { return x; } };
struct below : valued { int y = 3; __device__ int f() override { return x + y; } };
struct known { int x; __host__ __device__ constexpr known() : x(4) {} virtual __device__ int f() { return x; } };
struct empty { int x; __host__ __device__ empty() {} };
struct around { empty e[2]; __device__ around() {} };
__device__ none a;
__device__ valued b, c{};
__device__ below d[2];
__device__ known e;
__device__ empty f, g{};
__constant__ empty h;
__shared__ empty i;
__device__ around j;
__global__ void k(int *o) {
    i.x = 5;
    f.x = 6;
    valued *const p = &d[1];
    *o = a.f() + b.f() + c.f() + p->f() + e.f() + f.x + g.x + h.x + i.x + j.e[1].x;
}
}

int main() {
    int *const o = numbers();
    const int ten = 10;
    cudaMemcpyToSymbol(device_variables::a, &ten, sizeof ten);
    device_variables::k<<<1, 1>>>(); IS(device_variables::m == 7 + 10 + 5 + 3 + 6 + 2 + 3 + 8 + 9 + 1);
    several_arrays_of_extern_shared::k<<<1, 8, 32>>>(o); IS(o[2] == 568 && o[8]);
    device_beside_extern_shared::k<<<1, 8, 32>>>(o);
    for (int i = 0; i < 8; i++) IS(o[i] == 7);
    shared_after_type::test();
    shared_with_attribute_after_it::k<<<1, 4>>>(o); IS(o[0] == 11 && o[1] == 9 && o[2] == 7 && o[3] == 5);
    static_device_variables_in_functions::first<<<1, 1>>>(o); static_device_variables_in_functions::second<<<1, 1>>>(o); static_device_variables_in_functions::third<<<1, 1>>>(o); static_device_variables_in_functions::fourth<<<1, 1>>>(o); IS(o[0] == 5 && o[1] == 15 && o[2] == 1 && o[3] == 1);
    device_references::test();
    variables_with_trivial_constructors::k<<<1, 1>>>(o); IS(*o == 1 + 2 + 2 + 5 + 4 + 6 + 5);
    return wrong;
}
