// SPDX-License-Identifier: MIT
#include <cstdio>
__device__ long long bits = 12;
__global__ void k(int n) {
    atomicOr(&bits, 1);
    atomicAnd(&bits, -5ll);
    atomicXor(&bits, 1ll << 40);
    switch (n) {
    case 0: atomicMax(&bits, 0); break;
    }
}
int main() {
    struct cudaArray *a = NULL;
    long long h;
    k<<<1, 1>>>(1);
    cudaMemcpyFromSymbol(&h, bits, sizeof h);
    return !(h == (1ll << 40 | 9) && a == NULL && isdigit('7') && toupper('a') == 'A');
}
