// SPDX-License-Identifier: MIT
// Barriers, indices and order that no token of the kernel shows. tests/fission.t compares what
// split kernels print with what whole ones do.
#include <string.h>
#include "kernels.h"

namespace policy_template {
struct waits {
    static __device__ void run() { __syncthreads(); }
};
template <class P> __device__ void go() {
    P::run();
}
__global__ void policy_template_k(int *out) {
    __shared__ int s[8];
    s[threadIdx.x] = threadIdx.x;
    go<waits>();
    out[threadIdx.x] = s[7 - threadIdx.x];
}
} // namespace policy_template

namespace macro_barrier {
#define W(x)                                                                                       \
    do {                                                                                           \
        x;                                                                                         \
        __syncthreads();                                                                           \
    } while (0)
__global__ void macro_barrier_k(int *out) {
    __shared__ int s[8];
    W(s[threadIdx.x] = threadIdx.x);
    out[threadIdx.x] = s[7 - threadIdx.x];
}
} // namespace macro_barrier

__global__ void syncthreads_in_expr_k(int *out) {
    int n = (__syncthreads(), 4);
    out[threadIdx.x] = n + __syncthreads_or(threadIdx.x == 3);
}

__global__ void mixed_barrier_ternary_k(int *out) {
    int a = threadIdx.x ? 1 : 2;
    blockDim.x > 4 ? __syncthreads() : (void)0;
    out[threadIdx.x] = a;
}

__global__ void warp_shfl_k(int *out) {
    int v = threadIdx.x;
    v += __shfl_xor_sync(0xff, v, 1);
    out[threadIdx.x] = v;
}

__global__ void syncwarp_mask_k(int *out) {
    __shared__ int s[8];
    int m = 0;
    s[threadIdx.x] = threadIdx.x;
    __syncwarp(0xff + (m++ & 0));
    out[threadIdx.x] = s[7 - threadIdx.x] + m;
}

namespace goto_ {
__global__ void goto_k(int *out) {
    int n = 0;
again:
    n++;
    __syncthreads();
    if (n < 3)
        goto again;
    out[threadIdx.x] = n;
}
} // namespace goto_

__global__ void static_local_k(int *out) {
    static const int t[2] = {4, 5};
    int n = t[threadIdx.x & 1];
    __syncthreads();
    out[threadIdx.x] = n;
}

__global__ void stmt_expr_k(int *out) {
    int n = ({
        int x = threadIdx.x;
        x + 1;
    });
    __syncthreads();
    out[threadIdx.x] = n;
}

__global__ void dead_barrier_k(int *out) {
    if (0)
        __syncthreads();
    int n = threadIdx.x;
    out[n] = n;
}

namespace member_template {
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
__device__ int through(int *s, adder a) {
    return a.wait<3>(s);
}
__global__ void member_template_waits_k(int *out, const adder a) {
    __shared__ int s[8];
    s[threadIdx.x] = 100;
    __syncthreads();
    out[threadIdx.x] = through(s, a);
}
} // namespace member_template

namespace parameter_called {
__device__ int f(int *s) { // has the name of the parameter below
    return s[0];
}
template <class F> __device__ int apply(F f, int *s) {
    return f(s);
}
__device__ int g(int *s) {
    const int t = threadIdx.x;
    s[t] = t;
    __syncthreads();
    return s[7 - t];
}
__device__ int both(int *s) {
    return apply(g, s);
}
__global__ void parameter_called_k(int *out) {
    __shared__ int s[8];
    s[threadIdx.x] = 100;
    __syncthreads();
    out[threadIdx.x] = both(s) + f(s);
}
} // namespace parameter_called

namespace destructor_waits {
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
} // namespace destructor_waits

// An object that an argument ends with, after the call.
namespace open_argument {
struct opened {
    int *flag;
    __device__ explicit opened(int *at) : flag(at) { *flag = 5; }
    __device__ ~opened() { *flag = 9; }
    __device__ int *get() const { return flag; }
};
__device__ int sum_while_open(const int *flag, const int *s) {
    int sum = 0;
    for (int i = threadIdx.x; i < 8; i += blockDim.x)
        sum += s[i] * *flag;
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
} // namespace open_argument

int main(void) {
    begin();
    policy_template::policy_template_k<<<2, 8>>>(d), show("policy_template");
    macro_barrier::macro_barrier_k<<<2, 8>>>(d), show("macro_barrier");
    syncthreads_in_expr_k<<<2, 8>>>(d), show("syncthreads_in_expr");
    mixed_barrier_ternary_k<<<2, 8>>>(d), show("mixed_barrier_ternary");
    warp_shfl_k<<<1, 8>>>(d), show("warp_shfl");
    syncwarp_mask_k<<<2, 8>>>(d), show("syncwarp_mask");
    goto_::goto_k<<<2, 8>>>(d), show("goto");
    static_local_k<<<2, 8>>>(d), show("static_local");
    stmt_expr_k<<<2, 8>>>(d), show("stmt_expr");
    member_template::member_template_k<<<1, 8>>>(d, {1}), show("member_template_k");
    member_template::member_template_waits_k<<<1, 8>>>(d, {1}), show("member_template_waits_k");
    parameter_called::parameter_called_k<<<1, 8>>>(d), show("parameter_called_k");
    dead_barrier_k<<<2, 8>>>(d), show("dead_barrier");
    destructor_waits::destructor_waits_k<<<1, 8>>>(d), show("destructor_waits");
    open_argument::open_argument_k<<<1, 8>>>(d), show("open_argument");
}
