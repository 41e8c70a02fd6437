// SPDX-License-Identifier: MIT
// Variables that change by another name: aliases, templates, traits, casts. tests/fission.t
// compares what split kernels print with what whole ones do.
#include <string.h>
#include <stdint.h>
#include <type_traits>
#include "kernels.h"

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

__global__ void pointer_to_const_local_k(int *out) {
    const int n = threadIdx.x;
    const int *p = &n;
    __syncthreads();
    out[threadIdx.x] = *p;
}

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
    constcast2::constcast2_k<<<2, 8>>>(d), show("constcast2");
    swap_user::swap_user_k<<<2, 8>>>(d), show("swap_user");
    array_address_k<<<2, 8>>>(d), show("array_address");
    array_passed::array_passed_k<<<2, 8>>>(d), show("array_passed");
    pointer_to_const_local_k<<<2, 8>>>(d), show("pointer_to_const_local");
    ranged_k<<<2, 8>>>(d), show("ranged");
    ranged2_k<<<2, 8>>>(d), show("ranged2");
    atomic_local_k<<<2, 8>>>(d), show("atomic_local");
    sincos_k<<<2, 8>>>(d), show("sincos");
    turned_round_k<<<2, 8>>>(d), show("turned_round");
    turned_round_row_k<<<2, 8>>>(d), show("turned_round_row");
    arrow_array::arrow_array_k<<<2, 8>>>(d), show("arrow_array");
    dereferenced_array_k<<<2, 8>>>(d), show("dereferenced_array");
}
