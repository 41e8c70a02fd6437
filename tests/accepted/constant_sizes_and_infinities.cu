// SPDX-License-Identifier: MIT
#include <cmath>
int host;
const int size = sizeof host;
const float most = INFINITY, none = NAN;
const double huge = HUGE_VAL;
__global__ void k(float *a) { *a = most == huge && none != none ? size : 0; }
int main() {
    float *a;
    cudaMallocManaged(&a, sizeof *a);
    k<<<1, 1>>>(a);
    return cudaDeviceSynchronize() || *a != 4;
}
