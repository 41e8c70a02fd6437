// SPDX-License-Identifier: MIT
// Variables of all kinds that live on after a barrier. tests/fission.t compares what split
// kernels print with what whole ones do.
#include <string.h>
#include "kernels.h"

__global__ void return_between_k(int *out) {
    __syncthreads();
    if (threadIdx.x > 4)
        return;
    __syncthreads();
    out[threadIdx.x] = 1;
}

namespace array_of_struct {
struct P {
    int a, b;
};
__global__ void array_of_struct_k(int *out) {
    P p[2] = {{1, 2}, {3, (int)threadIdx.x}};
    p[0].a += 5;
    __syncthreads();
    out[threadIdx.x] = p[0].a + p[1].b;
}
} // namespace array_of_struct

namespace vector_op {
__device__ float2 operator+(float2 a, float b) {
    return make_float2(a.x + b, a.y + b);
}
__device__ void operator+=(float2 &a, float2 &b) {
    a.x += b.x;
    b.y++;
}
__global__ void vector_op_k(int *out) {
    float2 v = {1, 2}, w = {3, 4};
    v += w;
    __syncthreads();
    v = v + 1.0f;
    out[threadIdx.x] = v.x * 1000 + w.y * 10;
}
} // namespace vector_op

namespace template_type_shared {
template <class T> __global__ void template_type_shared_run(T *out) {
    __shared__ T s[8];
    T v = threadIdx.x;
    s[threadIdx.x] = v;
    __syncthreads();
    v += s[7 - threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = v;
}
} // namespace template_type_shared

namespace recursion {
__device__ int fact(int n) {
    return n < 2 ? 1 : n * fact(n - 1);
}
__global__ void recursion_k(int *out) {
    int n = fact(threadIdx.x);
    __syncthreads();
    out[threadIdx.x] = n;
}
} // namespace recursion

__global__ void shared_ref_cross_k(int *out) {
    __shared__ int s[8];
    int &r = s[threadIdx.x];
    r = threadIdx.x;
    __syncthreads();
    int a = s[7 - threadIdx.x];
    __syncthreads();
    r = a;
    __syncthreads();
    out[threadIdx.x] = s[threadIdx.x];
}

__global__ void volatile_shared_k(int *out) {
    volatile __shared__ int s[8];
    s[threadIdx.x] = threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = s[7 - threadIdx.x];
}

namespace address_of_index2 {
__device__ unsigned g(const unsigned &p) {
    return p;
}
__global__ void address_of_index2_k(int *out) {
    out[threadIdx.x + 8 * blockIdx.x] = g(threadIdx.x);
}
} // namespace address_of_index2

__global__ void new_each_k(int *out) {
    int *p = new int(5), *q = new int[2];
    q[0] = *p += threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = q[0] + *p;
    delete p;
    delete[] q;
}

__global__ void new_in_expression_k(int *out) {
    int n = *new int(threadIdx.x) + 1; // each is lost
    int *p = new int(n);
    *p += 1;
    __syncthreads();
    out[threadIdx.x] = (*p)++;
    out[threadIdx.x] += *p;
    delete p;
}

namespace const_parameter {
struct Which {
    int n;
    __host__ __device__ int which() const { return 1; }
    __host__ __device__ int which() { return 2; }
};
__global__ void const_parameter_k(int *out, const Which c) {
    if (threadIdx.x > 0)
        out[threadIdx.x] = c.which() + *&c.n;
}
} // namespace const_parameter

int main(void) {
    begin();
    return_between_k<<<2, 8>>>(d), show("return_between");
    array_of_struct::array_of_struct_k<<<2, 8>>>(d), show("array_of_struct");
    vector_op::vector_op_k<<<2, 8>>>(d), show("vector_op");
    template_type_shared::template_type_shared_run<int><<<2, 8>>>(d), show("template_type_shared");
    recursion::recursion_k<<<2, 8>>>(d), show("recursion");
    shared_ref_cross_k<<<2, 8>>>(d), show("shared_ref_cross");
    volatile_shared_k<<<2, 8>>>(d), show("volatile_shared");
    address_of_index2::address_of_index2_k<<<2, 8>>>(d), show("address_of_index2");
    new_each_k<<<2, 8>>>(d), show("new_each");
    new_in_expression_k<<<2, 8>>>(d), show("new_in_expression");
    const_parameter::const_parameter_k<<<2, 8>>>(d, {4}), show("const_parameter");
}
