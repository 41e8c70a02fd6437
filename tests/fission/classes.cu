// SPDX-License-Identifier: MIT
// Constructors, conversions and members that change or keep what they get. tests/fission.t compares
// what split kernels print with what whole ones do.
#include <string.h>
#include "kernels.h"

namespace ctor_ref_second {
struct C {
    __device__ C(int &x, int y) { x += y; }
};
__global__ void ctor_ref_second_k(int *out, int m) {
    int n = 0;
    { C c(n, 2), d(m, n); }
    __syncthreads();
    out[threadIdx.x] = 100 * m + n;
}
__global__ void ctor_ref_row_k(int *out, int m) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < 12) {
        C c(m, i);
        out[i] = m;
    }
}
} // namespace ctor_ref_second

namespace redeclared_uchar {
struct uchar_ {
    int &r;
    __device__ uchar_(int &x) : r(x) { x++; }
};
namespace my {
struct uchar {
    __device__ uchar(int &x) { x++; }
};
} // namespace my
using namespace my;
__global__ void redeclared_uchar_k(int *out) {
    int n = 0;
    my::uchar u(n);
    __syncthreads();
    out[threadIdx.x] = n;
}
} // namespace redeclared_uchar

namespace class_from_index2 {
__device__ int counter;
struct T {
    int v;
    __device__ T(unsigned x) : v(atomicAdd(&counter, 1) + x) {}
};
__global__ void class_from_index2_k(int *out) {
    T a = threadIdx.x;
    __syncthreads();
    __syncthreads();
    out[threadIdx.x] = a.v * 0 + counter;
}
} // namespace class_from_index2

namespace destructor {
struct D {
    int *p;
    __device__ ~D() { *p = 99; }
};
__global__ void destructor_k(int *out) {
    __shared__ int s[8];
    s[threadIdx.x] = 1;
    D d = {&s[threadIdx.x]};
    __syncthreads();
    out[threadIdx.x] = s[threadIdx.x];
    __syncthreads();
    out[threadIdx.x + 8] = s[threadIdx.x];
}
} // namespace destructor

namespace destructor_no_cross {
struct D {
    int *p;
    __device__ D(int *p) : p(p) {}
    __device__ ~D() { *p += 99; }
};
__global__ void destructor_no_cross_k(int *out) {
    __shared__ int s[8];
    s[threadIdx.x] = 1;
    D d(&s[threadIdx.x]);
    d.p[0]++;
    __syncthreads();
    out[threadIdx.x] = s[threadIdx.x ^ 1];
}
} // namespace destructor_no_cross

namespace inherited {
struct B {
    int &r;
    __device__ B(int &x) : r(x) { r++; }
};
struct D : B {
    using B::B;
};
__global__ void inherited_k(int *out) {
    int n = 1;
    D d(n);
    __syncthreads();
    out[threadIdx.x] = n;
}
} // namespace inherited

namespace template_class_local {
template <class T> struct box {
    T &r;
    __device__ box(T &x) : r(x) { r += 1; }
};
template <class T> __global__ void template_class_local_run(int *out, T z) {
    T n = z;
    box<T> b(n);
    __syncthreads();
    out[threadIdx.x] = n;
}
} // namespace template_class_local

namespace template_class_arg {
struct num {
    int v;
    __device__ operator int() { return v++; }
};
template <class T> __global__ void template_class_arg_run(int *out, T z) {
    int a = z;
    __syncthreads();
    int b = z;
    out[threadIdx.x] = a * 10 + b;
}
} // namespace template_class_arg

namespace template_class_ops {
struct num {
    int v;
    __device__ num operator+(int x) {
        v++;
        return num{v + x};
    }
};
template <class T> __global__ void template_class_ops_run(int *out, T z) {
    T n = z;
    T m = n + 1;
    __syncthreads();
    out[threadIdx.x] = n.v * 10 + m.v;
}
} // namespace template_class_ops

namespace template_uniform_class {
struct num {
    int v;
    __device__ num &operator++() {
        v += threadIdx.x;
        return *this;
    }
    __device__ bool operator<(int n) { return v < n; }
};
template <class T> __global__ void template_uniform_class_run(int *out, T z) {
    int c = 0;
    for (T i = z; i < 7; ++i) {
        c++;
        if (c > 5)
            break;
    }
    __syncthreads();
    out[threadIdx.x] = c;
}
} // namespace template_uniform_class

namespace class_counter {
struct I {
    int v;
    __device__ I &operator++() {
        ++v;
        return *this;
    }
    __device__ bool operator<(int n) const { return v < n; }
};
__global__ void class_counter_k(int *out) {
    for (I i = {0}; i < 3; ++i) {
        __syncthreads();
        out[threadIdx.x] += i.v;
    }
}
} // namespace class_counter

namespace array_in_struct {
struct A {
    int v[3];
};
__device__ void f(int *p) {
    p[1] = 7;
}
__global__ void array_in_struct_k(int *out) {
    A a = {{1, 2, (int)threadIdx.x}};
    f(a.v);
    __syncthreads();
    out[threadIdx.x] = a.v[1] + a.v[2];
}
} // namespace array_in_struct

namespace template_type {
template <class T> __global__ void template_type_run(T *out) {
    __shared__ T s[8];
    T v = T(threadIdx.x);
    for (int i = 0; i < 2; i++) {
        s[threadIdx.x] = v + (T)i;
        __syncthreads();
        v += s[7 - threadIdx.x];
        __syncthreads();
    }
    out[threadIdx.x] = v;
}
} // namespace template_type

int main(void) {
    begin();
    ctor_ref_second::ctor_ref_second_k<<<2, 8>>>(d, 5), show("ctor_ref_second");
    ctor_ref_second::ctor_ref_row_k<<<2, 8>>>(d, 5), show("ctor_ref_row");
    redeclared_uchar::redeclared_uchar_k<<<2, 8>>>(d), show("redeclared_uchar");
    class_from_index2::class_from_index2_k<<<2, 8>>>(d), show("class_from_index2");
    destructor::destructor_k<<<2, 8>>>(d), show("destructor");
    destructor_no_cross::destructor_no_cross_k<<<2, 8>>>(d), show("destructor_no_cross");
    inherited::inherited_k<<<2, 8>>>(d), show("inherited");
    template_class_local::template_class_local_run<<<2, 8>>>(d, 4), show("template_class_local");
    template_class_arg::template_class_arg_run<<<2, 8>>>(d, template_class_arg::num{4}),
        show("template_class_arg");
    template_class_ops::template_class_ops_run<<<2, 8>>>(d, template_class_ops::num{4}),
        show("template_class_ops");
    template_uniform_class::template_uniform_class_run<<<2, 8>>>(d, template_uniform_class::num{4}),
        show("template_uniform_class");
    class_counter::class_counter_k<<<2, 8>>>(d), show("class_counter");
    array_in_struct::array_in_struct_k<<<2, 8>>>(d), show("array_in_struct");
    template_type::template_type_run<int><<<2, 8>>>(d), show("template_type");
}
