// SPDX-License-Identifier: MIT
// nvcc --expt-relaxed-constexpr
#include <cmath>
__global__ void k(double *a, int n) {
    a[0] = sqrt(n) + ceil(n / 2) + exp(n - n) + std::fmax(n, 2.5) + fmin(1, a[0]) + isnan(n) + log2((unsigned)n);
}
int main() {
    double *a;
    cudaMallocManaged(&a, sizeof *a);
    a[0] = 8;
    k<<<1, 1>>>(a, 16);
    return cudaDeviceSynchronize() || a[0] != 4 + 8 + 1 + 16 + 1 + 0 + 4;
}
