// SPDX-License-Identifier: MIT
// Operators of the program on what looks like numbers. tests/fission.t compares what split
// kernels print with what whole ones do.
#include <string.h>
#include "kernels.h"

namespace op_pluseq {
struct T {
    int v;
    __device__ void operator+=(int &x) {
        x++;
        v += x;
    }
};
__global__ void op_pluseq_k(int *out) {
    int n = 0;
    T t = {0};
    t += n;
    __syncthreads();
    out[threadIdx.x] = n;
}
} // namespace op_pluseq

namespace op_conv {
struct T {
    int n;
    __device__ operator int() { return n++; }
};
__global__ void op_conv_k(int *out) {
    T t = {5};
    int a = t;
    __syncthreads();
    int b = t;
    out[threadIdx.x] = a * 10 + b;
}
} // namespace op_conv

namespace op_shift {
struct T {
    int n;
};
__device__ void operator<<(int &b, T t) {
    b += t.n;
}
__global__ void op_shift_k(int *out) {
    T t = {5};
    int b = 1;
    b << t;
    __syncthreads();
    out[threadIdx.x] = b;
}
} // namespace op_shift

namespace op_free_minus {
struct T {
    int n;
};
__device__ int operator-(T t, int &x) {
    return t.n - x++;
}
__global__ void op_free_minus_k(int *out) {
    T t = {5};
    int b = 1;
    int c = t - b;
    __syncthreads();
    out[threadIdx.x] = b + 100 * c;
}
} // namespace op_free_minus

namespace index_op {
struct V {
    int n;
    __device__ int operator[](int &i) { return i++ + n; }
};
__global__ void index_op_k(int *out) {
    V v = {3};
    int i = 1;
    int a = v[i];
    __syncthreads();
    out[threadIdx.x] = a * 10 + i;
}
} // namespace index_op

namespace arrow_op {
struct Q {
    int v;
};
struct V {
    Q q;
    int c;
    __device__ Q *operator->() {
        c++;
        return &q;
    }
};
__global__ void arrow_op_k(int *out) {
    V v = {{3}, 0};
    int a = v->v;
    __syncthreads();
    out[threadIdx.x] = a * 10 + v.c;
}
} // namespace arrow_op

namespace comma_op {
struct V {
    int n;
};
__device__ int operator,(V v, int &x) {
    return x++;
}
__global__ void comma_op_k(int *out) {
    V v = {3};
    int x = 1;
    int a = (v, x);
    __syncthreads();
    out[threadIdx.x] = a * 10 + x;
}
} // namespace comma_op

namespace not_op {
struct V {
    int *n;
    __device__ bool operator!() {
        ++*n;
        return true;
    }
};
__global__ void not_op_k(int *out) {
    int x = 1;
    V v = {&x};
    bool b = !v;
    __syncthreads();
    out[threadIdx.x] = b * 10 + x;
}
} // namespace not_op

namespace friend_op {
struct F {
    int v;
    friend __device__ void operator^(int &x, F f) { x += f.v; }
};
__global__ void friend_op_k(int *out) {
    int n = 1;
    F f = {4};
    n ^ f;
    __syncthreads();
    out[threadIdx.x] = n;
}
} // namespace friend_op

namespace literal_op {
struct L {
    int v;
};
__device__ L operator""_l(unsigned long long x) {
    return {(int)x};
}
__global__ void literal_op_k(int *out) {
    L l = 5_l;
    __syncthreads();
    out[threadIdx.x] = l.v;
}
} // namespace literal_op

int main(void) {
    begin();
    op_pluseq::op_pluseq_k<<<2, 8>>>(d), show("op_pluseq");
    op_conv::op_conv_k<<<2, 8>>>(d), show("op_conv");
    op_shift::op_shift_k<<<2, 8>>>(d), show("op_shift");
    op_free_minus::op_free_minus_k<<<2, 8>>>(d), show("op_free_minus");
    index_op::index_op_k<<<2, 8>>>(d), show("index_op");
    arrow_op::arrow_op_k<<<2, 8>>>(d), show("arrow_op");
    comma_op::comma_op_k<<<2, 8>>>(d), show("comma_op");
    not_op::not_op_k<<<2, 8>>>(d), show("not_op");
    friend_op::friend_op_k<<<2, 8>>>(d), show("friend_op");
    literal_op::literal_op_k<<<2, 8>>>(d), show("literal_op");
    return 0;
}
