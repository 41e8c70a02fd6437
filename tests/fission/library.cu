// SPDX-License-Identifier: MIT
// The C++ library in kernels. tests/fission.t compares what split
// kernels print with what whole ones do.
#include <string.h>
#include <utility>
#include <tuple>
#include <algorithm>
#include <iterator>
#include <memory>
#include "kernels.h"

__global__ void std_swap_k(int *out) {
    int a = 1, b = threadIdx.x;
    std::swap(a, b);
    __syncthreads();
    out[threadIdx.x] = a * 10 + b;
}

__global__ void tuple_k(int *out) {
    int n = 0;
    std::get<0>(std::tie(n)) = threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = n;
}

// What the library gives back is the address of what it was given.
__device__ void cover_locals(int *out) { // where the first part's locals lay
    int x = 7 * threadIdx.x, y = 9;
    out[threadIdx.x] = x + y;
}
#define BACK(name, ...)                                                                                                \
    __global__ void back_##name##_k(int *out) {                                                                        \
        int a = threadIdx.x, b = 3;                                                                                    \
        __VA_ARGS__;                                                                                                   \
        __syncthreads();                                                                                               \
        cover_locals(out);                                                                                             \
        __syncthreads();                                                                                               \
        out[threadIdx.x] += *p;                                                                                        \
    }
BACK(addressof, int *p = std::addressof(a))
BACK(max, const int *p = &std::max(a, b))
BACK(memcpy, int *p = (int *)memcpy(&b, &a, sizeof a))
BACK(forward, int *p = &std::forward<int &>(a))
BACK(next, int *p = std::next(&a, 0))
BACK(array, int c[2][3] = {{a, 2, 3}}, *p = *c)

int main(void) {
    begin();
    std_swap_k<<<2, 8>>>(d), show("std_swap");
    tuple_k<<<2, 8>>>(d), show("tuple");
    back_addressof_k<<<2, 8>>>(d), show("addressof");
    back_max_k<<<2, 8>>>(d), show("max");
    back_memcpy_k<<<2, 8>>>(d), show("memcpy");
    back_forward_k<<<2, 8>>>(d), show("forward");
    back_next_k<<<2, 8>>>(d), show("next");
    back_array_k<<<2, 8>>>(d), show("array");
}
