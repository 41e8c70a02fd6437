// SPDX-License-Identifier: MIT
#include <algorithm>
#include <numeric>
using std::fill;
struct S {
    int v;
    static void sum(int *o, int a, int b, int c) { *o = a + b + c; }
    friend __global__ void twice(S s, int *o, int by);
    void go(int *o);
};
__global__ void sum(int *o, int a) { *o += a; }
__global__ void twice(S s, int *o, int by) { *o = s.v * by; }
__global__ void twice(int *o) { *o *= 2; }
__global__ void fill(int *o, int a, int b) { *o = a + b; }
namespace n { __global__ void sum(int *o, int a, int b) { *o += a + b; } }
void S::go(int *o) { ::sum<<<1, 1>>>(o, v); }
int main() {
    int *o;
    cudaMallocManaged(&o, sizeof *o);
    S s{3};
    twice<<<1, 1>>>(s, o, 2); // 6
    twice<<<1, 1>>>(o);       // 12
    s.go(o);                  // 15
    {
        using n::sum;
        sum<<<1, 1>>>(o, 1, 4); // 20
    }
    bool right = cudaDeviceSynchronize() == cudaSuccess && *o == 20;
    fill<<<1, 1>>>(o, 1, 2);
    right = cudaDeviceSynchronize() == cudaSuccess && *o == 3 && right;
    return !right;
}
