// SPDX-License-Identifier: MIT
// Barriers, indices, changes and order that no token of the kernel shows: in conversions,
// operators, constructors and destructors. tests/fission.t compares what split kernels print with
// what whole ones do.
#include <string.h>
#include "kernels.h"

__global__ void syncwarp_mask_k(int *out) {
    __shared__ int s[8];
    int m = 0;
    s[threadIdx.x] = threadIdx.x;
    __syncwarp(0xff + (m++ & 0));
    out[threadIdx.x] = s[7 - threadIdx.x] + m;
}

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
    syncwarp_mask_k<<<2, 8>>>(d), show("syncwarp_mask");
    destructor_waits_k<<<1, 8>>>(d), show("destructor_waits");
    open_argument_k<<<1, 8>>>(d), show("open_argument");
    param_arrow_k<<<1, 8>>>(d, P{2, {3}}), show("param_arrow");
    chosen_k<<<1, 64>>>(d), show("chosen");
    class_counter_k<<<2, 8>>>(d), show("class_counter");
}
