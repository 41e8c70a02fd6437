// SPDX-License-Identifier: MIT
// nvcc --extended-lambda
int host(int x) { return x; }
template <class F> __global__ void k(F f, int *o) { *o = f(1); }
int main() {
    int *o;
    cudaMallocManaged(&o, sizeof *o);
    auto f = [] __device__(int i) { return host(i); };
    auto g = f;
    auto h = [] __device__(int i) { return i + 4; };
    k<<<1, 1>>>(h, o);
    return cudaDeviceSynchronize() || *o + sizeof f + sizeof g != 7;
}
