// SPDX-License-Identifier: MIT
struct plus { __device__ int operator()(int a, int b) const { return a + b; } };
template <class Op> __global__ void k(Op op, int *o) { o[0] = op(1, 2); }
int main() {
    int *p;
    cudaMallocManaged(&p, 8);
    k<<<1, 1>>>(plus(), p);
    return cudaDeviceSynchronize() || p[0] != 3;
}
