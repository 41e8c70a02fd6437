// SPDX-License-Identifier: MIT
// Barriers, indices, changes and order that no token of the kernel shows: in conversions,
// operators, constructors and destructors. tests/fission.t compares what split kernels print with
// what whole ones do.
#include <string.h>
#include "kernels.h"

#define W(x)                                                                                                           \
    do {                                                                                                               \
        x;                                                                                                             \
        __syncthreads();                                                                                               \
    } while (0)
__global__ void macro_barrier_k(int *out) {
    __shared__ int s[8];
    W(s[threadIdx.x] = threadIdx.x);
    out[threadIdx.x] = s[7 - threadIdx.x];
}

__global__ void syncwarp_mask_k(int *out) {
    __shared__ int s[8];
    int m = 0;
    s[threadIdx.x] = threadIdx.x;
    __syncwarp(0xff + (m++ & 0));
    out[threadIdx.x] = s[7 - threadIdx.x] + m;
}

__global__ void stmt_expr_k(int *out) {
    int n = ({
        int x = threadIdx.x;
        x + 1;
    });
    __syncthreads();
    out[threadIdx.x] = n;
}

struct adder {
    int k;
    template <int BY> __device__ void add(int &x) const { x += BY; }
    template <int BY> __device__ int wait(int *s) const {
        __syncthreads();
        s[threadIdx.x] = threadIdx.x + k;
        __syncthreads();
        return s[7 - threadIdx.x] + BY;
    }
};
__global__ void member_template_k(int *out, adder a) {
    int n = 0;
    a.add<3>(n); // no comparison
    __syncthreads();
    out[threadIdx.x] = n;
}
__device__ int through(int *s, adder a) { return a.wait<3>(s); }

struct ends {
    int *s, *out;
    __device__ ~ends() {
        __syncthreads();
        out[threadIdx.x] = s[7 - threadIdx.x];
    }
};
__global__ void destructor_waits_k(int *out) {
    __shared__ int s[8];
    ends at_end{s, out};
    s[threadIdx.x] = threadIdx.x;
}

// An object that an argument ends with, after the call.
struct opened {
    int *flag;
    __device__ explicit opened(int *at) : flag(at) { *flag = 5; }
    __device__ ~opened() { *flag = 9; }
    __device__ int *get() const { return flag; }
};
__device__ int sum_while_open(const int *flag, const int *s) {
    int sum = 0;
    for (int i = threadIdx.x; i < 8; i += blockDim.x) sum += s[i] * *flag;
    __syncthreads();
    return sum + s[7 - threadIdx.x];
}
__device__ int sum_opened(opened by, const int *s) {
    __syncthreads();
    return by.flag ? s[threadIdx.x] : 0;
}
__global__ void open_argument_k(int *out) {
    __shared__ int s[8];
    int flag = 1;
    s[threadIdx.x] = threadIdx.x;
    __syncthreads();
    int sum = sum_while_open(opened(&flag).get(), s);
    sum += sum_opened(opened(&sum), s);
    out[threadIdx.x] = sum * 10 + flag;
}

struct Q {
    int v;
};
struct P {
    int a;
    Q q;
    __device__ const Q *operator->() const {
        __syncthreads();
        return &q;
    }
};
__global__ void param_arrow_k(int *out, const P p) {
    __shared__ int s[64];
    s[threadIdx.x] = threadIdx.x;
    int x = p->v;
    out[threadIdx.x] = x * s[(threadIdx.x + 1) % blockDim.x];
}

namespace better {
__device__ int chosen(float v) { return (int)v + 1000; }
} // namespace better

__device__ int chosen(int v) { return v; }

__device__ int choose(float v) {
    __syncthreads();
    return chosen(v);
}

using namespace better;

__global__ void chosen_k(int *out) {
    int v = choose(threadIdx.x + 0.5f);
    out[threadIdx.x] = v;
}

struct odd_thread {
    int a;
    __device__ operator bool() const { return threadIdx.x & 1; }
};
__global__ void param_conv_cond_k(int *out, const odd_thread p) {
    if (p)
        out[threadIdx.x] = 5;
    else
        out[threadIdx.x] = 6;
}

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

int main(void) {
    begin();
    macro_barrier_k<<<2, 8>>>(d), show("macro_barrier");
    syncwarp_mask_k<<<2, 8>>>(d), show("syncwarp_mask");
    stmt_expr_k<<<2, 8>>>(d), show("stmt_expr");
    member_template_k<<<1, 8>>>(d, {1}), show("member_template_k");
    destructor_waits_k<<<1, 8>>>(d), show("destructor_waits");
    open_argument_k<<<1, 8>>>(d), show("open_argument");
    param_arrow_k<<<1, 8>>>(d, P{2, {3}}), show("param_arrow");
    chosen_k<<<1, 64>>>(d), show("chosen");
    param_conv_cond_k<<<1, 8>>>(d, odd_thread{2}), show("param_conv_cond");
    redeclared_uchar::redeclared_uchar_k<<<2, 8>>>(d), show("redeclared_uchar");
    destructor_k<<<2, 8>>>(d), show("destructor");
    class_counter_k<<<2, 8>>>(d), show("class_counter");
}
