// SPDX-License-Identifier: MIT
// Variables that change by another name: aliases, templates, traits, casts. tests/fission.t
// compares what split kernels print with what whole ones do.
#include <string.h>
#include <stdint.h>
#include <type_traits>
#include "kernels.h"

namespace alias_ref {
using int_ref = int &;
__device__ void bump(int_ref x) {
    x++;
}
__global__ void alias_ref_k(int *out) {
    int n = 0;
    bump(n);
    __syncthreads();
    out[threadIdx.x] = n;
}
} // namespace alias_ref

namespace typedef_ref {
typedef int &R;
__device__ void bump(R x) {
    x += 2;
}
__global__ void typedef_ref_k(int *out) {
    int n = blockIdx.x;
    bump(n);
    __syncthreads();
    bump(n);
    out[threadIdx.x] = n;
}
} // namespace typedef_ref

namespace template_ref {
template <class T> __device__ void bump(T x) {
    x += 2;
}
__global__ void template_ref_k(int *out) {
    int n = 0;
    bump<int &>(n);
    __syncthreads();
    out[threadIdx.x] = n;
}
} // namespace template_ref

namespace decltype_ref {
__device__ int glob;
__device__ void bump(decltype((glob)) x) {
    x += 2;
}
__global__ void decltype_ref_k(int *out) {
    int n = 0;
    bump(n);
    __syncthreads();
    out[threadIdx.x] = n;
}
} // namespace decltype_ref

namespace bitand_param {
__device__ void bump(int bitand x) {
    x += 2;
}
__global__ void bitand_param_k(int *out) {
    int n = 0;
    bump(n);
    __syncthreads();
    out[threadIdx.x] = n;
}
} // namespace bitand_param

namespace constcast {
__device__ void bump(const int &x) {
    const_cast<int &>(x)++;
}
__global__ void constcast_k(int *out) {
    int n = 0;
    bump(n);
    __syncthreads();
    out[threadIdx.x] = n;
}
} // namespace constcast

namespace constcast2 {
template <class T> __device__ void bump(const T &x) {
    (int &)x += 1;
}
__global__ void constcast2_k(int *out) {
    int n = 0;
    bump(n);
    __syncthreads();
    out[threadIdx.x] = n;
}
} // namespace constcast2

namespace overload_ref {
__device__ void f(float x) {}
__device__ void f(int &x) {
    x++;
}
__global__ void overload_ref_k(int *out) {
    int a = 1;
    f(a);
    __syncthreads();
    out[threadIdx.x] = a;
}
} // namespace overload_ref

namespace namespace_ref {
namespace q {
__device__ void f(int &x) {
    x++;
}
} // namespace q
__device__ void f(int x) {}
__global__ void namespace_ref_k(int *out) {
    int a = 1;
    q::f(a);
    f(a);
    __syncthreads();
    out[threadIdx.x] = a;
}
} // namespace namespace_ref

namespace swap_user {
__device__ void swap(int &a, int &b) {
    int t = a;
    a = b;
    b = t;
}
__global__ void swap_user_k(int *out) {
    int a = 1, b = threadIdx.x;
    swap(a, b);
    __syncthreads();
    out[threadIdx.x] = a * 10 + b;
}
} // namespace swap_user

namespace variadic {
template <class... A> __device__ void all(A &...a) {
    ((a += 1), ...);
}
__global__ void variadic_k(int *out) {
    int n = 1, m = 2;
    all(n, m);
    __syncthreads();
    out[threadIdx.x] = n * 10 + m;
}
} // namespace variadic

__global__ void uintptr_k(int *out) {
    int n = threadIdx.x;
    uintptr_t u = (uintptr_t)&n;
    __syncthreads();
    *(int *)u += 5;
    __syncthreads();
    out[threadIdx.x] = n;
}

namespace address_in_global {
__device__ int *slot[16];
__global__ void address_in_global_k(int *out) {
    int n = threadIdx.x;
    slot[threadIdx.x + 8 * blockIdx.x] = &n;
    __syncthreads();
    *slot[threadIdx.x + 8 * blockIdx.x] += 5;
    __syncthreads();
    out[threadIdx.x] = n;
}
} // namespace address_in_global

namespace address_returned {
__device__ const int &id(const int &x) {
    return x;
}
__global__ void address_returned_k(int *out) {
    int n = threadIdx.x;
    const int *p = &id(n);
    __syncthreads();
    n += 5;
    out[threadIdx.x] = *p;
}
} // namespace address_returned

__global__ void array_address_k(int *out) {
    int a[2] = {(int)threadIdx.x, 1};
    int *p = a;
    __syncthreads();
    p[1] += 5;
    __syncthreads();
    out[threadIdx.x] = a[0] + a[1];
}

namespace array_passed {
__device__ int *keep(int *p) {
    return p;
}
__global__ void array_passed_k(int *out) {
    int a[2] = {(int)threadIdx.x, 1};
    int *p = keep(a);
    __syncthreads();
    p[1] += 5;
    __syncthreads();
    out[threadIdx.x] = *p + p[1];
}
} // namespace array_passed

__global__ void ref_local_k(int *out) {
    int n = 0;
    int &r = n;
    __syncthreads();
    r += threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = n;
}

__global__ void ref_param_copy_run(int *out, int n) {
    int &r = n;
    r += threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = n;
}

__global__ void decltype_local_k(int *out) {
    int n = 0;
    decltype((n)) r = n;
    r += threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = n;
}

__global__ void auto_ref_k(int *out) {
    int n = 0;
    auto &&r = n;
    r += threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = n;
}

__global__ void auto_val_k(int *out) {
    auto n = threadIdx.x;
    n += 2;
    __syncthreads();
    out[threadIdx.x] = n;
}

__global__ void const_ref_local_k(int *out) {
    int n = 1;
    const int &r = n;
    n += threadIdx.x;
    __syncthreads();
    n++;
    out[threadIdx.x] = r;
}

namespace array_ref_param {
__device__ void f(int (&a)[2]) {
    a[1] += 5;
}
__global__ void array_ref_param_k(int *out) {
    int a[2] = {1, (int)threadIdx.x};
    f(a);
    __syncthreads();
    out[threadIdx.x] = a[0] + a[1];
}
} // namespace array_ref_param

namespace own_param_address {
__device__ void f(int *p) {
    *p += 3;
}
__global__ void own_param_address_run(int *out, int n) {
    f(&n);
    __syncthreads();
    f(&n);
    out[threadIdx.x] = n;
}
} // namespace own_param_address

__global__ void pointer_to_kept_k(int *out) {
    int n = threadIdx.x, m = 5;
    int *p = threadIdx.x & 1 ? &n : &m;
    __syncthreads();
    *p += 10;
    __syncthreads();
    out[threadIdx.x] = n * 100 + m;
}

__global__ void pointer_to_pointer_k(int *out) {
    int n = threadIdx.x;
    int *p = &n, **q = &p;
    __syncthreads();
    **q += 10;
    __syncthreads();
    out[threadIdx.x] = n;
}

__global__ void pointer_to_const_local_k(int *out) {
    const int n = threadIdx.x;
    const int *p = &n;
    __syncthreads();
    out[threadIdx.x] = *p;
}

namespace alias_ref_local {
typedef int &R;
__global__ void alias_ref_local_k(int *out) {
    int n = 0;
    R r = n;
    r++;
    __syncthreads();
    out[threadIdx.x] = n;
}
} // namespace alias_ref_local

namespace alias_ref_cast {
typedef int &R;
__global__ void alias_ref_cast_k(int *out) {
    int n = 0;
    ((R)n)++;
    __syncthreads();
    out[threadIdx.x] = n;
}
} // namespace alias_ref_cast

namespace alias_ref_construct {
typedef int &R;
__global__ void alias_ref_construct_k(int *out) {
    int n = 0;
    R(n) += 1;
    __syncthreads();
    R q(n);
    q++;
    out[threadIdx.x] = n;
}
} // namespace alias_ref_construct

namespace alias_ref_local2 {
typedef int &R;
__global__ void alias_ref_local2_k(int *out) {
    using Q = R;
    int n = 0;
    Q r = n;
    r++;
    __syncthreads();
    out[threadIdx.x] = n;
}
} // namespace alias_ref_local2

__global__ void ternary_lvalue_k(int *out) {
    int a = 1, b = 2;
    (threadIdx.x & 1 ? a : b) = 9;
    __syncthreads();
    out[threadIdx.x] = a * 10 + b;
}

namespace structured {
struct P {
    int a, b;
};
__global__ void structured_k(int *out) {
    P p = {1, 2};
    auto &[x, y] = p;
    x += threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = p.a + y;
}
} // namespace structured

__global__ void ranged_k(int *out) {
    int a[3] = {1, 2, 3};
    for (int &x : a)
        x += threadIdx.x;
    __syncthreads();
    int s = 0;
    for (int x : a)
        s += x;
    out[threadIdx.x] = s;
}

__global__ void ranged2_k(int *out) {
    int n = 0;
    for (int x : {1, 2, 3})
        n += x;
    __syncthreads();
    out[threadIdx.x] = n;
}

__global__ void lambda_capture_k(int *out) {
    int a = 1;
    auto f = [&] { a += threadIdx.x; };
    f();
    __syncthreads();
    f();
    out[threadIdx.x] = a;
}

__global__ void atomic_local_k(int *out) {
    int n = 0;
    atomicAdd(&n, 2);
    __syncthreads();
    out[threadIdx.x] = n;
}

__global__ void sincos_k(int *out) {
    float s, c;
    sincosf(threadIdx.x, &s, &c);
    __syncthreads();
    out[threadIdx.x] = 100 * s + 10 * c;
}

__global__ void modf_k(int *out) {
    float w = 0;
    float f = modff(threadIdx.x + 0.5f, &w);
    __syncthreads();
    out[threadIdx.x] = 100 * f + w;
}

__global__ void memcpy_local_k(int *out) {
    int n = 0, m = threadIdx.x;
    memcpy(&n, &m, 4);
    __syncthreads();
    out[threadIdx.x] = n;
}

namespace trait_ref {
template <class T> struct refof { using type = T &; };
__device__ void bump(typename refof<int>::type x) {
    x += 2;
}
__global__ void trait_ref_k(int *out) {
    int n = 0;
    bump(n);
    __syncthreads();
    out[threadIdx.x] = n;
}
} // namespace trait_ref

__global__ void trait_asked_k(int *out) {
    int v = threadIdx.x;
    std::conditional_t<sizeof(int) == 4, int &, int> b = v; // signs of two letters in a type
    b += 5;
    out[threadIdx.x] = v;
}

__global__ void turned_round_k(int *out) {
    int a[3] = {(int)threadIdx.x, 2, 3};
    int *p = &1 [a];
    __syncthreads();
    *p += 5;
    __syncthreads();
    out[threadIdx.x] = *p;
}

__global__ void turned_round_row_k(int *out) {
    int a[2][3] = {{(int)threadIdx.x, 2, 3}, {4, 5, 6}};
    int *p = 1 [a];
    __syncthreads();
    *p += 5;
    __syncthreads();
    out[threadIdx.x] = *p;
}

namespace arrow_array {
struct vector {
    int v[3];
};
__global__ void arrow_array_k(int *out) {
    vector a[1] = {{{(int)threadIdx.x, 2, 3}}};
    int *p = a->v;
    __syncthreads();
    *p += 5;
    __syncthreads();
    out[threadIdx.x] = *p;
}
} // namespace arrow_array

__global__ void dereferenced_array_k(int *out) {
    int a[2][3] = {{(int)threadIdx.x, 2, 3}, {4, 5, 6}};
    int *p = *a;
    __syncthreads();
    *p += 5;
    __syncthreads();
    out[threadIdx.x] = *p;
}

int main(void) {
    begin();
    alias_ref::alias_ref_k<<<2, 8>>>(d), show("alias_ref");
    typedef_ref::typedef_ref_k<<<2, 8>>>(d), show("typedef_ref");
    template_ref::template_ref_k<<<2, 8>>>(d), show("template_ref");
    decltype_ref::decltype_ref_k<<<2, 8>>>(d), show("decltype_ref");
    bitand_param::bitand_param_k<<<2, 8>>>(d), show("bitand_param");
    constcast::constcast_k<<<2, 8>>>(d), show("constcast");
    constcast2::constcast2_k<<<2, 8>>>(d), show("constcast2");
    overload_ref::overload_ref_k<<<2, 8>>>(d), show("overload_ref");
    namespace_ref::namespace_ref_k<<<2, 8>>>(d), show("namespace_ref");
    swap_user::swap_user_k<<<2, 8>>>(d), show("swap_user");
    variadic::variadic_k<<<2, 8>>>(d), show("variadic");
    uintptr_k<<<2, 8>>>(d), show("uintptr");
    address_in_global::address_in_global_k<<<2, 8>>>(d), show("address_in_global");
    address_returned::address_returned_k<<<2, 8>>>(d), show("address_returned");
    array_address_k<<<2, 8>>>(d), show("array_address");
    array_passed::array_passed_k<<<2, 8>>>(d), show("array_passed");
    ref_local_k<<<2, 8>>>(d), show("ref_local");
    ref_param_copy_run<<<2, 8>>>(d, 4), show("ref_param_copy");
    decltype_local_k<<<2, 8>>>(d), show("decltype_local");
    auto_ref_k<<<2, 8>>>(d), show("auto_ref");
    auto_val_k<<<2, 8>>>(d), show("auto_val");
    const_ref_local_k<<<2, 8>>>(d), show("const_ref_local");
    array_ref_param::array_ref_param_k<<<2, 8>>>(d), show("array_ref_param");
    own_param_address::own_param_address_run<<<2, 8>>>(d, 12), show("own_param_address");
    pointer_to_kept_k<<<2, 8>>>(d), show("pointer_to_kept");
    pointer_to_pointer_k<<<2, 8>>>(d), show("pointer_to_pointer");
    pointer_to_const_local_k<<<2, 8>>>(d), show("pointer_to_const_local");
    alias_ref_local::alias_ref_local_k<<<2, 8>>>(d), show("alias_ref_local");
    alias_ref_cast::alias_ref_cast_k<<<2, 8>>>(d), show("alias_ref_cast");
    alias_ref_construct::alias_ref_construct_k<<<2, 8>>>(d), show("alias_ref_construct");
    alias_ref_local2::alias_ref_local2_k<<<2, 8>>>(d), show("alias_ref_local2");
    ternary_lvalue_k<<<2, 8>>>(d), show("ternary_lvalue");
    structured::structured_k<<<2, 8>>>(d), show("structured");
    ranged_k<<<2, 8>>>(d), show("ranged");
    ranged2_k<<<2, 8>>>(d), show("ranged2");
    lambda_capture_k<<<2, 8>>>(d), show("lambda_capture");
    atomic_local_k<<<2, 8>>>(d), show("atomic_local");
    sincos_k<<<2, 8>>>(d), show("sincos");
    modf_k<<<2, 8>>>(d), show("modf");
    memcpy_local_k<<<2, 8>>>(d), show("memcpy_local");
    trait_ref::trait_ref_k<<<2, 8>>>(d), show("trait_ref");
    trait_asked_k<<<2, 8>>>(d), show("trait_asked");
    turned_round_k<<<2, 8>>>(d), show("turned_round");
    turned_round_row_k<<<2, 8>>>(d), show("turned_round_row");
    arrow_array::arrow_array_k<<<2, 8>>>(d), show("arrow_array");
    dereferenced_array_k<<<2, 8>>>(d), show("dereferenced_array");
    return 0;
}
