// SPDX-License-Identifier: MIT
#include <cstdio>
template <class T> __global__ void k(T *out, int *b, const float *c, T *d) { *out = !b && !c && !d; }
int main() {
    int *p;
    cudaMallocManaged(&p, 12);
    p[0] = p[1] = p[2] = 0;
    k<int><<<1, 1>>>(p, 0, 0, 0);
    k<int><<<1, 1>>>(p + 1, NULL, NULL, NULL);
    k<int><<<1, 1>>>(p + 2, nullptr, nullptr, nullptr);
    return cudaDeviceSynchronize() || !(p[0] && p[1] && p[2]);
}
