// SPDX-License-Identifier: MIT
// Names that hide names, and declarations in odd forms. tests/fission.t compares what split
// kernels print with what whole ones do.
#include <string.h>
#include "kernels.h"

namespace const_global_hidden {
const int N = 3;
namespace a {
__device__ int N = 5;
__global__ void const_global_hidden_run(int *out) {
    for (int i = 0; i < N; i++) {
        __syncthreads();
        if (i == 1 && threadIdx.x == 0 && blockIdx.x == 0) out[9]++;
    }
    out[threadIdx.x] = N;
}
} // namespace a
} // namespace const_global_hidden

template <int m> __global__ void assertions_k(int *out) {
    constexpr int half = m / 2;
    static_assert(m % 2 == 0 && sizeof(int[m]) > 0, "an even number");
    int n = threadIdx.x;
    __syncthreads();
    for (int i = 0; i < half; i++) {
        static_assert(half * 2 == m);
        n += i;
    }
    __syncthreads();
    out[threadIdx.x] = n + half;
}

// Names that headers give types and functions in scopes of their own: each, size, row. And
// a variable whose value names another of its declaration.
__constant__ int each[3] = {5, 7, 11};
__constant__ int size = 2;
__device__ int row[8], *first = row;
__global__ void header_names_k(int *d) {
    __shared__ int s[8];
    for (int i = 0; i < size; i++) {
        s[threadIdx.x] = each[i] + row[threadIdx.x];
        __syncthreads();
        row[threadIdx.x] = s[threadIdx.x ^ 1] + (int)threadIdx.x;
        __syncthreads();
    }
    d[threadIdx.x] = row[threadIdx.x] + *first;
}

// Functions as functions, classes and templates of variables in our headers are named, or were.
#define NAMED(name)                                                                                                    \
    __device__ int name(int x) { return x + 1; }                                                                       \
    __global__ void named_##name##_k(int *d) {                                                                         \
        __shared__ int s[8];                                                                                           \
        s[threadIdx.x] = name(threadIdx.x);                                                                            \
        __syncthreads();                                                                                               \
        d[threadIdx.x] = s[threadIdx.x ^ 1];                                                                           \
    }
NAMED(lane)
NAMED(lanes)
NAMED(span)
NAMED(probe)
NAMED(part)
NAMED(stored)
NAMED(loaded)
NAMED(results)
NAMED(staying)
NAMED(counts)
NAMED(is_number)

// What a variable is worked out from is hidden where it is used: a value, and an address.
__global__ void hidden_later_k(int *out) {
    int n = blockDim.x;
    int sum = n + threadIdx.x;
    __syncthreads();
    {
        int n = gridDim.x + 100;
        out[threadIdx.x] = n;
        __syncthreads();
        out[threadIdx.x] += sum;
        __syncthreads();
    }
    out[threadIdx.x] += n;
}

__global__ void hidden_address_k(int *out) {
    int kept = threadIdx.x, *to = &kept;
    __syncthreads();
    {
        int kept = out[threadIdx.x] + 7;
        __syncthreads();
        *to += 3;
        out[threadIdx.x] = kept;
        __syncthreads();
    }
    out[threadIdx.x] += kept;
}

// A function leaves its result where a pointer of the thread says, after a barrier.
__device__ int rank_and_total(int value, int *total) {
    __shared__ int all;
    __syncthreads(); // all have read the one before
    if (threadIdx.x == 0) all = 0;
    __syncthreads();
    atomicAdd(&all, value);
    __syncthreads();
    *total = all;
    return value;
}
__global__ void two_results_k(int *out) {
    int total = -1, more = -1;
    const int rank = rank_and_total(threadIdx.x, &total);
    const int one = rank_and_total(1, &more);
    __syncthreads();
    out[threadIdx.x] = rank + one + 100 * total + 10000 * more;
}

int main(void) {
    begin();
    hidden_later_k<<<1, 8>>>(d), show("hidden_later");
    hidden_address_k<<<1, 8>>>(d), show("hidden_address");
    two_results_k<<<1, 8>>>(d), show("two_results");
    assertions_k<6><<<2, 8>>>(d), show("assertions");
    const_global_hidden::a::const_global_hidden_run<<<1, 8>>>(d), show("const_global_hidden");
    header_names_k<<<1, 8>>>(d), show("header_names");
    named_lane_k<<<1, 8>>>(d), show("lane");
    named_probe_k<<<1, 8>>>(d), show("probe");
}
