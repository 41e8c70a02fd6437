// SPDX-License-Identifier: MIT
// Kernels are found by C++'s rules, whatever else has their names and wherever they are declared.
#include <strings.h>
#include <unistd.h>
#include <algorithm>
#include <cstring>
#include <functional>
#include <utility>
#include "numbers.h"
namespace of_libraries { // names of libc's and std's functions and types
__global__ void index(int *o) { o[threadIdx.x] = threadIdx.x; }
__global__ void write(int *o) { o[3] = 9; }
__global__ void copy(int *o) { o[4] = o[3]; }
template <class T> __global__ void run(T *o, T v) { *o = v; }
template <class T> __global__ void extent(T *o) { *o = 2; }
template <class T, int n> __global__ void plus(T *o) { *o = n; }
namespace mine { template <class T> __global__ void pair(T *o) { *o = 5; } }
void go(int *o) {
    using mine::pair;
    index<<<1, 5>>>(o); write<<<1, 1>>>(o); copy<<<1, 1>>>(o);
    IS(o[1] == 1 && o[4] == 9);
    run<<<1, 1>>>(o, 1); extent<int><<<1, 1>>>(o + 1); plus<int, 3><<<1, 1>>>(o + 2); pair<<<1, 1>>>(o + 3);
    IS(o[0] == 1 && o[1] == 2 && o[2] == 3 && o[3] == 5);
}
}
__global__ void reduce(int *o) { o[0] += o[1]; }
__global__ void rank(int *o) { *o = 4; }

// In namespaces, by using, by their arguments.
namespace a { namespace b { __global__ void k(int *p) { *p = 1; } template <class T> __global__ void t(T *p) { *p = 4; } } }
namespace { __global__ void hidden(int *p) { *p = 2; } }
namespace c = a::b;
using a::b::t;
namespace n { __global__ void given(int *p, int v = 8); }
__global__ void n::given(int *p, int v) { *p = v; }
namespace n { using ::reduce; }

// Friends, and declared in functions.
class counter {
    int n = 3;
    friend __global__ void read_counter(const counter *c, int *out);
    template <class T> friend __global__ void read_as(const counter *c, T *out);
};
__global__ void read_counter(const counter *c, int *out) { *out = c->n; }
template <class T> __global__ void read_as(const counter *c, T *out) { *out = c->n; }
void twice(int *p) {
    __global__ void set(int *, int);
    set<<<1, 1>>>(p, 3);
    {
        extern __global__ void __launch_bounds__(32) add(int *, int);
        add<<<1, 1>>>(p, 4);
    }
}
__global__ void set(int *p, int n) { *p = n; }
__global__ void add(int *p, int n) { *p += n; }
extern "C" __global__ void c_kernel(int *p) { *p = 1; }
extern "C" { __global__ void d_kernel(int *p) { *p = 2; } }
static __global__ void s_kernel(int *p) { *p = 3; }
static __global__ void __launch_bounds__(128, 2) i_kernel(int *p) { *p = 4; }
__global__ static void t_kernel(int *p) { *p = 5; }
void __global__ v_kernel(int *p) { *p = 6; }

// Hidden by variables and parameters; and names of CUDA that are the program's own.
typedef void (*pointer)(int *);
__global__ void one(int *o) { *o = 1; }
__global__ void other(int *o) { *o = 2; }
void run(void (*one)(int *), int *p) { one<<<1, 1>>>(p); }
__global__ void zero_point(int n, int *zero_point) { if (threadIdx.x < n) zero_point[threadIdx.x] = 3; }
__global__ void both(int both, int *o) { o[1] = both; }
template <class T> __global__ void sum(T *sum, int n = 5) {
    __shared__ int part;
    part = n;
    __syncthreads();
    sum[2] = part;
}
namespace N { __global__ void k(int (*k)[4]) { (*k)[3] = 6; } }
struct shape { dim3 gridDim, blockDim; unsigned all() const { return gridDim.x * blockDim.x; } };
__global__ void sizes(int *out) { out[blockIdx.x * blockDim.x + threadIdx.x] = gridDim.x; }
void launch(int *p, dim3 gridDim, int warpSize) { sizes<<<gridDim, warpSize>>>(p); }
__global__ void own_index(int *out) {
    uint3 threadIdx = make_uint3(5, 0, 0);
    threadIdx.x++;
    out[0] = threadIdx.x;
}
int main() {
    __global__ void below(int *o, float x);
    int *p = numbers(), threadIdx = 4;
    of_libraries::go(p);
    rank<<<1, 1>>>(p);
    n::reduce<<<1, 1>>>(p);
    IS(p[0] == 6);
    a::b::k<<<1, 1>>>(p); c::k<<<1, 1>>>(p + 1); hidden<<<1, 1>>>(p + 2); ::a::b::k<<<1, 1>>>(p + 3);
    t<<<1, 1>>>(p + 4); n::given<<<1, 1>>>(p + 5); below<<<1, 1>>>(p + 6, 3); twice(p + 7);
    {
        using namespace a::b;
        k<<<1, 1>>>(p + 8);
    }
    IS(p[0] == 1 && p[1] == 1 && p[2] == 2 && p[3] == 1 && p[4] == 4 && p[5] == 8 && p[6] == 6 && p[7] == 7 && p[8] == 1);
    counter *c;
    cudaMallocManaged(&c, sizeof *c);
    *c = counter();
    read_counter<<<1, 1>>>(c, p); read_as<<<1, 1>>>(c, p + 1);
    IS(p[0] == 3 && p[1] == 3);
    c_kernel<<<1, 1>>>(p); d_kernel<<<1, 1>>>(p + 1); s_kernel<<<1, 1>>>(p + 2); i_kernel<<<1, 1>>>(p + 3);
    t_kernel<<<1, 1>>>(p + 4); v_kernel<<<1, 1>>>(p + 5);
    IS(p[0] == 1 && p[1] == 2 && p[2] == 3 && p[3] == 4 && p[4] == 5 && p[5] == 6);
    {
        pointer one(&other);
        one<<<1, 1>>>(p);
    }
    for (pointer one : {other}) one<<<1, 1>>>(p + 1);
    {
        auto [one, last] = std::make_pair(other, 0);
        one<<<1, 1>>>(p + 2 + last);
    }
    {
        void (*one)(int *) = other;
        one<<<1, 1>>>(p + 3);
    }
    one<<<1, 1>>>(p + 4);
    run(other, p + 5);
    IS(p[0] == 2 && p[1] == 2 && p[2] == 2 && p[3] == 2 && p[4] == 1 && p[5] == 2);
    zero_point<<<1, 1>>>(1, p); both<<<1, 1>>>(2, p); sum<<<1, 1>>>(p); N::k<<<1, 1>>>((int(*)[4])p);
    IS(p[0] == 3 && p[1] == 2 && p[2] == 5 && p[3] == 6);
    dim3 gridDim(2), blockDim(8);
    gridDim.x = 3;
    threadIdx++;
    sizes<<<gridDim, blockDim>>>(p);
    launch(p, gridDim, blockDim.x);
    for (unsigned blockIdx = 0; blockIdx < 2; blockIdx++) threadIdx += blockIdx;
    IS(p[23] == 3 && threadIdx == 6 && shape{gridDim, blockDim}.all() == 24);
    own_index<<<1, 1>>>(p);
    IS(p[0] == 6);
    return wrong;
}
__global__ void below(int *o, float x) { *o = 2 * x; }
