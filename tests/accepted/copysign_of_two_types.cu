// SPDX-License-Identifier: MIT
#include <cmath>
__host__ __device__ double sum(double x, float y) { return copysign(x, y) + copysign(y, x); }
__global__ void k(double *o, double x, float y) { *o = sum(x, y) + copysign(y, -1.0f) + std::copysign(x, 1.0); }
int main() {
    double *o;
    cudaMallocManaged(&o, sizeof *o);
    k<<<1, 1>>>(o, 2, -3);
    return cudaDeviceSynchronize() || !(*o == sum(2, -3) - 3 + 2 && std::copysign(1, -2.0f) == -1);
}
