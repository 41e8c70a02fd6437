// SPDX-License-Identifier: MIT
struct plus { int operator()(int a, int b) const { return a + b; } };
template <class Op> __device__ int apply(Op op, int a, int b) {
    return op(a, b); // refused
}
__global__ void k(int *out) { out[0] = apply(plus(), 1, 2); }
