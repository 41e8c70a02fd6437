// SPDX-License-Identifier: MIT
#include <utility>
typedef void (*pointer)(int *);
__global__ void k(int *out) { *out = 1; }
__global__ void other(int *out) { *out = 2; }
int main() {
    int *p;
    cudaMallocManaged(&p, 20);
    {
        pointer k(&other);
        k<<<1, 1>>>(p);
    }
    for (pointer k : {other})
        k<<<1, 1>>>(p + 1);
    {
        auto [k, last] = std::make_pair(other, 0);
        k<<<1, 1>>>(p + 2 + last);
    }
    {
        void (*k)(int *) = other;
        k<<<1, 1>>>(p + 3);
    }
    k<<<1, 1>>>(p + 4);
    return cudaDeviceSynchronize() || !(p[0] == 2 && p[1] == 2 && p[2] == 2 && p[3] == 2 && p[4] == 1);
}
