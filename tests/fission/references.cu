// SPDX-License-Identifier: MIT
// Variables that change by another name: aliases, templates, traits, casts. tests/fission.t
// compares what split kernels print with what whole ones do.
#include <string.h>
#include <stdint.h>
#include <type_traits>
#include "kernels.h"

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

__global__ void turned_round_row_k(int *out) {
    int a[2][3] = {{(int)threadIdx.x, 2, 3}, {4, 5, 6}};
    int *p = 1 [a];
    __syncthreads();
    *p += 5;
    __syncthreads();
    out[threadIdx.x] = *p;
}

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
    atomic_local_k<<<2, 8>>>(d), show("atomic_local");
    sincos_k<<<2, 8>>>(d), show("sincos");
    turned_round_row_k<<<2, 8>>>(d), show("turned_round_row");
    arrow_array_k<<<2, 8>>>(d), show("arrow_array");
    dereferenced_array_k<<<2, 8>>>(d), show("dereferenced_array");
}
