// SPDX-License-Identifier: MIT
#include <cmath>
__global__ void k(float *o) {
    o[0] = std::sqrt(16.0f) + std::abs(-2.0f) + std::fabs(1.0) + std::pow(2.0, 3.0) + std::floor(1.5f) + std::fmax(1.0, 2.0);
    o[1] = sqrtf(4) + max(1, 2) + min(3.0f, 4.0f) + abs(-3) + std::isnan(1.0f);
}
int main() {
    float *p;
    cudaMallocManaged(&p, 8);
    k<<<1, 1>>>(p);
    return cudaDeviceSynchronize() || !(p[0] == 18 && p[1] == 10);
}
