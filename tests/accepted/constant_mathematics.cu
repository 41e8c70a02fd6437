// SPDX-License-Identifier: MIT
#include <cmath>
constexpr float up = ceil(1.5f), size = fabs(-1.5f), more = std::ceil(2.5);
__device__ double above = std::ceil(0.5), whole = fabs(-2);
const float same = ceil(2.5f);
__global__ void k(float *a) { *a = up + size + more + above + whole + same; }
int main() {
    float *a;
    cudaMallocManaged(&a, sizeof *a);
    k<<<1, 1>>>(a);
    return cudaDeviceSynchronize() || *a != 12.5f;
}
