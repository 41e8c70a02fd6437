// SPDX-License-Identifier: MIT
#include <limits>
constexpr int f(int x) { return x + 1; }
__device__ int g(int x = f(2) * 3, int y = std::numeric_limits<signed char>::max()) { return x + y; }
__global__ void k(int *a) { *a = g(); }
int main() {
    int *a, n;
    cudaMalloc(&a, sizeof *a);
    k<<<1, 1>>>(a);
    cudaMemcpy(&n, a, sizeof n, cudaMemcpyDeviceToHost);
    return n != 9 + 127;
}
