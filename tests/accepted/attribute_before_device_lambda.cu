// SPDX-License-Identifier: MIT
// nvcc --extended-lambda
template <class F> __global__ void k(F f, int *o) {
    o[0] = f(1);
}
int main() {
    int *o, n = 4;
    cudaMallocManaged(&o, 4);
    k<<<1, 1>>>([=] __attribute__((noinline)) __device__ (int x) -> decltype(int(3)) { return x + n; }, o);
    return cudaDeviceSynchronize() || o[0] != 5;
}
