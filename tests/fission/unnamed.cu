// SPDX-License-Identifier: MIT
// What asks for its thread, or changes a number, without being named: conversions, operators on
// enumerations and vectors, literals, constructors. tests/fission.t compares what split kernels
// print with what whole ones do.
#include <string.h>
#include <type_traits>
#include "kernels.h"

namespace enum_step {
enum E { A, B, C };
__device__ int gg[64];
__device__ E operator++(E &e) {
    e = (E)(e + 1 + threadIdx.x);
    return e;
}
__global__ void enum_step_k(int *out) {
    E e = A;
    ++e;
    __syncthreads();
    out[threadIdx.x] = e;
}
} // namespace enum_step

namespace param_conv_index {
struct P {
    __device__ operator int() const { return threadIdx.x; }
};
__global__ void param_conv_index_k(int *out, const P p) {
    int x = p;
    out[threadIdx.x] = x;
}
} // namespace param_conv_index

namespace param_conv_cast {
struct P {
    int a;
    __device__ operator int() const { return threadIdx.x; }
};
__global__ void param_conv_cast_k(int *out, const P p) {
    out[threadIdx.x] = (int)p;
}
} // namespace param_conv_cast

namespace param_conv_cond {
struct P {
    int a;
    __device__ operator bool() const { return threadIdx.x & 1; }
};
__global__ void param_conv_cond_k(int *out, const P p) {
    if (p)
        out[threadIdx.x] = 5;
    else
        out[threadIdx.x] = 6;
}
} // namespace param_conv_cond

namespace shared_conv {
struct P {
    int a;
    __device__ operator int() const { return threadIdx.x + a; }
};
__global__ void shared_conv_k(int *out) {
    __shared__ P p;
    if (threadIdx.x == 0)
        p.a = 3;
    __syncthreads();
    int x = p;
    out[threadIdx.x] = x;
}
} // namespace shared_conv

namespace array_of_class_ctor {
struct G {
    int t;
    __device__ G() : t(threadIdx.x) {}
};
__global__ void array_of_class_ctor_k(int *out) {
    G g[2];
    out[threadIdx.x] = g[1].t;
}
} // namespace array_of_class_ctor

namespace a_op_vec_const {
__device__ float4 &operator*=(float4 &a, const int &n) {
    const_cast<int &>(n)++;
    return a;
}
__global__ void a_op_vec_const_k(int *out) {
    int a = 0;
    float4 v = make_float4(1, 2, 3, 4);
    v *= a;
    __syncthreads();
    out[threadIdx.x] = a;
}
} // namespace a_op_vec_const

namespace tmpl_static_obj {
struct V {
    __device__ operator int() const { return threadIdx.x; }
};
struct P {
    static constexpr V value{};
};
template <class T> __global__ void tmpl_static_obj_k(int *out) {
    int n = T::value;
    __syncthreads();
    out[threadIdx.x] = n;
}
} // namespace tmpl_static_obj

namespace a_op_alias {
using R = int &;
struct B {
    int s;
};
__device__ int operator%(const B &b, R x) {
    return x++;
}
__global__ void a_op_alias_k(int *out) {
    int a = 0;
    B b{1};
    int q = b % a;
    __syncthreads();
    out[threadIdx.x] = a + q;
}
} // namespace a_op_alias

int main(void) {
    begin();
    int h[64], *in;
    for (int i = 0; i < 64; i++)
        h[i] = i * 79 % 25;
    if (cudaMalloc(&in, sizeof h) != cudaSuccess ||
        cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice) != cudaSuccess)
        return 1;
    enum_step::enum_step_k<<<1, 8>>>(d), show("enum_step");
    param_conv_index::param_conv_index_k<<<1, 8>>>(d, param_conv_index::P{}),
        show("param_conv_index");
    param_conv_cast::param_conv_cast_k<<<1, 8>>>(d, param_conv_cast::P{2}), show("param_conv_cast");
    param_conv_cond::param_conv_cond_k<<<1, 8>>>(d, param_conv_cond::P{2}), show("param_conv_cond");
    shared_conv::shared_conv_k<<<1, 8>>>(d), show("shared_conv");
    array_of_class_ctor::array_of_class_ctor_k<<<1, 8>>>(d), show("array_of_class_ctor");
    a_op_vec_const::a_op_vec_const_k<<<1, 8>>>(d), show("a_op_vec_const");
    tmpl_static_obj::tmpl_static_obj_k<tmpl_static_obj::P><<<1, 8>>>(d), show("tmpl_static_obj");
    a_op_alias::a_op_alias_k<<<1, 8>>>(d), show("a_op_alias");
}
