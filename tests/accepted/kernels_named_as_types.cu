// SPDX-License-Identifier: MIT
#include <algorithm>
#include <functional>
template <class T> __global__ void run(T *a, T v) { *a = v; }
template <class T> __global__ void extent(T *a) { *a = 2; }
template <class T, int n> __global__ void plus(T *a) { *a = n; }
__global__ void rank(int *a) { *a = 4; }
namespace mine { template <class T> __global__ void pair(T *a) { *a = 5; } }
using mine::pair;
int main() {
    int *p, six = 6, right = 0;
    cudaMallocManaged(&p, 24);
    run<<<1, 1>>>(p, 1); extent<int><<<1, 1>>>(p + 1); plus<int, 3><<<1, 1>>>(p + 2);
    rank<<<1, 1>>>(p + 3); pair<<<1, 1>>>(p + 4);
    int *at = p + 5;
    void *arguments[] = {&at, &six};
    cudaLaunchKernel((void *)run<int>, 1, 1, arguments, 0, 0);
    cudaDeviceSynchronize();
    for (int i = 0; i < 6; i++)
        right += p[i] == i + 1;
    return right != 6;
}
