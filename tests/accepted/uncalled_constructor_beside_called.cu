// SPDX-License-Identifier: MIT
#include <vector>
std::vector<int> numbers;
int host() { return 3; }
struct S {
    int v;
    __device__ S() : v(5) {}
    __device__ S(int) : v(host()) { numbers.clear(); }
};
__global__ void k(int *o) {
    S s;
    *o = s.v;
}
int main() {
    int *o;
    cudaMallocManaged(&o, sizeof *o);
    k<<<1, 1>>>(o);
    return cudaDeviceSynchronize() || *o != 5;
}
