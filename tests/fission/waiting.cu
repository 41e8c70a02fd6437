// SPDX-License-Identifier: MIT
// What meets a barrier without being named. tests/fission.t compares what split kernels print
// with what whole ones do.
#include <string.h>
#include <type_traits>
#include "kernels.h"

namespace param_conv_barrier {
struct P {
    int a;
    __device__ operator int() const {
        __syncthreads();
        return a;
    }
};
__global__ void param_conv_barrier_k(int *out, const P p) {
    __shared__ int s[64];
    s[threadIdx.x] = threadIdx.x;
    int x = p;
    out[threadIdx.x] = x * s[(threadIdx.x + 1) % blockDim.x];
}
} // namespace param_conv_barrier

namespace param_star {
struct P {
    int a;
    __device__ int operator*() const { return threadIdx.x + a; }
};
__global__ void param_star_k(int *out, const P p) {
    out[threadIdx.x] = *p;
}
} // namespace param_star

namespace param_arrow {
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
} // namespace param_arrow

namespace param_bracket_barrier {
struct P {
    int a;
    __device__ int operator[](int i) const {
        __syncthreads();
        return a + i;
    }
};
__global__ void param_bracket_barrier_k(int *out, const P p) {
    __shared__ int s[64];
    s[threadIdx.x] = threadIdx.x;
    int x = p[1];
    out[threadIdx.x] = x * s[(threadIdx.x + 1) % blockDim.x];
}
} // namespace param_bracket_barrier

namespace shared_conv_barrier {
struct P {
    int a;
    __device__ operator int() const {
        __syncthreads();
        return a;
    }
};
__global__ void shared_conv_barrier_k(int *out) {
    __shared__ P p;
    __shared__ int s[64];
    p.a = 3;
    s[threadIdx.x] = threadIdx.x;
    int x = p;
    out[threadIdx.x] = x + s[(threadIdx.x + 1) % blockDim.x];
}
} // namespace shared_conv_barrier

namespace array_of_class_dtor_barrier {
struct G {
    __device__ ~G() { __syncthreads(); }
};
__global__ void array_of_class_dtor_barrier_k(int *out) {
    __shared__ int s[64];
    s[threadIdx.x] = threadIdx.x;
    { G g[1]; }
    out[threadIdx.x] = s[(threadIdx.x + 1) % blockDim.x];
}
} // namespace array_of_class_dtor_barrier

namespace range_shared {
struct R {
    int a[2];
    __device__ const int *begin() const {
        __syncthreads();
        return a;
    }
    __device__ const int *end() const { return a + 2; }
};
__global__ void range_shared_k(int *out) {
    __shared__ R r;
    __shared__ int s[64];
    s[threadIdx.x] = threadIdx.x;
    if (threadIdx.x == 0) {
        r.a[0] = 5;
        r.a[1] = 6;
    }
    for (const int &x : r)
        out[threadIdx.x] += x * s[(threadIdx.x + 1) % blockDim.x];
}
} // namespace range_shared

namespace range_free_begin {
struct R {
    int n;
};
__device__ int tab[4] = {1, 2, 3, 4};
__device__ int *begin(const R &) {
    return tab + threadIdx.x % 3;
}
__device__ int *end(const R &) {
    return tab + 4;
}
__global__ void range_free_begin_k(int *out, const R r) {
    for (int x : r)
        out[threadIdx.x] += x;
}
} // namespace range_free_begin

namespace d_dtor_ref {
struct D {
    int *p;
    __device__ ~D() { *p = *p * 2 + 1; }
};
__device__ D make(int *p) {
    return D{p};
}
__global__ void d_dtor_ref_k(int *out) {
    const D &d = make(out + threadIdx.x);
    out[threadIdx.x] = 1;
    __syncthreads();
    out[threadIdx.x] += 5;
}
} // namespace d_dtor_ref

namespace better {
__device__ int chosen(float v) {
    return (int)v + 1000;
}
} // namespace better

__device__ int chosen(int v) {
    return v;
}

__device__ int choose(float v) {
    __syncthreads();
    return chosen(v);
}

using namespace better;

__global__ void chosen_k(int *out) {
    int v = choose(threadIdx.x + 0.5f);
    out[threadIdx.x] = v;
}

int main(void) {
    begin();
    int h[64], *in;
    for (int i = 0; i < 64; i++)
        h[i] = i * 79 % 25;
    if (cudaMalloc(&in, sizeof h) != cudaSuccess ||
        cudaMemcpy(in, h, sizeof h, cudaMemcpyHostToDevice) != cudaSuccess)
        return 1;
    param_conv_barrier::param_conv_barrier_k<<<1, 8>>>(d, param_conv_barrier::P{2}),
        show("param_conv_barrier");
    param_star::param_star_k<<<1, 8>>>(d, param_star::P{2}), show("param_star");
    param_arrow::param_arrow_k<<<1, 8>>>(d, param_arrow::P{2, {3}}), show("param_arrow");
    param_bracket_barrier::param_bracket_barrier_k<<<1, 8>>>(d, param_bracket_barrier::P{2}),
        show("param_bracket_barrier");
    shared_conv_barrier::shared_conv_barrier_k<<<1, 8>>>(d), show("shared_conv_barrier");
    array_of_class_dtor_barrier::array_of_class_dtor_barrier_k<<<1, 8>>>(d),
        show("array_of_class_dtor_barrier");
    range_shared::range_shared_k<<<1, 8>>>(d), show("range_shared");
    range_free_begin::range_free_begin_k<<<1, 8>>>(d, range_free_begin::R{1}),
        show("range_free_begin");
    d_dtor_ref::d_dtor_ref_k<<<1, 8>>>(d), show("d_dtor_ref");
    chosen_k<<<1, 64>>>(d), show("chosen");
}
