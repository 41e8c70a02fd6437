// SPDX-License-Identifier: MIT
// nvcc --expt-relaxed-constexpr
#include <array>
#include <cmath>
constexpr std::array<int, 3> a = {1, 2, 3};
const std::array<int, 2> b = {4, 5};
struct S { static constexpr int n = 1; __device__ const int *f() { return &n; } };
inline __device__ int in_vain(int i) { return a[i] + *&S::n; }
template <class T> __device__ const T *also(T) { return &S::n; }
__device__ int sum(std::array<int, 3> x) {
    int n = 0;
    for (int y : x) n += y;
    for (auto i = x.begin(); i != x.end(); ++i) n += *i;
    return n + x[threadIdx.x] + x.at(1) + x.back();
}
__global__ void arrays(int *o) {
    constexpr int two = a[1];
    *o = sum({1, 2, 3}) + a[0] + b[1] + a.size() + a.front() + std::get<2>(a) + two;
}
__global__ void mathematics(double *a, int n) {
    a[0] = sqrt(n) + ceil(n / 2) + exp(n - n) + std::fmax(n, 2.5) + fmin(1, a[0]) + isnan(n) + log2((unsigned)n);
}
int main() {
    int *o;
    double *a;
    cudaMallocManaged(&o, sizeof *o);
    cudaMallocManaged(&a, sizeof *a);
    a[0] = 8;
    arrays<<<1, 1>>>(o);
    mathematics<<<1, 1>>>(a, 16);
    return cudaDeviceSynchronize() || *o != 33 || a[0] != 4 + 8 + 1 + 16 + 1 + 0 + 4;
}
